package dataset

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/layouts"
)

// array reads an array of records element by element; an array of messages is
// one record.
func (s *scanner) array(mark bool) error {
	line, column := s.line, s.column
	a := arrayReader{source: s.source}
	gap, found, err := a.gap(nil)
	if err != nil {
		return err
	}
	if found != foundElement {
		if err := s.v.begin(s.source, array, mark); err != nil {
			return err
		}
		return s.arrayEnd(&a, gap, found)
	}
	first, err := s.element(nil)
	if err != nil {
		return err
	}
	if first.rest == nil && layouts.IsMessage(first.raw) {
		if err := s.v.begin(s.source, value, mark); err != nil {
			return err
		}
		all, rest, err := readAll(s.source, append(gap, first.raw...), s.limit)
		if err != nil {
			return err
		}
		return s.one(value, all, rest, line, column)
	}
	if err := s.v.begin(s.source, array, mark); err != nil {
		return err
	}
	return s.elements(&a, gap, first)
}

// element is an element of an array as it was read.
type element struct {
	raw          []byte
	rest         io.Reader
	offset       int64
	line, column int
	reader       *valueReader
}

func (s *scanner) element(buf []byte) (element, error) {
	e := element{offset: s.offset, line: s.line, column: s.column, reader: &valueReader{source: s.source}}
	var err error
	e.raw, e.rest, err = readAll(e.reader, buf, s.limit)
	return e, err
}

// elements visits the elements of an array, of which the first has been read.
func (s *scanner) elements(a *arrayReader, gap []byte, e element) error {
	for {
		if err := s.v.filler(gap); err != nil {
			return err
		}
		it := s.newItem(e.raw, e.rest)
		it.Offset, it.line, it.column = e.offset, e.line, e.column
		if err := s.visit(it); err != nil || e.reader.cut {
			return err
		}
		var found arrayPart
		var err error
		if gap, found, err = a.gap(gap[:0]); err != nil {
			return err
		}
		if found != foundElement {
			return s.arrayEnd(a, gap, found)
		}
		if e, err = s.element(e.raw[:0]); err != nil {
			return err
		}
	}
}

// arrayEnd deals with what follows the last element: the end of the array, or
// what is not one. From there on nothing can be told apart: it is one reject.
func (s *scanner) arrayEnd(a *arrayReader, gap []byte, found arrayPart) error {
	if found == foundEnd {
		return s.v.filler(gap)
	}
	raw, rest, err := readAll(s.source, nil, s.limit)
	if err != nil {
		return err
	}
	it := s.newItem(raw, rest)
	it.Offset, it.line, it.column = a.at, a.line, a.column
	it.fault = reject(ir.CodeNotJSON, "not JSON: %s; the rest of the array can't be read", a.fault)
	it.fault.Pos = ir.Place{Line: 1, Column: 1}
	return s.visit(it)
}

type arrayPart uint8

const (
	foundElement arrayPart = iota
	foundEnd
	foundFault
)

// arrayReader reads what stands between the elements of an array.
type arrayReader struct {
	*source
	opened, any bool
	closed      bool
	comma       bool
	// fault says what is wrong, at the given place.
	fault        string
	at           int64
	line, column int
}

// gap reads up to the next element or behind the array's end, and appends what
// it passes to dst.
func (a *arrayReader) gap(dst []byte) ([]byte, arrayPart, error) {
	for {
		chunk, err := a.chunk()
		if err != nil {
			return dst, foundFault, err
		}
		if len(chunk) == 0 {
			if a.closed {
				return dst, foundEnd, nil
			}
			return dst, a.wrong("the end of the input"), nil
		}
		n, found, done := a.pass(chunk)
		dst = append(dst, chunk[:n]...)
		var next []byte
		if found == foundFault && done {
			next = bytes.Clone(chunk[n:min(n+utf8.UTFMax, len(chunk))])
		}
		a.take(chunk, n)
		if !done {
			continue
		}
		if found == foundFault {
			r, _ := utf8.DecodeRune(next)
			return dst, a.wrong(fmt.Sprintf("%q", r)), nil
		}
		a.any, a.comma = true, false
		return dst, found, nil
	}
}

// wrong notes a fault at the current place.
func (a *arrayReader) wrong(found string) arrayPart {
	expected := `"," or "]"`
	switch {
	case a.closed:
		expected = "nothing more behind the array"
	case !a.opened:
		expected = `"["`
	case a.comma:
		expected = "a value"
	}
	a.fault = fmt.Sprintf("expected %s, found %s", expected, found)
	a.at, a.line, a.column = a.offset, a.source.line, a.source.column
	return foundFault
}

// pass reads white space and punctuation of a chunk. done tells that what comes
// next is an element or a fault.
func (a *arrayReader) pass(chunk []byte) (n int, found arrayPart, done bool) {
	for ; n < len(chunk); n++ {
		c := chunk[n]
		switch {
		case jsonx.IsSpace(c):
		case a.closed:
			return n, foundFault, true
		case !a.opened:
			if c != '[' {
				return n, foundFault, true
			}
			a.opened = true
		case c == ']' && !a.comma:
			a.closed = true
		case c == ',' && a.any && !a.comma:
			a.comma = true
		case c == ',' || c == ']' || c == '}' || c == ':' || a.any && !a.comma:
			return n, foundFault, true
		default:
			return n, foundElement, true
		}
	}
	return n, foundElement, false
}

// valueReader reads to the end of one value of an array. The value need not be
// valid.
type valueReader struct {
	*source
	value jsonx.Stream
	done  bool
	cut   bool // the input ended before the value did
}

// Read reads on, at most to the end of the value.
func (v *valueReader) Read(p []byte) (int, error) {
	if v.done {
		return 0, io.EOF
	}
	chunk, err := v.chunk()
	if err != nil {
		return 0, err
	}
	if len(chunk) == 0 {
		v.done, v.cut = true, v.value.Open()
		return 0, io.EOF
	}
	chunk = chunk[:min(len(chunk), len(p))]
	n, done := v.value.Feed(chunk)
	v.done = done
	copy(p, chunk[:n])
	v.take(chunk, n)
	if v.done && n == 0 {
		return 0, io.EOF
	}
	return n, nil
}
