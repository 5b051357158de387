package layouts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// Layout is the name of a layout, which says where a record holds its
// transcripts. The names are declared next to what they name.
type Layout string

// Auto recognises the layout of each record.
const Auto Layout = ""

// String returns the layout's name.
func (l Layout) String() string {
	if l == Auto {
		return "auto"
	}
	return string(l)
}

// layout is what there is to know about a layout. Each is a file of this package
// and a line of the registry.
type layout interface {
	name() Layout
	// shows reports whether a record that is an object has the keys by which the
	// layout is recognised.
	shows(r *Record) bool
	// find finds the transcripts of a record; asked reports whether the user named
	// the layout. A layout of texts adds pieces and transcripts to the record, a
	// shape sets the record's steps.
	find(r *Record, asked bool) *ir.Diagnostic
}

// target is a layout that records can be moved to.
type target interface {
	layout
	// keys are those of a record that hold the transcript, at most two.
	keys() []string
	// makes is what the converter is to make: messages or one text, and for a shape
	// what it likes.
	makes() convert.Shape
	// put writes the record that holds one transcript and, unchanged, the other
	// keys of the record that it comes from.
	put(w *mover, out *convert.Output) *ir.Diagnostic
}

// byName returns the layout of a name, or nil. A format of a model has several.
func byName(name Layout) layout {
	for _, l := range registry {
		if l.name() == name {
			return l
		}
	}
	if p := page.ByName(string(name)); p != nil && Layout(p.Name) != name {
		return byName(Layout(p.Name))
	}
	return nil
}

// Names returns the names that Parse takes.
func Names() []string {
	names := []string{Auto.String()}
	for _, l := range registry {
		if !isShape(l) {
			names = append(names, string(l.name()))
		}
	}
	return names
}

// Targets returns the names of the layouts that records can be moved to.
func Targets() []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		_, ok := byName(Layout(name)).(target)
		return !ok
	})
}

// Parse returns the layout of that name, or an *Error. The empty name is Auto.
func Parse(name string) (Layout, error) {
	switch {
	case name == "" || name == Auto.String():
		return Auto, nil
	case slices.Contains(Names(), name):
		return Layout(name), nil
	}
	return Auto, &Error{Name: name}
}

// Error says that there is no layout of a name.
type Error struct {
	Name string
	// Out means that records can be read in the layout and not be moved to it.
	Out bool
}

// Error names the known layouts.
func (e *Error) Error() string {
	if e.Out {
		return fmt.Sprintf("can't move records to the layout %q: known are %s", e.Name, strings.Join(Targets(), ", "))
	}
	return fmt.Sprintf("unknown layout %q: known are %s", e.Name, strings.Join(Names(), ", "))
}
