package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/dataset"
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
		&cli.StringFlag{Name: "out-format", Usage: "write the result as `FORMAT`, whatever its name: jsonl, json, txt or parquet (without it .jsonl, .json, .txt and .parquet at the end of --output decide, and a result without a name is what its input is)"},
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
		&cli.StringFlag{Name: "on-error", Usage: "`WHAT` to do with a record that can't be converted: reject sets it aside in the file of --rejects and goes on, skip leaves it out and goes on, fail ends the run; without it --rejects decides"},
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

func (std streams) convert(c *cli.Context) error {
	opts, err := std.conversionOptions(c)
	if err != nil {
		return err
	}
	engine, err := dataset.New(opts)
	if err != nil {
		return explain(err)
	}
	job, err := std.job(c)
	if err != nil {
		return err
	}
	quiet := c.Bool("quiet")
	if !quiet {
		job.Log = func(words string) { fmt.Fprintln(std.err, printable(inFlags(words))) }
	}
	kind := c.String("progress")
	if quiet {
		kind = "none"
	}
	ctx, stop := interruptible()
	defer stop()
	defer ballast()()
	bar := showProgress(std.err, kind, &job)
	report, err := engine.Run(ctx, job)
	bar.stop()
	if errors.Is(err, dataset.ErrComplete) {
		fmt.Fprintln(std.err, err)
		return nil
	}
	if report != nil && !quiet {
		list, more := report.First()
		for _, line := range noteLines(list, more, "--diagnostics FILE takes all") {
			fmt.Fprintln(std.err, line)
		}
		fmt.Fprintln(std.err, summary(report))
	}
	if err != nil {
		return rejectWords(err, &job, quiet)
	}
	return rejectedIn(report, &job)
}

