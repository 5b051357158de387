package spell

import (
	"bytes"
	"encoding/json"
	"unicode/utf16"
	"unicode/utf8"
)

// EqualJSON compares two JSON values token for token: numbers by their
// spelling, strings by the value they decode to, order and repetition of keys as
// they are; white space around tokens does not count, but that it parts two words.
// Texts that are not JSON are equal if they decode to the same characters.
func EqualJSON(a, b Text) bool {
	switch {
	case a.Esc == b.Esc:
		if bytes.Equal(a.B, b.B) {
			return true
		}
	case a.Esc && spells(a.B, b.B), b.Esc && spells(b.B, a.B):
		return true
	}
	for i, k, before := 0, 0, byte(0); ; {
		x, y := a.SkipSpace(i, a.Len()), b.SkipSpace(k, b.Len())
		c, cWidth := a.At(x)
		d, dWidth := b.At(y)
		if c != d || (x > i) != (y > k) && inWord(before) && inWord(c) {
			return false
		}
		i, k, before = x+cWidth, y+dWidth, c
		if c == '"' {
			var same bool
			if i, k, same = equalStrings(a, i, b, k); !same {
				return false
			}
		}
		if cWidth == 0 || dWidth == 0 {
			return cWidth == dWidth && (EqualText(a, b) || json.Valid(a.AppendPlain(nil)))
		}
		if c == NotASCII {
			// No JSON: nothing outside a string is above ASCII.
			return EqualText(a, b)
		}
	}
}

// spells reports whether escaped is plain with escapes of two bytes alone. False says
// nothing.
func spells(escaped, plain []byte) bool {
	for {
		n := bytes.IndexByte(escaped, '\\')
		if n < 0 {
			return bytes.Equal(escaped, plain)
		}
		if n >= len(plain) || n+1 >= len(escaped) || !bytes.Equal(escaped[:n], plain[:n]) || escaped[n+1] == 'u' || plain[n] != Escape[escaped[n+1]] {
			return false
		}
		escaped, plain = escaped[n+2:], plain[n+1:]
	}
}

// inWord reports whether c may be a character of a number or of a word such as
// true, of which white space makes two.
func inWord(c byte) bool {
	switch c {
	case 0, '{', '}', '[', ']', ':', ',', '"':
		return false
	}
	return true
}

// equalStrings compares two strings from after their opening quotes on.
func equalStrings(a Text, i int, b Text, k int) (aEnd, bEnd int, same bool) {
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
	t   Text
	i   int
	low rune // second half of a pair, still to be returned
}

// next returns the next unit; after the closing quote, endOfString.
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
	case c == NotASCII:
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
		v, _ := hexDigits(Text{B: d.t.B}, at+2)
		return v
	}
	r, size := utf8.DecodeRune(d.t.B[at:])
	if r == utf8.RuneError && size == 1 {
		if v, ok := SurrogateAt(d.t.B[at:]); ok {
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

// escape decodes an escape of the JSON string from after its backslash on.
func (d *decoder) escape() rune {
	c, width := d.t.At(d.i)
	d.i += width
	if c == 'u' {
		v, end := hexDigits(d.t, d.i)
		d.i = end
		return v
	}
	return rune(Escape[c])
}

// hexDigits returns the value of the four digits at offset i, and where they end.
func hexDigits(t Text, i int) (v rune, end int) {
	for range 4 {
		c, width := t.At(i)
		digit, ok := hexDigit(c)
		if !ok {
			return utf8.RuneError, i
		}
		v, i = v<<4|rune(digit), i+width
	}
	return v, i
}
