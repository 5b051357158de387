package dataset_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

// TestRecordKeys: what a record has next to its transcript goes to its place in another
// shape, in whatever form it is, and what is neither a tool list nor a prompt stays.
func TestRecordKeys(t *testing.T) {
	const (
		asked        = `{"role": "user", "content": "go"}`
		called       = `{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}`
		native       = `"messages": [` + asked + `, ` + called + `]`
		textMessages = asked + `, {"role": "assistant", "content": "Thought: x\nAction: f\nAction Input: {}"}`
		text         = `"messages": [` + textMessages + `]`
		gemini       = `"contents": [{"role": "user", "parts": [{"text": "go"}]}, {"role": "model", "parts": [{"functionCall": {"id": "a", "name": "f", "args": {}}}]}]`
		items        = `"input": [` + asked + `, {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}]`
		blocks       = `"messages": [` + asked + `, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}]`
		swift        = `"messages": [` + asked + `, {"role": "tool_call", "content": "{\"name\": \"f\", \"arguments\": {}}"}]`
		turns        = `"conversations": [{"from": "human", "value": "go"}, {"from": "function_call", "value": "{\"name\": \"f\", \"arguments\": {}}"}]`
	)
	for _, c := range []struct{ name, to, record, want string }{
		{"tools in a string", "gemini", `{` + native + `, "tools": "[{\"name\": \"f\", \"parameters\": {}}]"}`,
			`{` + gemini + `, "tools": [{"functionDeclarations": [{"name": "f"}]}]}`},
		{"each tool in a string", "gemini", `{` + native + `, "tools": ["{\"type\": \"function\", \"function\": {\"name\": \"f\", \"parameters\": {}}}"]}`,
			`{` + gemini + `, "tools": [{"functionDeclarations": [{"name": "f"}]}]}`},
		{"tools in a string, from a style", "responses", `{` + text + `, "tools": "[{\"name\": \"f\", \"parameters\": {}}]"}`,
			`{"input": [` + asked + `, {"role": "assistant", "content": "x"}, {"type": "function_call", "call_id": "call_0", "name": "f", "arguments": "{}"}], "tools": [{"type": "function", "name": "f", "parameters": {"type": "object", "properties": {}}, "strict": null}]}`},
		{"no tools", "gemini", `{` + native + `, "tools": null}`, `{` + gemini + `}`},
		{"no tools in a string", "gemini", `{` + native + `, "tools": ""}`, `{` + gemini + `}`},
		{"tools that are none", "gemini", `{` + native + `, "tools": "search, sums"}`, `{` + gemini + `, "tools": "search, sums"}`},
		{"tools that are none, from a style", "openai", `{` + text + `, "tools": "search, sums"}`,
			`{"messages": [` + asked + `, {"role": "assistant", "content": "x", "tool_calls": [{"id": "call_0", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}], "tools": "search, sums"}`},
		{"a prompt to responses", "responses", `{"system": "Be brief.", ` + native + `}`, `{"instructions": "Be brief.", ` + items + `}`},
		{"a prompt to gemini", "gemini", `{"system": "Be brief.", ` + native + `}`, `{"systemInstruction": {"parts": [{"text": "Be brief."}]}, ` + gemini + `}`},
		{"a prompt to anthropic", "anthropic", `{"system": "Be brief.", ` + native + `}`, `{"system": "Be brief.", ` + blocks + `}`},
		{"a prompt to llamafactory", "llamafactory", `{"system": "Be brief.", ` + native + `}`, `{"system": "Be brief.", ` + turns + `}`},
		{"a prompt to its own shape", "openai", `{"system": "Be brief.", ` + native + `}`, `{"system": "Be brief.", ` + native + `}`},
		{"a prompt from a style to openai", "openai", `{"system": "Be brief.", ` + text + `}`,
			`{"messages": [{"role": "system", "content": "Be brief."}, ` + asked + `, {"role": "assistant", "content": "x", "tool_calls": [{"id": "call_0", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`},
		{"a prompt from another shape to openai", "openai", `{"system": "Be brief.", ` + swift + `}`,
			`{"messages": [{"role": "system", "content": "Be brief."}, ` + asked + `, {"role": "assistant", "content": null, "tool_calls": [{"id": "call_0", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`},
		{"a prompt that is not the only one", "openai", `{"system": "Be brief.", "messages": [{"role": "system", "content": "Own."}, ` + asked + `, ` + called + `]}`,
			`{"system": "Be brief.", "messages": [{"role": "system", "content": "Own."}, ` + asked + `, ` + called + `]}`},
		{"two prompts to swift", "swift", `{"system": "Be brief.", "messages": [{"role": "system", "content": "Own."}, ` + asked + `, ` + called + `]}`,
			`{"system": "Be brief.", "messages": [{"role": "system", "content": "Own."}, ` + asked + `, {"role": "tool_call", "content": "{\"name\": \"f\", \"arguments\": {}}"}]}`},
		{"the same prompt twice to swift, from a style", "swift", `{"system": "Be brief.", "messages": [{"role": "system", "content": "Be brief."}, ` + textMessages + `]}`,
			`{"system": "Be brief.", "messages": [{"role": "system", "content": "Be brief."}, ` + asked + `, {"role": "assistant", "content": "x\n"}, {"role": "tool_call", "content": "{\"name\": \"f\", \"arguments\": {}}"}]}`},
		{"the same prompt twice to llamafactory", "llamafactory", `{"system": "Be br\u0069ef.", "messages": [{"role": "system", "content": "Be brief."}, ` + asked + `, ` + called + `]}`,
			`{"system": "Be br\u0069ef.", ` + turns + `}`},
		{"the same prompt twice to anthropic, from a style", "anthropic", `{"system": "Be brief.", "messages": [{"role": "system", "content": "Be brief."}, ` + textMessages + `]}`,
			`{"system": "Be brief.", "messages": [` + asked + `, {"role": "assistant", "content": [{"type": "text", "text": "x"}, {"type": "tool_use", "id": "call_0", "name": "f", "input": {}}]}]}`},
		{"a prompt from a style", "responses", `{"system": "Be brief.", ` + text + `}`,
			`{"instructions": "Be brief.", "input": [` + asked + `, {"role": "assistant", "content": "x"}, {"type": "function_call", "call_id": "call_0", "name": "f", "arguments": "{}"}]}`},
		{"messages in a string, changed in place", "openai", `{"messages": "[{\"role\":\"user\",\"content\":\"caf\\u00e9\"},{\"role\":\"assistant\",\"function_call\":{\"name\":\"f\",\"arguments\":\"{}\"}}]"}`,
			`{"messages": "[{\"role\":\"user\",\"content\":\"caf\\u00e9\"},{\"role\": \"assistant\", \"content\": null, \"tool_calls\": [{\"id\": \"call_0\", \"type\": \"function\", \"function\": {\"name\": \"f\", \"arguments\": \"{}\"}}]}]"}`},
		{"messages of a style in a string", "hermes", `{"n": 1, "messages": "[{\"role\":\"user\",\"content\":\"go\"},{\"role\":\"assistant\",\"content\":\"Thought: x\\nAction: f\\nAction Input: {}\"}]"}`,
			`{"n": 1, "messages": "[{\"role\":\"user\",\"content\":\"go\"},{\"role\":\"assistant\",\"content\":\"x\\n\\n<tool_call>\\n{\\\"name\\\": \\\"f\\\", \\\"arguments\\\": {}}\\n</tool_call>\"}]"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, err := nativeEngine(t, convert.Options{To: c.to}).Record([]byte(c.record))
			require.NoError(t, err)
			require.Equal(t, c.want, string(out))
		})
	}
}

// TestPromptNextToCalls: the format is taught in the one system prompt that there is.
func TestPromptNextToCalls(t *testing.T) {
	for _, called := range []string{
		`{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}`,
		`{"role": "tool_call", "content": "{\"name\": \"f\", \"arguments\": {}}"}`,
	} {
		out, _, err := nativeEngine(t, convert.Options{To: "react"}).Record([]byte(`{"system": "Be brief.", "messages": [{"role": "user", "content": "go"}, ` + called + `]}`))
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(gjson.GetBytes(out, "system").Str, "Be brief.\n\n# Format\n"), "%s", out)
		require.Equal(t, `["user","assistant"]`, gjson.GetBytes(out, "messages.#.role").Raw)
	}
}

// TestRowOfPackedList: a trainer gets the list itself and no string.
func TestRowOfPackedList(t *testing.T) {
	e, err := dataset.New(dataset.Options{For: "openai", Options: convert.Options{To: "openai"}})
	require.NoError(t, err)
	out, _, err := e.Record([]byte(`{"messages": "[{\"role\": \"user\", \"content\": \"go\"}, {\"role\": \"assistant\", \"function_call\": {\"name\": \"f\", \"arguments\": \"{}\"}}]"}`))
	require.NoError(t, err)
	require.Equal(t, `{"messages": [{"role": "user", "content": "go"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "call_0", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`, string(out))
}
