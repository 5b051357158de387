package dataset_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// Reasoning whose opening tag is in the prompt is reasoning in every shape and style, and is
// written as reasoning; a tag that an answer speaks of stays.
func TestUnopenedThink(t *testing.T) {
	const reasoning, answer = `R.\n</think>\n\n`, `Q.\n</think>\n\nYes.`
	sources := map[string]string{
		"openai":       `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "` + reasoning + `", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "c", "content": "1"}, {"role": "assistant", "content": "` + answer + `"}]}`,
		"openai parts": `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": [{"type": "text", "text": "` + reasoning + `"}], "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "c", "content": "1"}, {"role": "assistant", "content": [{"type": "text", "text": "` + answer + `"}]}]}`,
		"anthropic":    `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": [{"type": "text", "text": "` + reasoning + `"}, {"type": "tool_use", "id": "c", "name": "f", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "1"}]}, {"role": "assistant", "content": "` + answer + `"}]}`,
		"gemini":       `{"contents": [{"role": "user", "parts": [{"text": "?"}]}, {"role": "model", "parts": [{"text": "` + reasoning + `"}, {"functionCall": {"name": "f", "args": {}}}]}, {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {"result": "1"}}}]}, {"role": "model", "parts": [{"text": "` + answer + `"}]}]}`,
		"llamafactory": `{"conversations": [{"from": "human", "value": "?"}, {"from": "function_call", "value": "` + reasoning + `{\"name\": \"f\", \"arguments\": {}}"}, {"from": "observation", "value": "1"}, {"from": "gpt", "value": "` + answer + `"}]}`,
		"swift":        `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "` + reasoning + `"}, {"role": "tool_call", "content": "{\"name\": \"f\", \"arguments\": {}}"}, {"role": "tool_response", "content": "1"}, {"role": "assistant", "content": "` + answer + `"}]}`,
		"hermes":       `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "` + reasoning + `<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"}, {"role": "user", "content": "<tool_response>\n1\n</tool_response>"}, {"role": "assistant", "content": "` + answer + `"}]}`,
		"react":        `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "` + reasoning + `Action: f\nAction Input: {}"}, {"role": "user", "content": "Observation: 1"}, {"role": "assistant", "content": "Q.\n</think>\n\nAnswer: Yes."}]}`,
	}
	written := map[string][]string{
		"openai":       {`"reasoning_content": "R."`, `"reasoning_content": "Q."`},
		"llamafactory": {`<think>\nR.\n</think>`, `<think>\nQ.\n</think>`},
		"swift":        {`<think>\nR.\n</think>`, `<think>\nQ.\n</think>`},
		"anthropic":    {`<think>\nR.\n</think>`, `<think>\nQ.\n</think>`},
		"xml":          {`<think>\nR.\n</think>`, `<think>\nQ.\n</think>`},
		"react":        {`<think>\nR.\n</think>`, `<think>\nQ.\n</think>`},
	}
	rewrite := func(t *testing.T, to, source string) (out string, repairs int) {
		b, res, err := nativeEngine(t, convert.Options{To: to}).Record([]byte(source))
		require.NoError(t, err)
		for _, code := range codesOf(res.Diagnostics) {
			if code == ir.CodeUnopenedThink {
				repairs++
			}
		}
		return string(b), repairs
	}
	for from, source := range sources {
		for to, wants := range written {
			t.Run(from+" to "+to, func(t *testing.T) {
				out, repairs := rewrite(t, to, source)
				require.Equal(t, 2, repairs)
				if from == "anthropic" && to == from {
					wants = []string{`"thinking": "R."`, `"thinking": "Q."`}
				}
				for _, want := range wants {
					require.Contains(t, out, want)
				}
				require.Contains(t, out, "Yes.")
			})
		}
		if from == "llamafactory" { // its calls take no words before them but tags
			continue
		}
		t.Run(from+" with words about it", func(t *testing.T) {
			_, repairs := rewrite(t, "xml", strings.NewReplacer(`R.\n</think>\n\n`, "Write `</think>`.\\n", `Q.\n</think>\n\n`, "The tag </think> ends it.\\n").Replace(source))
			require.Zero(t, repairs)
		})
	}
}
