package dataset

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// Format is how an output holds its records.
type Format string

// The formats. That of the input is kept where none is named: then JSONL stays
// JSONL, an array stays an array, and several arrays become one.
const (
	KeepFormat Format = ""
	JSONL      Format = "jsonl"   // a record a line
	JSON       Format = "json"    // an array, or one value where the input is one
	PlainText  Format = "txt"     // a plain transcript
	Parquet    Format = "parquet" // rows, written by package parquet
)

// output collects the converted records of one or more inputs.
type output struct {
	dst      io.Writer
	buf      *bufio.Writer // to dst; nil where nothing is in memory
	rows     RowWriter     // takes the records where there is one
	format   Format
	neutral  bool // the records are steps: neutral documents, or of a shape
	document bool // they are neutral documents
	moves    bool // plain texts become records
	alone    bool // there is one input
	several  bool // a record may become several rows, each on a line
	closed   bool // rows have no keys but those that they were converted to
	unmarked bool // no byte order mark is written: this is a later part of something
	division division
	grown    int // since the last cut: bytes written, and bytes of records left out
	outputState
}

// outputState is what an output knows of what went before. A checkpoint has it.
type outputState struct {
	Kind    container // of the output
	Current container // of the current input
	Own     bool      // what is between records is not the input's
	From    string    // the input that decided on the kind
	FromIs  string    // what that is, in words
	Last    byte      // the last byte that was written
	Written bool      // a record was written
	Ended   bool      // an input was read to its end
	Part    int       // the current part, of an output that is divided,
	Held    int64     // and how much it holds

	// Of arrays: what is before the first element, between elements, before the
	// next one, and after the last.
	Lead, Between, Pending, Tail []byte
	Elements                     int // of the current input
	Open                         bool
}

func (s *outputState) clone() outputState {
	c := *s
	c.Pending = bytes.Clone(s.Pending) // the others are never changed in place
	return c
}

// WriteError wraps an error of the writer that converted records go to.
type WriteError struct{ Err error }

// Error says that writing failed, and why.
func (e *WriteError) Error() string { return "writing the result: " + e.Err.Error() }

// Unwrap returns the writer's error.
func (e *WriteError) Unwrap() error { return e.Err }

// output returns what collects the records that the engine converted.
func (e *Engine) output(dst io.Writer, f Format) *output {
	o := &output{dst: dst, format: f, neutral: e.neutral(), document: e.opts.To == LayoutNeutral.String(), moves: e.movesTexts()}
	if e.trainer != nil {
		o.several, o.closed = e.severalRows(), e.trainer.Closed
	}
	return o
}

// begin prepares for an input.
func (o *output) begin(in inputInfo) error {
	o.Current = in.kind
	if o.rows != nil || in.kind == empty {
		return nil
	}
	kind, err := o.kindOf(in)
	switch {
	case err != nil:
		return err
	case o.Kind != empty && (kind != o.Kind || kind != lines && kind != array):
		advice := "convert them one by one"
		if o.Kind == plain && kind == plain {
			advice = "a file that ends in .jsonl takes a record for each of them"
		}
		return &InputError{o.From, fmt.Sprintf("is %s and %s is %s: they can't go to one output, %s", o.FromIs, in.name, in.is, advice)}
	case kind == array && o.division.next != nil:
		return &InputError{in.name, "is a JSON array, which can't be cut into parts: only JSONL and rows can"}
	}
	o.Own = kind != in.kind || o.neutral
	if o.Own && kind == array {
		o.ownSeparators()
	}
	if o.Kind == empty {
		o.Kind, o.From, o.FromIs = kind, in.name, in.is
		if in.marked && !o.Own && !o.unmarked {
			return o.write(bom)
		}
		return nil
	}
	if kind == lines && o.Written && o.Last != '\n' {
		return o.write([]byte{'\n'})
	}
	return nil
}

// kindOf returns as what an input is written.
func (o *output) kindOf(in inputInfo) (container, error) {
	c := in.kind
	switch o.format {
	case JSONL:
		return lines, nil
	case JSON:
		switch {
		case !o.alone || !in.single || c == plain && !o.movesTexts():
			return array, nil
		case o.neutral || c == plain:
			return lines, nil
		}
		return c, nil
	case PlainText:
		if c != plain || o.movesTexts() {
			return c, &InputError{in.name, fmt.Sprintf("is %s, which can't be written as plain text: expected .jsonl or .json", in.is)}
		}
		return c, nil
	}
	switch {
	case o.neutral || c == plain && o.moves:
		return lines, nil
	case in.list:
		return array, nil
	case c == extracted:
		return lines, nil
	}
	return c, nil
}

func (o *output) movesTexts() bool { return o.neutral || o.moves }

