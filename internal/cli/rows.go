package cli

import (
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/parquet"
)

// rows returns the format of files of rows.
func rows() dataset.RowFormat { return thriftyRows{parquet.Format{Window: inferFrom}} }

// inferFrom is how many bytes of records are looked at first to infer columns; 0 means
// parquet's default.
var inferFrom = 0

// thriftyRows lets the garbage collector run more often where rows are written, unless the
// user has tuned it: what is written of a row group is held until it is complete, and
// as much again of garbage would be most of the memory.
type thriftyRows struct{ dataset.RowFormat }

// Create begins a file.
func (l thriftyRows) Create(w io.Writer, schema any, c dataset.Compression) (dataset.RowFileWriter, error) {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		const percent = 25
		debug.SetGCPercent(percent)
	}
	return l.RowFormat.Create(w, schema, c)
}

// ballast makes the garbage collector run as if so much more memory were in use,
// unless the user has tuned it, until release is called. It is never written to, so
// that it takes addresses and no memory. A run over records keeps one or two megabytes and
// would be collected hundreds of times in a large file; with a percentage the peak
// would be a multiple also of what a large record takes.
func ballast() (release func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	const size = 16 << 20
	b := make([]byte, size)
	return func() { runtime.KeepAlive(b) }
}
