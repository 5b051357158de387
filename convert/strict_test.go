package convert

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestStrict has each level refuse the diagnostics that it is for, and name the
// first of them.
func TestStrict(t *testing.T) {
	for name, c := range map[string]struct {
		text, repair string
		losses, all  string // what the levels refuse, or nothing
	}{
		"nothing to report": {text: "Thought: a\nAnswer: b"},
		"a note":            {text: "Action: f\nAction Input: {\"a\": \"</arguments>\"}", all: "note args-escaped: "},
		"a loss":            {text: "Thought:\nAnswer: b", losses: "loss empty-thought: ", all: "loss empty-thought: "},
		"a reading":         {text: "b", all: "repair plain-answer: "},
		"a safe repair":     {text: "Action: f\nAction Input: {'a': 1}", all: "repair python-args: "},
		"a guess": {
			text: "Action: f\nAction Input: {\"a\": 1", repair: "all",
			losses: "repair args-guessed: ", all: "repair args-guessed: ",
		},
		"a repair before a loss": {text: "Sure.\nThought: a\nAction: f\nAction Input: {'a': 1}", losses: "loss joined: ", all: "repair "},
	} {
		for level, refused := range map[Strict]string{StrictOff: "", StrictLosses: c.losses, StrictAll: c.all} {
			converter, err := New(Options{From: "react", To: "xml", Repair: Repair(c.repair), Strict: level})
			require.NoError(t, err)
			_, err = converter.Convert(&ir.Conversation{Messages: []ir.Message{
				{Role: ir.RoleUser, Content: ir.Plain("?")}, {Role: ir.RoleAssistant, Content: ir.Plain(c.text)},
			}})
			if refused == "" {
				require.NoError(t, err, "%s, %s", name, level)
				continue
			}
			var d *ir.Diagnostic
			require.True(t, errors.As(err, &d), "%s, %s", name, level)
			require.Equal(t, ir.CodeStrict, d.Code)
			require.Equal(t, ir.Reject, d.Severity)
			require.Contains(t, d.Text(), refused, "%s, %s", name, level)
		}
	}
}

func TestStrictOption(t *testing.T) {
	for _, level := range []Strict{"", StrictOff, StrictLosses, StrictAll} {
		_, err := New(Options{To: "xml", Strict: level})
		require.NoError(t, err)
	}
	_, err := New(Options{To: "xml", Strict: "very"})
	var option *OptionError
	require.ErrorAs(t, err, &option)
	require.Equal(t, []string{"off", "losses", "all"}, option.Allowed)
}
