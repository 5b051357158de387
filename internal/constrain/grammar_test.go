package constrain

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/page"
)

// A grammar is what the page says: a section around calls, and a value of its type.
func TestGrammar(t *testing.T) {
	const tools = `[{"type": "function", "function": {"name": "tide", "parameters": {"type": "object", "properties": {"days": {"type": "integer"}, "unit": {"enum": ["m", "ft"]}}}}}]`
	got, err := Grammar(page.ByName("qwen3-coder"), []byte(tools), "gbnf")
	require.NoError(t, err)
	require.Contains(t, got, `"<parameter=" "days" ">\n" integer`)
	require.Contains(t, got, `("ft" | "m") "\n</parameter>"`)
	require.True(t, strings.HasPrefix(got, "root ::= "), got)
	for line := range strings.Lines(got) {
		require.Contains(t, line, " ::= ")
	}
}

// Schemas that are no schemas, or refer to themselves, are taken as they are.
func TestSchemas(t *testing.T) {
	for _, parameters := range []string{
		`{}`, `null`, `{"type": "object"}`, `{"type": "object", "properties": {"a": true, "b": {}, "c": {"type": "odd"}, "d": {"type": []}, "e": {"enum": []}}}`,
		`{"type": "object", "properties": {"tree": {"$ref": "#/$defs/tree"}, "none": {"$ref": "#/nowhere"}}, "$defs": {"tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/tree"}}}}}`,
	} {
		for _, p := range page.All() {
			for _, f := range Formats() {
				if p.Written("tide") == "" {
					continue
				}
				got, err := Grammar(p, []byte(`[{"name": "tide", "parameters": `+parameters+`}]`), f)
				require.NoError(t, err, "%s %s", p.Name, parameters)
				require.NotContains(t, got, "()")
			}
		}
	}
	for list, want := range map[string]string{`{}`: "give a JSON list of tools", `[]`: "the list is empty", `[{}]`: "one has none"} {
		_, err := Grammar(page.ByName("hermes"), []byte(list), "gbnf")
		require.ErrorContains(t, err, want)
	}
	_, err := Grammar(page.ByName("codeact"), []byte(`[{"name": "tide"}]`), "gbnf")
	require.ErrorContains(t, err, "holds programs")
}
