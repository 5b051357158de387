package layouts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Part is a record in a list that is in a record.
type Part struct {
	At jsonx.Range
	// Name says which it is, such as data[2].
	Name string
}

// Split is what a record holds where its transcripts are in a list.
type Split struct {
	Parts []Part
	// Fields is where the transcript of each part is; nil: as in other records.
	Fields []string
	// Left are the keys of the record outside of the list.
	Left []string
	// Value is what a field names where it is no list of records, as JSON.
	Value []byte
}

// Splits reports whether a field names each element of a list.
func (e *Editor) Splits() bool {
	return slices.ContainsFunc(e.fields, func(f field) bool {
		return slices.ContainsFunc(f.paths, func(p path) bool { return p.isPattern() })
	})
}

// Split returns the records in the list of a record that a field names: each of the list's
// elements that "[]" takes, or those of a list that holds records and no messages. It
// returns nil where there is none.
func (e *Editor) Split(raw []byte) *Split {
	if e.fields == nil {
		return nil
	}
	r := e.newRecord(raw)
	defer r.Release()
	if r.isDocument() || r.check() != nil || !r.is('{') && !r.is('[') {
		return nil
	}
	for i := range e.fields {
		if len(e.fields[i].paths) != 1 {
			continue
		}
		p := &e.fields[i].paths[0]
		at, ok := p.find(r.doc, r.at.Start)
		switch {
		case !ok:
		case p.isPattern():
			return e.splitAt(r, p)
		case r.holdsRecords(at):
			return r.splitLists([]jsonx.Range{at}, nil)
		default:
			return r.splitValue(at)
		}
	}
	return nil
}

// splitValue returns the value at a place, which may be in a string, or nil where it is text.
func (r *Record) splitValue(at jsonx.Range) *Split {
	s := &Split{Value: at.Of(r.doc.B)}
	if s.Value[0] == '"' {
		text := jsonx.AppendUnquoted(nil, at.Inside().Of(r.doc.B))
		if !jsonx.Valid(text) {
			return nil
		}
		s.Value = text
	}
	s.walk(r.doc, r.at, "", []jsonx.Range{at})
	return s
}

// splitAt splits a record at the lists of which a path takes each element.
func (e *Editor) splitAt(r *Record, p *path) *Split {
	var lists []jsonx.Range
	after, first := 0, true
	p.each(r.doc, r.at.Start, func(v place) bool {
		if first && v.list.End == 0 {
			return false // one place
		}
		if v.list.End > 0 && (first || lists[len(lists)-1] != v.list) {
			lists = append(lists, v.list)
		}
		first, after = false, v.after
		return true
	})
	if lists == nil {
		return nil
	}
	var rest []string
	if text := spelled(p.steps[after:]); text != "" {
		rest = []string{text}
	}
	return r.splitLists(lists, rest)
}

// spelled returns the path of steps.
func spelled(steps []step) string {
	var b strings.Builder
	for i, s := range steps {
		if i > 0 && s.kind != toEach {
			b.WriteByte('.')
		}
		switch s.kind {
		case toEach:
			b.WriteString("[]")
		case toAny:
			b.WriteString("**")
		default:
			b.WriteString(gjson.Escape(s.key))
		}
	}
	return b.String()
}

// holdsRecords reports whether a value is a list of records, and no transcript.
func (r *Record) holdsRecords(at jsonx.Range) bool {
	if r.doc.B[at.Start] != '[' {
		return false
	}
	var first jsonx.Range
	for e := range r.doc.Elements(at.Start) {
		if first.End == 0 {
			first = e
		}
		if isMessage(r.doc, e.Start) || r.doc.B[e.Start] != '{' && !r.isMessageList(e.Start) {
			return false
		}
	}
	if first.End == 0 {
		return false
	}
	alone := &Editor{asked: r.editor.asked, texts: r.editor.texts, fits: r.editor.fits, tools: newToolCache()}
	return alone.finds(first.Of(r.doc.B)) && !r.editor.finds(r.doc.B)
}

// finds reports whether there is a transcript in a record.
func (e *Editor) finds(raw []byte) bool {
	r, d := e.Open(raw)
	if d != nil {
		return false
	}
	defer r.Release()
	return r.Len() > 0 && r.foreign == "" && !r.isForeign()
}

// splitLists returns all elements of lists.
func (r *Record) splitLists(lists []jsonx.Range, rest []string) *Split {
	s := &Split{Fields: rest}
	s.walk(r.doc, r.at, "", lists)
	return s
}

// walk goes down to the lists, and notes what else there is on the way.
func (s *Split) walk(doc jsonx.Value, at jsonx.Range, name string, lists []jsonx.Range) {
	for _, list := range lists {
		if list == at {
			if s.Value != nil {
				return
			}
			n := 0
			for e := range doc.Elements(at.Start) {
				s.Parts = append(s.Parts, Part{e, fmt.Sprintf("%s[%d]", name, n)})
				n++
			}
			return
		}
	}
	switch {
	case !slices.ContainsFunc(lists, at.Holds):
		s.Left = append(s.Left, name)
	case doc.B[at.Start] == '[':
		n := 0
		for e := range doc.Elements(at.Start) {
			s.walk(doc, e, fmt.Sprintf("%s[%d]", name, n), lists)
			n++
		}
	default:
		for m := range doc.Members(at.Start) {
			key := jsonx.Unquote(m.Key.Of(doc.B))
			if name != "" {
				key = name + "." + key
			}
			s.walk(doc, m.Value, key, lists)
		}
	}
}

// Note says which keys next to the list are in no record. It returns nil where there are none.
func (s *Split) Note() []ir.Diagnostic {
	if len(s.Left) == 0 {
		return nil
	}
	const most = 8
	list := strings.Join(s.Left[:min(most, len(s.Left))], ", ")
	if more := len(s.Left) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return []ir.Diagnostic{ir.Reportf(ir.CodeListKeys, "each element of the list is a record, and what stands next to the list is in none: %s", list)}
}
