package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/toolspeak/toolspeak/dataset"
)

// run converts the inputs. When it returns nil, all of the result is in place.
func (run *conversion) run() error {
	if run.point.Job == len(run.jobs) && run.resumes {
		run.started = true
		return nil
	}
	if err := run.open(); err != nil {
		return err
	}
	run.started, run.saved = true, time.Now()
	// A second signal ends the program at once: the first may find it waiting
	// for input.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	run.sink.ctx = ctx
	var err error
	for run.point.Job < len(run.jobs) && err == nil {
		err = run.convertJob(run.jobs[run.point.Job])
	}
	if err == nil {
		err = run.sink.max.exceeded(run.sink.report, true)
	}
	// What was rejected and reported before an error is kept in its files.
	if flushed := run.sink.flush(); err == nil {
		err = flushed
	}
	if err != nil {
		return err
	}
	return run.finish(run.files, len(run.jobs))
}

// open begins the files that all jobs share.
func (run *conversion) open() error {
	if run.keeps && run.intoDir() {
		if err := os.MkdirAll(run.output, 0o777); err != nil {
			return wrapWrite(run.output, err)
		}
	}
	var shared []*outFile
	for _, path := range []string{run.rejects, reasonsOf(run.rejects), run.diagnostics} {
		if path == "" || run.rejects == "" && path != run.diagnostics {
			shared = append(shared, nil)
			continue
		}
		f, err := run.create(path)
		if err != nil {
			return err
		}
		shared = append(shared, f)
	}
	run.all = shared[2]
	run.sink.rejects, run.sink.reasons, run.sink.all = buffered(shared[0]), buffered(shared[1]), buffered(shared[2])
	return nil
}

// create begins a file, or goes on with it.
func (run *conversion) create(path string) (*outFile, error) {
	if err := run.makeDir(path); err != nil {
		return nil, err
	}
	var o *outFile
	var err error
	if run.keeps {
		final, _, _ := finalPath(path)
		o, err = reopen(path, run.point.length(final))
	} else {
		o, err = create(path)
	}
	if err == nil {
		run.files = append(run.files, o)
	}
	return o, err
}

// intoDir tells whether the inputs go to files in a directory.
func (run *conversion) intoDir() bool {
	return len(run.jobs) != 1 || run.jobs[0].output != run.output
}

// makeDir makes the directory of an output in a directory.
func (run *conversion) makeDir(path string) error {
	if !run.intoDir() || !slices.ContainsFunc(run.jobs, func(j job) bool { return j.output == path }) {
		return nil
	}
	return wrapWrite(path, os.MkdirAll(filepath.Dir(path), 0o777))
}

// convertJob converts the inputs of an output.
func (run *conversion) convertJob(j job) error {
	w, goesOn := run.std.out, run.point.Mark.Events > 0
	var file *outFile
	switch {
	case run.dry:
		w = io.Discard
	case j.output != "":
		var err error
		if file, err = run.create(j.output); err != nil {
			return err
		}
		w = file
	}
	compress := run.compress
	if j.output != run.output && compress == dataset.Uncompressed {
		compress = dataset.CompressionOf(j.output)
	}
	packed, err := dataset.CompressOn(w, compress, run.opts.Workers)
	if err != nil {
		return err
	}
	out := run.engine.NewOutput(packed)
	if goesOn {
		out = run.engine.ResumeOutput(packed, run.point.Mark)
		packed.Begun()
	}
	if err = run.convertAll(j.inputs, out, packed); err == nil {
		// What was interrupted may be the writer of the input.
		err = run.sink.interrupted()
	}
	// On standard output the records that passed stay, whatever came after
	// them (rule R27); a file is forgotten.
	for _, close := range []func() error{out.Close, packed.Close} {
		if closed := close(); err == nil {
			err = closed
		}
	}
	if err != nil {
		return err
	}
	run.point.Input, run.point.Mark = 0, dataset.Mark{}
	if run.point.Job+1 < len(run.jobs) && file != nil {
		return run.finish([]*outFile{file}, run.point.Job+1)
	}
	run.point.Job++
	return nil
}

// convertAll converts the inputs from the one at hand.
func (run *conversion) convertAll(in []input, out *dataset.Output, packed *dataset.Compressor) error {
	limit, after := run.opts.Limit, run.point.Mark
	for i := run.point.Input; i < len(in); i++ {
		o := run.opts
		if limit > 0 {
			if o.Limit = limit - run.sink.report.Records; after.Events > 0 {
				o.Limit = run.point.Limit
			}
			if o.Limit <= 0 {
				return nil
			}
		}
		o.After = after
		if run.keeps {
			o.AtCut = func(m dataset.Mark) error {
				run.point.Input, run.point.Limit, run.point.Mark = i, o.Limit, m
				return run.save(packed)
			}
		}
		if err := run.convertOne(in[i], out, o); err != nil {
			return err
		}
		after = dataset.Mark{}
	}
	return nil
}

func (run *conversion) convertOne(in input, out *dataset.Output, o dataset.FileOptions) error {
	f, err := in.open(run.std)
	if err != nil {
		return err
	}
	defer f.Close()
	section := in.shard.section(f, &o)
	plain, _, err := dataset.Decompress(in.name, run.progress.reader(section))
	if err != nil {
		return err
	}
	defer plain.Close()
	return run.engine.FileWith(o, in.name, plain, out, &run.sink)
}

// discard forgets what was not committed.
func (run *conversion) discard() {
	for _, o := range run.files {
		o.discard()
	}
}
