package layouts

import (
	"slices"

	"github.com/toolspeak/toolspeak/convert"
)

// shape is a layout whose records say themselves who did what, as the neutral
// document and native tool calls do: no style reads them. It is named in the place of
// a style.
type shape = target

// isShape reports whether a layout, which may be nil, is a shape.
func isShape(l layout) bool {
	return l != nil && l.about().summary != ""
}

// shapeOf returns the shape of a name, or nil.
func shapeOf(name string) shape {
	if l := byName(Layout(name)); isShape(l) {
		return l.(shape)
	}
	return nil
}

// IsShape reports whether a name is that of a shape.
func IsShape(name string) bool { return shapeOf(name) != nil }

// TargetOf returns what the shape of a name can hold, for convert.Options, or nil
// where the name is that of no shape.
func TargetOf(name string) *convert.Target {
	if s := shapeOf(name); s != nil && s.about().holds != nil {
		holds := *s.about().holds
		return &holds
	}
	return nil
}

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
		if isShape(l) && formatOf(l) == nil {
			list = append(list, Shape{Name: string(l.about().name), Summary: l.about().summary, Target: TargetOf(string(l.about().name))})
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
