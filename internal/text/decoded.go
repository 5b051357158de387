package text

import (
	"bytes"
	"sort"
	"sync"
)

// Decoded is a text with what it says.
type Decoded struct {
	Text
	// Said is the decoded text.
	Said string

	marks []mark
	few   [16]mark
}

// mark is a place between two characters, with its offsets in the spelling and in
// the decoded text.
type mark struct{ spelled, said int }

// buffers are for texts until they are strings.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Decode decodes a text.
func Decode(t Text) *Decoded {
	const apart = 512 // bytes between two marks, at least
	d := &Decoded{Text: t}
	if !t.Esc {
		d.Said = string(t.B)
		return d
	}
	d.marks = d.few[:0]
	buf := buffers.Get().(*[]byte)
	out := (*buf)[:0]
	for at := 0; at < len(t.B); {
		end := len(t.B)
		if end-at > apart {
			// A space is part of no other character, and of no escape.
			if k := bytes.IndexByte(t.B[at+apart:], ' '); k >= 0 {
				end = at + apart + k
			}
		}
		out = t.Slice(at, end).AppendPlain(out)
		at = end
		d.marks = append(d.marks, mark{at, len(out)})
	}
	d.Said = string(out)
	*buf = out
	buffers.Put(buf)
	return d
}

// Offset returns the offset in the spelling of a place between two characters of what
// is said.
func (d *Decoded) Offset(said int) int {
	if !d.Esc {
		return said
	}
	return d.boundary(mark{}, said).spelled
}

// SaidAt returns the offset in what is said of a place between two characters of the spelling.
func (d *Decoded) SaidAt(spelled int) int {
	if !d.Esc {
		return spelled
	}
	from := mark{}
	if k := sort.Search(len(d.marks), func(i int) bool { return d.marks[i].spelled > spelled }); k > 0 {
		from = d.marks[k-1]
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	*buf = d.Slice(from.spelled, spelled).AppendPlain((*buf)[:0])
	return from.said + len(*buf)
}

// boundary is the function of that name, which begins at the last place that is known.
func (d *Decoded) boundary(from mark, limit int) mark {
	if k := sort.Search(len(d.marks), func(i int) bool { return d.marks[i].said > limit }); k > 0 && d.marks[k-1].said > from.said {
		from = d.marks[k-1]
	}
	spelled, said := boundary(d.Text, from.spelled, from.said, limit)
	return mark{spelled, said}
}
