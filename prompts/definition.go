package prompts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
)

// Definition returns the tool as OpenAI's definition, on one line if its
// parameters are.
func (t *Tool) Definition() []byte { return appendOpenAI(nil, t) }

// members returns the members of a JSON object.
func members(raw []byte) (list []Member, err error) {
	_, fault := literal.Members(text.Text{B: raw}, 0, func(key text.Text, from, to int) bool {
		list = append(list, Member{key.String(), raw[from:to:to]})
		return true
	})
	if fault != nil {
		return nil, fault
	}
	return list, nil
}

// twice returns the last key that comes twice, if there is one.
func twice(list []Member) (key string, found bool) {
	seen := make(map[string]bool, len(list))
	for _, m := range list {
		if seen[m.Key] {
			key, found = m.Key, true
		}
		seen[m.Key] = true
	}
	return key, found
}

// parseTool reads one definition, bare or OpenAI's.
func parseTool(raw []byte) (Tool, error) {
	list, err := members(raw)
	if err != nil {
		return Tool{}, err
	}
	return toolOf(list)
}

// toolOf reads a definition, bare or OpenAI's, of which these are the members. A key
// that comes twice is an error.
func toolOf(list []Member) (Tool, error) {
	if key, found := twice(list); found {
		return Tool{}, fmt.Errorf("the key %q comes twice", key)
	}
	inner := slices.IndexFunc(list, func(m Member) bool { return m.Key == "function" && m.Value[0] == '{' })
	function := slices.IndexFunc(list, func(m Member) bool { return m.Key == "type" && string(m.Value) == `"function"` })
	if inner < 0 || function < 0 {
		return bareTool(list)
	}
	own, err := members(list[inner].Value)
	if err != nil {
		return Tool{}, err
	}
	if key, found := twice(own); found {
		return Tool{}, fmt.Errorf("the key %q comes twice", key)
	}
	t, err := bareTool(own)
	t.Wrapped = true
	for i, m := range list {
		if i != inner && i != function {
			t.Outer = append(t.Outer, m)
		}
	}
	return t, err
}

func bareTool(list []Member) (Tool, error) {
	var t Tool
	named := false
	for _, m := range list {
		isText := m.Value[0] == '"'
		if schemaKey(m.Key) && m.Value[0] == '{' && !slices.ContainsFunc(list, func(o Member) bool { return o.Key == "parameters" }) {
			m.Key = "parameters"
		}
		switch {
		case m.Key == "name" && isText:
			t.Name, named = stringOf(m.Value), true
		case m.Key == "description" && isText:
			t.Description = stringOf(m.Value)
		case m.Key == "parameters" && m.Value[0] == '{':
			t.Parameters = m.Value
		case m.Key == "name":
			return t, fmt.Errorf("the name is not a string: %s", shown(string(m.Value)))
		default:
			t.Extra = append(t.Extra, m)
		}
	}
	if !named {
		return t, errors.New(`there is no "name"`)
	}
	return t, nil
}

// schemaKey reports whether a key is how Anthropic, MCP and others call the parameters.
func schemaKey(key string) bool {
	return key == "input_schema" || key == "inputSchema" || key == "args_schema"
}

// stringOf decodes a JSON string.
func stringOf(raw json.RawMessage) string {
	inside := raw[1 : len(raw)-1]
	if bytes.IndexByte(inside, '\\') < 0 {
		return string(inside)
	}
	return jsonx.Unquote(inside)
}

// appendBare appends the tool's own definition, spaced as Python's json.dumps does.
func appendBare(dst []byte, t *Tool) []byte {
	dst = appendQuoted(append(dst, `{"name": `...), t.Name)
	if t.Description != "" || t.Parameters != nil && !t.hasExtra("description") {
		dst = appendQuoted(append(dst, `, "description": `...), t.Description)
	}
	if t.Parameters != nil {
		dst = append(append(dst, `, "parameters": `...), t.Parameters...)
	}
	return append(appendMembers(dst, t.Extra), '}')
}

// hasExtra reports whether a key that is known has a value of an unknown type.
func (t *Tool) hasExtra(key string) bool {
	return slices.ContainsFunc(t.Extra, func(m Member) bool { return m.Key == key })
}

// appendOpenAI appends the tool's definition in OpenAI's form.
func appendOpenAI(dst []byte, t *Tool) []byte {
	dst = appendBare(append(dst, `{"type": "function", "function": `...), t)
	return append(appendMembers(dst, t.Outer), '}')
}

func appendMembers(dst []byte, list []Member) []byte {
	for _, m := range list {
		dst = append(appendQuoted(append(dst, ", "...), m.Key), ": "...)
		dst = append(dst, m.Value...)
	}
	return dst
}

// arrayForm returns the form of an array.
func arrayForm(tools []Tool) Form {
	if allWrapped(tools) {
		return FormOpenAI
	}
	return FormJSON
}

func allWrapped(tools []Tool) bool {
	for i := range tools {
		if !tools[i].Wrapped {
			return false
		}
	}
	return len(tools) > 0
}
