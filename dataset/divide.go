package dataset

import "fmt"

// Division cuts what an Output writes into parts, between records. The parts in
// order are what would be written without it; those of compressed files and of
// rows hold the same records.
type Division struct {
	// Size, if it is not 0, is how many bytes a part holds at most, before it is
	// compressed. Of rows it counts their JSON and a line end for each. A longer
	// record has a part of its own.
	Size int64
	// PartOf, if it is not nil, tells in which part a record belongs, counted from
	// 0. Where it goes back the record stays in the part at hand.
	PartOf func(it *Item) int
	// Next is called before the first byte or row of each part but the first, when
	// all before it has been passed on. No part is left out.
	Next func(part int) error
}

// Divide cuts what is written from now on. It is called before the first record,
// and may be called again between two inputs.
func (o *Output) Divide(d Division) { o.division = d }

// DivideError says that an input can't be cut into parts: it is a JSON array.
type DivideError struct{ File string }

// Error names the file.
func (e *DivideError) Error() string {
	return fmt.Sprintf("%s is a JSON array: a part of it would be none, only JSONL and rows are cut into parts", e.File)
}

// room goes to the part that n bytes belong to: a record or, where it is nil, what
// stands between records.
func (o *Output) room(it *Item, n int) error {
	d := &o.division
	if d.Next == nil {
		return nil
	}
	to := o.Part
	switch {
	case d.PartOf != nil && it != nil:
		to = max(to, d.PartOf(it))
	case d.Size > 0 && o.Held > 0 && o.Held+int64(n) > d.Size && (o.Last == '\n' || o.rows != nil):
		to++
	}
	for o.Part < to {
		if err := o.Flush(); err != nil {
			return err
		}
		o.Part, o.Held = o.Part+1, 0
		if err := d.Next(o.Part); err != nil {
			return &WriteError{err}
		}
	}
	o.Held += int64(n)
	return nil
}
