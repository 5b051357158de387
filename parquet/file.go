package parquet

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	pq "github.com/parquet-go/parquet-go"
)

// A File is an open Parquet file. Its methods are safe for use by several
// goroutines; each Rows is for one.
type File struct {
	r      io.ReaderAt
	file   *pq.File
	schema *Schema
}

// A RowGroup is a part of a file that is read on its own.
type RowGroup struct {
	Rows  int64
	Bytes int64 // in the file, compressed
}

// Open reads the footer of a Parquet file of size bytes. The error wraps
// ErrNotParquet, ErrDamaged, ErrUnsupported, or is that of r. r is read until the
// last Rows is done.
func Open(r io.ReaderAt, size int64) (f *File, err error) {
	defer guard(&err, ErrDamaged)
	if err := checkFooter(r, size); err != nil {
		return nil, err
	}
	file, err := pq.OpenFile(r, size, &pq.FileConfig{
		SkipPageIndex: true, SkipBloomFilters: true, ReadBufferSize: 64 << 10, ReadMode: pq.ReadModeSync,
	})
	if err != nil {
		return nil, damaged(err)
	}
	meta := file.Metadata()
	c := copier{elements: meta.Schema}
	out := c.copy(file.Root())
	metadata := map[string]string{}
	for _, kv := range meta.KeyValueMetadata {
		metadata[kv.Key] = kv.Value
	}
	schema, err := newSchema(file.Root().Name(), file.Root(), out, metadata)
	if err != nil {
		return nil, err
	}
	schema.unsorted = c.unsorted
	if err := checkMetadata(meta, schema.leaves, size); err != nil {
		return nil, err
	}
	return &File{r: r, file: file, schema: schema}, nil
}

// Schema returns the schema of the file, with its key-value metadata.
func (f *File) Schema() *Schema { return f.schema }

// RowGroups returns the row groups in the order of the file.
func (f *File) RowGroups() []RowGroup {
	meta := f.file.Metadata()
	out := make([]RowGroup, len(meta.RowGroups))
	for i := range meta.RowGroups {
		out[i].Rows = meta.RowGroups[i].NumRows
		for j := range meta.RowGroups[i].Columns {
			out[i].Bytes += meta.RowGroups[i].Columns[j].MetaData.TotalCompressedSize
		}
	}
	return out
}

// damaged makes an error of the library one about the file, unless it came from
// the disk below.
func damaged(err error) error {
	var path *fs.PathError
	if err == nil || errors.Is(err, ErrDamaged) || errors.Is(err, ErrUnsupported) || errors.As(err, &path) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}
