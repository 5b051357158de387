package literal

import (
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
)

// pyQuote is how a Python string begins.
type pyQuote struct {
	mark               byte // the quote character
	triple, raw, bytes bool
}

// quoteAt reads the beginning of a Python string at offset i: an optional
// prefix and the quotes. inside is the offset after them.
func quoteAt(t text.Text, i int) (q pyQuote, inside int, ok bool) {
	for letters := 0; ; letters++ {
		c, width := text.At(t, i)
		if c == '\'' || c == '"' {
			q.mark = c
			i += width
			break
		}
		unicode := letters > 0 && !q.raw && !q.bytes
		switch c | 0x20 {
		case 'r':
			ok = !q.raw && !unicode
			q.raw = true
		case 'b':
			ok = !q.bytes && !unicode
			q.bytes = true
		case 'u':
			ok = letters == 0
		default:
			ok = false
		}
		if !ok {
			return pyQuote{}, 0, false
		}
		i += width
	}
	if end, ok := twice(t, i, q.mark); ok {
		q.triple = true
		return q, end, true
	}
	return q, i, true
}

// twice passes two units that spell c.
func twice(t text.Text, i int, c byte) (end int, ok bool) {
	for range 2 {
		d, width := text.At(t, i)
		if d != c {
			return i, false
		}
		i += width
	}
	return i, true
}

// strings converts the string at offset i with those that follow it, which
// Python takes for one.
func (p *python) strings(i int) (int, *Error) {
	q, inside, _ := quoteAt(p.t, i)
	isBytes := q.bytes
	p.put('"')
	for {
		end, err := p.inside(inside, q)
		if err != nil {
			return end, err
		}
		next := p.blank(end)
		if p.depth == 0 {
			// Outside of brackets a line's end is the literal's.
			next = text.SkipSpaces(p.t, end)
		}
		var ok bool
		if q, inside, ok = quoteAt(p.t, next); !ok {
			p.put('"')
			return end, nil
		}
		if q.bytes != isBytes {
			return next, &Error{Offset: next, msg: "bytes next to a string"}
		}
	}
}

// How the bytes of a string's inside are copied.
const (
	special = iota // not without a look
	high           // above ASCII: freely, but not in bytes
	low            // freely
)

var copying = func() (table [256]uint8) {
	for c := range table {
		switch {
		case c >= 0x80:
			table[c] = high
		case c >= ' ' && c != '"' && c != '\'' && c != '\\':
			table[c] = low
		}
	}
	return table
}()

// inside converts the inside of a string from offset i on and returns the
// offset after its closing quotes.
func (p *python) inside(i int, q pyQuote) (int, *Error) {
	free := uint8(high)
	if q.bytes {
		free = low
	}
	for {
		from := i
		for i < len(p.t.B) && copying[p.t.B[i]] >= free {
			i++
		}
		p.dst = append(p.dst, p.t.B[from:i]...)
		c, width := text.At(p.t, i)
		switch {
		case width == 0:
			return i, expected(p.t, i, "the string's closing quote")
		case c == q.mark:
			if !q.triple {
				return i + width, nil
			}
			if end, ok := twice(p.t, i+width, c); ok {
				return end, nil
			}
			p.char(c)
		case c == '\n' || c == '\r':
			if !q.triple {
				return i, expected(p.t, i, "the string's closing quote")
			}
			p.char('\n')
			width = p.newline(i) - i
		case c == '\\':
			end, err := p.backslash(i+width, q)
			if err != nil {
				return end, err
			}
			width = end - i
		case c == '"' || c < ' ':
			p.char(c)
		case c == text.NotASCII && q.bytes:
			return i, expected(p.t, i, "ASCII in bytes")
		default:
			p.dst = append(p.dst, p.t.B[i:i+width]...)
		}
		i += width
	}
}

// newline passes the line's end at offset i. A carriage return and a line feed
// are one, and Python reads each line's end as a line feed.
func (p *python) newline(i int) int {
	c, width := text.At(p.t, i)
	i += width
	if c == '\r' {
		if c, width = text.At(p.t, i); c == '\n' {
			i += width
		}
	}
	return i
}

// backslash converts an escape starting after its backslash. Of an escape that
// Python does not know, the backslash stays and the rest is left to the caller.
func (p *python) backslash(i int, q pyQuote) (int, *Error) {
	c, width := text.At(p.t, i)
	if q.raw {
		return p.rawBackslash(i)
	}
	switch c {
	case '\n', '\r':
		return p.newline(i), nil
	case '\\', '\'', '"':
		p.char(c)
	case 'a', 'b', 'f', 'n', 'r', 't', 'v':
		p.char(control(c))
	case 'x':
		return p.coded(i+width, 2)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return p.octal(i, q), nil
	case 'u', 'U', 'N':
		if q.bytes {
			p.char('\\')
			return i, nil
		}
		return p.unicode(i)
	default:
		p.char('\\')
		return i, nil
	}
	return i + width, nil
}

// rawBackslash writes a backslash that is itself, with the quote or the other
// backslash that it keeps from ending the string or escaping a quote.
func (p *python) rawBackslash(i int) (int, *Error) {
	p.char('\\')
	c, width := text.At(p.t, i)
	switch c {
	case '\n', '\r':
		p.char('\n')
		return p.newline(i), nil
	case '\\', '\'', '"':
		p.char(c)
		return i + width, nil
	}
	return i, nil
}

// control returns the control character that the letter means after a
// backslash, in Python and, "a" and "v" aside, in JSON.
func control(letter byte) byte {
	switch letter {
	case 'a':
		return '\a'
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return '\v'
}

// unicode converts \uXXXX and \UXXXXXXXX from their letter on.
func (p *python) unicode(i int) (int, *Error) {
	c, width := text.At(p.t, i)
	switch c {
	case 'U':
		return p.coded(i+width, 8)
	case 'N':
		return i, &Error{Offset: i, msg: `\N{…} needs the Unicode names`}
	}
	// JSON has the same escape, so it stays as it is, digits included.
	_, end, err := hexAt(p.t, i+width, 4)
	if err != nil {
		return end, err
	}
	p.dst = append(append(p.dst, '\\'), p.t.B[i:end]...)
	return end, nil
}

// coded converts an escape whose n hexadecimal digits begin at offset i.
func (p *python) coded(i, n int) (int, *Error) {
	v, end, err := hexAt(p.t, i, n)
	if err != nil {
		return end, err
	}
	// Eight digits may overflow into the sign.
	if v < 0 || v > 0x10FFFF {
		return i, &Error{Offset: i, msg: "a character beyond U+10FFFF"}
	}
	p.rune(v)
	return end, nil
}

// octal converts an escape of one to three octal digits.
func (p *python) octal(i int, q pyQuote) int {
	v := rune(0)
	for range 3 {
		c, width := text.At(p.t, i)
		if c < '0' || c > '7' {
			break
		}
		v = v<<3 | rune(c-'0')
		i += width
	}
	if q.bytes {
		v &= 0xFF
	}
	p.rune(v)
	return i
}

// put writes an ASCII character of the JSON.
func (p *python) put(c byte) { p.dst = append(p.dst, c) }

// char writes an ASCII character of a string, escaped where JSON demands it.
func (p *python) char(c byte) { p.dst = spell.AppendEscapedByte(p.dst, c) }

// rune writes a character that an escape meant: itself in ASCII, else as
// JSON's escape of it.
func (p *python) rune(r rune) {
	if r < 0x80 {
		p.char(byte(r))
		return
	}
	p.dst = spell.AppendHexRune(p.dst, r)
}
