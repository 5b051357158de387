package dataset

import (
	"errors"
	"fmt"
	"io"
)

// convertText converts the inputs of a task to JSON or text, maybe compressed.
func (r *run) convertText(d *destination, w io.Writer) error {
	packed := &packer{compress: d.task.compress, workers: r.job.workers(), resumes: r.point.Mark.Events > 0}
	if err := packed.begin(w); err != nil {
		return err
	}
	out := r.engine.output(packed, d.task.format)
	out.alone = len(d.task.inputs) == 1
	if r.point.Mark.Events > 0 {
		out.outputState = r.point.Mark.Output.clone()
	}
	var err error
	if out.unmarked, err = r.followsOthers(); err != nil {
		return err
	}
	next := func() error {
		if err := packed.finish(); err != nil {
			return err
		}
		w, err := d.next()
		if err == nil {
			err = packed.begin(w)
		}
		return err
	}
	r.drain = packed.drain
	err = r.convertAll(d.task.inputs, out, pass{sink: r.recorder, report: r.report, marks: r.resumable, next: next})
	if err == nil {
		err = r.joint(out)
	}
	// On standard output the records that passed stay, whatever came after them; a
	// file is forgotten.
	err = joinWrite(err, out.close())
	for err == nil && d.missing() {
		err = next()
	}
	return joinWrite(err, packed.finish())
}

// joinWrite adds an error of writing to what ended a run. A failed write counts for
// more than a reject.
func joinWrite(err, failed error) error {
	switch {
	case failed == nil || errors.Is(err, failed) || err != nil && err.Error() == failed.Error():
		return err
	case err == nil:
		return failed
	}
	return fmt.Errorf("%v; %w", err, failed)
}

// pass is one of the two times that the records of a task may be converted.
type pass struct {
	sink   sink
	report *Report // counts the records, for Limit
	marks  bool    // places are noted from which the run can be continued
	next   func() error
}

// convertAll converts the inputs from the current one.
func (r *run) convertAll(in []input, out *output, p pass) error {
	var cuts func(i int) func(*Record) int
	if p.next != nil && r.job.divides() {
		out.division = division{size: r.job.SplitSize, next: p.next}
		if r.job.Shards > 0 {
			var err error
			if cuts, err = r.evenParts(in); err != nil {
				return err
			}
		}
	}
	at := r.point.place
	for i := at.Input; i < len(in); i++ {
		o := r.job.pipeline()
		if o.saw = &r.seen; p.sink != sink(r.recorder) { // the first of two times
			o.saw = nil
		}
		if o.limit > 0 {
			if o.limit -= p.report.Records; at.Mark.Events > 0 {
				o.limit = at.Limit
			}
			if o.limit <= 0 {
				return nil
			}
		}
		o.after = at.Mark
		if p.marks {
			o.atCut = func(m inputMark) error {
				if err := r.mark(place{Task: r.point.Task, Input: i, Limit: o.limit, Mark: m}); err != nil {
					return err
				}
				return r.saveInTime()
			}
		}
		if cuts != nil {
			out.division.partOf = cuts(i)
		}
		if err := r.convertOne(&in[i], out, o, p.sink); err != nil {
			return err
		}
		at.Mark = inputMark{}
	}
	return nil
}

// convertOne converts an input.
func (r *run) convertOne(in *input, out *output, o pipelineOptions, s sink) error {
	o.name = in.Name
	c := &conversion{engine: r.engine, out: out, sink: s}
	if in.rows {
		return r.convertTable(in, c, o)
	}
	f, err := in.Open(r.ctx)
	if err != nil {
		return err
	}
	defer f.Close()
	part := in.shard.section(f, &o)
	_, err = c.run(r.ctx, r.progress.Reader(part), o)
	return err
}
