package prompts

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
)

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
	if c, end, ok := in.plainArray(); ok {
		return c, end, nil
	}
	end, scanErr, err := c.elements(in.bytes())
	if scanErr != nil {
		list, n, pyErr := literal.Python(nil, text.Text{B: in.bytes()}, 0)
		if pyErr != nil {
			return ToolList{}, 0, further(scanErr, pyErr)
		}
		c = ToolList{Python: true}
		if _, scanErr, err = c.elements(list); scanErr != nil {
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

// arrayLine returns the line with which a text begins, if an array may end there.
func arrayLine(s string) string {
	line := strings.TrimRight(s[:lineEnd(s, 0)], " \t\r")
	if !strings.HasSuffix(line, "]") || line == "[]" {
		return ""
	}
	return line
}

// plainArray reads an array of JSON objects that all are definitions. An array that is a
// line is scanned at once.
func (in source) plainArray() (c ToolList, end int, ok bool) {
	s := in.s
	if line := arrayLine(s); line != "" {
		if c, ok := in.to(len(line)).scannedArray(); ok {
			return c, len(line), true
		}
	}
	var r objectReader
	for i := space(s, 1); i < len(s) && s[i] == '{'; i = space(s, i+1) {
		n, err := r.read(in.from(i))
		if err != nil {
			return ToolList{}, 0, false
		}
		c.add(&r.definition, i+n, len(s))
		if i = space(s, i+n); i == len(s) || s[i] != ',' {
			if i < len(s) && s[i] == ']' {
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
		if v.B[e.Start] != '{' || r.take(v, e) != nil {
			return c, false
		}
		c.add(&r.definition, e.End, len(v.B))
	}
	c.Form = arrayForm(c.Tools)
	return c, len(c.Tools) > 0
}

// indexes are for the time in which a value is read.
var indexes = sync.Pool{New: func() any { return new(jsonx.Index) }}

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
func space(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	return i
}

// elements reads the definitions of a JSON array. err is what is wrong with the
// first one that is none, and scanErr what is wrong with the JSON.
func (c *ToolList) elements(list []byte) (end int, scanErr *literal.Error, err error) {
	end, scanErr = literal.Elements(text.Text{B: list}, 0, func(from, to int) bool {
		if err != nil {
			return true // the array is looked at to its end
		}
		var d definition
		if d.tool, err = parseTool(list[from:to:to]); err != nil {
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

// objectLine reads the definition with which a text begins.
func (in source) objectLine() (d definition, err error) {
	line := strings.TrimRight(in.s[:lineEnd(in.s, 0)], " \t\r,")
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
	d.tool, err = parseTool(raw)
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
