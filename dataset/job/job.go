// Package job converts files: with rejects, reports, checkpoints from which a run that was killed
// is continued, shards, and outputs in parts. What is done with the records is the work of package
// dataset.
package job

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/inputs"
	"github.com/toolspeak/toolspeak/internal/trainers"
)

// Job says which files to convert, and where the result goes. A file gets its name
// when it is complete and on the disk.
type Job struct {
	dataset.RunOptions
	// Inputs are files, directories, which stand for the files in them, and patterns
	// such as data/*.jsonl. "-" is Stdin, and so is an empty list.
	Inputs []string
	Stdin  io.Reader
	// Include and Exclude choose among the files of directories: those that match none
	// of Exclude and, if there is an Include, one of it. A pattern with a slash is
	// matched with the path in the directory, one without with the name.
	Include, Exclude []string
	// Output is the file to write; or a directory, which is there or ends in "/", for
	// a file for each input; or "" for Stdout. Its ending decides on Format and
	// Compress where they are not set.
	Output string
	Stdout io.Writer
	// Rejects is the file for records that can't be converted; the reasons go to a
	// file of that name with .reasons.jsonl at the end, unless it is a device.
	Rejects string
	// Diagnostics is the file for all diagnostics, as JSONL, and Report for the counts,
	// as a JSON object.
	Diagnostics, Report string
	// SplitSize cuts the output into files NAME-00001… of at most so many bytes, before
	// compression; Shards into so many of about even size.
	SplitSize int64
	Shards    int
	// Shard takes a part of the inputs. The results of all parts, in order, are the whole.
	Shard Shard
	// DryRun writes neither a result nor rejects.
	DryRun bool
	// Force overwrites Output and Rejects.
	Force bool
	// Resume continues a run of the same job that was killed or interrupted, or failed.
	// Checkpoint is how long a run works at least between two checkpoints; 0 means five
	// seconds. Settings are options of the engine, by name, that have to be the same.
	Resume     bool
	Checkpoint time.Duration
	Settings   map[string]string
	// Rows, if it is not nil, reads and writes files of rows.
	Rows dataset.RowFormat
	// Log, if it is not nil, is told in words what takes long or is passed over.
	Log func(words string)
}

// Shard is the part Number of Of, counted from 1. The zero Shard is the whole.
type Shard struct{ Number, Of int }

func refuse(format string, args ...any) error {
	return &dataset.RefusedError{Text: fmt.Sprintf(format, args...)}
}

// refused makes a *RefusedError of that of package inputs.
func refused(err error) error {
	if r, ok := errors.AsType[*inputs.RefusedError](err); ok {
		return &dataset.RefusedError{Text: r.Text}
	}
	return err
}

// ErrComplete says that there is nothing to resume: all files of the job are there.
var ErrComplete = errors.New("complete: nothing to do")

// interrupted says what becomes of a run whose context ended.
type interrupted struct {
	text  string
	cause error
}

// Error says how the run can be continued, or that it can't.
func (e *interrupted) Error() string { return "interrupted: " + e.text }

// Unwrap returns the context's error.
func (e *interrupted) Unwrap() error { return e.cause }

// Run converts files with an engine. The report is nil where nothing was begun; else it is what was
// found, also where the error is not nil.
//
// An error is a *RefusedError, a *RejectError, an *InputError, a *WriteError,
// ErrComplete, the context's, or one of a file. When the context ends, a run that can
// be resumed takes a checkpoint.
func Run(ctx context.Context, e *dataset.Engine, j Job) (*dataset.Report, error) {
	r := &run{ctx: ctx, engine: e, options: e.Options(), job: &j, began: time.Now(), report: dataset.NewReport()}
	r.trainer = trainers.Find(r.options.For)
	defer r.release()
	if err := r.plan(); err != nil {
		return nil, refused(err)
	}
	if err := r.begin(); err != nil {
		return nil, refused(err)
	}
	return r.report, refused(r.end(r.convert()))
}

