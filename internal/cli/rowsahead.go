package cli

import (
	"errors"

	"github.com/toolspeak/toolspeak/parquet"
)

// aheadBytes is about how much JSON is read ahead at a time. Two such batches are
// held beside those that are read and used.
const (
	aheadBytes = 256 << 10
	rowBytes   = 1 << 9 // of a row beside its JSON, and of one that can't be read
)

// rowsAhead reads rows on a goroutine of its own, so that unpacking them does not
// wait until others are packed.
type rowsAhead struct {
	batches chan []rowOrError
	stop    chan struct{}
	have    []rowOrError
	err     error // the final one
}

// rowOrError is what parquet.Rows gave.
type rowOrError struct {
	row *parquet.Row
	err error
}

// readAhead begins to read. Close ends it, and rows are nobody else's until then.
func readAhead(rows *parquet.Rows) *rowsAhead {
	a := &rowsAhead{batches: make(chan []rowOrError, 1), stop: make(chan struct{})}
	go a.read(rows)
	return a
}

func (a *rowsAhead) read(rows *parquet.Rows) {
	defer close(a.batches)
	for last := false; !last; {
		var batch []rowOrError
		for size := 0; size < aheadBytes && !last; {
			row, err := rows.Next()
			batch = append(batch, rowOrError{row, err})
			size += rowBytes
			if last = final(err); err == nil {
				size += len(row.JSON)
			}
		}
		select {
		case a.batches <- batch:
		case <-a.stop:
			return
		}
	}
}

// final tells whether no row follows an error.
func final(err error) bool {
	var one *parquet.RowError
	return err != nil && !errors.As(err, &one)
}

// next is Next of parquet.Rows.
func (a *rowsAhead) next() (*parquet.Row, error) {
	if a.err != nil {
		return nil, a.err
	}
	if len(a.have) == 0 {
		a.have = <-a.batches
	}
	got := a.have[0]
	a.have[0] = rowOrError{} // its memory is the caller's
	a.have = a.have[1:]
	if final(got.err) {
		a.err = got.err
	}
	return got.row, got.err
}

// close waits until nothing is read any more.
func (a *rowsAhead) close() {
	close(a.stop)
	for range a.batches {
	}
}
