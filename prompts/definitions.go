package prompts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
)

// errOther says that a text is not of the form at all: nothing to report.
var errOther = errors.New("")

// DefinitionsError says what is wrong with a file of definitions, and where.
type DefinitionsError struct {
	// Line and Column count from 1, the column in code points.
	Line, Column int
	Text         string
}

// Error gives the place and what is wrong there.
func (e *DefinitionsError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Text)
}

// ParseDefinitions reads the value of a record's own "tools" key, or a file of
// definitions: a JSON array, or a JSON string that holds one. Definitions are
// bare or OpenAI's; JSON lines are read too. An error is a *DefinitionsError.
func ParseDefinitions(raw []byte) (Catalog, error) { return (*Cache)(nil).ParseDefinitions(raw) }

// ParseDefinitions is ParseDefinitions for tools some of which may be remembered.
func (cache *Cache) ParseDefinitions(raw []byte) (Catalog, error) {
	s := string(raw)
	start := len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	if !strings.HasPrefix(s[start:], `"`) {
		c, at, err := parseDefinitions(s[start:], cache)
		return c, placed(s, start+at, err)
	}
	v, end, scanErr := literal.String(text.Plain(s), start)
	switch {
	case scanErr != nil:
		return Catalog{}, placed(s, scanErr.Offset, scanErr)
	case strings.TrimSpace(s[end:]) != "":
		return Catalog{}, placed(s, end, errors.New("expected the end behind the string that holds the tools"))
	}
	inner := v.String()
	c, at, err := parseDefinitions(inner, cache)
	if err = placed(inner, at, err); err != nil {
		err = placed(s, start, fmt.Errorf("in the string: %w", err))
	}
	return c, err
}

// placed gives an error its place in a text; nil stays nil.
func placed(s string, at int, err error) error {
	if err == nil {
		return nil
	}
	msg := err.Error()
	var scan *literal.Error
	if errors.As(err, &scan) {
		msg = scan.Msg
	}
	line, column := lineColumn(s, at)
	return &DefinitionsError{Line: line, Column: column, Text: msg}
}

// parseDefinitions reads a text that is definitions and nothing else. at is
// where an error is.
func parseDefinitions(s string, cache *Cache) (c Catalog, at int, err error) {
	lead := len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	body := strings.TrimSpace(s)
	if body == "" || body == "null" {
		return Catalog{}, 0, nil
	}
	read := readLines
	if strings.HasPrefix(body, "[") {
		read = readArray
	}
	in := newSource(body, cache)
	c, end, err := read(in)
	switch {
	case errors.Is(err, errOther):
		return Catalog{}, lead, fmt.Errorf("expected a JSON array of tools, found %q", clip(body))
	case err != nil:
		return Catalog{}, lead + offsetOf(err), err
	}
	rest := strings.TrimSpace(body[end:])
	if rest == "" {
		c.source = body
		return c, 0, nil
	}
	at = len(body) - len(rest)
	if c.Form == FormJSONLines || c.Form == FormOpenAILines {
		// What stopped the list says what is wrong.
		at = len(body) - len(strings.TrimLeft(rest, ", \t\r\n"))
		if _, _, err := readLines(in.from(at)); err != nil && !errors.Is(err, errOther) {
			return Catalog{}, lead + at + offsetOf(err), err
		}
	}
	return Catalog{}, lead + at, fmt.Errorf("expected the end or a tool on a line of its own behind %d tools, found %q", len(c.Tools), clip(rest))
}

// toolError is an error in the definition that begins at an offset.
type toolError struct {
	at  int
	err error
}

// Error says what is wrong.
func (e *toolError) Error() string { return e.err.Error() }

// Unwrap returns the error without its place.
func (e *toolError) Unwrap() error { return e.err }

