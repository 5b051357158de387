package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/layouts"
)

func (std streams) convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "convert transcripts from one style to another",
		UsageText: "toolspeak convert --to STYLE [flags] [FILE…]",
		Description: "Each FILE is JSONL, a JSON array, one JSON value or a plain transcript, also compressed with gzip\n" +
			"or zstd, or Parquet; \"-\" or nothing is standard input. A directory stands for the files in it, a pattern such\n" +
			"as 'data/*.jsonl' for those that match. Flags may stand before and behind the files.\n\n" + exitCodeHelp(),
		Flags:  slices.Concat(conversionFlags(), fileFlags(), runFlags()),
		Action: std.convert,
	}
}

// fileFlags say what is written where.
func fileFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the result to `FILE`, which gets its name when it is complete, or each input to its own file in a directory DIR/"},
		&cli.StringFlag{Name: "compress", Usage: "compress the result as gzip or zstd, whatever its name (`KIND`; without it .gz and .zst at the end of --output decide, and Parquet keeps its codecs)"},
		&cli.StringFlag{Name: "split-size", Usage: "cut the output into files NAME-00001… of at most `SIZE` bytes each, before compression"},
		&cli.IntFlag{Name: "shards", DefaultText: "1", Usage: "cut the output into `N` files NAME-00001… of about even size"},
		&cli.StringFlag{Name: "rejects", Usage: "set records that can't be converted aside in `FILE`, and the reasons in FILE.reasons.jsonl"},
		&cli.StringFlag{Name: "report", Usage: "write the counts to `FILE` as a JSON object"},
		&cli.StringFlag{Name: "diagnostics", Usage: "write all repairs, losses and rejects to `FILE` as JSONL"},
		&cli.BoolFlag{Name: "force", Usage: "overwrite the files of --output and --rejects"},
		&cli.BoolFlag{Name: "resume", Usage: "go on with a run of the same flags and files that was killed, interrupted or ran out of room"},
	}
}

// runFlags say how to run over the inputs.
func runFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "workers", DefaultText: "all", Usage: "convert on `N` cores; the result is the same for any number"},
		&cli.StringFlag{Name: "max-record", Value: "64MiB", Usage: "reject records above `SIZE` bytes"},
		&cli.StringFlag{Name: "on-error", Usage: "`WHAT` to do with a record that can't be converted: reject sets it aside in the file of --rejects and goes on, fail ends the run; without it --rejects decides"},
		&cli.StringFlag{Name: "max-rejects", Usage: "end the run where more than `N` records, or P% of them, are rejects"},
		&cli.IntFlag{Name: "limit", DefaultText: "all", Usage: "take the first `N` records only"},
		&cli.Float64Flag{Name: "sample", DefaultText: "100", Usage: "take about `P` percent of the records, chosen by --seed and their numbers"},
		&cli.Uint64Flag{Name: "seed", Usage: "another `S` chooses another sample"},
		&cli.StringFlag{Name: "shard", Usage: "take part `I/N` of the inputs; the results of all N parts in order are the whole"},
		&cli.BoolFlag{Name: "dry-run", Usage: "convert and report, but write no result and no rejects"},
		&cli.StringFlag{Name: "progress", Value: "auto", Usage: "`HOW` to show how far it is: auto is a bar on a terminal, plain a line every 30 seconds, none nothing"},
		&cli.BoolFlag{Name: "quiet", Usage: "print errors only: no bar, no summary, no diagnostics"},
	}
}

// conversion is a run of the command convert.
type conversion struct {
	std    streams
	engine *dataset.Engine
	how    dataset.Options // those of engine
	layout layouts.Layout
	inputs []input
	jobs   []job

	output, rejects, report, diagnostics string

	opts     dataset.FileOptions
	compress dataset.Compression
	divide   division
	cut      []*destination // those that have all their parts, but maybe some of an earlier run too
	dry      bool           // nothing is written but the report and the diagnostics
	quiet    bool

	reshapes bool     // records get other keys than they had
	spooled  *spooled // standard input, where it was copied

	files    []*atomicfile.File // what was begun and has no name yet
	waiting  []*atomicfile.File // those of them that are complete
	all      *atomicfile.File   // that of the diagnostics, which is written whatever happens
	started  bool
	sink     sink
	progress *progress

	// Of runs that can be resumed:
	keeps      bool
	checkpoint string // its path
	point      checkpoint
	saved      time.Time // when the last checkpoint was saved
	resumes    bool      // point is that of an earlier run
}

