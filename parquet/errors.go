package parquet

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/ir"
)

var (
	// ErrNotParquet is returned by Open for what does not begin and end as a Parquet file does.
	ErrNotParquet = errors.New("not a Parquet file")
	// ErrDamaged is wrapped by errors about a file that contradicts itself. The rows
	// read before it are good; reading can't continue after it.
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

// A rowError says why one row could not be read or written. Reading and writing
// continue with the next.
type rowError struct {
	column string // where: messages[2].content; empty for the record as a whole
	reason string // what was found and what was expected
}

// Error names the column and the reason.
func (e *rowError) Error() string {
	if e.column == "" {
		return e.reason
	}
	return fmt.Sprintf("column %s: %s", e.column, e.reason)
}

// asReject makes a reject with a code of an error about one row, and leaves others
// as they are.
func asReject(code ir.Code, err error) error {
	one, ok := errors.AsType[*rowError](err)
	if !ok {
		return err
	}
	d := ir.Reportf(code, "%s", one.Error())
	d.Pos = ir.Place{Line: 1, Column: 1}
	return &d
}

func isReject(err error) bool {
	_, ok := errors.AsType[*ir.Diagnostic](err)
	return ok
}

// guard turns a panic of the library below, which trusts the files it reads, into
// an error that wraps cause.
func guard(err *error, cause error) {
	if p := recover(); p != nil {
		*err = blamed(cause, p)
	}
}

// blamed returns what a panic that is being recovered says of a file.
func blamed(cause error, p any) error {
	if diag.Ours() {
		return fmt.Errorf("a fault of toolspeak, please report it with the file: %v", p)
	}
	if _, ofRuntime := p.(runtime.Error); ofRuntime {
		return fmt.Errorf("%w: its parts contradict each other", cause)
	}
	return fmt.Errorf("%w: %v", cause, p)
}
