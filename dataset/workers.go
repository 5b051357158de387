package dataset

import (
	"errors"
	"iter"
	"sync"
)

// workers are what a pipeline has where there is more than one. Each worker reads a
// batch, converts it, and writes it if its turn has come, so that a batch mostly
// stays in the cache of one processor; one whose turn has not come is left to the
// worker that writes what stands before it.
type workers struct {
	cur   *batch // being filled
	yield func(*batch) bool

	reading sync.Mutex // guards next, count and ended
	next    func() (*batch, bool)
	count   int // batches that were read
	ended   bool

	mu      sync.Mutex // guards what follows
	changed sync.Cond
	turn    int            // the number of the batch to be written next
	held    int            // batches that were read and not written
	ready   map[int]*batch // those that are converted, by number
	writing bool           // a worker writes
	failed  error          // nothing is written behind it
	fault   any            // what a worker panicked with
	free    []*batch
}

// batch is a run of records, with what stands between them, or something to do
// between two such runs.
type batch struct {
	number int
	data   []byte // the records, and what stands between them
	size   int
	outs   []byte // what they became
	events []event
	do     func() error
	err    error // of do
}

// errWriterGone ends the reading of an input of which nothing more is written.
var errWriterGone = errors.New("nothing is written any more")

// parallel calls read, which tells the pipeline what it finds, whenever a worker
// wants a batch. What was read before an error of read is converted all the same.
func (p *pipeline) parallel(read func() error) error {
	p.workers = &workers{cur: &batch{}, ready: map[int]*batch{}}
	p.changed.L = &p.mu
	var readErr error
	next, stop := iter.Pull(func(yield func(*batch) bool) {
		p.yield = yield
		if readErr = read(); !errors.Is(readErr, errWriterGone) {
			_ = p.send() // if it fails, nothing is written any more
		}
	})
	p.next = next
	var group sync.WaitGroup
	for range p.opts.Workers - 1 {
		group.Go(p.run)
	}
	p.run()
	group.Wait()
	stop()
	if p.fault != nil {
		panic(p.fault)
	}
	for _, b := range append(p.free, p.cur) { // what a failed run left on its way is not given back
		blocks.give(b.data)
		outBlocks.give(b.outs)
	}
	if p.failed != nil {
		return p.failed
	}
	return readErr
}

// run is a worker.
func (p *pipeline) run() {
	defer func() {
		if r := recover(); r != nil {
			p.mu.Lock()
			p.failed, p.fault = errWriterGone, r
			p.changed.Broadcast()
			p.mu.Unlock()
		}
	}()
	for b := p.read(); b != nil; b = p.read() {
		p.convert(b)
		p.deliver(b)
	}
}

// read returns the next batch, or nil where there is none or nothing is written any
// more. What is to be done in turn is done on the way.
func (p *pipeline) read() *batch {
	p.mu.Lock()
	for p.held > p.opts.Workers && p.failed == nil {
		p.changed.Wait()
	}
	p.mu.Unlock()
	p.reading.Lock()
	defer p.reading.Unlock()
	for !p.ended && !p.isOver() {
		b, ok := p.next()
		if !ok {
			p.ended = true
			break
		}
		b.number = p.count
		p.count++
		p.mu.Lock()
		p.held++
		p.mu.Unlock()
		if b.do == nil {
			return b
		}
		p.doInTurn(b)
	}
	return nil
}

func (p *pipeline) isOver() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed != nil
}

// doInTurn does what a batch is there for when all before it is written.
func (p *pipeline) doInTurn(b *batch) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.turn != b.number && p.failed == nil {
		p.changed.Wait()
	}
	if p.failed == nil {
		b.err = p.unlocked(b.do)
		p.written(b.err)
	}
}

// unlocked calls f without the lock of mu, which is held.
func (p *pipeline) unlocked(f func() error) error {
	p.mu.Unlock()
	defer p.mu.Lock() // also where f panics
	return f()
}

// written notes that the batch whose turn it was is written.
func (p *pipeline) written(err error) {
	p.turn++
	p.held--
	if err != nil && p.failed == nil {
		p.failed = err
	}
	p.changed.Broadcast()
}

// deliver takes a converted batch and, unless another worker does, writes all whose
// turn has come.
func (p *pipeline) deliver(b *batch) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ready[b.number] = b
	if p.writing {
		return
	}
	p.writing = true
	for p.failed == nil {
		b, ok := p.ready[p.turn]
		if !ok {
			break
		}
		delete(p.ready, p.turn)
		p.written(p.unlocked(func() error { return p.write(b) }))
		p.free = append(p.free, b)
	}
	p.writing = false
}

func (p *pipeline) write(b *batch) error {
	for i := range b.events {
		ev := &b.events[i]
		if err := p.settle(ev); err != nil {
			return err
		}
		if p.rows != nil && ev.item != nil {
			outputs.give(ev.out, ev.item.Raw)
		}
		if ev.item != nil {
			ev.item.release()
		}
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

func (p *pipeline) convert(b *batch) {
	for i := range b.events {
		ev := &b.events[i]
		if ev.kept.Number > 0 {
			ev.item = &ev.kept
		}
		p.deal(ev)
		if len(ev.out) > 0 && len(ev.out) <= batchSize && p.rows == nil { // a row shares its record's bytes
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
	outputs.give(ev.out, ev.item.Raw)
	ev.out = b.outs[at:len(b.outs):len(b.outs)]
}

// keep copies p, which its owner will reuse. Where the block is full a new one is
// begun: what was kept before stays where it is.
func (b *batch) keep(p []byte) []byte {
	if p == nil {
		return nil
	}
	if cap(b.data)-len(b.data) < len(p) {
		b.data = blocks.take(len(p))
	}
	at := len(b.data)
	b.data = append(b.data, p...)
	b.size += len(p)
	return b.data[at:len(b.data):len(b.data)]
}

// makeRoom sends the batch on if so many bytes more would be too many.
func (p *pipeline) makeRoom(n int) error {
	if p.cur.size+n <= batchSize {
		return nil
	}
	return p.send()
}

// send gives what was read to the worker that asked for it.
func (p *pipeline) send() error {
	if len(p.cur.events) == 0 {
		return nil
	}
	b := p.cur
	p.cur = p.emptyBatch()
	if !p.yield(b) {
		return errWriterGone
	}
	return nil
}

func (p *pipeline) emptyBatch() *batch {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.free)
	if n == 0 {
		return &batch{}
	}
	b := p.free[n-1]
	p.free = p.free[:n-1]
	return b
}

// inTurn calls f when all is written that was read before.
func (p *pipeline) inTurn(f func() error) error {
	if p.workers == nil {
		return f()
	}
	if err := p.send(); err != nil {
		return err
	}
	b := &batch{do: f}
	if !p.yield(b) {
		return errWriterGone
	}
	return b.err
}
