package convert

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestScalarArguments: an argument that is a number stays one only where it keeps its spelling in
// other programs and its tool does not take a string.
func TestScalarArguments(t *testing.T) {
	c, err := New(Options{To: "hermes"})
	require.NoError(t, err)
	const takesText = `[{"name": "f", "parameters": {"type": "object", "properties": {"paper": {"type": "string"}}, "required": ["paper"]}}]`
	for said, want := range map[string][2]string{ // without a tool list and with one
		"1605.08380":           {`{"input": "1605.08380"}`, `{"paper": "1605.08380"}`},
		"1.0":                  {`{"input": "1.0"}`, `{"paper": "1.0"}`},
		"007":                  {`{"input": "007"}`, `{"paper": "007"}`},
		"1e400":                {`{"input": "1e400"}`, `{"paper": "1e400"}`},
		"1e5":                  {`{"input": "1e5"}`, `{"paper": "1e5"}`},
		"-0":                   {`{"input": "-0"}`, `{"paper": "-0"}`},
		"12345678901234567890": {`{"input": "12345678901234567890"}`, `{"paper": "12345678901234567890"}`},
		"5":                    {`{"input": 5}`, `{"paper": "5"}`},
		"-2.5":                 {`{"input": -2.5}`, `{"paper": "-2.5"}`},
		"true":                 {`{"input": true}`, `{"paper": "true"}`},
		`"a"`:                  {`{"input": "a"}`, `{"paper": "a"}`},
	} {
		for k, tools := range [][]byte{nil, []byte(takesText)} {
			out, err := c.Convert(&ir.Conversation{Context: ir.Context{Tools: tools}, Messages: []ir.Message{
				{Role: ir.RoleUser, Content: ir.Plain("q")}, {Role: ir.RoleAssistant, Content: ir.Plain("Thought: t\nAction: f\nAction Input: " + said)},
			}})
			require.NoError(t, err)
			steps := out.Lowered.Steps
			require.Equal(t, want[k], steps[len(steps)-1].Args.Value.String())
		}
	}
}

// TestNumbersThatAreTexts: an argument in a text that is no number as programs write it is a text
// in every style, and comes back as one.
func TestNumbersThatAreTexts(t *testing.T) {
	for _, to := range textStyles() {
		c, err := New(Options{To: to.Name})
		require.NoError(t, err)
		again, err := New(Options{From: to.Name})
		require.NoError(t, err)
		for _, said := range []string{"1605.08380", "1.0", "1e5", "-0", "12345678901234567890"} {
			out, err := c.Convert(&ir.Conversation{Messages: []ir.Message{
				{Role: ir.RoleUser, Content: ir.Plain("q")}, {Role: ir.RoleAssistant, Content: ir.Plain("Thought: t\nAction: f\nAction Input: " + said)},
			}})
			require.NoError(t, err)
			require.Equal(t, ir.PlainText, out.Read.Steps[2].Args.Form)
			read, err := again.ReadConversation(out.Conversation())
			require.NoError(t, err)
			args := read.Read.Steps[len(read.Read.Steps)-1].Args
			require.True(t, args.Form == ir.PlainText && args.Raw.String() == said || strings.HasSuffix(args.Value.String(), `: "`+said+`"}`), "%s: %s", to.Name, args.Value)
		}
	}
}
