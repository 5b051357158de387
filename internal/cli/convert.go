package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/dataset"
)

func (std streams) convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "convert transcripts from one style to another",
		UsageText: "toolspeak convert --to STYLE [flags] [FILE…]",
		Description: "Each FILE is JSONL, a JSON array, one JSON value or a plain transcript; \"-\" or nothing is\n" +
			"standard input. Flags may stand before and behind the files.\n\n" + exitCodeHelp(),
		Flags: append(conversionFlags(),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the result to `FILE`, which gets its name when it is complete"},
			&cli.StringFlag{Name: "rejects", Usage: "set records that can't be converted aside in `FILE`, and the reasons in FILE.reasons.jsonl"},
			&cli.StringFlag{Name: "report", Usage: "write the counts to `FILE` as a JSON object"},
			&cli.StringFlag{Name: "diagnostics", Usage: "write all repairs, losses and rejects to `FILE` as JSONL"},
			&cli.IntFlag{Name: "workers", Value: runtime.NumCPU(), Usage: "convert on `N` cores; the result is the same for any number"},
			&cli.StringFlag{Name: "compress", Usage: "compress the result as gzip or zstd, whatever its name (`KIND`; without it .gz and .zst at the end of --output decide)"},
			&cli.IntFlag{Name: "limit", Usage: "take the first `N` records only"},
			&cli.Float64Flag{Name: "sample", Usage: "take about `P` percent of the records, chosen by --seed and their numbers"},
			&cli.Uint64Flag{Name: "seed", Usage: "another `S` chooses another sample"},
			&cli.BoolFlag{Name: "dry-run", Usage: "convert and report, but write no result"},
			&cli.BoolFlag{Name: "force", Usage: "overwrite the files of --output and --rejects"},
		),
		Action: std.convert,
	}
}

// conversion is a run of the command convert.
type conversion struct {
	std    streams
	engine *dataset.Engine
	inputs []input

	output, rejects, report, diagnostics string

	opts     dataset.FileOptions
	compress dataset.Compression
	dry      bool // nothing is written but the report and the diagnostics

	files   []*outFile // what was begun
	all     *outFile   // that of the diagnostics, which is written whatever happens
	started bool
	sink    sink
}

func (std streams) convert(c *cli.Context) error {
	run, err := std.newConversion(c)
	if err != nil {
		return err
	}
	defer run.discard()
	err = run.run()
	if !run.started {
		return err
	}
	// What was found is told whether the run came to its end or not.
	if told := run.tell(); err == nil {
		err = told
	}
	if err == nil && run.sink.report.Rejected > 0 {
		err = &rejectedError{fmt.Sprintf("%s rejected: they are in %s, the reasons in %s",
			counted(run.sink.report.Rejected, "record"), run.rejects, reasonsOf(run.rejects))}
	}
	return err
}

func reasonsOf(rejects string) string { return rejects + ".reasons.jsonl" }

// newConversion checks the command line.
func (std streams) newConversion(c *cli.Context) (*conversion, error) {
	opts, err := std.conversionOptions(c)
	if err != nil {
		return nil, err
	}
	engine, err := dataset.New(opts)
	if err != nil {
		return nil, explain(err)
	}
	run := &conversion{
		std: std, engine: engine, output: c.String("output"), rejects: c.String("rejects"),
		report: c.String("report"), diagnostics: c.String("diagnostics"), sink: sink{report: dataset.NewReport()},
	}
	if run.output == "-" {
		run.output = ""
	}
	if err := run.takeOptions(c); err != nil {
		return nil, err
	}
	if run.inputs, err = inputs(c.Args().Slice()); err != nil {
		return nil, err
	}
	return run, run.checkTargets(c)
}

// takeOptions reads the flags that say how to run over the inputs.
func (run *conversion) takeOptions(c *cli.Context) error {
	run.opts = dataset.FileOptions{
		Workers: c.Int("workers"), Limit: c.Int("limit"), Sample: c.Float64("sample"), Seed: c.Uint64("seed"),
	}
	switch {
	case run.opts.Workers < 1:
		return usagef("--workers %d: expected 1 or more", run.opts.Workers)
	case c.IsSet("limit") && run.opts.Limit < 1:
		return usagef("--limit %d: expected 1 or more", run.opts.Limit)
	case c.IsSet("sample") && !(run.opts.Sample > 0 && run.opts.Sample <= 100):
		return usagef("--sample %v: expected more than 0 and at most 100 percent", run.opts.Sample)
	case c.IsSet("seed") && !c.IsSet("sample"):
		return usagef("--seed is for --sample P, which is missing")
	}
	run.compress = dataset.CompressionOf(run.output)
	if c.IsSet("compress") {
		run.compress = dataset.Compression(c.String("compress"))
		if run.compress != dataset.Gzip && run.compress != dataset.Zstd {
			return usagef("--compress %q: expected gzip or zstd", c.String("compress"))
		}
	}
	if run.dry = c.Bool("dry-run"); run.dry {
		run.output, run.compress = "", dataset.Uncompressed
	}
	return nil
}

