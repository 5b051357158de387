package readers

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// Tools are the tools that a model was offered. They say which type a value has that the
// text gives without one.
type Tools struct {
	parameters map[string]map[string]schema
}

// ParseTools reads a JSON list of tools: OpenAI's definitions, the function objects alone, or
// Anthropic's with input_schema. Entries that are no functions are left out.
func ParseTools(list []byte) (*Tools, error) {
	var entries []struct {
		function
		Function *function `json:"function"`
	}
	if err := json.Unmarshal(list, &entries); err != nil {
		return nil, err
	}
	t := &Tools{parameters: make(map[string]map[string]schema, len(entries))}
	for _, e := range entries {
		f := &e.function
		if e.Function != nil {
			f = e.Function
		}
		if f.Name != "" {
			t.parameters[f.Name] = f.schemas()
		}
	}
	return t, nil
}

type function struct {
	Name        string          `json:"name"`
	Parameters  json.RawMessage `json:"parameters"`
	InputSchema json.RawMessage `json:"input_schema"`
}

// schemas returns what the parameters' schemas say. An entry whose parameters are no schema
// says nothing of them.
func (f *function) schemas() map[string]schema {
	raw := f.Parameters
	if raw == nil {
		raw = f.InputSchema
	}
	var parameters struct {
		Properties map[string]any `json:"properties"`
	}
	_ = json.Unmarshal(raw, &parameters)
	out := make(map[string]schema, len(parameters.Properties))
	for name, s := range parameters.Properties {
		out[name] = schemaOf(s)
	}
	return out
}

// parameter returns what is known of a tool's parameter.
func (t *Tools) parameter(tool, name string) schema {
	if t == nil {
		return schema{}
	}
	parameters, known := t.parameters[tool]
	s := parameters[name]
	s.known = known
	return s
}

// types is a set of JSON's types.
type types uint8

const (
	stringType types = 1 << iota
	integerType
	numberType
	booleanType
	nullType
	objectType
	arrayType
)

var typeNames = map[string]types{
	"string": stringType, "str": stringType, "integer": integerType, "int": integerType, "number": numberType, "float": numberType,
	"boolean": booleanType, "bool": booleanType, "null": nullType, "object": objectType, "dict": objectType, "array": arrayType, "list": arrayType,
}

// typesOf returns the types that a schema allows, or none where it doesn't say.
func typesOf(s any, depth int) types {
	o, ok := s.(map[string]any)
	if !ok || depth > 32 {
		return 0
	}
	var t types
	switch v := o["type"].(type) {
	case string:
		t = typeNames[v]
	case []any:
		for _, x := range v {
			name, _ := x.(string)
			t |= typeNames[name]
		}
	}
	for _, key := range [...]string{"anyOf", "oneOf", "allOf"} {
		list, _ := o[key].([]any)
		for _, x := range list {
			t |= typesOf(x, depth+1)
		}
	}
	values, _ := o["enum"].([]any)
	for _, x := range values {
		value, _ := json.Marshal(x) // x is JSON
		t |= typeOfJSON(value)
	}
	return t
}

// schema is what is known of a parameter.
type schema struct {
	// known means that the tool is known, and declared that it has the parameter.
	known, declared bool
	types           types
	// raw is the schema, or nil.
	raw map[string]any
}

func schemaOf(s any) schema {
	raw, _ := s.(map[string]any)
	return schema{known: true, declared: true, types: typesOf(s, 0), raw: raw}
}

// child returns what is known of a key of an object.
func (s schema) child(key string) schema {
	for _, o := range s.alternatives() {
		if properties, ok := o["properties"].(map[string]any); ok {
			if p, ok := properties[key]; ok {
				return schemaOf(p)
			}
		}
		if p, ok := o["additionalProperties"].(map[string]any); ok {
			return schemaOf(p)
		}
	}
	return schema{known: s.known}
}

// item returns what is known of the elements of a list.
func (s schema) item() schema {
	for _, o := range s.alternatives() {
		if p, ok := o["items"]; ok {
			return schemaOf(p)
		}
	}
	return schema{known: s.known}
}

// alternatives returns the schema and those of which one holds.
func (s schema) alternatives() []map[string]any {
	list := []map[string]any{s.raw}
	for _, key := range [...]string{"anyOf", "oneOf", "allOf"} {
		each, _ := s.raw[key].([]any)
		for _, x := range each {
			if o, ok := x.(map[string]any); ok {
				list = append(list, o)
			}
		}
	}
	return list
}

// value returns a raw value as JSON. The schema decides: null where it is allowed, the first
// other type that the text fits, and else a string. A parameter that a known tool has
// without a type takes any JSON; without the tool all values are strings.
func (s schema) value(raw string) []byte {
	text := strings.TrimSpace(raw)
	others := s.types &^ stringType
	if s.types&nullType != 0 && (strings.EqualFold(text, "null") || strings.EqualFold(text, "none")) {
		return []byte("null")
	}
	if !s.known || s.declared && s.types == stringType {
		return quote(nil, raw)
	}
	if s.declared && s.types == 0 || others != 0 || !s.declared {
		if v, ok := s.other(text); ok {
			return v
		}
	}
	return quote(nil, raw)
}

// other returns a value that is no string, if the types allow it.
func (s schema) other(text string) ([]byte, bool) {
	if v, ok := jsonValue(text); ok {
		kind := typeOfJSON(v)
		switch {
		case s.types == 0 && kind != stringType, s.types&kind != 0 && kind != stringType,
			kind == integerType && s.types&numberType != 0:
			return v, true
		case kind == stringType && s.types&stringType == 0 && s.types == 0:
			return v, true
		case kind == numberType && s.types&integerType != 0:
			if f, err := strconv.ParseFloat(text, 64); err == nil && f == math.Trunc(f) {
				return v, true
			}
		}
	}
	if s.types&(integerType|numberType) != 0 {
		if f, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
			return strconv.AppendFloat(nil, f, 'f', -1, 64), true
		}
	}
	lower := strings.ToLower(text)
	if s.types&booleanType != 0 && (lower == "true" || lower == "false") {
		return []byte(lower), true
	}
	if s.types == 0 {
		switch text {
		case "True", "False":
			return []byte(lower), true
		case "None":
			return []byte("null"), true
		}
	}
	if s.types&(objectType|arrayType) != 0 && text != "" {
		t := ir.Plain(text)
		if v, end, err := literal.Python(nil, t, 0); err == nil && end == len(text) {
			return v, true
		}
	}
	return nil, false
}

// typeOfJSON returns the type of a JSON value.
func typeOfJSON(v []byte) types {
	switch v[0] {
	case '"':
		return stringType
	case '{':
		return objectType
	case '[':
		return arrayType
	case 't', 'f':
		return booleanType
	case 'n':
		return nullType
	}
	if strings.ContainsAny(string(v), ".eE") {
		return numberType
	}
	return integerType
}

// Offers reports whether there is a tool of the name.
func (t *Tools) Offers(name string) bool {
	if t == nil {
		return false
	}
	_, ok := t.parameters[name]
	return ok
}
