package dataset

import "sync"

// batchSize is how many bytes of records are given to a worker at a time.
const batchSize = 256 << 10

// team is what a pipeline has where it has several workers. Each reads a batch, works
// on it, and writes it if its turn has come, so that a batch mostly stays in the
// cache of one processor; one whose turn has not come is left to the worker that
// writes what is before it. At most 2*workers+1 batches are held.
type team struct {
	*pipeline

	reading sync.Mutex // guards what follows
	ahead   event      // was read and has no batch yet
	has     bool       // there is one
	count   int        // batches that were read
	ended   bool
	readErr error // why, if that was not the end

	mu      sync.Mutex // guards what follows
	changed sync.Cond
	turn    int            // the number of the batch to be written next
	held    int            // batches that were read and not written
	ready   map[int]*batch // those that are worked on, by number
	writing bool           // a worker writes
	failed  error          // nothing is written after it
	fault   any            // what a worker panicked with
	over    bool           // a worker failed or panicked
	free    []*batch
}

// batch is a run of records, with what is between them.
type batch struct {
	number int
	data   []byte // the records, and what is between them
	size   int
	outs   []byte // what they became
	events []event
}

// runParallel is runInline on several workers. What was read before an error of the
// reader is worked on all the same.
func (p *pipeline) runParallel() error {
	t := &team{pipeline: p, ready: map[int]*batch{}}
	t.changed.L = &t.mu
	var group sync.WaitGroup
	for range p.opts.workers - 1 {
		group.Go(t.worker)
	}
	t.worker()
	group.Wait()
	if t.fault != nil {
		panic(t.fault)
	}
	for _, b := range t.free { // what a failed run left on its way is not given back
		blocks.give(b.data)
		outBlocks.give(b.outs)
	}
	if t.failed != nil {
		return t.failed
	}
	return atEnd(t.readErr)
}

// worker is what a worker does. A panic of the reader, or of the stage as it writes, ends
// the run.
func (t *team) worker() {
	defer func() {
		if r := recover(); r != nil {
			t.mu.Lock()
			t.fault, t.over = r, true
			t.changed.Broadcast()
			t.mu.Unlock()
		}
	}()
	for b := t.read(); b != nil; b = t.read() {
		t.workOn(b)
		t.hand(b)
	}
}

// read returns the next batch, or nil where there is none or nothing is written any
// more. A record that can't be held is dealt with on the way.
func (t *team) read() *batch {
	t.mu.Lock()
	for t.held > t.opts.workers && !t.over {
		t.changed.Wait()
	}
	t.mu.Unlock()
	t.reading.Lock()
	defer t.reading.Unlock()
	for !t.isOver() {
		b := t.fill()
		if b == nil {
			return nil
		}
		b.number = t.count
		t.count++
		t.mu.Lock()
		t.held++
		t.mu.Unlock()
		if b.events[0].record == nil || b.events[0].record.rest == nil {
			return b
		}
		t.deliverInTurn(b)
	}
	return nil
}

func (t *team) isOver() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.over
}

// fill reads events into a batch, or returns nil at the end of the input. A record
// that can't be held has a batch of its own and stays where it is.
func (t *team) fill() *batch {
	b := t.emptyBatch()
	for t.lookAhead() {
		ev := &t.ahead
		huge := ev.isHuge()
		if len(b.events) > 0 && (huge || b.size+ev.size() > batchSize) {
			return b
		}
		t.has = false
		if huge {
			b.events = append(b.events, *ev)
			return b
		}
		b.add(ev)
	}
	if len(b.events) > 0 {
		return b
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free = append(t.free, b)
	return nil
}

// lookAhead reads the next event, unless that was done, and reports whether there is
// one.
func (t *team) lookAhead() bool {
	if t.has || t.ended {
		return t.has
	}
	if err := t.next(&t.ahead); err != nil {
		t.ended, t.readErr = true, err
		return false
	}
	t.has = true
	return true
}

// isHuge reports whether the event's record can't be held.
func (ev *event) isHuge() bool { return ev.record != nil && ev.record.rest != nil && !ev.skip }

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
		b.data = blocks.take(len(p))
	}
	at := len(b.data)
	b.data = append(b.data, p...)
	return b.data[at:len(b.data):len(b.data)]
}

func (t *team) workOn(b *batch) {
	for i := range b.events {
		ev := &b.events[i]
		if ev.kept.Number > 0 {
			ev.record = &ev.kept
		}
		t.work(ev)
		if len(ev.out) > 0 && len(ev.out) <= batchSize && ev.record.row == nil { // a row shares its record's bytes
			b.keepOut(ev)
		}
	}
}

// keepOut moves what a record became to the batch's own memory, so that the buffer
// serves the worker's next record.
func (b *batch) keepOut(ev *event) {
	if cap(b.outs)-len(b.outs) < len(ev.out) {
		b.outs = outBlocks.take(len(ev.out))
	}
	at := len(b.outs)
	b.outs = append(b.outs, ev.out...)
	outputs.give(ev.out, ev.record.Raw)
	ev.out, ev.moved = b.outs[at:len(b.outs):len(b.outs)], true
}

// deliverInTurn deals with a record that can't be held when all before it is written.
func (t *team) deliverInTurn(b *batch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.turn != b.number && !t.over {
		t.changed.Wait()
	}
	if !t.over {
		t.written(t.unlocked(func() error {
			t.work(&b.events[0])
			return t.writeBatch(b)
		}))
	}
}

// unlocked calls f without the lock of mu, which is held.
func (t *team) unlocked(f func() error) error {
	t.mu.Unlock()
	defer t.mu.Lock() // also where f panics
	return f()
}

// written notes that the batch whose turn it was is written.
func (t *team) written(err error) {
	t.turn++
	t.held--
	if err != nil && !t.over {
		t.failed, t.over = err, true
	}
	t.changed.Broadcast()
}

// hand takes a batch that is worked on and, unless another worker does, writes all whose turn
// has come.
func (t *team) hand(b *batch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ready[b.number] = b
	if t.writing {
		return
	}
	t.writing = true
	for !t.over {
		b, ok := t.ready[t.turn]
		if !ok {
			break
		}
		delete(t.ready, t.turn)
		t.written(t.unlocked(func() error { return t.writeBatch(b) }))
		t.free = append(t.free, b)
	}
	t.writing = false
}

func (t *team) writeBatch(b *batch) error {
	for i := range b.events {
		ev := &b.events[i]
		if err := t.write(ev); err != nil {
			return err
		}
		ev.release()
	}
	clear(b.events)
	b.events, b.size = b.events[:0], 0
	b.data, b.outs = emptied(b.data), emptied(b.outs)
	return nil
}

// emptied returns the memory for the next batch, but that of an unusual one.
func emptied(b []byte) []byte {
	if cap(b) > 4*batchSize {
		return nil
	}
	return b[:0]
}

func (t *team) emptyBatch() *batch {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(t.free)
	if n == 0 {
		return &batch{}
	}
	b := t.free[n-1]
	t.free = t.free[:n-1]
	return b
}
