package grammar

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Mark is what a marker at the start of a line announces.
type Mark uint8

// The marks of the styles, then those of the role lines of plain transcripts.
const (
	NoMark Mark = iota
	MarkThought
	MarkCall
	MarkInput
	MarkObservation
	MarkAnswer
	MarkSystem
	MarkUser
	MarkAssistant
	// MarkResultEnd is the closing tag of a result that is in the model's
	// message or in a plain transcript: at a line start it ends the result.
	MarkResultEnd
	// MarkLenient is what recovery takes for the beginning of a call or an answer
	// although it is not spelled as the style does. No reader looks for it with At.
	MarkLenient
)

// Set is a set of marks.
type Set uint16

// Has reports whether m is in the set.
func (s Set) Has(m Mark) bool { return s&(1<<m) != 0 }

// The sets that readers look for and emitters guard against.
const (
	// StyleMarks are those of a style.
	StyleMarks Set = 1<<MarkThought | 1<<MarkCall | 1<<MarkInput | 1<<MarkObservation | 1<<MarkAnswer
	// RoleMarks are the role lines of a plain transcript.
	RoleMarks Set = 1<<MarkSystem | 1<<MarkUser | 1<<MarkAssistant
	// ResultMark is that of a tool's result.
	ResultMark Set = 1 << MarkObservation
	// ResultEnd is that of a result's end in the family Tags.
	ResultEnd Set = 1 << MarkResultEnd
	// LenientMarks are what recovery takes for a marker of the style.
	LenientMarks Set = 1 << MarkLenient
)

// roleLines are the role lines of plain transcripts, the canonical spelling of
// each role first.
var roleLines = []Marker{
	{"System:", MarkSystem, false},
	{"Question:", MarkUser, false}, {"User:", MarkUser, false},
	{"Human:", MarkUser, false}, {"Task:", MarkUser, false},
	{"Assistant:", MarkAssistant, false},
}

// RoleAt reports whether a role line of plain transcripts begins at offset i of t, and
// returns its mark.
func RoleAt(t ir.Text, i int) (m Mark, ok bool) {
	for k := range roleLines {
		if _, ok := text.Prefix(t, i, roleLines[k].Text); ok {
			return roleLines[k].Mark, true
		}
	}
	return NoMark, false
}

// Lexicon knows the markers of a style.
type Lexicon struct {
	entries []Marker
	// own is how many of the entries are the style's: role lines come after them.
	own int
	// first has, for each byte, the marks whose markers begin with it.
	first [256]Set
	// lenientTags are the names of the tags that recovery reads in whatever spelling,
	// and lenientKeys those of a call's object that it reads from a fence alone.
	lenientTags, lenientKeys []string
	// resultTag is the name of a result's tag, and errorTags are those of an error that is a
	// whole message.
	resultTag string
	errorTags [2]string
}

// headMarks are the marks of what patterns begin with, by the key that has them.
var headMarks = map[string]Mark{"thought": MarkThought, "call": MarkCall, "args": MarkInput, "result": MarkObservation, "answer": MarkAnswer}

func newLexicon(p *page.Page) Lexicon {
	var l Lexicon
	for _, h := range p.Heads() {
		mark := headMarks[h.Of]
		if h.Closes {
			mark = MarkResultEnd
		}
		l.entries = append(l.entries, Marker{h.Text, mark, h.Numbered})
	}
	if tag, ok := strings.CutPrefix(p.Result[0], "<"); ok {
		l.resultTag, _, _ = strings.Cut(tag, ">")
	}
	if len(p.Alone) > 0 {
		parts := page.Split(p.Alone[0])
		l.errorTags = [2]string{parts[0].Text, parts[len(parts)-1].Text}
	}
	l.own = len(l.entries)
	l.entries = append(l.entries, roleLines...)
	for k := range l.entries {
		l.first[l.entries[k].Text[0]] |= 1 << l.entries[k].Mark
	}
	l.addLenient(p)
	return l
}

// Marker is one spelling of a mark.
type Marker struct {
	// Text is the marker or, where it is Numbered, the marker without its colon:
	// a space and a number may be before that.
	Text     string
	Mark     Mark
	Numbered bool
}

// At reports whether the marker begins at offset i of t, and returns the offset after it.
func (m *Marker) At(t ir.Text, i int) (end int, ok bool) {
	if end, ok = text.Prefix(t, i, m.Text); ok && m.Numbered {
		return numberEnd(t, end)
	}
	return end, ok
}

// Markers returns the markers of the set, in the order in which At tries them.
func (l *Lexicon) Markers(set Set) []Marker {
	return slices.DeleteFunc(slices.Clone(l.entries), func(m Marker) bool { return !set.Has(m.Mark) })
}

// Found is a marker that was found.
type Found struct {
	Mark Mark
	// End is the offset after the marker.
	End int
}

// At looks for a marker of the set at offset i of t, which is taken for the
// start of a line.
func (l *Lexicon) At(t ir.Text, i int, set Set) (Found, bool) {
	if i >= len(t.B) || l.first[t.B[i]]&set == 0 {
		return Found{}, false
	}
	entries := l.entries
	if set&RoleMarks == 0 {
		entries = entries[:l.own]
	}
	for k := range entries {
		e := &entries[k]
		if !set.Has(e.Mark) || e.Text[0] != t.B[i] {
			continue
		}
		if end, ok := e.At(t, i); ok {
			return Found{e.Mark, end}, true
		}
	}
	return Found{}, false
}

// numberEnd returns the offset after the rest of a numbered marker: a space,
// a number, both or neither, and a colon.
func numberEnd(t ir.Text, i int) (int, bool) {
	if i < len(t.B) && t.B[i] == ':' {
		return i + 1, true
	}
	const longest = 9
	if c, width := text.At(t, i); c == ' ' {
		i += width
	}
	for digits := 0; digits < longest; digits++ {
		c, width := text.At(t, i)
		if c < '0' || c > '9' {
			break
		}
		i += width
	}
	return text.Prefix(t, i, ":")
}
