package dataset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/internal/await"
	"github.com/toolspeak/toolspeak/ir"
)

// pipeline is the way of the records of an input: each is found, converted, and
// written or rejected, in order. What is written, and what the sink is told and in
// which order, does not depend on the number of workers.
//
// The input, the output and the sink are each used by one goroutine at a time, with
// several workers not always by the same.
type pipeline struct {
	ctx    context.Context // of run
	engine *Engine
	in     finder
	out    *output
	sink   sink
	opts   pipelineOptions

	taken int // records that were not left out
	last  int // the number of the record that was read last
	seen  int // events of the input,
	done  int // and how many of them are written
}

// pipelineOptions say how to run over an input. None changes what becomes of a
// record that is converted.
type pipelineOptions struct {
	opening
	workers int
	limit   int     // ends the input after so many records; 0 means that none does
	sample  float64 // the part of the records to take, in percent; 0 takes all
	seed    uint64
	// from, if to is not 0, are the records to take: those after from and up to
	// to. Blank lines belong to the record before them.
	from, to int
	// after is where an earlier run over the same input, with the same options, was
	// left: what came before is read and passed over.
	after inputMark
	// atCut is told of places from which the run can be continued, after about each
	// MiB; an error ends the run.
	atCut func(inputMark) error
}

// inputMark is a place in a run from which it can be continued: after so many events of
// an input (records, and what is between them), with the output's state. The zero
// mark is the beginning.
type inputMark struct {
	Events int
	Output outputState
}

// sink is told what becomes of each record of an input, in order. An error that it
// returns ends the run.
type sink interface {
	// converted is told of a record that was written, or left out.
	converted(rec *Record, res *Result) error
	// rejected is told of a record that was not, and why. A place counts in the record.
	rejected(rec *Record, why *ir.Diagnostic, res *Result) error
}

// run converts the records of an input.
func (p *pipeline) run(ctx context.Context, r io.Reader) error {
	in, err := open(ctx, p.opts.opening, r)
	if err != nil {
		return err
	}
	defer in.close()
	p.ctx, p.in = ctx, p.engine.readAhead(ctx, in, p.opts.opening)
	if p.opts.after.Events == 0 { // else the output knows of it
		p.out.unmarked = p.out.unmarked || p.opts.from > 0
		if err := p.out.begin(in.about()); err != nil {
			return err
		}
	}
	if p.opts.workers > 1 {
		err = p.runParallel()
	} else {
		err = p.runInline()
	}
	switch {
	case errors.Is(err, errLimit):
		return nil
	case err != nil:
		return err
	}
	p.out.end()
	return nil
}

// runInline converts each record where the reader's buffer holds it, until an error
// or the end.
func (p *pipeline) runInline() error {
	var ev event
	for {
		if err := p.next(&ev); err != nil {
			return atEnd(err)
		}
		p.convertItem(&ev)
		if err := p.deliver(&ev); err != nil {
			return err
		}
		ev.release()
	}
}

// atEnd returns nil for the end of an input.
func atEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// errLimit ends the reading of an input after its last record that is wanted.
var errLimit = errors.New("limit reached")

// event is a record and what became of it, a record left out, or what is between
// records.
type event struct {
	record *Record
	kept   Record // what record points to, in a batch
	filler []byte
	skip   bool
	out    []byte
	res    Result
	err    error
	// stopped is why the record was not converted to its end.
	stopped error
}

// release gives back the memory of what was written, of its source, and of what was
// said of it, which the sink has seen.
func (ev *event) release() {
	if ev.record != nil {
		giveDiagnostics(ev.res.Diagnostics)
		ev.res.Diagnostics = nil
		outputs.give(ev.out, ev.record.Raw)
		ev.record.release()
	}
}

