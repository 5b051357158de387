package readers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// TestObjects reads calls of styles with fenced objects that lack the marker or
// the fence, and finds none in what may be an example.
func TestObjects(t *testing.T) {
	const (
		call    = `{"action": "weigh", "action_input": "two eggs"}`
		nested  = `{"action": "weigh", "action_input": "a ` + "```" + `js\\n{}\\n` + "```" + `"}`
		answer  = `{"action": "Final Answer", "action_input": "nine"}`
		toolish = `{"tool": "weigh", "tool_input": "two eggs"}`
	)
	for _, c := range []struct {
		style, text    string
		calls, answers int
	}{
		{"langchain-json", "```json\n" + call + "\n```", 1, 0},
		{"langchain-json", "Eggs first:\n```\n" + call + "\n```\nThen flour.", 1, 0},
		{"langchain-json", "See\n```sql\nselect 1\n```\nand\n```\n" + call + "\n```", 1, 0},
		{"langchain-json", "```\n" + call + "\n```\n```\n" + call + "\n```", 2, 0},
		{"langchain-json", "```\n" + nested + "\n```", 1, 0},
		{"langchain-json", "```json\n" + call, 1, 0},
		{"langchain-json", call, 1, 0},
		{"langchain-json", " \n" + answer + "\n", 0, 1},
		{"langchain-json", "Thought: go\n```\n" + answer + "\n```", 0, 1},
		{"langchain-json", "Action: " + call, 1, 0},
		{"tool-json", "Thought: go\n```\n" + toolish + "\n```", 1, 0},
		{"tool-json", "Tool:\n" + toolish + "\nDone.", 1, 0},
		{"tool-json", "```\n" + toolish + "\n```", 0, 1},
		{"tool-json", toolish, 0, 1},
		{"langchain-json", call + "\nis what one writes.", 0, 1},
		{"langchain-json", "One writes " + call, 0, 1},
		{"langchain-json", "```\n{\"action\": \"weigh\"}\n```", 0, 1},
		{"langchain-json", "```\n{\"actions\": [], \"action_input\": 1}\n```", 0, 1},
		{"langchain-json", "```\n" + call + "\nso it goes", 0, 1},
	} {
		style, err := grammar.Find(grammar.All(), c.style)
		require.NoError(t, err)
		res, err := readers.Recover(style, &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(c.text)}}})
		require.NoError(t, err, c.text)
		var calls, answers int
		for _, s := range res.Transcript.Steps {
			switch s.Kind {
			case ir.Call:
				calls++
				require.Equal(t, "weigh", s.Tool.String(), c.text)
			case ir.Answer:
				answers++
			}
		}
		require.Equal(t, [2]int{c.calls, c.answers}, [2]int{calls, answers}, c.text)
	}
}
