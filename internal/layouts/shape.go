package layouts

import (
	"slices"
	"sync"

	"github.com/toolspeak/toolspeak/convert"
)

// shape is a layout whose records say themselves who did what, as the neutral
// document and native tool calls do: no style reads them. It is named in the place of
// a style.
type shape interface {
	target
	// holds says what its steps can hold.
	holds() *convert.Target
	// summary describes it in a few words.
	summary() string
}

// isShape reports whether a layout, which may be nil, is a shape.
func isShape(l layout) bool {
	_, ok := l.(shape)
	return ok
}

// shapeOf returns the shape of a name, or nil.
func shapeOf(name string) shape {
	s, _ := byName(Layout(name)).(shape)
	return s
}

// IsShape reports whether a name is that of a shape.
func IsShape(name string) bool { return shapeOf(name) != nil }

// TargetOf returns what the shape of a name can hold, for convert.Options, or nil
// where the name is that of no shape.
func TargetOf(name string) *convert.Target {
	if s := shapeOf(name); s != nil {
		return s.holds()
	}
	return nil
}

// heldBy is what a shape can hold, not to be changed.
func heldBy(s shape) *convert.Target { return allHeld()[s.name()] }

var allHeld = sync.OnceValue(func() map[Layout]*convert.Target {
	all := map[Layout]*convert.Target{}
	for _, l := range registry {
		if s, ok := l.(shape); ok {
			all[s.name()] = s.holds()
		}
	}
	return all
})

// Shape is what there is to say of a shape for people.
type Shape struct {
	Name, Summary string
	// Target is what it can hold.
	Target *convert.Target
}

// Shapes returns the shapes but for the formats of models, in the order in which a record is asked for them.
func Shapes() []Shape {
	var list []Shape
	for _, l := range registry {
		if s, ok := l.(shape); ok && formatOf(s) == nil {
			list = append(list, Shape{Name: string(s.name()), Summary: s.summary(), Target: s.holds()})
		}
	}
	return list
}

// ShapeNames returns the names of the shapes but for the formats of models.
func ShapeNames() []string {
	var names []string
	for _, s := range Shapes() {
		names = append(names, s.Name)
	}
	return slices.Clip(names)
}
