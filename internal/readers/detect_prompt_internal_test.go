package readers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// A word is found in an escaped prompt where it is found in what the prompt says.
func TestWordsOfEscapedPrompts(t *testing.T) {
	words := []string{"naction:", "Answer:", `"tool_input"`, "d:", "\\n", "<b>", "n"}
	pieces := append([]string{`\n`, `\\`, `\"`, `\u4e2`, `\u4e2d`, `\ud83d\ude00`, "d", ":", "A", "action:", `tool_input\"`, "nswer:", " ", "é", `\/`}, words...)
	for i, p := range pieces {
		pieces[i] = strings.ReplaceAll(p, `"tool_input"`, `\"tool_input\"`)
	}
	rapid.Check(t, func(t *rapid.T) {
		inside := strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces"), "")
		if !jsonx.Valid([]byte(`"` + inside + `"`)) {
			return // not the inside of a JSON string
		}
		text := ir.Escaped([]byte(inside))
		for _, w := range words {
			require.Equal(t, strings.Contains(text.String(), w), containsIn(text.B, spelledOnce(w)), "%q in %s", w, inside)
		}
	})
	require.Nil(t, spelledOnce("a/b"), "a slash has two spellings")
	require.Nil(t, spelledOnce("é"))
}
