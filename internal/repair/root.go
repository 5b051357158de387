package repair

import (
	"bytes"
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
)

// root reads the whole text.
func (m *machine) root() *Error {
	i, err := m.before()
	if err != nil {
		return err
	}
	c, _ := m.at(i)
	array := c == '[' || c == '('
	switch {
	case m.escapedAt(i) && m.unescape(i):
		return nil
	case m.valid(&i):
	case c == '{':
		m.doubled = bytes.HasPrefix(m.s[i:], []byte("{{"))
		at, mark := i, len(m.changes)
		if i, err = m.value(i, inArray); err != nil && m.doubled {
			if end, ok := m.outer(at, m.changes[:mark]); ok {
				i, err = end, nil
			}
		}
	case array:
		i, err = m.value(i, inArray)
	default:
		m.change(MissingOpen, i, 0, "{")
		m.objects++
		m.open = append(m.open, '}')
		if i, _, err = m.members(i); err == nil {
			i = m.closing(i, '}')
		}
		m.objects--
	}
	if err != nil {
		return err
	}
	return m.after(i, array)
}

// valid passes an object or array that is as it should be.
func (m *machine) valid(i *int) bool {
	t := text.Text{B: m.s}
	if c, width := m.at(*i); width != 1 || c != '{' && c != '[' {
		return false
	}
	if end, err := literal.JSON(t, *i); err == nil {
		*i = end
		return true
	}
	if out, end, err := literal.Python(nil, t, *i); err == nil {
		m.change(Python, *i, end-*i, string(out))
		*i = end
		return true
	}
	return false
}

// outer passes an object at offset i whose first and last brace alone occur more
// than once, as often as each other: what is left of a template's escapes. It
// guesses nothing: what is in the braces must be whole. before are the changes
// of what comes before it.
func (m *machine) outer(i int, before []Change) (end int, ok bool) {
	n := 0
	for i+n < len(m.s) && m.s[i+n] == '{' {
		n++
	}
	stop := len(m.s) - n + 1
	if n < 2 || m.mode != modeSafe || m.call || stop <= i+n || string(m.s[stop-1:]) != strings.Repeat("}", n) {
		return i, false
	}
	inner := &machine{s: m.s[:stop], changes: append([]Change(nil), before...), fenced: m.fenced}
	for k := range n - 1 {
		inner.change(DoubledBrace, i+k, 1, "")
	}
	if end, err := inner.value(i+n-1, inArray); err != nil || end != stop || inner.settle() != nil {
		return i, false
	}
	m.changes, m.between = inner.changes, inner.between
	for k := stop; k < len(m.s); k++ {
		m.change(DoubledBrace, k, 1, "")
	}
	return len(m.s), true
}

// before passes what comes before the value: a comment, a fence, a call's name
// and parenthesis, or text.
func (m *machine) before() (int, *Error) {
	i := 0
	at := bytes.IndexAny(m.s, "{[｛［")
	if at < 0 {
		if m.keyAt(0) && bytes.HasSuffix(m.s, []byte("}")) {
			return 0, nil
		}
		return 0, &Error{Msg: "neither '{' nor '[' begins a value: this is plain text"}
	}
	if m.keyAt(0) && bytes.HasSuffix(m.s, []byte("}")) {
		return 0, nil
	}
	i, err := m.space(0)
	if err != nil || i >= len(m.s) {
		return i, m.fail(i, "a value")
	}
	if c, _ := m.at(i); c == '{' || c == '[' || c == '(' && bytes.HasSuffix(m.s, []byte(")")) {
		return i, nil
	}
	if at = bytes.IndexAny(m.s[i:], "{[｛［"); at < 0 {
		return i, m.fail(i, "a value")
	}
	at += i
	head := m.s[i:at]
	switch k := bytes.Index(head, []byte("```")); {
	case k == 0 && m.name(i+3) == i+3+len(bytes.TrimSpace(head[3:])):
		m.fenced = true
		m.change(Fence, i, len(head), "")
	case k >= 0 && m.name(i+k+3) == i+k+3+len(bytes.TrimSpace(head[k+3:])):
		m.fenced = true
		m.change(TextBefore, i, k, "")
		m.change(Fence, i+k, len(head)-k, "")
	case bytes.HasSuffix(bytes.TrimSpace(head), []byte("(")) && m.name(i) == i+len(bytes.TrimSpace(head))-1:
		m.call = true
		m.change(CallParens, i, bytes.IndexByte(head, '(')+1, "")
	default:
		if c, _ := m.at(at); c != '{' {
			return at, m.fail(i, "'{', or '[' at the beginning")
		}
		if k := bytes.IndexAny(head, "\"(（"); k >= 0 {
			return at, m.fail(i+k, "words alone before a value that has not begun yet")
		}
		m.change(TextBefore, i, len(head), "")
	}
	return at, nil
}

