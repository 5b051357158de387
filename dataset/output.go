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
	w        *bufio.Writer // to dst; nil where nothing is in memory
	dst      io.Writer
	neutral  bool
	moves    bool      // plain texts become records, one a line
	grown    int       // since the last cut: bytes written, and bytes of records left out
	rows     RowWriter // takes the records where there is one
	division Division
	state
}

// state is what an output knows of what went before.
type state struct {
	Kind    container // of the output
	Current container // of the input at hand
	From    string    // the input that decided on the kind
	FromIs  string    // what that is, in words
	Last    byte      // the last byte that was written
	Written bool      // a record was written
	Part    int       // the part at hand, of an output that is divided,
	Held    int64     // and how much it holds

	// Of arrays: what stands before the first element, between elements, before
	// the next one, and behind the last.
	Lead, Between, Pending, Tail []byte
	Elements                     int // of the current input
	Open                         bool
}

func (s *state) clone() state {
	c := *s
	c.Pending = bytes.Clone(s.Pending) // the others are never changed in place
	return c
}

// Mark is a place in a run from which it can go on: behind so many events of an
// input (records, and what stands between them), with the output's state. The
// zero Mark is the beginning.
type Mark struct {
	Events int
	Output state
}

// NewOutput returns an output for the records of an engine with these options.
// Close it in the end. If w has a method Cut() error, it is called behind each
// MiB of whole records.
func (e *Engine) NewOutput(w io.Writer) *Output {
	return &Output{dst: w, neutral: e.neutral(), moves: e.movesTexts()}
}

// ResumeOutput is NewOutput for a writer that holds what was written up to a
// mark.
func (e *Engine) ResumeOutput(w io.Writer, m Mark) *Output {
	o := e.NewOutput(w)
	o.state = m.Output.clone()
	return o
}

// Flush passes on what is in memory.
func (o *Output) Flush() error {
	if o.w == nil {
		return nil
	}
	if err := o.w.Flush(); err != nil {
		return &WriteError{err}
	}
	return nil
}

// cut tells whether enough was written since the last time, and passes it on.
// It depends on nothing but the records.
func (o *Output) cut() (bool, error) {
	if o.grown < memberSize {
		return false, nil
	}
	o.grown = 0
	if err := o.Flush(); err != nil {
		return false, err
	}
	if c, ok := o.dst.(interface{ Cut() error }); ok {
		if err := c.Cut(); err != nil {
			return false, &WriteError{err}
		}
	}
	return true, nil
}

// MixError says that the records of two inputs can't go to one output.
type MixError struct{ First, FirstIs, Second, SecondIs string }

// Error names both inputs.
func (e *MixError) Error() string {
	return fmt.Sprintf("%s is %s and %s is %s: they can't go to one output, convert them one by one", e.First, e.FirstIs, e.Second, e.SecondIs)
}

// begin prepares for an input of kind c.
func (o *Output) begin(s *source, c container, bom bool) error {
	if o.rows != nil {
		return nil
	}
	o.Current = c
	if c == empty {
		return nil
	}
	asLines := o.neutral || c == plain && o.moves
	if asLines {
		c = lines
	}
	joins := c == o.Kind && (c == lines || c == array)
	if o.Kind != empty && !joins {
		return &MixError{o.From, o.FromIs, s.name, s.is(c)}
	}
	if c == array && o.division.Next != nil {
		return &DivideError{s.name}
	}
	if o.Kind == empty {
		o.Kind, o.From, o.FromIs = c, s.name, s.is(c)
		if bom && !asLines {
			return o.write([]byte("\xEF\xBB\xBF"))
		}
		return nil
	}
	if c == lines && o.Written && o.Last != '\n' {
		return o.write([]byte{'\n'})
	}
	return nil
}

func (o *Output) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	o.Last = b[len(b)-1]
	o.grown += len(b)
	if o.w == nil {
		o.w = takeWriter(o.dst)
	}
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
	case o.neutral || o.rows != nil:
		return nil
	case o.Current == empty && o.Kind != empty && o.Kind != lines:
		return nil // the blank lines of an empty input beside others
	case o.Kind == array:
		o.Pending = append(o.Pending, b...)
		return nil
	}
	if err := o.room(nil, len(b)+len("\r\n")); err != nil { // its end comes after it
		return err
	}
	return o.write(b)
}

// skip leaves out a record that was rejected.
func (o *Output) skip(it *Item) {
	o.grown += len(it.Raw)
	if o.Kind == array {
		o.separate()
	}
}

// separate sorts out what stood before an element.
func (o *Output) separate() {
	switch {
	case o.Lead == nil:
		o.Lead = bytes.Clone(o.Pending)
	case o.Between == nil && o.Elements > 0:
		o.Between = bytes.Clone(o.Pending)
	}
	o.Elements++
	o.Pending = o.Pending[:0]
}

// record writes a converted record.
func (o *Output) record(it *Item, record []byte) error {
	end := o.lineEnd(it)
	if err := o.room(it, len(record)+max(len(end), 1)); err != nil {
		return err
	}
	if o.rows != nil {
		return o.writeRow(it)
	}
	before := []byte(nil)
	if o.Kind == array {
		before = o.before()
		o.Open = true
	}
	o.Written = true
	for _, b := range [][]byte{before, record, end} {
		if err := o.write(b); err != nil {
			return err
		}
	}
	return nil
}

// lineEnd returns what goes behind a record.
func (o *Output) lineEnd(it *Item) []byte {
	switch {
	case o.neutral && (o.Current != lines || it.eol == nil), o.moves && it.plain:
		return []byte{'\n'}
	case o.Kind == array:
		return nil
	}
	return it.eol
}

// before returns what goes before the next element of an array.
func (o *Output) before() []byte {
	own, first := bytes.Clone(o.Pending), o.Elements == 0
	o.separate()
	switch {
	case !o.Written:
		return o.Lead
	case !first:
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
func (o *Output) end() error {
	if o.Kind != array || o.Current != array {
		return nil
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
	o.Tail, o.Elements, o.Pending, o.Open = rest, 0, o.Pending[:0], false
	return nil
}

// Close writes what is left. An array is closed even where its input was not
// read to the end, but nothing is written if no record was.
func (o *Output) Close() error {
	var err error
	if o.Kind == array && !o.neutral {
		switch {
		case o.Open:
			err = o.write([]byte("]\n"))
		case o.Tail != nil:
			if !o.Written {
				err = o.write(o.Lead)
			}
			if err == nil {
				err = o.write(o.Tail)
			}
		}
	}
	if flushed := o.Flush(); err == nil {
		err = flushed
	}
	if err == nil && o.w != nil {
		// Where it failed the buffer stays, and so does its error.
		b := o.w
		o.w = nil
		giveWriter(b)
	}
	return err
}