func (std streams) convert(c *cli.Context) error {
	run, err := std.newConversion(c)
	if err != nil {
		return err
	}
	defer run.discard()
	defer ballast()()
	err = run.run()
	run.progress.clear()
	if !run.started {
		return err
	}
	err = run.unfinished(err)
	complete := err == nil
	// What was found is told whether the run came to its end or not.
	if told := run.tell(); err == nil {
		err = told
	}
	if complete && run.keeps {
		err = errors.Join(err, run.forget())
	}
	if n := run.sink.report.Rejected; err == nil && n > 0 {
		err = &rejectedError{fmt.Sprintf("%s rejected: %s in %s, the reasons in %s", counted(n, "record"), pronoun(n), run.rejects, reasonsOf(run.rejects))}
		if run.rejects == "" {
			err = &rejectedError{counted(n, "record") + " would be rejected"}
		}
	}
	return err
}

// pronoun stands for so many records.
func pronoun(n int) string {
	if n == 1 {
		return "it is"
	}
	return "they are"
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
		std: std, engine: engine, how: opts, layout: opts.Layout, output: c.String("output"), rejects: c.String("rejects"),
		report: c.String("report"), diagnostics: c.String("diagnostics"), quiet: c.Bool("quiet"), sink: sink{report: dataset.NewReport(), quiet: c.Bool("quiet")},
		reshapes: layouts.OfSteps(layouts.Layout(opts.To)) || opts.OutLayout != layouts.Auto || opts.KeepOriginal,
	}
	if run.output == "-" {
		run.output = ""
	}
	if err := run.takeOptions(c); err != nil {
		return nil, err
	}
	if err := run.takeInputs(c); err != nil {
		return nil, err
	}
	if err := run.prepareResume(c); err != nil {
		return nil, err
	}
	if err := run.checkTargets(c); err != nil {
		return nil, err
	}
	run.takeProgress(c)
	return run, nil
}

// takeInputs finds the inputs and where they go.
func (run *conversion) takeInputs(c *cli.Context) error {
	in, skipped, err := inputs(c.Args().Slice())
	if err != nil {
		return err
	}
	if n := len(skipped); n > 0 && !run.quiet {
		fmt.Fprintf(run.std.err, "skipped, because of the ending: %s\n", printable(shortList(skipped)))
	}
	for i := range in {
		if in[i].path == "" {
			continue // it is asked when it is read
		}
		if err := in[i].sniff(run.std); err != nil {
			return err
		}
	}
	if c.IsSet("shard") {
		run.sink.offsets = true
		i, n, err := parseShard(c.String("shard"))
		if err != nil {
			return err
		}
		if err := run.takeShard(in, i, n); err != nil {
			return err
		}
	}
	run.inputs = in
	run.jobs, err = jobs(in, run.output, run.compress)
	return err
}

func (run *conversion) takeProgress(c *cli.Context) {
	kind := c.String("progress")
	if run.quiet {
		kind = "none"
	}
	run.progress = newProgress(run.std.err, kind, run.sink.report, time.Now)
	run.sink.tick = run.progress.tick
	if run.progress == nil {
		return
	}
	for _, in := range run.inputs {
		size := in.size(run.std)
		if size < 0 {
			run.progress.total = 0
			return
		}
		run.progress.total += size
	}
}

