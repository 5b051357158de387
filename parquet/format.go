package parquet

import (
	"io"

	"github.com/toolspeak/toolspeak/dataset"
)

// Format reads and writes Parquet files: it is the Rows of a Job of package dataset/job, and can be
// used without one. The zero value takes the defaults.
type Format struct {
	RowGroupRows  int64 // the most rows of a row group that is written; 100,000 where it is 0
	RowGroupBytes int64 // the most bytes of one, in memory and before compression; 32 MiB where it is 0
	Window        int   // bytes of records that columns are inferred from; 8 MiB where it is 0
}

var _ dataset.RowFormat = Format{}

// Sniff reports whether the first bytes of a file are those of a Parquet file. Four
// are enough.
func (Format) Sniff(head []byte) bool {
	return len(head) >= 4 && (string(head[:4]) == magic || string(head[:4]) == magicSecret)
}

// Open reads the footer of a Parquet file of size bytes. The error wraps
// [ErrNotParquet], [ErrDamaged] or [ErrUnsupported], or is that of r. r is read until
// the last reader of its rows is done.
//
// The file may be used by several goroutines, and each reader of its rows by one. After
// the error of a row that is no record, which is a [*ir.Diagnostic], Next continues with
// the row after it; any other error is final.
func (Format) Open(r io.ReaderAt, size int64) (dataset.RowFile, error) {
	f, err := openFile(r, size)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Join returns the schema of f for Create; same is false if the columns are not those of
// before, which is what Join returned for the files before f, or nil. The schema has a
// method String, which lists the columns with their types.
func (Format) Join(before any, f dataset.RowFile) (schema any, same bool) {
	file, ok := f.(*rowFile)
	if !ok {
		return before, false
	}
	first, some := before.(*tableSchema)
	switch {
	case !some:
		return file.schema, true
	case !first.equal(file.schema):
		return first, false
	case file.schema.held && !first.held:
		return file.schema, true
	}
	return first, true
}

// Infer returns a writer that writes nothing, and finds the schema of all records that
// it is given, in which every column may be null. Where the records were made of rows,
// the columns that all of them repeat are those of the rows, with their types and
// values, and so is the key-value metadata. Its memory depends on the number of
// different keys.
func (Format) Infer() dataset.RowInferrer { return newInferrer() }

// Create writes a file to w with the columns and the key-value metadata of a schema that
// Join or Infer found. Without one it infers the columns from the first records; if all
// records would have led to others, the error is [dataset.ErrColumns].
//
// c compresses all columns. With [dataset.Uncompressed] they keep the codec that they
// had in the file of the schema, and new ones take zstd. Close does not close w. The
// same rows give the same bytes.
func (f Format) Create(w io.Writer, schema any, c dataset.Compression) (dataset.RowFileWriter, error) {
	known, _ := schema.(*tableSchema)
	out, err := newWriter(w, known, options{f.RowGroupRows, f.RowGroupBytes, f.Window, string(c)})
	if err != nil {
		return nil, err
	}
	return out, nil
}
