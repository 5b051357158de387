package dataset

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// valueStream finds the records of an input that holds one JSON value after the other,
// each over several lines, as programs print them for people.
type valueStream struct {
	*scanner
	raw    []byte // what was read and not yet passed
	rest   io.Reader
	offset int64 // of raw in the input
	line   int
	column int
}

// beginValues reads an input as a stream of values, if a second follows its first: raw,
// which with rest is all that the input holds and began at the given place.
func (s *scanner) beginValues(raw []byte, rest io.Reader, line, column int) bool {
	start := jsonx.SkipSpace(raw, 0)
	end, closed := valueEnd(raw, start)
	if !closed || !jsonx.Valid(raw[start:end]) {
		return false
	}
	if second := jsonx.SkipSpace(raw, end); second == len(raw) || raw[second] != '{' && raw[second] != '[' {
		return false
	}
	v := &valueStream{scanner: s, raw: raw, rest: rest, offset: s.src.offset - int64(len(raw)), line: line, column: column}
	s.kind, s.single = extracted, false
	s.find = v.next
	return true
}

// valueEnd returns where the object or array ends that begins at start, and whether it does.
func valueEnd(raw []byte, start int) (int, bool) {
	if start == len(raw) || raw[start] != '{' && raw[start] != '[' {
		return len(raw), false
	}
	var n jsonx.Nesting
	end, done := n.Scan(raw[start:])
	return start + end, done
}

// next returns the next value as a record. What is no value is one, too, up to the end of
// the input, so that it is rejected.
func (v *valueStream) next() (segment, error) {
	v.pass(jsonx.SkipSpace(v.raw, 0))
	end, closed := valueEnd(v.raw, 0)
	if !closed && v.rest != nil {
		var err error
		if v.raw, v.rest, err = readAll(v.rest, bytes.Clone(v.raw), v.limit); err != nil {
			return segment{}, err
		}
		v.pass(jsonx.SkipSpace(v.raw, 0))
		end, closed = valueEnd(v.raw, 0)
	}
	if len(v.raw) == 0 {
		return segment{}, io.EOF
	}
	var rest io.Reader
	if !closed {
		rest, v.rest = v.rest, nil
	}
	rec := v.newRecord(jsonx.TrimSpace(v.raw[:end]).Of(v.raw), rest)
	rec.Offset, rec.line, rec.column, rec.eol = v.offset, v.line, v.column, []byte("\n")
	v.pass(end)
	return segment{record: rec}, nil
}

// pass goes on by n bytes.
func (v *valueStream) pass(n int) {
	passed := v.raw[:n]
	v.raw, v.offset = v.raw[n:], v.offset+int64(n)
	if feeds := bytes.Count(passed, []byte("\n")); feeds > 0 {
		v.line, v.column = v.line+feeds, 1
		passed = passed[bytes.LastIndexByte(passed, '\n')+1:]
	}
	v.column += utf8.RuneCount(passed)
}
