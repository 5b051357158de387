package readers_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// TestUnheldText: if a step does not have all of its words, or is missing, the first word that
// is in no step is reported with its place.
func TestUnheldText(t *testing.T) {
	hold := func(whole string) ir.Text { return ir.Plain(whole) }
	const call = "<tool_use>\n  <name>weigh</name>\n  <arguments>{}</arguments>\n</tool_use>"
	for name, c := range map[string]struct {
		style, said string
		change      func(steps []ir.Step) []ir.Step
		want        string
	}{
		"as it was read": {"react", "Thought: I look it up\nat once.\nAction: search\nAction Input: {}", func(s []ir.Step) []ir.Step { return s }, ""},
		"a cut thought": {"react", "Thought: I look it up\nat once.\nAction: search\nAction Input: {}", func(s []ir.Step) []ir.Step {
			s[1].Text = hold("I look it up")
			return s
		}, "2:2:1 at"},
		"a cut argument": {"react", "Thought: so\nAction: search\nAction Input: one and two and three and four and five and six and seven", func(s []ir.Step) []ir.Step {
			s[2].Args.Raw = hold("one and two and three and four and five")
			return s
		}, "2:3:59 six"},
		"words before the first step": {"react", "Mind you.\nThought: so\nAnswer: yes", func(s []ir.Step) []ir.Step {
			s[1].Pos.Offset = len("Mind you.\n")
			s[1].Text = hold("so")
			return s
		}, "2:1:1 Mind"},
		"words after a call": {"xml", call + "\nplease wait", func(s []ir.Step) []ir.Step { return s[:2] }, "2:5:1 please"},
		"a question":         {"xml", call, func(s []ir.Step) []ir.Step { s[0].Text = hold("How heavy is"); return s }, "1:1:14 the"},
		"a number":           {"react", "Thought: one 22\nAnswer: yes", func(s []ir.Step) []ir.Step { s[1].Text = hold("one"); return s }, "2:1:14 22"},
	} {
		t.Run(name, func(t *testing.T) {
			style, err := grammar.Find(grammar.All(), c.style)
			require.NoError(t, err)
			in := &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleUser, Content: ir.Plain("How heavy is the egg?")}, {Role: ir.RoleAssistant, Content: ir.Plain(c.said)}}}
			res, err := readers.Read(style, in)
			require.NoError(t, err)
			res.Transcript.Steps = c.change(res.Transcript.Steps)
			got := ""
			for _, d := range readers.Accounts(style, in, &res.Transcript, nil) {
				if d.Code == ir.CodeUnheldText {
					got = fmt.Sprintf("%d:%d:%d %s", d.Message, d.Pos.Line, d.Pos.Column, d.Name)
				}
			}
			require.Equal(t, c.want, got, "%+v", res.Transcript.Steps)
		})
	}
}
