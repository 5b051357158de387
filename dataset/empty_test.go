package dataset_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// TestNothingSaid: a record in which nobody says anything is a reject or stays as it is, whatever
// the target and the layout.
func TestNothingSaid(t *testing.T) {
	t.Parallel()
	for _, record := range []string{
		`{"messages": []}`, `{"messages": null}`, `[]`, `{}`, `{"conversations": []}`, `{"text": ""}`, `{"messages": [], "tools": []}`, `{"contents": []}`,
		`{"input": []}`, `{"prompt": [], "completion": []}`, `{"toolspeak": 1, "steps": []}`, `{"loglines": []}`, `{"messages": "[]"}`, `""`,
		`{"messages": [], "tools": [{"type": "function", "function": {"name": "f"}}]}`, `{"trajectory": [], "history": []}`,
	} {
		for _, to := range []string{"hermes", "react", "langchain-json", "openai", "anthropic", "gemini", "responses", "llamafactory", "swift", "atif", "ir"} {
			out, _, err := nativeEngine(t, convert.Options{To: to}).Record([]byte(record))
			if err == nil {
				require.Equal(t, record, string(out), to)
			} else {
				require.NotContains(t, []ir.Code{"", ir.CodeInternal}, codeOf(err), "%s to %s", record, to)
			}
		}
		for _, trainer := range []string{"trl", "axolotl", "llamafactory", "openai"} {
			e, err := dataset.New(dataset.Options{For: trainer})
			require.NoError(t, err)
			_, _, err = e.Record([]byte(record))
			require.NotContains(t, []ir.Code{"", ir.CodeInternal}, codeOf(err), "%s for %s", record, trainer)
		}
	}
}

// TestReasoningInPieces: the reasoning and the tools of a prompt and its completion without a
// call are read.
func TestReasoningInPieces(t *testing.T) {
	t.Parallel()
	for _, record := range []string{
		`{"prompt": [{"role": "user", "content": "q"}], "completion": [{"role": "assistant", "content": "a", "reasoning_content": "Because."}]}`,
		`{"prompt": [{"role": "user", "content": "q"}], "chosen": [{"role": "assistant", "content": "a", "reasoning_content": "Because."}], "rejected": [{"role": "assistant", "content": "b", "reasoning_content": "No."}]}`,
	} {
		for _, to := range []string{"react", "hermes", "anthropic"} {
			out, res, err := nativeEngine(t, convert.Options{To: to}).Record([]byte(record))
			require.NoError(t, err)
			require.Equal(t, "openai", res.Style)
			require.Contains(t, string(out), "Because.", to)
		}
	}
}