// offsetOf returns where in the text that was read an error is.
func offsetOf(err error) int {
	var tool *toolError
	var scan *literal.Error
	switch {
	case errors.As(err, &tool):
		return tool.at
	case errors.As(err, &scan):
		return scan.Offset
	}
	return 0
}

// Definitions returns the catalog as a JSON array of definitions, as the neutral
// document holds it: bare, but for those that have keys beside the function.
func (c *Catalog) Definitions() []byte {
	const around = 64 // bytes, with the keys
	size := 2
	for i := range c.Tools {
		size += len(c.Tools[i].Name) + len(c.Tools[i].Description) + len(c.Tools[i].Parameters) + around
	}
	out := append(make([]byte, 0, size), '[')
	for i := range c.Tools {
		t := &c.Tools[i]
		if i > 0 {
			out = append(out, ", "...)
		}
		if len(t.Outer) > 0 {
			out = appendOpenAI(out, t)
		} else {
			out = appendBare(out, t)
		}
	}
	return append(out, ']')
}

// Definition returns the tool as OpenAI's definition, on one line if its
// parameters are.
func (t *Tool) Definition() []byte { return appendOpenAI(nil, t) }

// value scans a JSON value or, failing that, a Python list or dict, with which
// b begins, and returns it as JSON.
func value(b []byte) (raw json.RawMessage, end int, python bool, err *literal.Error) {
	t := text.Text{B: b}
	end, err = literal.JSON(t, 0)
	if err == nil {
		return t.B[:end:end], end, false, nil
	}
	out, end, pyErr := literal.Python(nil, t, 0)
	if pyErr == nil {
		return out, end, true, nil
	}
	return nil, 0, false, further(err, pyErr)
}

// readArray reads a JSON array, or Python list, of definitions.
func readArray(in source) (c Catalog, end int, err error) {
	if !strings.HasPrefix(in.s, "[") {
		return c, 0, errOther
	}
	end, scanErr, err := c.elements(in.b, in.cache)
	if scanErr != nil {
		list, n, pyErr := literal.Python(nil, text.Text{B: in.b}, 0)
		if pyErr != nil {
			return Catalog{}, 0, further(scanErr, pyErr)
		}
		c = Catalog{Python: true}
		if _, scanErr, err = c.elements(list, in.cache); scanErr != nil {
			return Catalog{}, 0, scanErr
		}
		var tool *toolError
		if errors.As(err, &tool) {
			tool.at = 0 // list is not the text itself
		}
		end = n
	}
	c.Form = FormJSON
	if allWrapped(c.Tools) {
		c.Form = FormOpenAI
	}
	return c, end, err
}

// elements reads the definitions of a JSON array. err is what is wrong with the
// first one that is none, and scanErr what is wrong with the JSON.
func (c *Catalog) elements(list []byte, cache *Cache) (end int, scanErr *literal.Error, err error) {
	end, scanErr = literal.Elements(text.Text{B: list}, 0, func(from, to int) bool {
		if err != nil {
			return true // the array is looked at to its end
		}
		var d definition
		if d.tool, err = cache.object(list[from:to:to]); err != nil {
			err = &toolError{from, fmt.Errorf("tool %d: %w", len(c.Tools)+1, err)}
			return true
		}
		c.add(&d)
		return true
	})
	return end, scanErr, err
}

// further returns the error of two that is further on in the text.
func further(err, other *literal.Error) *literal.Error {
	if other.Offset > err.Offset {
		return other
	}
	return err
}

// readLines reads definitions of which each begins a line.
func readLines(in source) (c Catalog, end int, err error) {
	s := in.s
	if !strings.HasPrefix(s, "{") {
		return c, 0, errOther
	}
	for at := 0; strings.HasPrefix(s[at:], "{"); {
		raw, n, python, scanErr := value(in.b[at:])
		if scanErr != nil {
			return stopLines(c, end, scanErr)
		}
		d := definition{python: python}
		if d.tool, err = in.cache.object(raw); err != nil {
			return stopLines(c, end, err)
		}
		c.add(&d)
		end = at + n
		rest := strings.TrimLeft(s[end:], " \t\r,")
		if !strings.HasPrefix(rest, "\n") {
			break
		}
		at = len(s) - len(strings.TrimLeft(rest, " \t\r\n"))
	}
	return stopLines(c, end, nil)
}

