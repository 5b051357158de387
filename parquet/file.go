package parquet

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// A File is an open Parquet file. Its methods are safe for use by several
// goroutines; each Rows is for one.
type File struct {
	r      io.ReaderAt
	meta   *format.FileMetaData
	leaves []*pq.Column
	chunks []*pq.FileColumnChunk // that decode the pages of the leaves; none where there are no row groups
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
	meta, err := readFooter(r, size)
	if err != nil {
		return nil, err
	}
	file, err := openSchema(meta)
	if err != nil {
		return nil, damaged(err)
	}
	c := copier{meta: meta}
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
	if err := checkChunks(meta, schema.leaves, size); err != nil {
		return nil, err
	}
	f = &File{r: r, meta: meta, leaves: c.leaves, schema: schema}
	for _, group := range file.RowGroups() {
		for _, chunk := range group.ColumnChunks() {
			f.chunks = append(f.chunks, chunk.(*pq.FileColumnChunk))
		}
	}
	return f, nil
}

// Schema returns the schema of the file, with its key-value metadata.
func (f *File) Schema() *Schema { return f.schema }

// RowGroups returns the row groups in the order of the file.
func (f *File) RowGroups() []RowGroup {
	out := make([]RowGroup, len(f.meta.RowGroups))
	for i := range out {
		group := &f.meta.RowGroups[i]
		out[i].Rows = group.NumRows
		for j := range group.Columns {
			out[i].Bytes += group.Columns[j].MetaData.TotalCompressedSize
		}
	}
	return out
}

// column returns a reader of a column chunk.
func (f *File) column(group *format.RowGroup, column int, memory *pageMemory) *columnReader {
	chunk := &group.Columns[column]
	start, length := chunkRange(chunk)
	s := &pageSource{
		r: f.r, column: f.leaves[column], codec: chunk.MetaData.Codec, at: start, end: start + length, memory: memory,
	}
	if t := f.leaves[column].Type(); t.Kind() == pq.FixedLenByteArray {
		s.width = int64(t.Length())
	}
	return &columnReader{source: s, pages: f.chunks[column].PagesFrom(s), empty: chunk.MetaData.NumValues == 0}
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
