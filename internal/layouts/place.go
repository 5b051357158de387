package layouts

import "github.com/toolspeak/toolspeak/internal/jsonx"

// staysAtPlace reports whether the transcript of a shape, at a place that the user named,
// is written there again. Where the user named a layout for it, too, or a trainer reads it
// under a key of its own, it moves to the top of the record.
func (r *Record) staysAtPlace(to layout) bool {
	switch {
	case r.place.End == 0 || r.editor.anew || to == nil:
		return false
	case r.editor.out == nil:
		return to == usualOut
	}
	return to.about().name == r.layout.about().name
}

// withoutPlace returns a member of the record. The transcript that is deeper in it, at the
// place that the user named, is cut out: it is written elsewhere.
func (r *Record) withoutPlace(m jsonx.Member) []byte {
	b := r.doc.B
	cut, ok := r.placeIn(m.Value, r.deeper())
	if !ok {
		return b[m.Key.Start-1 : m.Value.End]
	}
	return append(b[m.Key.Start-1:cut.Start:cut.Start], b[cut.End:m.Value.End]...)
}

// placeIn returns the member that is the place, in an object or in one inside of it, with
// a comma next to it. ok is false where it is none, as an element of an array, without
// which the others would have other numbers.
func (r *Record) placeIn(value, place jsonx.Range) (cut jsonx.Range, ok bool) {
	if place.End == 0 || value == place || !value.Holds(place) || r.doc.B[value.Start] != '{' {
		return cut, false
	}
	before := 0 // the end of the member before
	for m := range r.doc.Members(value.Start) {
		switch {
		case ok: // the first one, which the comma follows
			return jsonx.RangeOf(cut.Start, m.Key.Start-1), true
		case m.Value == place && before > 0:
			return jsonx.RangeOf(before, m.Value.End), true
		case m.Value == place:
			cut, ok = jsonx.RangeOf(m.Key.Start-1, m.Value.End), true
		case m.Value.Holds(place):
			return r.placeIn(m.Value, place)
		}
		before = m.Value.End
	}
	return cut, ok
}

// isMovable reports whether what is around the place stays as it is when the transcript
// moves to the top of the record.
func (r *Record) isMovable() bool {
	place := r.deeper()
	if place.End == 0 || r.isOwnValue(place) {
		return true
	}
	_, ok := r.placeIn(r.at, place)
	return ok
}

// deeper returns the value that the user named, where it is or may be deeper in the record
// than the keys of a layout.
func (r *Record) deeper() jsonx.Range {
	if r.place.End > 0 {
		return r.place
	}
	return r.deep
}
