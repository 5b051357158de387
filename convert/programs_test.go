package convert

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestActsByPrograms: where a model acts by writing programs, and neither calls a tool nor
// marks an answer, the record speaks a style that is none of ours. Programs that are only
// mentioned refuse nothing.
func TestActsByPrograms(t *testing.T) {
	auto, err := New(Options{To: "xml"})
	require.NoError(t, err)
	named, err := New(Options{From: "react", To: "xml"})
	require.NoError(t, err)
	for said, sign := range map[string]string{
		"I compute.\n<execute>\nprint(4)\n</execute>":                     "<execute>",
		"Thought: I compute.\nCode:\n```py\nprint(4)\n```<end_code>":      "<end_code>",
		"Thought: I compute.\n<code>\nprint(4)\n</code>":                  "<code>",
		"In HTML:\n<code>\nx\n</code>":                                    "",
		"Thought: t\nFinal Answer: In HTML:\n<code>\nx\n</code>":          "",
		"Thought: t\nAction: f\nAction Input: {\"p\": 1}\n<execute>\nx":   "",
		"Thought: A line may begin with <execute> or <execute_bash> here": "",
	} {
		in := &Conversation{Messages: []ir.Message{{Role: ir.RoleUser, Content: ir.Plain("q")}, {Role: ir.RoleAssistant, Content: ir.Plain(said)}}}
		for _, in := range []*Conversation{in, {Flat: true, Text: ir.Plain(said)}} {
			_, err := auto.Convert(in)
			if sign == "" {
				require.NoError(t, err, said)
				continue
			}
			require.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeForeignStyle}, said)
			require.ErrorContains(t, err, sign)
			_, err = named.Convert(in)
			require.NotErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeForeignStyle}, "the style is named")
		}
	}
}
