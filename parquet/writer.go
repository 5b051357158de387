package parquet

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync/atomic"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/toolspeak/toolspeak/ir"
)

// options bound the row groups of a file to be written, and say how it is
// compressed. The zero value takes the defaults: see Format.
type options struct {
	RowGroupRows  int64
	RowGroupBytes int64
	Window        int
	// Codec compresses all columns: "gzip" or "zstd". Without it columns keep the codec
	// that they had in the file of the schema, and new ones take zstd.
	Codec string
}

// zstdFast is zstd at its fastest level: the next takes half as long again for a twelfth of the size.
var zstdFast = &zstd.Codec{Level: zstd.SpeedFastest}

var codecs = map[string]compress.Codec{"gzip": &pq.Gzip, "zstd": zstdFast}

const (
	defaultRows   = 100_000
	defaultBytes  = 32 << 20
	defaultWindow = 8 << 20
	dictionaryMax = 1 << 20
	pageBytes     = 4 << 20 // of a column's values, after which it begins a new page
	firstBytes    = 3 << 19 // the same for the first firstPages of a row group: texts that all differ leave their dictionary early
	firstPages    = 2
	pageSize      = 1 << 20

	// createdBy has the form that readers of the format parse.
	createdBy = "toolspeak version 1 (build parquet-go)"
)

// A rowFileWriter writes records as the rows of a Parquet file. The same rows give the
// same bytes.
type rowFileWriter struct {
	dst    io.Writer
	schema atomic.Pointer[tableSchema]
	infers bool
	window *window // until the columns are inferred
	//lint:ignore SA1019 GenericWriter plans how to take Go values apart, and panics
	w       *pq.Writer
	columns []*pq.ColumnWriter
	max     options
	pages   []pages // of each column
	rows    int64   // of this row group
	bytes   int64
	err     error
}

// pages are those of a column in this row group: how many have ended here, and how many
// bytes of values came after them.
type pages struct{ ended, bytes int64 }

var (
	errClosed  = errors.New("the Parquet writer is closed")
	errForeign = errors.New("the row was encoded by another writer")
	errWritten = errors.New("the row was written before")
)

// newWriter writes a file with the columns of schema, and its key-value metadata, to w.
// Where schema is nil the columns are inferred from the first records. Where all records
// would have led to others, the error is dataset.ErrColumns.
func newWriter(w io.Writer, schema *tableSchema, options options) (*rowFileWriter, error) {
	if options.RowGroupRows <= 0 {
		options.RowGroupRows = defaultRows
	}
	if options.RowGroupBytes <= 0 {
		options.RowGroupBytes = defaultBytes
	}
	if options.Window <= 0 {
		options.Window = defaultWindow
	}
	if _, ok := codecs[options.Codec]; options.Codec != "" && !ok {
		return nil, fmt.Errorf("%w: the codec %q", ErrUnsupported, options.Codec)
	}
	out := &rowFileWriter{dst: w, max: options, infers: schema == nil}
	if schema == nil {
		out.window = &window{infer: newInferrer(), size: options.Window}
		return out, nil
	}
	out.schema.Store(schema)
	return out, out.open(schema)
}

// open begins the file.
func (w *rowFileWriter) open(schema *tableSchema) (err error) {
	defer guard(&err, ErrUnsupported)
	config := pq.DefaultWriterConfig()
	config.CreatedBy = createdBy
	config.Compression = zstdFast
	config.PageBufferSize = pageSize
	config.DictionaryMaxBytes = dictionaryMax
	config.MaxRowsPerRowGroup = w.max.RowGroupRows
	config.KeyValueMetadata = maps.Clone(schema.metadata)
	config.SkipPageBounds = slices.Concat(schema.unsorted, schema.repeated) // nobody looks for them in lists
	config.Schema = schema.out
	if codec, ok := codecs[w.max.Codec]; ok {
		config.Schema = pq.NewSchema(schema.out.Name(), schema.columns.packed(codec))
	}
	// Not NewGenericWriter: it plans how to take Go values apart at once, and panics
	// over schemas that no Go type has.
	w.w = pq.NewWriter(w.dst, config)
	w.columns = w.w.ColumnWriters()
	w.pages = make([]pages, len(w.columns))
	return nil
}

// Encode makes a row of a JSON record. Where the record was made of a row, whose Source
// is given, each top-level column whose JSON it repeats byte for byte keeps the values of
// that row. A missing key is null where the column may be null. The error of a record
// that does not fit is a *ir.Diagnostic. The row shares the record's bytes until it is
// written. Encode is safe for use by several goroutines.
func (w *rowFileWriter) Encode(source any, record []byte) (any, error) {
	if w.infers {
		return w.encodeInferred(record)
	}
	from, _ := source.(*row)
	one, err := w.schema.Load().encode(from, record)
	if err != nil {
		return nil, asReject(ir.CodeRowMismatch, err)
	}
	return one, nil
}

// Write writes a row that Encode returned. An error is final. Write is for one goroutine
// at a time.
func (w *rowFileWriter) Write(row any) (err error) {
	if w.err != nil {
		return w.err
	}
	defer func() { w.err = err }()
	defer guard(&err, ErrUnsupported)
	one, ok := row.(*encoded)
	switch {
	case !ok && w.infers:
		return w.writeInferred(row)
	case !ok || one.schema != w.schema.Load():
		return errForeign
	case one.encoder == nil:
		return errWritten
	}
	return w.write(one)
}

func (w *rowFileWriter) write(row *encoded) error {
	if w.rows > 0 && (w.rows >= w.max.RowGroupRows || w.bytes+row.size > w.max.RowGroupBytes) {
		if err := w.w.Flush(); err != nil {
			return fmt.Errorf("writing a row group: %w", err)
		}
		w.rows, w.bytes = 0, 0
		clear(w.pages)
	}
	for i, values := range row.columns {
		if _, err := w.columns[i].WriteRowValues(values); err != nil {
			return fmt.Errorf("writing a row: %w", err)
		}
		if err := w.endPage(i, row.sizes[i]); err != nil {
			return err
		}
	}
	row.give()
	row.encoder = nil
	w.rows++
	w.bytes += row.size
	return nil
}

// endPage ends the page of a column to which so many bytes were added, if it is full. The
// library asks how large a page is by its indexes where it has a dictionary, and how large
// the dictionary is only when a page ends: one of long texts would grow to the whole row group.
func (w *rowFileWriter) endPage(column int, bytes int64) error {
	p := &w.pages[column]
	most := int64(pageBytes)
	if p.ended < firstPages {
		most = firstBytes
	}
	if p.bytes += bytes; p.bytes <= most {
		return nil
	}
	*p = pages{ended: p.ended + 1}
	if err := w.columns[column].Flush(); err != nil {
		return fmt.Errorf("writing a page: %w", err)
	}
	return nil
}

// Close writes the last row group and the footer. It does not close the file below.
func (w *rowFileWriter) Close() (err error) {
	if w.err != nil {
		return w.err
	}
	defer func() {
		if err == nil {
			w.err = errClosed
		} else {
			w.err = err
		}
	}()
	defer guard(&err, ErrUnsupported)
	if w.window != nil {
		if err := w.endWindow(); err != nil {
			return err
		}
	}
	if err := w.w.Close(); err != nil {
		return fmt.Errorf("writing the end of the Parquet file: %w", err)
	}
	return nil
}
