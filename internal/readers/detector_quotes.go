package readers

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
)

// Quotes reports whether a line of a text, the first one too, begins with what may speak
// for another style than s, or for one that is not known, or with spaces and any marker,
// which styles escape each in their own way. With first only that line is looked at.
func (d *Detector) Quotes(s *grammar.Style, t ir.Text, first bool) bool {
	own := slices.Index(d.styles, s)
	for gap, line := 0, 0; gap >= 0; gap, line = t.Newline(line) {
		if line >= len(t.B) {
			continue
		}
		c := t.B[line]
		if c == '\\' && t.Esc {
			c, _ = t.At(line)
		}
		at, style := line, own
		if c == ' ' {
			at, style = t.SkipSpaces(line), -1
			c, _ = t.At(at)
		}
		if at < len(t.B) && (d.mayBegin(t, at, c) && d.othersAt(style, t, at, c) || foreignAt(t, at) != "") {
			return true
		}
		if first {
			break
		}
	}
	return false
}

// othersAt reports whether a marker begins at a line, whose first character is c, that
// does not speak for style number own whenever it is there.
func (d *Detector) othersAt(own int, t ir.Text, line int, c byte) bool {
	opening := grammar.OpeningAt(t, line)
	for _, k := range d.first[c] {
		if own >= 0 && slices.Contains(d.signs[k].always, uint16(own)) {
			continue
		}
		if _, ok := d.signs[k].marker.At(t, line, opening); ok {
			return true
		}
	}
	return false
}

// MayBePrint reports whether a plain transcript may be taken for what a program printed.
func MayBePrint(t ir.Text) bool { return hasEscape(t) || hasBanner(t) }
