package cli

import (
	"errors"
	"runtime"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/inputs"
	"github.com/toolspeak/toolspeak/ir"
)

// walk reads the records of all inputs that --limit and --sample take, on --workers cores,
// takes down each with what was read, in order, and shows the progress.
func walk[T any](std streams, c *cli.Context, engine *dataset.Engine, list []inputs.Input,
	read func(*dataset.Record) (T, error), takeDown func(*dataset.Record, *T, error) error,
) error {
	o, err := chosen(c)
	if err != nil {
		return err
	}
	if o.Workers, err = workersOf(c); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	defer ballast()()
	p, done := std.progress(c, list)
	defer done()
	o.Progress = p
	return dataset.Each(ctx, engine, opened(ctx, list), o, read, func(rec *dataset.Record, found *T, err error) error {
		failed := guarded(c, func() error { return takeDown(rec, found, err) })
		if isFault(failed) && !isFault(err) {
			failed = takeDown(rec, new(T), failed)
		}
		return failed
	})
}

// guarded calls what works on a record. A panic of it is the record's reject.
func guarded(c *cli.Context, f func() error) (err error) {
	defer diag.Guard(&err, c.Bool("debug"))
	return f()
}

// isFault reports whether an error is the reject of a record on which toolspeak failed.
func isFault(err error) bool {
	return err != nil && errors.Is(err, &ir.Diagnostic{Code: ir.CodeInternal})
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
