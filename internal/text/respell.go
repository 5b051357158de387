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
	return RespellDecoded(was, was.String(), now, ascii)
}

// RespellDecoded is Respell for a text that was decoded already: decoded is
// was.String().
func RespellDecoded(was Text, decoded, now string, ascii bool) Text {
	if !was.Esc {
		return Plain(now)
	}
	front, same := boundary(was, 0, 0, commonPrefix(decoded, now))
	most := min(len(decoded), len(now)) - same
	back := commonSuffix(decoded[len(decoded)-most:], now[len(now)-most:])
	end, at := boundary(was, front, same, len(decoded)-back)
	if at < len(decoded)-back { // within a character
		r, width := was.RuneAt(end)
		end, at = end+width, at+len(spell.AppendRune(nil, r))
	}
	middle := now[same : len(now)-(len(decoded)-at)]
	out := make([]byte, 0, front+len(middle)+len(middle)/8+len(was.B)-end)
	out = append(out, was.B[:front]...)
	out = Plain(middle).Append(out, true, ascii)
	return Escaped(append(out, was.B[end:]...))
}

// boundary returns the last place from offset i on that is between two characters
// and at most limit bytes from the beginning of the decoded text, in which offset i
// is at. It returns the place's offsets in the spelling and in the decoded text.
func boundary(t Text, i, at, limit int) (spelled, decoded int) {
	for i < len(t.B) {
		run := bytes.IndexByte(t.B[i:], '\\')
		if run < 0 {
			run = len(t.B) - i
		}
		if at+run > limit {
			k := i + limit - at
			for k > i && !utf8.RuneStart(t.B[k]) {
				k--
			}
			return k, at + k - i
		}
		if i, at = i+run, at+run; i == len(t.B) {
			break
		}
		r, width := t.RuneAt(i)
		size := utf8.RuneLen(r)
		if size < 0 {
			size = utf8.RuneLen(utf8.RuneError) // as long as what stands for a lone surrogate
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

// commonSuffix returns how many bytes a and b, which are of the same length, end
// with in common.
func commonSuffix(a, b string) int {
	i := len(a)
	for i >= compared && a[i-compared:i] == b[i-compared:i] {
		i -= compared
	}
	for i > 0 && a[i-1] == b[i-1] {
		i--
	}
	return len(a) - i
}
