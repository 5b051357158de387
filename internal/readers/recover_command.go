package readers

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/repair"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// mostCommand bounds a command in words, in bytes.
const mostCommand = 120

// command reports whether words are a call in words, as text games want them ("go
// to shelf 1"), in a style whose calls are a name with brackets, and notes it in
// m: the first word names the tool, the others are its argument. A sentence, a
// list's point and what goes over a line are none. It is a guess.
func (r *reader) command(t ir.Text, m *mark, words ir.Text) bool {
	words = words.Trim()
	if !r.opts.Guess || !r.style.InBrackets || words.Len() > mostCommand {
		return false
	}
	if c, _ := text.At(t, m.line); lower(c) < 'a' || lower(c) > 'z' {
		return false
	}
	space, behind := text.Index(words, 0, " ")
	if space < 0 || !isCommandWord(words.Slice(0, space)) {
		return false
	}
	if bytes.ContainsAny(words.B[behind:], "\n,:()[]{}\"`") || strings.IndexByte(".!?", text.Last(words)) >= 0 {
		return false
	}
	m.bare, m.command = true, true
	m.invocation = &repair.Invocation{Name: words.Slice(0, space), Args: text.From(words, behind).Trim(), Form: literal.FormPlain}
	return true
}

// isCommandWord reports whether t can be a command: lower-case letters, and no word
// that a sentence begins with.
func isCommandWord(t ir.Text) bool {
	if t.Len() < 2 || t.Len() > 32 {
		return false
	}
	word := t.String()
	return strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" && !slices.Contains(vocabulary.NoTools, word) && !slices.Contains(vocabulary.NoCommands, word)
}
