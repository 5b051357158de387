package prompts

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDefinitionsOf(t *testing.T) {
	for _, raw := range []string{
		"", " null\n", "[]", `"[]"`,
	} {
		c, err := fresh.ParseDefinitions([]byte(raw))
		require.NoError(t, err, raw)
		assert.Empty(t, c.Tools, raw)
	}
	for _, raw := range []string{
		`[{"name": "f"}]`, `{"name": "f"}`, "\n" + `{"type": "function", "function": {"name": "f"}}` + "\n",
		`"[{\"name\": \"f\"}]"`, `[{'name': 'f'}]`,
	} {
		c, err := fresh.ParseDefinitions([]byte(raw))
		require.NoError(t, err, raw)
		require.Len(t, c.Tools, 1, raw)
		assert.Equal(t, "f", c.Tools[0].Name, raw)
	}
}

func TestDefinitionsError(t *testing.T) {
	for _, test := range []struct {
		raw          string
		line, column int
		text         string
	}{
		{"[\n {\"name\": \"é\", x}\n]", 2, 16, "expected a key"},
		{"[{\"title\": \"f\"},\n  {\"description\": \"g\"}]", 1, 2, `tool 1: there is no "name"`},
		{"{\"name\": \"f\"}\n{\"name\": 7}", 2, 1, "the name is not a string: 7"},
		{"{\"name\": \"f\"}\n\n {\"name\": \"g\"", 3, 14, "found the end of the text"},
		{`{"name": "f"} {"name": 7}`, 1, 15, "the name is not a string"},
		{`{"name": "f"} and`, 1, 15, "a line of its own"},
		{`[{"name": "f"}],`, 1, 16, "expected the end"},
		{"\n7", 2, 1, "expected a JSON array of tools"},
		{`"[`, 1, 3, "found the end of the text"},
		{`"[]" 7`, 1, 5, "after the string"},
		{`"[\n{\"name\": }]"`, 1, 1, "in the string: line 2, column 10: "},
		{"[{\"name\": \"f\"},\n{'name': 'f'}, {'name': None}]", 1, 1, "the name is not a string"},
	} {
		_, err := fresh.ParseDefinitions([]byte(test.raw))
		var found *SyntaxError
		require.ErrorAs(t, err, &found, test.raw)
		assert.Contains(t, found.Text, test.text, test.raw)
		assert.Equal(t, []int{test.line, test.column}, []int{found.Line, found.Column}, "%s: %s", test.raw, found.Text)
	}
}

// TestDefinitionsAmong promises that functions are read whatever else is in the array.
func TestDefinitionsAmong(t *testing.T) {
	for _, raw := range []string{
		`[{"googleSearch": {}}, {"name": "f"}]`, `[{"name": "f"}, {"description": "g"}]`, `[null, {"type": "function", "function": {"name": "f"}}]`,
		`"[7, {\"name\": \"f\"}]"`, `[{"type": "function", "function": {}}, {"name": "f"}]`,
	} {
		c, err := fresh.ParseDefinitions([]byte(raw))
		require.NoError(t, err, raw)
		require.Len(t, c.Tools, 1, raw)
		assert.Equal(t, "f", c.Tools[0].Name, raw)
		assert.Len(t, c.LeftOut, 1, raw)
	}
}
