package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/parquet"
)

// parquetNamed tells whether a name is that of a Parquet file.
func parquetNamed(name string) bool { return strings.EqualFold(filepath.Ext(name), parquetEnding) }

// writesRows tells whether the output of a job is Parquet: where its name says so
// or, if it is one of several in a directory or its name says nothing, where its
// input is.
func (run *conversion) writesRows(j job) (bool, error) {
	for i := range j.inputs {
		if err := run.lookAt(&j.inputs[i]); err != nil {
			return false, err
		}
	}
	named := j.output == run.output && (readInTree(j.output) || dataset.CompressionOf(j.output) != dataset.Uncompressed)
	switch {
	case j.output == "":
		return false, nil
	case named || len(j.inputs) == 0:
		return parquetNamed(j.output), nil
	}
	return j.inputs[0].parquet, nil
}

// lookAt finds out what standard input is. Parquet goes to a temporary file.
func (run *conversion) lookAt(in *input) error {
	if in.path != "" {
		return nil
	}
	if err := in.sniff(run.std); err != nil || !in.parquet {
		return err
	}
	return run.spool(in)
}

// spool copies standard input to a temporary file, unless that was done.
func (run *conversion) spool(in *input) (err error) {
	if in.path != "" || in.spooled != nil {
		return nil
	}
	in.spooled, err = spool(interruptible{run.sink.ctx, in.stdin})
	run.spooled = in.spooled
	return err
}

// convertRows converts the inputs of a job to the rows of a Parquet file.
func (run *conversion) convertRows(d *destination, w io.Writer) error {
	if err := run.sameKind(d.job); err != nil {
		return err
	}
	defer lean()()
	before := *run.sink.report
	sink := &toldSink{run: run, report: before}
	if run.infersAtOnce(d) {
		err := run.inferAtOnce(d, w, sink)
		if !errors.Is(err, parquet.ErrColumns) {
			return err
		}
		if w, err = d.restart(); err != nil {
			return err
		}
		sink = &toldSink{run: run, report: before, told: sink.count}
		run.readAgain(d.job)
	}
	schema, err := run.schemaOf(d.job, &sink.report)
	if err != nil {
		return err
	}
	rows := &partWriter{}
	begin := func(w io.Writer) error {
		rows.Writer, err = parquet.NewWriter(w, schema, parquet.Options{Codec: string(run.compress)})
		if err != nil {
			return fmt.Errorf("can't write %s: %w", d.job.output, err)
		}
		return nil
	}
	if err := begin(w); err != nil {
		return err
	}
	out := run.engine.NewRowOutput(rows)
	next := func() error {
		if err := rows.Close(); err != nil {
			return err
		}
		w, err := d.next()
		if err != nil {
			return err
		}
		return begin(w)
	}
	if err := run.convertAll(d.job.inputs, out, pass{sink: sink, report: &sink.report, next: next}); err != nil {
		return err
	}
	for d.missing() {
		if err := next(); err != nil {
			return err
		}
	}
	return rows.Close()
}

// infersAtOnce reports whether the columns of a job may be inferred from its first
// records: where that was wrong, its file begins again.
func (run *conversion) infersAtOnce(d *destination) bool {
	_, _, regular := atomicfile.Target(d.job.output)
	return len(d.job.inputs) > 0 && !d.job.inputs[0].parquet && !run.divide.set() && (regular || run.dry)
}

// inferFrom is how many bytes of records are looked at first; 0 means parquet's default.
var inferFrom = 0

