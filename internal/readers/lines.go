package readers

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// lineStarts are where the lines of a text begin: they are found once for all who look
// at each. The memory of one text serves the next.
type lineStarts struct {
	text  ir.Text
	known bool
	at    []int
}

// of returns them for a text, whose bytes don't change until reset.
func (l *lineStarts) of(t ir.Text) []int {
	if l.knows(t) {
		return l.at
	}
	l.text, l.known = t, true
	l.at = append(slices.Grow(l.at[:0], 1+bytes.Count(t.B, []byte{'\n'})), 0)
	l.at = text.AppendLines(l.at, t)
	return l.at
}

// knows reports whether those of a text have been found.
func (l *lineStarts) knows(t ir.Text) bool { return l.known && sameBytes(l.text, t) }

// reset forgets the text.
func (l *lineStarts) reset() {
	const most = 1 << 16
	if cap(l.at) > most {
		l.at = nil
	}
	*l = lineStarts{at: l.at[:0]}
}

// sameBytes reports whether two texts are one.
func sameBytes(a, b ir.Text) bool {
	return len(a.B) == len(b.B) && (len(a.B) == 0 || &a.B[0] == &b.B[0])
}
