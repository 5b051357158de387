package dataset

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/toolspeak/toolspeak/internal/await"
)

// pipeline is the way of the records of an input: each is found, worked on, and written,
// in order. What the stage writes, and in which order, does not depend on the number of
// workers.
//
// The input and what the stage writes to are each used by one goroutine at a time, with
// several workers not always by the same.
type pipeline struct {
	ctx   context.Context // of run
	in    finder
	stage stage
	opts  pipelineOptions

	taken int // records that were not left out
	last  int // the number of the record that was read last
	seen  int // events of the input
}

// stage is what a pipeline does with records: a conversion, or a visit.
type stage interface {
	// begin is called before the first record, but not where a run is continued.
	begin(in inputInfo) error
	// work works on a record. Several goroutines may call it at once.
	work(ev *event)
	// write is told of each event, in order. An error ends the run.
	write(ev *event) error
	// end is called after the last record of an input that was read to its end.
	end()
}

// pipelineOptions say how to run over an input. None changes what becomes of a
// record that is converted.
type pipelineOptions struct {
	opening
	workers int
	limit   int // ends the input after so many records; 0 means that none does
	saw     *Seen
	sample  float64 // the part of the records to take, in percent; 0 takes all
	seed    uint64
	// from, if to is not 0, are the records to take: those after from and up to
	// to. Blank lines belong to the record before them.
	from, to int
	// after is where an earlier run over the same input, with the same options, was
	// left: what came before is read and passed over.
	after Mark
	// atCut is told of places from which the run can be continued, after about each
	// MiB; an error ends the run.
	atCut func(Mark) error
}

// run takes the records of an input through the stage, and closes the input.
func (p *pipeline) run(ctx context.Context, in finder) error {
	defer in.close()
	p.ctx, p.in = ctx, in
	if p.opts.after.Events == 0 { // else the stage knows of it
		if err := p.stage.begin(in.about()); err != nil {
			return err
		}
	}
	var err error
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
	p.stage.end()
	return nil
}

// runInline works on each record where the reader's buffer holds it, until an error or
// the end.
func (p *pipeline) runInline() error {
	var ev event
	for {
		if err := p.next(&ev); err != nil {
			return atEnd(err)
		}
		p.work(&ev)
		if err := p.write(&ev); err != nil {
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
	number int // counts the events of the input from 1
	record *Record
	filler []byte
	skip   bool
	made
	// stopped is why the stage did not work on the record to its end.
	stopped error
}

// made is what a stage makes of a record: a conversion all but found, a visit only that
// and an error.
type made struct {
	out   []byte
	res   Result
	found any
	err   error
}

// release gives back the memory of what was written and of its source.
func (ev *event) release() {
	if ev.record != nil {
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
		p.seen++
		if ev.number = p.seen; ev.number > p.opts.after.Events { // else an earlier run dealt with it
			return nil
		}
	}
}

// leavesOut reports whether what is after the record that was read last belongs to
// another range of records. An array needs it all the same.
func (p *pipeline) leavesOut() bool {
	return p.opts.to > 0 && p.in.about().kind != array && (p.last < p.opts.from || p.last >= p.opts.to)
}

// skips reports whether a record is left out. After the last that is wanted it
// returns errLimit.
func (p *pipeline) skips(rec *Record) (bool, error) {
	if rec.dropped {
		return true, nil
	}
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
		o.saw.record(false)
		return true, nil
	}
	if o.limit > 0 && p.taken == o.limit {
		return true, errLimit
	}
	p.taken++
	o.saw.record(true)
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

// work lets the stage work on the record of an event, if it is to. A run that is stopped
// does not wait for a large one.
func (p *pipeline) work(ev *event) {
	switch rec := ev.record; {
	case rec == nil || ev.skip:
	case len(rec.Raw) < await.Large || rec.rest != nil || rec.isRow:
		p.stage.work(ev)
	default:
		own := *rec
		own.Raw = bytes.Clone(rec.Raw)
		alone := &event{record: &own}
		if ev.stopped = await.Do(p.ctx, func() { p.stage.work(alone) }); ev.stopped == nil {
			ev.made, rec.row = alone.made, own.row
		}
	}
}

// write lets the stage write what it made.
func (p *pipeline) write(ev *event) error {
	if ev.stopped != nil {
		return ev.stopped
	}
	return p.stage.write(ev)
}