// inferAtOnce converts the records of a job once, with the columns that the first ones
// have in common.
func (run *conversion) inferAtOnce(d *destination, w io.Writer, sink *toldSink) error {
	for i := range d.job.inputs {
		if err := run.spool(&d.job.inputs[i]); err != nil {
			return err
		}
	}
	rows, err := parquet.NewWriter(w, nil, parquet.Options{Codec: string(run.compress), Window: inferFrom})
	if err == nil {
		err = run.convertAll(d.job.inputs, run.engine.NewRowOutput(rows), pass{sink: sink, report: &sink.report})
	}
	if err == nil {
		err = rows.Close()
	}
	if err == nil {
		run.printNotes(d.job, rows.Schema())
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

// toldSink tells the sink of a run of the records that it was not told of before, when
// they were converted for a file that has begun again: the same becomes of each.
type toldSink struct {
	run    *conversion
	report dataset.Report // counts all of them
	told   int            // how many the run's sink knows
	count  int
}

func (s *toldSink) known() bool {
	s.count++
	s.report.Records++
	return s.count <= s.told
}

// Converted passes a record on, or passes over it.
func (s *toldSink) Converted(it *dataset.Item, res *dataset.Result) error {
	if s.known() {
		s.run.sink.tick()
		return s.run.sink.interrupted()
	}
	return s.run.sink.Converted(it, res)
}

// Rejected passes a record on, or passes over it.
func (s *toldSink) Rejected(it *dataset.Item, res *dataset.Result, reason *ir.Diagnostic) error {
	if s.known() {
		s.run.sink.tick()
		return s.run.sink.interrupted()
	}
	return s.run.sink.Rejected(it, res, reason)
}

// partWriter writes to one Parquet file after the other, where the output is divided.
type partWriter struct{ *parquet.Writer }

// lean lets the garbage collector run more often, unless the user has tuned it: what
// is written of a row group is held until it is complete, and as much again of
// garbage would be most of the memory. What it returns undoes that.
func lean() (undo func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	const percent = 50
	old := debug.SetGCPercent(percent)
	return func() { debug.SetGCPercent(old) }
}

// sourcesOf returns the inputs that decide on the columns of a job.
func (run *conversion) sourcesOf(j job) []input {
	if len(j.inputs) == 0 {
		return run.inputs // of which this part has none
	}
	return j.inputs
}

// sameKind refuses a job of Parquet and other inputs.
func (run *conversion) sameKind(j job) error {
	sources := run.sourcesOf(j)
	switch other := slices.IndexFunc(sources, func(in input) bool { return in.parquet != sources[0].parquet }); {
	case other >= 0 && sources[0].parquet:
		return usagef("%s is Parquet and %s is not: they can't go to one Parquet file, convert them one by one", sources[0].name, sources[other].name)
	case other >= 0:
		return usagef("%s is not Parquet and %s is: they can't go to one Parquet file, convert them one by one", sources[0].name, sources[other].name)
	}
	return nil
}

// schemaOf returns the schema to write: that of the inputs where they are Parquet
// and the columns stay, else one that holds all records that the job will write. before
// has the records that --limit counts already.
func (run *conversion) schemaOf(j job, before *dataset.Report) (*parquet.Schema, error) {
	sources := run.sourcesOf(j)
	if !sources[0].parquet || run.reshapes {
		return run.inferSchema(j, *before)
	}
	var first *parquet.Schema
	held := false
	for i := range sources {
		rows, err := sources[i].rows(run.std)
		if err != nil {
			return nil, err
		}
		schema, some := rows.file.Schema(), len(rows.file.RowGroups()) > 0
		_ = rows.Close() // it was only read
		if first == nil {
			first = schema
		}
		if some && !held && first.Equal(schema) {
			first, held = schema, true // a file without rows says nothing of codecs
		}
		if !first.Equal(schema) {
			return nil, usagef("%s and %s have different columns: they can't go to one Parquet file, convert them one by one", sources[0].name, sources[i].name)
		}
	}
	return first, nil
}

// pass is one of the two times that the records of a job may be converted.
type pass struct {
	sink   dataset.Sink
	report *dataset.Report // counts the records, for --limit
	// drain passes on all that was compressed. Without it no checkpoint is taken.
	drain func() error
	// next goes to the next part of the output, where it is divided.
	next func() error
}

// inferSchema converts the records of a job once without writing them, and returns
// the schema that holds all of them, those included that read-back will refuse.
func (run *conversion) inferSchema(j job, seen dataset.Report) (*parquet.Schema, error) {
	for i := range j.inputs {
		if err := run.spool(&j.inputs[i]); err != nil {
			return nil, err
		}
	}
	run.readAgain(j)
	// Read-back changes no record. It waits for the second time, when it matters.
	first, how := *run, run.how
	how.SkipVerify = true
	var err error
	if first.engine, err = dataset.New(how); err != nil {
		return nil, explain(err)
	}
	looking := &lookingSink{run: run, report: &seen}
	all := parquet.NewInferrer()
	err = first.convertAll(j.inputs, first.engine.NewRowOutput(all), pass{sink: looking, report: &seen})
	if err != nil && !errors.Is(err, errSeenEnough) {
		return nil, err
	}
	schema, err := all.Schema()
	if err != nil {
		return nil, fmt.Errorf("can't write %s: %w", j.output, err)
	}
	run.printNotes(j, schema)
	return schema, nil
}

// readAgain counts the bytes of a job's inputs once more.
func (run *conversion) readAgain(j job) {
	if p := run.progress; p != nil && p.total > 0 {
		for i := range j.inputs {
			p.total += j.inputs[i].size(run.std)
		}
	}
}

// printNotes prints what the columns of a file do not say as the records did.
func (run *conversion) printNotes(j job, schema *parquet.Schema) {
	if run.quiet {
		return
	}
	notes := schema.Notes()
	for i, note := range notes {
		if i == maxSchemaNotes {
			fmt.Fprintf(run.std.err, "%s: and %d more such columns\n", printable(j.output), len(notes)-i)
			break
		}
		fmt.Fprintf(run.std.err, "%s: %s\n", printable(j.output), printable(note))
	}
}

// maxSchemaNotes is how many notes about the columns of a file are printed.
const maxSchemaNotes = 20

// errSeenEnough ends the first pass where the second will end.
var errSeenEnough = errors.New("seen enough")

// lookingSink counts the records of the first pass.
type lookingSink struct {
	run    *conversion
	report *dataset.Report
}

// Converted counts a record.
func (s *lookingSink) Converted(*dataset.Item, *dataset.Result) error {
	s.report.Records++
	s.run.sink.tick()
	return s.run.sink.interrupted()
}

// Rejected counts a record, and ends the pass where a reject ends the run.
func (s *lookingSink) Rejected(*dataset.Item, *dataset.Result, *ir.Diagnostic) error {
	s.report.Records++
	if s.run.sink.stop {
		return errSeenEnough
	}
	return s.run.sink.interrupted()
}