// stopLines ends a list of lines: what has been read is a catalog, whatever
// stopped it.
func stopLines(c Catalog, end int, err error) (Catalog, int, error) {
	if len(c.Tools) == 0 {
		return c, 0, err
	}
	c.Form = FormJSONLines
	if allWrapped(c.Tools) {
		c.Form = FormOpenAILines
	}
	return c, end, nil
}

func allWrapped(tools []Tool) bool {
	for i := range tools {
		if !tools[i].Wrapped {
			return false
		}
	}
	return len(tools) > 0
}

// members returns the members of a JSON object; a key that comes twice is an
// error.
func members(raw []byte) ([]Member, error) {
	const few = 16 // keys that are compared with each other
	out := make([]Member, 0, 4)
	var seen map[string]bool
	twice := ""
	_, err := literal.Members(text.Text{B: raw}, 0, func(key text.Text, from, to int) bool {
		k := keyOf(key)
		switch {
		case seen[k] || seen == nil && slices.ContainsFunc(out, func(m Member) bool { return m.Key == k }):
			twice = k
		case seen != nil:
			seen[k] = true
		case len(out) == few:
			seen = map[string]bool{k: true}
			for _, m := range out {
				seen[m.Key] = true
			}
		}
		out = append(out, Member{k, raw[from:to:to]})
		return true
	})
	switch {
	case err != nil:
		return nil, err
	case twice != "":
		return nil, fmt.Errorf("the key %q comes twice", twice)
	}
	return out, nil
}

// keyOf decodes a key. Those that definitions have are not made anew.
func keyOf(key text.Text) string {
	for _, k := range [...]string{"name", "description", "parameters", "type", "function"} {
		if string(key.B) == k {
			return k
		}
	}
	return key.String()
}

// parseTool reads one definition, bare or OpenAI's.
func parseTool(raw []byte) (Tool, error) {
	list, err := members(raw)
	if err != nil {
		return Tool{}, err
	}
	var inner json.RawMessage
	function := false
	var outer []Member
	for _, m := range list {
		switch {
		case m.Key == "type" && string(m.Value) == `"function"`:
			function = true
		case m.Key == "function" && m.Value[0] == '{':
			inner = m.Value
		default:
			outer = append(outer, m)
		}
	}
	if !function || inner == nil {
		return bareTool(list)
	}
	if list, err = members(inner); err != nil {
		return Tool{}, err
	}
	t, err := bareTool(list)
	t.Wrapped, t.Outer = true, outer
	return t, err
}

func bareTool(list []Member) (Tool, error) {
	var t Tool
	named := false
	for _, m := range list {
		isText := m.Value[0] == '"'
		switch {
		case m.Key == "name" && isText:
			t.Name, named = stringOf(m.Value), true
		case m.Key == "description" && isText:
			t.Description = stringOf(m.Value)
		case m.Key == "parameters" && m.Value[0] == '{':
			t.Parameters = m.Value
		case m.Key == "name":
			return t, fmt.Errorf("the name is no string: %s", clip(string(m.Value)))
		default:
			t.Extra = append(t.Extra, m)
		}
	}
	if !named {
		return t, errors.New(`there is no "name"`)
	}
	return t, nil
}

// stringOf decodes a JSON string.
func stringOf(raw json.RawMessage) string {
	inside := raw[1 : len(raw)-1]
	if bytes.IndexByte(inside, '\\') < 0 {
		return string(inside)
	}
	return text.Escaped(inside).String()
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

// hasExtra tells whether a key that is known has a value of an unknown type.
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
