//go:build !js

package trainers

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/ir"
)

// toolList takes up the record's tool list, if it is one that the trainer reads. To text
// it belongs in the system prompt.
func (r *row) toolList(m jsonx.Member) {
	value := m.Value.Of(r.b)
	list, isText := value, value[0] == '"'
	if isText {
		list = jsonx.AppendUnquoted(nil, m.Value.Inside().Of(r.b))
	}
	at := jsonx.TrimSpace(list)
	empty := at.Start == at.End || string(at.Of(list)) == "null" || list[at.Start] == '[' && list[jsonx.SkipSpace(list, at.Start+1)] == ']'
	switch {
	case !r.shaped && (r.out.Taught || empty), value[0] == 'n':
	case !r.shaped:
		r.lose(ir.CodeRowKey, "no system prompt offers the tools, and {style} would show those under {name} in another form than the calls: they were left out").Name = "tools"
	case !empty && !isToolList(list):
		r.lose(ir.CodeToolListUnread, `the record's "tools" is not a tool list: it was left out`)
	case isText && empty && len(r.Fill) == 0: // which some would read as JSON
	case empty:
		r.others = append(r.others, m)
	default:
		whole := r.whole(list)
		if whole == nil && !(isText && r.Closed) && !(r.ToolsText && !isText) {
			r.others = append(r.others, m)
			return
		}
		if whole == nil {
			whole = list
		}
		r.tools, r.listText = whole, isText && !r.Closed || r.ToolsText
	}
}

// offered returns the tool list of the row, or nil.
func (r *row) offered() []byte {
	tools := r.tools
	for _, m := range r.others {
		if jsonx.Unquote(m.Key.Of(r.b)) == "tools" {
			tools = m.Value.Of(r.b)
		}
	}
	return tools
}

// isToolList reports whether a text is a list of objects in JSON.
func isToolList(list []byte) bool {
	at := jsonx.TrimSpace(list).Start
	if !jsonx.Valid(list) || list[at] != '[' {
		return false
	}
	for e := range jsonx.Elements(list, at) {
		if list[e.Start] != '{' {
			return false
		}
	}
	return true
}

// functions takes up a tool list under "functions": calls of that time became calls of
// today, and so do the tools.
func (r *row) functions(list []byte) {
	tools := []byte{'['}
	for e := range jsonx.Elements(list, jsonx.TrimSpace(list).Start) {
		tools = append(append(append(jsonx.AppendComma(tools), `{"type": "function", "function": `...), e.Of(list)...), '}')
	}
	tools = append(tools, ']')
	if whole := r.whole(tools); whole != nil {
		tools = whole
	}
	r.tools, r.listText = tools, r.ToolsText
}

// whole returns a tool list in which each function has a description and the schema of an
// object, or nil where nothing is missing or the trainer does not ask for them.
func (r *row) whole(list []byte) []byte {
	if !r.WholeTools && r.fit == nil { // some templates end with an error where one lacks something
		return nil
	}
	var dst []byte
	from, count := 0, 0
	for e := range jsonx.Elements(list, jsonx.TrimSpace(list).Start) {
		at := e.Start
		for m := range jsonx.Members(list, e.Start) {
			if jsonx.Unquote(m.Key.Of(list)) == "function" && list[m.Value.Start] == '{' {
				at = m.Value.Start
			}
		}
		function := list[at:jsonx.SkipValue(list, at)]
		if added := missing(function); added != nil {
			count++
			dst = append(append(append(dst, list[from:at]...), added...), '}')
			from = at + len(function)
		}
	}
	if count == 0 {
		return nil
	}
	r.lose(ir.CodeToolCompleted, "{style} wants a description and a schema of each tool: {count} tools got empty ones").Count = count
	return append(dst, list[from:]...)
}

// missing returns the definition of a function with empty members for those that are
// missing, without its last bracket, or nil where none is.
func missing(function []byte) []byte {
	description, name, schema, properties := false, false, jsonx.Range{}, false
	for m := range jsonx.Members(function, 0) {
		switch value := function[m.Value.Start]; jsonx.Unquote(m.Key.Of(function)) {
		case "name":
			name = true
		case "description":
			description = true
		case "parameters":
			if schema = m.Value; value != '{' {
				return nil // it is none, and not merely missing
			}
			for k := range jsonx.Members(function, m.Value.Start) {
				properties = properties || jsonx.Unquote(k.Key.Of(function)) == "properties"
			}
		}
	}
	if !name || description && properties {
		return nil
	}
	const object = `"type": "object", "properties": {}`
	end := len(bytes.TrimRight(function[:len(function)-1], " \t\r\n"))
	dst := append([]byte(nil), function[:end]...)
	if schema.End > 0 && !properties {
		inside := bytes.TrimRight(function[:schema.End-1], " \t\r\n")
		dst = append([]byte(nil), inside...)
		if inside[len(inside)-1] == '{' {
			dst = append(dst, object...)
		} else {
			dst = append(dst, `, "properties": {}`...)
		}
		dst = append(dst, function[schema.End-1:end]...)
	}
	if !description {
		dst = append(dst, `, "description": ""`...)
	}
	if schema.End == 0 {
		dst = append(append(dst, `, "parameters": {`...), object+"}"...)
	}
	return dst
}

// appendTools appends the tool list, if it does not stay as it is.
func (r *row) appendTools(dst []byte) []byte {
	switch {
	case r.tools == nil:
		return dst
	case r.listText:
		return append(spell.AppendEscaped(append(appendKey(dst, "tools"), '"'), r.tools, false), '"')
	}
	return append(appendKey(dst, "tools"), jsonx.OneLine(r.tools)...)
}
