// Package text holds text in the spelling in which its container gave it.
//
// A message lies either in a plain file or inside a JSON string. Text keeps
// the bytes of either and lets one piece of code read both: it is asked for
// characters, lines and prefixes by byte offset, and answers in terms of the
// decoded text, so that nothing is unescaped, copied and escaped again.
package text

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Text is a run of text. The zero value is the empty plain text. Offsets into
// a Text are byte offsets into B and always stand at the start of a unit: a
// byte of plain text or a whole escape.
type Text struct {
	// B is the spelling: UTF-8 where Esc is false, else the inside of a JSON
	// string, without its quotes, that has passed a JSON scanner.
	B   []byte
	Esc bool
	// Direct says of an escaped text that no escape in it is \u00XX: each character
	// of ASCII is spelled as itself or with two bytes. False says nothing. What is
	// made of the text has its Direct.
	Direct bool
}

// Plain returns s as plain text.
func Plain(s string) Text { return Text{B: []byte(s)} }

// Escaped returns the inside of a JSON string, which must be valid, as text.
func Escaped(inside []byte) Text { return Text{B: inside, Esc: true} }

// Len returns the length of the spelling in bytes, not that of the decoded text.
func (t Text) Len() int { return len(t.B) }

// Empty tells whether the text has no character.
func (t Text) Empty() bool { return len(t.B) == 0 }

// Slice returns the part from offset i to offset j, sharing its bytes.
func (t Text) Slice(i, j int) Text { return Text{B: t.B[i:j:j], Esc: t.Esc, Direct: t.Direct} }

// From returns the part from offset i to the end, sharing its bytes.
func (t Text) From(i int) Text { return Text{B: t.B[i:], Esc: t.Esc, Direct: t.Direct} }

// NotASCII is what At returns for a unit that is not an ASCII character.
const NotASCII = 0x80

// At decodes the unit at offset i: the ASCII character that it spells, or
// NotASCII, and its width in bytes. At the end it returns 0, 0.
func (t Text) At(i int) (c byte, width int) {
	// Short enough to be inlined; what is rare goes to unitAt.
	if i < len(t.B) {
		if c = t.B[i]; c < utf8.RuneSelf && c != '\\' {
			return c, 1
		}
	}
	return t.unitAt(i)
}

func (t Text) unitAt(i int) (c byte, width int) {
	switch {
	case i >= len(t.B):
		return 0, 0
	case t.B[i] >= utf8.RuneSelf:
		return NotASCII, 1
	case !t.Esc:
		return '\\', 1
	}
	return t.escapeAt(i)
}

func (t Text) escapeAt(i int) (c byte, width int) {
	if i+1 >= len(t.B) {
		return '\\', 1
	}
	switch e := t.B[i+1]; e {
	case '"':
		return '"', 2
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'u':
		v, ok := t.hexAt(i)
		if !ok {
			return NotASCII, 2
		}
		if v >= utf8.RuneSelf {
			return NotASCII, 6
		}
		return byte(v), 6
	default:
		return e, 2
	}
}

// hexAt returns the value of the \uXXXX escape at offset i.
func (t Text) hexAt(i int) (v rune, ok bool) {
	if i+6 > len(t.B) || t.B[i] != '\\' || t.B[i+1] != 'u' {
		return 0, false
	}
	for _, c := range t.B[i+2 : i+6] {
		d, isHex := hexDigit(c)
		if !isHex {
			return 0, false
		}
		v = v<<4 | rune(d)
	}
	return v, true
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

// Prefix reports whether the decoded text at offset i begins with s, which is
// UTF-8, and returns the offset after it.
func (t Text) Prefix(i int, s string) (end int, ok bool) {
	if i < len(t.B) && s != "" {
		if c := t.B[i]; c != s[0] && c != '\\' {
			return i, false
		}
		// In an escaped text a backslash is never itself.
		if end = i + len(s); end <= len(t.B) && string(t.B[i:end]) == s && !(t.Esc && slashed(s)) {
			return end, true
		}
	}
	return t.prefix(i, s)
}

func slashed(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			return true
		}
	}
	return false
}

// prefix is Prefix for a text whose first byte may begin s.
func (t Text) prefix(i int, s string) (end int, ok bool) {
	b, at := t.B, i
	for k := 0; k < len(s); k++ {
		switch {
		case at >= len(b):
			return i, false
		case b[at] == '\\' && t.Esc:
			var width int
			if k, width, ok = t.spelledAt(at, s, k); !ok {
				return i, false
			}
			at += width
		case b[at] != s[k]:
			return i, false
		default:
			at++
		}
	}
	return at, true
}

// spelledAt reports whether the escape at offset at spells the character of s that
// begins at offset k. It returns the last byte of that character, and the escape's
// width.
func (t Text) spelledAt(at int, s string, k int) (last, width int, ok bool) {
	if s[k] < utf8.RuneSelf {
		c, width := t.escapeAt(at)
		return k, width, c == s[k]
	}
	want, size := utf8.DecodeRuneInString(s[k:])
	r, width := t.runeAt(at)
	return k + size - 1, width, r == want && !(r == utf8.RuneError && width == 1)
}

