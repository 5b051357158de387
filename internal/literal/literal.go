// Package literal reads the arguments of tool calls in place.
//
// An argument is JSON or a Python literal inside a message. Everything here works at
// byte offsets of the message, so that an argument keeps every byte that need not
// change. All of it takes linear time, stops at MaxDepth, and panics on no text.
package literal

import (
	"strconv"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/text"
)

// MaxDepth is how many arrays and objects may be nested.
const MaxDepth = 1000

const tooDeep = "nested deeper than 1000"

// Error says where a scan failed.
type Error struct {
	// Offset is the byte offset into the text at which the scan stopped.
	Offset int
	// msg is the message. Where it is empty, want was expected and near was found: every
	// Python literal is no JSON, and nobody reads why.
	msg, want string
	near      [utf8.UTFMax]byte
	length    uint8
}

// Error returns offset and message in one line.
func (e *Error) Error() string {
	return "offset " + strconv.Itoa(e.Offset) + ": " + e.Message()
}

// Message says, for a person, what was expected at the offset and what was found.
func (e *Error) Message() string {
	if e.want == "" {
		return e.msg
	}
	return "expected " + e.want + ", found " + found(text.Text{B: e.near[:e.length]}, 0)
}

func expected(t text.Text, i int, want string) *Error {
	e := &Error{Offset: i, want: want}
	e.length = uint8(copy(e.near[:], t.B[min(i, len(t.B)):]))
	return e
}

func found(t text.Text, i int) string {
	if i >= t.Len() {
		return "the end of the text"
	}
	r, _ := utf8.DecodeRune(t.B[i:])
	return strconv.QuoteRune(r)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// hexValue returns the value of a hexadecimal digit.
func hexValue(c byte) (v rune, ok bool) {
	switch {
	case isDigit(c):
		return rune(c - '0'), true
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10, true
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10, true
	}
	return 0, false
}

// hexAt reads n hexadecimal digits from offset i on.
func hexAt(t text.Text, i, n int) (v rune, end int, err *Error) {
	for range n {
		c, width := text.At(t, i)
		d, ok := hexValue(c)
		if !ok {
			return 0, i, expected(t, i, "a hexadecimal digit")
		}
		v = v<<4 | d
		i += width
	}
	return v, i, nil
}
