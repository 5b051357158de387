package constrain

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// codec is how values are spelled.
type codec struct {
	string, yes, no, null string
	key                   func(name string) string
	// quote returns the literal of a string.
	quote func(s string) string
}

// schema is a JSON Schema.
type schema = map[string]any

// values writes the values that schemas allow.
type values struct {
	*notation
	codec
	// root is the schema in which references are looked up.
	root schema
	refs map[string]string
	deep int
}

func (n *notation) ws() string { return n.rule("ws", "("+n.pattern(`[ \t\n\r]`)+")*") }

// jsonCodec is how JSON spells values.
func (n *notation) jsonCodec() codec {
	hex := n.pattern("[0-9a-fA-F]")
	escape := sequence(n.literal(`\`), either(n.among([]rune(`"\/bfnrt`), false), sequence(`"u"`, hex, hex, hex, hex)))
	text := n.rule("string", sequence(n.literal(`"`), "("+either(n.pattern(`[^"\\\x00-\x1f]`), escape)+")*", n.literal(`"`)))
	quote := func(s string) string { return n.literal(quoted(s)) }
	return codec{string: text, yes: "true", no: "false", null: "null", key: quote, quote: quote}
}

// quoted returns a string as JSON.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)
	return strings.TrimSuffix(b.String(), "\n")
}

// pythonCodec is how Python spells values, with the strings of JSON.
func (n *notation) pythonCodec() codec {
	c := n.jsonCodec()
	c.yes, c.no, c.null = "True", "False", "None"
	return c
}

// dialectCodec is how JSON spells values whose keys are bare and whose strings have delimiters.
func (n *notation) dialectCodec(open, close string) codec {
	c := n.jsonCodec()
	c.string = sequence(n.literal(open), n.text(close), n.literal(close))
	c.key = n.literal
	c.quote = func(s string) string { return n.literal(open + s + close) }
	return c
}

// value returns an expression of what a schema allows.
func (v *values) value(s any) string {
	o, ok := s.(schema)
	if !ok || v.deep > 20 {
		return v.any()
	}
	v.deep++
	defer func() { v.deep-- }()
	if ref, ok := o["$ref"].(string); ok {
		return v.ref(ref)
	}
	if list, ok := o["enum"].([]any); ok {
		var out []string
		for _, x := range list {
			out = append(out, v.exactly(x))
		}
		return either(out...)
	}
	if x, ok := o["const"]; ok {
		return v.exactly(x)
	}
	for _, key := range [...]string{"anyOf", "oneOf"} {
		if list, ok := o[key].([]any); ok && len(list) > 0 {
			var out []string
			for _, x := range list {
				out = append(out, v.value(x))
			}
			return either(out...)
		}
	}
	kinds := kindsOf(o)
	if kinds == nil {
		return v.any()
	}
	var out []string
	for _, k := range kinds {
		out = append(out, v.kind(k, o))
	}
	return either(out...)
}

// kindsOf returns the types that a schema names, or nil.
func kindsOf(o schema) (kinds []string) {
	switch t := o["type"].(type) {
	case string:
		return []string{t}
	case []any:
		for _, x := range t {
			if s, ok := x.(string); ok {
				kinds = append(kinds, s)
			}
		}
	case nil:
		if o["properties"] != nil {
			return []string{"object"}
		}
	}
	return kinds
}

// kind returns an expression of the values of a type.
func (v *values) kind(kind string, o schema) string {
	digits := v.pattern("[0-9]")
	whole := sequence(`"-"?`, either(`"0"`, sequence(v.pattern("[1-9]"), "("+digits+")*")))
	switch kind {
	case "string", "str":
		return v.string
	case "integer", "int":
		return v.rule("integer", whole)
	case "number", "float":
		return v.rule("number", sequence(whole, "("+sequence(`"."`, "("+digits+")+")+")?", "("+sequence(v.pattern("[eE]"), "("+v.pattern("[-+]")+")?", "("+digits+")+")+")?"))
	case "boolean", "bool":
		return either(v.literal(v.yes), v.literal(v.no))
	case "null":
		return v.literal(v.null)
	case "array", "list":
		items, ok := o["items"]
		if !ok {
			items = true
		}
		return v.rule("array", v.list("[", v.value(items), "]"))
	case "object", "dict":
		return v.object(o)
	}
	return v.any()
}

// list returns an expression of items between brackets.
func (v *values) list(open, item, close string) string {
	comma := sequence(v.ws(), `","`, v.ws())
	return sequence(v.literal(open), v.ws(), "("+sequence(repeated(item, comma), v.ws())+")?", v.literal(close))
}

// object returns an expression of an object with the keys that a schema has, in any order.
func (v *values) object(o schema) string {
	var members []string
	properties, _ := o["properties"].(schema)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		members = append(members, sequence(v.key(name), v.colon(), v.value(properties[name])))
	}
	if more, ok := o["additionalProperties"]; ok && more != false || properties == nil {
		if !ok {
			more = true
		}
		members = append(members, sequence(v.anyKey(), v.colon(), v.value(more)))
	}
	if members == nil {
		return v.rule("object", sequence(`"{"`, v.ws(), `"}"`))
	}
	return v.rule("object", v.list("{", either(members...), "}"))
}

func (v *values) colon() string { return sequence(v.ws(), `":"`, v.ws()) }

func (v *values) anyKey() string {
	if v.key("a") == v.literal("a") {
		return "(" + v.among([]rune(":{}[],<>\" \n"), true) + ")+"
	}
	return v.string
}

// any returns an expression of any value.
func (v *values) any() string {
	key := "any value of " + v.string + v.yes
	if name, ok := v.made[key]; ok {
		return name
	}
	name := v.reserve("value")
	v.made[key] = name
	simple := []string{v.string}
	for _, k := range []string{"number", "boolean", "null"} {
		simple = append(simple, v.kind(k, nil))
	}
	list := v.list("[", name, "]")
	object := v.list("{", sequence(v.anyKey(), v.colon(), name), "}")
	return v.define(name, either(append(simple, list, object)...))
}

// exactly returns an expression of one value.
func (v *values) exactly(x any) string {
	switch x := x.(type) {
	case string:
		return v.quote(x)
	case bool:
		return v.literal(map[bool]string{true: v.yes, false: v.no}[x])
	case nil:
		return v.literal(v.null)
	case json.Number:
		return v.literal(x.String())
	}
	return v.any()
}

// ref returns the name of the rule of a schema that is referred to.
func (v *values) ref(path string) string {
	key := path + v.string
	if name, ok := v.refs[key]; ok {
		return name
	}
	var at any = v.root
	for _, part := range strings.Split(strings.TrimPrefix(path, "#/"), "/") {
		o, _ := at.(schema)
		at = o[strings.NewReplacer("~1", "/", "~0", "~").Replace(part)]
	}
	if at == nil {
		return v.any()
	}
	name := v.reserve("ref")
	v.refs[key] = name
	return v.define(name, v.value(at))
}
