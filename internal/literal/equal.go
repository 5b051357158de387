package literal

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/text"
)

// Equal compares two JSON values token for token (R1): numbers by their
// spelling, strings by the value they decode to, order and repetition of keys
// as they stand; white space around tokens does not count. Texts that are not
// JSON are equal if they decode to the same characters.
func Equal(a, b text.Text) bool {
	if a.Esc == b.Esc && bytes.Equal(a.B, b.B) {
		return true
	}
	i, aOK := whole(a)
	k, bOK := whole(b)
	if !aOK || !bOK {
		return text.Equal(a, b)
	}
	// Both are valid, so no white space can part a number or a word, and it
	// need not be known where a token ends.
	for {
		i, k = a.SkipSpace(i, a.Len()), b.SkipSpace(k, b.Len())
		c, cWidth := a.At(i)
		d, dWidth := b.At(k)
		if c != d {
			return false
		}
		i, k = i+cWidth, k+dWidth
		if c == '"' {
			var same bool
			if i, k, same = equalStrings(a, i, b, k); !same {
				return false
			}
		}
		if cWidth == 0 || dWidth == 0 {
			return cWidth == dWidth
		}
	}
}

// equalStrings compares two strings from behind their opening quotes on.
func equalStrings(a text.Text, i int, b text.Text, k int) (aEnd, bEnd int, same bool) {
	x, y := decoder{t: a, i: i}, decoder{t: b, i: k}
	for {
		u, v := x.next(), y.next()
		if u != v {
			return x.i, y.i, false
		}
		if u == endOfString {
			return x.i, y.i, true
		}
	}
}

const (
	endOfString = -1
	// invalidByte and the byte itself stand for a byte that is not UTF-8:
	// values that no UTF-16 unit has.
	invalidByte = 0x10000
)

// decoder decodes a valid JSON string into UTF-16 units: the one measure in
// which a surrogate pair is the same however its halves are spelled.
type decoder struct {
	t   text.Text
	i   int
	low rune // second half of a pair, still to be returned
}

// next returns the next unit; behind the closing quote, endOfString.
func (d *decoder) next() rune {
	if d.low != 0 {
		low := d.low
		d.low = 0
		return low
	}
	c, width := d.t.At(d.i)
	switch {
	case width == 0:
		return endOfString
	case c == text.NotASCII:
		return d.notASCII(width)
	}
	d.i += width
	switch c {
	case '"':
		return endOfString
	case '\\':
		return d.escape()
	}
	return rune(c)
}

func (d *decoder) notASCII(width int) rune {
	at := d.i
	if d.t.Esc && d.t.B[at] == '\\' {
		d.i += width
		if width < 6 {
			return utf8.RuneError
		}
		// The bytes of the escape itself, hence the plain text.
		v, _, _ := hexAt(text.Text{B: d.t.B}, at+2, 4)
		return v
	}
	r, size := utf8.DecodeRune(d.t.B[at:])
	if r == utf8.RuneError && size == 1 {
		if v, ok := surrogateBytes(d.t.B[at:]); ok {
			d.i += 3
			return v
		}
		d.i++
		return invalidByte | rune(d.t.B[at])
	}
	d.i += size
	if r > 0xFFFF {
		r, d.low = utf16.EncodeRune(r)
	}
	return r
}

// surrogateBytes reads the three bytes with which text.Text writes a lone
// surrogate as plain text.
func surrogateBytes(b []byte) (rune, bool) {
	if len(b) < 3 || b[0] != 0xED || b[1] < 0xA0 || b[1] > 0xBF || b[2]&0xC0 != 0x80 {
		return 0, false
	}
	return 0xD000 | rune(b[1]&0x3F)<<6 | rune(b[2]&0x3F), true
}

// escape decodes an escape of the JSON string from behind its backslash on.
func (d *decoder) escape() rune {
	c, width := d.t.At(d.i)
	d.i += width
	switch c {
	case 'b', 'f', 'n', 'r', 't':
		return rune(control(byte(c)))
	case 'u':
		v, end, _ := hexAt(d.t, d.i, 4)
		d.i = end
		return v
	}
	return rune(c)
}
