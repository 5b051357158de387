package cli

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/inputs"
	"github.com/toolspeak/toolspeak/ir"
)

// walk reads the records of all inputs that --limit and --sample take, on --workers cores,
// takes down each with what was read, in order, and shows the progress.
func walk[T any](std streams, c *invocation, engine *dataset.Engine, list []inputs.Input,
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
	o.Progress, o.Seen = p, new(dataset.Seen)
	err = dataset.Each(ctx, engine, opened(ctx, list), o, read, func(rec *dataset.Record, found *T, err error) error {
		failed := guarded(c, func() error { return takeDown(rec, found, err) })
		if isFault(failed) && !isFault(err) {
			failed = takeDown(rec, new(T), failed)
		}
		return failed
	})
	done()
	if err == nil {
		err = std.sawNone(c, o.Seen)
	}
	return err
}

// counts returns what a command that reads all records needs: the engine, the inputs, and
// where its report goes.
func (std streams) counts(c *invocation) (engine *dataset.Engine, list []inputs.Input, report string, err error) {
	if engine, _, err = readingEngine(c); err == nil {
		list, err = std.inputsOf(c)
	}
	if report = c.String("report"); err == nil {
		err = checkReport(report, list)
	}
	return engine, list, report, err
}

// noneError says that a command found no record.
type noneError struct{ text string }

// Error says what there was in place of one.
func (e *noneError) Error() string { return e.text }

// apartNone takes the error that no record was read out of another: what was counted is
// reported all the same.
func apartNone(err error) (none *noneError, other error) {
	if errors.As(err, &none) {
		return none, nil
	}
	return nil, err
}

// orNone returns err or, where it is nil, none.
func orNone(err error, none *noneError) error {
	if err == nil && none != nil {
		return none
	}
	return err
}

// sawNone names the inputs without a record, and how many records a sample is of. It
// returns an error if no record was read.
func (std streams) sawNone(c *invocation, saw *dataset.Seen) error {
	var words string
	switch {
	case c.IsSet("sample"):
		percent := strings.TrimSuffix(c.String("sample"), "%")
		words = fmt.Sprintf("--sample %s took %d of %s", c.String("sample"), saw.Taken, clip.Counted(saw.Records, "record"))
		if share, err := strconv.ParseFloat(percent, 64); err == nil && share <= 1 && percent == c.String("sample") {
			words += fmt.Sprintf(": that is %s percent; a share of %[1]s is --sample %s%%", percent, strconv.FormatFloat(share*100, 'g', -1, 64))
		}
	case len(saw.Empty) > 0:
		words = "no record in " + inputs.ShortList(saw.Empty)
	case saw.Taken == 0:
		words = "no record was read"
	}
	switch {
	case saw.Taken == 0:
		return &noneError{words}
	case words != "" && !c.Bool("quiet"):
		fmt.Fprintln(std.err, printable(words))
	}
	return nil
}

// guarded calls what works on a record. A panic of it is the record's reject.
func guarded(c *invocation, f func() error) (err error) {
	defer diag.Guard(&err, c.Bool("debug"))
	return f()
}

// isFault reports whether an error is the reject of a record on which toolspeak failed.
func isFault(err error) bool {
	return err != nil && errors.Is(err, &ir.Diagnostic{Code: ir.CodeInternal})
}

// workersOf returns the value of --workers.
func workersOf(c *invocation) (int, error) {
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
func (std streams) progress(c *invocation, list []inputs.Input) (p *dataset.Progress, done func()) {
	kind := c.String("progress")
	if c.Bool("quiet") {
		kind = "none"
	}
	bar := showProgress(std.err, kind)
	bar.p.Total.Store(totalOf(list))
	return bar.p, sync.OnceFunc(bar.stop)
}
