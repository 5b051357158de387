package jsonx

import (
	"math"
	"slices"
	"sync"

	"github.com/toolspeak/toolspeak/internal/spell"
)

// MaxDepth is how deep arrays and objects may nest.
const MaxDepth = 1000

const (
	// indexDepth is how deep the values are that the index holds: the arguments of
	// a call are the deepest whose ends are asked for.
	indexDepth = 7
	// maxNodes bounds the memory of an index. The ends of later values have to
	// be looked for.
	maxNodes = 1 << 16
)

// Index holds the ends of the objects, arrays and strings near the top of a JSON
// value, keys left out, so that nobody has to look for them again. The zero value
// is empty; Scan fills it and may be called again, which reuses its memory.
type Index struct {
	nodes []node
	// last is the node whose end was asked for last: it is often asked for next.
	last int
	// Room holds what its strings say.
	Room spell.Room
}

// node is one value. next is the number of the first node after it.
type node struct{ start, end, next uint32 }

// Reset empties the index.
func (x *Index) Reset() {
	x.nodes = x.nodes[:0]
	x.Room.Reset()
}

// Find returns the number of the node of the value that begins at offset at.
func (x *Index) Find(at int) (n int, ok bool) {
	if x.last < len(x.nodes) && int(x.nodes[x.last].start) == at {
		return x.last, true
	}
	return slices.BinarySearchFunc(x.nodes, at, func(v node, at int) int { return int(v.start) - at })
}

// End returns the offset after the value that begins at offset at, if node n
// is that value, and the number of the first node after it. Without such a
// node it returns -1 and n.
func (x *Index) End(n, at int) (end, next int) {
	if n >= len(x.nodes) || int(x.nodes[n].start) != at {
		return -1, n
	}
	x.last = n
	return int(x.nodes[n].end), int(x.nodes[n].next)
}

// Scan reports whether b is one JSON value in UTF-8, with nothing but white space
// around it, that nests no deeper than MaxDepth. It is as strict as
// encoding/json. If it is, x holds the ends of its values; else x is empty.
func (x *Index) Scan(b []byte) bool {
	x.Reset()
	if uint64(len(b)) > math.MaxUint32 {
		return false
	}
	s := scanner{b: b, nodes: x.nodes}
	end := s.value(s.space(0))
	ok := end >= 0 && s.space(end) == len(b)
	if x.nodes = s.nodes; !ok {
		x.Reset()
	}
	return ok
}

// scanner reads JSON: each of its methods returns the offset after what it reads, or -1.
type scanner struct {
	b     []byte
	nodes []node
	// depth is how many arrays and objects are open, and base how many around the value that
	// is read.
	depth, base int
	// loose means that strings need not be UTF-8, and that no nodes are wanted.
	loose bool
	fault Fault
	// objects has a bit for each depth: whether an object is open there.
	objects [MaxDepth/64 + 1]uint64
	// open are the nodes of the arrays and objects that are open, or none.
	open [indexDepth + 1]uint32
}

const noNode = math.MaxUint32

// value reads the value at offset i. It keeps no stack but the bits of objects, so that
// depth costs nothing.
func (s *scanner) value(i int) int {
	for {
		// A value begins at i.
		if i >= len(s.b) {
			return s.fail(i, "a JSON value")
		}
		switch c := s.b[i]; c {
		case '"':
			end := s.str(i + 1)
			if end < 0 {
				return -1
			}
			if n := s.add(i); n != noNode {
				s.nodes[n].end, s.nodes[n].next = uint32(end), n+1
			}
			i = end
		case '{', '[':
			if s.depth == MaxDepth {
				return s.fail(i+1, TooDeeply)
			}
			s.enter(i, c == '{')
			i = s.space(i + 1)
			switch {
			case i < len(s.b) && s.b[i] == c+2: // '[' and ']', '{' and '}' are two apart
				i++
				s.leave(i)
			case c == '[':
				continue
			default:
				if i = s.key(i); i < 0 {
					return -1
				}
				continue
			}
		default:
			if i = s.scalar(i); i < 0 {
				return -1
			}
		}
		if i = s.after(i); i < 0 || s.depth == s.base {
			return i
		}
	}
}

