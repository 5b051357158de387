package dataset

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
)

// Words like the call of a model's format, in a transcript whose calls a style reads with
// their results, are no call: neither in the answer nor in a thought.
func TestWordsLikeCallsOfAFormat(t *testing.T) {
	for _, words := range []string{`<|python_tag|>print(1)`, `Use <function=f>{}</function>.`, `[TOOL_CALLS][{"name": "f", "arguments": {}}]`} {
		for _, style := range []string{"react", "xml", "tool-json", "langchain", "crewai", "cherry", "hermes"} {
			source := fmt.Sprintf(`{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "look", "arguments": "{\"at\": 1}"}}]}, {"role": "tool", "tool_call_id": "c", "content": "low"}, {"role": "assistant", "content": %q}]}`, words)
			there, err := New(Options{Options: convert.Options{To: style}})
			require.NoError(t, err)
			written, _, err := there.Record([]byte(source))
			require.NoError(t, err, style)
			back, err := New(Options{Options: convert.Options{To: "openai"}})
			require.NoError(t, err)
			again, _, err := back.Record(written)
			if err != nil { // it is said
				require.Contains(t, err.Error(), "foreign-style")
				continue
			}
			require.Contains(t, string(again), `"name": "look"`)
			require.NotContains(t, string(again), `"name": "f"`)
			require.NotContains(t, string(again), `"name": "python"`)
		}
	}
}
