package jsonx

import "bytes"

// Nesting follows the brackets of JSON that comes in pieces and need not be
// valid. It never recurses, so that it may be the first to look.
type Nesting struct {
	// Depth is how many arrays and objects are open.
	Depth int
	// InString reports whether a string is open.
	InString bool

	odd bool // an odd number of backslashes ends the last piece
}

// Scan reads b up to the end of the array or object that it began in an earlier
// piece or begins here. With done, it ends at offset end; else all of b belongs
// to it.
func (n *Nesting) Scan(b []byte) (end int, done bool) {
	for i := 0; i < len(b); {
		if n.InString {
			if i += n.restOfString(b[i:]); n.InString {
				break
			}
			continue
		}
		switch b[i] {
		case '"':
			n.InString = true
		case '{', '[':
			n.Depth++
		case '}', ']':
			if n.Depth--; n.Depth <= 0 {
				n.Depth = 0
				return i + 1, true
			}
		}
		i++
	}
	return len(b), false
}

// restOfString returns how many bytes of b belong to the open string.
func (n *Nesting) restOfString(b []byte) int {
	for i := 0; ; {
		k := bytes.IndexByte(b[i:], '"')
		piece := b[i:]
		if k >= 0 {
			piece = b[i : i+k]
		}
		run := trailingBackslashes(piece)
		odd := run%2 == 1
		if run == len(piece) && n.odd {
			odd = !odd
		}
		if k < 0 {
			n.odd = odd
			return len(b)
		}
		i, n.odd = i+k+1, false
		if !odd {
			n.InString = false
			return i
		}
	}
}

// Innermost returns the last bracket that b, which need not be whole, leaves
// open, or 0.
func Innermost(b []byte) byte {
	var open []byte
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = SkipString(b, i) - 1
		case '{', '[':
			open = append(open, b[i])
		case '}', ']':
			open = open[:max(len(open)-1, 0)]
		}
	}
	if len(open) == 0 {
		return 0
	}
	return open[len(open)-1]
}

// Stream finds the end of one value of any kind that comes in pieces and need not
// be valid. The zero Stream is ready for its first byte, which is no white space.
type Stream struct {
	nesting Nesting
	first   byte
}

// Open reports whether what was read begins a string, array or object that has
// not ended.
func (s *Stream) Open() bool { return s.nesting.Depth > 0 || s.nesting.InString }

// Feed returns how many bytes of the next piece, which is not empty, belong to
// the value, and whether it has ended.
func (s *Stream) Feed(piece []byte) (n int, done bool) {
	begins := s.first == 0
	if begins {
		s.first = piece[0]
	}
	switch s.first {
	case '{', '[':
		return s.nesting.Scan(piece)
	case '"':
		if begins {
			s.nesting.InString, n = true, 1
		}
		n += s.nesting.restOfString(piece[n:])
		return n, !s.nesting.InString
	}
	for i, c := range piece {
		if endsScalar(c) {
			return i, true
		}
	}
	return len(piece), false
}

// TooDeep returns the offset of the first bracket that opens deeper than MaxDepth,
// or -1. b need not be valid.
func TooDeep(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = SkipString(b, i) - 1
		case '{', '[':
			if depth++; depth > MaxDepth {
				return i
			}
		case '}', ']':
			depth = max(depth-1, 0)
		}
	}
	return -1
}
