package dataset

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/ir"
)

// openedRows is a file of rows with what it reads.
type openedRows struct {
	RowFile
	below io.Closer
}

// Close closes what the file reads.
func (o *openedRows) Close() error { return o.below.Close() }

// openRows opens an input that is a file of rows.
func (r *run) openRows(in *input) (*openedRows, error) {
	at, size, err := in.ReaderAt(r.ctx)
	if err != nil {
		return nil, err
	}
	f, err := r.job.Rows.Open(at, size)
	if err != nil {
		_ = at.Close() // it was only read
		return nil, fmt.Errorf("reading %s: %w", in.Name, err)
	}
	return &openedRows{f, at}, nil
}

// convertTable converts the rows of an input.
func (r *run) convertTable(in *input, c *conversion, o pipelineOptions) error {
	f, err := r.openRows(in)
	if err != nil {
		return err
	}
	defer f.Close()
	from, to := 0, len(f.Groups())
	if in.shard != nil {
		from, to = in.shard.groups[0], in.shard.groups[1]
	}
	rows := f.Read(from, to)
	defer rows.Close()
	_, err = c.run(r.ctx, r.progress.Reader(rows), o)
	return err
}

// writesRows reports whether the output of a task is a file of rows: where its name
// or an option says so or, if it is one of several in a directory or its name says
// nothing, where its input is.
func (r *run) writesRows(t *task) (bool, error) {
	for i := range t.inputs {
		if in := &t.inputs[i]; !in.Regular() {
			if err := r.sniff(in); err != nil {
				return false, err
			}
		}
	}
	switch {
	case t.format == Parquet && r.job.Rows == nil:
		return false, refuse("Job.Output %s is a file of rows: Job.Rows writes them", t.output)
	case t.format != KeepFormat || t.output == "":
		return t.format == Parquet, nil
	case len(t.inputs) == 0:
		return false, nil
	}
	return t.inputs[0].rows, nil
}

// convertRows converts the inputs of a task to files of rows.
func (r *run) convertRows(d *destination, w io.Writer) error {
	if err := r.sameKind(&d.task); err != nil {
		return err
	}
	before := *r.report
	s := &toldSink{sink: r.recorder, report: before}
	if r.infersAtOnce(d) {
		err := r.inferAtOnce(d, w, s)
		if !errors.Is(err, ErrColumns) {
			return err
		}
		if w, err = d.restart(); err != nil {
			return err
		}
		s = &toldSink{sink: r.recorder, report: before, told: s.count}
		r.readAgain(&d.task)
	}
	schema, err := r.schemaOf(&d.task, s.report)
	if err != nil {
		return err
	}
	return r.writeRows(d, w, schema, s)
}

// writeRows converts the inputs of a task to files of rows with a schema.
func (r *run) writeRows(d *destination, w io.Writer, schema any, s *toldSink) error {
	file := &rowFile{}
	begin := func(w io.Writer) (err error) {
		if file.RowFileWriter, err = r.job.Rows.Create(w, schema, d.task.compress); err != nil {
			return fmt.Errorf("can't write %s: %w", d.task.output, err)
		}
		return nil
	}
	if err := begin(w); err != nil {
		return err
	}
	next := func() error {
		if err := file.Close(); err != nil {
			return err
		}
		w, err := d.next()
		if err != nil {
			return err
		}
		return begin(w)
	}
	out := r.engine.output(io.Discard, Parquet)
	out.rows = file
	if err := r.convertAll(d.task.inputs, out, pass{sink: s, report: &s.report, next: next}); err != nil {
		return err
	}
	for d.missing() {
		if err := next(); err != nil {
			return err
		}
	}
	return file.Close()
}

// rowFile writes to one file after the other, where the output is divided.
type rowFile struct{ RowFileWriter }

// infersAtOnce reports whether the columns of a task may be inferred from its first
// records: where that was wrong, its file begins again.
func (r *run) infersAtOnce(d *destination) bool {
	_, _, regular := atomicfile.Target(d.task.output)
	return len(d.task.inputs) > 0 && !d.task.inputs[0].rows && !r.job.divides() && (regular && d.task.output != "" || r.job.DryRun)
}

// inferAtOnce converts the records of a task once, with the columns that the first ones
// have in common.
func (r *run) inferAtOnce(d *destination, w io.Writer, s *toldSink) error {
	for i := range d.task.inputs {
		if err := d.task.inputs[i].Spool(r.ctx); err != nil {
			return err
		}
	}
	file, err := r.job.Rows.Create(w, nil, d.task.compress)
	if err != nil {
		return fmt.Errorf("can't write %s: %w", d.task.output, err)
	}
	out := r.engine.output(io.Discard, Parquet)
	out.rows = file
	err = r.convertAll(d.task.inputs, out, pass{sink: s, report: &s.report})
	if err == nil {
		err = file.Close()
	}
	if err == nil {
		r.logNotes(&d.task, file.Notes())
	}
	return err
}

// restart forgets what was written, and begins the file again.
func (d *destination) restart() (io.Writer, error) {
	for _, f := range d.files {
		f.Discard()
		d.run.files = slices.DeleteFunc(d.run.files, func(other *atomicfile.File) bool { return f == other })
	}
	d.files = nil
	return d.begin()
}

// toldSink tells a sink of the records that it was not told of before, when they were
// converted for a file that has begun again: the same becomes of each.
type toldSink struct {
	sink   sink
	report Report // counts all of them
	told   int    // how many the sink knows
	count  int
}

func (s *toldSink) known() bool {
	s.count++
	s.report.Records++
	return s.count <= s.told
}

