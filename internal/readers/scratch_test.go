package readers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// TestScratchLiterals: arguments that are Python literals, short and long, are in the memory
// of one Scratch, each for itself, and so are those of the next conversation.
func TestScratchLiterals(t *testing.T) {
	style, err := grammar.Lookup("react")
	require.NoError(t, err)
	var scratch readers.Scratch
	for round := range 3 {
		c := &ir.Conversation{}
		var want []string
		for i := range 40 {
			value := fmt.Sprint(round, strings.Repeat("x", i*i*(round+1)))
			c.Messages = append(c.Messages,
				ir.Message{Role: ir.RoleAssistant, Content: ir.Plain("Thought: so\nAction: f\nAction Input: {'k': '" + value + "', 'n': None}")},
				ir.Message{Role: ir.RoleUser, Content: ir.Plain("Observation: done")})
			want = append(want, `{"k": "`+value+`", "n": null}`)
		}
		res, err := readers.RecoverWith(style, c, readers.Options{Scratch: &scratch})
		require.NoError(t, err)
		var got []string
		for _, s := range res.Transcript.Steps {
			if s.Kind == ir.Call {
				require.Equal(t, ir.Python, s.Args.Form)
				got = append(got, s.Args.Value.String())
			}
		}
		require.Equal(t, want, got)
		scratch.Tidy()
	}
}
