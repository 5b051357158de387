package parquet

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/toolspeak/toolspeak/dataset"
)

// A rowFile is an open Parquet file. Its methods are safe for use by several
// goroutines; each rowReader is for one.
type rowFile struct {
	r      io.ReaderAt
	meta   *format.FileMetaData
	leaves []*pq.Column
	chunks []*pq.FileColumnChunk // that decode the pages of the leaves; none where there are no row groups
	schema *tableSchema
}

// openFile reads the footer of a Parquet file.
func openFile(r io.ReaderAt, size int64) (f *rowFile, err error) {
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
	schema.unsorted, schema.held = c.unsorted, len(meta.RowGroups) > 0
	if err := checkChunks(meta, schema.leaves, size); err != nil {
		return nil, err
	}
	f = &rowFile{r: r, meta: meta, leaves: c.leaves, schema: schema}
	for _, group := range file.RowGroups() {
		for _, chunk := range group.ColumnChunks() {
			f.chunks = append(f.chunks, chunk.(*pq.FileColumnChunk))
		}
	}
	return f, nil
}

// Groups returns the row groups in the order of the file.
func (f *rowFile) Groups() []dataset.RowGroup {
	out := make([]dataset.RowGroup, len(f.meta.RowGroups))
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
func (f *rowFile) column(group *format.RowGroup, column int, memory *pageMemory) *columnReader {
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