// run is a job that is run.
type run struct {
	ctx     context.Context
	engine  *dataset.Engine
	options dataset.Options
	trainer *trainers.Trainer // that of the options, or nil
	job     *Job
	inputs  []input
	tasks   []task
	began   time.Time
	before  float64 // how many seconds the runs took that this one continues
	report  *dataset.Report
	// Of rejects, reasons and diagnostics; nil where nobody asked for them.
	rejects, reasons, all *bufio.Writer

	seen        dataset.Seen
	files       []*atomicfile.File // what was begun and has no name yet
	waiting     []*atomicfile.File // those of them that are complete
	divided     []*destination     // those that have all their parts, but maybe some of an earlier run too
	diagnostics *atomicfile.File   // is written whatever happens
	current     *atomicfile.File   // the current result, which says itself how much of it counts

	// Of runs that can be resumed:
	resumable  bool
	checkpoint string // its path
	point      checkpoint
	named      []atomicfile.Position // what is complete and has its name
	saved      time.Time             // when the last checkpoint was saved
	resumes    bool                  // there is one
	drain      func() error          // passes on what is being compressed
}

// log says something to the user.
func (r *run) log(format string, args ...any) {
	if r.job.Log != nil {
		r.job.Log(fmt.Sprintf(format, args...))
	}
}

// plan finds out what is to be done, and writes nothing.
func (r *run) plan() error {
	if err := r.job.check(); err != nil {
		return err
	}
	if err := r.findInputs(); err != nil {
		return err
	}
	if err := r.findTasks(); err != nil {
		return err
	}
	if err := r.planRows(); err != nil {
		return err
	}
	if err := r.prepareResume(); err != nil {
		return err
	}
	if err := r.checkTargets(); err != nil {
		return err
	}
	r.measure()
	return nil
}

// check makes sure that the options agree.
func (j *Job) check() error {
	if j.DryRun {
		j.Rejects = ""
		if j.OnReject == "" {
			j.OnReject = dataset.SkipRejects
		}
	}
	info, err := os.Stat(j.Output)
	device := j.Output != "" && err == nil && !info.Mode().IsRegular() && !info.IsDir()
	cuts := "SplitSize"
	if j.Shards > 0 {
		cuts = "Shards"
	}
	switch {
	case j.OnReject == dataset.KeepRejects && j.Rejects == "" && !j.DryRun:
		return refuse("Job.OnReject reject needs Job.Rejects FILE to keep them in")
	case j.MaxRejects != nil && j.Rejects == "" && j.OnReject != dataset.SkipRejects:
		return refuse("Job.MaxRejects needs Job.Rejects FILE to keep them in: without it the first one ends the run")
	case j.SplitSize <= 0 && j.Shards <= 0:
		return nil
	case j.SplitSize > 0 && j.Shards > 0:
		return refuse("Job.Shards and Job.SplitSize are two ways to cut the output: give one of them")
	case j.Output == "":
		return refuse("Job.%s cuts files: name one with Job.Output", cuts)
	case j.Shards > 0 && (j.Limit > 0 || j.Shard.Of > 0):
		return refuse("Job.Shards cuts the whole inputs evenly: leave out Job.Limit and Job.Shard, or use Job.SplitSize")
	case device:
		return refuse("Job.%s cuts files: Job.Output %s is not a file", cuts, j.Output)
	}
	return nil
}

// divides reports whether outputs are cut into parts.
func (j *Job) divides() bool { return j.SplitSize > 0 || j.Shards > 0 }

// begin opens the files that all tasks share.
func (r *run) begin() error {
	if p := r.job.Progress; p != nil {
		p.Records.Store(int64(r.report.Records))
		p.Rejected.Store(int64(r.report.Rejected))
		p.Earlier.Store(int64(r.report.Records))
	}
	if r.resumable && r.intoDir() {
		if err := os.MkdirAll(r.job.Output, 0o777); err != nil {
			return atomicfile.Failed(r.job.Output, err)
		}
	}
	if r.resumes && r.point.Task == len(r.tasks) {
		return r.reopen()
	}
	var shared [3]*atomicfile.File
	for i, path := range [...]string{r.job.Rejects, ReasonsOf(r.job.Rejects), r.job.Diagnostics} {
		if path == "" {
			continue
		}
		var err error
		if shared[i], err = r.create(path); err != nil {
			return err
		}
	}
	r.diagnostics = shared[2]
	r.rejects, r.reasons, r.all = bufferedFile(shared[0]), bufferedFile(shared[1]), bufferedFile(shared[2])
	r.saved = time.Now()
	return r.mark(r.point.place)
}

