package parquet

import (
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/dataset"
)

// Format lets a dataset.Job read and write Parquet files.
type Format struct {
	// Window is how many bytes of records columns are inferred from; 0 means the
	// default of Options.
	Window int
}

var _ dataset.RowFormat = Format{}

// Sniff reports whether a file that begins so may be Parquet.
func (Format) Sniff(head []byte) bool { return Sniff(head) }

// Open opens a file.
func (Format) Open(r io.ReaderAt, size int64) (dataset.RowFile, error) {
	f, err := Open(r, size)
	if err != nil {
		return nil, err
	}
	return rowFile{f}, nil
}

// rowFile is a file as package dataset sees it.
type rowFile struct{ file *File }

// Groups returns the row groups.
func (f rowFile) Groups() []dataset.RowGroup {
	groups := f.file.RowGroups()
	out := make([]dataset.RowGroup, len(groups))
	for i, g := range groups {
		out[i] = dataset.RowGroup{Rows: g.Rows, Bytes: g.Bytes}
	}
	return out
}

// Read returns the rows of some groups.
func (f rowFile) Read(from, to int) dataset.RowReader { return f.file.Rows(from, to) }

// joined is the schema of several files with equal columns.
type joined struct {
	schema *Schema
	held   bool // it is that of a file with rows: one without says nothing of codecs
}

// Join returns the schema of files with equal columns.
func (Format) Join(before any, f dataset.RowFile) (schema any, same bool) {
	file := f.(rowFile).file
	held := len(file.RowGroups()) > 0
	first, some := before.(joined)
	switch {
	case !some:
		return joined{file.Schema(), held}, true
	case !first.schema.Equal(file.Schema()):
		return first, false
	case held && !first.held:
		return joined{file.Schema(), true}, true
	}
	return first, true
}

// Infer returns a writer that finds a schema.
func (Format) Infer() dataset.RowInferrer { return inferrer{NewInferrer()} }

// inferrer is an Inferrer as package dataset sees it.
type inferrer struct{ *Inferrer }

// Schema returns the schema of the records, and its notes.
func (i inferrer) Schema() (any, []string, error) {
	schema, err := i.Inferrer.Schema()
	if err != nil {
		return nil, nil, err
	}
	return schema, schema.Notes(), nil
}

// Create begins a file.
func (f Format) Create(w io.Writer, schema any, c dataset.Compression) (dataset.RowFileWriter, error) {
	if j, ok := schema.(joined); ok {
		schema = j.schema
	}
	known, _ := schema.(*Schema)
	out, err := NewWriter(w, known, Options{Codec: string(c), Window: f.Window})
	if err != nil {
		return nil, err
	}
	return fileWriter{out}, nil
}

// fileWriter is a Writer as package dataset sees it.
type fileWriter struct{ *Writer }

// Write writes a row.
func (w fileWriter) Write(row any) error { return columnsError(w.Writer.Write(row)) }

// Close ends the file.
func (w fileWriter) Close() error { return columnsError(w.Writer.Close()) }

// columnsError says to package dataset that columns were inferred in vain.
func columnsError(err error) error {
	if errors.Is(err, ErrColumns) {
		return fmt.Errorf("%w: %w", dataset.ErrColumns, err)
	}
	return err
}

// Notes returns the notes of the inferred columns.
func (w fileWriter) Notes() []string { return w.Schema().Notes() }
