package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/ir"
)

// Rows is an input that tells its records apart by itself, such as a file of
// columns. All functions of this package that read records from an io.Reader ask
// whether it is one. Then the records are those of Next, and Read, which gives
// them as JSONL, is not called.
type Rows interface {
	io.Reader
	// Next returns the next row, or io.EOF behind the last. The error of a row that
	// is no record is a *ir.Diagnostic; the Number of such a row counts all the
	// same. Any other error is final.
	Next() (Row, error)
}

// Row is a record of Rows.
type Row struct {
	// Number counts the rows of the input from 1, also where Rows holds a part of
	// them.
	Number int
	// JSON is the record on one line, without its end. Nothing writes to it.
	JSON []byte
	// Source is what RowWriter.Encode is given to make a row of the converted
	// record. It may be nil. If it has a method Release(), that is called when nothing
	// of the row is used any more: its memory may serve another row.
	Source any
}

// RowWriter writes converted records to an output that is no stream of JSON.
type RowWriter interface {
	// Encode makes a row of a record. source is what the record's Row had, nil for
	// other inputs. It is called by several goroutines at once. The error of a record
	// that the output can't hold is a *ir.Diagnostic and makes it a reject. The row
	// may share the record's bytes until it is written.
	Encode(source any, record []byte) (row any, err error)
	// Write writes a row that Encode made. It is called in the order of the records.
	Write(row any) error
}

// NewRowOutput returns an output whose records go to w. What stands between
// records is left out. From an input of another kind than JSONL the records come
// as they would to JSONL.
func (e *Engine) NewRowOutput(w RowWriter) *Output {
	return &Output{dst: io.Discard, neutral: e.neutral(), rows: w}
}

// scanRows visits the records of rows.
func scanRows(name string, rows Rows, limit int, v visitor) error {
	if err := v.begin(&source{name: name, rows: true}, lines, false); err != nil {
		return err
	}
	for {
		row, err := rows.Next()
		var unreadable *ir.Diagnostic
		switch {
		case errors.Is(err, io.EOF):
			return v.end()
		case err != nil && !errors.As(err, &unreadable):
			return fmt.Errorf("reading %s: %w", name, err)
		}
		it := &Item{
			File: name, Number: row.Number, Offset: -1, Raw: row.JSON, line: row.Number, column: 1,
			eol: []byte{'\n'}, fault: unreadable, row: &itemRow{source: row.Source},
		}
		switch {
		case unreadable != nil:
			it.Raw = []byte("null") // it has no words of its own, but its line counts
		case len(it.Raw) > limit:
			it.rest, it.fault = bytes.NewReader(nil), tooLarge(limit)
		}
		if err := v.item(it); err != nil {
			return err
		}
	}
}

// itemRow is what an item is beside its JSON.
type itemRow struct {
	source  any
	encoded any
}

// release gives the row of an item back.
func (it *Item) release() {
	if it.row == nil {
		return
	}
	if r, ok := it.row.source.(interface{ Release() }); ok {
		r.Release()
	}
}

// encode makes the row of an item that was converted, if the output wants one.
func (o *Output) encode(it *Item, record []byte) error {
	if o.rows == nil {
		return nil
	}
	if it.row == nil {
		it.row = &itemRow{}
	}
	var err error
	if it.row.encoded, err = o.rows.Encode(it.row.source, record); err != nil {
		return asReject(err)
	}
	return nil
}

// writeRow writes the row of an item.
func (o *Output) writeRow(it *Item) error {
	if err := o.rows.Write(it.row.encoded); err != nil {
		return &WriteError{err}
	}
	return nil
}
