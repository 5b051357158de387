// Package spell reads and writes text as the inside of a JSON string, byte by byte or
// eight bytes at once.
package spell

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	EachByte = 0x0101010101010101
	HighBits = 0x80 * EachByte
)

// IsSpace reports whether c is white space in the sense of this package: space,
// tab, line feed, carriage return, form feed or vertical tab.
func IsSpace(c byte) bool {
	return c == ' ' || '\t' <= c && c <= '\r'
}

const Hex = "0123456789abcdef"

// AppendRune appends r as UTF-8, and a lone surrogate as the three bytes that
// UTF-8 would use for it if it were a character, so that two different lone
// surrogates stay different.
func AppendRune(dst []byte, r rune) []byte {
	if 0xD800 <= r && r <= 0xDFFF {
		return append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(dst, r)
}

// AppendEscaped appends plain text as the inside of a JSON string. Only what
// JSON demands is escaped and, with ascii, every character above ASCII. The
// three bytes that AppendDecoded makes of a lone surrogate become its escape. What the
// array of dst holds after the text may be overwritten.
func AppendEscaped(dst, plain []byte, ascii bool) []byte {
	const word, most = 8, 12 // bytes that are copied at once, and of the longest escape
	const least = word + most
	dst = slices.Grow(dst, len(plain)+len(plain)/8+least)
	n := len(dst)
	dst = dst[:cap(dst)]
	for i := 0; i < len(plain); {
		if len(dst)-n < least {
			dst = slices.Grow(dst[:n], len(plain)-i+least)
			dst = dst[:cap(dst)]
		}
		if len(plain)-i >= word {
			w := binary.LittleEndian.Uint64(plain[i:])
			binary.LittleEndian.PutUint64(dst[n:], w)
			found := escaped(w, ascii)
			if found == 0 {
				i, n = i+word, n+word
				continue
			}
			// The lowest bit that is set is exact: only bytes above it can suffer
			// from a borrow.
			run := bits.TrailingZeros64(found) >> 3
			i, n = i+run, n+run
		}
		c := plain[i]
		switch {
		case escapes[c] != 0:
			dst[n], dst[n+1] = '\\', escapes[c]
			i, n = i+1, n+2
		case c < ' ' || c >= utf8.RuneSelf:
			var width int
			dst, width = appendOdd(dst[:n], plain[i:], ascii)
			n, dst = len(dst), dst[:cap(dst)]
			i += width
		default:
			dst[n] = c
			i, n = i+1, n+1
		}
	}
	return dst[:n]
}

// surrogateLead is the byte with which the three begin that spell a lone
// surrogate.
const surrogateLead = 0xED

// escaped returns a bit for each of eight bytes that AppendEscaped has to look at.
func escaped(w uint64, ascii bool) uint64 {
	quote, slash := w^'"'*EachByte, w^'\\'*EachByte
	odd := (w-' '*EachByte)&^w | (quote-EachByte)&^quote | (slash-EachByte)&^slash
	if ascii {
		odd |= w
	} else {
		lead := w ^ surrogateLead*EachByte
		odd |= (lead - EachByte) &^ lead
	}
	return odd & HighBits
}

// escapes is the second byte of the characters that have an escape of two.
var escapes = [256]byte{'"': '"', '\\': '\\', '\n': 'n', '\t': 't', '\r': 'r', '\b': 'b', '\f': 'f'}

// appendOdd appends the character with which a text begins, which is not ASCII or a
// control character.
func appendOdd(dst, plain []byte, ascii bool) (out []byte, width int) {
	if plain[0] < ' ' {
		return AppendEscapedByte(dst, plain[0]), 1
	}
	r, width := utf8.DecodeRune(plain)
	if r == utf8.RuneError && width == 1 {
		if v, ok := SurrogateAt(plain); ok {
			return appendHex(dst, v), 3
		}
	}
	if ascii {
		return AppendHexRune(dst, r), width
	}
	return append(dst, plain[:width]...), width
}

// AppendEscapedByte appends one ASCII character as it is spelled inside a
// JSON string.
func AppendEscapedByte(dst []byte, c byte) []byte {
	if e := escapes[c]; e != 0 {
		return append(dst, '\\', e)
	}
	if c < ' ' {
		return append(dst, '\\', 'u', '0', '0', Hex[c>>4], Hex[c&15])
	}
	return append(dst, c)
}

// SurrogateAt reads the three bytes with which AppendDecoded writes a lone surrogate.
func SurrogateAt(b []byte) (rune, bool) {
	if len(b) < 3 || b[0] != 0xED || b[1] < 0xA0 || b[1] > 0xBF || b[2]&0xC0 != 0x80 {
		return 0, false
	}
	return 0xD000 | rune(b[1]&0x3F)<<6 | rune(b[2]&0x3F), true
}

// AppendHexRune appends r as JSON escapes by its number: two above U+FFFF.
func AppendHexRune(dst []byte, r rune) []byte {
	if r > 0xFFFF {
		high, low := utf16.EncodeRune(r)
		return appendHex(appendHex(dst, high), low)
	}
	return appendHex(dst, r)
}

func appendHex(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', Hex[r>>12&15], Hex[r>>8&15], Hex[r>>4&15], Hex[r&15])
}

// HasSurrogate reports whether b may have the three bytes that AppendDecoded makes of a lone
// surrogate.
func HasSurrogate(b []byte) bool {
	for i := bytes.IndexByte(b, surrogateLead); i >= 0; {
		if _, ok := SurrogateAt(b[i:]); ok {
			return true
		}
		next := bytes.IndexByte(b[i+1:], surrogateLead)
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// EscapeSurrogates returns b with the three bytes that AppendDecoded makes of a
// lone surrogate written as its JSON escape.
func EscapeSurrogates(b []byte) []byte {
	out := make([]byte, 0, len(b)+8)
	for i := 0; i < len(b); i++ {
		if v, ok := SurrogateAt(b[i:]); ok {
			out = appendHex(out, v)
			i += 2
			continue
		}
		out = append(out, b[i])
	}
	return out
}

// Escape has, for the letter after a backslash in a JSON string, the character that
// the two spell. That of u, which is followed by a number, says nothing.
var Escape = func() (table [256]byte) {
	for c := range table {
		table[c] = byte(c)
	}
	for letter, c := range map[byte]byte{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'} {
		table[letter] = c
	}
	return table
}()

// CodePoints counts the code points of b, which may begin or end within one: all bytes
// but those that continue one, so that the counts of two pieces add up.
func CodePoints(b []byte) (n int) {
	for _, c := range b {
		if utf8.RuneStart(c) {
			n++
		}
	}
	return n
}
