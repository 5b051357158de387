package dataset

import (
	"bytes"
)

// ownSeparators sets what is written around the elements of an array where the
// input is none.
func (o *output) ownSeparators() {
	for _, s := range []struct {
		is   *[]byte
		text string
	}{{&o.Lead, "[\n"}, {&o.Between, ",\n"}, {&o.Tail, "\n]\n"}} {
		if *s.is == nil {
			*s.is = []byte(s.text)
		}
	}
}

// filler takes what is between records.
func (o *output) filler(b []byte) error {
	switch {
	case o.Own || o.rows != nil:
		return nil
	case o.Current == empty && (o.format == JSON || o.neutral || o.Kind != empty && o.Kind != lines):
		return nil // the blank lines of an empty input
	case o.Kind == array:
		o.Pending = append(o.Pending, b...)
		return nil
	}
	if err := o.makeRoom(nil, len(b)); err != nil {
		return err
	}
	return o.write(b)
}

// skip leaves out a record that was rejected.
func (o *output) skip(rec *Record) {
	o.grown += len(rec.Raw)
	if o.Kind == array && !o.Own {
		o.separate()
	}
}

// separate sorts out what was before an element.
func (o *output) separate() {
	switch {
	case o.Lead == nil:
		o.Lead = bytes.Clone(o.Pending)
	case o.Between == nil && bytes.IndexByte(o.Pending, ',') >= 0:
		o.Between = bytes.Clone(o.Pending)
	}
	o.Elements++
	o.Pending = o.Pending[:0]
}

// lineEnd returns what goes after a record.
func (o *output) lineEnd(rec *Record) []byte {
	switch {
	case o.Kind == array:
		return nil
	case o.Own && (o.Current != lines || rec.eol == nil):
		return []byte{'\n'}
	}
	return rec.eol
}

// before returns what goes before the next element of an array.
func (o *output) before() []byte {
	own, first := bytes.Clone(o.Pending), o.Elements == 0
	if !o.Own {
		o.separate()
	}
	switch {
	case !o.Written:
		return o.Lead
	case !first && bytes.IndexByte(own, ',') >= 0:
		return own
	case o.Between != nil:
		return o.Between
	}
	// The first element of a further array, and the ones before had no
	// separator to copy.
	if k := bytes.IndexByte(o.Lead, '['); k >= 0 && k+1 < len(o.Lead) {
		return append([]byte{','}, o.Lead[k+1:]...)
	}
	return []byte(", ")
}

// end finishes an input.
func (o *output) end() {
	o.Ended = true
	if o.Kind != array || o.Current == empty {
		return
	}
	o.Open = false
	if o.Own {
		return
	}
	rest := bytes.Clone(o.Pending)
	if o.Elements == 0 {
		if k := bytes.IndexByte(rest, '['); k >= 0 {
			if o.Lead == nil {
				o.Lead = rest[: k+1 : k+1]
			}
			rest = rest[k+1:]
		}
	}
	if bytes.IndexByte(rest, ']') < 0 {
		rest = []byte("]\n")
	}
	o.Tail, o.Elements, o.Pending = rest, 0, o.Pending[:0]
}
