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
	if !t.Esc { // as most that have thousands of lines
		l.at = slices.Grow(l.at[:0], 1+bytes.Count(t.B, []byte{'\n'}))
	}
	l.at = append(l.at[:0], 0)
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
	return a.Esc == b.Esc && len(a.B) == len(b.B) && (len(a.B) == 0 || &a.B[0] == &b.B[0])
}

// beforeLine returns where the line feed begins after which a line of t does.
func beforeLine(t ir.Text, line int) int {
	switch {
	case line == 0:
		return 0
	case !t.Esc:
		return line - 1
	case t.B[line-1] == 'n':
		return line - len(`\n`)
	}
	return line - len(`\u000a`)
}
