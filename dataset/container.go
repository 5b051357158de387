package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"
)

// container is how an input holds its records.
type container uint8

const (
	empty  container = iota // no record at all
	lines                   // JSONL: one record a line
	array                   // a JSON array whose elements are the records
	value                   // one JSON value, over several lines
	plain                   // a plain transcript
	either                  // one JSON value if it is valid, else a plain transcript
)

var containerNames = [...]string{"empty", "JSONL", "a JSON array", "one JSON value over several lines", "plain text", ""}

var bom = []byte("\xEF\xBB\xBF")

// skipBOM passes a byte order mark and tells whether there was one.
func (s *source) skipBOM() (bool, error) {
	head, err := s.r.Peek(len(bom))
	if err != nil && !errors.Is(err, io.EOF) {
		return false, s.wrap(err)
	}
	if !bytes.Equal(head, bom) {
		return false, nil
	}
	_, _ = s.r.Discard(len(bom))
	s.offset += int64(len(bom))
	return true, nil
}

// sniff finds out which container an input is. It looks at no more than the
// first two lines that are not blank, and leaves the input where it was.
func (s *source) sniff(layout Layout, limit int) (container, error) {
	var head []byte
	var found [2][]byte
	cut := false // the last line that was looked at is longer than limit
	for n := 0; n < len(found); {
		line, eol, rest, err := s.nextLine(limit)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return empty, err
		}
		head = append(append(head, line...), eol...)
		if trimmed := trimSpace(line).of(line); len(trimmed) > 0 {
			found[n] = bytes.Clone(trimmed)
			n++
		}
		if cut = rest != nil; cut || len(head) > limit {
			break
		}
	}
	s.r = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(head), s.r), bufferSize)
	h := fileHint(s.name, layout)
	if cut && found[1] == nil && found[0][0] == '{' && h != textHint {
		return lines, nil // where its value ends is not known, so its line does
	}
	return classify(found[0], found[1], h), nil
}

// hint is what name and layout say about an input.
type hint uint8

const (
	noHint   hint = iota
	textHint      // a text file, or the layout text
	lineHint      // a JSONL file
	jsonHint      // a JSON file
)

func fileHint(name string, layout Layout) hint {
	switch layout {
	case Text:
		return textHint
	case Messages, ShareGPT:
		return lineHint
	}
	if CompressionOf(name) != Uncompressed {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".txt", ".md":
		return textHint
	case ".jsonl", ".ndjson":
		return lineHint
	case ".json":
		return jsonHint
	}
	return noHint
}

// classify tells the container by the first two lines that are not blank, of
// which the second may be missing (nil).
func classify(first, second []byte, h hint) container {
	if first == nil {
		return empty
	}
	switch first[0] {
	case '{', '[':
		return classifyJSON(first, second, h)
	}
	scalar := first[0] == '"' || h != textHint && isScalar(first)
	switch {
	case h == lineHint:
		return lines
	case h == jsonHint && second == nil:
		return lines
	case h == jsonHint:
		return value
	case scalar && gjson.ValidBytes(first) && (second == nil || gjson.ValidBytes(second)):
		return lines
	}
	return plain
}

// isScalar tells whether b may be a number, true, false or null.
func isScalar(b []byte) bool {
	switch string(b) {
	case "null", "true", "false":
		return true
	}
	return b[0] == '-' || '0' <= b[0] && b[0] <= '9'
}

// classifyJSON is classify for a first line that begins an object or an array.
func classifyJSON(first, second []byte, h hint) container {
	var n nesting
	end, done := n.scan(first)
	closed := done && end == len(first)
	switch {
	case h == textHint && (!closed || !gjson.ValidBytes(first)):
		return either
	case closed && second == nil && first[0] == '[':
		return array
	case done:
		return lines
	case closedValue(second) && !continues(first, &n):
		// The first line is a record that was cut off.
		return lines
	case first[0] == '[':
		return array
	}
	return value
}

// continues tells whether the value of a line that leaves brackets open could go
// on with another value in the next line.
func continues(line []byte, n *nesting) bool {
	if n.str {
		return false
	}
	switch line[len(line)-1] {
	case ':', '[':
		return true
	case ',':
		return innermost(line) == '['
	}
	return false
}

// innermost returns the last bracket that a line leaves open.
func innermost(line []byte) byte {
	var open []byte
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '"':
			i = skipString(line, i) - 1
		case '{', '[':
			open = append(open, line[i])
		case '}', ']':
			open = open[:max(len(open)-1, 0)]
		}
	}
	if len(open) == 0 {
		return 0
	}
	return open[len(open)-1]
}

// closedValue tells whether a line is an object or an array of its own.
func closedValue(line []byte) bool {
	if len(line) == 0 || line[0] != '{' && line[0] != '[' {
		return false
	}
	var n nesting
	end, done := n.scan(line)
	return done && end == len(line)
}
