package dataset

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// A place is said as an editor opens it. What is not known is not said, and the record
// only where the line does not tell it.
func TestWhere(t *testing.T) {
	at := func(message, line, column int) ir.Diagnostic {
		return ir.Diagnostic{Message: message, Pos: ir.Place{Line: line, Column: column}}
	}
	for want, f := range map[string]Found{
		"a.jsonl:7: message 2, line 3, column 21":         {Record: 7, Line: 7, Diagnostic: at(2, 3, 21)},
		"a.jsonl:9: record 7, message 2":                  {Record: 7, Line: 9, Diagnostic: at(2, 0, 0)},
		"a.jsonl:7":                                       {Record: 7, Line: 7},
		"a.jsonl:7:15":                                    {Record: 7, Line: 7, Diagnostic: at(0, 7, 15)},
		"a.jsonl:12: record 2, message 1, line 3":         {Record: 2, Line: 9, Diagnostic: at(1, 3, 0), Spot: &Spot{Line: 12}},
		"a.jsonl: record 7, message 1, line 2, column 3":  {Record: 7, Diagnostic: at(1, 2, 3)},
		"a.jsonl: record 12":                              {Record: 12},
		"a.jsonl: record 3, message 4, line 5, column 66": {Record: 3, Diagnostic: at(4, 5, 66), Spot: &Spot{Line: 1}},
	} {
		f.File = "a.jsonl"
		assert.Equal(t, want, f.Where())
	}
}

// A line of JSON has the keys that are known, in one order.
func TestFoundJSON(t *testing.T) {
	d := ir.Report(ir.CodePythonArgs, "x < y & z")
	d.Message, d.Pos = 2, ir.Place{Line: 3, Column: 4}
	f := Found{File: "a", Record: 1, Offset: -1, Diagnostic: d}
	const said = `"severity":"repair","code":"python-args","message":2,"line":3,"column":4,"text":"x < y & z"`
	assert.Equal(t, `{"file":"a","record":1,`+said+`}`, encoded(t, f))
	f.Position, f.Offset, f.Length, f.Line = 5, 0, 10, 1
	assert.Equal(t, `{"file":"a","record":1,"position":5,"offset":0,"length":10,"file_line":1,`+said+`}`, encoded(t, f))
	f.Spot = &Spot{Line: 2, Column: 3, Offset: 4, Excerpt: "<b>", Front: true}
	assert.Equal(t, `{"file":"a","record":1,"position":5,"offset":0,"length":10,"file_line":2,"file_column":3,"file_offset":4,`+said+`,"excerpt":"…<b>"}`, encoded(t, f))
}

func encoded(t *testing.T, f Found) string {
	b, err := f.MarshalJSON()
	require.NoError(t, err)
	require.True(t, json.Valid(b))
	return string(b)
}
