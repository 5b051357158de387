package layouts

import "github.com/toolspeak/toolspeak/internal/jsonx"

// nesting is a shape that has one key for what it has no key of its own for.
type nesting interface {
	// nest is that key, and tops reports whether a key is one of its own.
	nest() string
	tops(key string) bool
}

// nestedKeys parts the members of a record that go to a nesting shape: those that stay where
// they are, and those that go under its key, with what is under that already.
func nestedKeys(to nesting, b []byte, members []jsonx.Member) (top, under []jsonx.Member) {
	for _, m := range members {
		switch key := jsonx.Unquote(m.Key.Of(b)); {
		case key == to.nest() && b[m.Value.Start] == '{':
			for inner := range jsonx.Members(b, m.Value.Start) {
				under = append(under, inner)
			}
		case key != to.nest() && to.tops(key):
			top = append(top, m)
		default:
			under = append(under, m)
		}
	}
	return top, under
}

// NestKey returns the key that a shape has for what it has no key of its own for, or "".
func NestKey(name string) string {
	if to, ok := byName(Layout(name)).(nesting); ok {
		return to.nest()
	}
	return ""
}
