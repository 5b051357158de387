package parquet

import (
	"fmt"
	"slices"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// A window is what a writer holds of the first records, and what they have in common.
type window struct {
	infer   *inferrer
	records []byte
	ends    []int
	size    int // after which the columns are inferred
}

// pending is a record that was encoded before the columns were known.
type pending []byte

// misfit is in the place of a record that the columns inferred so far do not hold.
type misfit struct{}

// encodeInferred is Encode where the columns are inferred from the first records.
func (w *rowFileWriter) encodeInferred(record []byte) (any, error) {
	if err := checkRecord(record); err != nil { // which no columns would hold
		return nil, asReject(ir.CodeRowMismatch, &rowError{reason: err.Error()})
	}
	s := w.schema.Load()
	if s == nil {
		r := jsonReader{Value: jsonx.Value{B: record}}
		at := jsonx.SkipSpace(record, 0)
		if !r.fitsItself(jsonx.RangeOf(at, len(record))) || record[jsonx.SkipSpace(record, at+1)] == '}' {
			return misfit{}, nil
		}
		return pending(record), nil
	}
	row, err := s.encode(nil, record)
	if isRowError(err) {
		return misfit{}, nil
	}
	return row, err
}

// fitsItself reports whether a value surely fits columns that are inferred from it and
// others: no key of it occurs twice, and no string has half of a surrogate pair.
func (r *jsonReader) fitsItself(at jsonx.Range) bool {
	switch r.B[at.Start] {
	case '"':
		_, half := r.text(at.Inside())
		return !half
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
	record, ok := row.(pending)
	switch {
	case !ok:
		return dataset.ErrColumns
	case w.window != nil:
		return w.look(record)
	}
	one, err := w.schema.Load().encode(nil, record)
	if err != nil {
		return fmt.Errorf("%w: %w", dataset.ErrColumns, err)
	}
	return w.write(one)
}

// look takes a record into account, and infers the columns where it is the last to be.
func (w *rowFileWriter) look(record []byte) error {
	v := w.window
	v.infer.look(record)
	if v.records == nil {
		v.records = make([]byte, 0, min(v.size, 4*len(record)))
	}
	v.records = append(v.records, record...)
	v.ends = append(v.ends, len(v.records))
	if len(v.records) < v.size {
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
	start := 0
	for _, end := range v.ends {
		one, err := schema.encode(nil, v.records[start:end])
		if err != nil {
			return fmt.Errorf("%w: %w", dataset.ErrColumns, err)
		}
		if err := w.write(one); err != nil {
			return err
		}
		start = end
	}
	return nil
}

// Notes returns what is to be known of the columns, once the writer is closed where it
// has inferred them: a line that begins with the column for each thing that they do not
// say as the records did.
func (w *rowFileWriter) Notes() []string { return slices.Clone(w.schema.Load().notes) }