func (run *conversion) checkTargets(c *cli.Context) error {
	for _, flag := range []string{"output", "rejects", "report", "diagnostics"} {
		if value := c.String(flag); c.IsSet(flag) && (value == "" || value == "-" && flag != "output") {
			return usagef("--%s needs the name of a file", flag)
		}
	}
	force := c.Bool("force")
	targets := []target{
		{"output", run.output, force},
		{"rejects", run.rejects, force},
		{"report", run.report, true},
		{"diagnostics", run.diagnostics, true},
	}
	if run.rejects != "" {
		targets = append(targets, target{"rejects", reasonsOf(run.rejects), force})
	}
	return checkTargets(targets, run.inputs, run.std)
}

// run converts the inputs. When it returns nil, all of the result is in place.
func (run *conversion) run() error {
	rejects, reasons, err := run.createRejects()
	if err != nil {
		return err
	}
	var w io.Writer = run.std.out
	if run.dry {
		w = io.Discard
	}
	if run.output != "" {
		f, err := run.create(run.output)
		if err != nil {
			return err
		}
		w = f
	}
	if run.diagnostics != "" {
		f, err := run.create(run.diagnostics)
		if err != nil {
			return err
		}
		run.all = f
		run.sink.all = buffered(f)
	}
	run.sink.rejects, run.sink.reasons = buffered(rejects), buffered(reasons)
	run.started = true
	// A second signal ends the program at once: the first may find it waiting
	// for input.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	run.sink.ctx = ctx
	packed, err := dataset.Compress(w, run.compress)
	if err != nil {
		return err
	}
	out := run.engine.NewOutput(packed)
	if err = run.convertAll(out); err == nil {
		// What was interrupted may be the writer of the input.
		err = run.sink.interrupted()
	}
	// On standard output the records that passed stay, whatever came after
	// them (rule R27); a file is forgotten.
	if closed := out.Close(); err == nil {
		err = closed
	}
	if closed := packed.Close(); err == nil {
		err = closed
	}
	if flushed := run.sink.flush(); err == nil {
		err = flushed
	}
	if err != nil {
		return err
	}
	return run.commit(func(o *outFile) bool { return o != run.all })
}

func (run *conversion) createRejects() (rejects, reasons *outFile, err error) {
	if run.rejects == "" {
		return nil, nil, nil
	}
	if rejects, err = run.create(run.rejects); err != nil {
		return nil, nil, err
	}
	reasons, err = run.create(reasonsOf(run.rejects))
	return rejects, reasons, err
}

func (run *conversion) create(path string) (*outFile, error) {
	o, err := create(path)
	if err == nil {
		run.files = append(run.files, o)
	}
	return o, err
}

func (run *conversion) convertAll(out *dataset.Output) error {
	limit := run.opts.Limit
	for _, in := range run.inputs {
		if limit > 0 {
			if run.opts.Limit = limit - run.sink.report.Records; run.opts.Limit <= 0 {
				return nil
			}
		}
		if err := run.convertOne(in, out); err != nil {
			return err
		}
	}
	return nil
}

func (run *conversion) convertOne(in input, out *dataset.Output) error {
	f, err := in.open(run.std)
	if err != nil {
		return err
	}
	defer f.Close()
	plain, _, err := dataset.Decompress(in.name, f)
	if err != nil {
		return err
	}
	defer plain.Close()
	return run.engine.FileWith(run.opts, in.name, plain, out, &run.sink)
}

// commit gives the files that which names their names.
func (run *conversion) commit(which func(*outFile) bool) error {
	for _, o := range run.files {
		if o.f == nil || !which(o) {
			continue
		}
		if err := o.commit(); err != nil {
			return err
		}
	}
	return nil
}

// discard forgets what was not committed.
func (run *conversion) discard() {
	for _, o := range run.files {
		o.discard()
	}
}

// tell says what was found, on standard error and in the files for it.
func (run *conversion) tell() error {
	for _, line := range run.sink.notes.lines("--diagnostics FILE takes all") {
		fmt.Fprintln(run.std.err, line)
	}
	fmt.Fprintln(run.std.err, summary(run.sink.report))
	err := run.commit(func(o *outFile) bool { return o == run.all })
	if run.report == "" {
		return err
	}
	if written := writeReport(run.report, run.sink.report); err == nil {
		err = written
	}
	return err
}

// writeReport writes a report as a JSON object.
func writeReport(path string, report any) error {
	object, err := json.Marshal(report)
	if err != nil {
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	return writeFile(path, append(object, '\n'))
}
