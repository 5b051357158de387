// Package schema reads what a tool's parameters say: a JSON Schema or, as some harnesses
// write, the properties alone. Calls are checked against it.
package schema

import (
	"bytes"
	"sync"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Parameters is what a tool's parameters allow. It is made once and serves each call
// of the tool.
type Parameters struct {
	// names are the parameters that are known or required, those first, and index
	// has their places where they are many.
	names    [][]byte
	index    map[string]int
	required int
	// open means that other parameters are allowed, said that something is said
	// of the parameters at all.
	open, said bool
	text       string
}

// Read reads parameters, whose bytes the result shares. What is no JSON object says
// nothing, and so allows everything.
func Read(raw []byte) *Parameters {
	p := &Parameters{}
	x := indexes.Get().(*jsonx.Index)
	defer indexes.Put(x)
	s := schema{Value: jsonx.Value{B: raw, X: x}, properties: -1}
	begin := jsonx.SkipSpace(raw, 0)
	if begin == len(raw) || raw[begin] != '{' || !x.Scan(raw) {
		return p
	}
	s.read(begin)
	p.open, p.said, p.text = s.open, true, s.text()
	for name := range s.needed {
		p.add(name)
	}
	p.required = len(p.names)
	for name := range s.names {
		p.add(name)
	}
	return p
}

// Text returns the name of the only parameter that is a string, where no other is
// required, or "".
func (p *Parameters) Text() string { return p.text }

// schema is what of a tool's parameters is looked at.
type schema struct {
	jsonx.Value
	// properties is where the properties begin, or -1.
	properties int
	// required is the value of that key, or empty.
	required jsonx.Range
	// open means that other parameters are allowed.
	open bool
}

// indexes are for the time in which parameters are read.
var indexes = sync.Pool{New: func() any { return new(jsonx.Index) }}

// read reads the object at offset begin. Of a key that comes twice the first counts.
func (s *schema) read(begin int) {
	bare, given, extra := true, false, false
	for m := range s.Members(begin) {
		first := s.B[m.Value.Start]
		bare = bare && first == '{'
		switch jsonx.Unquote(m.Key.Of(s.B)) {
		case "properties":
			if first == '{' && !given {
				s.properties = m.Value.Start
			}
			given = true
		case "required":
			if s.required.End == 0 {
				s.required = m.Value
			}
		case "additionalProperties":
			s.open = s.open || !extra && (first == 't' || first == '{')
			extra = true
		case "$ref", "allOf", "anyOf", "oneOf", "patternProperties":
			s.open = true
		}
	}
	if s.properties < 0 && bare {
		s.properties, s.required = begin, jsonx.Range{}
	}
}

// names yields the names of the parameters with what is said of each.
func (s *schema) names(yield func(name []byte, value jsonx.Range) bool) {
	if s.properties < 0 {
		return
	}
	for m := range s.Members(s.properties) {
		if !yield(unquoted(m.Key.Of(s.B)), m.Value) {
			return
		}
	}
}

// needed yields the names of the parameters that are required.
func (s *schema) needed(yield func(name []byte) bool) {
	r := s.required
	if r.End == 0 || s.B[r.Start] == 'n' {
		return
	}
	if s.B[r.Start] != '[' {
		yield(s.word(r)) // one without a list around it
		return
	}
	for e := range s.Elements(r.Start) {
		if !yield(s.word(e)) {
			return
		}
	}
}

// word returns what a string says, and any other value as it is.
func (s *schema) word(r jsonx.Range) []byte {
	if s.B[r.Start] == '"' {
		return unquoted(r.Inside().Of(s.B))
	}
	return r.Of(s.B)
}

// unquoted returns what the inside of a string says, which is itself in most cases.
func unquoted(inside []byte) []byte {
	if bytes.IndexByte(inside, '\\') < 0 {
		return inside
	}
	return jsonx.AppendUnquoted(nil, inside)
}

// isString reports whether a parameter is a string by what is said of it.
func (s *schema) isString(r jsonx.Range) bool {
	if s.B[r.Start] != '{' {
		return false
	}
	for m := range s.Members(r.Start) {
		if jsonx.Unquote(m.Key.Of(s.B)) == "type" {
			return s.B[m.Value.Start] == '"' && string(s.word(m.Value)) == "string"
		}
	}
	return false
}

// text returns the name of the only parameter that is a string, where no other is
// required, or "".
func (s *schema) text() string {
	var name []byte
	count := 0
	for n, value := range s.names {
		if s.isString(value) {
			name = n
			count++
		}
	}
	if count != 1 {
		return ""
	}
	for n := range s.needed {
		if !bytes.Equal(n, name) {
			return ""
		}
	}
	return string(name)
}

// add adds a parameter, unless it is known.
func (p *Parameters) add(name []byte) {
	const few = 16 // names that are compared one by one
	if _, ok := p.find(name); ok {
		return
	}
	if len(p.names) == few {
		p.index = make(map[string]int, 2*few)
		for i, n := range p.names {
			p.index[string(n)] = i
		}
	}
	if p.index != nil {
		p.index[string(name)] = len(p.names)
	}
	p.names = append(p.names, name)
}

// find returns the number of a parameter.
func (p *Parameters) find(name []byte) (at int, ok bool) {
	if p.index != nil {
		at, ok = p.index[string(name)]
		return at, ok
	}
	for i, n := range p.names {
		if bytes.Equal(n, name) {
			return i, true
		}
	}
	return 0, false
}

// Fault is what is wrong with a parameter of a call: it is required and missing,
// or the tool has none of that name.
type Fault struct {
	Parameter string
	Missing   bool
}

// Check returns what is wrong with the arguments of a call, a JSON object: the
// first faults, at most so many, and how many more there are.
func (p *Parameters) Check(args ir.Text, most int) (faults []Fault, more int) {
	if c, _ := text.At(args, 0); c != '{' || !p.said {
		return nil, 0
	}
	var few [16]bool
	given := few[:]
	if p.required > len(few) {
		given = make([]bool, p.required)
	}
	missing := p.required
	var unknown []Fault
	strange := 0
	var last text.Text
	_, _ = literal.Members(args, 0, func(key text.Text, _, _ int) bool {
		at, ok := p.named(key)
		switch {
		case ok && at < p.required && !given[at]:
			given[at] = true
			missing--
		case !ok && !p.open && (strange == 0 || !text.Equal(key, last)):
			if strange++; strange <= most {
				unknown = append(unknown, Fault{Parameter: key.String()})
			}
			last = key
		}
		return true
	})
	for i := 0; len(faults) < min(missing, most); i++ {
		if !given[i] {
			faults = append(faults, Fault{Parameter: string(p.names[i]), Missing: true})
		}
	}
	faults = append(faults, unknown[:min(len(unknown), most-len(faults))]...)
	return faults, missing + strange - len(faults)
}

// named returns the number of a parameter of a call.
func (p *Parameters) named(key text.Text) (at int, ok bool) {
	at, ok = p.find(key.B)
	if !ok && bytes.IndexByte(key.B, '\\') >= 0 {
		at, ok = p.find([]byte(key.String()))
	}
	return at, ok
}