// Newline finds the first line feed at or behind offset i: nl is its offset
// and next the offset behind it. Without one both are -1.
func (t Text) Newline(i int) (nl, next int) {
	if !t.Esc {
		k := bytes.IndexByte(t.B[i:], '\n')
		if k < 0 {
			return -1, -1
		}
		return i + k, i + k + 1
	}
	for i < len(t.B) {
		k := bytes.IndexByte(t.B[i:], '\\')
		if k < 0 {
			return -1, -1
		}
		i += k
		c, width := t.escapeAt(i)
		if c == '\n' {
			return i, i + width
		}
		i += width
	}
	return -1, -1
}

// Index finds the first occurrence of the ASCII string s at or behind offset
// i and returns its start and end, or -1, -1.
func (t Text) Index(i int, s string) (start, end int) {
	if !t.Esc {
		k := bytes.Index(t.B[i:], []byte(s))
		if k < 0 {
			return -1, -1
		}
		return i + k, i + k + len(s)
	}
	if s[0] == '<' || s[0] == '[' || s[0] == '(' {
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

// indexOfSign is Index in an escaped text for an s that begins with a character
// that stands in no escape but \u00XX: it can be searched for as the byte that
// it is.
func (t Text) indexOfSign(i int, s string) (start, end int) {
	if t.Direct && oneWay(s) {
		k := bytes.Index(t.B[i:], []byte(s))
		if k < 0 {
			return -1, -1
		}
		return i + k, i + k + len(s)
	}
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

// oneWay reports whether a direct text can spell s in one way alone.
func oneWay(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c == '/' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// MayHold tells whether the text may hold the character c, which has no escape
// but \u00XX. It is a search, much faster than reading: false is certain.
func (t Text) MayHold(c byte) bool { return bytes.IndexByte(t.B, c) >= 0 || t.Esc && t.spells(c) }

// spells tells whether an escaped text may hold the escape \u00XX of c.
func (t Text) spells(c byte) bool {
	if t.Direct {
		return false
	}
	// Without its backslash, which other escapes have, too.
	code := [...]byte{'0', '0', hex[c>>4], hex[c&15]}
	if bytes.Contains(t.B, code[:]) {
		return true
	}
	if c&15 < 10 {
		return false
	}
	code[3] -= 'a' - 'A'
	return bytes.Contains(t.B, code[:])
}

const (
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

// nextOf returns the offset of the first c or backslash at or behind offset i,
// or len(b). It looks at eight bytes at a time.
func nextOf(b []byte, i int, c byte) int {
	const low, high = eachByte, highBits
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
	start, end = -1, -1
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

// IsSpace tells whether c is white space in the sense of this package: space,
// tab, line feed, carriage return, form feed or vertical tab.
func IsSpace(c byte) bool {
	return c == ' ' || '\t' <= c && c <= '\r'
}

// SkipSpace returns the offset of the first unit at or behind i, but before
// j, that is not white space, or j.
func (t Text) SkipSpace(i, j int) int {
	for i < j {
		if c := t.B[i]; c > ' ' && c != '\\' {
			return i
		}
		c, width := t.At(i)
		if !IsSpace(c) {
			return i
		}
		i += width
	}
	return j
}

// SkipSpaces returns the offset of the first unit at or behind i that is not
// a space (U+0020).
func (t Text) SkipSpaces(i int) int {
	for {
		c, width := t.At(i)
		if c != ' ' || width == 0 {
			return i
		}
		i += width
	}
}

// Trim returns the text without white space at either end.
func (t Text) Trim() Text {
	start := t.SkipSpace(0, len(t.B))
	return t.Slice(start, t.SkipSpaceBack(start, len(t.B)))
}

// SkipSpaceBack returns the offset behind the last unit of t[i:j] that is not
// white space, or i.
func (t Text) SkipSpaceBack(i, j int) int {
	for j > i {
		if c := t.B[j-1]; c > ' ' && (!t.Esc || !endsEscape[c]) {
			return j
		}
		last := t.lastUnit(i, j)
		if c, _ := t.At(last); !IsSpace(c) {
			return j
		}
		j = last
	}
	return i
}

// endsEscape are the bytes with which an escape of white space may end.
var endsEscape = [256]bool{
	'n': true, 't': true, 'r': true, 'f': true,
	'0': true, '9': true, 'a': true, 'b': true, 'c': true, 'd': true, 'A': true, 'B': true, 'C': true, 'D': true,
}

// Last returns the last character as At does, or 0 where there is none.
func (t Text) Last() byte {
	if t.Empty() {
		return 0
	}
	c, _ := t.At(t.lastUnit(0, t.Len()))
	return c
}

// lastUnit returns where the last unit of t[i:j] begins, which is not empty.
func (t Text) lastUnit(i, j int) int {
	if !t.Esc {
		return j - 1
	}
	const longest = 6 // bytes of an escape
	for k := j - 1; k >= max(i, j-longest); k-- {
		if t.B[k] != '\\' {
			continue
		}
		// Of a run of backslashes every second one begins an escape.
		run := k
		for run > i && t.B[run-1] == '\\' {
			run--
		}
		first := k - (k-run)%2
		if _, width := t.escapeAt(first); first+width == j {
			return first
		}
		break
	}
	return j - 1
}

// Blank tells whether the text is empty or white space alone.
func (t Text) Blank() bool { return t.SkipSpace(0, len(t.B)) == len(t.B) }