// interruptible returns a context that ends with the first signal. A second one ends
// the program at once.
func interruptible() (ctx context.Context, stop func()) {
	ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// rejectWords words the error of a run that a reject ended.
func rejectWords(err error, job *dataset.Job, quiet bool) error {
	var ended *dataset.RejectError
	switch {
	case !errors.As(err, &ended):
		return err
	case ended.Reject == nil:
		return &rejectedError{fmt.Sprintf("%d of %s rejected: --max-rejects %s ends the run", ended.Report.Rejected, counted(ended.Report.Records, "record"), ended.Limit)}
	}
	why := ""
	if quiet {
		why = fmt.Sprintf(": %s: %s", ended.Reject.Code, ended.Reject.Text())
	}
	advice := "--rejects FILE would set such records aside and go on"
	if job.OnReject == dataset.StopAtReject {
		advice = "--on-error fail ends the run"
	}
	return &rejectedError{fmt.Sprintf("record %d of %s was not converted%s; %s", ended.Record, ended.File, why, advice)}
}

// rejectedIn says where the rejects of a run are, if there are any.
func rejectedIn(report *dataset.Report, job *dataset.Job) error {
	n := report.Rejected
	switch {
	case n == 0:
		return nil
	case job.DryRun:
		return &rejectedError{counted(n, "record") + " would be rejected"}
	case job.Rejects == "":
		return &rejectedError{counted(n, "record") + " rejected and left out"}
	}
	words := fmt.Sprintf("%s rejected: %s in %s", counted(n, "record"), pronoun(n), job.Rejects)
	if reasons := dataset.ReasonsOf(job.Rejects); reasons != "" {
		words += ", the reasons in " + reasons
	}
	return &rejectedError{words}
}

// pronoun stands for so many records.
func pronoun(n int) string {
	if n == 1 {
		return "it is"
	}
	return "they are"
}

// checkpointEvery is how long a run works at least between two checkpoints; 0 is the
// library's choice.
var checkpointEvery time.Duration

// job reads the flags that say what is read and written, and how.
func (std streams) job(c *cli.Context) (dataset.Job, error) {
	for _, flag := range []string{"output", "rejects", "report", "diagnostics"} {
		if value := c.String(flag); c.IsSet(flag) && (value == "" || value == "-" && flag != "output") {
			return dataset.Job{}, usagef("--%s needs the name of a file", flag)
		}
	}
	run, err := runOptions(c)
	if err != nil {
		return dataset.Job{}, err
	}
	job := dataset.Job{
		RunOptions: run, Inputs: c.Args().Slice(), Stdin: std.in, Stdout: std.out, Rows: rows(),
		Output: c.String("output"), Rejects: c.String("rejects"), Report: c.String("report"), Diagnostics: c.String("diagnostics"),
		DryRun: c.Bool("dry-run"), Force: c.Bool("force"), Resume: c.Bool("resume"), Checkpoint: checkpointEvery, Settings: settings(c),
	}
	if job.Output == "-" {
		job.Output = ""
	}
	if c.IsSet("split-size") {
		if job.SplitSize, err = parseSize("split-size", c.String("split-size")); err != nil {
			return job, err
		}
	}
	if job.Shards = c.Int("shards"); c.IsSet("shards") && job.Shards < 1 {
		return job, usagef("--shards %d: expected 1 or more", job.Shards)
	}
	if c.IsSet("shard") {
		job.Shard, err = parseShard(c.String("shard"))
	}
	return job, err
}

// runOptions reads the flags that say how to run over the inputs.
func runOptions(c *cli.Context) (dataset.RunOptions, error) {
	o := dataset.RunOptions{
		Workers: c.Int("workers"), Limit: c.Int("limit"), Sample: c.Float64("sample"), Seed: c.Uint64("seed"),
		Format: dataset.Format(c.String("out-format")), Compress: dataset.Compression(c.String("compress")), OnReject: dataset.OnReject(c.String("on-error")),
	}
	maxRecord, err := parseSize("max-record", c.String("max-record"))
	o.MaxRecord = int(maxRecord)
	switch {
	case err != nil:
		return o, err
	case maxRecord > 2<<30-1:
		return o, usagef("--max-record %s: expected less than 2GiB", c.String("max-record"))
	case c.IsSet("workers") && o.Workers < 1:
		return o, usagef("--workers %d: expected 1 or more", o.Workers)
	case c.IsSet("limit") && o.Limit < 1:
		return o, usagef("--limit %d: expected 1 or more", o.Limit)
	case c.IsSet("sample") && !(o.Sample > 0 && o.Sample <= 100):
		return o, usagef("--sample %v: expected more than 0 and at most 100 percent", o.Sample)
	case c.IsSet("seed") && !c.IsSet("sample"):
		return o, usagef("--seed is for --sample P, which is missing")
	}
	for _, choice := range []struct {
		flag    string
		allowed []string
	}{
		{"progress", []string{"auto", "plain", "none"}}, {"compress", []string{"gzip", "zstd"}},
		{"out-format", []string{"jsonl", "json", "txt", "parquet"}}, {"on-error", []string{"reject", "skip", "fail"}},
	} {
		if value := c.String(choice.flag); c.IsSet(choice.flag) && !slices.Contains(choice.allowed, value) {
			n := len(choice.allowed) - 1
			return o, usagef("--%s %q: expected %s or %s%s", choice.flag, value, strings.Join(choice.allowed[:n], ", "), choice.allowed[n], suggest(value, choice.allowed))
		}
	}
	if c.IsSet("max-rejects") {
		o.MaxRejects, err = parseMaxRejects(c.String("max-rejects"))
	}
	return o, err
}

// notResumed are the flags that change nothing of what is written.
var notResumed = []string{"workers", "resume", "force", "progress", "quiet", "max-rejects", "help"}

// settings returns all other flags, by name: a run that is resumed has to have the same.
func settings(c *cli.Context) map[string]string {
	values := map[string]string{}
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; !slices.Contains(notResumed, name) {
			values["--"+name] = fmt.Sprint(c.Value(name))
		}
	}
	return values
}

// parseShard reads I/N.
func parseShard(s string) (dataset.Shard, error) {
	var p dataset.Shard
	k, err := fmt.Sscanf(s, "%d/%d", &p.Number, &p.Of)
	if k != 2 || err != nil || s != fmt.Sprintf("%d/%d", p.Number, p.Of) || p.Number < 1 || p.Number > p.Of {
		return p, usagef("--shard %q: expected I/N, the I-th of N parts, such as 1/4", s)
	}
	return p, nil
}
