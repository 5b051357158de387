package text

import (
	"bytes"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/spell"
)

// Respell returns the inside of a JSON string that decodes to now and, where was
// is escaped, begins and ends with was's own spelling as far as the two say the
// same. With ascii, the rest has no byte above 0x7F.
func Respell(was Text, now string, ascii bool) Text {
	if !was.Esc {
		return Plain(now)
	}
	said := was.String()
	front, same := boundary(was, 0, 0, commonPrefix(said, now))
	most := min(len(said), len(now)) - same
	back := commonSuffix(said[len(said)-most:], now[len(now)-most:])
	end, until := boundary(was, front, same, len(said)-back)
	if until < len(said)-back { // within a character
		r, width := RuneAt(was, end)
		end, until = end+width, until+len(spell.AppendRune(nil, r))
	}
	until = len(now) - (len(said) - until)
	size := front + until - same + len(was.B) - end
	out := append(make([]byte, 0, size+size/8), was.B[:front]...)
	out = AppendEscaped(out, []byte(now[same:until]), ascii)
	return Escaped(append(out, was.B[end:]...))
}

// boundary returns the last place from offset i on that is between two characters
// and at most limit bytes from the beginning of the decoded text, in which offset i
// is at. It returns the place's offsets in the spelling and in the decoded text.
func boundary(t Text, i, at, limit int) (spelled, decoded int) {
	b := t.B
	for i < len(b) {
		run := bytes.IndexByte(b[i:], '\\')
		if run < 0 {
			run = len(b) - i
		}
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

// compared is how many bytes are compared at once.
const compared = 64

// commonPrefix returns how many bytes a and b begin with in common.
func commonPrefix(a, b string) int {
	n, i := min(len(a), len(b)), 0
	for i+compared <= n && a[i:i+compared] == b[i:i+compared] {
		i += compared
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// commonSuffix returns how many bytes a and b end with in common.
func commonSuffix(a, b string) int {
	n, i := min(len(a), len(b)), 0
	a, b = a[len(a)-n:], b[len(b)-n:]
	for i+compared <= n && a[n-i-compared:n-i] == b[n-i-compared:n-i] {
		i += compared
	}
	for i < n && a[n-1-i] == b[n-1-i] {
		i++
	}
	return i
}
