package spell

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// RuneAt decodes the character at offset i. A lone surrogate escape comes back
// as its own value (0xD800 to 0xDFFF); a byte that is not UTF-8 as
// utf8.RuneError with width 1.
func (t Text) RuneAt(i int) (r rune, width int) {
	if i >= len(t.B) {
		return 0, 0
	}
	c := t.B[i]
	if c < utf8.RuneSelf && (c != '\\' || !t.Esc) {
		return rune(c), 1
	}
	if c >= utf8.RuneSelf {
		return utf8.DecodeRune(t.B[i:])
	}
	v, ok := t.hexAt(i)
	if !ok {
		ascii, w := t.escapeAt(i)
		return rune(ascii), w
	}
	if utf16.IsSurrogate(v) {
		if low, lowOK := t.hexAt(i + 6); lowOK {
			if pair := utf16.DecodeRune(v, low); pair != utf8.RuneError {
				return pair, 12
			}
		}
	}
	return v, 6
}

// String returns the decoded text. A lone surrogate, which UTF-8 can't hold,
// becomes three bytes that are not valid UTF-8: see HasLoneSurrogate.
func (t Text) String() string {
	if !t.Esc {
		return string(t.B)
	}
	var few [128]byte
	if len(t.B) <= len(few) {
		return string(t.AppendPlain(few[:0]))
	}
	buf := buffers.Get().(*[]byte)
	*buf = t.AppendPlain((*buf)[:0])
	s := string(*buf)
	buffers.Put(buf)
	return s
}

// buffers are for texts until they are strings.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// AppendPlain appends the decoded text to dst. What the array of dst holds after the
// text may be overwritten.
func (t Text) AppendPlain(dst []byte) []byte {
	if !t.Esc {
		return append(dst, t.B...)
	}
	// No escape is shorter than what it stands for. Eight bytes are copied at once,
	// also where not all of them count.
	const word = 8
	b := t.B
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
		if i+1 < len(b) && plainEscapes[b[i+1]] != 0 {
			dst[n] = plainEscapes[b[i+1]]
			i, n = i+2, n+1
			continue
		}
		i, n = t.decodeNumbers(i, dst, n)
	}
	return dst[:n]
}

// decodeNumbers decodes the escape at offset i and, if it is a number, those that follow
// it: in texts that are spelled so, they come in rows. It writes to dst at offset n, and
// returns the offsets after both.
func (t Text) decodeNumbers(i int, dst []byte, n int) (int, int) {
	const width = len(`\u0000`)
	b := t.B
	for {
		v := uint32(1 << 16)
		if len(b)-i >= width && b[i+1] == 'u' {
			v = hexValues[b[i+2]]<<12 | hexValues[b[i+3]]<<8 | hexValues[b[i+4]]<<4 | hexValues[b[i+5]]
		}
		switch {
		case v < 0x80:
			dst[n] = byte(v)
			i, n = i+width, n+1
		case v < 0x800:
			dst[n], dst[n+1] = 0xC0|byte(v>>6), 0x80|byte(v)&0x3F
			i, n = i+width, n+2
		case v < 0xD800 || 0xE000 <= v && v < 1<<16:
			dst[n], dst[n+1], dst[n+2] = 0xE0|byte(v>>12), 0x80|byte(v>>6)&0x3F, 0x80|byte(v)&0x3F
			i, n = i+width, n+3
		default:
			r, read := t.RuneAt(i)
			i, n = i+read, len(AppendRune(dst[:n], r))
		}
		if len(b)-i < width || b[i] != '\\' || b[i+1] != 'u' {
			return i, n
		}
	}
}

// hexValues are the values of hexadecimal digits. What is none makes a number larger than
// all that four digits may be.
var hexValues = func() (values [256]uint32) {
	for c := range values {
		values[c] = 1 << 16
		if d, ok := hexDigit(byte(c)); ok {
			values[c] = uint32(d)
		}
	}
	return values
}()

