package layouts

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// inputSchema returns the schema of an object that has something as "input".
func inputSchema(schema string) string {
	return `{"type": "object", "properties": {"input": ` + schema + `}, "required": ["input"]}`
}

// fitSchema makes the parameters of a tool the schema of an object, and reports whether they
// were none.
func fitSchema(t *tool, where string, lose func(ir.Code, string, ...any)) bool {
	was := t.parameters
	if was == nil {
		return false
	}
	has := func(key string) bool { return member(was, 0, key).End > 0 }
	says := "an object was made of them"
	switch {
	case was[0] == '{' && typeOf(was) == "object":
		return false
	case emptyValue(was):
		t.parameters = nil
		return true
	case was[0] == '{' && has("properties") && has("type") && !isTyped(was): // "dict", as Python calls it
		at := member(was, 0, "type")
		t.parameters = slices.Concat(was[:at.Start], []byte(`"object"`), was[at.End:])
		says = "its type is object there"
	case was[0] == '{' && !has("type") && (has("properties") || has("$ref") || has("anyOf") || has("oneOf") || has("allOf") || has("$defs")):
		t.parameters = append([]byte(`{"type": "object", `), bytes.TrimSpace(was[1:])...)
		return true
	case was[0] == '{' && !isSchema(was):
		t.parameters = fmt.Appendf(nil, `{"type": "object", "properties": %s}`, was)
	case was[0] == '{':
		t.parameters = []byte(inputSchema(string(was)))
	case was[0] == '[' && listedParameters(was) != nil:
		t.parameters = listedParameters(was)
	default:
		t.parameters, says = nil, "they were left out"
	}
	lose(ir.CodeToolSchema, "the parameters of the tool %s are no schema of an object, as %s wants: %s", t.name, where, says)
	return true
}

// isTyped reports whether the type of a schema, which has one, is one of JSON Schema or a
// list of these.
func isTyped(schema []byte) bool {
	switch kind := typeOf(schema); kind {
	case "object", "array", "string", "number", "integer", "boolean", "null":
		return true
	default:
		return kind == "" && schema[member(schema, 0, "type").Start] != '"'
	}
}

// isSchema reports whether an object is the schema of a value, and not one of the names of
// parameters with theirs.
func isSchema(object []byte) bool {
	all, some := true, false
	for m := range jsonx.Members(object, 0) {
		some = true
		all = all && object[m.Value.Start] == '{'
	}
	return !some || !all
}

// listedParameters returns a schema of parameters that are a list of objects with a name
// each, or nil.
func listedParameters(list []byte) []byte {
	out := []byte(`{"type": "object", "properties": {`)
	sep := ""
	for e := range jsonx.Elements(list, 0) {
		if list[e.Start] != '{' {
			return nil
		}
		name := member(list, e.Start, "name")
		if name.End == 0 || list[name.Start] != '"' {
			return nil
		}
		out = append(append(append(out, sep...), name.Of(list)...), ": {"...)
		inner := ""
		for m := range jsonx.Members(list, e.Start) {
			if m.Value != name && !isKey(m.Key.Of(list), "required") {
				out = append(append(out, inner...), list[m.Key.Start-1:m.Value.End]...)
				inner = ", "
			}
		}
		out, sep = append(out, '}'), ", "
	}
	return append(out, "}}"...)
}

// pythonTypes are the types of JSON Schema by Python's words for them.
var pythonTypes = map[string]string{
	"str": "string", "int": "integer", "float": "number", "bool": "boolean", "dict": "object", "list": "array", "tuple": "array", "none": "null",
}

// fitTypes gives the parameters of a tool the types of JSON Schema where they have those of
// Python, also with ", optional" after them, and reports whether they had.
func fitTypes(t *tool, where string, lose func(ir.Code, string, ...any)) bool {
	first := ""
	is := withTypes(t.parameters, func(was string) string {
		word, _, _ := strings.Cut(strings.ToLower(was), ",")
		is, python := pythonTypes[strings.TrimSpace(word)]
		if !python && word != was {
			switch word {
			case "string", "integer", "number", "boolean", "object", "array":
				is, python = word, true
			}
		}
		if !python {
			return was
		}
		if first == "" {
			first = was
		}
		return is
	})
	if first == "" {
		return false
	}
	t.parameters = is
	lose(ir.CodeToolSchema, "the parameters of the tool %s have types that %s does not know, such as %q: they have those of JSON Schema there", t.name, where, first)
	return true
}

// withTypes returns a schema in which each type is the word that is returned for it.
func withTypes(schema []byte, word func(was string) string) []byte {
	var out edits
	eachType(schema, jsonx.TrimSpace(schema).Start, 0, func(at jsonx.Range) {
		was := jsonx.Unquote(at.Inside().Of(schema))
		if is := word(was); is != was {
			out = append(out, edit{at, []byte(quoted(is))})
		}
	})
	return out.in(schema)
}

// eachType calls found for the string under "type" of each schema in the one at offset at.
func eachType(b []byte, at, depth int, found func(at jsonx.Range)) {
	const deepest = 64
	if len(b) == 0 || depth == deepest {
		return
	}
	switch b[at] {
	case '[':
		for e := range jsonx.Elements(b, at) {
			eachType(b, e.Start, depth+1, found)
		}
	case '{':
		for m := range jsonx.Members(b, at) {
			switch key := jsonx.Unquote(m.Key.Of(b)); {
			case key == "type" && b[m.Value.Start] == '"':
				found(m.Value)
			case key == "default", key == "enum", key == "const", key == "example", key == "examples": // values
			default:
				eachType(b, m.Value.Start, depth+1, found)
			}
		}
	}
}