func (s *toldSink) converted(rec *Record, res *Result) error {
	if s.known() {
		return nil
	}
	return s.sink.converted(rec, res)
}

func (s *toldSink) rejected(rec *Record, why *ir.Diagnostic, res *Result) error {
	if s.known() {
		return nil
	}
	return s.sink.rejected(rec, why, res)
}

// sourcesOf returns the inputs that decide on the columns of a task.
func (r *run) sourcesOf(t *task) []input {
	if len(t.inputs) == 0 {
		return r.inputs // of which this part has none
	}
	return t.inputs
}

// sameKind refuses a task of files of rows and other inputs.
func (r *run) sameKind(t *task) error {
	sources := r.sourcesOf(t)
	first := sources[0]
	switch other := slices.IndexFunc(sources, func(in input) bool { return in.rows != first.rows }); {
	case other >= 0 && first.rows:
		return refuse("%s is Parquet and %s is not: they can't go to one Parquet file, convert them one by one", first.Name, sources[other].Name)
	case other >= 0:
		return refuse("%s is not Parquet and %s is: they can't go to one Parquet file, convert them one by one", first.Name, sources[other].Name)
	}
	return nil
}

// schemaOf returns the schema to write: that of the inputs where they are files of
// rows and the columns stay, else one that holds all records that the task will write.
// before has the records that Limit counts already.
func (r *run) schemaOf(t *task, before Report) (any, error) {
	sources := r.sourcesOf(t)
	if !sources[0].rows || r.engine.reshapes() {
		return r.inferSchema(t, before)
	}
	var schema any
	for i := range sources {
		f, err := r.openRows(&sources[i])
		if err != nil {
			return nil, err
		}
		joined, same := r.job.Rows.Join(schema, f.RowFile)
		_ = f.Close() // it was only read
		if !same {
			return nil, refuse("%s and %s have different columns: they can't go to one Parquet file, convert them one by one", sources[0].Name, sources[i].Name)
		}
		schema = joined
	}
	if fits, err := r.fits(t, schema, before); err != nil || fits {
		return schema, err
	}
	return r.inferSchema(t, before) // the records of a framework become others
}

// fits reports whether the first record that is converted fits a schema.
func (r *run) fits(t *task, schema any, seen Report) (bool, error) {
	w, err := r.job.Rows.Create(io.Discard, schema, t.compress)
	if err != nil {
		return false, err
	}
	first := &firstSink{lookingSink: lookingSink{&seen, r.stops()}}
	quiet := *r
	quiet.progress = nil // the records are read again
	err = quiet.look(t, &rowFile{w}, first, &seen)
	return !first.mismatch, err
}

// firstSink ends with the first record that was converted, or does not fit.
type firstSink struct {
	lookingSink
	mismatch bool
}

func (s *firstSink) converted(*Record, *Result) error { return errSeenEnough }

func (s *firstSink) rejected(rec *Record, why *ir.Diagnostic, res *Result) error {
	if s.mismatch = why.Code == ir.CodeRowMismatch; s.mismatch {
		return errSeenEnough
	}
	return s.lookingSink.rejected(rec, why, res)
}

// inferSchema converts the records of a task once without writing them, and returns
// the schema that holds all of them, those included that read-back will refuse.
func (r *run) inferSchema(t *task, seen Report) (any, error) {
	for i := range t.inputs {
		if err := t.inputs[i].Spool(r.ctx); err != nil {
			return nil, err
		}
	}
	r.readAgain(t)
	infer := r.job.Rows.Infer()
	if err := r.look(t, infer, &lookingSink{&seen, r.stops()}, &seen); err != nil {
		return nil, err
	}
	schema, notes, err := infer.Schema()
	if err != nil {
		return nil, fmt.Errorf("can't write %s: %w", t.output, err)
	}
	r.logNotes(t, notes)
	return schema, nil
}

// look converts the records of a task for a writer that keeps none. Read-back changes no record: it
// waits for the second time, when it matters.
func (r *run) look(t *task, rows RowWriter, s sink, seen *Report) error {
	looking := *r
	how := r.engine.opts
	how.SkipVerify = true
	var err error
	if looking.engine, err = New(how); err != nil {
		return err
	}
	out := looking.engine.output(io.Discard, Parquet)
	out.rows = rows
	if err = looking.convertAll(t.inputs, out, pass{sink: s, report: seen}); errors.Is(err, errSeenEnough) {
		return nil
	}
	return err
}

// readAgain tells the progress that the inputs of a task are read once more.
func (r *run) readAgain(t *task) {
	if p := r.progress; p != nil && p.Total.Load() > 0 {
		for i := range t.inputs {
			p.Total.Add(max(t.inputs[i].size(), 0))
		}
	}
}

// logNotes says what the columns of a file do not say as the records did.
func (r *run) logNotes(t *task, notes []string) {
	for i, n := range notes {
		if i == fewest {
			r.log("%s: and %d more such columns", t.output, len(notes)-i)
			break
		}
		r.log("%s: %s", t.output, n)
	}
}

// errSeenEnough ends the first pass where the second will end.
var errSeenEnough = errors.New("seen enough")

// lookingSink counts the records of the first pass.
type lookingSink struct {
	report *Report
	stops  bool // a reject ends the run
}

func (s *lookingSink) converted(*Record, *Result) error {
	s.report.Records++
	return nil
}

func (s *lookingSink) rejected(*Record, *ir.Diagnostic, *Result) error {
	s.report.Records++
	if s.stops {
		return errSeenEnough
	}
	return nil
}
