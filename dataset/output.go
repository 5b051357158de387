package dataset

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// Output collects the converted records of one or more inputs. It keeps the
// container: JSONL stays JSONL, an array stays an array, and several arrays
// become one. Neutral documents are always written as JSONL.
type Output struct {
	w       *bufio.Writer
	neutral bool
	kind    container // of the output
	current container // of the input at hand
	from    string    // the input that decided on the kind
	last    byte      // the last byte that was written
	written bool      // a record was written

	// Of arrays: what stands before the first element, between elements, before
	// the next one, and behind the last.
	lead, between, pending, tail []byte
	elements                     int // of the current input
	open                         bool
}

// NewOutput returns an output for the records of an engine with these options.
// Close it in the end.
func (e *Engine) NewOutput(w io.Writer) *Output {
	return &Output{w: bufio.NewWriterSize(w, bufferSize), neutral: e.neutral()}
}

// MixError says that the records of two inputs can't go to one output.
type MixError struct{ First, FirstIs, Second, SecondIs string }

// Error names both inputs.
func (e *MixError) Error() string {
	return fmt.Sprintf("%s is %s and %s is %s: they can't go to one output, convert them one by one", e.First, e.FirstIs, e.Second, e.SecondIs)
}

// begin prepares for an input of kind c.
func (o *Output) begin(s *source, c container, bom bool) error {
	o.current = c
	if c == empty {
		return nil
	}
	if o.neutral {
		c = lines
	}
	joins := c == o.kind && (c == lines || c == array)
	if o.kind != empty && !joins {
		return &MixError{o.from, containerNames[o.kind], s.name, containerNames[c]}
	}
	if o.kind == empty {
		o.kind, o.from = c, s.name
		if bom && !o.neutral {
			return o.write([]byte("\xEF\xBB\xBF"))
		}
		return nil
	}
	if c == lines && o.written && o.last != '\n' {
		return o.write([]byte{'\n'})
	}
	return nil
}

func (o *Output) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	o.last = b[len(b)-1]
	if _, err := o.w.Write(b); err != nil {
		return &WriteError{err}
	}
	return nil
}

// WriteError wraps an error of the writer behind an Output.
type WriteError struct{ Err error }

// Error says that writing failed, and why.
func (e *WriteError) Error() string { return "writing the result: " + e.Err.Error() }

// Unwrap returns the writer's error.
func (e *WriteError) Unwrap() error { return e.Err }

// filler takes what stands between records.
func (o *Output) filler(b []byte) error {
	switch {
	case o.neutral:
		return nil
	case o.current == empty && o.kind != empty && o.kind != lines:
		return nil // the blank lines of an empty input beside others
	case o.kind == array:
		o.pending = append(o.pending, b...)
		return nil
	}
	return o.write(b)
}

// skip leaves out a record that was rejected.
func (o *Output) skip() {
	if o.kind == array {
		o.separate()
	}
}

// separate sorts out what stood before an element.
func (o *Output) separate() {
	switch {
	case o.lead == nil:
		o.lead = bytes.Clone(o.pending)
	case o.between == nil && o.elements > 0:
		o.between = bytes.Clone(o.pending)
	}
	o.elements++
	o.pending = o.pending[:0]
}

// record writes a converted record.
func (o *Output) record(it *Item, record []byte) error {
	before := []byte(nil)
	if o.kind == array {
		before = o.before()
		o.open = true
	}
	o.written = true
	for _, b := range [][]byte{before, record, o.lineEnd(it)} {
		if err := o.write(b); err != nil {
			return err
		}
	}
	return nil
}

// lineEnd returns what goes behind a record.
func (o *Output) lineEnd(it *Item) []byte {
	switch {
	case o.neutral && (o.current != lines || it.eol == nil):
		return []byte{'\n'}
	case o.kind == array:
		return nil
	}
	return it.eol
}

// before returns what goes before the next element of an array.
func (o *Output) before() []byte {
	own, first := bytes.Clone(o.pending), o.elements == 0
	o.separate()
	switch {
	case !o.written:
		return o.lead
	case !first:
		return own
	case o.between != nil:
		return o.between
	}
	// The first element of a further array, and the ones before had no
	// separator to copy.
	if k := bytes.IndexByte(o.lead, '['); k >= 0 && k+1 < len(o.lead) {
		return append([]byte{','}, o.lead[k+1:]...)
	}
	return []byte(", ")
}

// end finishes an input.
func (o *Output) end() error {
	if o.kind != array || o.current != array {
		return nil
	}
	rest := bytes.Clone(o.pending)
	if o.elements == 0 {
		if k := bytes.IndexByte(rest, '['); k >= 0 {
			if o.lead == nil {
				o.lead = rest[: k+1 : k+1]
			}
			rest = rest[k+1:]
		}
	}
	if bytes.IndexByte(rest, ']') < 0 {
		rest = []byte("]\n")
	}
	o.tail, o.elements, o.pending, o.open = rest, 0, o.pending[:0], false
	return nil
}

// Close writes what is left. An array is closed even where its input was not
// read to the end, but nothing is written if no record was.
func (o *Output) Close() error {
	var err error
	if o.kind == array && !o.neutral {
		switch {
		case o.open:
			err = o.write([]byte("]\n"))
		case o.tail != nil:
			if !o.written {
				err = o.write(o.lead)
			}
			if err == nil {
				err = o.write(o.tail)
			}
		}
	}
	if flushErr := o.w.Flush(); err == nil && flushErr != nil {
		err = &WriteError{flushErr}
	}
	return err
}
