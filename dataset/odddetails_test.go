package dataset_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// TestResultsAsObjectsOfText: a result that is an object with one text stays one in Gemini's
// shape, where such an object stands for the text.
func TestResultsAsObjectsOfText(t *testing.T) {
	for _, result := range []string{
		`{"error": "no such harbour"}`, `{"output": "12"}`, `{"result": "x"}`,
		`{"output": {"error": "x"}}`, `{"error": {"output": {"output": "x"}}}`, `{"output": {"depth": 7}}`,
	} {
		vercel := fmt.Sprintf(`{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "a", "toolName": "f", "input": {}}]}, `+
			`{"role": "tool", "content": [{"type": "tool-result", "toolCallId": "a", "toolName": "f", "output": {"type": "json", "value": %s}}]}]}`, result)
		there, _, err := nativeEngine(t, convert.Options{To: "gemini"}).Record([]byte(vercel))
		require.NoError(t, err, result)
		back, _, err := nativeEngine(t, convert.Options{To: "vercel"}).Record(there)
		require.NoError(t, err, result)
		require.Contains(t, string(back), `"value": `+result)
	}
}

// TestEmptyPrompts: an empty system prompt is no obstacle where an API has none.
func TestEmptyPrompts(t *testing.T) {
	record, apart := `{"messages": [{"role": "system", "content": ""}, {"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]}`,
		`{"system": "", "conversations": [{"from": "human", "value": "q"}, {"from": "function_call", "value": "{\"name\": \"f\", \"arguments\": {}}"}]}`
	for _, to := range []string{"openai", "anthropic", "gemini", "responses", "langchain-chat", "bedrock", "vercel", "inspect", "openai-batch"} {
		_, res, err := nativeEngine(t, convert.Options{From: "openai", To: to}).Record([]byte(record))
		require.NoError(t, err, to)
		require.Equal(t, 1, res.Steps[ir.User], to)
		_, res, err = nativeEngine(t, convert.Options{To: to}).Record([]byte(apart))
		require.NoError(t, err, to)
		require.Equal(t, 1, res.Steps[ir.Call], to)
	}
}

// TestQuestionsThatTeach: what the system prompt or the question of a plain transcript shows is
// not what the model says.
func TestQuestionsThatTeach(t *testing.T) {
	for _, head := range []string{
		"System: s\nQuestion: Answer as in\n<answer> answer here </answer>\n",
		"Question: Answer as in\n<answer> answer here </answer>\n<tool_use>\n",
		"System: s\nUser: one\nUser: two <answer>\n<answer> answer here </answer>\n",
	} {
		text := head + "Assistant: <tool_call>\n{\"name\": \"search\", \"arguments\": {\"q\": 1}}\n</tool_call>\n<tool_response>\nr\n</tool_response>\nAssistant: done"
		_, res, err := nativeEngine(t, convert.Options{To: "openai"}).Record(fmt.Appendf(nil, `{"text": %q}`, text))
		require.NoError(t, err, head)
		require.Equal(t, "hermes", res.Style, head)
		require.Equal(t, 1, res.Steps[ir.Call], head)
	}
}

