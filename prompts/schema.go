package prompts

import (
	"bytes"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
)

// Lookup returns the tool of that name, or nil.
func (c *Catalog) Lookup(name string) *Tool {
	for i := range c.Tools {
		if c.Tools[i].Name == name {
			return &c.Tools[i]
		}
	}
	return nil
}

// schema is what of a tool's parameters is looked at.
type schema struct {
	properties, required gjson.Result
	// open means that other parameters are allowed.
	open bool
	// known is false where nothing is said of the parameters.
	known bool
}

// schema reads the parameters: a JSON Schema or, as some harnesses write, the
// properties alone.
func (t *Tool) schema() schema {
	p := gjson.ParseBytes(t.Parameters)
	if !p.IsObject() {
		return schema{}
	}
	s := schema{properties: p.Get("properties"), required: p.Get("required"), known: true}
	if extra := p.Get("additionalProperties"); extra.Type == gjson.True || extra.IsObject() {
		s.open = true
	}
	for _, key := range []string{"$ref", "allOf", "anyOf", "oneOf", "patternProperties"} {
		s.open = s.open || p.Get(gjson.Escape(key)).Exists()
	}
	if s.properties.IsObject() {
		return s
	}
	bare := p.Get("type").Type != gjson.String
	p.ForEach(func(_, v gjson.Result) bool {
		bare = bare && v.IsObject()
		return bare
	})
	if bare {
		s.properties, s.required = p, gjson.Result{}
	}
	return s
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

func onlyString(t *Tool) *string {
	s := t.schema()
	name, count := "", 0
	s.properties.ForEach(func(key, v gjson.Result) bool {
		if v.Get("type").String() == "string" {
			name = key.String()
			count++
		}
		return true
	})
	for _, r := range s.required.Array() {
		if r.String() != name {
			return nil
		}
	}
	if count != 1 {
		return nil
	}
	return &name
}

// Rules say what a tool's parameters allow. They are made once a tool list and
// serve each of its calls.
type Rules struct {
	index    map[string]int // the parameters that are known or required
	required []string
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
	s := t.schema()
	r := &Rules{index: map[string]int{}, open: s.open, said: s.known}
	for _, required := range s.required.Array() {
		if _, twice := r.index[required.String()]; !twice {
			r.index[required.String()] = len(r.required)
			r.required = append(r.required, required.String())
		}
	}
	s.properties.ForEach(func(key, _ gjson.Result) bool {
		if _, ok := r.index[key.String()]; !ok {
			r.index[key.String()] = len(r.index)
		}
		return true
	})
	return r
}

// Fault is what is wrong with a parameter of a call: it is required and missing,
// or the tool has none of that name.
type Fault struct {
	Parameter string
	Missing   bool
}

// Check returns what is wrong with the arguments of a call, a JSON object: the
// first faults, at most so many, and how many more there are.
func (r *Rules) Check(args text.Text, most int) (faults []Fault, more int) {
	if c, _ := args.At(0); c != '{' || !r.said {
		return nil, 0
	}
	var few [16]bool
	given := few[:]
	if len(r.required) > len(few) {
		given = make([]bool, len(r.required))
	}
	missing := len(r.required)
	var unknown []Fault
	strange := 0
	var last text.Text
	_, _ = literal.Members(args, 0, func(key text.Text, _, _ int) bool {
		at, ok := r.named(key)
		switch {
		case ok && at < len(r.required) && !given[at]:
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
			faults = append(faults, Fault{Parameter: r.required[i], Missing: true})
		}
	}
	faults = append(faults, unknown[:min(len(unknown), most-len(faults))]...)
	return faults, missing + strange - len(faults)
}

// Fits reports whether args is a JSON object, from its first to its last byte, in
// which Check finds nothing wrong.
func (r *Rules) Fits(args text.Text) bool {
	var few [16]bool
	given := few[:]
	if len(r.required) > len(few) {
		given = make([]bool, len(r.required))
	}
	missing, strange := len(r.required), false
	end, err := literal.Members(args, 0, func(key text.Text, _, _ int) bool {
		at, ok := r.named(key)
		switch {
		case !ok:
			strange = true
		case at < len(r.required) && !given[at]:
			given[at] = true
			missing--
		}
		return true
	})
	return err == nil && end == args.Len() && (!r.said || missing == 0 && (r.open || !strange))
}

// named returns the number of a parameter.
func (r *Rules) named(key text.Text) (at int, ok bool) {
	at, ok = r.index[string(key.B)]
	if !ok && bytes.IndexByte(key.B, '\\') >= 0 {
		at, ok = r.index[key.String()]
	}
	return at, ok
}
