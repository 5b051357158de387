package job

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/dataset"
)

// writing returns how records are written to the output of a task.
func (r *run) writing(t *task) dataset.WriterOptions {
	o := dataset.WriterOptions{Alone: len(t.inputs) == 1, Report: r.report, Offsets: r.job.Shard.Of > 0, SplitSize: r.job.SplitSize}
	o.RunOptions = r.job.RunOptions
	o.Format, o.Compress, o.Seen = t.format, t.compress, &r.seen
	for _, kept := range []struct {
		to   *io.Writer
		from *bufio.Writer
	}{{&o.Rejects, r.rejects}, {&o.Reasons, r.reasons}, {&o.Diagnostics, r.all}} {
		if kept.from != nil {
			*kept.to = kept.from
		}
	}
	return o
}

// convertText converts the inputs of a task to JSON or text, maybe compressed.
func (r *run) convertText(d *destination, w io.Writer) (err error) {
	o := r.writing(&d.task)
	o.Resume = r.point.Mark
	if o.Follows, err = r.followsOthers(); err != nil {
		return err
	}
	if r.job.divides() {
		o.Next = d.next
	}
	out, err := r.engine.NewWriter(w, o)
	if err != nil {
		return err
	}
	r.drain = out.Drain
	if err = r.convertAll(d.task.inputs, out, pass{before: r.report.Records, parts: r.job.Shards > 0, marks: r.resumable}); err == nil {
		err = r.joint(out)
	}
	// On standard output the records that passed stay, whatever came after them; a
	// file is forgotten.
	err = joinWrite(err, out.End())
	for err == nil && d.missing() {
		err = out.NextPart()
	}
	return joinWrite(err, out.Close())
}

// joinWrite adds an error of writing to what ended a run. A failed write counts for
// more than a reject.
func joinWrite(err, failed error) error {
	switch {
	case failed == nil || errors.Is(err, failed) || err != nil && err.Error() == failed.Error():
		return err
	case err == nil:
		return failed
	}
	return fmt.Errorf("%v; %w", err, failed)
}

// pass says how the inputs of a task are converted, which may be several times.
type pass struct {
	before int  // records of other tasks, which Limit counts, too
	parts  bool // the output is cut in parts of even size
	marks  bool // places are noted from which the run can be continued
}

// convertAll converts the inputs from the current one.
func (r *run) convertAll(in []input, w *dataset.Writer, p pass) (err error) {
	var cuts func(i int) func(*dataset.Record) int
	if p.parts {
		if cuts, err = r.evenParts(in); err != nil {
			return err
		}
	}
	at := r.point.place
	for i := at.Input; i < len(in); i++ {
		o := dataset.Source{Name: in[i].Name, Limit: r.job.Limit, After: at.Mark}
		if o.Limit > 0 {
			if o.Limit -= p.before + w.Records(); at.Mark.Events > 0 {
				o.Limit = at.Limit
			}
			if o.Limit <= 0 {
				return nil
			}
		}
		if p.marks {
			o.AtCut = func(m dataset.Mark) error {
				if err := r.mark(place{Task: r.point.Task, Input: i, Limit: o.Limit, Mark: m}); err != nil {
					return err
				}
				return r.saveInTime()
			}
		}
		if cuts != nil {
			o.PartOf = cuts(i)
		}
		if err := r.convertOne(&in[i], w, o); err != nil {
			return err
		}
		at.Mark = dataset.Mark{}
	}
	return nil
}

// convertOne converts an input.
func (r *run) convertOne(in *input, w *dataset.Writer, o dataset.Source) error {
	if in.rows {
		return r.convertTable(in, w, o)
	}
	f, err := in.Open(r.ctx)
	if err != nil {
		return err
	}
	defer f.Close()
	return w.Add(r.ctx, r.job.Progress.Reader(in.shard.section(f, &o)), o)
}
