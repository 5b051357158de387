package layouts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Field is transcripts at paths that the user named.
const Field Layout = "field"

// fields are what the user named. The first that is there in a record is taken.
type fields []field

var fieldsAbout = about{name: Field}

// field is the path of a transcript or, with "&" between them, those of several.
type field struct {
	text  string
	paths []path
}

// newFields returns the layout of these fields, or nil where there are none.
func newFields(texts []string) fields {
	var f fields
	for _, text := range texts {
		one := field{text: text}
		for _, p := range splitPath(text, '&') {
			one.paths = append(one.paths, newPath(strings.TrimSpace(p)))
		}
		f = append(f, one)
	}
	return f
}

func (fields) about() *about      { return &fieldsAbout }
func (fields) shows(*Record) bool { return true }

func (f fields) find(r *Record, _ bool) *ir.Diagnostic {
	if !r.is('{') {
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout, "the record is %s: expected an object with %s", kindOf(r.doc.B, r.at), f)
	}
	if d := r.once("system", "tools"); d != nil {
		return d
	}
	r.takeSystem()
	r.takeTools()
	taken, values, d := f.take(r)
	if d != nil {
		return d
	}
	for i, at := range values {
		for k, other := range values[:i] {
			if at.Start < other.End && other.Start < at.End {
				return reject(ir.CodeUnknownLayout, "--field %q and %q name the same place", taken.paths[k].text, taken.paths[i].text)
			}
		}
		if at.Holds(r.system) { // it is a transcript, and no prompt next to one
			r.system, r.context.System, r.context.HasSystem = jsonx.Range{}, ir.Text{}, false
		}
		if d := r.addAny(taken.paths[i].text, at, ir.RoleAssistant, true); d != nil {
			return d
		}
		if !r.isOwnValue(at) {
			r.deep = at
		}
		r.transcripts = append(r.transcripts, transcript{i})
	}
	return nil
}

// take returns the first field that is there in the record, and the values to which its
// paths lead. It notes which others are there, too.
func (f fields) take(r *Record) (taken *field, values []jsonx.Range, d *ir.Diagnostic) {
	r.fieldNotes = nil
	for i := range f {
		at, several := f[i].in(r)
		switch {
		case several > 1:
			return nil, nil, reject(ir.CodeUnknownLayout, "the record has %d transcripts at --field %q, and here one is expected: convert, check and others make a record of each", several, f[i].text)
		case at == nil:
		case taken == nil:
			taken, values = &f[i], at
			if n := f[i].places(r); n > 1 {
				r.fieldNotes = append(r.fieldNotes, ir.Reportf(ir.CodeOtherField, "--field %q leads to %d places: the first is taken, and the others stay as they are", f[i].text, n))
			}
			if others, all := f[i].besides(r); others > 0 {
				r.fieldNotes = append(r.fieldNotes, ir.Reportf(ir.CodeOtherField, "--field %q is one of %d: the others stay as they are, and --field %q takes all", f[i].text, others+1, all))
			}
		default:
			r.fieldNotes = append(r.fieldNotes, ir.Reportf(ir.CodeOtherField, "the record also has something at --field %q, which stays as it is: the first field that is there is taken", f[i].text))
		}
	}
	if taken == nil {
		return nil, nil, r.absent(fmt.Sprintf("the record has nothing at --field %s", f))
	}
	return taken, values, nil
}

// in returns the values to which the paths lead in a record, or nil where one leads nowhere.
// several is how many there are of a path that leads to more than one.
func (f *field) in(r *Record) (values []jsonx.Range, several int) {
	for i := range f.paths {
		p := &f.paths[i]
		at, ok := p.find(r.doc, r.at.Start)
		if !ok {
			return nil, 0
		}
		if p.isPattern() {
			n := 0
			p.each(r.doc, r.at.Start, func(v place) bool {
				if v.list.End > 0 || n == 0 {
					n++
				}
				return true
			})
			several = max(several, n)
		}
		values = append(values, at)
	}
	return values, several
}

// places returns how many places outside of lists a path leads to.
func (f *field) places(r *Record) (n int) {
	if p := &f.paths[0]; len(f.paths) == 1 && p.isPattern() {
		p.each(r.doc, r.at.Start, func(v place) bool {
			if v.list.End == 0 {
				n++
			}
			return true
		})
	}
	return n
}

// besides returns how many elements of a list have what a path with the number of one leads
// to, without that one, and the path of all.
func (f *field) besides(r *Record) (others int, all string) {
	if len(f.paths) != 1 {
		return 0, ""
	}
	steps := slices.Clone(f.paths[0].steps)
	numbered := false
	for i := range steps {
		if steps[i].kind == toKey && steps[i].index >= 0 {
			steps[i], numbered = step{kind: toEach}, true
		}
	}
	if !numbered {
		return 0, ""
	}
	p := path{steps: steps}
	others = -1
	p.each(r.doc, r.at.Start, func(place) bool {
		others++
		return true
	})
	return others, spelled(steps)
}

// String lists the fields.
func (f fields) String() string {
	texts := make([]string, len(f))
	for i := range f {
		texts[i] = fmt.Sprintf("%q", f[i].text)
	}
	return strings.Join(texts, " or ")
}

// isOwnValue reports whether a value is that of one of the record's keys.
func (r *Record) isOwnValue(at jsonx.Range) bool {
	return slices.ContainsFunc(r.members, func(e jsonx.Member) bool { return e.Value == at })
}
