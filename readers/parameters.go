package readers

import (
	"bytes"
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// parameters reads parameters that are written one by one.
func (m *reading) parameters(i int, c *capture) int {
	object := []byte{'{'}
	end := i
	for {
		x, after := m.element(end, c)
		if after < 0 {
			if m.more != nil && m.more.short {
				m.more.member(m, c, object, &x)
				return -1
			}
			break
		}
		if len(object) > 1 {
			object = append(object, ", "...)
		}
		object = append(quote(object, x.key), ": "...)
		object = append(object, m.typedValue(&x, m.tools.parameter(c.name, x.key))...)
		end = after
	}
	c.args, c.read = jsonArgs(m.unwrapped(append(object, '}'), c.name, i, end)), true
	return end
}

// unwrapped returns the arguments of a call, which stand between start and end, without a
// parameter around them all: one that the tool has not, whose value is an object of
// parameters that it has.
func (m *reading) unwrapped(args []byte, tool string, start, end int) []byte {
	count := 0
	var inner []byte
	_, _ = literal.Members(ir.Text{B: args}, 0, func(key ir.Text, from, to int) bool {
		count++
		if s := m.tools.parameter(tool, key.String()); s.known && !s.declared {
			inner = args[from:to]
		}
		return count < 2
	})
	if count != 1 || inner == nil {
		return args
	}
	if s, ok := stringOf(inner); ok {
		inner, _ = jsonValue(s)
	}
	if len(inner) == 0 || inner[0] != '{' {
		return args
	}
	declared, others := 0, 0
	_, _ = literal.Members(ir.Text{B: inner}, 0, func(key ir.Text, _, _ int) bool {
		if m.tools.parameter(tool, key.String()).declared {
			declared++
		} else {
			others++
		}
		return true
	})
	if declared == 0 || others > 0 {
		return args
	}
	m.repair(ir.CodeArgsRepaired, start, end, "the parameters stand in one that the tool has not: they were read as its own")
	return inner
}

// element reads a parameter at offset i, and returns the offset after it, or -1.
func (m *reading) element(i int, call *capture) (capture, int) {
	for _, p := range m.params {
		c := capture{start: i, next: call.next}
		repairs := len(m.Repairs)
		end := m.match(p, 0, i, &c)
		if end >= 0 && c.keyed && c.valued {
			return c, end
		}
		m.Repairs = m.Repairs[:repairs]
		if m.more != nil && m.more.short {
			return c, -1
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
		v, ok := s.other(strings.TrimSpace(c.value))
		if ok && v[0] != '"' {
			if m.Untyped++; m.page.Untyped == "json" {
				return v
			}
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
