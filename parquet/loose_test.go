package parquet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
)

// Arguments, and whatever else has keys of its own, get no keys of other rows: fields are
// columns only where all have the same.
func TestValuesKeepTheirOwnKeys(t *testing.T) {
	for name, c := range map[string]struct {
		records []string
		want    string
	}{
		"the same keys":      {[]string{`{"args":{"a":1,"b":[{"x":1}]}}`, `{"args":{"a":2,"b":[]}}`}, "args: struct<a: int64, b: list<struct<x: int64>>>\n"},
		"other keys":         {[]string{`{"args":{"a":1}}`, `{"args":{"b":2}}`}, "args: json\n"},
		"in calls":           {[]string{`{"steps":[{"kind":"user"},{"kind":"call","kwargs":{"a":1}},{"kind":"call","kwargs":{"b":1}}]}`}, "steps: list<struct<kind: string, kwargs: json>>\n"},
		"deeper":             {[]string{`{"c":{"input":{"q":{"a":1}}}}`, `{"c":{"input":{"q":{"b":1}}}}`}, "c: struct<input: json>\n"},
		"null stays null":    {[]string{`{"args":{"a":1}}`, `{"args":{"a":null}}`, `{"args":null}`}, "args: struct<a: int64>\n"},
		"null and no key":    {[]string{`{"args":{"a":1,"b":null}}`, `{"args":{"a":1}}`}, "args: json\n"},
		"always null":        {[]string{`{"args":{"a":null}}`}, "args: json\n"},
		"numbers":            {[]string{`{"args":{"a":1}}`, `{"args":{"a":1.5}}`}, "args: json\n"},
		"several types":      {[]string{`{"args":{"a":1}}`, `{"args":{"a":"1"}}`}, "args: json\n"},
		"empty":              {[]string{`{"args":{}}`, `{"args":{"a":1}}`}, "args: json\n"},
		"schemas":            {[]string{`{"tools":[{"name":"f","parameters":{"properties":{"a":{}}}},{"name":"g","parameters":{"properties":{"b":{}}}}]}`}, "tools: json\n"},
		"schemas of one":     {[]string{`{"tools":[{"name":"f","parameters":{"properties":{"a":{"type":"string"}}}}]}`}, "tools: list<struct<name: string, parameters: struct<properties: struct<a: struct<type: string>>>>>\n"},
		"items of a request": {[]string{`{"input":[{"role":"user"},{"type":"function_call","arguments":"{}"}]}`}, "input: list<struct<role: string, type: string, arguments: string>>\n"},
	} {
		t.Run(name, func(t *testing.T) {
			schema, _ := infer(t, c.records)
			require.Equal(t, c.want, schema.String())
			rows := allRows(t, open(t, write(t, schema, options{}, c.records)))
			for i, want := range c.records {
				require.JSONEq(t, want, string(rows[i].JSON))
			}
		})
	}
}

// What the first records have in common is not taken for what all have.
func TestKeysThatComeLater(t *testing.T) {
	first := []byte(`{"id":1,"args":{"a":0.5,"b":{"c":1}}}`)
	for later, fits := range map[string]bool{
		`{"args":{"a":1.5,"b":{"c":1}}}`: true,
		`{"args":{"a":2.5}}`:             false,
		`{"args":{"a":2,"b":{"c":1}}}`:   false,
		`{"args":{"a":2.5,"b":{}}}`:      false,
		`{"id":2}`:                       true,
	} {
		_, _, err := windowed(t, 1, [][]byte{first, []byte(later)})
		if fits {
			require.NoError(t, err, later)
		} else {
			require.ErrorIs(t, err, dataset.ErrColumns, later)
		}
	}
}
