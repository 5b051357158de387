package repair

import (
	"bytes"
	"strings"
)

// breaks has the guesses that are one wound each: all that the text's end cut
// is one, and so is each other kind. Those that are not here go with any.
var breaks = map[Kind]int{
	MissingClose: 1, MissingQuote: 1, MissingValue: 1, CutEscape: 1,
	InnerQuote: 2, UnquotedValue: 3, MissingComma: 4, MissingOpen: 5, SurplusClose: 6,
}

// settle reports whether the guesses of a pass go together. With two wounds in
// one text the reader of it can't know which of them a bracket or a quote
// belongs to, and the text is refused.
func (m *machine) settle() *Error {
	wound, before, hidden := 0, false, false
	for _, c := range m.changes {
		switch {
		case m.mode == modeSafe && c.Kind.Guess(), m.mode == modeCut && breaks[c.Kind] > 1 && c.Kind != SurplusClose && c.Kind != MissingOpen:
			return guessed(c)
		case c.Kind == TextBefore:
			before = true
		case c.Kind == Sequence && strings.HasPrefix(c.Removed, "{"):
			hidden = true // or an object without a colon
		case c.Kind == Comment:
			hidden = hidden || strings.ContainsAny(c.Removed, "\"'{}[]:")
		case c.Kind == TextAfter && (wound > 0 || hidden || before && bytes.IndexByte([]byte(c.Removed), '{') >= 0):
			return &Error{Offset: c.plain, Msg: "text after a value that may not be whole, or one more value in it"}
		}
		if c.Kind == InnerQuote && (m.delimits(c.plain) || c.plain > 0 && m.s[c.plain-1] == '\\') {
			return &Error{Offset: c.plain, Kind: c.Kind, Msg: "a quote inside a string, its end, or an escape too many: nobody knows which"}
		}
		if b := breaks[c.Kind]; b > 0 {
			if wound > 0 && b != wound {
				return &Error{Offset: c.plain, Kind: c.Kind, Msg: "a second thing is broken here, which makes it unsure what was meant: " + kinds[c.Kind].says}
			}
			wound = b
		}
		if wound > 0 && (hidden || m.between) {
			return &Error{Offset: c.plain, Kind: c.Kind, Msg: "something is broken, and a comment hides what may belong to it, or what is in a string may be between two: " + kinds[c.Kind].says}
		}
	}
	return nil
}

// delimits reports whether the quote at offset i looks as if it ended a string,
// with a key or one more string after it.
func (m *machine) delimits(i int) bool {
	_, width := m.at(i)
	k := m.lenient(i + width)
	c, width := m.at(k)
	if c == ',' {
		k = m.lenient(k + width)
		return m.stringAt(k) || m.keyAt(k)
	}
	return c == ':' || m.keyAt(i)
}

// lenient passes white space, escaped too.
func (m *machine) lenient(i int) int {
	for end := i + lookahead; i < end; {
		i = m.blank(i)
		if c, _ := m.at(i); c != '\\' || i+1 >= len(m.s) || strings.IndexByte("nrt", m.s[i+1]) < 0 {
			break
		}
		i += 2
	}
	return i
}

// guessed returns the error for a guess that may not be made.
func guessed(c Change) *Error {
	return &Error{Offset: c.plain, Kind: c.Kind, Msg: "only a guess would repair this: " + string(c.Kind) + " (" + kinds[c.Kind].says + ")"}
}
