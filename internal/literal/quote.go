package literal

import (
	"bytes"
	"sync"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/text"
)

// Quote appends the characters of s as a JSON string, quotes included, for a
// text that is escaped (esc) or plain. Only what JSON demands is escaped in that
// string. Where both texts are escaped, a character above ASCII keeps its
// spelling: \u4e2d stays \u4e2d and so means the character itself, not an escape
// of the new string.
func Quote(dst []byte, s text.Text, esc bool) []byte {
	dst = put(dst, esc, '"')
	if s.Esc && esc {
		dst = quoteEscaped(dst, s)
	} else {
		dst = quotePlain(dst, s.AppendPlain(nil), esc)
	}
	return put(dst, esc, '"')
}

// quotePlain appends plain text as the inside of a JSON string.
func quotePlain(dst, plain []byte, esc bool) []byte {
	inside := text.AppendEscaped(nil, plain, false)
	if !esc {
		return append(dst, inside...)
	}
	return text.AppendEscaped(dst, inside, false)
}

// quoteEscaped appends escaped text as the inside of a JSON string that is in
// an escaped text itself.
func quoteEscaped(dst []byte, s text.Text) []byte {
	table := spelledTwice()
	for i := 0; i < s.Len(); {
		k := bytes.IndexByte(s.B[i:], '\\')
		if k < 0 {
			return append(dst, s.B[i:]...)
		}
		dst = append(dst, s.B[i:i+k]...)
		i += k
		c, width := text.At(s, i)
		if c >= utf8.RuneSelf {
			dst = append(dst, s.B[i:i+width]...)
		} else {
			dst = append(dst, table[c]...)
		}
		i += width
	}
	return dst
}

// spelledTwice has, for each character of ASCII, how it is spelled inside a JSON string
// that is in an escaped text.
var spelledTwice = sync.OnceValue(func() *[utf8.RuneSelf]string {
	var table [utf8.RuneSelf]string
	for c := range table {
		table[c] = string(quotePlain(nil, []byte{byte(c)}, true))
	}
	return &table
})
