package dialects

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// Tools returns the tools that a value declares, each as Chat Completions has it: a list, what has
// one, a tool that another API has in its own form, or an object with a tool under each name. It is
// nil for any other value.
func Tools(v Value) []byte {
	switch list := Get(v, "tools"); {
	case list.IsArray(): // Bedrock's toolConfig
		return toolList(list)
	case v.IsArray():
		return toolList(v)
	case Get(v, "functionDeclarations", "function_declarations", "function", "toolSpec", "json_schema").Exists(), isText(Get(v, "name")):
		return toolList(Parse([]byte("[" + v.Raw + "]")))
	}
	list := []byte{'['}
	v.ForEach(func(name, tool Value) bool { // Vercel's ToolSet
		if !Get(tool, "inputSchema", "input_schema", "parameters").IsObject() {
			list = nil
			return false
		}
		list = append(jsonx.AppendComma(list), toolsIn(Parse([]byte(`{"name": ` + name.Raw + `, ` + strings.TrimSpace(tool.Raw)[1:])))[0]...)
		return true
	})
	if len(list) < 2 {
		return nil
	}
	return append(list, ']')
}

// toolList returns a tool list whose tools are each as Chat Completions has them.
func toolList(list Value) []byte {
	out := []byte{'['}
	for _, e := range list.Array() {
		for _, tool := range toolsIn(Inside(e)) {
			out = append(jsonx.AppendComma(out), tool...)
		}
	}
	return append(out, ']')
}

// toolsIn returns the tools that an element of a list declares: mostly one.
func toolsIn(v Value) (all [][]byte) {
	if spec := Get(v, "toolSpec"); spec.IsObject() { // Bedrock
		return [][]byte{function(spec, At(spec, "inputSchema", "json"))}
	}
	if list := Get(v, "functionDeclarations", "function_declarations"); list.IsArray() { // Gemini
		for _, e := range list.Array() {
			all = append(all, function(e, Get(e, "parameters", "parametersJsonSchema", "parameters_json_schema")))
		}
		return all
	}
	if schema := Inside(Get(v, "tool.json_schema", "json_schema")); schema.IsObject() { // OpenInference
		return toolsIn(schema)
	}
	if tool := Get(v, "tool"); tool.IsObject() && Has(tool, "json_schema") {
		return toolsIn(tool)
	}
	switch {
	case Get(v, "function").IsObject():
	case !toolTypes[Word(v, "type")]: // the service runs it
	case Has(v, "input_schema"), Has(v, "inputSchema"): // Anthropic, MCP, Vercel
		return [][]byte{function(v, Get(v, "input_schema", "inputSchema"))}
	case isText(Get(v, "name")) || isText(Get(v, "title")):
		return [][]byte{function(v, Inside(Get(v, "parameters", "args_schema", "parameters_json_schema", "arguments", "parameter_definitions", "args")))}
	}
	return [][]byte{[]byte(v.Raw)}
}

// function returns a tool with its parameters as Chat Completions has it, or as it is where it
// has no name.
func function(v, parameters Value) []byte {
	name := Get(v, "name", "title")
	if !isText(name) {
		return jsonx.Spaced([]byte(v.Raw))
	}
	var b bytes.Buffer
	b.WriteString(`{"type": "function", "function": {"name": ` + name.Raw)
	if d := Get(v, "description"); isText(d) {
		b.WriteString(`, "description": ` + d.Raw)
	}
	always := Has(v, "inputSchema") || Has(v, "input_schema") // where it says that there are none
	if is := jsonx.Spaced(schema(parameters)); parameters.IsObject() && !(always && string(is) == `{"type": "object", "properties": {}}`) {
		b.WriteString(`, "parameters": `)
		b.Write(is)
	}
	v.ForEach(func(key, value Value) bool {
		if !toolKeys[key.Str] && !isEmpty(value) {
			b.WriteString(", " + key.Raw + ": " + string(jsonx.Spaced([]byte(value.Raw))))
		}
		return true
	})
	b.WriteString("}}")
	return b.Bytes()
}