// form makes of a converted record what the output holds of it. Several goroutines
// may call it at once.
func (o *output) form(rec *Record, converted []byte) ([]byte, error) {
	if !o.several {
		return o.formRow(rec, converted)
	}
	rows := bytes.Split(converted, []byte{'\n'})
	for i := range rows {
		var err error
		if rows[i], err = o.formRow(rec, rows[i]); err != nil {
			return nil, err
		}
	}
	if o.Kind == array {
		return bytes.Join(rows, []byte(", ")), nil
	}
	return bytes.Join(rows, []byte{'\n'}), nil
}

// formRow is form for one row.
func (o *output) formRow(rec *Record, converted []byte) ([]byte, error) {
	switch {
	case o.rows != nil:
		var err error
		if rec.row, err = o.rows.Encode(rec.source, converted); err != nil {
			return nil, asReject(err)
		}
	case o.Own && rec.Plain && !o.movesTexts():
		return withOrigin(textRecord(converted), rec.origin, false)
	case rec.origin != nil && !o.closed:
		return withOrigin(converted, rec.origin, o.document)
	case o.Own && o.Kind == lines && bytes.IndexByte(converted, '\n') >= 0:
		return jsonx.OneLine(converted), nil
	}
	return converted, nil
}

// textRecord returns a record that holds a plain transcript.
func textRecord(transcript []byte) []byte {
	return append(jsonx.AppendMember([]byte{'{'}, "text", jsonx.Quoted(string(transcript))), '}')
}

// record writes a converted record.
func (o *output) record(rec *Record, converted []byte) error {
	end := o.lineEnd(rec)
	if err := o.makeRoom(rec, len(converted)+max(len(end), 1)); err != nil {
		return err
	}
	if o.rows != nil {
		if err := o.rows.Write(rec.row); err != nil {
			return &WriteError{err}
		}
		return nil
	}
	before := []byte(nil)
	if o.Kind == array {
		before = o.before()
		o.Open = true
	}
	o.Written = true
	for _, b := range [][]byte{before, converted, end} {
		if err := o.write(b); err != nil {
			return err
		}
	}
	return nil
}

// close writes what is left. An array is closed even where its input was not read
// to the end, but nothing is written if no record was.
func (o *output) close() error {
	var err error
	switch {
	case o.Kind == array && o.Open:
		err = o.write([]byte("]\n"))
	case o.Kind == array && o.Tail != nil:
		if !o.Written {
			err = o.write(o.Lead)
		}
		if err == nil {
			err = o.write(o.Tail)
		}
	case o.format == JSON && o.Kind == empty && o.Ended:
		err = o.write([]byte("[]\n"))
	}
	if flushed := o.flush(); err == nil {
		err = flushed
	}
	return err
}

func (o *output) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	o.Last = b[len(b)-1]
	o.grown += len(b)
	if o.buf == nil {
		o.buf = bufio.NewWriterSize(o.dst, writeSize)
	}
	if _, err := o.buf.Write(b); err != nil {
		return &WriteError{err}
	}
	return nil
}

// flush passes on what is in memory.
func (o *output) flush() error {
	if o.buf == nil {
		return nil
	}
	if err := o.buf.Flush(); err != nil {
		return &WriteError{err}
	}
	return nil
}

// cut reports whether enough was written since the last time for the run to be
// continued from here later, and passes it on. It depends on nothing but the records.
func (o *output) cut() (bool, error) {
	if o.grown < memberSize {
		return false, nil
	}
	o.grown = 0
	if err := o.flush(); err != nil {
		return false, err
	}
	if c, ok := o.dst.(cutter); ok {
		if err := c.Cut(); err != nil {
			return false, &WriteError{err}
		}
	}
	return true, nil
}

// division says how an output is cut into parts, between records. The parts in order
// are what would be written without it; those of compressed files and of rows hold
// the same records.
type division struct {
	size   int64                 // see WriterOptions.SplitSize
	partOf func(rec *Record) int // see Source.PartOf
	// next is called before the first byte or row of each part but the first, when
	// all before it has been passed on. No part is left out.
	next func() error
}

// makeRoom goes to the part that n bytes belong to: a record or, where it is nil,
// what is between records.
func (o *output) makeRoom(rec *Record, n int) error {
	d := &o.division
	if d.next == nil {
		return nil
	}
	to := o.Part
	switch {
	case d.partOf != nil && rec != nil:
		to = max(to, d.partOf(rec))
	case d.size > 0 && o.Held > 0 && o.Held+int64(n) > d.size && (o.Last == '\n' || o.rows != nil):
		to++
	}
	for o.Part < to {
		if err := o.flush(); err != nil {
			return err
		}
		o.Part, o.Held = o.Part+1, 0
		if err := d.next(); err != nil {
			return &WriteError{err}
		}
	}
	o.Held += int64(n)
	return nil
}
