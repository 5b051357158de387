package prompts

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// wordPieces are what paragraphs are put together from: plain words, those that decide, and
// parts of these.
var wordPieces = []string{
	"17", "1000001", "Bob", "Ann Lee", "O'Neil", "2024-05-01", "12:30", "v1.2", "3,5", "(new)", "a", "Zoë", "東京", "e-mail", "no", "x_y", "10/12",
	"tool", "tools", "func", "function", "this", "This tool", "api", "APIs", "apis", "for", "format", "mat", "answer", "Final", "Answer", "Final Answer:", "ation", "Observ", "Observation:", "Thought:",
	"Action", "Input", "Input:", "step", "now", "Now", "begin", "let's", "You", "are", "You are", "Your name is", "name", "`", "\"", "'", "**", "“", "- ", "> ", "1.", "2. ", "#", "# ", "```",
	".", ". ", "!", "? ", ";", ":", ": ", ",", "\n", "\n- ", "\n3. ", " ", "  ", "\t", "\\", "_", "*", "{", "[", "<tools>", "\u212a", "\u00a0", "Tool", "Tool Name:", "Name:", "Write calls and answers in tags",
}

func drawWords(t *rapid.T, label string, most int) string {
	var b strings.Builder
	for _, p := range rapid.SliceOfN(rapid.SampledFrom(wordPieces), 1, most).Draw(t, label) {
		b.WriteString(p)
		if rapid.IntRange(0, 3).Draw(t, "space") > 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Where a look at the words that differ is enough, a look at the whole paragraph finds the same.
func TestQuietWords(t *testing.T) {
	quiet := 0
	rapid.Check(t, func(t *rapid.T) {
		spell := func(s string) ir.Text { return ir.Plain(s) }
		if rapid.Bool().Draw(t, "escaped") {
			ascii := rapid.Bool().Draw(t, "ascii")
			spell = func(s string) ir.Text { return text.Escaped(text.AppendEscaped(nil, []byte(s), ascii)) }
		}
		lead := rapid.SampledFrom([]string{"", "You help ", "Today is ", "The user is called "}).Draw(t, "lead")
		front, back := lead+drawWords(t, "front", 5), drawWords(t, "back", 5)
		prompt := func(words string) ir.Text {
			return spell("The first paragraph is the same in all prompts.\n\n" + front + words + back + "\n\n" + "Use this format:\n\nThought: t\nAction: a\nAction Input: {}\nObservation: o\n\nThe last paragraph is the same in all.")
		}
		tr := New()
		to := drawStyle(t, "to")
		for range 2 {
			_, err := tr.Translate(prompt(drawWords(t, "old", 2)), to, Options{})
			require.NoError(t, err)
		}
		f := tr.cache.frames.known[0].Load()
		if f == nil {
			return
		}
		f.prepare()
		old := f.source.B
		for range 8 {
			now := prompt(drawWords(t, "new", 2)).B
			until := len(old) - text.CommonSuffix(old, now)
			for i := range f.paragraphs {
				p := &f.paragraphs[i]
				if at := text.CommonPrefix(old, now); !p.free || p.start > at || p.end < until || p.end+len(now)-len(old) <= p.start {
					continue
				}
				c := change{framePart: p, spelled: now[p.start : p.end+len(now)-len(old)]}
				if len(c.spelled) == 0 || !f.quiet(&c) {
					continue
				}
				quiet++
				whole := change{framePart: p, spelled: c.spelled}
				require.True(t, f.complete(&whole), "%q for %q", c.spelled, p.Text)
				require.Equal(t, whole.lines, c.lines)
				require.Equal(t, whole.width, c.width)
				if p.at < 0 {
					require.Equal(t, whole.said, c.said)
				}
			}
		}
	})
	assert.Positive(t, quiet)
	t.Log(quiet, "needed no look at the whole paragraph")
}
