package carry

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// tokens is a record cut into tokens, and these into blocks.
type tokens struct {
	b []byte
	// ends are where the tokens end.
	ends []int
	// blocks are the first tokens of the blocks, and len(ends).
	blocks []int
}

// text returns the bytes of tokens from..to.
func (t *tokens) text(from, to int) []byte {
	if from >= to {
		return nil
	}
	return t.b[t.start(from):t.ends[to-1]]
}

// block returns the number of the block of a token, that of the end included.
func (t *tokens) block(token int) int {
	at, found := slices.BinarySearch(t.blocks[:len(t.blocks)-1], token)
	if !found {
		at--
	}
	return at
}

func (t *tokens) start(i int) int {
	if i == 0 {
		return 0
	}
	return t.ends[i-1]
}

// cut cuts a record. A token is a word, a run of white space, an escape or one other
// character: a change within a text touches few of them.
//
// A block is an element of a list of objects, such as a message or a step of a record,
// with what follows it up to the next one. What is around the lists is a block, too.
// Elements within elements are none of their own: their number changes with what a
// message says.
func cut(b []byte) *tokens {
	t := &tokens{b: b, ends: make([]int, 0, len(b)/4+1)}
	t.blocks = append(t.blocks, 0)
	inString, depth, list := false, 0, 0 // list is the depth of the current list
	for i := 0; i < len(b); {
		end := tokenEnd(b, i, inString)
		switch c := b[i]; {
		case inString && c == '"':
			inString = false
		case inString:
		case c == '"':
			inString = true
		case c == '{' && depth == list && list > 0:
			t.begin()
			depth++
		case c == '{':
			depth++
		case c == '[':
			depth++
			if next := jsonx.SkipSpace(b, end); list == 0 && next < len(b) && b[next] == '{' {
				list = depth
			}
		case c == ']' && depth == list && list > 0:
			t.begin()
			list = 0
			depth--
		case c == '}', c == ']':
			depth--
		}
		t.ends = append(t.ends, end)
		i = end
	}
	t.blocks = append(t.blocks, len(t.ends))
	return t
}

// begin begins a block with the next token.
func (t *tokens) begin() {
	if n := len(t.ends); t.blocks[len(t.blocks)-1] < n {
		t.blocks = append(t.blocks, n)
	}
}

// tokenEnd returns where the token that begins at offset i ends.
func tokenEnd(b []byte, i int, inString bool) int {
	kind := kinds[b[i]]
	if inString && b[i] == '\\' {
		if i+1 < len(b) && b[i+1] == 'u' {
			return min(i+6, len(b))
		}
		return min(i+2, len(b))
	}
	end := i + 1
	if kind == single {
		return end
	}
	for end < len(b) && kinds[b[end]] == kind {
		end++
	}
	return end
}

type kind uint8

const (
	single kind = iota
	word
	space
)

// kinds says which token a byte belongs to. All beyond ASCII are of words: no token
// ends within a character.
var kinds = func() (k [256]kind) {
	for c := range k {
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			k[c] = space
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c >= 0x80:
			k[c] = word
		}
	}
	return k
}()
