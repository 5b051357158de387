package jsonx

import (
	"iter"
	"math"

	"github.com/toolspeak/toolspeak/internal/spell"
)

// Range is a range of bytes, such as that of a value in its record.
type Range struct{ Start, End int }

// RangeOf returns the range from start up to end.
func RangeOf(start, end int) Range { return Range{start, end} }

// Of returns the bytes of the range. What is appended to them goes elsewhere.
func (r Range) Of(b []byte) []byte { return b[r.Start:r.End:r.End] }

// Inside returns the range of a string without its quotes.
func (r Range) Inside() Range { return Range{r.Start + 1, r.End - 1} }

// Holds reports whether inner, unless it is the zero Range, is part of r.
func (r Range) Holds(inner Range) bool {
	return inner.End > 0 && r.Start <= inner.Start && inner.End <= r.End
}

// Member is one key of an object with its value. The key's range has no quotes.
type Member struct{ Key, Value Range }

// Value is JSON that is known to be valid and, where it was made, the index that
// says where its values end. Whoever walks it relies on its being valid.
type Value struct {
	B []byte
	X *Index
}

// Members yields the members of the object that begins at offset at, in order,
// duplicates included. What is no object has none.
func Members(b []byte, at int) iter.Seq[Member] { return Value{B: b}.Members(at) }

// Elements yields the elements of the array that begins at offset at. What is no array
// has none.
func Elements(b []byte, at int) iter.Seq[Range] { return Value{B: b}.Elements(at) }

// Said returns what a string says, whose inside is at r. The bytes may be those of the
// value, or of its index until that is made anew.
func (v Value) Said(r Range) []byte {
	if v.X == nil {
		return new(spell.Room).Decode(r.Of(v.B))
	}
	return v.X.Room.Decode(r.Of(v.B))
}

// Inside returns the number of the index's first node inside the value at offset
// at.
func (v Value) Inside(at int) int {
	if v.X == nil {
		return 0
	}
	if n, ok := v.X.Find(at); ok {
		return n + 1
	}
	return math.MaxInt
}

// Skip returns the offset after the value at offset i, which is the index's
// node n if it has one, and the number of the next node.
func (v Value) Skip(n, i int) (end, next int) {
	if v.X != nil {
		if end, next = v.X.End(n, i); end >= 0 {
			return end, next
		}
	}
	return SkipValue(v.B, i), n
}

// Members is the function of that name.
func (v Value) Members(at int) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		if v.B[at] != '{' {
			return
		}
		b, n := v.B, v.Inside(at)
		for i := SkipSpace(b, at+1); b[i] != '}'; {
			key := Range{i, SkipString(b, i)}
			i = SkipSpace(b, SkipSpace(b, key.End)+1)
			value := Range{Start: i}
			value.End, n = v.Skip(n, i)
			if !yield(Member{key.Inside(), value}) {
				return
			}
			if i = SkipSpace(b, value.End); b[i] == ',' {
				i = SkipSpace(b, i+1)
			}
		}
	}
}

// Elements is the function of that name.
func (v Value) Elements(at int) iter.Seq[Range] {
	return func(yield func(Range) bool) {
		if v.B[at] != '[' {
			return
		}
		b, n := v.B, v.Inside(at)
		for i := SkipSpace(b, at+1); b[i] != ']'; {
			value := Range{Start: i}
			value.End, n = v.Skip(n, i)
			if !yield(value) {
				return
			}
			if i = SkipSpace(b, value.End); b[i] == ',' {
				i = SkipSpace(b, i+1)
			}
		}
	}
}

// IsSpace reports whether c is JSON's white space.
func IsSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// SkipSpace returns the offset of the first byte from offset i on that is no
// white space, or len(b).
func SkipSpace(b []byte, i int) int {
	for i < len(b) && IsSpace(b[i]) {
		i++
	}
	return i
}

// TrimSpace returns the range of b without white space around it.
func TrimSpace(b []byte) Range {
	r := Range{SkipSpace(b, 0), len(b)}
	for r.End > r.Start && IsSpace(b[r.End-1]) {
		r.End--
	}
	return r
}

// SkipValue returns the offset after the value at offset i.
func SkipValue(b []byte, i int) int {
	switch b[i] {
	case '"':
		return SkipString(b, i)
	case '{', '[':
		var n Nesting
		end, _ := n.Scan(b[i:])
		return i + end
	}
	for i < len(b) && !endsScalar(b[i]) {
		i++
	}
	return i
}

// endsScalar reports whether c can follow a number or a word.
func endsScalar(c byte) bool { return IsSpace(c) || c == ',' || c == ']' || c == '}' }