// toolKeys are the keys of a tool that are read.
var toolKeys = keySet(words("type name title description parameters args_schema parametersJsonSchema parameters_json_schema arguments parameter_definitions args input_schema inputSchema"))

// toolTypes are the types of tools that are functions.
var toolTypes = keySet(words("function custom tool object"), []string{""})

// schema returns parameters as a JSON schema. Some data sets list the parameters alone, and
// some have types of Python.
func schema(v Value) []byte {
	if isText(Get(v, "type")) && (Has(v, "properties") || Word(v, "type") == "object") {
		return []byte(v.Raw)
	}
	if word := Word(v, "type"); word == "dict" {
		return []byte(pythonTypes(v))
	}
	flat := true
	v.ForEach(func(_, p Value) bool {
		flat = flat && p.IsObject() && isText(Get(p, "type"))
		return flat
	})
	if !flat || v.Raw == "{}" {
		return []byte(v.Raw)
	}
	var b bytes.Buffer
	b.WriteString(`{"type": "object", "properties": {`)
	var required []string
	v.ForEach(func(key, p Value) bool {
		if b.Len() > len(`{"type": "object", "properties": {`) {
			b.WriteString(", ")
		}
		b.WriteString(key.Raw + ": ")
		word, optional := jsonType(Word(p, "type"))
		if !optional && !p.Get("default").Exists() && p.Get("required").Type != gjson.False {
			required = append(required, key.Raw)
		}
		b.WriteString(`{` + word)
		p.ForEach(func(k, value Value) bool {
			if k.Str != "type" && k.Str != "required" {
				b.WriteString(", " + k.Raw + ": " + value.Raw)
			}
			return true
		})
		b.WriteByte('}')
		return true
	})
	b.WriteString(`}, "required": [` + strings.Join(required, ", ") + "]}")
	return b.Bytes()
}

// jsonTypes are the types of JSON schemas by those of Python.
var jsonTypes = map[string]string{
	"str": "string", "string": "string", "int": "integer", "integer": "integer", "float": "number", "number": "number", "bool": "boolean", "boolean": "boolean",
	"dict": "object", "object": "object", "list": "array", "array": "array", "tuple": "array", "set": "array", "any": "",
}

// jsonType returns the type of a parameter as a member of its schema, and whether the parameter
// may be left out.
func jsonType(word string) (schema string, optional bool) {
	word, rest, cut := strings.Cut(word, ",")
	optional = cut && strings.Contains(rest, "optional")
	word = strings.TrimSpace(word)
	if inner, ok := strings.CutPrefix(word, "Optional["); ok {
		word, optional = strings.TrimSuffix(inner, "]"), true
	}
	base, inner, _ := strings.Cut(word, "[")
	name, known := jsonTypes[strings.ToLower(base)]
	if !known || name == "" {
		quoted, _ := json.Marshal(word)
		return `"type": ` + string(quoted), optional
	}
	schema = `"type": "` + name + `"`
	if item, ok := jsonTypes[strings.ToLower(strings.TrimSuffix(inner, "]"))]; ok && name == "array" && item != "" {
		schema += `, "items": {"type": "` + item + `"}`
	}
	return schema, optional
}

// pythonTypes returns a schema with types of JSON in the place of those of Python.
func pythonTypes(v Value) string {
	switch {
	case v.IsArray():
		var all []string
		for _, e := range v.Array() {
			all = append(all, pythonTypes(e))
		}
		return "[" + strings.Join(all, ", ") + "]"
	case !v.IsObject():
		return v.Raw
	}
	var all []string
	v.ForEach(func(k, value Value) bool {
		raw := pythonTypes(value)
		if name := jsonTypes[value.Str]; k.Str == "type" && isText(value) && name != "" {
			raw = `"` + name + `"`
		}
		all = append(all, k.Raw+": "+raw)
		return true
	})
	return "{" + strings.Join(all, ", ") + "}"
}
