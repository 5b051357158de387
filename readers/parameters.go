package readers

import (
	"bytes"
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// parameters reads parameters that are written one by one.
func (m *reading) parameters(i int, c *capture) int {
	object := []byte{'{'}
	end := i
	for {
		x, after := m.element(end, c)
		if after < 0 {
			break
		}
		if len(object) > 1 {
			object = append(object, ", "...)
		}
		object = append(quote(object, x.key), ": "...)
		object = append(object, m.typedValue(&x, m.tools.parameter(c.name, x.key))...)
		end = after
	}
	c.args, c.read = jsonArgs(append(object, '}')), true
	return end
}

// element reads a parameter at offset i, and returns the offset after it, or -1.
func (m *reading) element(i int, call *capture) (capture, int) {
	for _, p := range m.params {
		c := capture{start: i, next: call.next}
		if end := m.match(p, 0, i, &c); end >= 0 && c.keyed && c.valued {
			return c, end
		}
	}
	return capture{}, -1
}

// typedValue returns the value of a parameter as JSON.
func (m *reading) typedValue(c *capture, s schema) []byte {
	if c.typed {
		kind := m.page.Types[c.types]
		if kind == "" {
			kind = m.page.Types["*"]
		}
		switch kind {
		case "string":
			return quote(nil, c.value)
		case "json":
			if v, ok := jsonValue(c.value); ok {
				return v
			}
		}
		return s.value(c.value)
	}
	if m.page.Item != "" {
		if v, ok := m.nested(c.value, s); ok {
			return v
		}
	}
	if !s.known {
		switch v, ok := jsonValue(c.value); {
		case !ok || v[0] == '"':
		case m.page.Untyped == "json":
			return v
		default:
			m.Untyped++
		}
	}
	return s.value(c.value)
}

// nested reads a value that is made of elements: an object, or a list of items. A key that
// comes again makes a list of its values.
func (m *reading) nested(v string, s schema) ([]byte, bool) {
	if !strings.Contains(v, m.params[0].opener().words[0]) {
		return nil, false
	}
	inner := &reading{Reader: m.Reader, t: v, text: ir.Plain(v)}
	var keys []string
	values := map[string][][]byte{}
	end := 0
	for {
		c, after := inner.element(end, &capture{})
		if after < 0 {
			break
		}
		if values[c.key] == nil {
			keys = append(keys, c.key)
		}
		child := s.child(c.key)
		if c.key == m.page.Item {
			child = s.item()
		}
		values[c.key], end = append(values[c.key], inner.typedValue(&c, child)), after
	}
	m.Untyped += inner.Untyped
	if keys == nil || skipSpace(v, end) < len(v) {
		return nil, false
	}
	if keys[0] == m.page.Item && len(keys) == 1 {
		return jsonList(values[keys[0]]), true
	}
	out := []byte{'{'}
	for i, key := range keys {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = append(quote(out, key), ": "...)
		if list := values[key]; len(list) > 1 {
			out = append(out, jsonList(list)...)
		} else {
			out = append(out, list[0]...)
		}
	}
	return append(out, '}'), true
}

// jsonList returns a list of values as JSON.
func jsonList(values [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(values, []byte(", "))...), ']')
}
