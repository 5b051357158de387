package schema_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspeak/toolspeak/internal/schema"
	"github.com/toolspeak/toolspeak/internal/text"
)

func TestText(t *testing.T) {
	for raw, want := range map[string]string{
		`{"type": "object", "properties": {"q": {"type": "string"}, "n": {"type": "integer"}}, "required": ["q"]}`: "q",
		`{"type": "object", "properties": {"q": {"type": "string"}, "n": {"type": "integer"}}, "required": ["n"]}`: "",
		`{"properties": {"q": {"type": "string"}, "r": {"type": "string"}}}`:                                       "",
		`{"input": {"title": "Input", "type": "string"}}`:                                                          "input",
		`{"type": "object"}`: "",
		`{}`:                 "",
		``:                   "",
	} {
		assert.Equal(t, want, schema.Read([]byte(raw)).Text(), raw)
	}
}

func TestCheck(t *testing.T) {
	usual := `{"type": "object", "properties": {"q": {"type": "string"}, "n": {}}, "required": ["q"]}`
	for _, c := range []struct {
		parameters, args string
		want             []schema.Fault
		more             int
	}{
		{usual, `{"q": "x", "n": 1}`, nil, 0},
		{usual, `{"n": 1, "z": 2, "z": 3}`, []schema.Fault{{"q", true}, {"z", false}}, 0},
		{usual, `{"y": 1, "z": 2, "y": 3, "y": 4}`, []schema.Fault{{"q", true}, {"y", false}}, 2},
		{`{"type": "object", "properties": {}, "additionalProperties": true}`, `{"z": 1}`, nil, 0},
		{`{"type": "object", "anyOf": []}`, `{"z": 1}`, nil, 0},
		{`{"topic": {}}`, `{"z": 1}`, []schema.Fault{{"z", false}}, 0},
		{`{"properties": {}, "required": ["a", "b", "c", "a"]}`, `{"b": 1, "z": 1}`, []schema.Fault{{"a", true}, {"c", true}}, 1},
		{``, `{"z": 1}`, nil, 0},
		{usual, `"text"`, nil, 0},
	} {
		p := schema.Read([]byte(c.parameters))
		got, more := p.Check(text.Plain(c.args), 2)
		assert.Equal(t, c.want, got, "%s %s", c.parameters, c.args)
		assert.Equal(t, c.more, more, "%s %s", c.parameters, c.args)
		none, all := p.Check(text.Plain(c.args), 0)
		assert.Empty(t, none)
		assert.Equal(t, len(c.want)+c.more, all, "%s %s", c.parameters, c.args)
	}
}
