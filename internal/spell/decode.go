package spell

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
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
// surrogate pair, which UTF-8 can't hold, becomes three bytes: see AppendRune. What the
// array of dst holds after the text may be overwritten.
func AppendDecoded(dst, inside []byte) []byte {
	// No escape is shorter than what it stands for. Eight bytes are copied at once,
	// also where not all of them count.
	const word = 8
	b := inside
	n := len(dst)
	dst = slices.Grow(dst, len(b))
	dst = dst[:cap(dst)]
	for i := 0; i < len(b); {
		if len(b)-i >= word {
			w := binary.LittleEndian.Uint64(b[i:])
			binary.LittleEndian.PutUint64(dst[n:], w)
			slash := w ^ '\\'*EachByte
			m := (slash - EachByte) &^ slash & HighBits
			if m == 0 {
				i, n = i+word, n+word
				continue
			}
			run := bits.TrailingZeros64(m) >> 3
			i, n = i+run, n+run
		} else if b[i] != '\\' {
			dst[n] = b[i]
			i, n = i+1, n+1
			continue
		}
		if c := b[i+1]; c != 'u' {
			dst[n] = Escape[c]
			i, n = i+2, n+1
			continue
		}
		i, n = decodeNumbers(b, i, dst, n)
	}
	return dst[:n]
}

// decodeNumbers decodes the escape by number at offset i and those that follow it: in texts
// that are spelled so, they come in rows. It writes to dst at offset n, and returns the
// offsets after both.
func decodeNumbers(b []byte, i int, dst []byte, n int) (int, int) {
	const width = len(`\u0000`)
	for {
		switch v := numberAt(b, i); {
		case v < 0x80:
			dst[n] = byte(v)
			i, n = i+width, n+1
		case v < 0x800:
			dst[n], dst[n+1] = 0xC0|byte(v>>6), 0x80|byte(v)&0x3F
			i, n = i+width, n+2
		case !utf16.IsSurrogate(v):
			dst[n], dst[n+1], dst[n+2] = 0xE0|byte(v>>12), 0x80|byte(v>>6)&0x3F, 0x80|byte(v)&0x3F
			i, n = i+width, n+3
		default:
			r, read := EscapeAt(b, i)
			i, n = i+read, len(AppendRune(dst[:n], r))
		}
		if len(b)-i < width || b[i] != '\\' || b[i+1] != 'u' {
			return i, n
		}
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
		if binary.LittleEndian.Uint64(b)&HighBits != 0 {
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
