package text

import (
	"github.com/toolspeak/toolspeak/internal/spell"
)

// Place is a position in a text for a reader: line and column count from 1,
// the column in code points.
type Place struct{ Line, Column int }

// Locator turns offsets into places. Asking for growing offsets costs one pass
// over the text in all.
type Locator struct {
	t     Text
	off   int
	place Place
}

// NewLocator returns a locator for t.
func NewLocator(t Text) *Locator { return &Locator{t: t, place: Place{1, 1}} }

// At returns the place of offset off.
func (l *Locator) At(off int) Place {
	if off < l.off {
		l.off, l.place = 0, Place{1, 1}
	}
	// Nothing after the offset is looked at: in a long line that would cost a pass
	// over its rest for each place.
	before := l.t.Slice(0, min(off, len(l.t.B)))
	for l.off < off {
		nl, next := Newline(before, l.off)
		if nl < 0 {
			break
		}
		l.off, l.place = next, Place{l.place.Line + 1, 1}
	}
	if off = min(off, len(l.t.B)); l.off < off {
		l.place.Column += spell.CodePoints(l.t.B[l.off:off])
		l.off = off
	}
	return l.place
}
