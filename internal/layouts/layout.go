package layouts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
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

// about says what a layout is. What others have to know of one is a field here: none of
// them asks for its name.
type about struct {
	name Layout
	// what says what a record of it is, and place where a record is moved to, if that is no
	// shape or has other words than these.
	what, place string
	// keys are those of a record that hold the transcript.
	keys []string
	// makes is what the converter is to make: messages or one text, and for a shape
	// what it likes.
	makes convert.Shape
	// trains is how a record of texts says what is trained.
	trains Trains
	// cuts means that its record is written anew when any text of it changes.
	cuts bool

	// The rest is said of shapes alone.

	// summary describes a shape in a few words.
	summary string
	// holds says what its steps can hold, nil where it is read and not written.
	holds *convert.Target
	// list is the key of the list of messages, of which a prompt, its completion and
	// preferences can each have a part, and usual means that most records have that.
	list  string
	usual bool
	// inPlace means that messages are written in the places of those of the record, all
	// else of which stays.
	inPlace bool
	// nest is the key for what the shape has no key of its own for, tops are those that it has.
	nest string
	tops []string
	// adopts means that the system prompt that a record has next to its transcript becomes
	// the shape's, and leads that a list of texts can be one and a system message follow it.
	adopts, leads bool
	// sameOthers, where it is not nil, reports whether what was written has the other members of
	// a record, which the shape does not leave where they were.
	sameOthers func(a []byte, members []jsonx.Member, b []byte, written []jsonx.Member) bool
	// document means that other keys of the record are under a key of their own, and nulls
	// that a null is as good as any other value.
	document, nulls bool
	// tools are the rules for tool lists, and choice writes which tools are to be called, as
	// members of the record; ok is false where it has no word for a part of that.
	tools  *toolRules
	choice func(c *toolChoice) (members []byte, ok bool)
}

// layout is what there is to know about a layout. Each is a file of this package
// and a line of the registry.
type layout interface {
	about() *about
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
	// put writes the record that holds one transcript and, unchanged, the other
	// keys of the record that it comes from.
	put(w *mover, out *convert.Output) *ir.Diagnostic
}

// byName returns the layout of a name, or nil. A format of a model has several.
func byName(name Layout) layout {
	for _, l := range registry {
		if l.about().name == name {
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
			names = append(names, string(l.about().name))
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
