package constrain

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
)

// arguments returns an expression of the arguments of a tool by the page's codec.
func (g *grammar) arguments(t *tool) string {
	switch g.page.Args {
	case page.Python:
		v := g.values(t, g.pythonCodec())
		var members []string
		for _, name := range t.names() {
			members = append(members, sequence(g.literal(name+"="), v.value(t.properties[name])))
		}
		if t.open {
			members = append(members, sequence("("+g.pattern("[A-Za-z0-9_]")+")+", `"="`, v.any()))
		}
		if members == nil {
			return ""
		}
		return "(" + repeated(either(members...), sequence(`","`, g.ws())) + ")?"
	case page.Dialect:
		return g.values(t, g.dialectCodec(g.page.Delimiters[0], g.page.Delimiters[1])).value(t.schema())
	}
	return g.values(t, g.jsonCodec()).value(t.schema())
}

// object returns an expression of a call of a tool that is JSON itself.
func (g *grammar) object(t *tool) string {
	k := &g.page.Keys
	c := g.jsonCodec()
	quote := func(key string) string { return g.literal(quoted(key)) }
	if k.Python {
		c = g.pythonCodec()
		quote = func(key string) string { return g.literal("'" + key + "'") }
	}
	v := g.values(t, c)
	args := v.value(t.schema())
	if k.NameIsKey {
		return g.wrap(v, sequence(g.literal(quoted(t.name)), v.colon(), args))
	}
	comma := sequence(g.ws(), `","`, g.ws())
	call := sequence(quote(k.Name[0]), v.colon(), g.literal(quoted(t.name)), comma, quote(k.Arguments[0]), v.colon(), args)
	if k.ID != "" {
		id := sequence(quote(k.ID), v.colon(), c.string)
		if k.IDFirst {
			call = sequence(id, comma, call)
		} else {
			call = sequence(call, comma, id)
		}
	}
	call = g.wrap(v, call)
	if len(k.Wrap) > 0 {
		call = g.wrap(v, sequence(quote(k.Wrap[0]), v.colon(), call))
	}
	return call
}

func (g *grammar) wrap(v *values, members string) string {
	return sequence(`"{"`, v.ws(), members, v.ws(), `"}"`)
}

// parameters returns an expression of the parameters of a tool, at least one, or "".
func (g *grammar) parameters(t *tool) string {
	var params []string
	for _, name := range t.names() {
		params = append(params, g.parameter(t, g.literal(g.attribute(name)), t.properties[name]))
	}
	if t.open {
		params = append(params, g.parameter(t, "("+g.among([]rune("<>\"= \n/"), true)+")+", true))
	}
	if params == nil {
		return ""
	}
	return repeated(g.rule("param", either(params...)), g.literal(g.page.Between))
}

// parameter returns an expression of a parameter whose value a schema allows.
func (g *grammar) parameter(t *tool, key string, s any) string {
	pattern := g.page.Param[0]
	parts := page.Split(pattern)
	closer := ""
	for i, x := range parts {
		if x.Hole && x.Text == "value" && i+1 < len(parts) {
			closer = strings.TrimSpace(parts[i+1].Text)
		}
	}
	var ways []string
	for _, kind := range g.kinds(s) {
		value := g.raw(t, s, kind, closer)
		ways = append(ways, g.filled(pattern, func(hole string) string {
			switch hole {
			case "key":
				return key
			case "type":
				return g.literal(g.typeWord(kind))
			case "value":
				return value
			}
			return ""
		}))
	}
	return either(ways...)
}

// kinds returns the types that a parameter may have.
func (g *grammar) kinds(s any) (kinds []string) {
	o, ok := s.(schema)
	if !ok {
		return []string{"string", "any"}
	}
	for _, key := range [...]string{"anyOf", "oneOf"} {
		list, _ := o[key].([]any)
		for _, x := range list {
			kinds = append(kinds, g.kinds(x)...)
		}
	}
	if kinds == nil {
		kinds = kindsOf(o)
	}
	if list, ok := o["enum"].([]any); ok && kinds == nil {
		for _, x := range list {
			if _, is := x.(string); is {
				kinds = append(kinds, "string")
			} else {
				kinds = append(kinds, "any")
			}
		}
	}
	if kinds == nil {
		kinds = []string{"string", "any"}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// raw returns an expression of a value of one type as a parameter has it.
func (g *grammar) raw(t *tool, s any, kind, closer string) string {
	o, _ := s.(schema)
	v := g.values(t, g.jsonCodec())
	list, limited := o["enum"].([]any)
	switch {
	case kind == "string" || kind == "str":
		var out []string
		for _, x := range list {
			if text, ok := x.(string); ok {
				out = append(out, g.literal(text))
			}
		}
		switch {
		case limited:
			return either(out...)
		case g.page.CDATA:
			return either(g.text("<", "&", "\n"), sequence(g.literal("<![CDATA["), g.text("]]>"), g.literal("]]>")))
		}
		return g.text(closer)
	case g.page.Item != "" && kind == "array":
		return either(g.literal("[]"), "("+g.parameter(t, g.literal(g.page.Item), cmp.Or[any](o["items"], true))+")+")
	case g.page.Item != "" && kind == "object":
		inner := tool{open: true}
		if o != nil {
			inner = newTool(t.name, o)
		}
		if members := g.parameters(&inner); members != "" {
			return either(g.literal("{}"), members)
		}
		return g.literal("{}")
	case kind == "any":
		return v.any()
	case limited:
		return v.value(o)
	}
	return v.kind(kind, alternative(o, kind))
}

// alternative returns the schema among those of which one holds that has the type.
func alternative(o schema, kind string) schema {
	for _, key := range [...]string{"anyOf", "oneOf"} {
		list, _ := o[key].([]any)
		for _, x := range list {
			if one, ok := x.(schema); ok && slices.Contains(kindsOf(one), kind) {
				return one
			}
		}
	}
	return o
}

// typeWord returns the word for a type of JSON: see Types of a page.
func (g *grammar) typeWord(kind string) string {
	if _, ok := g.page.Types["false"]; ok {
		if kind == "string" {
			return "true"
		}
		return "false"
	}
	if kind == "integer" || kind == "any" {
		return "number"
	}
	return kind
}

// attribute returns a name or key as it is written in an attribute.
func (g *grammar) attribute(s string) string {
	if !g.page.Attributes {
		return s
	}
	return strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(s)
}

// tool is a tool that may be called.
type tool struct {
	name       string
	properties schema
	// open means that it takes parameters that its schema has not.
	open bool
	root schema
}

// newTool returns a tool by the schema of its parameters.
func newTool(name string, parameters schema) tool {
	t := tool{name: name, root: parameters}
	t.properties, _ = parameters["properties"].(schema)
	more, ok := parameters["additionalProperties"]
	t.open = ok && more != false || !ok && t.properties == nil && parameters["type"] != "object"
	return t
}

func (t *tool) names() []string { return slices.Sorted(maps.Keys(t.properties)) }

// schema returns that of the tool's arguments.
func (t *tool) schema() any {
	if t.open && t.properties == nil {
		return schema{"type": "object"}
	}
	o := schema{"type": "object", "properties": t.properties}
	if t.properties == nil {
		o["properties"] = schema{}
	}
	if more, ok := t.root["additionalProperties"]; ok {
		o["additionalProperties"] = more
	}
	return o
}
