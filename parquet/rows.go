package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	pq "github.com/parquet-go/parquet-go"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

const (
	// maxRow bounds the memory of one row: its values and their bytes.
	maxRow     = 512 << 20
	valueSize  = 24
	readAhead  = 128 // values of a column
	arenaChunk = 16 << 10
	arenaLong  = 1 << 10 // bytes of a string that is copied by itself
	maxKept    = 1 << 20 // bytes of memory that is kept for the next row
)

// A row is a row of a file, complete in itself: it stays good when the next is read.
type row struct {
	number int64  // counted from 1 in the whole file
	json   []byte // the record, one line without its end
	schema *Schema
	values []pq.Value // those of all leaves, one leaf after the other
	starts []int      // where each leaf's begin, and the end
	fields [][2]int   // where the value of each top-level column is in json
}

var _ dataset.Rows = (*Rows)(nil)

// Rows reads the rows of some row groups, in order, as the records of an input of
// package dataset. It is for one goroutine.
type Rows struct {
	file    *File
	next    int // the row group to open when this one ends
	to      int
	left    int64 // rows of this row group
	number  int64
	columns []*columnReader
	arena   arena
	decoder decoder
	line    []byte // what Read has not passed on yet
	err     error

	groups []RowGroup // from the one at hand
	passed int64      // rows of the first of groups
	bytes  int64
}

// Rows returns a reader of the rows of the row groups from to to-1, which must be
// between 0 and the number of row groups. The rows keep the numbers that they have in
// the file.
func (f *File) Rows(from, to int) *Rows {
	groups := f.RowGroups()
	r := &Rows{file: f, next: from, to: to, groups: groups[from:to]}
	for _, group := range groups[:from] {
		r.number += group.Rows
	}
	return r
}

// Next returns the next row, or io.EOF after the last. The error of a row that is no
// record is a *ir.Diagnostic, and Next continues with the row after it; any other
// error is final.
func (r *Rows) Next() (dataset.Row, error) {
	one, err := r.row()
	if err != nil {
		if err = asReject(ir.CodeRowUnreadable, err); isReject(err) {
			r.count()
		}
		return dataset.Row{Number: int(r.number)}, err
	}
	r.count()
	return dataset.Row{Number: int(one.number), JSON: one.json, Source: one}, nil
}

// Read gives the rows as JSONL. A row that is no record ends it.
func (r *Rows) Read(b []byte) (int, error) {
	if len(r.line) == 0 {
		one, err := r.Next()
		if err != nil {
			return 0, err
		}
		r.line = append(one.JSON[:len(one.JSON):len(one.JSON)], '\n')
	}
	n := copy(b, r.line)
	r.line = r.line[n:]
	return n, nil
}

// count counts the bytes of a row: its even part of those of its row group.
func (r *Rows) count() {
	for len(r.groups) > 0 && r.passed == r.groups[0].Rows {
		r.groups, r.passed = r.groups[1:], 0
	}
	if len(r.groups) > 0 {
		g := r.groups[0]
		r.bytes += int64(float64(g.Bytes)*float64(r.passed+1)/float64(g.Rows)) - int64(float64(g.Bytes)*float64(r.passed)/float64(g.Rows))
		r.passed++
	}
}

// BytesRead returns how many bytes of the file the rows that were read stand for.
func (r *Rows) BytesRead() int64 { return r.bytes }

func (r *Rows) row() (one *row, err error) {
	if r.err != nil {
		return nil, r.err
	}
	defer func() {
		var unfit *rowError
		if err != nil && !errors.As(err, &unfit) {
			r.err = err
			_ = r.Close()
		}
	}()
	defer guard(&err, fmt.Errorf("%w: row %d", ErrDamaged, r.number+1))
	for r.left == 0 {
		if err := r.open(); err != nil {
			return nil, err
		}
	}
	return r.read()
}

// Close frees what reading holds. It need not be called after an error. The file
// below stays open.
func (r *Rows) Close() error {
	if r.err == nil {
		r.err = io.EOF
	}
	for _, c := range r.columns {
		c.close()
	}
	r.columns = nil
	return nil
}

