package styles

import (
	"errors"
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/styles/pages"
)

// order has the names of the built-in styles, in the order that breaks ties in detection.
var order = []string{
	"react", "tool-input", "tool-json", "tao", "xml",
	"langchain", "crewai", "langchain-json", "react-paper", "toolbench", "hermes", "langchain-xml", "cherry",
}

// all holds the built-in styles in this order. It is never changed.
var all = builtin()

func builtin() (list []*Style) {
	for _, name := range order {
		p := builtinPage(name)
		if key, wrong := fault(p); wrong != "" {
			panic(fmt.Sprintf("%s.toml: %s: %s", name, key, wrong)) // a test parses each
		}
		list = append(list, newStyle(p))
	}
	return list
}

// builtinPage returns the page of a built-in style, or nil.
func builtinPage(name string) *page.Page {
	text, err := pages.Files.ReadFile(name + ".toml")
	if err != nil {
		return nil
	}
	p, err := page.Parse(text, builtinPage)
	if err != nil {
		panic(fmt.Sprintf("%s.toml: %v", name, err))
	}
	return p
}

// All returns the built-in styles, in the order that breaks ties. The caller
// owns the slice; the styles are shared and must not be changed.
func All() []*Style { return append([]*Style(nil), all...) }

// UnknownError says that there is no style of a name.
type UnknownError struct {
	Name  string
	Known []string
}

// Error names the known styles.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown style %q: known are %s", e.Name, strings.Join(e.Known, ", "))
}

// TakenError says that two styles have the same name.
type TakenError struct {
	Name string
	// Place is the file and line of the second one, or "".
	Place string
}

// Error names the place and the name.
func (e *TakenError) Error() string {
	words := fmt.Sprintf("the style name %q is taken: choose another", e.Name)
	if e.Place != "" {
		words = e.Place + ": " + words
	}
	return words
}

// place is the file and line that a style was read from, or "".
func (s *Style) place() string {
	if s.file == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", s.file, page.LineOf(s.text, "name"))
}

// errUnbuilt says that a style is no result of Parse.
var errUnbuilt = errors.New("a style that was not made by styles.Parse")

// With returns the built-in styles and then those of own, which come from
// Parse. A name that comes twice is a *TakenError.
func With(own ...*Style) ([]*Style, error) {
	out := All()
	for _, s := range own {
		if s == nil || !s.checked {
			return nil, errUnbuilt
		}
		for _, other := range out {
			if other.Name == s.Name {
				return nil, &TakenError{Name: s.Name, Place: s.place()}
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// Find returns the style of that name in a list, or an *UnknownError.
func Find(list []*Style, name string) (*Style, error) {
	known := make([]string, 0, len(list))
	for _, s := range list {
		if s.Name == name {
			return s, nil
		}
		known = append(known, s.Name)
	}
	return nil, &UnknownError{Name: name, Known: known}
}

// Lookup returns the built-in style of that name, or an *UnknownError.
func Lookup(name string) (*Style, error) { return Find(all, name) }
