package cli

import (
	"bytes"
	"context"
	"iter"
	"runtime"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/await"
	"github.com/toolspeak/toolspeak/internal/inputs"
)

// visit is what a command does with each record: each of --workers reads with a function
// of its own that reader returns, and each takes down what was read, in the order of the
// records. The error of a record is the one's to judge who takes it down; any other ends
// the walk.
type visit[T any] struct {
	reader func() func(*dataset.Record) (T, error)
	each   func(*dataset.Record, *T, error) error
}

// same returns a reader that all workers share.
func same[T any](read func(*dataset.Record) (T, error)) func() func(*dataset.Record) (T, error) {
	return func() func(*dataset.Record) (T, error) { return read }
}

// walk visits the records of all inputs that --limit and --sample take, and shows the
// progress.
func walk[T any](std streams, c *cli.Context, engine *dataset.Engine, list []inputs.Input, v visit[T]) error {
	o, err := chosen(c)
	if err != nil {
		return err
	}
	workers, err := workersOf(c)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	defer ballast()()
	p, done := std.progress(c, list)
	defer done()
	o.Progress = p
	records := o.Choose(watched(ctx, engine, list, o.Progress))
	if workers > 1 {
		return v.parallel(ctx, workers, records)
	}
	read := v.reader()
	for rec, err := range records {
		if rec == nil {
			return err
		}
		if err := v.visit(ctx, read, rec); err != nil {
			return err
		}
	}
	return nil
}

// workersOf returns the value of --workers.
func workersOf(c *cli.Context) (int, error) {
	switch n := c.Int("workers"); {
	case !c.IsSet("workers"):
		return runtime.GOMAXPROCS(0), nil
	case n < 1:
		return 0, usagef("--workers %d: expected 1 or more", n)
	default:
		return n, nil
	}
}

// progress shows how far inputs are read, as --progress and --quiet say, until done is
// called.
func (std streams) progress(c *cli.Context, list []inputs.Input) (p *dataset.Progress, done func()) {
	kind := c.String("progress")
	if c.Bool("quiet") {
		kind = "none"
	}
	bar := showProgress(std.err, kind)
	bar.p.Total.Store(totalOf(list))
	return bar.p, sync.OnceFunc(bar.stop)
}

// visit reads a record and takes it down.
func (v *visit[T]) visit(ctx context.Context, read func(*dataset.Record) (T, error), rec *dataset.Record) error {
	return stoppable(ctx, rec, func() error {
		found, err := read(rec)
		return v.each(rec, &found, err)
	})
}

// visited is a record on its way, and what was read of it.
type visited[T any] struct {
	rec   dataset.Record
	found T
	err   error
}

// visits are records that one worker reads.
type visits[T any] struct {
	records []visited[T]
	size    int
	read    chan struct{} // closed when they are
	fault   any           // what the reader panicked with
	// last is a record that stays where it is until it is taken down, and err why there
	// are no more.
	last *dataset.Record
	err  error
}

// visitsSize is how many bytes of records a worker reads at a time.
const visitsSize = 256 << 10

// parallel is the walk of several workers. A walk that was stopped does not wait for what
// is being read.
func (v *visit[T]) parallel(ctx context.Context, workers int, records iter.Seq2[*dataset.Record, error]) error {
	within, stop := context.WithCancel(ctx)
	defer stop()
	work, inOrder := make(chan *visits[T]), make(chan *visits[T], workers)
	taken := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		defer close(work)
		defer close(inOrder)
		gather(within, records, work, inOrder, taken)
	})
	for range workers {
		group.Go(func() {
			read := v.reader()
			for b := range work {
				b.readAll(read)
			}
		})
	}
	err := v.takeDown(ctx, inOrder, taken)
	if stop(); ctx.Err() == nil { // the inputs are not read any more when this returns
		group.Wait()
	}
	return err
}

// gather gives the records to the workers, and in their order to who takes them down. A
// large one, or one that can't be held, is left to that one, who says when it is taken.
func gather[T any](ctx context.Context, records iter.Seq2[*dataset.Record, error], work, inOrder chan<- *visits[T], taken <-chan struct{}) {
	b := &visits[T]{read: make(chan struct{})}
	send := func() bool {
		full := b
		b = &visits[T]{read: make(chan struct{})}
		for _, to := range []chan<- *visits[T]{inOrder, work} {
			select {
			case to <- full:
			case <-ctx.Done():
				return false
			}
		}
		return true
	}
	for rec, err := range records {
		if rec == nil {
			b.err = err
			break
		}
		if len(rec.Raw) >= await.Large || rec.Fault != nil {
			if b.last = rec; !send() {
				return
			}
			select {
			case <-taken:
				continue
			case <-ctx.Done():
				return
			}
		}
		own := visited[T]{rec: *rec}
		own.rec.Raw = bytes.Clone(rec.Raw)
		b.records = append(b.records, own)
		if b.size += len(rec.Raw); b.size >= visitsSize && !send() {
			return
		}
	}
	send()
}

// readAll reads the records.
func (b *visits[T]) readAll(read func(*dataset.Record) (T, error)) {
	defer close(b.read)
	defer func() { b.fault = recover() }()
	for i := range b.records {
		r := &b.records[i]
		r.found, r.err = read(&r.rec)
	}
}

// takeDown takes down what the workers read.
func (v *visit[T]) takeDown(ctx context.Context, inOrder <-chan *visits[T], taken chan<- struct{}) error {
	read := v.reader() // for records that no worker reads
	for b := range inOrder {
		select {
		case <-b.read:
		case <-ctx.Done():
			return ctx.Err()
		}
		if b.fault != nil {
			panic(b.fault)
		}
		for i := range b.records {
			r := &b.records[i]
			if err := v.each(&r.rec, &r.found, r.err); err != nil {
				return err
			}
		}
		if b.last != nil {
			if err := v.visit(ctx, read, b.last); err != nil {
				return err
			}
			taken <- struct{}{}
		}
		if b.err != nil {
			return b.err
		}
	}
	return ctx.Err()
}