// Append appends the text to dst in the spelling that escaped asks for. Text
// that has this spelling is copied as it is. Plain text that has to be escaped
// keeps its characters above ASCII unless ascii is set.
func (t Text) Append(dst []byte, escaped, ascii bool) []byte {
	switch {
	case t.Esc == escaped:
		return append(dst, t.B...)
	case escaped:
		return AppendEscaped(dst, t.B, ascii)
	default:
		return t.AppendPlain(dst)
	}
}

// IsASCII reports whether the spelling has no byte above 0x7F.
func (t Text) IsASCII() bool {
	b := t.B
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

// HasLoneSurrogate reports whether the text holds half of a surrogate pair,
// which JSON can spell and UTF-8 can't.
func (t Text) HasLoneSurrogate() bool {
	if !t.Esc {
		return !utf8.Valid(t.B)
	}
	for i := 0; i < len(t.B); {
		k := bytes.IndexByte(t.B[i:], '\\')
		if k < 0 {
			return false
		}
		r, width := t.RuneAt(i + k)
		if 0xD800 <= r && r <= 0xDFFF {
			return true
		}
		i += k + width
	}
	return false
}

// EqualText reports whether two texts decode to the same characters.
func EqualText(a, b Text) bool {
	if a.Esc == b.Esc && bytes.Equal(a.B, b.B) {
		return true
	}
	if !a.Esc && !b.Esc {
		return false
	}
	if a.Esc != b.Esc && (a.Esc && spells(a.B, b.B) || b.Esc && spells(b.B, a.B)) {
		return true
	}
	i, k := 0, 0
	if a.Esc == b.Esc {
		i = commonWords(a.B, b.B)
		k = i
	}
	for {
		if a.Esc == b.Esc {
			n := commonASCII(a.B[i:], b.B[k:])
			i, k = i+n, k+n
		}
		if i >= len(a.B) || k >= len(b.B) {
			return i == len(a.B) && k == len(b.B)
		}
		r, rw := a.RuneAt(i)
		s, sw := b.RuneAt(k)
		if r == utf8.RuneError && rw == 1 || s == utf8.RuneError && sw == 1 {
			return string(a.AppendPlain(nil)) == string(b.AppendPlain(nil))
		}
		if r != s {
			return false
		}
		i, k = i+rw, k+sw
	}
}

// commonWords returns the length of something with which a and b both begin, and
// after which a character begins in either: a space is no part of another one or of
// an escape.
func commonWords(a, b []byte) int {
	n, most := 0, min(len(a), len(b))
	for most-n >= 8 && binary.LittleEndian.Uint64(a[n:]) == binary.LittleEndian.Uint64(b[n:]) {
		n += 8
	}
	return max(bytes.LastIndexByte(a[:n], ' '), 0)
}

// commonASCII returns the length of what a and b begin with, so far as they are the
// same, ASCII and no escape but one of two bytes.
func commonASCII(a, b []byte) int {
	i, most := 0, min(len(a), len(b))
	for i < most {
		if most-i >= 8 {
			w := binary.LittleEndian.Uint64(a[i:])
			slash := w ^ '\\'*EachByte
			odd := w ^ binary.LittleEndian.Uint64(b[i:]) | (w|(slash-EachByte)&^slash)&HighBits
			if odd == 0 {
				i += 8
				continue
			}
			// What is odd may be in any bit of its byte.
			i += bits.TrailingZeros64(odd) >> 3
		}
		c := a[i]
		if c != b[i] || c >= utf8.RuneSelf {
			return i
		}
		if c == '\\' {
			if most-i < 2 || a[i+1] != b[i+1] || a[i+1] == 'u' {
				return i
			}
			i++
		}
		i++
	}
	return i
}

// EqualString reports whether t decodes to s.
func (t Text) EqualString(s string) bool {
	if !t.Esc {
		return string(t.B) == s
	}
	if len(t.B) < len(s) || s != "" && t.B[0] != '\\' && t.B[0] != s[0] {
		return false
	}
	// A text with escapes is most often another from its first words on.
	k := bytes.IndexByte(t.B[:min(len(t.B), len(s)+1)], '\\')
	if k < 0 {
		return string(t.B) == s
	}
	if string(t.B[:k]) != s[:k] {
		return false
	}
	return EqualText(t, Text{B: []byte(s)})
}
