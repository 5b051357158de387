package repair

import (
	"bytes"
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
)

// context is where a string is, which says what may follow it.
type context uint8

const (
	inObject context = iota // a member's value
	inArray                 // an item of an array, a tuple or a set
	inKey                   // a key
	inFirst                 // the first key of an object or item of a set
)

// stringAt reports whether a string, or a prefix of Python and a string, begins
// at offset i.
func (m *machine) stringAt(i int) bool {
	for range 3 {
		c, width := m.at(i)
		if c == '"' || c == '\'' || c == '`' && !bytes.HasPrefix(m.s[i:], []byte("```")) {
			return true
		}
		if width != 1 || strings.IndexByte("rRbBuUfF", c) < 0 {
			return false
		}
		i++
	}
	return false
}

// str reads the string at offset i.
func (m *machine) str(i int, in context) (int, *Error) {
	end, err := m.quoted(i, in)
	if err == nil {
		// Between two strings of which one lacks a quote, there is grammar at
		// both ends.
		inside := bytes.Trim(m.s[i:end], "\"'` \n\r\t")
		if n := len(inside); n > 0 && strings.IndexByte(",:}]", inside[0]) >= 0 && strings.IndexByte(",:{[", inside[n-1]) >= 0 {
			m.between = true
		}
	}
	return end, err
}

func (m *machine) quoted(i int, in context) (int, *Error) {
	if m.s[i]|0x20 == 'f' {
		return m.format(i, in)
	}
	_, width := m.at(i)
	if width == 1 && (m.s[i] != '"' || bytes.HasPrefix(m.s[i:], []byte(`"""`))) && m.wasted <= 4*len(m.s) {
		// Python's strings are read by those who know them.
		out, end, err := literal.Python(nil, text.Text{B: m.s}, i)
		if err == nil && m.fits(end, in) {
			m.change(Quotes, i, end-i, string(out))
			return end, nil
		}
		if err != nil {
			end = err.Offset
		}
		m.wasted += end - i
	}
	c, width := m.at(i)
	if letter(c) || bytes.HasPrefix(m.s[i:], []byte(`'''`)) {
		return i, m.fail(i, "a string that ends where a value may")
	}
	if width > 1 {
		m.change(Typographic, i, width, string(rune(c)))
		if c == '\'' {
			m.changes[len(m.changes)-1].Inserted = `"`
		}
	} else if c != '"' {
		m.change(Quotes, i, 1, `"`)
	}
	return m.inside(i+width, i, in)
}

// format reads an f-string, which says the same without its f if nothing in it
// is evaluated.
func (m *machine) format(i int, in context) (int, *Error) {
	mark := len(m.changes)
	m.change(StringPrefix, i, 1, "")
	if !m.stringAt(i + 1) {
		return i, m.fail(i, "a string")
	}
	end, err := m.str(i+1, in)
	if err == nil && bytes.ContainsAny(m.s[i:end], "{}") {
		m.changes = m.changes[:mark]
		return i, m.fail(i, "a string without expressions; nothing is evaluated")
	}
	return end, err
}

// closes reports whether the character at offset i may close the string that
// began at open.
func (m *machine) closes(i, open int) bool {
	o, ow := m.at(open)
	c, w := m.at(i)
	return c == o && (ow > 1) == (w > 1)
}

