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