// TestFormsOfShapes: what a record says goes into the form that its target takes, and what says
// nothing is named.
func TestFormsOfShapes(t *testing.T) {
	calls := func(content string) string {
		return `{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": ` + content + `, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "r"}]}`
	}
	page := `{"messages": [{"id": "1", "role": "user", "parts": [{"type": "text", "text": "q"}]}, {"id": "2", "role": "assistant", "parts": [{"type": "tool-f", "toolCallId": "a", "state": "output-available", "input": {}, "output": {"n": 1}}, {"type": "text", "text": "z"}]}]}`
	config := `{"toolConfig": {"tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}], "toolChoice": {"any": {}}}, `
	asked := `{"messages": [{"role": "user", "content": "q"}], "assistant_response": "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"}`
	for _, c := range []struct {
		record, to, has, hasNot string
		code                    ir.Code
	}{
		{calls(`"\n\n"`), "anthropic", `[{"type": "tool_use"`, `"text"`, ir.CodeEmptyThought},
		{calls(`[{"type": "text", "text": " "}]`), "bedrock", `[{"toolUse"`, `"text": " "`, ir.CodeEmptyThought},
		{calls(`"\n\n"`), "gemini", `{"text": "\n\n"}`, "", ""},
		{page, "vercel", `{"role": "tool", "content": [{"type": "tool-result", "toolCallId": "a", "toolName": "f", "output": {"type": "json", "value": {"n": 1}}}]}, {"role": "assistant", "content": "z"`, `"parts"`, ""},
		{config + calls(`"t"`)[1:], "openai", `"toolConfig"`, "", ""},
		{config + calls(`"t"`)[1:], "hermes", `<tools>`, "", ""},
		{config + calls(`"t"`)[1:], "gemini", `"toolConfig": {"functionCallingConfig": {"mode": "ANY"}}`, "toolSpec", ""},
		{asked, "openai", `"tool_calls"`, "assistant_response", ""},
		{`{"messages": [{"role": "user", "content": "q"}], "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}`, "anthropic", `"tool_use"`, `"tool_calls"`, ""},
		{`{"prompt": "q", "tool_calls": [{"name": "f", "arguments": {"n": 1}}], "tools": []}`, "anthropic", `"input": {"n": 1}`, `"tool_calls"`, ""},
		{`{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": " "}, {"role": "user", "content": "z"}, {"role": "assistant", "content": "a"}]}`, "anthropic", `[{"role": "user", "content": "q"}, {"role": "user", "content": "z"}`, `" "`, ir.CodeEmptyText},
		{`{"messages": [{"role": "user", "content": ""}, {"role": "assistant", "content": "a"}]}`, "bedrock", `[{"role": "assistant"`, `"user"`, ir.CodeEmptyText},
		{`{"messages": [{"role": "user", "content": ""}, {"role": "assistant", "content": ""}]}`, "vercel", `{"role": "user", "content": ""}`, "", ""},
		{`{"input": [{"role": "user", "content": "q"}, {"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "no"}, {"type": "output_text", "text": "w"}]}]}`, "openai", `"content": [{"type": "text", "text": "w"}], "refusal": "no"`, "", ""},
		{`{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": [{"type": "text", "text": "w"}, {"type": "refusal", "refusal": "no"}]}]}`, "responses", `{"type": "refusal", "refusal": "no"}`, "w\nno", ""},
		{asked, "hermes", `"content": "<tool_call>`, "assistant_response", ""},
		{`{"messages": []}`, "hermes", `{"messages": []}`, "", ir.CodeNoMarkers},
	} {
		out, res, err := nativeEngine(t, convert.Options{To: c.to}).Record([]byte(c.record))
		require.NoError(t, err, c.record)
		require.Contains(t, string(out), c.has, c.to)
		if c.hasNot != "" {
			require.NotContains(t, string(out), c.hasNot, c.to)
		}
		if c.code != "" {
			require.Contains(t, codesOf(res.Diagnostics), c.code, c.to)
		}
	}
	bedrock, _, err := nativeEngine(t, convert.Options{To: "bedrock"}).Record([]byte(config + calls(`"t"`)[1:]))
	require.NoError(t, err)
	require.Contains(t, string(bedrock), `"toolChoice": {"any": {}}`)
	_, res, err := nativeEngine(t, convert.Options{To: "hermes"}).Record(bedrock)
	require.NoError(t, err)
	require.Contains(t, codesOf(res.Diagnostics), ir.CodeToolChoice, "no word goes in silence")
}

// TestOddResults: results, contents and keys of an odd kind are written or named.
func TestOddResults(t *testing.T) {
	bedrock := func(last string) string {
		return `{"messages": [{"role": "user", "content": [{"text": "q"}]}, {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]}, {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "r"}]}}]}, ` + last + `]}`
	}
	gemini := func(result string) string {
		return `{"contents": [{"role": "user", "parts": [{"text": "q"}]}, {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]}, {"role": "user", "parts": [` + result + `]}]}`
	}
	for _, to := range []string{"openai", "anthropic", "gemini", "bedrock", "vercel", "langchain-chat", "responses", "hermes"} {
		for _, c := range []struct {
			record string
			code   ir.Code // "" where nothing is to be told
		}{
			{bedrock(`{"role": "assistant", "content": []}`), ""},
			{bedrock(`{"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [{"text": "again"}]}}]}`), ""},
			{bedrock(`{"role": "user", "content": [{"toolResult": {"toolUseId": "z", "content": [{"text": "again"}]}}]}`), ""},
			{gemini(`{"functionResponse": "{\"name\": \"f\", \"response\": {\"output\": \"r\"}}"}`), ir.CodePartWords},
			{gemini(`{"functionResponse": [{"name": "f", "response": {"output": "r"}}]}`), ir.CodePartWords},
			{`{"messages": [{"role": "user", "content": true}, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}]}`, ir.CodeResultValue},
			{`{"agent": "me", "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "z"}]}`, ""},
		} {
			_, res, err := nativeEngine(t, convert.Options{To: to}).Record([]byte(c.record))
			require.NoError(t, err, "%s: %s", to, c.record)
			if own := to == "gemini" || to == "anthropic" && c.code == ir.CodeResultValue; c.code != "" && !own {
				require.Contains(t, codesOf(res.Diagnostics), c.code, "%s: %s", to, c.record)
			}
		}
	}
	out, _, err := nativeEngine(t, convert.Options{To: "atif"}).Record([]byte(`{"agent": "me", "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "z"}]}`))
	require.NoError(t, err)
	require.Contains(t, string(out), `"extra": {"agent": "me"}`)
}
