package dataset_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// TestShapesReadBackUnnamed: where the model of a record without calls quotes a style, a reader
// who is not told the shape finds other steps, and the record is a reject. Other words, think
// blocks and reasoning among them, are the same to that reader.
func TestShapesReadBackUnnamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said, reasoning string
		misread         bool
	}{
		{said: "Hello."},
		{said: "Hello.", reasoning: "They greet."},
		{said: "<think>\nThey greet.\n</think>\n\nHello."},
		{said: "Use `Thought:` for thoughts and `Action:` for actions."},
		{said: "Thought: I quote.\nFinal Answer: 4", misread: true},
		{said: "Thought: I quote.\nAction: f\nAction Input: {}", misread: true},
		{said: "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>", misread: true},
	} {
		message := map[string]string{"role": "assistant", "content": c.said}
		if c.reasoning != "" {
			message["reasoning_content"] = c.reasoning
		}
		record, err := json.Marshal(map[string]any{"messages": []any{map[string]string{"role": "system", "content": "S"}, map[string]string{"role": "user", "content": "?"}, message}})
		require.NoError(t, err)
		for _, to := range []string{"openai", "anthropic", "gemini", "responses", "llamafactory", "swift"} {
			_, _, err = nativeEngine(t, convert.Options{From: "openai", To: to}).Record(record)
			if !c.misread {
				require.NoError(t, err, "%s to %s", record, to)
				continue
			}
			require.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeReadBack}, "%s to %s", record, to)
			_, _, err = nativeEngine(t, convert.Options{From: "openai", To: to, ReadBack: convert.ReadBackStyle}).Record(record)
			require.NoError(t, err)
		}
		_, _, err = nativeEngine(t, convert.Options{From: "openai", To: "ir"}).Record(record)
		require.NoError(t, err, "the steps of a document have names")
	}
}
