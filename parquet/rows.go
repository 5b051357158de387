package parquet

import (
	"errors"
	"fmt"
	"io"

	pq "github.com/parquet-go/parquet-go"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

const (
	// maxValues bounds the values of one row, and maxJSON its record.
	maxValues = 4 << 20
	maxJSON   = 256 << 20
)

// rowReader reads the rows of some row groups, in order, as the records of an input of
// package dataset. It is for one goroutine.
type rowReader struct {
	file    *rowFile
	next    int // the row group to open when this one ends
	to      int
	left    int64 // rows of this row group
	number  int64
	columns []*columnReader
	decoder decoder
	line    []byte // what Read has not passed on yet
	err     error

	groups []dataset.RowGroup // from the current one
	passed int64              // rows of the first of groups
	bytes  int64
}

// Read returns a reader of the rows of the row groups from to to-1, which must be
// between 0 and the number of row groups. The rows keep the numbers that they have in
// the file.
func (f *rowFile) Read(from, to int) dataset.RowReader {
	groups := f.Groups()
	r := &rowReader{file: f, next: from, to: to, groups: groups[from:to]}
	for _, group := range groups[:from] {
		r.number += group.Rows
	}
	return r
}

// Next returns the next row, or io.EOF after the last. The error of a row that is no
// record is a *ir.Diagnostic, and Next continues with the row after it; any other
// error is final.
func (r *rowReader) Next() (dataset.Row, error) {
	one, err := r.row()
	if err != nil {
		if err = asReject(ir.CodeRowUnreadable, err); isReject(err) {
			r.count()
		}
		return dataset.Row{Number: int(r.number)}, err
	}
	r.count()
	return dataset.Row{Number: int(r.number), JSON: one.json, Source: one}, nil
}

// Read gives the rows as JSONL. A row that is no record ends it.
func (r *rowReader) Read(b []byte) (int, error) {
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
func (r *rowReader) count() {
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
func (r *rowReader) BytesRead() int64 { return r.bytes }

func (r *rowReader) row() (one *row, err error) {
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
	number := r.number + 1
	defer func() {
		if p := recover(); p != nil { // of the library; guard would make its error for each row
			err = fmt.Errorf("row %d: %w", number, blamed(ErrDamaged, p))
		}
	}()
	for r.left == 0 {
		if err := r.open(); err != nil {
			return nil, err
		}
	}
	return r.read()
}

// Close frees what reading holds. It need not be called after an error. The file
// below stays open.
func (r *rowReader) Close() error {
	if r.err == nil {
		r.err = io.EOF
	}
	r.closeColumns()
	return nil
}

func (r *rowReader) closeColumns() {
	for _, c := range r.columns {
		c.close()
	}
	r.columns = nil
}

// open continues with the next row group, or returns io.EOF.
func (r *rowReader) open() error {
	for _, c := range r.columns {
		if more, err := c.fill(); err != nil {
			return damaged(err)
		} else if more {
			return fmt.Errorf("%w: row group %d has more values than rows", ErrDamaged, r.next-1)
		}
	}
	r.closeColumns()
	if r.next >= r.to {
		return io.EOF
	}
	group := &r.file.meta.RowGroups[r.next]
	memory := memoryFor(group)
	for i := range group.Columns {
		r.columns = append(r.columns, r.file.column(group, i, memory))
	}
	r.left, r.next = group.NumRows, r.next+1
	return nil
}

func (r *rowReader) read() (*row, error) {
	r.left--
	r.number++
	d := &r.decoder
	d.values, d.starts = d.values[:0], d.starts[:0]
	for i, c := range r.columns {
		d.starts = append(d.starts, len(d.values))
		var err error
		if d.values, err = c.row(d.values); err != nil {
			return nil, fmt.Errorf("row %d: column %d: %w", r.number, i, damaged(err))
		}
	}
	d.starts = append(d.starts, len(d.values))
	if len(d.values) >= maxValues {
		d.values = nil
		return nil, &rowError{reason: fmt.Sprintf("it has %d values or more", maxValues)}
	}
	one, err := d.assemble(r.file.schema)
	if errors.Is(err, errLevels) {
		err = fmt.Errorf("%w: row %d: %w", ErrDamaged, r.number, err)
	}
	return one, err
}

// A columnReader reads the values of a column chunk row by row.
type columnReader struct {
	source *pageSource
	pages  pq.Pages
	page   pq.Page
	values pq.ValueReader
	buffer [128]pq.Value
	have   []pq.Value // those of buffer that were not taken yet
	used   []pq.Page  // those with values of the current row, in addition to page
	empty  bool
}

// row appends the values of the next row, which are good until the row after it is asked
// for. Those above maxValues are read all the same, and dropped.
func (c *columnReader) row(to []pq.Value) ([]pq.Value, error) {
	c.release()
	for first := true; ; first = false {
		more, err := c.fill()
		switch {
		case err != nil:
			return to, err
		case !more && first:
			return to, fmt.Errorf("%w: it ends before the rows do", ErrDamaged)
		case !more || !first && c.have[0].RepetitionLevel() == 0:
			return to, nil
		case first && c.have[0].RepetitionLevel() != 0:
			return to, fmt.Errorf("%w: it continues a row that did not begin", ErrDamaged)
		}
		n := 1
		for n < len(c.have) && c.have[n].RepetitionLevel() != 0 {
			n++
		}
		to = append(to, c.have[:min(n, maxValues-len(to))]...)
		if len(to) == maxValues {
			c.release()
		}
		if c.have = c.have[n:]; len(c.have) > 0 {
			return to, nil
		}
	}
}

// fill reads values if none are left. more is false after the last.
func (c *columnReader) fill() (more bool, err error) {
	for len(c.have) == 0 {
		if c.values == nil {
			if c.empty {
				return false, nil
			}
			page, err := c.pages.ReadPage()
			if err == io.EOF {
				return false, nil
			} else if err != nil {
				return false, err
			}
			c.page, c.values = page, page.Values()
		}
		n, err := c.values.ReadValues(c.buffer[:])
		c.have = c.buffer[:n]
		if n == 0 {
			if err != nil && err != io.EOF {
				return false, err
			}
			if err == nil {
				return false, io.ErrNoProgress
			}
			c.used = append(c.used, c.page)
			c.source.hold()
			c.page, c.values = nil, nil
		}
	}
	return true, nil
}

// release gives back the pages that are used up.
func (c *columnReader) release() {
	for i, page := range c.used {
		pq.Release(page)
		c.used[i] = nil
	}
	c.used = c.used[:0]
	c.source.release()
}

func (c *columnReader) close() {
	c.release()
	if c.page != nil {
		pq.Release(c.page)
	}
	c.page, c.values, c.have, c.empty = nil, nil, nil, true
	_ = c.pages.Close() // it frees buffers; there is nothing to lose
}
