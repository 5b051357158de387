package readers

import (
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// indexIn is text.Index for an occurrence that begins in [i, j). It looks no further:
// whoever looks for the end of each of many elements stays linear.
func indexIn(t ir.Text, i, j int, s string) (start, end int) {
	return text.Index(t.Slice(0, max(0, min(t.Len(), j+len(s)-1))), i, s)
}

// search is what was found last of one kind of tag in a text.
type search struct {
	tag string
	// It was sought from offset from on, and found between start and end; start is -1
	// where there is none.
	from, start, end int
}

// searches remembers, for a text, the first occurrence of each of a few tags after an
// offset: elements that nothing closes don't make each look for it to the text's end.
type searches struct {
	first *byte
	len   int
	found []search
}

// next returns what find finds at or after offset i of t.
func (s *searches) next(t ir.Text, i int, tag string, find func(t ir.Text, i int, tag string) (start, end int)) (start, end int) {
	if t.Empty() {
		return -1, -1
	}
	if s.first != &t.B[0] || s.len != t.Len() {
		*s = searches{first: &t.B[0], len: t.Len(), found: s.found[:0]}
	}
	for k := range s.found {
		f := &s.found[k]
		if f.tag != tag {
			continue
		}
		if i < f.from || f.start >= 0 && i > f.start {
			f.from = i
			f.start, f.end = find(t, i, tag)
		}
		return f.start, f.end
	}
	start, end = find(t, i, tag)
	s.found = append(s.found, search{tag, i, start, end})
	return start, end
}
