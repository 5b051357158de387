package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/layouts"
)

// MergeError says why a converted data set and mended records don't fit
// together. File and Record say where it was found; Record is 0 where it is
// about the file as a whole.
type MergeError struct {
	File   string
	Record int
	Text   string
}

// Error names the file and the record.
func (e *MergeError) Error() string {
	if e.Record == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Text)
	}
	return fmt.Sprintf("%s: record %d: %s", e.File, e.Record, e.Text)
}

// MergeInput is a file to merge: its name, for errors, and what it holds.
type MergeInput struct {
	Name string
	R    io.Reader
}

// Merge writes the records of out with those of mended in their places, and
// returns how many there are. The record i of mended becomes the record
// positions[i] of the result; positions count from 1 and grow, and there is one
// for each record of mended. Both inputs are JSONL or an array. The result is
// what out is; the bytes of its records, and blank lines, stay as they are.
//
// An error is a *MergeError, a *WriteError, or one of a reader. What was
// written before it is of no use.
func Merge(w io.Writer, out, mended MergeInput, positions []int) (records int, err error) {
	next, stop := iter.Pull2(mendedRecords(mended))
	defer stop()
	m := &merger{w: bufio.NewWriterSize(w, writeSize), out: out.Name, mended: mended.Name, positions: positions, next: next}
	if err := scan(out.Name, out.R, layouts.Auto, MaxRecord, m); err != nil {
		return 0, err
	}
	if _, err, more := next(); err != nil {
		return 0, err
	} else if more {
		return 0, &MergeError{mended.Name, 0, fmt.Sprintf("there are more records than rejects: expected %d", len(positions))}
	}
	if err := m.w.Flush(); err != nil {
		return 0, &WriteError{err}
	}
	return m.count, nil
}

// errStopped ends a scan whose records nobody wants any more.
var errStopped = errors.New("stopped")

// mendedRecords returns the records of an input, each in one line. A record is
// valid until the next is asked for.
func mendedRecords(in MergeInput) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		err := scan(in.Name, in.R, layouts.Auto, MaxRecord, &mendedVisitor{name: in.Name, yield: yield})
		if err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// mendedVisitor passes on the records of the mended input.
type mendedVisitor struct {
	name  string
	yield func([]byte, error) bool
}

func (v *mendedVisitor) begin(_ *source, c container, _ bool) error { return mergeable(v.name, c) }
func (v *mendedVisitor) filler([]byte) error                        { return nil }
func (v *mendedVisitor) end() error                                 { return nil }

func (v *mendedVisitor) item(it *Item) error {
	if err := sound(it); err != nil {
		return err
	}
	if !v.yield(jsonx.OneLine(it.Raw), nil) {
		return errStopped
	}
	return nil
}

// mergeable tells whether records can be put between those of a container.
func mergeable(name string, c container) error {
	if c == plain {
		return &MergeError{name, 0, "expected JSONL or a JSON array, found " + containerNames[c]}
	}
	return nil
}

// sound tells whether an item is a record that may stand in a result.
func sound(it *Item) error {
	d := it.fault
	if d == nil {
		d = layouts.Check(it.Raw)
	}
	if d == nil {
		return nil
	}
	baseLine(d, it.line, it.column)
	return &MergeError{it.File, it.Number, "expected a record that convert wrote: " + d.Text() + atLine(d)}
}

func atLine(d *ir.Diagnostic) string {
	if d.Pos.Line == 0 {
		return ""
	}
	return fmt.Sprintf(" (line %d, column %d)", d.Pos.Line, d.Pos.Column)
}

// merger visits the converted data set and writes the result.
type merger struct {
	w           *bufio.Writer
	out, mended string
	positions   []int // those of the records that are still to come
	next        func() ([]byte, error, bool)
	count       int // the records that were written

	kind container
	last byte   // the last byte that was written
	eol  []byte // the end of a line, as out has it
	// Of an array: what stands between the last record and the next, and what
	// goes between two records.
	gap, between []byte
	elements     int
}

func (m *merger) begin(_ *source, c container, mark bool) error {
	if m.kind = c; c == value {
		m.kind = lines // a single record
	}
	m.eol = []byte{'\n'}
	if mark {
		m.write(bom)
	}
	return mergeable(m.out, c)
}

// write writes b. The writer keeps its first error for Flush.
func (m *merger) write(b []byte) {
	if len(b) > 0 {
		m.last = b[len(b)-1]
		_, _ = m.w.Write(b)
	}
}

func (m *merger) filler(b []byte) error {
	if m.kind == array {
		m.gap = append(m.gap, b...)
	} else {
		m.write(b)
	}
	return nil
}

func (m *merger) item(it *Item) error {
	if err := sound(it); err != nil {
		return err
	}
	if m.kind != array {
		return m.line(it)
	}
	m.write(m.gap)
	m.between = separator(m.between, m.gap)
	m.gap, m.elements = m.gap[:0], m.elements+1
	err := m.insert(func(record []byte) {
		m.write(record)
		m.write(m.between)
	})
	m.write(it.Raw)
	m.count++
	return err
}

func (m *merger) line(it *Item) error {
	if bytes.HasSuffix(it.eol, []byte("\r\n")) {
		m.eol = []byte("\r\n")
	}
	err := m.insert(m.insertLine)
	if bytes.IndexByte(it.Raw, '\n') >= 0 {
		return &MergeError{it.File, it.Number, "expected JSONL or a JSON array, found " + containerNames[value]}
	}
	m.write(it.Raw)
	m.write(it.eol)
	m.count++
	return err
}

func (m *merger) insertLine(record []byte) {
	m.write(record)
	m.write(m.eol)
}

// separator returns what goes between two elements of an array, by what stood
// before the latest one: a bracket or a comma, and white space.
func separator(before, gap []byte) []byte {
	if k := bytes.IndexByte(gap, '['); k >= 0 {
		return append([]byte{','}, gap[k+1:]...)
	}
	if bytes.IndexByte(gap, ',') >= 0 {
		return bytes.Clone(gap)
	}
	return before
}

// insert writes the mended records whose place is here.
func (m *merger) insert(write func(record []byte)) error {
	for len(m.positions) > 0 && m.positions[0] == m.count+1 {
		record, err, more := m.next()
		switch {
		case err != nil:
			return err
		case !more:
			return &MergeError{m.mended, 0, fmt.Sprintf(
				"the records end before the one for record %d: expected %d more, one for each reject", m.positions[0], len(m.positions))}
		}
		write(record)
		m.count++
		m.positions = m.positions[1:]
	}
	return nil
}

// end writes the mended records that stand behind all others.
func (m *merger) end() error {
	var err error
	switch {
	case m.kind == array:
		err = m.endArray()
	case len(m.positions) > 0:
		if m.last != 0 && m.last != '\n' {
			m.write(m.eol)
		}
		err = m.insert(m.insertLine)
	}
	if err == nil && len(m.positions) > 0 {
		err = &MergeError{m.out, 0, fmt.Sprintf(
			"the next reject was record %d of the run, but there are only %d records to stand before it: expected the whole result of that run, with nothing left out or added",
			m.positions[0], m.count)}
	}
	return err
}

func (m *merger) endArray() error {
	tail, first := m.gap, m.elements == 0
	if k := bytes.IndexByte(tail, '['); first && k >= 0 {
		m.write(tail[:k+1])
		tail, m.between = tail[k+1:], []byte(", ")
	}
	err := m.insert(func(record []byte) {
		if !first {
			m.write(m.between)
		}
		first = false
		m.write(record)
	})
	m.write(tail)
	return err
}
