package spell

import (
	"bytes"
	"encoding/json"
	"unicode/utf16"
	"unicode/utf8"
)

// EqualJSON compares two JSON values token for token: numbers by their
// spelling, strings by the value they decode to, order and repetition of keys as
// they are; white space around tokens does not count, but that it parts two words.
// Texts that are not JSON are equal if they are the same.
func EqualJSON(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	for i, k, before := 0, 0, byte(0); ; {
		x, y := skipSpace(a, i), skipSpace(b, k)
		if x == len(a) || y == len(b) {
			return x == len(a) && y == len(b) && json.Valid(a) && json.Valid(b)
		}
		c := a[x]
		if c != b[y] || (x > i) != (y > k) && inWord(before) && inWord(c) || c >= utf8.RuneSelf {
			return false
		}
		i, k, before = x+1, y+1, c
		if c == '"' {
			var same bool
			if i, k, same = equalStrings(a, i, b, k); !same {
				return false
			}
		}
	}
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && IsSpace(b[i]) {
		i++
	}
	return i
}

// inWord reports whether c may be a character of a number or of a word such as
// true, of which white space makes two.
func inWord(c byte) bool {
	switch c {
	case 0, '{', '}', '[', ']', ':', ',', '"':
		return false
	}
	return true
}

// equalStrings compares two strings from after their opening quotes on.
func equalStrings(a []byte, i int, b []byte, k int) (aEnd, bEnd int, same bool) {
	x, y := decoder{b: a, i: i}, decoder{b: b, i: k}
	for {
		u, v := x.next(), y.next()
		if u != v {
			return x.i, y.i, false
		}
		if u == endOfString {
			return x.i, y.i, true
		}
	}
}

const (
	endOfString = -1
	// invalidByte and the byte itself stand for a byte that is not UTF-8:
	// values that no UTF-16 unit has.
	invalidByte = 0x10000
)

// decoder decodes a JSON string into UTF-16 units: the one measure in
// which a surrogate pair is the same however its halves are spelled.
type decoder struct {
	b   []byte
	i   int
	low rune // second half of a pair, still to be returned
}

// next returns the next unit; after the closing quote, endOfString.
func (d *decoder) next() rune {
	if d.low != 0 {
		low := d.low
		d.low = 0
		return low
	}
	r, width := RuneAt(d.b, d.i)
	switch d.i += width; {
	case width == 0, r == '"':
		return endOfString
	case r == '\\':
		return d.escape()
	case r == utf8.RuneError && width == 1:
		return invalidByte | rune(d.b[d.i-1])
	case r > 0xFFFF:
		r, d.low = utf16.EncodeRune(r)
	}
	return r
}

// escape decodes an escape from after its backslash on.
func (d *decoder) escape() rune {
	if d.i == len(d.b) {
		return endOfString
	}
	const number = len(`uXXXX`)
	c := d.b[d.i]
	if c != 'u' || len(d.b)-d.i < number {
		d.i++
		return rune(Escape[c])
	}
	d.i += number
	return numberAt(d.b, d.i-number-1)
}
