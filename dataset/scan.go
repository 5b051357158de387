package dataset

import (
	"bytes"
	"errors"
	"io"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/layouts"
)

// Item is one record of an input. It is valid until the call that it was passed
// to returns.
type Item struct {
	// File is the input's name.
	File string
	// Number counts the records of the input from 1.
	Number int
	// Offset is the record's place in the input, in bytes; of Rows it is -1.
	Offset int64
	// Raw is the record, without the line end behind it. Of a record too large
	// to be held it is the beginning: WriteTo writes all of it.
	Raw []byte

	rest         io.Reader
	line, column int
	eol          []byte // what ends the record and goes with it
	plain        bool
	fault        *ir.Diagnostic // why it is no record, if the container knows
	row          *itemRow       // of Rows, and for a RowWriter
}

// WriteTo writes the record's exact bytes. It may be called once.
func (it *Item) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(it.Raw)
	if err != nil || it.rest == nil {
		return int64(n), err
	}
	more, err := io.Copy(w, it.rest)
	return int64(n) + more, err
}

// visitor is told what an input holds, in order: the container, and then items
// and what stands between them.
type visitor interface {
	begin(s *source, c container, bom bool) error
	filler(b []byte) error
	item(it *Item) error
	end() error
}

// scanner finds the records of an input.
type scanner struct {
	*source
	v     visitor
	limit int
	count int
	it    Item // the latest
}

// scan visits the records of an input.
func scan(name string, r io.Reader, layout layouts.Layout, limit int, v visitor) error {
	if rows, ok := r.(Rows); ok {
		return scanRows(name, rows, limit, v)
	}
	s := &scanner{source: newSource(name, r), v: v, limit: limit}
	defer s.source.release()
	mark, err := s.skipBOM()
	if err != nil {
		return err
	}
	c, err := s.sniff(layout, limit)
	if err != nil {
		return err
	}
	switch c {
	case lines, empty:
		err = s.lines(c, mark)
	case array:
		err = s.array(mark)
	default:
		err = s.whole(c, mark)
	}
	if err != nil {
		return err
	}
	return v.end()
}

// scanPart visits the records of a part of a JSONL file that begins at offset.
func scanPart(name string, r io.Reader, offset int64, limit int, v visitor) error {
	s := &scanner{source: newSource(name, r), v: v, limit: limit}
	defer s.source.release()
	mark := false
	if offset == 0 {
		var err error
		if mark, err = s.skipBOM(); err != nil {
			return err
		}
	}
	s.offset += offset
	if err := s.lines(lines, mark); err != nil {
		return err
	}
	return v.end()
}

// newItem returns the next item, which begins at the current place, and moves
// the place behind it.
func (s *scanner) newItem(raw []byte, rest io.Reader) *Item {
	s.count++
	s.it = Item{File: s.name, Number: s.count, Offset: s.offset, Raw: raw, rest: rest, line: s.line, column: s.column}
	it := &s.it
	if rest != nil {
		it.fault = tooLarge(s.limit)
	}
	return it
}

func tooLarge(limit int) *ir.Diagnostic {
	d := reject(ir.CodeRecordTooLarge, "the record is longer than %d bytes", limit)
	d.Pos = ir.Place{Line: 1, Column: 1}
	return d
}

// visit passes an item on, and what the visitor left unread of it.
func (s *scanner) visit(it *Item) error {
	if err := s.v.item(it); err != nil {
		return err
	}
	if it.rest == nil {
		return nil
	}
	_, err := io.Copy(io.Discard, it.rest)
	return err
}

// lines reads one record a line.
func (s *scanner) lines(c container, mark bool) error {
	if err := s.v.begin(s.source, c, mark); err != nil {
		return err
	}
	for {
		raw, eol, rest, err := s.nextLine(s.limit)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if rest == nil && jsonx.SkipSpace(raw, 0) == len(raw) {
			if err := s.blank(raw, eol); err != nil {
				return err
			}
			continue
		}
		it := s.newItem(raw, rest)
		it.eol = eol
		s.passedLine(raw, eol)
		if err := s.visit(it); err != nil {
			return err
		}
	}
}

func (s *scanner) blank(raw, eol []byte) error {
	s.passedLine(raw, eol)
	if err := s.v.filler(raw); err != nil {
		return err
	}
	return s.v.filler(eol)
}

// whole reads an input that is one record.
func (s *scanner) whole(c container, mark bool) error {
	line, column := s.line, s.column
	raw, rest, err := readAll(s.source, nil, s.limit)
	if err != nil {
		return err
	}
	if c == either {
		c = plain
		if rest == nil && jsonx.Valid(raw) {
			c = value
			if raw[jsonx.SkipSpace(raw, 0)] == '[' {
				return s.again(raw, line, column, mark)
			}
		}
	}
	if err := s.v.begin(s.source, c, mark); err != nil {
		return err
	}
	return s.one(c, raw, rest, line, column)
}

// again reads raw, all of the input, as an array.
func (s *scanner) again(raw []byte, line, column int, mark bool) error {
	inner := newSource(s.name, bytes.NewReader(raw))
	defer inner.release()
	inner.offset, inner.line, inner.column = s.offset-int64(len(raw)), line, column
	s.source = inner
	return s.array(mark)
}

// one visits raw, which with rest is all that the input holds and began at the
// given place.
func (s *scanner) one(c container, raw []byte, rest io.Reader, line, column int) error {
	at := jsonx.RangeOf(0, len(raw))
	switch {
	case rest != nil:
	case c == plain:
		text, _ := cutEOL(raw)
		at.End = len(text)
	default:
		at = jsonx.TrimSpace(raw)
	}
	if err := s.v.filler(raw[:at.Start]); err != nil {
		return err
	}
	it := s.newItem(at.Of(raw), rest)
	it.plain, it.eol = c == plain, raw[at.End:]
	it.Offset = s.offset - int64(len(raw)-at.Start)
	it.line, it.column = jsonx.Place(raw, at.Start)
	if it.line == 1 {
		it.column += column - 1
	}
	it.line += line - 1
	return s.visit(it)
}
