package cli

import (
	"errors"
	"io"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/inputs"
)

func (std streams) filterCommand() command {
	return command{
		name:     "filter",
		usage:    "convert line by line, as a part of a pipeline",
		synopsis: []string{"filter --to STYLE [flags] [FILE…]"},
		about: "For engines that pipe records through a process: each line in gives one line out, in order, and is passed on before the next read would wait. " +
			"A record that can't be converted gives the line {\"toolspeak_reject\":{\"code\",\"reason\",\"record\"}}; such lines leave the exit code at 0. " +
			"Nothing is kept from line to line. When the reader of the output goes away, filter ends without a word.",
		examples: []example{{"a line in, a line out", "filter --from react --to xml"}},
		exits:    true,
		reads:    true,
		run:      std.filter,
	}
}

func (std streams) filter(c *cli.Context) error {
	opts, err := std.conversionOptions(c)
	if err != nil {
		return err
	}
	engine, err := dataset.New(opts)
	if err != nil {
		return explain(err)
	}
	list, err := std.inputsOf(c)
	if err != nil {
		return err
	}
	rejects := c.String("rejects")
	if c.IsSet("rejects") && (rejects == "" || rejects == "-") {
		return usagef("--rejects needs the name of a file")
	}
	if err := checkTarget("Rejects", rejects, c.Bool("force"), list); err != nil {
		return err
	}
	ignoreClosedPipe()
	report, err := std.filterAll(engine, list, rejects)
	if err == nil && !c.Bool("quiet") {
		std.sumUp(c, report, "")
	}
	if closedPipe(err) {
		return nil
	}
	return err
}

// closedPipe reports whether nobody reads the output any more. The file of rejects
// wraps its errors in words of its own.
func closedPipe(err error) bool {
	var failed *dataset.WriteError
	return errors.As(err, &failed) && (errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe))
}

// filterAll filters the inputs one after the other. The file of rejects gets its name
// also when the reader of the output went away: what it holds is true.
func (std streams) filterAll(engine *dataset.Engine, list []inputs.Input, rejects string) (*dataset.Report, error) {
	var aside *atomicfile.File
	f := engine.NewFilter(std.out, nil)
	if rejects != "" {
		var err error
		if aside, err = atomicfile.Create(rejects); err != nil {
			return nil, err
		}
		defer aside.Discard()
		f = engine.NewFilter(std.out, aside)
	}
	err := filterEach(f, list)
	if aside != nil && (err == nil || closedPipe(err)) {
		if committed := aside.Commit(); committed != nil {
			return nil, committed
		}
	}
	return f.Report(), err
}

func filterEach(f *dataset.Filter, list []inputs.Input) error {
	ctx, stop := interruptible()
	defer stop()
	for i := range list {
		r, err := list[i].Open(ctx)
		if err != nil {
			return err
		}
		err = f.Run(ctx, list[i].Name, r)
		_ = r.Close() // it was only read
		if err != nil {
			return err
		}
	}
	return nil
}