// inside reads a string starting after its opening quote.
func (m *machine) inside(i, open int, in context) (int, *Error) {
	inner, behind, touches := 0, i, false // behind is the offset after the last quote
	for i < len(m.s) {
		b := m.s[i]
		switch {
		case (b < ' ' || b == '"' || b == '\'' || b == '`' || b >= 0x80) && m.closes(i, open):
			_, width := m.at(i)
			ends := m.fits(i+width, in)
			touches = touches || i == behind && (inner > 0 || !ends) || !ends && m.afterPunctuation(i, open)
			if ends {
				if inner%2 == 1 && touches {
					return i, m.fail(i, "one quote: whether the other is in the string, nobody knows")
				}
				m.closeString(i, width)
				return i + width, nil
			}
			if in != inObject || i == behind && inner > 0 {
				return i, m.fail(i, "a quote inside a string with its backslash")
			}
			if b == '"' {
				m.change(InnerQuote, i, 0, `\`)
			} else {
				m.change(InnerQuote, i, width, string(m.s[i:i+width]))
			}
			i += width
			inner, behind = inner+1, i
		case b == '"':
			m.change(Quotes, i, 0, `\`)
			i++
		case b < ' ':
			m.change(Control, i, 1, string(spell.AppendEscapedByte(nil, b)))
			i++
		case b == '\\':
			i = m.escape(i)
		case b >= 0x80:
			_, width := m.at(i)
			i += width
		default:
			i++
		}
	}
	return m.cut(open, in)
}

// afterPunctuation reports whether the quote at offset i, in the string that
// began at open, is where one might begin.
func (m *machine) afterPunctuation(i, open int) bool {
	for k := i - 1; k > open && k > i-lookahead; k-- {
		if c := m.s[k]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return strings.IndexByte(",:{}[]", c) >= 0
		}
	}
	return true
}

func (m *machine) closeString(i, width int) {
	switch {
	case m.s[i] == '"':
	case width > 1:
		m.change(Typographic, i, width, `"`)
	default:
		m.change(Quotes, i, 1, `"`)
	}
}

// escape passes the escape at offset i. Of one that is not JSON's the backslash
// is doubled and so stays what it is.
func (m *machine) escape(i int) int {
	if i+1 >= len(m.s) {
		m.change(CutEscape, i, 1, "")
		return i + 1
	}
	switch c := m.s[i+1]; {
	case strings.IndexByte(`"\/bfnrt`, c) >= 0:
		return i + 2
	case c == '\'' || c == '`':
		m.change(BadEscape, i, 1, "")
		return i + 2
	case c == 'u':
		n := 2
		for n < 6 && i+n < len(m.s) && strings.IndexByte("0123456789abcdefABCDEF", m.s[i+n]) >= 0 {
			n++
		}
		if n == 6 {
			return i + 6
		}
		if i+n == len(m.s) {
			m.change(CutEscape, i, n, "")
			return i + n
		}
	}
	m.change(BadEscape, i, 0, `\`)
	return i + 1
}

// cut closes a string that the text's end cuts, or, where the text ends with
// the closing brackets of all that is open, before these.
func (m *machine) cut(open int, in context) (int, *Error) {
	end := len(m.s)
	body := m.s[open+1:]
	if k := bytes.IndexAny(body, "{}[]"); k >= 0 && (in == inObject || in == inArray) {
		first := bytes.TrimLeft(body, " \n\r\t")[0]
		if k == 0 || in == inArray || bytes.ContainsAny(body[:k], "\"'`") || first == ',' || first == ':' || text.IsSpace(body[k-1]) || !m.closesAll(body[k:]) {
			return open, m.fail(end, "the string's closing quote: what is in it and what is after it, nobody knows")
		}
		end = open + 1 + k
	} else if in != inObject && in != inArray && bytes.ContainsAny(body, ":,{}[]\n") {
		return open, m.fail(end, "the key's closing quote")
	}
	for len(m.changes) > 0 && m.changes[len(m.changes)-1].plain >= end {
		m.changes = m.changes[:len(m.changes)-1]
	}
	m.change(MissingQuote, end, 0, `"`)
	return end, nil
}

// closesAll reports whether rest is the closing brackets of all that is open.
func (m *machine) closesAll(rest []byte) bool {
	k := len(m.open)
	for _, c := range rest {
		switch {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
		case k > 0 && c == m.open[k-1]:
			k--
		default:
			return false
		}
	}
	return k == 0
}
