package dataset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

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
	c, _, err := newContent(&opening{name: name}, contextReader{ctx, src})
	if err != nil {
		return err
	}
	defer c.close()
	if _, err := io.Copy(w, c.Reader); err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	return nil
}

// Extract writes the records of an input whose bytes are not in it as they are to w, one a line:
// those that are taken out of sessions, traces, notebooks and recordings. Plain text is written as
// an object, and each record has the keys that say where it came from.
func (e *Engine) Extract(ctx context.Context, w io.Writer, name string, src io.Reader) error {
	for rec, err := range e.Records(ctx, name, src) {
		if rec == nil {
			return err
		}
		raw := rec.Raw
		if rec.Plain {
			raw = textRecord(raw)
		}
		if raw = jsonx.OneLine(raw); rec.Fault == nil {
			if raw, err = withOrigin(raw, rec.origin, false); err != nil {
				return err
			}
		}
		if _, err := w.Write(append(bytes.Clone(raw), '\n')); err != nil {
			return err
		}
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
