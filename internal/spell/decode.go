package spell

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// RuneAt returns the character at offset i of a text and its width. Half of a surrogate
// pair comes back as its own value (0xD800 to 0xDFFF), another byte that is not UTF-8 as
// utf8.RuneError with width 1, and the end as 0, 0.
func RuneAt(b []byte, i int) (r rune, width int) {
	if i >= len(b) {
		return 0, 0
	}
	if b[i] < utf8.RuneSelf {
		return rune(b[i]), 1
	}
	if r, width = utf8.DecodeRune(b[i:]); r == utf8.RuneError && width == 1 {
		if half, ok := SurrogateAt(b[i:]); ok {
			return half, len("\xed\xa0\x80")
		}
	}
	return r, width
}

// EscapeAt returns the character that the escape at offset i of the inside of a valid
// JSON string stands for, and its width. The two escapes of a surrogate pair are one
// character; half of a pair comes back as its own value.
func EscapeAt(inside []byte, i int) (r rune, width int) {
	if c := inside[i+1]; c != 'u' {
		return rune(Escape[c]), len(`\n`)
	}
	const width1 = len(`\u0000`)
	r = numberAt(inside, i)
	if utf16.IsSurrogate(r) && len(inside)-i >= 2*width1 && inside[i+width1] == '\\' && inside[i+width1+1] == 'u' {
		if pair := utf16.DecodeRune(r, numberAt(inside, i+width1)); pair != utf8.RuneError {
			return pair, 2 * width1
		}
	}
	return r, width1
}

// numberAt returns the value of the \uXXXX escape at offset i.
func numberAt(b []byte, i int) rune {
	return rune(hexValues[b[i+2]]<<12 | hexValues[b[i+3]]<<8 | hexValues[b[i+4]]<<4 | hexValues[b[i+5]])
}

// AppendDecoded appends what the inside of a valid JSON string says to dst. Half of a
// surrogate pair, which UTF-8 can't hold, becomes three bytes: see AppendRune.
func AppendDecoded(dst, inside []byte) []byte {
	for {
		k := backslash(inside, 0)
		if dst = append(dst, inside[:k]...); k == len(inside) {
			return dst
		}
		for k < len(inside) && inside[k] == '\\' { // they come in rows
			r, width := EscapeAt(inside, k)
			dst, k = AppendRune(dst, r), k+width
		}
		inside = inside[k:]
	}
}

// hexValues are the values of hexadecimal digits.
var hexValues = func() (values [256]uint32) {
	for i, c := range []byte(Hex) {
		values[c] = uint32(i)
	}
	for i, c := range []byte("ABCDEF") {
		values[c] = uint32(10 + i)
	}
	return values
}()

// IsASCII reports whether b has no byte above 0x7F.
func IsASCII(b []byte) bool {
	for ; len(b) >= 8; b = b[8:] {
		if binary.LittleEndian.Uint64(b)&0x8080808080808080 != 0 {
			return false
		}
	}
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// backslash returns the offset of the first backslash at or after offset i, or len(b).
func backslash(b []byte, i int) int {
	if k := bytes.IndexByte(b[i:], '\\'); k >= 0 {
		return i + k
	}
	return len(b)
}
