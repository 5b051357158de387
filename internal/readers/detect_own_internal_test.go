package readers

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// TestMayHoldOwn: where mayHoldOwn says that a style's own words are in no text, reading them
// finds none. Texts are put together from pieces of markers in many spellings.
func TestMayHoldOwn(t *testing.T) {
	pieces := []string{
		"Thought", "THINK", "Act", "action", "Action Input", "Action_Input", "action 2 input", "Tool", "tool-input", "Args", "Final Answer", "Answer", "Observation", "Schritt 2", "动作",
		":", ": ", "：", "*", "** ", "1", "\n", "\n\n", "\n ", "x", " is ", "{\"a\": 1}", "[y]", "(z)", "```\nls\n```", "get_tide", "\\uff1a", "\\u003a", "\\n",
	}
	own := &styles.Style{Name: "own", Family: styles.Markers, Call: "Schritt 2:", Input: "Mit:", Observation: "Sah:", Answer: "Fertig:", Thought: "Weil:"}
	all := append(grammar.All(), grammar.Of(own))
	draw := rand.New(rand.NewPCG(1, 2))
	refuted, found := 0, 0
	for range 4_000 {
		var b strings.Builder
		for range 3 + draw.IntN(12) {
			b.WriteString(pieces[draw.IntN(len(pieces))])
		}
		text := ir.Text{B: []byte(b.String()), Esc: strings.Contains(b.String(), `\`)}
		for _, s := range all {
			if s.Family != styles.Markers {
				continue
			}
			n, _ := spelledWords(s, []ir.Text{text}, false)
			switch {
			case n > 0:
				found++
				require.True(t, mayHoldOwn(s, []ir.Text{text}), "%s: %q", s.Name, b.String())
			case !mayHoldOwn(s, []ir.Text{text}):
				refuted++
			}
		}
	}
	require.NotZero(t, refuted)
	require.NotZero(t, found)
	t.Logf("own words in %d texts, refuted in %d", found, refuted)
}

func TestOwnBeforeColon(t *testing.T) {
	words := [][]string{{"action"}, {"action", "input"}}
	for text, want := range map[string]bool{
		"Action: f": true, "**ACTION 2**: f": true, "action_-3 input : x": true, "actioninput:": true, "reaction: x": true,
		"Action f": false, "Actions: f": false, "input: x": false, "Action, input: x": false, "": false, ":": false,
	} {
		require.Equal(t, want, ownBeforeColon(words, []byte(text)), "%q", text)
	}
}
