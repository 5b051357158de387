package layouts

import (
	"bytes"
	"strings"

	"github.com/toolspeak/toolspeak/internal/dialects"
	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// tool is the definition of a tool, in whatever form. Its values are JSON, nil where
// there are none.
type tool struct {
	name, description, parameters []byte
	// rest are its other keys with their values, as the inside of an object.
	rest []byte
	// hosted is the whole of a tool that the service runs itself: it has no name or
	// no parameters to give.
	hosted []byte
}

// toolForm is how a shape writes the definition of a tool.
type toolForm struct {
	// before and after are around the definition, head is what it begins with.
	before, head, after string
	// parameters is the key of the schema.
	parameters string
	// always means that the schema may not be left out.
	always bool
	// end follows the schema.
	end string
	// says means that a description may not be empty.
	says bool
}

// The forms of the shapes.
var (
	wrappedTool = toolForm{before: `{"type": "function", "function": `, after: "}", parameters: "parameters"}
	flatTool    = toolForm{head: `"type": "function", `, parameters: "parameters", always: true, end: `, "strict": null`}
	inputTool   = toolForm{parameters: "input_schema", always: true}
	jsonTool    = toolForm{parameters: "parametersJsonSchema"}
	bareTool    = toolForm{parameters: "parameters"}
)

// noParameters is the schema of a tool without one.
const noParameters = `{"type": "object", "properties": {}}`

// readTools reads a tool list in any of the forms. ok is false where it is no list of tools:
// no element of it is an object.
func readTools(list []byte) (tools []tool, ok bool) {
	at := jsonx.TrimSpace(list)
	if at.Start < at.End && list[at.Start] == '{' {
		list = dialects.Tools(dialects.Parse(list))
		at = jsonx.RangeOf(0, len(list))
	}
	if at.Start == at.End || list[at.Start] != '[' {
		return nil, false
	}
	some := list[jsonx.SkipSpace(list, at.Start+1)] == ']'
	for e := range jsonx.Elements(list, at.Start) {
		if packed, ok := packedTool(e.Of(list)); ok {
			some = true
			tools = append(tools, readTool(packed, jsonx.RangeOf(0, len(packed))))
			continue
		}
		switch list[e.Start] {
		case '{':
			some = true
		case 'n':
			continue
		default:
			tools = append(tools, tool{hosted: e.Of(list)})
			continue
		}
		if declared := member(list, e.Start, "functionDeclarations", "function_declarations"); declared.End > 0 && list[declared.Start] == '[' {
			for d := range jsonx.Elements(list, declared.Start) {
				tools = append(tools, readTool(list, d))
			}
			if rest := besides(list, e, declared); rest != nil {
				tools = append(tools, tool{hosted: rest})
			}
			continue
		}
		from, of := list, e
		if inOtherForm(list, e) {
			if read := dialects.Tools(dialects.Parse(e.Of(list))); read != nil {
				from, of = read, jsonx.RangeOf(1, len(read)-1)
			}
		}
		tools = append(tools, readTool(from, of))
	}
	return tools, some
}

// inOtherForm reports whether an object is a tool as the programs of a dialect have it, or
// declares several.
func inOtherForm(b []byte, e jsonx.Range) bool {
	return member(b, e.Start, "function", "parameters", "input_schema").End == 0 &&
		member(b, e.Start, "functionDeclarations", "function_declarations", "toolSpec", "inputSchema", "args_schema", "args", "parameter_definitions", "json_schema", "tool.json_schema").End > 0
}

// besides returns an object without a member of that value, or nil where nothing is left.
func besides(b []byte, object, value jsonx.Range) []byte {
	out := []byte{'{'}
	for m := range jsonx.Members(b, object.Start) {
		if m.Value != value && b[m.Value.Start] != 'n' {
			out = append(jsonx.AppendComma(out), b[m.Key.Start-1:m.Value.End]...)
		}
	}
	if len(out) == len("{") {
		return nil
	}
	return append(out, '}')
}

// packedTool returns the definition of a tool that is JSON in a string.
func packedTool(element []byte) (tool []byte, ok bool) {
	if element[0] != '"' {
		return nil, false
	}
	tool = bytes.TrimSpace(jsonx.AppendUnquoted(nil, element[1:len(element)-1]))
	return tool, len(tool) > 0 && tool[0] == '{' && jsonx.Valid(tool)
}

// emptyTools reports whether a value stands for no tool list.
func emptyTools(value []byte) bool { return value[0] == 'n' || string(value) == `""` }

// toolsIn returns the tool list that is a value of a record: a list of tools, or of
// strings that hold one each, or all of it in a string, or an object with tools. It is nil
// where it is none.
func toolsIn(value []byte) []byte {
	list := value
	if value[0] == '"' {
		if list = jsonx.AppendUnquoted(nil, value[1:len(value)-1]); !jsonx.Valid(list) {
			return nil
		}
	}
	tools, ok := readTools(list)
	switch at := jsonx.TrimSpace(list); {
	case !ok:
		return nil
	case value[0] == '"' || list[at.Start] == '{' || !areTools(list, at.Start):
		return appendTools(nil, tools, &wrappedTool)
	}
	return list
}

// areTools reports whether each element of a list is a tool in the form of an API that has
// functions in such a list, or null. Nulls alone are no tools.
func areTools(b []byte, list int) bool {
	tools, nulls := 0, 0
	for e := range jsonx.Elements(b, list) {
		switch {
		case b[e.Start] == 'n':
			nulls++
		case b[e.Start] != '{' || inOtherForm(b, e):
			return false
		default:
			tools++
		}
	}
	return tools > 0 || nulls == 0
}

// wrapTools returns a tool list in which each function is under "function", as OpenAI has
// it: some lists of texts have them bare.
func wrapTools(list []byte) []byte {
	if list == nil {
		return nil
	}
	for e := range jsonx.Elements(list, jsonx.TrimSpace(list).Start) {
		if member(list, e.Start, "function", "type").End == 0 && member(list, e.Start, "name").End > 0 {
			if tools, ok := readTools(list); ok {
				return appendTools(nil, tools, &wrappedTool)
			}
		}
	}
	return list
}

// toolsAt is toolsIn for a value of the record. Where it is a list of objects, as nearly
// always, no tool has to be read.
func (s *turnReader) toolsAt(at jsonx.Range) []byte {
	if s.first(at) != '[' || !areTools(s.doc.B, at.Start) {
		return toolsIn(s.raw(at))
	}
	return s.raw(at)
}

// member returns the value of the first of the keys that an object has.
func member(b []byte, at int, keys ...string) jsonx.Range {
	for m := range jsonx.Members(b, at) {
		for _, key := range keys {
			if isKey(m.Key.Of(b), key) {
				return m.Value
			}
		}
	}
	return jsonx.Range{}
}

func readTool(b []byte, e jsonx.Range) tool {
	t := tool{}
	at := e
	wrapped := false
	if inner := member(b, e.Start, "function"); b[e.Start] == '{' && inner.End > 0 && b[inner.Start] == '{' {
		at, wrapped = inner, true
		for m := range jsonx.Members(b, e.Start) {
			if key := jsonx.Unquote(m.Key.Of(b)); key != "function" && key != "type" {
				t.keep(b, m)
			}
		}
	}
	if b[at.Start] != '{' {
		return tool{hosted: e.Of(b)}
	}
	for m := range jsonx.Members(b, at.Start) {
		value := m.Value.Of(b)
		switch key := jsonx.Unquote(m.Key.Of(b)); key {
		case "name":
			t.name = value
		case "description":
			if value[0] != 'n' {
				t.description = value
			}
		case "parameters", "input_schema", "parametersJsonSchema", "parameters_json_schema":
			always := key == inputTool.parameters || !wrapped && member(b, at.Start, "type").End > 0
			if t.parameters = lowered(value); value[0] == 'n' || always && string(value) == noParameters {
				t.parameters = nil
			}
		case "type":
			kind := string(value)
			custom := kind == `"custom"` && member(b, at.Start, "input_schema", "parameters").End > 0 // a function of Anthropic's
			if !wrapped && kind != `"function"` && !custom {
				t.hosted = e.Of(b)
			}
		default:
			t.keep(b, m)
		}
	}
	if t.name == nil || t.name[0] != '"' {
		t.hosted = e.Of(b)
	}
	return t
}

// keep adds a member to the rest, unless it is null, which says nothing.
func (t *tool) keep(b []byte, m jsonx.Member) {
	if b[m.Value.Start] == 'n' {
		return
	}
	t.rest = append(append(t.rest, ", "...), b[m.Key.Start-1:m.Key.End+1]...)
	t.rest = append(append(t.rest, ": "...), m.Value.Of(b)...)
}

// lowered returns a schema whose types are in small letters, as in JSON Schema.
func lowered(schema []byte) []byte {
	if !bytes.Contains(schema, []byte(`"type"`)) {
		return schema
	}
	return withTypes(schema, func(was string) string {
		switch was {
		case "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL":
			return strings.ToLower(was)
		}
		return was
	})
}

// append appends the tool in a form. A hosted tool stays as it is.
func (t *tool) append(dst []byte, f *toolForm) []byte {
	if t.hosted != nil {
		return append(dst, t.hosted...)
	}
	dst = append(append(dst, f.before...), '{')
	dst = append(append(dst, f.head...), `"name": `...)
	dst = append(dst, t.name...)
	if t.description != nil && !(f.says && string(t.description) == `""`) {
		dst = append(append(dst, `, "description": `...), t.description...)
	}
	switch {
	case t.parameters != nil:
		dst = append(append(append(dst, `, "`...), f.parameters...), `": `...)
		dst = append(dst, t.parameters...)
	case f.always:
		dst = append(append(append(dst, `, "`...), f.parameters...), `": `+noParameters...)
	}
	if !bytes.Contains(t.rest, []byte(`"strict"`)) {
		dst = append(dst, f.end...)
	}
	dst = append(dst, t.rest...)
	return append(append(dst, '}'), f.after...)
}

// plainTools returns a tool list in the form that transcripts have, or nil where it is
// none.
func plainTools(list []byte) []byte {
	tools, ok := readTools(list)
	if !ok {
		return nil
	}
	return jsonx.OneLine(appendTools(nil, tools, &bareTool))
}

// list returns a tool list in the form, or nil where it is none.
func (f *toolForm) list(list []byte) []byte {
	tools, ok := readTools(list)
	if !ok {
		return nil
	}
	return appendTools(nil, tools, f)
}

// appendTools appends a tool list in a form.
func appendTools(dst []byte, tools []tool, f *toolForm) []byte {
	dst = append(dst, '[')
	for i := range tools {
		dst = tools[i].append(jsonx.AppendComma(dst), f)
	}
	return append(dst, ']')
}
