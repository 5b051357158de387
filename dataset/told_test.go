package dataset_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// TestToldToOtherShapes: what another shape has no place for is told, also where it is no
// step, and a record of the shape itself keeps it.
func TestToldToOtherShapes(t *testing.T) {
	for _, c := range []struct {
		name, from, to, record string
		code                   ir.Code
	}{
		{"who speaks", "openai", "anthropic", `{"messages": [{"role": "user", "content": "?", "name": "ann"}, {"role": "assistant", "content": null, "name": "bot", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`, ir.CodeMessageKeys},
		{"how closely an image is looked at", "openai", "gemini", `{"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA", "detail": "low"}}]}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`, ir.CodeMessageKeys},
		{"keys of a system prompt", "anthropic", "openai", `{"system": [{"type": "text", "text": "S", "cache_control": {"type": "ephemeral"}}], "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}]}`, ir.CodeMessageKeys},
		{"the role developer", "openai", "anthropic", `{"messages": [{"role": "developer", "content": "S"}, {"role": "user", "content": "?"}, {"role": "developer", "content": "K"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`, ir.CodeRoleWord},
		{"the role developer of an item", "responses", "openai", `{"input": [{"role": "developer", "content": "S"}, {"role": "user", "content": "?"}, {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}]}`, ir.CodeRoleWord},
		{"a result of another id", "gemini", "openai", `{"contents": [{"role": "model", "parts": [{"functionCall": {"id": "a", "name": "f", "args": {}}}]}, {"role": "user", "parts": [{"functionResponse": {"id": "b", "name": "f", "response": {"output": "1"}}}]}]}`, ir.CodeIDChanged},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, res, err := nativeEngine(t, convert.Options{To: c.to}).Record([]byte(c.record))
			require.NoError(t, err)
			require.Contains(t, codesOf(res.Diagnostics), c.code)
			out, res, err := nativeEngine(t, convert.Options{To: c.from}).Record([]byte(c.record))
			require.NoError(t, err)
			require.JSONEq(t, c.record, string(out))
			require.NotContains(t, codesOf(res.Diagnostics), c.code)
		})
	}
}

// TestCarryElsewhere: on the way to another home than its own, a record says where it comes
// home.
func TestCarryElsewhere(t *testing.T) {
	const record = `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}]}`
	run := func(to string, record []byte) ([]byte, []ir.Code) {
		e, err := dataset.New(dataset.Options{Options: convert.Options{To: to}, Carry: dataset.CarryBytes})
		require.NoError(t, err)
		out, res, err := e.Record(record)
		require.NoError(t, err)
		return out, codesOf(res.Diagnostics)
	}
	text, codes := run("react", []byte(record))
	require.NotContains(t, codes, ir.CodeCarryElsewhere)
	away, codes := run("openai", text)
	require.Contains(t, codes, ir.CodeCarryElsewhere)
	home, codes := run("react", away)
	require.Equal(t, string(text), string(home))
	require.NotContains(t, codes, ir.CodeCarryElsewhere)
	home, codes = run("anthropic", home)
	require.Equal(t, record, string(home))
	require.NotContains(t, codes, ir.CodeCarryElsewhere)
}

func codesOf(list []ir.Diagnostic) (codes []ir.Code) {
	for i := range list {
		codes = append(codes, list[i].Code)
	}
	return codes
}

// TestResponsesShown: items that a service runs itself, and parts of contents, show the
// Responses API as calls of functions do.
func TestResponsesShown(t *testing.T) {
	for _, item := range []string{
		`{"type": "web_search_call", "id": "w", "status": "completed"}`,
		`{"type": "mcp_call", "id": "m", "name": "n", "arguments": "{}"}`,
		`{"type": "item_reference", "id": "x"}`,
		`{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "one"}]}`,
		`{"role": "user", "content": [{"type": "input_text", "text": "see"}]}`,
	} {
		record := `{"input": [{"role": "user", "content": "?"}, ` + item + `]}`
		out, res, err := nativeEngine(t, convert.Options{To: "responses"}).Record([]byte(record))
		require.NoError(t, err, item)
		require.Equal(t, "responses", res.Style)
		require.JSONEq(t, record, string(out))
	}
	_, _, err := nativeEngine(t, convert.Options{To: "responses"}).Record([]byte(`{"input": [{"type": "tool_call", "name": "f"}]}`))
	require.Error(t, err)
}

// TestPartsAreTrained: words in the parts of a content are something to train on.
func TestPartsAreTrained(t *testing.T) {
	const record = `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": [{"type": "thinking", "thinking": "", "signature": "s"}, {"type": "text", "text": "%s"}]}]}`
	for _, trainer := range []string{"openai", "together", "mistral"} {
		e, err := dataset.New(dataset.Options{For: trainer})
		require.NoError(t, err)
		out, res, err := e.Record([]byte(fmt.Sprintf(record, "yes")))
		require.NoError(t, err, trainer)
		require.Contains(t, string(out), "yes")
		require.Contains(t, codesOf(res.Diagnostics), ir.CodeSealedDropped)
		_, _, err = e.Record([]byte(fmt.Sprintf(record, " ")))
		require.Error(t, err, trainer)
	}
}

