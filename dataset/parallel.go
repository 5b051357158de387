package dataset

import (
	"errors"
	"fmt"
	"io"
	"sync"

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
	// AtCut is told of places from which the run can go on. It is called by the
	// goroutine that runs FileWith, after about each MiB; an error ends the run.
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
// in which order, does not depend on the number of workers. The sink and the
// output are used by the calling goroutine only.
//
// With several workers, at most 2*Workers+1 batches of records are held, each of 256 KiB or one record.
func (e *Engine) FileWith(o FileOptions, name string, r io.Reader, out *Output, sink Sink) error {
	if o.MaxRecord == 0 {
		o.MaxRecord = e.maxRecord
	}
	p := &pipeline{conversion: conversion{Output: out, engine: e, sink: sink}, opts: o, cur: &batch{}}
	if o.Workers > 1 {
		p.start()
	}
	var err error
	if o.Part != nil {
		err = scanPart(name, r, o.Part.Offset, o.MaxRecord, p)
	} else {
		err = scan(name, r, e.opts.Layout, o.MaxRecord, p)
	}
	if errors.Is(err, errLimit) {
		err = nil
	}
	// What was read before an error is converted all the same.
	if p.failed == nil {
		if drained := p.drainAll(); drained != nil {
			err = drained
		}
	}
	p.stop()
	return err
}

// pipeline visits an input and converts its records on several workers.
type pipeline struct {
	conversion
	opts   FileOptions
	taken  int
	items  int // read
	seen   int // events of the input, and how many of them are written
	done   int
	cur    *batch
	one    event    // where there are no workers
	queue  []*batch // given to the workers, oldest first
	free   []*batch
	work   chan *batch
	group  sync.WaitGroup
	failed error // of the sink or the output: nothing is written behind it
}

// batch is a run of records, with what stands between them.
type batch struct {
	data   []byte
	size   int
	events []event
	done   chan struct{}
}

// event is a record and what became of it, a record left out, or filler.
type event struct {
	item   *Item
	filler []byte
	skip   bool
	out    []byte
	res    Result
	err    error
}

// keep copies b, which its owner will reuse. Where the block is full a new one
// is begun: what was kept before stays where it is.
func (b *batch) keep(p []byte) []byte {
	if p == nil {
		return nil
	}
	if cap(b.data)-len(b.data) < len(p) {
		b.data = takeBlock(len(p))
	}
	at := len(b.data)
	b.data = append(b.data, p...)
	b.size += len(p)
	return b.data[at:len(b.data):len(b.data)]
}

func (p *pipeline) start() {
	p.work = make(chan *batch, 2*p.opts.Workers+1)
	for range p.opts.Workers {
		p.group.Go(func() {
			for b := range p.work {
				p.convert(b)
				close(b.done)
			}
		})
	}
}

// stop waits for the workers. What a run that failed has left in its queue is
// not given back.
func (p *pipeline) stop() {
	if p.work == nil {
		return
	}
	close(p.work)
	p.group.Wait()
	for _, b := range append(p.free, p.cur) {
		giveBlock(b.data)
		b.data = nil
	}
}

func (p *pipeline) convert(b *batch) {
	for i := range b.events {
		p.deal(&b.events[i])
	}
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
	if p.failed = p.settle(&p.one); p.failed == nil {
		p.failed = p.settledOne()
	}
	return p.failed
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
	return p.Output.begin(s, c, bom && p.opts.Records[0] == 0)
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
	if p.work == nil {
		return p.now(event{filler: b})
	}
	p.cur.events = append(p.cur.events, event{filler: p.cur.keep(b)})
	return p.flushFull()
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
	if p.work == nil {
		return p.now(event{item: it, skip: skip})
	}
	if it.rest != nil && !skip {
		// It can't be held: all before it is written, then it is passed on.
		if err := p.drainAll(); err != nil {
			return err
		}
		return p.now(event{item: it})
	}
	kept := *it
	if it.row != nil {
		p.cur.size += 3 * len(it.Raw) // it is kept as it is, and so are its values
	} else {
		kept.Raw, kept.eol = p.cur.keep(it.Raw), p.cur.keep(it.eol)
	}
	p.cur.events = append(p.cur.events, event{item: &kept, skip: skip})
	return p.flushFull()
}

func (p *pipeline) end() error {
	if err := p.drainAll(); err != nil {
		return err
	}
	return p.Output.end()
}

// flushFull gives a full batch to the workers, and waits for the oldest one
// where too many are on their way.
func (p *pipeline) flushFull() error {
	if p.cur.size < batchSize {
		return nil
	}
	p.flush()
	if len(p.queue) <= 2*p.opts.Workers {
		return nil
	}
	return p.drain()
}

func (p *pipeline) flush() {
	b := p.cur
	b.done = make(chan struct{})
	p.queue = append(p.queue, b)
	p.work <- b
	p.cur = &batch{}
	if n := len(p.free); n > 0 {
		p.cur, p.free = p.free[n-1], p.free[:n-1]
	}
}

func (p *pipeline) drainAll() error {
	if len(p.cur.events) > 0 {
		p.flush()
	}
	for len(p.queue) > 0 {
		if err := p.drain(); err != nil {
			return err
		}
	}
	return nil
}

// drain writes the oldest batch.
func (p *pipeline) drain() error {
	b := p.queue[0]
	p.queue = append(p.queue[:0], p.queue[1:]...)
	<-b.done
	for i := range b.events {
		if p.failed = p.settle(&b.events[i]); p.failed == nil {
			p.failed = p.settledOne()
		}
		if p.failed != nil {
			return p.failed
		}
	}
	clear(b.events)
	b.events, b.size = b.events[:0], 0
	if b.data = b.data[:0]; cap(b.data) > 4*batchSize {
		b.data = nil
	}
	p.free = append(p.free, b)
	return nil
}

func (p *pipeline) settle(ev *event) error {
	switch {
	case ev.item == nil:
		return p.Output.filler(ev.filler)
	case ev.skip:
		p.skip(ev.item)
		return nil
	}
	return p.settled(ev.item, ev.out, &ev.res, ev.err)
}

// settledOne counts an event that was written, and cuts behind it where enough
// was written since the last cut.
func (p *pipeline) settledOne() error {
	p.done++
	cut, err := p.cut()
	if err != nil || !cut || p.opts.AtCut == nil {
		return err
	}
	return p.opts.AtCut(Mark{Events: p.done, Output: p.Output.state.clone()})
}
