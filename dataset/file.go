package dataset

import (
	"errors"
	"io"

	"github.com/toolspeak/toolspeak/ir"
)

// Sink is told what becomes of each record of an input, in order. An error that
// it returns ends the run.
type Sink interface {
	// Converted is told of a record that was written.
	Converted(it *Item, res *Result) error
	// Rejected is told of a record that was not, and why.
	Rejected(it *Item, res *Result, reason *ir.Diagnostic) error
}

// File converts the records of a whole input. Its container is recognised by
// the content and, where that leaves a choice, by the ending of the name, which
// is also what errors call it. Memory depends on the largest record and not on
// the input, but where all of the input is one record.
//
// An error is one of the reader, a *WriteError, a *MixError, or what the sink
// returned.
func (e *Engine) File(name string, r io.Reader, out *Output, sink Sink) error {
	return e.FileWith(FileOptions{Workers: 1}, name, r, out, sink)
}

// conversion is where converted records go.
type conversion struct {
	*Output
	engine *Engine
	sink   Sink
}

// settled writes what became of an item and tells the sink.
func (c *conversion) settled(it *Item, out []byte, res *Result, err error) error {
	if err != nil {
		d := asReject(err)
		c.skip(it)
		baseLine(d, it.line, it.column)
		return c.sink.Rejected(it, res, d)
	}
	if err := c.record(it, out); err != nil {
		return err
	}
	return c.sink.Converted(it, res)
}

func (e *Engine) item(it *Item) ([]byte, Result, error) {
	switch {
	case it.fault != nil:
		return nil, Result{}, it.fault
	case it.plain:
		return e.PlainText(it.Raw)
	}
	return e.Record(it.Raw)
}

// DetectFile calls yield with what Detect finds in each record of an input, in
// order. The error is nil or a *ir.Diagnostic; what yield returns ends the run.
func (e *Engine) DetectFile(name string, r io.Reader, yield func(it *Item, found Detection, err error) error) error {
	return scan(name, r, e.opts.Layout, e.maxRecord, &detection{engine: e, yield: yield})
}

// detection visits an input and detects its styles.
type detection struct {
	engine *Engine
	yield  func(*Item, Detection, error) error
}

func (v *detection) begin(*source, container, bool) error { return nil }
func (v *detection) filler([]byte) error                  { return nil }
func (v *detection) end() error                           { return nil }

func (v *detection) item(it *Item) error {
	var found Detection
	var err error
	switch {
	case it.fault != nil:
		err = it.fault
	case it.plain:
		found, err = v.engine.DetectText(it.Raw)
	default:
		found, err = v.engine.Detect(it.Raw)
	}
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		baseLine(d, it.line, it.column)
	}
	return v.yield(it, found, err)
}

// baseLine moves the place of a diagnostic about the record's bytes from the
// record to its file.
func baseLine(d *ir.Diagnostic, line, column int) {
	if d.Message == 0 {
		d.Move(line, column)
	}
}
