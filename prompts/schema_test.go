package prompts

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspeak/toolspeak/internal/text"
)

func TestOnlyString(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type": "object", "properties": {"q": {"type": "string"}, "n": {"type": "integer"}}, "required": ["q"]}`: "q",
		`{"type": "object", "properties": {"q": {"type": "string"}, "n": {"type": "integer"}}, "required": ["n"]}`: "",
		`{"properties": {"q": {"type": "string"}, "r": {"type": "string"}}}`:                                       "",
		`{"input": {"title": "Input", "type": "string"}}`:                                                          "input",
		`{"type": "object"}`: "",
		`{}`:                 "",
		``:                   "",
	} {
		tool := Tool{Name: "a", Parameters: json.RawMessage(schema)}
		got, ok := tool.OnlyString()
		assert.Equal(t, want != "", ok, schema)
		assert.Equal(t, want, got, schema)
	}
}

func TestCheck(t *testing.T) {
	schema := `{"type": "object", "properties": {"q": {"type": "string"}, "n": {}}, "required": ["q"]}`
	for _, c := range []struct {
		schema, args string
		want         []string
	}{
		{schema, `{"q": "x", "n": 1}`, nil},
		{schema, `{"n": 1, "z": 2, "z": 3}`, []string{`a has no parameter "q", which is required`, `a takes no parameter "z"`}},
		{`{"type": "object", "properties": {}, "additionalProperties": true}`, `{"z": 1}`, nil},
		{`{"type": "object", "anyOf": []}`, `{"z": 1}`, nil},
		{`{"topic": {}}`, `{"z": 1}`, []string{`a takes no parameter "z"`}},
		{``, `{"z": 1}`, nil},
		{schema, `"text"`, nil},
	} {
		tool := Tool{Name: "a", Parameters: json.RawMessage(c.schema)}
		assert.Equal(t, c.want, tool.Rules().Check(text.Plain(c.args)), "%s %s", c.schema, c.args)
	}
	catalog := Catalog{Tools: []Tool{{Name: "a"}, {Name: "b"}}}
	assert.Equal(t, "b", catalog.Lookup("b").Name)
	assert.Nil(t, catalog.Lookup("c"))
}
