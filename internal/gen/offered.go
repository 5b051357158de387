package gen

import (
	"strings"

	"pgregory.net/rapid"
)

// offered are the parameters that the tools of Offered have: schemas, and values that are
// of them. Where there are no values, they are strings with hostile words.
var offered = []struct {
	key, schema string
	values      []string
}{
	{"place", `{"type": "string"}`, nil},
	{"query", `{"type": "string", "description": "What to look for."}`, []string{`"3"`, `"true"`, `"null"`, `"007"`, `"{}"`, `"[1, 2]"`, `""`, `" a "`, `"a\n"`, `"\na"`, `"Zürich 中文 😀"`, `"\"a\" 'b' \\ c"`}},
	{"max_results", `{"type": "integer"}`, []string{"0", "-3", "41", "1000000"}},
	{"height", `{"type": "number"}`, []string{"2.5", "-0.25", "3", "1e3"}},
	{"exact", `{"type": "boolean"}`, []string{"true", "false"}},
	{"marks", `{"type": "array", "items": {"type": "integer"}}`, []string{"[]", "[1, 2]", "[-5]"}},
	{"words", `{"type": "array", "items": {"type": "string"}}`, []string{`["a", "b c"]`, `["3", "it's"]`, `[]`}},
	{"boat", `{"type": "object", "properties": {"name": {"type": "string"}, "crew": {"type": "integer"}}}`, []string{`{"name": "Gull", "crew": 3}`, `{"name": "a \"b\"", "crew": 0}`}},
	{"note", `{"type": ["string", "null"]}`, []string{"null", `"x"`}},
	{"unit", `{"type": "string", "enum": ["metric", "imperial"]}`, []string{`"metric"`}},
}

// Offered draws a record of Chat Completions in which tools are offered and called: hostile
// strings and values of all types, in one call or two, with words before them or without.
func (g *Generator) Offered() []byte {
	names := []string{"tide_at", "search", "get_weather2", "files-read"}
	n := rapid.IntRange(1, len(names)).Draw(g.T, "tools")
	var tools []string
	with := make([][]int, n)
	for i := range with {
		var properties []string
		for k, p := range offered {
			if rapid.IntRange(0, 2).Draw(g.T, "has") > 0 {
				with[i] = append(with[i], k)
				properties = append(properties, quote(p.key)+": "+p.schema)
			}
		}
		tools = append(tools, `{"type": "function", "function": {"name": `+quote(names[i])+`, "description": "A tool.", "parameters": {"type": "object", "properties": {`+strings.Join(properties, ", ")+`}}}}`)
	}
	var calls, results []string
	for i := rapid.IntRange(1, 3).Draw(g.T, "calls"); i > 0; i-- {
		tool := rapid.IntRange(0, n-1).Draw(g.T, "tool")
		var args []string
		for _, k := range with[tool] {
			if rapid.Bool().Draw(g.T, "given") {
				args = append(args, quote(offered[k].key)+": "+g.offeredValue(offered[k].values))
			}
		}
		id := rapid.StringMatching(`[A-Za-z0-9]{9}`).Draw(g.T, "id")
		calls = append(calls, `{"id": `+quote(id)+`, "type": "function", "function": {"name": `+quote(names[tool])+`, "arguments": `+quote("{"+strings.Join(args, ", ")+"}")+`}}`)
		results = append(results, `{"role": "tool", "tool_call_id": `+quote(id)+`, "content": `+quote("r"+g.words("observation"))+`}`)
	}
	said := ""
	if rapid.IntRange(0, 2).Draw(g.T, "words") == 0 {
		said = "I look." + g.words("text")
	}
	return []byte(`{"messages": [{"role": "user", "content": "Go on."}, {"role": "assistant", "content": ` + quote(said) + `, "tool_calls": [` + strings.Join(calls, ", ") + `]}, ` +
		strings.Join(results, ", ") + `, {"role": "assistant", "content": "Done."}], "tools": [` + strings.Join(tools, ", ") + `]}`)
}

func (g *Generator) offeredValue(values []string) string {
	if values == nil {
		return quote(g.words("args"))
	}
	return rapid.SampledFrom(values).Draw(g.T, "value")
}
