package jinja

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// spelling says how tojson writes.
type spelling struct {
	ascii, sorted bool
	indent        string
	lines         bool
	item, key     string
}

// toJSON returns a value as Python's json.dumps writes it.
func (r *run) toJSON(v Value, a *arguments) Value {
	x := a.bind("tojson", 0, "ensure_ascii", "indent", "separators", "sort_keys")
	s := spelling{ascii: given(x[0]) && truth(x[0]), sorted: given(x[3]) && truth(x[3]), item: ", ", key: ": "}
	if given(x[1]) && x[1] != nil {
		s.lines, s.item = true, ","
		if t, ok := str(x[1]); ok {
			s.indent = t
		} else if n, ok := integer(x[1]); ok {
			s.indent = r.repeat(" ", n)
		} else {
			fail("TypeError: can't indent by a %s", typeName(x[1]))
		}
	}
	if given(x[2]) && x[2] != nil {
		pair := r.iterate(x[2])
		if len(pair) != 2 {
			fail("ValueError: separators are two strings")
		}
		s.item, s.key = r.text(pair[0]), r.text(pair[1])
	}
	var b strings.Builder
	r.dump(&b, v, &s, 0)
	return r.grown(b.String())
}

// dump writes a value as JSON.
func (r *run) dump(b *strings.Builder, v Value, s *spelling, deep int) {
	if deep > depth {
		fail("RecursionError: maximum recursion depth exceeded while encoding a JSON object")
	}
	r.step(1)
	r.fits(b.Len())
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		if v {
			b.WriteString("true")
		} else {
			b.WriteString("false")
		}
	case string:
		dumpString(b, v, s.ascii)
	case Markup:
		dumpString(b, string(v), s.ascii)
	case float64:
		b.WriteString(jsonFloat(v))
	case *List:
		b.WriteByte('[')
		for i, x := range v.Items {
			s.newItem(b, i, deep+1)
			r.dump(b, x, s, deep+1)
		}
		s.end(b, len(v.Items), deep, ']')
	case *Dict:
		r.dumpDict(b, v, s, deep)
	default:
		if t, ok := scalar(v); ok {
			b.WriteString(t)
			return
		}
		fail("TypeError: Object of type %s is not JSON serializable", typeName(v))
	}
}

// newItem writes what stands before an item of a list or object.
func (s *spelling) newItem(b *strings.Builder, i, deep int) {
	if i > 0 {
		b.WriteString(s.item)
	}
	if s.lines {
		b.WriteString("\n" + strings.Repeat(s.indent, deep))
	}
}

// end writes the end of a list or object of n items.
func (s *spelling) end(b *strings.Builder, n, deep int, c byte) {
	if s.lines && n > 0 {
		b.WriteString("\n" + strings.Repeat(s.indent, deep))
	}
	b.WriteByte(c)
}

// dumpDict writes a dictionary.
func (r *run) dumpDict(b *strings.Builder, d *Dict, s *spelling, deep int) {
	order := make([]int, d.Len())
	for i := range order {
		order[i] = i
	}
	if s.sorted {
		slices.SortStableFunc(order, func(i, j int) int { return r.compare("<", d.keys[i], d.keys[j]) })
	}
	b.WriteByte('{')
	for n, i := range order {
		s.newItem(b, n, deep+1)
		dumpString(b, jsonKey(d.keys[i]), s.ascii)
		b.WriteString(s.key)
		r.dump(b, d.vals[i], s, deep+1)
	}
	s.end(b, d.Len(), deep, '}')
}

// jsonKey returns the name of an object's member for a key.
func jsonKey(k Value) string {
	if t, ok := str(k); ok {
		return t
	}
	switch k := k.(type) {
	case nil:
		return "null"
	case bool:
		if k {
			return "true"
		}
		return "false"
	case float64:
		return jsonFloat(k)
	}
	t, ok := scalar(k)
	if !ok {
		fail("TypeError: keys must be str, int, float, bool or None, not %s", typeName(k))
	}
	return t
}

// jsonFloat returns a float as json.dumps writes it.
func jsonFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return floatRepr(f)
}

// dumpString writes a string as JSON.
func dumpString(b *strings.Builder, s string, ascii bool) {
	b.WriteByte('"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf && ascii {
			u, n := utf8.DecodeRuneInString(s[i:])
			if u >= 0x10000 {
				u -= 0x10000
				fmt.Fprintf(b, `\u%04x\u%04x`, 0xd800+(u>>10), 0xdc00+(u&0x3ff))
			} else {
				fmt.Fprintf(b, `\u%04x`, u)
			}
			i += n
			continue
		}
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\b':
			b.WriteString(`\b`)
		case c == '\f':
			b.WriteString(`\f`)
		case c < 0x20 || c == 0x7f && ascii:
			fmt.Fprintf(b, `\u%04x`, c)
		default:
			b.WriteByte(c)
		}
		i++
	}
	b.WriteByte('"')
}
