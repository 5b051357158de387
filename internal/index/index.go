// Package index finds the records of inputs again, in any order.
package index

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// ErrNoPlaces says that the records of an input are not in it as they are: they are rows, or were
// taken out of it.
var ErrNoPlaces = errors.New("the records have no places in the file: unpack it first")

// Index finds the records of an input again, in any order. It holds where each of
// them is, sixteen bytes a record, and not the records.
type Index struct {
	name  string
	r     io.ReaderAt
	spots []indexed
	plain bool
}

// indexed is where a record is.
type indexed struct {
	offset int64
	length int32
	fault  bool // it is no record: its container says why
}

// New reads an input once and returns where its records are. r reads what the input
// holds after unpacking: see dataset.Unpack. seen, if it is not nil, is told after about each
// MiB how far the reading is.
func New(ctx context.Context, e *dataset.Engine, name string, r io.ReaderAt, size int64, seen func(bytes int64, records int)) (*Index, error) {
	x := &Index{name: name, r: r}
	told := int64(0)
	for rec, err := range e.Records(ctx, name, io.NewSectionReader(r, 0, size)) {
		if rec == nil {
			return nil, err
		}
		if rec.Offset < 0 {
			return nil, fmt.Errorf("%s: %w", name, ErrNoPlaces)
		}
		x.plain = rec.Plain
		x.spots = append(x.spots, indexed{offset: rec.Offset, length: int32(min(len(rec.Raw), dataset.MaxRecord)), fault: err != nil})
		if seen != nil && rec.Offset-told >= 1<<20 {
			told = rec.Offset
			seen(told, len(x.spots))
		}
	}
	return x, nil
}

// Rename gives the input another name than that of what was made of it.
func (x *Index) Rename(name string) { x.name = name }

// Name returns the name of the input.
func (x *Index) Name() string { return x.name }

// Len returns how many records the input has.
func (x *Index) Len() int { return len(x.spots) }

// Record reads record n, counted from 1. It is the caller's. It may be used by several
// goroutines at once if the reader may.
func (x *Index) Record(n int) (*dataset.Record, error) {
	if n < 1 || n > len(x.spots) {
		return nil, fmt.Errorf("%s has no record %d: it has %d", x.name, n, len(x.spots))
	}
	at := x.spots[n-1]
	raw := make([]byte, at.length)
	if _, err := x.r.ReadAt(raw, at.offset); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading %s: %w", x.name, err)
	}
	rec := &dataset.Record{File: x.name, Number: n, Offset: at.offset, Raw: raw, Plain: x.plain}
	if at.fault {
		rec.Fault = faultOf(raw)
	}
	return rec, nil
}

// List is the records of several inputs, one after the other.
type List []*Index

// Len returns how many records there are.
func (l List) Len() (n int) {
	for _, x := range l {
		n += x.Len()
	}
	return n
}

// Record reads record n of all, counted from 1: see Index.Record.
func (l List) Record(n int) (*dataset.Record, error) {
	for at := n; at > 0 && len(l) > 0; l = l[1:] {
		if at <= l[0].Len() {
			return l[0].Record(at)
		}
		at -= l[0].Len()
	}
	return nil, fmt.Errorf("there is no record %d", n)
}

// faultOf says again why what a container holds is no record.
func faultOf(raw []byte) *ir.Diagnostic {
	d := ir.Report(ir.CodeNotJSON, "this is not an element of the array")
	if len(raw) >= dataset.MaxRecord {
		d = ir.Reportf(ir.CodeRecordTooLarge, "the record is longer than %d bytes", dataset.MaxRecord)
		d.Pos = ir.Place{Line: 1, Column: 1}
	}
	return &d
}
