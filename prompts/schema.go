package prompts

import (
	"bytes"
	"sync"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// lookup returns the tool of that name, or nil.
func (c *ToolList) lookup(name string) *Tool {
	for i := range c.Tools {
		if c.Tools[i].Name == name {
			return &c.Tools[i]
		}
	}
	return nil
}

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

// indexes are for the time of a look at a tool's parameters.
var indexes = sync.Pool{New: func() any { return new(jsonx.Index) }}

// look calls back with what the parameters say: a JSON Schema or, as some harnesses
// write, the properties alone. It does not where they are not a JSON object.
func (t *Tool) look(at func(*schema)) {
	x := indexes.Get().(*jsonx.Index)
	defer indexes.Put(x)
	s := schema{Value: jsonx.Value{B: t.Parameters, X: x}, properties: -1}
	begin := jsonx.SkipSpace(s.B, 0)
	if begin < len(s.B) && s.B[begin] == '{' && x.Scan(s.B) {
		s.read(begin)
		at(&s)
	}
}

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

// OnlyString returns the name of the tool's only parameter that is a string,
// where no other is required.
func (t *Tool) OnlyString() (name string, ok bool) {
	var only *string
	if t.isMade() {
		only = t.made.onlyString()
	} else {
		only = onlyString(t)
	}
	if only == nil {
		return "", false
	}
	return *only, true
}

func onlyString(t *Tool) (only *string) {
	t.look(func(s *schema) {
		var name []byte
		count := 0
		for n, value := range s.names {
			if s.isString(value) {
				name = n
				count++
			}
		}
		if count != 1 {
			return
		}
		for n := range s.needed {
			if !bytes.Equal(n, name) {
				return
			}
		}
		found := string(name)
		only = &found
	})
	return only
}

// Rules say what a tool's parameters allow. They are made once a tool list and
// serve each of its calls.
type Rules struct {
	// names are the parameters that are known or required, those first, and index
	// has their places where they are many.
	names    [][]byte
	index    map[string]int
	required int
	// open means that other parameters are allowed, said that something is said
	// of the parameters at all.
	open, said bool
}

// Rules returns the tool's rules.
func (t *Tool) Rules() *Rules {
	if t.isMade() {
		return t.made.rules()
	}
	return newRules(t)
}

func newRules(t *Tool) *Rules {
	r := &Rules{}
	t.look(func(s *schema) {
		r.open, r.said = s.open, true
		for name := range s.needed {
			r.add(name)
		}
		r.required = len(r.names)
		for name := range s.names {
			r.add(name)
		}
	})
	return r
}

// add adds a parameter, unless it is known.
func (r *Rules) add(name []byte) {
	const few = 16 // names that are compared one by one
	if _, ok := r.find(name); ok {
		return
	}
	if len(r.names) == few {
		r.index = make(map[string]int, 2*few)
		for i, n := range r.names {
			r.index[string(n)] = i
		}
	}
	if r.index != nil {
		r.index[string(name)] = len(r.names)
	}
	r.names = append(r.names, name)
}

// find returns the number of a parameter.
func (r *Rules) find(name []byte) (at int, ok bool) {
	if r.index != nil {
		at, ok = r.index[string(name)]
		return at, ok
	}
	for i, n := range r.names {
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
func (r *Rules) Check(args ir.Text, most int) (faults []Fault, more int) {
	if c, _ := text.At(args, 0); c != '{' || !r.said {
		return nil, 0
	}
	var few [16]bool
	given := few[:]
	if r.required > len(few) {
		given = make([]bool, r.required)
	}
	missing := r.required
	var unknown []Fault
	strange := 0
	var last text.Text
	_, _ = literal.Members(args, 0, func(key text.Text, _, _ int) bool {
		at, ok := r.named(key)
		switch {
		case ok && at < r.required && !given[at]:
			given[at] = true
			missing--
		case !ok && !r.open && (strange == 0 || !text.Equal(key, last)):
			if strange++; strange <= most {
				unknown = append(unknown, Fault{Parameter: key.String()})
			}
			last = key
		}
		return true
	})
	for i := 0; len(faults) < min(missing, most); i++ {
		if !given[i] {
			faults = append(faults, Fault{Parameter: string(r.names[i]), Missing: true})
		}
	}
	faults = append(faults, unknown[:min(len(unknown), most-len(faults))]...)
	return faults, missing + strange - len(faults)
}

// named returns the number of a parameter of a call.
func (r *Rules) named(key text.Text) (at int, ok bool) {
	at, ok = r.find(key.B)
	if !ok && bytes.IndexByte(key.B, '\\') >= 0 {
		at, ok = r.find([]byte(key.String()))
	}
	return at, ok
}
