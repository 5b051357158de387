package readers

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Resembles reports whether a text in which no transcript was found has words of one: a line
// begins like a thought or a call of any style, or a tag of a call is in it. It is for
// messages that say where to look, not for reading.
func Resembles(t ir.Text) bool {
	if bytes.Contains(t.B, []byte("<tool")) {
		return true
	}
	for line := 0; line >= 0 && line < t.Len(); _, line = text.Newline(t, line) {
		switch m, _ := printWord(t, line); m {
		case grammar.MarkThought, grammar.MarkCall, grammar.MarkInput:
			return true
		}
	}
	return false
}
