package parquet

import (
	"errors"
	"fmt"
)

var (
	// ErrNotParquet is returned by Open for what does not begin and end as a Parquet file does.
	ErrNotParquet = errors.New("not a Parquet file")
	// ErrDamaged is wrapped by errors about a file that contradicts itself. The rows
	// read before it are good; there is no way to go on behind it.
	ErrDamaged = errors.New("the Parquet file is damaged")
	// ErrUnsupported is wrapped by errors about files that are sound and use what this
	// package does not know: encryption, an old codec, pages above the limit.
	ErrUnsupported = errors.New("not supported in Parquet files")
)

var (
	errUTF8Record = errors.New("the record is not valid UTF-8")
	errTooDeep    = errors.New("the record nests deeper than 1000")
	errNoObject   = errors.New("the record is not a JSON object")
)

// A RowError says why one row could not be read or written. The reader or writer
// that returned it goes on with the next.
type RowError struct {
	Row    int64  // counted from 1 in the file read; 0 where the record has no source row
	Column string // where: messages[2].content; empty for the record as a whole
	Reason string // what was found and what was expected
}

// Error names the row, where there is one, the column, and the reason.
func (e *RowError) Error() string {
	text := e.Reason
	if e.Column != "" {
		text = fmt.Sprintf("column %s: %s", e.Column, e.Reason)
	}
	if e.Row > 0 {
		text = fmt.Sprintf("row %d: %s", e.Row, text)
	}
	return text
}

// guard turns a panic of the library below, which trusts the files it reads, into
// an error that wraps cause.
func guard(err *error, cause error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: %v", cause, p)
	}
}
