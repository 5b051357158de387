package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
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
			return writing(run.output, err)
		}
	}
	var shared []*atomicfile.File
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
func (run *conversion) create(path string) (*atomicfile.File, error) {
	begin := atomicfile.Create
	if run.keeps {
		begin = func(path string) (*atomicfile.File, error) {
			final, _, _ := atomicfile.Target(path)
			return atomicfile.Resume(path, run.point.position(final))
		}
	}
	o, err := begin(path)
	if damaged := (*atomicfile.DamagedError)(nil); errors.As(err, &damaged) {
		return nil, fmt.Errorf("can't resume: %w; --force without --resume begins anew", err)
	}
	if err != nil {
		return nil, err
	}
	run.files = append(run.files, o)
	return o, nil
}

// intoDir tells whether the inputs go to files in a directory.
func (run *conversion) intoDir() bool {
	return len(run.jobs) != 1 || run.jobs[0].output != run.output
}

// convertJob converts the inputs of an output.
func (run *conversion) convertJob(j job) error {
	rows, err := run.writesRows(j)
	if err != nil {
		return err
	}
	d := &destination{run: run, job: j}
	w, err := d.begin()
	if err != nil {
		return err
	}
	if rows {
		err = run.convertRows(d, w)
	} else {
		err = run.convertText(d, w)
	}
	if err == nil {
		// What was interrupted may be the writer of the input.
		err = run.sink.interrupted()
	}
	if err != nil {
		return err
	}
	if run.divide.set() && len(d.files) > 0 {
		run.cut = append(run.cut, d)
	}
	run.point.Input, run.point.Mark = 0, dataset.Mark{}
	run.point.Job++
	if run.point.Job == len(run.jobs) {
		return nil
	}
	run.waiting = append(run.waiting, d.files...)
	if run.keeps && len(run.waiting) < maxWaiting && time.Since(run.saved) < checkpointEvery {
		return nil
	}
	return run.finish(run.waiting, run.point.Job)
}

// maxWaiting is how many complete files wait for their names at most. A checkpoint
// for each would cost more than converting them, where they are small.
const maxWaiting = 100

// convertText converts the inputs of a job to JSON or text, maybe compressed.
func (run *conversion) convertText(d *destination, w io.Writer) error {
	compress := run.compress
	if d.job.output != run.output && compress == dataset.Uncompressed {
		compress = dataset.CompressionOf(d.job.output)
	}
	if run.dry {
		compress = dataset.Uncompressed
	}
	var packed struct{ *dataset.Compressor } // that of the part at hand
	var err error
	if packed.Compressor, err = dataset.CompressOn(w, compress, run.opts.Workers); err != nil {
		return err
	}
	out := run.engine.NewOutput(&packed)
	if run.point.Mark.Events > 0 {
		out = run.engine.ResumeOutput(&packed, run.point.Mark)
		packed.Begun()
	}
	next := func() error {
		if err := packed.Close(); err != nil {
			return err
		}
		w, err := d.next()
		if err == nil {
			packed.Compressor, err = dataset.CompressOn(w, compress, run.opts.Workers)
		}
		return err
	}
	drain := func() error { return packed.Drain() }
	err = run.convertAll(d.job.inputs, out, pass{&run.sink, run.sink.report, drain, next})
	// On standard output the records that passed stay, whatever came after
	// them (rule R27); a file is forgotten.
	if closed := out.Close(); err == nil {
		err = closed
	}
	for err == nil && d.missing() {
		err = next()
	}
	if closed := packed.Close(); err == nil {
		err = closed
	}
	return err
}

// convertAll converts the inputs from the one at hand.
func (run *conversion) convertAll(in []input, out *dataset.Output, p pass) error {
	var places []stretch
	var total int64
	divided := p.next != nil && run.divide.set()
	if divided && run.divide.parts > 0 {
		var err error
		if places, total, err = run.stretches(in); err != nil {
			return err
		}
	}
	limit, after := run.opts.Limit, run.point.Mark
	for i := run.point.Input; i < len(in); i++ {
		o := run.opts
		if limit > 0 {
			if o.Limit = limit - p.report.Records; after.Events > 0 {
				o.Limit = run.point.Limit
			}
			if o.Limit <= 0 {
				return nil
			}
		}
		o.After = after
		if run.keeps && p.drain != nil {
			o.AtCut = func(m dataset.Mark) error {
				run.point.Input, run.point.Limit, run.point.Mark = i, o.Limit, m
				return run.save(p.drain)
			}
		}
		if divided {
			cuts := dataset.Division{Size: run.divide.size, Next: func(int) error { return p.next() }}
			if places != nil {
				cuts.PartOf = places[i].partOf(run.divide.parts, total)
			}
			out.Divide(cuts)
		}
		if err := run.convertOne(&in[i], out, o, p.sink); err != nil {
			return err
		}
		after = dataset.Mark{}
	}
	return nil
}

func (run *conversion) convertOne(in *input, out *dataset.Output, o dataset.FileOptions, sink dataset.Sink) error {
	if in.parquet {
		return run.convertTable(in, out, o, sink)
	}
	f, err := in.open(run.std)
	if err != nil {
		return err
	}
	defer f.Close()
	section := in.shard.section(f, &o)
	plain, err := in.plain(run.progress.reader(section))
	if err != nil {
		return err
	}
	defer plain.Close()
	return run.engine.FileWith(o, in.name, plain, out, sink)
}

// convertTable converts the rows of a Parquet file.
func (run *conversion) convertTable(in *input, out *dataset.Output, o dataset.FileOptions, sink dataset.Sink) error {
	rows, err := in.rows(run.std)
	if err != nil {
		return err
	}
	defer rows.Close()
	rows.progress = run.progress
	if in.shard != nil {
		rows.take(in.shard.groups[0], in.shard.groups[1])
	}
	return run.engine.FileWith(o, in.name, rows, out, sink)
}

// discard forgets what was not committed.
func (run *conversion) discard() {
	for _, o := range run.files {
		o.Discard()
	}
	if run.spooled != nil {
		_ = run.spooled.Close()
	}
}