// reopen opens what an earlier run that had done all tasks did not give its name. All
// else, rejects and diagnostics among it, is complete and must not begin again.
func (r *run) reopen() error {
	for _, p := range r.point.Files {
		if _, err := r.create(p.Path); err != nil {
			return err
		}
	}
	return r.mark(r.point.place)
}

// create begins a file, or continues it. Its directories are made.
func (r *run) create(path string) (*atomicfile.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, atomicfile.Failed(path, err)
	}
	begin := atomicfile.Create
	if r.resumable {
		begin = func(path string) (*atomicfile.File, error) {
			final, _, _ := atomicfile.Target(path)
			return atomicfile.Resume(path, r.point.position(final))
		}
	}
	f, err := begin(path)
	if err != nil {
		return nil, notResumed(err)
	}
	r.files = append(r.files, f)
	return f, nil
}

// flush writes what is in memory of rejects, reasons and diagnostics.
func (r *run) flush() error {
	for _, w := range []*bufio.Writer{r.rejects, r.reasons, r.all} {
		if w == nil {
			continue
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// convert does the tasks. When it returns nil, all of the result is in place.
func (r *run) convert() error {
	for r.point.Task < len(r.tasks) {
		if err := r.do(r.tasks[r.point.Task]); err != nil {
			return err
		}
	}
	if limit := r.job.MaxRejects; limit.Exceeded(r.report, true) {
		return &dataset.RejectError{Report: r.report, Limit: limit}
	}
	if err := r.flush(); err != nil {
		return err
	}
	return r.commit(r.files)
}

// maxWaiting is how many complete files wait for their names at most. A checkpoint
// for each would cost more than converting them, where they are small.
const maxWaiting = 100

// do does the current task, and goes to the next.
func (r *run) do(t task) error {
	rows, err := r.writesRows(&t)
	if err != nil {
		return err
	}
	d := &destination{run: r, task: t}
	w, err := d.begin()
	if err != nil {
		return err
	}
	if rows {
		err = r.convertRows(d, w)
	} else {
		err = r.convertText(d, w)
	}
	if err == nil {
		err = r.ctx.Err() // what was interrupted may be the writer of the input
	}
	if err != nil {
		return err
	}
	if r.job.divides() && len(d.files) > 0 {
		r.divided = append(r.divided, d)
	}
	r.drain, r.current = nil, nil
	if err := r.mark(place{Task: r.point.Task + 1}); err != nil {
		return err
	}
	if r.point.Task == len(r.tasks) {
		return nil
	}
	r.waiting = append(r.waiting, d.files...)
	if r.resumable && len(r.waiting) < maxWaiting && time.Since(r.saved) < r.checkpointEvery() {
		return nil
	}
	return r.commit(r.waiting)
}

// end keeps or gives up what was written, and writes what is to be told of the run.
func (r *run) end(err error) error {
	if len(r.seen.Empty) > 0 {
		r.log("no record in %s", inputs.ShortList(r.seen.Empty))
	}
	if r.job.Seen != nil {
		*r.job.Seen = r.seen
	}
	// Rejects and diagnostics from before an error are kept in their files.
	err = joinWrite(err, r.flush())
	complete := err == nil
	err = r.unfinished(err)
	if r.diagnostics != nil && r.diagnostics.Pending() && !r.diagnostics.Kept() {
		err = joinWrite(err, r.diagnostics.Commit())
	}
	r.timed()
	r.listFiles(complete && !r.job.DryRun)
	err = joinWrite(err, r.writeSidecars())
	if r.job.Report != "" {
		err = joinWrite(err, writeJSON(r.job.Report, r.report))
	}
	switch {
	case !complete || !r.resumable:
		return err
	case err != nil: // the checkpoint stays, so that another run writes what is missing
		return continued(err)
	}
	return r.forget()
}

// release gives up what was not committed.
func (r *run) release() {
	for _, f := range r.files {
		f.Discard()
	}
	for i := range r.inputs {
		r.inputs[i].Release()
	}
}

// intoDir reports whether the inputs go to files in a directory.
func (r *run) intoDir() bool {
	return len(r.tasks) != 1 || r.tasks[0].output != r.job.Output
}