// next reads the next event of the input that is not yet dealt with.
func (p *pipeline) next(ev *event) error {
	for {
		found, err := p.in.next()
		if err != nil {
			return err
		}
		*ev = event{record: found.record, filler: found.filler}
		if ev.record == nil {
			if p.leavesOut() {
				continue
			}
		} else if ev.skip, err = p.skips(ev.record); err != nil {
			return err
		}
		if p.seen++; p.seen > p.opts.after.Events {
			return nil
		}
		p.done++ // an earlier run dealt with it
	}
}

// leavesOut reports whether what is after the record that was read last belongs to
// another range of records. An array needs it all the same.
func (p *pipeline) leavesOut() bool {
	return p.opts.to > 0 && p.out.Current != array && (p.last < p.opts.from || p.last >= p.opts.to)
}

// skips reports whether a record is left out. After the last that is wanted it
// returns errLimit.
func (p *pipeline) skips(rec *Record) (bool, error) {
	p.last = rec.Number
	o := &p.opts
	skip := !o.takes(rec.Number)
	if o.to > 0 {
		if rec.Number > o.to {
			return true, errLimit
		}
		skip = skip || rec.Number <= o.from
	}
	if skip {
		return true, nil
	}
	if o.limit > 0 && p.taken == o.limit {
		return true, errLimit
	}
	p.taken++
	return false, nil
}

// takes reports whether the record of a number belongs to the sample. The mixing is
// that of SplitMix64.
func (o *pipelineOptions) takes(number int) bool {
	if o.sample <= 0 || o.sample >= 100 {
		return true
	}
	x := o.seed + uint64(number)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	return float64(x>>11)/(1<<53)*100 < o.sample
}

// convertItem converts the record of an event, if it is one to convert. A run that is
// stopped does not wait for a large one.
func (p *pipeline) convertItem(ev *event) {
	switch rec := ev.record; {
	case rec == nil || ev.skip:
	case len(rec.Raw) < await.Large || rec.rest != nil || rec.isRow:
		p.convertRecord(ev)
	default:
		own := *rec
		own.Raw = bytes.Clone(rec.Raw)
		alone := &event{record: &own}
		if ev.stopped = await.Do(p.ctx, func() { p.convertRecord(alone) }); ev.stopped == nil {
			ev.out, ev.res, ev.err, rec.row = alone.out, alone.res, alone.err, own.row
		}
	}
}

// convertRecord converts the record of an event. A panic is a reject of the record.
func (p *pipeline) convertRecord(ev *event) {
	defer func() {
		if r := recover(); r != nil {
			ev.out, ev.err = nil, reject(ir.CodeInternal, "converting the record failed: %v", fmt.Sprint(r))
		}
	}()
	if ev.out, ev.res, ev.err = p.engine.ConvertRecord(ev.record); ev.err == nil && ev.res.LeftOut == "" {
		ev.out, ev.err = p.out.form(ev.record, ev.out)
	}
}

// deliver writes what became of an event, tells the sink, and cuts after it where
// enough was written since the last cut.
func (p *pipeline) deliver(ev *event) error {
	if err := p.write(ev); err != nil {
		return err
	}
	p.done++
	cut, err := p.out.cut()
	if err != nil || !cut || p.opts.atCut == nil {
		return err
	}
	return p.opts.atCut(inputMark{Events: p.done, Output: p.out.clone()})
}

func (p *pipeline) write(ev *event) error {
	switch {
	case ev.stopped != nil:
		return ev.stopped
	case ev.record == nil:
		return p.out.filler(ev.filler)
	case ev.skip:
		p.out.skip(ev.record)
		return nil
	case ev.err != nil:
		p.out.skip(ev.record)
		return p.sink.rejected(ev.record, asReject(ev.err), &ev.res)
	case ev.res.LeftOut != "":
		p.out.skip(ev.record)
		return p.sink.converted(ev.record, &ev.res)
	}
	if err := p.out.record(ev.record, ev.out); err != nil {
		return err
	}
	return p.sink.converted(ev.record, &ev.res)
}
