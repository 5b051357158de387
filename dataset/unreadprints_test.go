package dataset_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

// TestUnreadPrints: a text that a known program printed in a form that is not read is a reject with the
// program's name and a way.
func TestUnreadPrints(t *testing.T) {
	for text, want := range map[string]string{
		"You are in a room.\n\n> go to desk 1\nA lamp is on it.\n\n> take lamp 1\nYou have it.\n": "--from alfworld",
		"DEBUG ***** Agent ID: a *****\nDEBUG ===== assistant =====\nDEBUG Tool Calls:\n":         "Agno",
		"bot response: [{'role': 'assistant', 'content': 'I look.'}]\n":                           "Qwen-Agent",
		"tool_call: search({})\ntool_output: noon\nassistant: Noon.\n":                            "OpenAI Agents SDK",
		"It rains.\n> go\n": "no line with a marker",
		"Question: q\n<think>I look.</think>\n<action>weigh[a sack]</action>\n<observation>heavy</observation>\n<answer>heavy</answer>\n": "<action>",
		"user: q\nassistant: <think>I look.</think><search>rye prices</search>\n<information>low</information>\n<answer>low</answer>\n":   "<search>",
	} {
		for rec, err := range dataset.Records(t.Context(), strings.NewReader(text)) {
			require.NoError(t, err)
			_, _, err = nativeEngine(t, convert.Options{To: "openai"}).ConvertRecord(rec)
			require.ErrorContains(t, err, want, text)
		}
	}
}

// TestRecordsInLogs: every record that a log has on a line is read, wherever its transcript is in it.
func TestRecordsInLogs(t *testing.T) {
	lines := []string{
		`{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {}"}]}`,
		`{"id": 2, "conversations": [{"from": "human", "value": "q"}, {"from": "gpt", "value": "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"}]}`,
		`{'id': 3, 'text': 'Question: q\nThought: t\nAction: f\nAction Input: {}\nObservation: o\nThought: u\nFinal Answer: a'}`,
		`{"id": 4, "prompt": [{"role": "user", "content": "q"}], "completion": [{"role": "assistant", "content": null, "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`,
	}
	for first := range lines {
		log := "starting\n" + strings.Join(append(append([]string{}, lines[first:]...), lines[:first]...), "\n") + "\ndone\n"
		converted, rejected := convertedLines(t, "run.log", log)
		require.Equal(t, [2]int{len(lines), 0}, [2]int{converted, rejected}, log)
	}
}
