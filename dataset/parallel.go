package dataset

import (
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/ir"
)

// batchSize is how many bytes of records are given to a worker at a time.
const batchSize = 256 << 10

// FileOptions says how to run over an input. None changes what becomes of a
// record that is converted.
type FileOptions struct {
	// Workers is how many records are converted at once; below 2 it is one.
	Workers int
	// MaxRecord is how long a record may be, in bytes; 0 means MaxRecord.
	MaxRecord int
	// Limit ends the input behind so many records; 0 means that none does.
	Limit int
	// Sample is the part of the records to take, in percent; 0 takes all. Seed
	// and a record's number decide whether it is taken.
	Sample float64
	Seed   uint64
	// After is where an earlier run over the same input, with the same options,
	// was left: what came before is read and passed over. The output is then one
	// of ResumeOutput.
	After Mark
	// AtCut is told of places from which the run can go on, as the sink is told of
	// records, after about each MiB; an error ends the run.
	AtCut func(Mark) error
	// Part is set for a part of a JSONL file.
	Part *Part
	// Records, if its second number is not 0, takes the records of the numbers
	// from the first to before the second, counted from 0. Blank lines belong to the
	// record before them: the last range has to end behind the last record.
	Records [2]int
}

// Part says that an input is a part of a JSONL file, of whole lines, and at
// which offset it begins.
type Part struct{ Offset int64 }

// takes tells whether the record of a number belongs to the sample. The mixing
// is that of SplitMix64.
func (o *FileOptions) takes(number int) bool {
	if o.Sample <= 0 || o.Sample >= 100 {
		return true
	}
	x := o.Seed + uint64(number)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	return float64(x>>11)/(1<<53)*100 < o.Sample
}

// errLimit ends the reading of an input behind its last record that is wanted.
var errLimit = errors.New("limit reached")

// FileWith is File with options. What is written and what the sink is told, and
// in which order, does not depend on the number of workers. The reader, the sink and
// the output are each used by one goroutine at a time, with several workers not
// always by the same.
//
// With several workers, at most 2*Workers+1 batches of records are held, each of
// 256 KiB or one record.
func (e *Engine) FileWith(o FileOptions, name string, r io.Reader, out *Output, sink Sink) error {
	if o.MaxRecord == 0 {
		o.MaxRecord = e.maxRecord
	}
	p := &pipeline{conversion: conversion{Output: out, engine: e, sink: sink}, opts: o}
	read := func() error {
		var err error
		if o.Part != nil {
			err = scanPart(name, r, o.Part.Offset, o.MaxRecord, p)
		} else {
			err = scan(name, r, e.opts.Layout, o.MaxRecord, p)
		}
		if errors.Is(err, errLimit) {
			err = nil
		}
		return err
	}
	if o.Workers > 1 {
		return p.parallel(read)
	}
	return read()
}

// pipeline visits an input and converts its records: one after the other, or on
// several workers.
type pipeline struct {
	conversion
	opts  FileOptions
	taken int
	items int // read
	seen  int // events of the input, and how many of them are written
	done  int
	one   event // where there are no workers
	*workers
}

// event is a record and what became of it, a record left out, or filler.
type event struct {
	item   *Item
	kept   Item // that item lies in, in a batch
	filler []byte
	skip   bool
	out    []byte
	res    Result
	err    error
}

// deal converts the record of an event, if it is one to convert.
func (c *conversion) deal(ev *event) {
	if ev.item != nil && !ev.skip {
		ev.out, ev.res, ev.err = c.guarded(ev.item)
	}
}

// now deals with an event at once: nothing before it is left to write.
func (p *pipeline) now(ev event) error {
	p.one = ev
	p.deal(&p.one)
	err := p.settle(&p.one)
	if ev.item != nil {
		outputs.give(p.one.out, ev.item.Raw)
		ev.item.release()
	}
	return err
}

// guarded converts an item, and makes a reject of a panic.
func (c *conversion) guarded(it *Item) (out []byte, res Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = nil, reject(ir.CodeInternal, "converting the record failed: %v", fmt.Sprint(r))
		}
	}()
	if out, res, err = c.engine.item(it); err == nil {
		err = c.encode(it, out)
	}
	return out, res, err
}

func (p *pipeline) begin(s *source, c container, bom bool) error {
	if p.opts.After.Events > 0 {
		return nil // the output knows of it
	}
	return p.inTurn(func() error { return p.Output.begin(s, c, bom && p.opts.Records[0] == 0) })
}

// leavesOut tells whether what stands behind the last item that was read belongs
// to another range of records. An array needs it all the same.
func (p *pipeline) leavesOut() bool {
	from, to := p.opts.Records[0], p.opts.Records[1]
	return to > 0 && p.Current != array && (p.items < from || p.items >= to)
}

// passed counts an event and tells whether an earlier run dealt with it.
func (p *pipeline) passed() bool {
	p.seen++
	if p.seen > p.opts.After.Events {
		return false
	}
	p.done++
	return true
}

func (p *pipeline) filler(b []byte) error {
	if len(b) == 0 || p.leavesOut() || p.passed() {
		return nil
	}
	if p.workers == nil {
		return p.now(event{filler: b})
	}
	if err := p.makeRoom(len(b)); err != nil {
		return err
	}
	p.cur.events = append(p.cur.events, event{filler: p.cur.keep(b)})
	return nil
}

func (p *pipeline) item(it *Item) error {
	p.items = it.Number
	skip := !p.opts.takes(it.Number)
	if to := p.opts.Records[1]; to > 0 {
		if it.Number > to {
			return errLimit
		}
		skip = skip || it.Number <= p.opts.Records[0]
	}
	if !skip && p.opts.Limit > 0 && p.taken == p.opts.Limit {
		return errLimit
	}
	if !skip {
		p.taken++
	}
	if p.passed() {
		return nil
	}
	if p.workers == nil {
		return p.now(event{item: it, skip: skip})
	}
	if it.rest != nil && !skip { // it can't be held
		return p.inTurn(func() error { return p.now(event{item: it}) })
	}
	ev := event{kept: *it, skip: skip}
	if it.row != nil { // it is kept as it is, and so are its values
		if err := p.makeRoom(3 * len(it.Raw)); err != nil {
			return err
		}
		p.cur.size += 3 * len(it.Raw)
	} else {
		if err := p.makeRoom(len(it.Raw) + len(it.eol)); err != nil {
			return err
		}
		ev.kept.Raw, ev.kept.eol = p.cur.keep(it.Raw), p.cur.keep(it.eol)
	}
	p.cur.events = append(p.cur.events, ev)
	return nil
}

func (p *pipeline) end() error { return p.inTurn(p.Output.end) }

// settle writes what became of an event and counts it, and cuts behind it where
// enough was written since the last cut.
func (p *pipeline) settle(ev *event) error {
	if err := p.settleOne(ev); err != nil {
		return err
	}
	p.done++
	cut, err := p.cut()
	if err != nil || !cut || p.opts.AtCut == nil {
		return err
	}
	return p.opts.AtCut(Mark{Events: p.done, Output: p.Output.state.clone()})
}

func (p *pipeline) settleOne(ev *event) error {
	switch {
	case ev.item == nil:
		return p.Output.filler(ev.filler)
	case ev.skip:
		p.skip(ev.item)
		return nil
	}
	return p.settled(ev.item, ev.out, &ev.res, ev.err)
}
