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
		want         []Fault
		more         int
	}{
		{schema, `{"q": "x", "n": 1}`, nil, 0},
		{schema, `{"n": 1, "z": 2, "z": 3}`, []Fault{{"q", true}, {"z", false}}, 0},
		{schema, `{"y": 1, "z": 2, "y": 3, "y": 4}`, []Fault{{"q", true}, {"y", false}}, 2},
		{`{"type": "object", "properties": {}, "additionalProperties": true}`, `{"z": 1}`, nil, 0},
		{`{"type": "object", "anyOf": []}`, `{"z": 1}`, nil, 0},
		{`{"topic": {}}`, `{"z": 1}`, []Fault{{"z", false}}, 0},
		{`{"properties": {}, "required": ["a", "b", "c", "a"]}`, `{"b": 1, "z": 1}`, []Fault{{"a", true}, {"c", true}}, 1},
		{``, `{"z": 1}`, nil, 0},
		{schema, `"text"`, nil, 0},
	} {
		tool := Tool{Name: "a", Parameters: json.RawMessage(c.schema)}
		got, more := tool.Rules().Check(text.Plain(c.args), 2)
		assert.Equal(t, c.want, got, "%s %s", c.schema, c.args)
		assert.Equal(t, c.more, more, "%s %s", c.schema, c.args)
		none, all := tool.Rules().Check(text.Plain(c.args), 0)
		assert.Empty(t, none)
		assert.Equal(t, len(c.want)+c.more, all, "%s %s", c.schema, c.args)
	}
	toolList := ToolList{Tools: []Tool{{Name: "a"}, {Name: "b"}}}
	assert.Equal(t, "b", toolList.lookup("b").Name)
	assert.Nil(t, toolList.lookup("c"))
}
