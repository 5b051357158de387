package prompts

import (
	"fmt"

	"github.com/tidwall/gjson"
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
	s := t.schema()
	count := 0
	s.properties.ForEach(func(key, v gjson.Result) bool {
		if v.Get("type").String() == "string" {
			name = key.String()
			count++
		}
		return true
	})
	for _, r := range s.required.Array() {
		if r.String() != name {
			return "", false
		}
	}
	return name, count == 1
}

// Check returns what is wrong with the arguments of a call, a JSON object:
// parameters that are required and missing, and such that the tool has not.
func (t *Tool) Check(args []byte) []string {
	s := t.schema()
	given := gjson.ParseBytes(args)
	if !s.known || !given.IsObject() {
		return nil
	}
	var out []string
	has := map[string]bool{}
	given.ForEach(func(key, _ gjson.Result) bool {
		has[key.String()] = true
		return true
	})
	for _, r := range s.required.Array() {
		if !has[r.String()] {
			out = append(out, fmt.Sprintf("%s has no parameter %q, which is required", t.Name, r.String()))
		}
	}
	if s.open {
		return out
	}
	known := map[string]bool{}
	s.properties.ForEach(func(key, _ gjson.Result) bool {
		known[key.String()] = true
		return true
	})
	given.ForEach(func(key, _ gjson.Result) bool {
		if !known[key.String()] {
			out = append(out, fmt.Sprintf("%s takes no parameter %q", t.Name, key.String()))
			known[key.String()] = true
		}
		return true
	})
	return out
}