// after reads what follows a value that ends at offset i: closing brackets and
// then, unless all is closed, a comma. It returns where the next value begins.
func (s *scanner) after(i int) int {
	for s.depth > s.base {
		if i < len(s.b) && s.b[i] <= ' ' {
			i = s.space(i)
		}
		object, c := s.inObject(), byte(0)
		if i < len(s.b) {
			c = s.b[i]
		}
		switch {
		case c == ',' && object:
			return s.key(s.space(i + 1))
		case c == ',':
			return s.space(i + 1)
		case c == '}' && object, c == ']' && !object:
			i++
			s.leave(i)
		case object:
			return s.fail(i, "',' or '}'")
		default:
			return s.fail(i, "',' or ']'")
		}
	}
	return i
}

// key reads a key and its colon, and returns where the value begins.
func (s *scanner) key(i int) int {
	if i >= len(s.b) || s.b[i] != '"' {
		return s.fail(i, "a key in double quotes")
	}
	if i = s.str(i + 1); i < 0 {
		return -1
	}
	if i = s.space(i); i >= len(s.b) || s.b[i] != ':' {
		return s.fail(i, "':' after the key")
	}
	return s.space(i + 1)
}

func (s *scanner) inObject() bool { return s.objects[s.depth>>6]>>(s.depth&63)&1 != 0 }

func (s *scanner) enter(i int, object bool) {
	n := s.add(i)
	s.depth++
	if s.depth <= indexDepth {
		s.open[s.depth] = n
	}
	word, bit := &s.objects[s.depth>>6], uint64(1)<<(s.depth&63)
	*word &^= bit
	if object {
		*word |= bit
	}
}

func (s *scanner) leave(end int) {
	if s.depth <= indexDepth {
		if n := s.open[s.depth]; n != noNode {
			s.nodes[n].end, s.nodes[n].next = uint32(end), uint32(len(s.nodes))
		}
	}
	s.depth--
}

// add notes a value that begins at offset i, if the index holds it.
func (s *scanner) add(i int) uint32 {
	if s.loose || s.depth >= indexDepth || len(s.nodes) >= maxNodes {
		return noNode
	}
	s.nodes = append(s.nodes, node{start: uint32(i)})
	return uint32(len(s.nodes) - 1)
}

func (s *scanner) space(i int) int { return SkipSpace(s.b, i) }

// scalar reads a number, true, false or null.
func (s *scanner) scalar(i int) int {
	word := ""
	switch c := s.b[i]; {
	case c == '-' || c-'0' <= 9:
		return s.number(i)
	case c == 't':
		word = "true"
	case c == 'f':
		word = "false"
	case c == 'n':
		word = "null"
	}
	if word == "" || len(s.b)-i < len(word) || string(s.b[i:i+len(word)]) != word {
		return s.fail(i, "a JSON value")
	}
	return i + len(word)
}

func (s *scanner) number(i int) int {
	if s.b[i] == '-' {
		i++
	}
	if i < len(s.b) && s.b[i] == '0' {
		i++
	} else if i = s.digits(i); i < 0 {
		return -1
	}
	if i < len(s.b) && s.b[i] == '.' {
		if i = s.digits(i + 1); i < 0 {
			return -1
		}
	}
	if i < len(s.b) && s.b[i]|0x20 == 'e' {
		i++
		if i < len(s.b) && (s.b[i] == '+' || s.b[i] == '-') {
			i++
		}
		return s.digits(i)
	}
	return i
}

// digits reads one or more digits.
func (s *scanner) digits(i int) int {
	start := i
	for i < len(s.b) && s.b[i]-'0' <= 9 {
		i++
	}
	if i == start {
		return s.fail(i, "a digit")
	}
	return i
}

// ScanString reports whether a JSON string in UTF-8 begins at offset i of b, and
// returns the offset after it.
func ScanString(b []byte, i int) (end int, ok bool) {
	if i < 0 || i >= len(b) || b[i] != '"' {
		return 0, false
	}
	s := scanner{b: b}
	end = s.str(i + 1)
	return end, end >= 0
}

var indexes = sync.Pool{New: func() any { return new(Index) }}

// Valid reports whether b is one JSON value, as Index.Scan does.
func Valid(b []byte) bool {
	x := indexes.Get().(*Index)
	valid := x.Scan(b)
	indexes.Put(x)
	return valid
}
