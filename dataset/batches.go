package dataset

import (
	"bytes"
	"sync"
)

// batchSize is how many bytes of records are given to a worker at a time.
const batchSize = 256 << 10

// batch is a run of records, with what is between them. It is read, worked on by whichever
// worker is free, and written in its turn.
type batch struct {
	events []event
	size   int
	// worked is closed when the events are worked on; fault is what the worker panicked with.
	worked chan struct{}
	fault  any
	// written is closed when a record that can't be held is written, which is alone in its
	// batch and stays where it is; else it is nil.
	written chan struct{}
}

// runParallel is runInline on several workers. What was read before an error of the
// reader is worked on all the same. A panic, wherever it is, is that of runParallel.
func (p *pipeline) runParallel() error {
	var all sync.WaitGroup
	defer all.Wait()
	queue := make(chan *batch)                 // to the workers
	order := make(chan *batch, p.opts.workers) // the same, in the order in which they are written
	over := make(chan struct{})                // nothing is written any more
	defer close(over)
	for range p.opts.workers {
		all.Go(func() {
			for b := range queue {
				p.workOn(b)
			}
		})
	}
	var failed error
	var fault any
	all.Go(func() {
		defer close(order)
		defer close(queue)
		defer func() { fault = recover() }()
		failed = p.readBatches(func(b *batch) bool {
			select {
			case order <- b:
			case <-over:
				return false
			}
			if b.written == nil {
				queue <- b
				return true
			}
			select {
			case <-b.written:
			case <-over:
			}
			return true
		})
	})
	for b := range order {
		if err := p.writeBatch(b); err != nil {
			return err
		}
	}
	if fault != nil {
		panic(fault)
	}
	return atEnd(failed)
}

// readBatches passes on the input in batches, until an error, the end, or where pass
// returns false.
func (p *pipeline) readBatches(pass func(*batch) bool) error {
	b := &batch{worked: make(chan struct{})}
	for {
		var ev event
		if err := p.next(&ev); err != nil {
			if len(b.events) > 0 {
				pass(b)
			}
			return err
		}
		huge := ev.record != nil && ev.record.rest != nil && !ev.skip // it can't be held
		if len(b.events) > 0 && (huge || b.size+ev.size() > batchSize) {
			if !pass(b) {
				return nil
			}
			b = &batch{worked: make(chan struct{})}
		}
		if !huge {
			b.add(&ev)
			continue
		}
		b.events, b.written = append(b.events, ev), make(chan struct{})
		if !pass(b) {
			return nil
		}
		b = &batch{worked: make(chan struct{})}
	}
}

// size returns about how many bytes of memory the event takes.
func (ev *event) size() int {
	const overhead = 256
	switch {
	case ev.record == nil:
		return overhead + len(ev.filler)
	case ev.record.isRow: // it is kept as it is, and so are its values
		return overhead + 3*len(ev.record.Raw)
	}
	return overhead + len(ev.record.Raw) + len(ev.record.eol)
}

// add keeps an event, whose memory its owner will reuse.
func (b *batch) add(ev *event) {
	b.size += ev.size()
	ev.filler = bytes.Clone(ev.filler)
	if ev.record != nil {
		rec := *ev.record
		if ev.record = &rec; !rec.isRow {
			rec.Raw, rec.eol = bytes.Clone(rec.Raw), bytes.Clone(rec.eol)
		}
	}
	b.events = append(b.events, *ev)
}

func (p *pipeline) workOn(b *batch) {
	defer close(b.worked)
	defer func() { b.fault = recover() }()
	for i := range b.events {
		p.work(&b.events[i])
	}
}

// writeBatch waits for the batch and writes it. A record that can't be held is worked on
// here, since all before it is written now.
func (p *pipeline) writeBatch(b *batch) error {
	if b.written == nil {
		<-b.worked
	} else {
		defer close(b.written)
		p.work(&b.events[0])
	}
	if b.fault != nil {
		panic(b.fault)
	}
	for i := range b.events {
		ev := &b.events[i]
		if err := p.write(ev); err != nil {
			return err
		}
		ev.release()
	}
	return nil
}
