package dataset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/ir"
)

// Index finds the records of an input again, in any order. It holds where each of
// them is, sixteen bytes a record, and not the records.
type Index struct {
	name  string
	r     io.ReaderAt
	spots []indexed
	plain bool
	limit int
}

// indexed is where a record is.
type indexed struct {
	offset int64
	length int32
	fault  bool // it is no record: its container says why
}

// Index reads an input once and returns where its records are. r reads what the input
// holds after unpacking: see Unpack. seen, if it is not nil, is told after about each
// MiB how far the reading is.
func (e *Engine) Index(ctx context.Context, name string, r io.ReaderAt, size int64, seen func(bytes int64, records int)) (*Index, error) {
	x := &Index{name: name, r: r, limit: e.maxRecord}
	told := int64(0)
	for rec, err := range e.Records(ctx, name, io.NewSectionReader(r, 0, size)) {
		if rec == nil {
			return nil, err
		}
		if rec.Offset < 0 {
			return nil, &InputError{name, "holds rows, which have no places in the file: unpack it first"}
		}
		x.plain = rec.Plain
		x.spots = append(x.spots, indexed{offset: rec.Offset, length: int32(min(len(rec.Raw), x.limit)), fault: err != nil})
		if seen != nil && rec.Offset-told >= 1<<20 {
			told = rec.Offset
			seen(told, len(x.spots))
		}
	}
	return x, nil
}

// Name returns the name of the input.
func (x *Index) Name() string { return x.name }

// Len returns how many records the input has.
func (x *Index) Len() int { return len(x.spots) }

// Record reads record n, counted from 1. It is the caller's. It may be used by several
// goroutines at once if the reader may.
func (x *Index) Record(n int) (*Record, error) {
	if n < 1 || n > len(x.spots) {
		return nil, fmt.Errorf("%s has no record %d: it has %d", x.name, n, len(x.spots))
	}
	at := x.spots[n-1]
	raw := make([]byte, at.length)
	if _, err := x.r.ReadAt(raw, at.offset); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading %s: %w", x.name, err)
	}
	rec := &Record{File: x.name, Number: n, Offset: at.offset, Raw: raw, Plain: x.plain, line: 1, column: 1}
	if at.fault {
		rec.fault = faultOf(raw, x.limit)
	}
	return rec, nil
}

// faultOf says again why what a container holds is no record.
func faultOf(raw []byte, limit int) *ir.Diagnostic {
	if len(raw) >= limit {
		return tooLarge(limit)
	}
	return reject(ir.CodeNotJSON, "this is no element of the array")
}

// Packed reports whether an input that begins with these bytes is compressed or holds
// rows, so that its records have no places in it. Four bytes suffice.
func Packed(head []byte) bool {
	for magic := range packings {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}
	return bytes.HasPrefix(head, parquetMagic)
}

// Unpack copies what an input holds after unpacking, one record a line where the input
// is Rows, to w.
func Unpack(ctx context.Context, w io.Writer, name string, src io.Reader) error {
	if rows, ok := src.(Rows); ok {
		return unpackRows(ctx, w, rows)
	}
	c, _, err := newContent(name, contextReader{ctx, src})
	if err != nil {
		return err
	}
	defer c.close()
	if _, err := io.Copy(w, c.Reader); err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	return nil
}

// unpackRows writes rows as JSONL. One that can't be read is a line that is no JSON,
// so that all others keep their numbers.
func unpackRows(ctx context.Context, w io.Writer, rows Rows) error {
	for {
		row, err := rows.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case isReject(err):
			row.JSON = []byte("unreadable row: " + err.Error())
			row.JSON = bytes.ReplaceAll(row.JSON, []byte{'\n'}, []byte{' '})
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
		if _, err := w.Write(append(bytes.Clone(row.JSON), '\n')); err != nil {
			return err
		}
		if row, ok := row.Source.(interface{ Release() }); ok {
			row.Release()
		}
	}
}
