package layouts

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// nestedKeys parts the members of a record that go to a nesting shape: those that stay where
// they are, and those that go under its key, with what is under that already.
func nestedKeys(to *about, b []byte, members []jsonx.Member) (top, under []jsonx.Member) {
	for _, m := range members {
		switch key := jsonx.Unquote(m.Key.Of(b)); {
		case key == to.nest && b[m.Value.Start] == '{':
			under = slices.AppendSeq(under, jsonx.Members(b, m.Value.Start))
		case key != to.nest && slices.Contains(to.tops, key) && !slices.Contains(to.keys, key):
			top = append(top, m)
		default:
			under = append(under, m)
		}
	}
	return top, under
}

// NestKey returns the key that a shape has for what it has no key of its own for, or "".
func NestKey(name string) string {
	if to := byName(Layout(name)); to != nil {
		return to.about().nest
	}
	return ""
}
