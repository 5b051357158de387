package readers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// TestRecover reads markers in other spellings, and finds no call in texts
// that only look alike.
func TestRecover(t *testing.T) {
	react, err := grammar.Find(grammar.All(), "react")
	require.NoError(t, err)
	for _, c := range []struct {
		text  string
		calls int
	}{
		{"THOUGHT: go\nACTION: look\nACTION INPUT: {}", 1},
		{"Thought 1: go\nAction 1: look\nAction Input 1: {}", 1},
		{"**Thought:** go\n**Action:** look\n**Action Input:** {}", 1},
		{"### Action: look\n### Action Input: {}", 1},
		{"> Action: look\n> Action Input: {}", 1},
		{"- Action: look\n- Action Input: {}", 1},
		{"Action：look\nAction Input：{}", 1},
		{"The action: buy milk.", 0},
		{"- Action: buy milk\n- Owner: Ann", 0},
		{"action: none of these", 0},
		{" Action: look\n Action Input: {}", 1},
		{"Actions: look\nAction Inputs: {}", 0},
		{"answer: nine", 0},
	} {
		in := &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(c.text)}}}
		res, err := readers.Recover(react, in)
		require.NoError(t, err, c.text)
		calls := 0
		for _, s := range res.Transcript.Steps {
			if s.Kind == ir.Call {
				calls++
				require.Equal(t, "look", s.Tool.String(), c.text)
			}
		}
		require.Equal(t, c.calls, calls, c.text)
		if c.calls > 0 {
			require.Equal(t, ir.CodeMarkerSpelling, res.Diagnostics[0].Code, c.text)
			require.Equal(t, [2]int{1, 1}, [2]int{res.Diagnostics[0].Pos.Line, res.Diagnostics[0].Pos.Column}, c.text)
		}
	}
}

// TestRecoverResult reads a user's message as a result in another spelling while
// a call is open, and as a question else.
func TestRecoverResult(t *testing.T) {
	react, err := grammar.Find(grammar.All(), "react")
	require.NoError(t, err)
	call := ir.Message{Role: ir.RoleAssistant, Content: ir.Plain("Action: look\nAction Input: {}")}
	for _, text := range []string{"**Observation:** a door", "OBSERVATION: a door", "观察：a door", "Observation 1: a door"} {
		said := ir.Message{Role: ir.RoleUser, Content: ir.Plain(text)}
		for _, open := range []bool{true, false} {
			in := &ir.Conversation{Messages: []ir.Message{said}}
			if open {
				in.Messages = []ir.Message{call, said}
			}
			res, err := readers.Recover(react, in)
			require.NoError(t, err)
			last := res.Transcript.Steps[len(res.Transcript.Steps)-1]
			if open {
				require.Equal(t, ir.Observation, last.Kind, text)
				require.Equal(t, "a door", last.Text.String(), text)
				require.Equal(t, ir.CodeMarkerSpelling, res.Diagnostics[0].Code)
				continue
			}
			require.Equal(t, ir.User, last.Kind, text)
			require.Equal(t, text, last.Text.String())
		}
	}
}

// TestRecoverBelow: what a marker has on its line is not below it where another begins there.
func TestRecoverBelow(t *testing.T) {
	react, err := grammar.Find(grammar.All(), "react")
	require.NoError(t, err)
	for _, called := range []string{"Calling function: look with args: {}", ">>> Calling tool: 'look' with arguments: {}", "Invoking: `look` with `{}`", "Action: look\nAction Input: {}"} {
		said := "1. Thought: go\n## Tool Output:\n" + called
		in := &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(said)}}}
		res, err := readers.Recover(react, in)
		require.NoError(t, err, said)
		require.Equal(t, "look", res.Transcript.Steps[len(res.Transcript.Steps)-1].Tool.String(), said)
	}
}
