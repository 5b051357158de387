package dataset

import "sync"

// batchSize is how many bytes of records are given to a worker at a time.
const batchSize = 256 << 10

// batch is a run of records, with what is between them. It is read, worked on by whichever
// worker is free, and written in its turn.
type batch struct {
	data   []byte // the records, and what is between them
	size   int
	events []event
	// worked is closed when the events are worked on; fault is what the worker panicked with.
	worked chan struct{}
	fault  any
	// written is closed when a record that can't be held is written, which is alone in its
	// batch and stays where it is; else it is nil.
	written chan struct{}
}

var batches = sync.Pool{New: func() any { return new(batch) }}

func takeBatch() *batch {
	b := batches.Get().(*batch)
	*b = batch{data: b.data[:0], events: b.events[:0], worked: make(chan struct{})}
	return b
}

// giveBatch takes back a batch that was written, but for the memory of an unusual one.
func giveBatch(b *batch) {
	clear(b.events)
	if cap(b.data) <= 4*batchSize {
		batches.Put(b)
	}
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
	b := takeBatch()
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
			b = takeBatch()
		}
		if !huge {
			b.add(&ev)
			continue
		}
		b.events, b.written = append(b.events, ev), make(chan struct{})
		if !pass(b) {
			return nil
		}
		b = takeBatch()
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
	b.events = append(b.events, *ev)
	kept := &b.events[len(b.events)-1]
	kept.filler = b.keep(ev.filler)
	if ev.record == nil {
		return
	}
	kept.kept = *ev.record
	kept.record = nil // it has its place when the batch is complete
	if !ev.record.isRow {
		kept.kept.Raw, kept.kept.eol = b.keep(ev.record.Raw), b.keep(ev.record.eol)
	}
}

// keep copies p. Where the block is full a new one is begun: what was kept before
// stays where it is.
func (b *batch) keep(p []byte) []byte {
	if p == nil {
		return nil
	}
	if cap(b.data)-len(b.data) < len(p) {
		b.data = make([]byte, 0, max(len(p), batchSize))
	}
	at := len(b.data)
	b.data = append(b.data, p...)
	return b.data[at:len(b.data):len(b.data)]
}

func (p *pipeline) workOn(b *batch) {
	defer close(b.worked)
	defer func() { b.fault = recover() }()
	for i := range b.events {
		ev := &b.events[i]
		if ev.kept.Number > 0 {
			ev.record = &ev.kept
		}
		p.work(ev)
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
	if b.written == nil {
		giveBatch(b)
	}
	return nil
}
