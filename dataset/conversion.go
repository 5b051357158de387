package dataset

import (
	"context"
	"io"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/ir"
)

// conversion is the stage that converts records and writes them to an output.
type conversion struct {
	engine *Engine
	out    *output
	sink   sink
	atCut  func(Mark) error
}

// sink is told what becomes of each record of an input, in order. An error that it
// returns ends the run.
type sink interface {
	// converted is told of a record that was written, or left out.
	converted(rec *Record, res *Result) error
	// rejected is told of a record that was not, and why. A place counts in the record.
	rejected(rec *Record, why *ir.Diagnostic, res *Result) error
}

// run converts the records of an input, and returns the number of the last one.
func (c *conversion) run(ctx context.Context, r io.Reader, o pipelineOptions) (last int, err error) {
	in, err := c.engine.openInput(ctx, o.opening, r)
	if err != nil {
		return 0, err
	}
	c.out.unmarked = c.out.unmarked || o.from > 0
	c.atCut = o.atCut
	about := in.about()
	p := &pipeline{stage: c, opts: o}
	if err = p.run(ctx, in); err == nil && p.last == 0 && o.part == nil && o.to == 0 {
		o.saw.none(about)
	}
	return p.last, err
}

func (c *conversion) begin(in inputInfo) error { return c.out.begin(in) }

func (c *conversion) end() { c.out.end() }

// work converts the record of an event.
func (c *conversion) work(ev *event) {
	defer diag.Guard(&ev.err, c.engine.opts.Debug) // of a RowWriter, too
	if ev.out, ev.res, ev.err = c.engine.ConvertRecord(ev.record); ev.err == nil && ev.res.LeftOut == "" {
		ev.out, ev.err = c.out.form(ev.record, ev.out)
	}
}

// write writes what became of an event, tells the sink, and cuts after it where enough
// was written since the last cut.
func (c *conversion) write(ev *event) error {
	if err := c.pass(ev); err != nil {
		return err
	}
	cut, err := c.out.cut()
	if err != nil || !cut || c.atCut == nil {
		return err
	}
	return c.atCut(Mark{Events: ev.number, Output: c.out.clone()})
}

// pass writes what became of an event and tells the sink.
func (c *conversion) pass(ev *event) error {
	switch {
	case ev.record == nil:
		return c.out.filler(ev.filler)
	case ev.skip:
		c.out.skip(ev.record)
		return nil
	case isWrongOption(ev.err):
		return ev.err
	case ev.err != nil:
		c.out.skip(ev.record)
		return c.sink.rejected(ev.record, asReject(ev.err), &ev.res)
	case ev.res.LeftOut != "":
		c.out.skip(ev.record)
		return c.sink.converted(ev.record, &ev.res)
	}
	if err := c.out.record(ev.record, ev.out); err != nil {
		return err
	}
	return c.sink.converted(ev.record, &ev.res)
}
