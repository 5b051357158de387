package job

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/ir"
)

// openedRows is a file of rows with what it reads.
type openedRows struct {
	dataset.RowFile
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
func (r *run) convertTable(in *input, w *dataset.Writer, o dataset.Source) error {
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
	return w.Add(r.ctx, r.job.Progress.Reader(rows), o)
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
	case t.format == dataset.Parquet && r.job.Rows == nil:
		return false, refuse("Job.Output %s is a file of rows: Job.Rows writes them", t.output)
	case t.format != dataset.KeepFormat || t.output == "":
		return t.format == dataset.Parquet, nil
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
	before, known := r.report.Records, 0
	if r.infersAtOnce(d) {
		n, err := r.inferAtOnce(d, w, before)
		if !errors.Is(err, dataset.ErrColumns) {
			return err
		}
		if w, err = d.restart(); err != nil {
			return err
		}
		known = n
		r.readAgain(&d.task)
	}
	schema, err := r.schemaOf(&d.task, before)
	if err != nil {
		return err
	}
	return r.writeRows(d, w, schema, before, known)
}

// writeRows converts the inputs of a task to files of rows with a schema. What became of the
// first records is known.
func (r *run) writeRows(d *destination, w io.Writer, schema any, before, known int) error {
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
	o := r.writing(&d.task)
	o.Rows, o.Known = file, known
	if r.job.divides() {
		o.Next = func() (io.Writer, error) {
			if err := file.Close(); err != nil {
				return nil, err
			}
			w, err := d.next()
			if err != nil {
				return nil, err
			}
			return w, begin(w)
		}
	}
	out, err := r.engine.NewWriter(io.Discard, o)
	if err != nil {
		return err
	}
	if err := r.convertAll(d.task.inputs, out, pass{before: before, parts: r.job.Shards > 0}); err != nil {
		return err
	}
	for d.missing() {
		if err := out.NextPart(); err != nil {
			return err
		}
	}
	return file.Close()
}

// rowFile writes to one file after the other, where the output is divided.
type rowFile struct{ dataset.RowFileWriter }

// infersAtOnce reports whether the columns of a task may be inferred from its first
// records: where that was wrong, its file begins again.
func (r *run) infersAtOnce(d *destination) bool {
	_, _, regular := atomicfile.Target(d.task.output)
	return len(d.task.inputs) > 0 && !d.task.inputs[0].rows && !r.job.divides() && (regular && d.task.output != "" || r.job.DryRun)
}

// inferAtOnce converts the records of a task once, with the columns that the first ones
// have in common, and returns how many were dealt with.
func (r *run) inferAtOnce(d *destination, w io.Writer, before int) (int, error) {
	for i := range d.task.inputs {
		if err := d.task.inputs[i].Spool(r.ctx); err != nil {
			return 0, err
		}
	}
	file, err := r.job.Rows.Create(w, nil, d.task.compress)
	if err != nil {
		return 0, fmt.Errorf("can't write %s: %w", d.task.output, err)
	}
	o := r.writing(&d.task)
	o.Rows = file
	out, err := r.engine.NewWriter(io.Discard, o)
	if err != nil {
		return 0, err
	}
	if err = r.convertAll(d.task.inputs, out, pass{before: before}); err == nil {
		err = file.Close()
	}
	if err == nil {
		r.logNotes(&d.task, file.Notes())
	}
	return out.Records(), err
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
// before is how many records Limit counts already.
func (r *run) schemaOf(t *task, before int) (any, error) {
	sources := r.sourcesOf(t)
	if !sources[0].rows || r.engine.Reshapes() {
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
func (r *run) fits(t *task, schema any, before int) (bool, error) {
	w, err := r.job.Rows.Create(io.Discard, schema, t.compress)
	if err != nil {
		return false, err
	}
	first := &firstRow{RowWriter: w}
	quiet, job := *r, *r.job // the records are read again
	quiet.job, job.Progress = &job, nil
	err = quiet.look(t, first, before, 1)
	return !first.mismatch, err
}

// firstRow ends with the first record that fits, or does not. It is for one worker.
type firstRow struct {
	dataset.RowWriter
	mismatch bool
}

// Encode looks at a record.
func (f *firstRow) Encode(source any, record []byte) (any, error) {
	if f.mismatch {
		return nil, nil
	}
	row, err := f.RowWriter.Encode(source, record)
	if d, ok := errors.AsType[*ir.Diagnostic](err); ok && d.Code == ir.CodeRowMismatch {
		f.mismatch, err = true, nil
	}
	return row, err
}

// Write ends the reading.
func (f *firstRow) Write(any) error { return errSeenEnough }

// inferSchema converts the records of a task once without writing them, and returns
// the schema that holds all of them, those included that read-back will refuse.
func (r *run) inferSchema(t *task, before int) (any, error) {
	for i := range t.inputs {
		if err := t.inputs[i].Spool(r.ctx); err != nil {
			return nil, err
		}
	}
	r.readAgain(t)
	infer := r.job.Rows.Infer()
	if err := r.look(t, infer, before, r.job.Workers); err != nil {
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
func (r *run) look(t *task, rows dataset.RowWriter, before, workers int) error {
	how := r.options
	how.SkipVerify = true
	engine, err := dataset.New(how)
	if err != nil {
		return err
	}
	o := dataset.WriterOptions{Rows: rows}
	o.Workers, o.MaxRecord, o.Sample, o.Seed, o.OnReject = workers, r.job.MaxRecord, r.job.Sample, r.job.Seed, dataset.SkipRejects
	if r.job.OnReject == dataset.StopAtReject || r.job.OnReject == "" && r.rejects == nil {
		o.OnReject = dataset.StopAtReject
	}
	out, err := engine.NewWriter(io.Discard, o)
	if err != nil {
		return err
	}
	err = r.convertAll(t.inputs, out, pass{before: before})
	if _, ended := errors.AsType[*dataset.RejectError](err); ended || errors.Is(err, errSeenEnough) {
		return nil // the second time ends there, too
	}
	return err
}

// readAgain tells the progress that the inputs of a task are read once more.
func (r *run) readAgain(t *task) {
	if p := r.job.Progress; p != nil && p.Total.Load() > 0 {
		for i := range t.inputs {
			p.Total.Add(max(t.inputs[i].size(), 0))
		}
	}
}

// logNotes says what the columns of a file do not say as the records did.
func (r *run) logNotes(t *task, notes []string) {
	const most = 20
	for i, n := range notes {
		if i == most {
			r.log("%s: and %d more such columns", t.output, len(notes)-i)
			break
		}
		r.log("%s: %s", t.output, n)
	}
}

// errSeenEnough ends the first pass where the second will end.
var errSeenEnough = errors.New("seen enough")