// takeOptions reads the flags that say how to run over the inputs.
func (run *conversion) takeOptions(c *cli.Context) error {
	run.opts = dataset.FileOptions{
		Workers: runtime.GOMAXPROCS(0), Limit: c.Int("limit"), Sample: c.Float64("sample"), Seed: c.Uint64("seed"),
	}
	if c.IsSet("workers") {
		run.opts.Workers = c.Int("workers")
	}
	maxRecord, err := parseSize("max-record", c.String("max-record"))
	run.opts.MaxRecord = int(maxRecord)
	kind := c.String("progress")
	switch {
	case err != nil:
		return err
	case maxRecord > 2<<30-1:
		return usagef("--max-record %s: expected less than 2GiB", c.String("max-record"))
	case run.opts.Workers < 1:
		return usagef("--workers %d: expected 1 or more", run.opts.Workers)
	case c.IsSet("limit") && run.opts.Limit < 1:
		return usagef("--limit %d: expected 1 or more", run.opts.Limit)
	case c.IsSet("sample") && !(run.opts.Sample > 0 && run.opts.Sample <= 100):
		return usagef("--sample %v: expected more than 0 and at most 100 percent", run.opts.Sample)
	case c.IsSet("seed") && !c.IsSet("sample"):
		return usagef("--seed is for --sample P, which is missing")
	case kind != "auto" && kind != "plain" && kind != "none":
		return usagef("--progress %q: expected auto, plain or none", kind)
	}
	if err := run.takeDivision(c); err != nil {
		return err
	}
	run.compress = dataset.CompressionOf(run.output)
	if c.IsSet("compress") {
		run.compress = dataset.Compression(c.String("compress"))
		if run.compress != dataset.Gzip && run.compress != dataset.Zstd {
			return usagef("--compress %q: expected gzip or zstd", c.String("compress"))
		}
	}
	if parquetNamed(strings.TrimSuffix(run.output, filepath.Ext(run.output))) && dataset.CompressionOf(run.output) != dataset.Uncompressed {
		return usagef("--output %s: Parquet compresses its columns itself: leave %s out, --compress chooses the codec", run.output, filepath.Ext(run.output))
	}
	if run.dry = c.Bool("dry-run"); run.dry {
		run.rejects = ""
	}
	return run.takeFaults(c)
}

// takeFaults reads the flags that say what to do with rejects.
func (run *conversion) takeFaults(c *cli.Context) (err error) {
	run.sink.stop = run.rejects == "" && !run.dry
	switch what := c.String("on-error"); {
	case !c.IsSet("on-error"):
	case what == "fail":
		run.sink.stop, run.sink.fails = true, true
	case what != "reject":
		return usagef("--on-error %q: expected reject or fail", what)
	case run.rejects == "" && !run.dry:
		return usagef("--on-error reject needs --rejects FILE to set them aside in")
	}
	if c.IsSet("max-rejects") {
		run.sink.max, err = parseMaxRejects(c.String("max-rejects"))
		if err == nil && run.rejects == "" && !run.dry {
			return usagef("--max-rejects needs --rejects FILE to set them aside in: without it the first one ends the run")
		}
	}
	return err
}

func (run *conversion) checkTargets(c *cli.Context) error {
	for _, flag := range []string{"output", "rejects", "report", "diagnostics"} {
		if value := c.String(flag); c.IsSet(flag) && (value == "" || value == "-" && flag != "output") {
			return usagef("--%s needs the name of a file", flag)
		}
	}
	force := c.Bool("force")
	if run.resumes && run.point.Job == len(run.jobs) {
		return nil // they are only renamed
	}
	var targets []target
	if !run.dry {
		for i, j := range run.jobs {
			replace := force || run.resumes && i < run.point.Job
			if !run.divide.set() {
				targets = append(targets, target{"output", j.output, replace})
				continue
			}
			parts, err := partTargets(j.output, replace)
			if err != nil {
				return err
			}
			targets = append(targets, parts...)
		}
	}
	targets = append(targets, target{"rejects", run.rejects, force}, target{"report", run.report, true}, target{"diagnostics", run.diagnostics, true})
	if run.rejects != "" {
		targets = append(targets, target{"rejects", reasonsOf(run.rejects), force})
	}
	return checkTargets(targets, run.inputs, run.std)
}
