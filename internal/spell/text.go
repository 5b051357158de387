package spell

import (
	"strings"
	"unicode/utf8"
)

// Text is a run of text in the spelling of its container: plain, or the inside of
// a JSON string, still escaped. The zero value is the empty plain text.
//
// It is [ir.Text] for the package of that and for those below it. String decodes it. The
// other methods ask for characters, lines and prefixes and answer in terms of the decoded
// text, so that nothing has to be unescaped, copied and escaped again. Offsets are byte
// offsets into B and always at the start of a unit: a byte of plain text or a whole escape.
//
// [ir.Text]: https://pkg.go.dev/github.com/toolspeak/toolspeak/ir#Text
type Text struct {
	// B is the spelling: UTF-8 where Esc is false, else the inside of a JSON
	// string, without its quotes, that has passed a JSON scanner.
	B   []byte
	Esc bool
	// Direct says of an escaped text that it has no escape from \u0000 to \u007f: each
	// character of ASCII is spelled as itself or with two bytes. False says nothing. What is
	// made of the text has its Direct.
	Direct bool
}

// Len returns the length of the spelling in bytes, not that of the decoded text.
func (t Text) Len() int { return len(t.B) }

// Empty reports whether the text has no character.
func (t Text) Empty() bool { return len(t.B) == 0 }

// Slice returns the part from offset i to offset j, sharing its bytes.
func (t Text) Slice(i, j int) Text { return Text{B: t.B[i:j:j], Esc: t.Esc, Direct: t.Direct} }

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
	e := t.B[i+1]
	if e != 'u' {
		return Escape[e], 2
	}
	v, ok := t.hexAt(i)
	switch {
	case !ok:
		return NotASCII, 2
	case v >= utf8.RuneSelf:
		return NotASCII, 6
	}
	return byte(v), 6
}

// hexAt returns the value of the \uXXXX escape at offset i.
func (t Text) hexAt(i int) (v rune, ok bool) {
	if i+6 > len(t.B) || t.B[i] != '\\' || t.B[i+1] != 'u' {
		return 0, false
	}
	digits := t.B[i+2 : i+6]
	n := hexValues[digits[0]]<<12 | hexValues[digits[1]]<<8 | hexValues[digits[2]]<<4 | hexValues[digits[3]]
	if n >= 1<<16 {
		return 0, false
	}
	return rune(n), true
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
	if i < len(t.B) && s != "" && t.B[i] != s[0] && t.B[i] != '\\' {
		return i, false
	}
	if end = i + len(s); end <= len(t.B) && string(t.B[i:end]) == s {
		// In an escaped text a backslash is never itself.
		if !t.Esc || strings.IndexByte(s, '\\') < 0 {
			return end, true
		}
	}
	if !t.Esc {
		return i, false
	}
	return t.spelled(i, s)
}

// spelled is Prefix for an escaped text, character by character.
func (t Text) spelled(i int, s string) (end int, ok bool) {
	b, at := t.B, i
	for k := 0; k < len(s); k++ {
		switch {
		case at >= len(b):
			return i, false
		case b[at] == '\\':
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
	r, width := t.RuneAt(at)
	return k + size - 1, width, r == want && !(r == utf8.RuneError && width == 1)
}
