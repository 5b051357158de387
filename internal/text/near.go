package text

// Near is a piece of one line of a text, around a place in it.
type Near struct {
	// Offset is that of the place, in bytes of the text's spelling.
	Offset int
	// Text is the piece, decoded, and Column where the place is in it, counted
	// in code points from 0.
	Text   string
	Column int
	// Front and Back tell that the line continues before or after the piece.
	Front, Back bool
}

// Around returns up to before code points in front of a place and up to after
// from it on, all of its line. ok is false where the text has no such place.
func Around(t Text, p Place, before, after int) (near Near, ok bool) {
	from, begin := max(1, p.Column-before), 0
	var end int
	at := Place{1, 1}
	for off := 0; ; {
		if at.Line == p.Line && at.Column == from {
			begin = off
		}
		if at == p {
			near.Offset, ok = off, true
		}
		var r rune
		width := 0
		if off < len(t.B) {
			r, width = RuneAt(t, off)
		}
		if width == 0 || at.Line == p.Line && (r == '\n' || at.Column == p.Column+after) {
			end = off
			near.Back = width > 0 && r != '\n'
			break
		}
		off += width
		at.Column++
		if r == '\n' {
			at = Place{at.Line + 1, 1}
		}
	}
	if !ok {
		return Near{}, false
	}
	near.Text, near.Column, near.Front = t.Slice(begin, end).String(), p.Column-from, from > 1
	return near, true
}
