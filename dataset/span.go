package dataset

import (
	"bytes"
	"iter"
	"math"

	"github.com/toolspeak/toolspeak/internal/jsonscan"
	"github.com/toolspeak/toolspeak/ir"
)

// span is a stretch of a record's bytes.
type span struct{ start, end int }

func (s span) of(b []byte) []byte { return b[s.start:s.end:s.end] }

// inside returns the span of a JSON string without its quotes.
func (s span) inside() span { return span{s.start + 1, s.end - 1} }

// member is one key of a JSON object with its value. The key's span has no
// quotes.
type member struct{ key, value span }

// The functions below walk JSON that has passed check and may rely on it: they
// look for the ends of values alone.

// members yields the members of the object that begins at offset at, in order,
// duplicates included.
func members(b []byte, at int) iter.Seq[member] { return checked{b: b}.members(at) }

// elements yields the elements of the array that begins at offset at.
func elements(b []byte, at int) iter.Seq[span] { return checked{b: b}.elements(at) }

// checked is JSON that has passed check and, where it was made, the index that
// tells where its values end.
type checked struct {
	b []byte
	x *jsonscan.Index
}

// inside returns the number of the first node inside the value at offset at.
func (c checked) inside(at int) int {
	if c.x == nil {
		return 0
	}
	if n, ok := c.x.Find(at); ok {
		return n + 1
	}
	return math.MaxInt
}

// skip returns the offset behind the value at offset i, which is the index's
// node n if it has one, and the number of the next node.
func (c checked) skip(n, i int) (end, next int) {
	if c.x != nil {
		if end, next = c.x.End(n, i); end >= 0 {
			return end, next
		}
	}
	return skipValue(c.b, i), n
}

// members is the function of that name.
func (c checked) members(at int) iter.Seq[member] {
	return func(yield func(member) bool) {
		b, n := c.b, c.inside(at)
		for i := skipSpace(b, at+1); b[i] != '}'; {
			key := span{i, skipString(b, i)}
			i = skipSpace(b, skipSpace(b, key.end)+1)
			value := span{start: i}
			value.end, n = c.skip(n, i)
			if !yield(member{key.inside(), value}) {
				return
			}
			if i = skipSpace(b, value.end); b[i] == ',' {
				i = skipSpace(b, i+1)
			}
		}
	}
}

// elements is the function of that name.
func (c checked) elements(at int) iter.Seq[span] {
	return func(yield func(span) bool) {
		b, n := c.b, c.inside(at)
		for i := skipSpace(b, at+1); b[i] != ']'; {
			value := span{start: i}
			value.end, n = c.skip(n, i)
			if !yield(value) {
				return
			}
			if i = skipSpace(b, value.end); b[i] == ',' {
				i = skipSpace(b, i+1)
			}
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// skipSpace returns the offset of the first byte at or behind i that is no JSON
// white space, or len(b).
func skipSpace(b []byte, i int) int {
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	return i
}

// trimSpace returns the span of b without JSON white space around it.
func trimSpace(b []byte) span {
	s := span{skipSpace(b, 0), len(b)}
	for s.end > s.start && isSpace(b[s.end-1]) {
		s.end--
	}
	return s
}

func skipValue(b []byte, i int) int {
	switch b[i] {
	case '"':
		return skipString(b, i)
	case '{', '[':
		var n nesting
		end, _ := n.scan(b[i:])
		return i + end
	}
	for i < len(b) && !isSpace(b[i]) && b[i] != ',' && b[i] != ']' && b[i] != '}' {
		i++
	}
	return i
}

// skipString returns the offset behind the string whose quote is at i.
func skipString(b []byte, i int) int {
	for i++; ; {
		k := bytes.IndexByte(b[i:], '"')
		if k < 0 {
			return len(b)
		}
		i += k + 1
		if backslashes(b[:i-1])%2 == 0 {
			return i
		}
	}
}

// backslashes counts the backslashes at the end of b.
func backslashes(b []byte) int {
	n := 0
	for n < len(b) && b[len(b)-1-n] == '\\' {
		n++
	}
	return n
}

// nesting follows the brackets of JSON that comes in pieces and need not be
// valid. It never recurses, so that it may be the first to look.
type nesting struct {
	depth, deepest int
	str            bool // inside a string
	odd            bool // an odd number of backslashes ends the last piece
}

// scan reads b up to the end of the value that it began in an earlier piece or
// begins here, if the value is an object or an array. done tells that the value
// ends at offset end; else b is used up.
func (n *nesting) scan(b []byte) (end int, done bool) {
	for i := 0; i < len(b); {
		if n.str {
			if i += n.skipString(b[i:]); n.str {
				break
			}
			continue
		}
		switch b[i] {
		case '"':
			n.str = true
		case '{', '[':
			n.depth++
			n.deepest = max(n.deepest, n.depth)
		case '}', ']':
			if n.depth--; n.depth <= 0 {
				n.depth = 0
				return i + 1, true
			}
		}
		i++
	}
	return len(b), false
}

func (n *nesting) skipString(b []byte) int {
	for i := 0; ; {
		k := bytes.IndexByte(b[i:], '"')
		piece := b[i:]
		if k >= 0 {
			piece = b[i : i+k]
		}
		run := backslashes(piece)
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
			n.str = false
			return i
		}
	}
}

// name returns the decoded value of a string's inside.
func name(b []byte, s span) string {
	inside := s.of(b)
	if word := commonWord(inside); word != "" {
		return word
	}
	if bytes.IndexByte(inside, '\\') < 0 {
		return string(inside)
	}
	return ir.Escaped(inside).String()
}

// commonWord returns b as a string, or "" where it is none of the keys and roles
// that nearly all records are made of: for these nothing is allocated.
func commonWord(b []byte) string {
	switch string(b) {
	case "role":
		return "role"
	case "content":
		return "content"
	case "from":
		return "from"
	case "value":
		return "value"
	case "type":
		return "type"
	case "text":
		return "text"
	case "id":
		return "id"
	case "messages":
		return "messages"
	case "conversations":
		return "conversations"
	case "user":
		return "user"
	case "assistant":
		return "assistant"
	case "system":
		return "system"
	case "tool":
		return "tool"
	case "human":
		return "human"
	case "gpt":
		return "gpt"
	}
	return ""
}