// after passes what comes after the value.
func (m *machine) after(i int, array bool) *Error {
	value, mark := i, len(m.changes)
	i, err := m.space(i)
	if err != nil {
		return err
	}
	for _, c := range m.changes[mark:] {
		// "### Answer: 7" is more than a comment: it may be the transcript's next line.
		if c.Kind == Comment && c.Removed[0] == '#' && strings.ContainsAny(c.Removed, ":：") && bytes.IndexByte(m.s[value:c.plain], '\n') >= 0 {
			return m.fail(c.plain, "the end of the text, and no line that is more than a comment")
		}
	}
	if c, _ := m.at(i); m.call {
		if c != ')' {
			return m.fail(i, "')' after the call's argument")
		}
		m.change(CallParens, i, 1, "")
		i++
	} else if c == '}' || c == ']' {
		end := i + 1
		for end < len(m.s) && strings.IndexByte("}] \t\r\n", m.s[end]) >= 0 {
			end++
		}
		m.change(SurplusClose, i, end-i, "")
		i = end
	}
	i = m.spaces(i)
	if m.fenced && bytes.HasPrefix(m.s[i:], []byte("```")) {
		m.change(Fence, i, 3, "")
		i = m.spaces(i + 3)
		array = false
	}
	if i >= len(m.s) {
		return nil
	}
	if err := tail(m.s[i:], !text.IsSpace(m.s[i-1])); err != nil {
		err.Offset = i
		return err
	}
	if array || m.call {
		return m.fail(i, "the end of the text")
	}
	m.change(TextAfter, i, len(m.s)-i, "")
	return nil
}

func (m *machine) spaces(i int) int { return text.SkipSpace(text.Text{B: m.s}, i, len(m.s)) }

// escapedAt reports whether the value at offset i has a level of escapes too
// many: it has a backslash before any quote.
func (m *machine) escapedAt(i int) bool {
	k := bytes.IndexAny(m.s[i:], "\"'`\\“”„‟″＂‘’‚‛′＇")
	return k > 0 && m.s[i+k] == '\\'
}

// unescape takes a level of escapes off the rest of the text, which must be
// JSON then: with two things wrong at once, nobody knows which is which.
func (m *machine) unescape(i int) bool {
	mark := len(m.changes)
	for k := i; k < len(m.s); k++ {
		if m.s[k] == '"' || m.s[k] == '\\' && k+1 == len(m.s) {
			m.changes = m.changes[:mark]
			return false // not all of it is escaped
		}
		if m.s[k] != '\\' {
			continue
		}
		switch c := m.s[k+1]; c {
		case '"', '\\', '/':
			m.change(Escaped, k, 1, "")
		case 'n':
			m.change(Escaped, k, 2, "\n")
		case 't':
			m.change(Escaped, k, 2, "\t")
		case 'r':
			m.change(Escaped, k, 2, "\r")
		}
		// Any other escape means the same one level further in, or the text is
		// no JSON then either.
		k++
	}
	one := &machine{s: m.s, changes: append([]Change(nil), m.changes...)}
	out, _ := one.build()
	t := text.Text{B: out}
	stop, err := literal.JSON(t, text.SkipSpace(t, 0, t.Len()))
	if err == nil && text.SkipSpace(t, stop, t.Len()) == t.Len() {
		return true
	}
	m.changes = m.changes[:mark]
	return false
}
