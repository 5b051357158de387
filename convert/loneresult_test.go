package convert_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// TestLoneResult: prose of a model that is taken for a result, in a conversation without a
// call, is told.
func TestLoneResult(t *testing.T) {
	const lone = "It rains.\nObservation: it is wet."
	for name, c := range map[string]struct {
		said []string
		from string
		want int
	}{
		"a line of prose":     {[]string{lone}, "", 1},
		"several":             {[]string{lone, lone}, "", 1},
		"a tag":               {[]string{"It rains.\n<tool_response>\nwet\n</tool_response>"}, "", 1},
		"after its call":      {[]string{"Action: f\nAction Input: {}\nObservation: wet\nAnswer: yes"}, "", 0},
		"the style was named": {[]string{lone}, "react", 0},
		"no result":           {[]string{"Thought: why\nAnswer: yes"}, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			conv, err := convert.New(convert.Options{From: c.from, To: "xml"})
			require.NoError(t, err)
			in := &ir.Conversation{}
			for _, said := range c.said {
				in.Messages = append(in.Messages, ir.Message{Role: ir.RoleUser, Content: ir.Plain("Well?")}, ir.Message{Role: ir.RoleAssistant, Content: ir.Plain(said)})
			}
			out, err := conv.Convert(in)
			require.NoError(t, err)
			got := 0
			for i := range out.Diagnostics {
				if d := &out.Diagnostics[i]; d.Code == ir.CodeUnmatchedResult {
					got++
					require.Equal(t, 2, d.Message)
					require.NotZero(t, d.Pos)
				}
			}
			require.Equal(t, c.want, got, "%v", out.Diagnostics)
		})
	}
}
