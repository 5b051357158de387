package text

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/spell"
)

// Respell returns the inside of a JSON string that decodes to now and, where was
// is escaped, begins and ends with was's own spelling as far as the two say the
// same. With ascii, the rest has no byte above 0x7F.
func Respell(was Text, now string, ascii bool) Text {
	return Decode(was).Respell(now, ascii, nil)
}

// Piece is a part of a text whose escaped spelling is known. It is UTF-8.
type Piece struct {
	Start, End int
	Escaped    string
	// ASCII means that the spelling has no byte above 0x7F; without it, it is not
	// taken where there shall be none.
	ASCII bool
}

// Respell is the function of that name for a text that was decoded already, and of
// whose successor pieces are known, in order.
func (d *Decoded) Respell(now string, ascii bool, known []Piece) Text {
	if !d.Esc {
		return Plain(now)
	}
	front := d.boundary(mark{}, CommonPrefix(d.Said, now))
	same := front.said
	most := min(len(d.Said), len(now)) - same
	back := CommonSuffix(d.Said[len(d.Said)-most:], now[len(now)-most:])
	end := d.boundary(front, len(d.Said)-back)
	if end.said < len(d.Said)-back { // within a character
		r, width := RuneAt(d.Text, end.spelled)
		end = mark{end.spelled + width, end.said + len(spell.AppendRune(nil, r))}
	}
	until := len(now) - (len(d.Said) - end.said)
	size := front.spelled + until - same + len(d.B) - end.spelled
	out := make([]byte, 0, size+size/8)
	out = append(out, d.B[:front.spelled]...)
	for _, p := range known {
		if p.Start < same || p.End > until || ascii && !p.ASCII {
			continue
		}
		out = appendEscaped(out, now[same:p.Start], ascii)
		out = append(out, p.Escaped...)
		same = p.End
	}
	out = appendEscaped(out, now[same:until], ascii)
	return Escaped(append(out, d.B[end.spelled:]...))
}

// appendEscaped is AppendEscaped for a string, of which no copy is made.
func appendEscaped(dst []byte, s string, ascii bool) []byte {
	var part [512]byte
	for len(s) > 0 {
		n := copy(part[:], s)
		if n < len(s) { // not within a character
			for k := n; k > n-utf8.UTFMax; k-- {
				if utf8.RuneStart(s[k]) {
					n = k
					break
				}
			}
		}
		dst = AppendEscaped(dst, part[:n], ascii)
		s = s[n:]
	}
	return dst
}

// boundary returns the last place from offset i on that is between two characters
// and at most limit bytes from the beginning of the decoded text, in which offset i
// is at. It returns the place's offsets in the spelling and in the decoded text.
func boundary(t Text, i, at, limit int) (spelled, decoded int) {
	b := t.B
	for i < len(b) {
		run := backslash(b, i) - i
		if at+run > limit {
			k := i + limit - at
			for k > i && !utf8.RuneStart(b[k]) {
				k--
			}
			return k, at + k - i
		}
		if i, at = i+run, at+run; i == len(b) {
			break
		}
		width, size := 2, 1
		if i+1 == len(b) || b[i+1] == 'u' || b[i+1] >= utf8.RuneSelf {
			var r rune
			r, width = RuneAt(t, i)
			if size = utf8.RuneLen(r); size < 0 {
				size = utf8.RuneLen(utf8.RuneError) // as long as what stands for a lone surrogate
			}
		}
		if at+size > limit {
			break
		}
		i, at = i+width, at+size
	}
	return i, at
}

const (
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

// backslash returns the offset of the first backslash from offset i on, or len(b).
func backslash(b []byte, i int) int {
	for ; len(b)-i >= 8; i += 8 {
		slash := binary.LittleEndian.Uint64(b[i:]) ^ '\\'*eachByte
		if m := (slash - eachByte) &^ slash & highBits; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(b) && b[i] != '\\' {
		i++
	}
	return i
}

// compared is how many bytes are compared at once.
const compared = 64

// CommonPrefix returns how many bytes a and b begin with in common.
func CommonPrefix[T string | []byte](a, b T) int {
	n, i := min(len(a), len(b)), 0
	for i+compared <= n && string(a[i:i+compared]) == string(b[i:i+compared]) {
		i += compared
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// CommonSuffix returns how many bytes a and b end with in common.
func CommonSuffix[T string | []byte](a, b T) int {
	n, i := min(len(a), len(b)), 0
	a, b = a[len(a)-n:], b[len(b)-n:]
	for i+compared <= n && string(a[n-i-compared:n-i]) == string(b[n-i-compared:n-i]) {
		i += compared
	}
	for i < n && a[n-1-i] == b[n-1-i] {
		i++
	}
	return i
}
