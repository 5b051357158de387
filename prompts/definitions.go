package prompts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/toolspeak/toolspeak/internal/jsonx"
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
func ParseDefinitions(raw []byte) (ToolList, error) { return (*Cache)(nil).ParseDefinitions(raw) }

// ParseDefinitions is ParseDefinitions for tools some of which may be remembered.
func (cache *Cache) ParseDefinitions(raw []byte) (ToolList, error) {
	s := string(raw)
	start := len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	if !strings.HasPrefix(s[start:], `"`) {
		c, at, err := parseDefinitions(s[start:], cache)
		return c, placed(s, start+at, err)
	}
	v, end, scanErr := literal.String(text.Plain(s), start)
	switch {
	case scanErr != nil:
		return ToolList{}, placed(s, scanErr.Offset, scanErr)
	case strings.TrimSpace(s[end:]) != "":
		return ToolList{}, placed(s, end, errors.New("expected the end after the string that holds the tools"))
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
	line, column := jsonx.Place([]byte(s), at)
	return &DefinitionsError{Line: line, Column: column, Text: msg}
}

// parseDefinitions reads a text that is definitions and nothing else. at is
// where an error is.
func parseDefinitions(s string, cache *Cache) (c ToolList, at int, err error) {
	lead := len(s) - len(strings.TrimLeftFunc(s, unicode.IsSpace))
	body := strings.TrimSpace(s)
	if body == "" || body == "null" {
		return ToolList{}, 0, nil
	}
	read := readLines
	if strings.HasPrefix(body, "[") {
		read = readArray
	}
	in := newSource(body, cache)
	c, end, err := read(in)
	switch {
	case errors.Is(err, errOther):
		return ToolList{}, lead, fmt.Errorf("expected a JSON array of tools, found %q", clip(body))
	case err != nil:
		return ToolList{}, lead + offsetOf(err), err
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
			return ToolList{}, lead + at + offsetOf(err), err
		}
	}
	return ToolList{}, lead + at, fmt.Errorf("expected the end or a tool on a line of its own after %d tools, found %q", len(c.Tools), clip(rest))
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

// Definitions returns the tool list as a JSON array of definitions, as the neutral
// document holds it: bare, but for those that have keys next to the function. The
// array may be shared and is not to be changed.
func (c *ToolList) Definitions() []byte {
	if c.isMade() {
		return c.made.definitions()
	}
	return newDefinitions(c.Tools)
}

func newDefinitions(tools []Tool) []byte {
	const around = 64 // bytes, with the keys
	size := 2
	for i := range tools {
		size += len(tools[i].Name) + len(tools[i].Description) + len(tools[i].Parameters) + around
	}
	out := append(make([]byte, 0, size), '[')
	for i := range tools {
		t := &tools[i]
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

// lineValue is value for a text that begins with an object: most end with their line,
// and are then looked at once.
func (in source) lineValue() (raw json.RawMessage, end int, python bool, err *literal.Error) {
	line := strings.TrimRight(in.s[:lineEnd(in.s, 0)], " \t\r")
	if strings.HasSuffix(line, "}") {
		if b := in.to(len(line)).bytes(); jsonx.Valid(b) {
			return b, len(b), false, nil
		}
	}
	return value(in.bytes())
}

// firstValue is lineValue for the first of several places that are tried. The others
// are read so far only as they may be values: see args.
func (in source) firstValue(first bool) (raw json.RawMessage, end int, python bool, err *literal.Error) {
	if first {
		return in.lineValue()
	}
	return value(in.bytes())
}

// readArray reads a JSON array, or Python list, of definitions.
func readArray(in source) (c ToolList, end int, err error) {
	if !strings.HasPrefix(in.s, "[") {
		return c, 0, errOther
	}
	if in.cache != nil {
		if l := in.cache.list(arrayLine(in.s), wholeArray); l != nil {
			return l.toolList, l.size, nil
		}
	}
	return readNewArray(in)
}

// arrayLine returns the line with which a text begins, if an array may end there.
func arrayLine(s string) string {
	line := strings.TrimRight(s[:lineEnd(s, 0)], " \t\r")
	if !strings.HasSuffix(line, "]") || line == "[]" {
		return ""
	}
	return line
}

// wholeArray reads an array that is all of a text, in the same way whatever follows.
func wholeArray(in source) (c ToolList, end int, err error) {
	c, end, err = readNewArray(in)
	if err == nil && (end < len(in.s) || c.Python && !isPython(in.s)) {
		err = errOther
	}
	return c, end, err
}

func readNewArray(in source) (c ToolList, end int, err error) {
	if c, end, ok := in.plainArray(); ok {
		return c, end, nil
	}
	end, scanErr, err := c.elements(in.bytes(), in.cache)
	if scanErr != nil {
		list, n, pyErr := literal.Python(nil, text.Text{B: in.bytes()}, 0)
		if pyErr != nil {
			return ToolList{}, 0, further(scanErr, pyErr)
		}
		c = ToolList{Python: true}
		if _, scanErr, err = c.elements(list, in.cache); scanErr != nil {
			return ToolList{}, 0, scanErr
		}
		var tool *toolError
		if errors.As(err, &tool) {
			tool.at = 0 // list is not the text itself
		}
		end = n
	}
	c.Form = arrayForm(c.Tools)
	return c, end, err
}

// plainArray reads an array of JSON objects that all are definitions.
func (in source) plainArray() (c ToolList, end int, ok bool) {
	if line := arrayLine(in.s); line != "" {
		if c, ok := in.to(len(line)).scannedArray(); ok {
			return c, len(line), true
		}
	}
	var r objectReader
	b := in.bytes()
	for i := space(b, 1); i < len(b) && b[i] == '{'; i = space(b, i+1) {
		n, err := r.read(in.from(i))
		if err != nil {
			return ToolList{}, 0, false
		}
		c.add(&r.definition, i+n, len(b))
		if i = space(b, i+n); i == len(b) || b[i] != ',' {
			if i < len(b) && b[i] == ']' {
				c.Form = arrayForm(c.Tools)
				return c, i + 1, true
			}
			break
		}
	}
	return ToolList{}, 0, false
}

// scannedArray is plainArray for a text that is the array and nothing else.
func (in source) scannedArray() (c ToolList, ok bool) {
	v, done := scanned(in.bytes())
	defer done()
	if v.B == nil {
		return c, false
	}
	var r objectReader
	for e := range v.Elements(0) {
		if v.B[e.Start] != '{' || r.take(in.cache, v, e) != nil {
			return c, false
		}
		c.add(&r.definition, e.End, len(v.B))
	}
	c.Form = arrayForm(c.Tools)
	return c, len(c.Tools) > 0
}

// scanned returns a text as the JSON value that it is, or the zero value. It is
// good until done is called.
func scanned(b []byte) (v jsonx.Value, done func()) {
	x := indexes.Get().(*jsonx.Index)
	if x.Scan(b) {
		v = jsonx.Value{B: b, X: x}
	}
	return v, func() { indexes.Put(x) }
}

// space returns the offset of the first byte from i on that is not white space.
func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// objectReader reads JSON objects that are definitions.
type objectReader struct {
	definition
	members []Member
}

// read reads the object with which a text begins, and returns where it ends.
func (r *objectReader) read(in source) (end int, err error) {
	r.members = r.members[:0]
	b := in.bytes()
	end, scanErr := literal.Members(text.Text{B: b}, 0, func(key text.Text, from, to int) bool {
		r.members = append(r.members, Member{keyOf(key), b[from:to:to]})
		return true
	})
	if scanErr != nil {
		return 0, scanErr
	}
	if mayBeDeep(b[:end]) {
		return 0, errDeep
	}
	if r.known(in.cache, b[:end:end]) {
		return end, nil
	}
	return end, r.make(end)
}

// line reads the object that is all of a text.
func (r *objectReader) line(in source) bool {
	v, done := scanned(in.bytes())
	defer done()
	return v.B != nil && v.B[0] == '{' && r.take(in.cache, v, jsonx.RangeOf(0, len(v.B))) == nil
}

// take reads the object that is at that place of a value.
func (r *objectReader) take(cache *Cache, v jsonx.Value, at jsonx.Range) error {
	if r.known(cache, at.Of(v.B)) {
		return nil
	}
	r.members = appendMembersOf(r.members[:0], v, at.Start)
	return r.make(at.End - at.Start)
}

// known finds what is remembered of an object.
func (r *objectReader) known(cache *Cache, raw []byte) bool {
	known, again := cache.findObject(raw)
	if known == nil && again {
		known = cache.keepObject(raw)
	}
	if known != nil {
		r.definition = *known
	}
	return known != nil
}

// make makes a definition of the members.
func (r *objectReader) make(size int) (err error) {
	r.definition = definition{size: size}
	r.tool, err = toolOf(r.members)
	return err
}

// errDeep says that an object may be nested too deeply for what it is in.
var errDeep = errors.New("nested too deeply")

func mayBeDeep(raw []byte) bool {
	const deep = literal.MaxDepth / 2
	return len(raw) > deep && bytes.Count(raw, []byte("{"))+bytes.Count(raw, []byte("[")) > deep
}

// elements reads the definitions of a JSON array. err is what is wrong with the
// first one that is none, and scanErr what is wrong with the JSON.
func (c *ToolList) elements(list []byte, cache *Cache) (end int, scanErr *literal.Error, err error) {
	end, scanErr = literal.Elements(text.Text{B: list}, 0, func(from, to int) bool {
		if err != nil {
			return true // the array is looked at to its end
		}
		var d definition
		if d.tool, err = cache.object(list[from:to:to]); err != nil {
			err = &toolError{from, fmt.Errorf("tool %d: %w", len(c.Tools)+1, err)}
			return true
		}
		c.add(&d, to, len(list))
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
func readLines(in source) (c ToolList, end int, err error) {
	s := in.s
	if !strings.HasPrefix(s, "{") {
		return c, 0, errOther
	}
	for at := 0; strings.HasPrefix(s[at:], "{"); {
		d, err := in.from(at).objectLine()
		if err != nil {
			return stopLines(c, end, err)
		}
		c.add(&d, at+d.size, len(s))
		end = at + d.size
		rest := strings.TrimLeft(s[end:], " \t\r,")
		if !strings.HasPrefix(rest, "\n") {
			break
		}
		at = len(s) - len(strings.TrimLeft(rest, " \t\r\n"))
	}
	return stopLines(c, end, nil)
}

// objectLine reads the definition with which a text begins. That it is all of its
// line, but for a comma, need not be found out where the definition is known.
func (in source) objectLine() (d definition, err error) {
	line := strings.TrimRight(in.s[:lineEnd(in.s, 0)], " \t\r,")
	if known := in.cache.knownObject(line); known != nil {
		return *known, nil
	}
	var r objectReader
	if r.line(in.to(len(line))) {
		return r.definition, nil
	}
	if _, err := r.read(in); err == nil {
		return r.definition, nil
	}
	raw, n, python, scanErr := value(in.bytes())
	if scanErr != nil {
		return d, scanErr
	}
	d.size, d.python = n, python
	d.tool, err = in.cache.object(raw)
	return d, err
}

// stopLines ends a list of lines: what has been read is a tool list, whatever
// stopped it.
func stopLines(c ToolList, end int, err error) (ToolList, int, error) {
	if len(c.Tools) == 0 {
		return c, 0, err
	}
	c.Form = FormJSONLines
	if allWrapped(c.Tools) {
		c.Form = FormOpenAILines
	}
	return c, end, nil
}