// open goes to the next row group, or returns io.EOF.
func (r *Rows) open() error {
	for _, c := range r.columns {
		if _, ok, err := c.peek(); err != nil {
			return damaged(err)
		} else if ok {
			return fmt.Errorf("%w: row group %d has more values than rows", ErrDamaged, r.next-1)
		}
		c.close()
	}
	r.columns = nil
	if r.next >= r.to {
		return io.EOF
	}
	meta := &r.file.file.Metadata().RowGroups[r.next]
	if err := checkPages(r.file.r, meta); err != nil {
		return fmt.Errorf("row group %d: %w", r.next, err)
	}
	group := r.file.file.RowGroups()[r.next]
	for i, chunk := range group.ColumnChunks() {
		r.columns = append(r.columns, &columnReader{pages: chunk.Pages(), empty: meta.Columns[i].MetaData.NumValues == 0})
	}
	r.left, r.next = meta.NumRows, r.next+1
	return nil
}

func (r *Rows) read() (*row, error) {
	r.left--
	r.number++
	s := r.file.schema
	one := &row{number: r.number, schema: s, starts: make([]int, 0, s.leaves+1), values: make([]pq.Value, 0, s.leaves)}
	a := &r.arena
	a.size = 0
	for i, c := range r.columns {
		one.starts = append(one.starts, len(one.values))
		if err := c.row(one, a, i); err != nil {
			return nil, fmt.Errorf("row %d: %w", r.number, damaged(err))
		}
	}
	one.starts = append(one.starts, len(one.values))
	if a.size+valueSize*len(one.values) > maxRow {
		return nil, &rowError{reason: fmt.Sprintf("it needs more than %d bytes of memory", maxRow)}
	}
	err := one.assemble(&r.decoder)
	r.decoder.row = nil
	if err != nil {
		r.decoder = decoder{} // what it had written of the row may be large
		return nil, err
	}
	return one, nil
}

// An arena holds copies of the bytes of rows, which outlive the pages that they
// were read from.
type arena struct {
	free []byte
	size int // of the row at hand
}

func (a *arena) copy(b []byte) []byte {
	if len(b) >= arenaLong {
		return bytes.Clone(b) // which does not clear it first
	}
	if len(b) > len(a.free) {
		a.free = make([]byte, arenaChunk)
	}
	n := copy(a.free, b)
	out := a.free[:n:n]
	a.free = a.free[n:]
	return out
}

// A columnReader reads the values of a column chunk one by one.
type columnReader struct {
	pages  pq.Pages
	page   pq.Page
	values pq.ValueReader
	buffer [readAhead]pq.Value
	have   []pq.Value // those of buffer that were not taken yet
	empty  bool
}

// row appends the values of the next row. When the row is above the limit they are
// read all the same, and dropped.
func (c *columnReader) row(to *row, a *arena, index int) error {
	for n := 0; ; n++ {
		v, ok, err := c.peek()
		if err != nil {
			return err
		}
		if !ok || n > 0 && v.RepetitionLevel() == 0 {
			if n == 0 {
				return fmt.Errorf("%w: column %d ends before the rows do", ErrDamaged, index)
			}
			return nil
		}
		if n == 0 && v.RepetitionLevel() != 0 {
			return fmt.Errorf("%w: column %d continues a row that did not begin", ErrDamaged, index)
		}
		c.have = c.have[1:]
		if a.size+valueSize*len(to.values) > maxRow {
			continue
		}
		if k := v.Kind(); k == pq.ByteArray || k == pq.FixedLenByteArray {
			b := a.copy(v.ByteArray())
			a.size += len(b)
			level := v
			if v = pq.ByteArrayValue(b); k == pq.FixedLenByteArray {
				v = pq.FixedLenByteArrayValue(b)
			}
			v = v.Level(level.RepetitionLevel(), level.DefinitionLevel(), index)
		}
		to.values = append(to.values, v)
	}
}

// peek returns the next value, which is good until the one after it is asked for;
// ok is false behind the last.
func (c *columnReader) peek() (v pq.Value, ok bool, err error) {
	for len(c.have) == 0 {
		if c.values == nil {
			if c.empty {
				return v, false, nil
			}
			page, err := c.pages.ReadPage()
			if err == io.EOF {
				return v, false, nil
			} else if err != nil {
				return v, false, err
			}
			c.page, c.values = page, page.Values()
		}
		n, err := c.values.ReadValues(c.buffer[:])
		c.have = c.buffer[:n]
		if n == 0 {
			if err != nil && err != io.EOF {
				return v, false, err
			}
			if err == nil {
				return v, false, io.ErrNoProgress
			}
			c.values = nil
			pq.Release(c.page)
			c.page = nil
		}
	}
	return c.have[0], true, nil
}

func (c *columnReader) close() {
	if c.page != nil {
		pq.Release(c.page)
		c.page, c.values = nil, nil
	}
	c.have, c.empty = nil, true
	c.pages.Close() // it frees buffers; there is nothing to lose
}
