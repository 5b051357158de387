package text

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// runeAt decodes the character at offset i. A lone surrogate escape comes back
// as its own value (0xD800 to 0xDFFF); a byte that is not UTF-8 as
// utf8.RuneError with width 1.
func (t Text) runeAt(i int) (r rune, width int) {
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

// appendRune appends r as UTF-8, and a lone surrogate as the three bytes that
// UTF-8 would use for it if it were a character, so that two different lone
// surrogates stay different.
func appendRune(dst []byte, r rune) []byte {
	if 0xD800 <= r && r <= 0xDFFF {
		return append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(dst, r)
}

// String returns the decoded text. A lone surrogate, which UTF-8 can't hold,
// becomes three bytes that are not valid UTF-8: see HasLoneSurrogate.
func (t Text) String() string {
	if !t.Esc {
		return string(t.B)
	}
	return string(t.AppendPlain(nil))
}

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
			slash := w ^ '\\'*eachByte
			m := (slash - eachByte) &^ slash & highBits
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
		r, width := t.runeAt(i)
		n = len(appendRune(dst[:n], r))
		i += width
	}
	return dst[:n]
}

// plainEscapes is what the escapes of two bytes stand for, by their second byte.
var plainEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

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

const hex = "0123456789abcdef"

// AppendEscaped appends plain text as the inside of a JSON string. Only what
// JSON demands is escaped and, with ascii, every character above ASCII. The
// three bytes that AppendPlain makes of a lone surrogate become its escape. What the
// array of dst holds after the text may be overwritten.
func AppendEscaped(dst, plain []byte, ascii bool) []byte {
	const word, most = 8, 12 // bytes that are copied at once, and of the longest escape
	dst = slices.Grow(dst, len(plain)+len(plain)/8+word)
	n := len(dst)
	dst = dst[:cap(dst)]
	for i := 0; i < len(plain); {
		if len(dst)-n < word+most {
			dst = slices.Grow(dst[:n], len(plain)-i+word+most)
			dst = dst[:cap(dst)]
		}
		if len(plain)-i >= word {
			w := binary.LittleEndian.Uint64(plain[i:])
			binary.LittleEndian.PutUint64(dst[n:], w)
			odd := escaped(w, ascii)
			if odd == 0 {
				i, n = i+word, n+word
				continue
			}
			// The lowest bit that is set is exact: only bytes above it can suffer
			// from a borrow.
			run := bits.TrailingZeros64(odd) >> 3
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

// surrogateLead is the byte with which the three begin that stand for a lone
// surrogate.
const surrogateLead = 0xED

// escaped returns a bit for each of eight bytes that AppendEscaped has to look at.
func escaped(w uint64, ascii bool) uint64 {
	quote, slash := w^'"'*eachByte, w^'\\'*eachByte
	odd := (w-' '*eachByte)&^w | (quote-eachByte)&^quote | (slash-eachByte)&^slash
	if ascii {
		odd |= w
	} else {
		lead := w ^ surrogateLead*eachByte
		odd |= (lead - eachByte) &^ lead
	}
	return odd & highBits
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
		if v, ok := surrogateAt(plain); ok {
			return appendHex(dst, v), 3
		}
	}
	if ascii {
		return appendHexRune(dst, r), width
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
		return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	}
	return append(dst, c)
}

func surrogateAt(b []byte) (rune, bool) {
	if len(b) < 3 || b[0] != 0xED || b[1] < 0xA0 || b[1] > 0xBF || b[2]&0xC0 != 0x80 {
		return 0, false
	}
	return 0xD000 | rune(b[1]&0x3F)<<6 | rune(b[2]&0x3F), true
}

func appendHexRune(dst []byte, r rune) []byte {
	if r > 0xFFFF {
		high, low := utf16.EncodeRune(r)
		return appendHex(appendHex(dst, high), low)
	}
	return appendHex(dst, r)
}

func appendHex(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}

// IsASCII reports whether the spelling has no byte above 0x7F.
func (t Text) IsASCII() bool {
	b := t.B
	for ; len(b) >= 8; b = b[8:] {
		if binary.LittleEndian.Uint64(b)&highBits != 0 {
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

// HasLoneSurrogate tells whether the text holds half of a surrogate pair,
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
		r, width := t.runeAt(i + k)
		if 0xD800 <= r && r <= 0xDFFF {
			return true
		}
		i += k + width
	}
	return false
}

// Equal reports whether two texts decode to the same characters.
func Equal(a, b Text) bool {
	if a.Esc == b.Esc && bytes.Equal(a.B, b.B) {
		return true
	}
	if !a.Esc && !b.Esc {
		return false
	}
	for i, k := 0, 0; ; {
		if a.Esc == b.Esc {
			n := commonASCII(a.B[i:], b.B[k:])
			i, k = i+n, k+n
		}
		if i >= len(a.B) || k >= len(b.B) {
			return i == len(a.B) && k == len(b.B)
		}
		r, rw := a.runeAt(i)
		s, sw := b.runeAt(k)
		if r == utf8.RuneError && rw == 1 || s == utf8.RuneError && sw == 1 {
			return string(a.AppendPlain(nil)) == string(b.AppendPlain(nil))
		}
		if r != s {
			return false
		}
		i, k = i+rw, k+sw
	}
}

// commonASCII returns the length of what a and b begin with, so far as they are the
// same, ASCII and no escape but one of two bytes.
func commonASCII(a, b []byte) int {
	i, most := 0, min(len(a), len(b))
	for i < most {
		if most-i >= 8 {
			w := binary.LittleEndian.Uint64(a[i:])
			slash := w ^ '\\'*eachByte
			odd := w ^ binary.LittleEndian.Uint64(b[i:]) | (w|(slash-eachByte)&^slash)&highBits
			if odd == 0 {
				i += 8
				continue
			}
			// What is odd may lie in any bit of its byte.
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

// EqualString tells whether t decodes to s.
func (t Text) EqualString(s string) bool {
	if !t.Esc {
		return string(t.B) == s
	}
	if len(t.B) < len(s) || s != "" && t.B[0] != '\\' && t.B[0] != s[0] {
		return false
	}
	if bytes.IndexByte(t.B, '\\') < 0 {
		return string(t.B) == s
	}
	return Equal(t, Plain(s))
}

// Place is a position in a text for a reader: line and column count from 1,
// the column in code points.
type Place struct{ Line, Column int }

// Locator turns offsets into places. Asking for growing offsets costs one pass
// over the text in all.
type Locator struct {
	t     Text
	off   int
	place Place
}

// NewLocator returns a locator for t.
func NewLocator(t Text) *Locator { return &Locator{t: t, place: Place{1, 1}} }

// At returns the place of offset off.
func (l *Locator) At(off int) Place {
	if off < l.off {
		l.off, l.place = 0, Place{1, 1}
	}
	for l.off < off {
		nl, next := l.t.Newline(l.off)
		if nl < 0 || nl >= off {
			break
		}
		l.off, l.place = next, Place{l.place.Line + 1, 1}
	}
	for off = min(off, len(l.t.B)); l.off < off; l.place.Column++ {
		if run := l.t.run(l.off, off); run > l.off {
			l.place.Column += utf8.RuneCount(l.t.B[l.off:run]) - 1
			l.off = run
			continue
		}
		_, width := l.t.runeAt(l.off)
		l.off += width
	}
	return l.place
}

// run returns the offset of the first escape in t[i:j], or j.
func (t Text) run(i, j int) int {
	if !t.Esc {
		return j
	}
	if k := bytes.IndexByte(t.B[i:j], '\\'); k >= 0 {
		return i + k
	}
	return j
}

// EscapeSurrogates returns b with the three bytes that AppendPlain makes of a
// lone surrogate written as its JSON escape.
func EscapeSurrogates(b []byte) []byte {
	out := make([]byte, 0, len(b)+8)
	for i := 0; i < len(b); i++ {
		if v, ok := surrogateAt(b[i:]); ok {
			out = appendHex(out, v)
			i += 2
			continue
		}
		out = append(out, b[i])
	}
	return out
}
