package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// A window is what a writer holds of the first records, and what they have in common.
type window struct {
	infer   *inferrer
	records [][]byte
	bytes   int // of records
	size    int // after which the columns are inferred
}

// pending is a record that was encoded before the columns were known.
type pending []byte

// misfit is in the place of a record that the columns inferred so far do not hold.
type misfit struct{}

// encodeInferred is Encode where the columns are inferred from the first records.
func (w *rowFileWriter) encodeInferred(record []byte) (any, error) {
	if s := w.schema.Load(); s != nil {
		row, err := s.encode(nil, record)
		if _, ok := errors.AsType[*rowError](err); !ok {
			return row, err
		}
		if err := checkRecord(record); err != nil {
			return nil, asReject(ir.CodeRowMismatch, &rowError{reason: err.Error()})
		}
		return misfit{}, nil
	}
	r := jsonReader{Value: jsonx.Value{X: new(jsonx.Index)}}
	at, err := r.open(record)
	if err == nil && r.fitsItself(jsonx.RangeOf(at, len(record))) && record[jsonx.SkipSpace(record, at+1)] != '}' {
		return pending(record), nil
	}
	if err != nil { // which no columns would hold
		return nil, asReject(ir.CodeRowMismatch, &rowError{reason: err.Error()})
	}
	return misfit{}, nil
}

// fitsItself reports whether a value surely fits columns that are inferred from it and
// others: no key of it occurs twice, and no string has half of a surrogate pair.
func (r *jsonReader) fitsItself(at jsonx.Range) bool {
	switch r.B[at.Start] {
	case '"':
		return !r.half(at.Inside())
	case '[':
		for v := range r.Elements(at.Start) {
			if !r.fitsItself(v) {
				return false
			}
		}
	case '{':
		var few [16][]byte
		keys := few[:0]
		for m := range r.Members(at.Start) {
			key, half := r.text(m.Key)
			if half || len(keys) > maxKeys || slices.ContainsFunc(keys, func(k []byte) bool { return string(k) == string(key) }) || !r.fitsItself(m.Value) {
				return false
			}
			keys = append(keys, key)
		}
	}
	return true
}

// writeInferred is Write for what encodeInferred returned where there were no columns, or
// they did not fit.
func (w *rowFileWriter) writeInferred(row any) error {
	p, ok := row.(pending)
	if !ok {
		return dataset.ErrColumns
	}
	if w.window != nil {
		return w.look(p)
	}
	one, err := w.schema.Load().encode(nil, p)
	if err != nil {
		return fmt.Errorf("%w: %w", dataset.ErrColumns, err)
	}
	return w.write(one)
}

// look takes a record into account, and infers the columns where it is the last to be.
func (w *rowFileWriter) look(record []byte) error {
	v := w.window
	v.infer.look(record)
	v.records, v.bytes = append(v.records, bytes.Clone(record)), v.bytes+len(record)
	if v.bytes < v.size {
		return nil
	}
	return w.endWindow()
}

// endWindow infers the columns from the records of the window, and writes them.
func (w *rowFileWriter) endWindow() error {
	v := w.window
	w.window = nil
	schema, err := v.infer.schema()
	if err != nil {
		return err
	}
	schema.strict = true
	if err := w.open(schema); err != nil {
		return err
	}
	w.schema.Store(schema)
	for i, record := range v.records {
		one, err := schema.encode(nil, record)
		if err != nil {
			return fmt.Errorf("%w: %w", dataset.ErrColumns, err)
		}
		if err := w.write(one); err != nil {
			return err
		}
		v.records[i] = nil
	}
	return nil
}

// Notes returns what is to be known of the columns, once the writer is closed where it
// has inferred them: a line that begins with the column for each thing that they do not
// say as the records did.
func (w *rowFileWriter) Notes() []string { return slices.Clone(w.schema.Load().notes) }
