package dataset

import (
	"fmt"
	"strings"
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

// A </think> that a message holds alone stays loud where messages are joined: the words after
// it are no less the model's.
func TestThinkTagOfJoinedMessages(t *testing.T) {
	for _, shape := range []string{"llamafactory", "swift", "openai", "anthropic"} {
		e, err := New(Options{Options: convert.Options{To: shape}})
		require.NoError(t, err)
		written, res, err := e.Record([]byte(`{"toolspeak": 2, "steps": [{"kind": "answer", "text": "</think>", "message": 0, "refusal": true}, {"kind": "answer", "text": "word", "message": 1}]}`))
		require.NoError(t, err, shape)
		require.Contains(t, string(written), "word")
		if !strings.Contains(string(written), "</think>") {
			require.Contains(t, fmt.Sprint(res.Diagnostics), "text-as-thought", shape)
		}
	}
}

// A tool whose schema says nothing goes to shapes in which each tool has one.
func TestToolWithoutParameters(t *testing.T) {
	for _, shape := range []string{"anthropic", "responses", "gemini", "openai"} {
		e, err := New(Options{Options: convert.Options{To: shape}})
		require.NoError(t, err)
		_, _, err = e.Record([]byte(`{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {}"}], "tools": [{"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}}}]}`))
		require.NoError(t, err, shape)
	}
}