// TestToolListsOfShapes: the tool list of each shape is written in each other one.
func TestToolListsOfShapes(t *testing.T) {
	const schema = `{"type": "object", "properties": {"at": {"type": "string"}}}`
	const turns = `"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "y"}], "tools": [`
	for _, record := range []string{
		`{` + turns + `{"name": "f", "description": "D", "input_schema": ` + schema + `}]}`,
		`{` + turns + `{"name": "f", "description": "D", "parameters": ` + schema + `}]}`,
		`{` + turns + `{"type": "function", "function": {"name": "f", "description": "D", "parameters": ` + schema + `}}]}`,
		`{"contents": [{"role": "user", "parts": [{"text": "?"}]}, {"role": "model", "parts": [{"text": "y"}]}], "tools": [{"functionDeclarations": [{"name": "f", "description": "D", "parameters": ` + schema + `}]}]}`,
		`{"input": [{"role": "system", "content": "S"}, {"role": "user", "content": "?"}, {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "r"}]}, {"role": "assistant", "content": "y"}], "tools": [{"type": "function", "name": "f", "description": "D", "parameters": ` + schema + `}]}`,
	} {
		for _, s := range layouts.Shapes() {
			if s.Target == nil || s.Name == "ir" || s.Name == "adp" { // which holds no tools
				continue
			}
			out, _, err := nativeEngine(t, convert.Options{To: s.Name}).Record([]byte(record))
			require.NoError(t, err, "%s to %s", record, s.Name)
			require.Regexp(t, `"D\\?"`, string(out), s.Name)
		}
	}
}

// TestOwnShapeKeeps: a record of a shape keeps each byte in it, also what has several
// spellings.
func TestOwnShapeKeeps(t *testing.T) {
	for _, c := range []struct{ shape, record string }{
		{"openai", `{"messages": [{"role": "developer", "content": "S"}, {"role": "user", "content": "?"}, {"role": "developer", "content": "K"}, {"role": "assistant", "content": "", "refusal": null, "reasoning": "r", "function_call": null, "audio": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "1"}, {"role": "assistant", "content": "y", "reasoning_content": null}]}`},
		{"llamafactory", `{"conversations": [{"from": "human", "value": "?"}, {"from": "function_call", "value": "<think>r</think>I look.<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>"}, {"from": "observation", "value": "1"}, {"from": "gpt", "value": "<think>x</think>y"}], "tools": ""}`},
		{"llamafactory", `{"conversations": [{"from": "human", "value": "?"}, {"from": "gpt", "value": "y"}], "tools": ""}`},
		{"swift", `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "<think>x</think>I look."}, {"role": "tool_call", "content": "{\"name\": \"f\", \"arguments\": {}}"}, {"role": "tool_response", "content": "1"}]}`},
	} {
		out, _, err := nativeEngine(t, convert.Options{To: c.shape}).Record([]byte(c.record))
		require.NoError(t, err, c.record)
		require.Equal(t, c.record, string(out))
	}
}

// TestTwoPrompts: a prompt next to the messages and another as the first of them both have a
// place in a shape that has the prompt next to them.
func TestTwoPrompts(t *testing.T) {
	const answer = `{"role": "user", "content": "?"}, {"role": "assistant", "content": "y"}]}`
	for _, c := range []struct {
		record, to, want string
		codes            []ir.Code
	}{
		{`{"system": "S", "messages": [{"role": "system", "content": "K"}, ` + answer, "anthropic", `{"system": "S", "messages": [{"role": "system", "content": "K"}, ` + answer, nil},
		{`{"system": "S", "messages": [{"role": "system", "content": "S"}, ` + answer, "anthropic", `{"system": "S", "messages": [` + answer, nil},
		{`{"system": [{"type": "text", "text": "S", "cache_control": {"type": "ephemeral"}}], "messages": [{"role": "system", "content": "K"}, ` + answer, "anthropic",
			`{"system": [{"type": "text", "text": "S", "cache_control": {"type": "ephemeral"}}], "messages": [{"role": "system", "content": "K"}, ` + answer, nil},
		{`{"system": [{"type": "text", "text": "S", "cache_control": null}], "messages": [` + answer, "openai", `{"messages": [{"role": "system", "content": "S"}, ` + answer, []ir.Code{ir.CodeMessageKeys}},
		{`{"system": [{"type": "image"}], "messages": [` + answer, "openai", `{"system": [{"type": "image"}], "messages": [` + answer, nil},
		{`{"system": "S", "messages": [{"role": "system", "content": "K"}, ` + answer, "llamafactory",
			`{"system": "S\n\nK", "conversations": [{"from": "human", "value": "?"}, {"from": "gpt", "value": "y"}]}`, []ir.Code{ir.CodeJoined}},
	} {
		out, res, err := nativeEngine(t, convert.Options{To: c.to}).Record([]byte(c.record))
		require.NoError(t, err, c.record)
		require.Equal(t, c.want, string(out))
		codes := codesOf(res.Diagnostics)
		if res.Style == convert.Plain {
			require.Equal(t, ir.CodeNoMarkers, codes[0])
			codes = codes[1:]
		}
		require.Equal(t, c.codes, append([]ir.Code(nil), codes...))
	}
}
