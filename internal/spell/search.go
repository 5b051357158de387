package spell

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Newline finds the first line feed at or after offset i: nl is its offset
// and next the offset after it. Without one both are -1.
func (t Text) Newline(i int) (nl, next int) {
	if !t.Esc {
		k := bytes.IndexByte(t.B[i:], '\n')
		if k < 0 {
			return -1, -1
		}
		return i + k, i + k + 1
	}
	for i < len(t.B) {
		if t.B[i] != '\\' { // escapes often come in a row
			k := bytes.IndexByte(t.B[i:], '\\')
			if k < 0 {
				break
			}
			i += k
		}
		if i+1 >= len(t.B) {
			break
		}
		switch t.B[i+1] {
		case 'n':
			return i, i + 2
		case 'u':
			if t.Direct { // it is no line feed
				i += len(`\u0000`)
				continue
			}
			c, width := t.escapeAt(i)
			if c == '\n' {
				return i, i + width
			}
			i += width
		default:
			i += 2
		}
	}
	return -1, -1
}

// AppendLines appends where the lines of the text begin, but for the first.
func (t Text) AppendLines(starts []int) []int {
	if !t.Esc {
		for _, next := t.Newline(0); next >= 0; _, next = t.Newline(next) {
			starts = append(starts, next)
		}
		return starts
	}
	b := t.B
	for i := backslash(b, 0); i+1 < len(b); {
		switch b[i+1] {
		case 'n':
			i += len(`\n`)
			starts = append(starts, i)
		case 'u':
			c, width := byte(0), len(`\u0000`)
			if i+2 < len(b) && b[i+2] == '0' {
				c, width = t.escapeAt(i)
			}
			if i += width; c == '\n' {
				starts = append(starts, i)
			}
		default:
			i += len(`\\`)
		}
		if i < len(b) && b[i] != '\\' { // escapes often come in a row
			i = backslash(b, i)
		}
	}
	return starts
}

// Index finds the first occurrence of the ASCII string s at or after offset
// i and returns its start and end, or -1, -1.
func (t Text) Index(i int, s string) (start, end int) {
	if !t.Esc {
		k := bytes.Index(t.B[i:], []byte(s))
		if k < 0 {
			return -1, -1
		}
		return i + k, i + k + len(s)
	}
	if t.Direct && oneWay(s) {
		return t.indexOneWay(i, s)
	}
	if isSign(s[0]) {
		return t.indexOfSign(i, s)
	}
	for i < len(t.B) {
		// Only s[0] itself and a backslash can begin what spells s[0].
		if i = nextOf(t.B, i, s[0]); i == len(t.B) {
			break
		}
		if t.B[i] == '\\' && s[0] >= ' ' && i+1 < len(t.B) && t.B[i+1] != 'u' && t.B[i+1] != s[0] {
			i += 2 // an escape of another character
			continue
		}
		c, width := t.At(i)
		if c == s[0] {
			if e, ok := t.Prefix(i, s); ok {
				return i, e
			}
		}
		i += width
	}
	return -1, -1
}

// isSign reports whether c is in no escape, its own \u00XX apart.
func isSign(c byte) bool {
	switch c {
	case '"', '\\', '/':
		return false
	}
	return '!' <= c && c <= '~' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
}

// indexOfSign is Index in an escaped text for an s that begins with a character
// that is in no escape but \u00XX: it can be searched for as the byte that
// it is.
func (t Text) indexOfSign(i int, s string) (start, end int) {
	for i < len(t.B) {
		stop := len(t.B)
		if k := bytes.IndexByte(t.B[i:], s[0]); k >= 0 {
			stop = i + k
		}
		if t.Slice(i, stop).spells(s[0]) {
			for i < stop {
				c, width := t.At(i)
				if c == s[0] {
					if e, ok := t.Prefix(i, s); ok {
						return i, e
					}
				}
				i += width
			}
		}
		if e, ok := t.Prefix(stop, s); ok {
			return stop, e
		}
		i = stop + 1
	}
	return -1, -1
}

// indexOneWay is Index in a direct text for an s that it can spell in one way alone.
func (t Text) indexOneWay(i int, s string) (start, end int) {
	if len(s) == 1 && isSign(s[0]) {
		k := bytes.IndexByte(t.B[i:], s[0])
		if k < 0 {
			return -1, -1
		}
		return i + k, i + k + 1
	}
	for from := i; ; {
		k := bytes.Index(t.B[from:], []byte(s))
		if k < 0 {
			return -1, -1
		}
		if from += k; isSign(s[0]) || !InEscape(t.B[i:], from-i) {
			return from, from + len(s)
		}
		from++
	}
}

// InEscape reports whether offset i of the inside of a JSON string is within an escape.
func InEscape(b []byte, i int) bool {
	const most = 5 // bytes of an escape after its backslash
	for at := i - 1; at >= max(0, i-most); at-- {
		if b[at] != '\\' {
			continue
		}
		run := 1
		for run <= at && b[at-run] == '\\' {
			run++
		}
		width := 2
		if b[at+1] == 'u' {
			width = 1 + most
		}
		return run%2 == 1 && at+width > i
	}
	return false
}

// oneWay reports whether a direct text can spell s in one way alone.
func oneWay(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c == '/' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// MayHold reports whether the text may hold the character c, which has no escape
// but \u00XX. It is a search, much faster than reading: false is certain.
func (t Text) MayHold(c byte) bool { return bytes.IndexByte(t.B, c) >= 0 || t.Esc && t.spells(c) }

// spells reports whether an escaped text may hold the escape \u00XX of c.
func (t Text) spells(c byte) bool {
	if t.Direct {
		return false
	}
	// Without its backslash, which other escapes have, too, and its last digit, which may
	// be a letter of either case.
	code := [...]byte{'0', '0', Hex[c>>4]}
	for b := t.B; ; {
		k := bytes.Index(b, code[:])
		if k < 0 || k+3 == len(b) {
			return false
		}
		if v, ok := hexDigit(b[k+3]); ok && byte(v) == c&15 {
			return true
		}
		b = b[k+1:]
	}
}

// nextOf returns the offset of the first c or backslash at or after offset i,
// or len(b). It looks at eight bytes at a time.
func nextOf(b []byte, i int, c byte) int {
	const low, high = EachByte, HighBits
	sought := uint64(c) * low
	for len(b)-i >= 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		x, y := w^sought, w^'\\'*low
		// The lowest bit that is set is exact: only bytes above it can suffer
		// from a borrow.
		if m := ((x-low)&^x | (y-low)&^y) & high; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	for i < len(b) && b[i] != c && b[i] != '\\' {
		i++
	}
	return i
}

// LastIndex is Index for the last occurrence that starts in [i, j).
func (t Text) LastIndex(i, j int, s string) (start, end int) {
	// It often is the end, and does not overlap with another one.
	if k := j - len(s); k >= i && isSign(s[0]) && string(t.B[k:j]) == s && strings.LastIndexByte(s, s[0]) == 0 && strings.IndexByte(s, '\\') < 0 {
		return k, j
	}
	start, end = -1, -1
	const longest = 6 // bytes of an escape
	t = t.Slice(0, min(len(t.B), j+longest*len(s)))
	for i < j {
		a, b := t.Index(i, s)
		if a < 0 || a >= j {
			break
		}
		start, end = a, b
		i = b
	}
	return start, end
}

// backslash returns the offset of the first backslash at or after offset i, or len(b).
func backslash(b []byte, i int) int {
	if k := bytes.IndexByte(b[i:], '\\'); k >= 0 {
		return i + k
	}
	return len(b)
}
