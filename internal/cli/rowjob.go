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
	schema, err := run.schemaOf(d.job)
	if err != nil {
		return err
	}
	defer lean()()
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
	if err := run.convertAll(d.job.inputs, out, pass{sink: &run.sink, report: run.sink.report, next: next}); err != nil {
		return err
	}
	for d.missing() {
		if err := next(); err != nil {
			return err
		}
	}
	return rows.Close()
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
	const percent = 30
	old := debug.SetGCPercent(percent)
	return func() { debug.SetGCPercent(old) }
}

// schemaOf returns the schema to write: that of the inputs where they are Parquet
// and the columns stay, else one that holds all records that the job will write.
func (run *conversion) schemaOf(j job) (*parquet.Schema, error) {
	sources := j.inputs
	if len(sources) == 0 {
		sources = run.inputs // of which this part has none
	}
	switch other := slices.IndexFunc(sources, func(in input) bool { return in.parquet != sources[0].parquet }); {
	case other >= 0 && sources[0].parquet:
		return nil, usagef("%s is Parquet and %s is not: they can't go to one Parquet file, convert them one by one", sources[0].name, sources[other].name)
	case other >= 0:
		return nil, usagef("%s is not Parquet and %s is: they can't go to one Parquet file, convert them one by one", sources[0].name, sources[other].name)
	case !sources[0].parquet || run.reshapes:
		return run.inferSchema(j)
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
func (run *conversion) inferSchema(j job) (*parquet.Schema, error) {
	for i := range j.inputs {
		if err := run.spool(&j.inputs[i]); err != nil {
			return nil, err
		}
	}
	seen := *run.sink.report
	if p := run.progress; p != nil && p.total > 0 {
		for i := range j.inputs {
			p.total += j.inputs[i].size(run.std) // they are read twice
		}
	}
	// Read-back changes no record. It waits for the second time, when it matters.
	first, how := *run, run.how
	how.NoVerify = true
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
	schema, notes, err := all.Schema()
	if err != nil {
		return nil, fmt.Errorf("can't write %s: %w", j.output, err)
	}
	for i, n := range notes {
		if run.quiet {
			break
		}
		if i == maxSchemaNotes {
			fmt.Fprintf(run.std.err, "%s: and %d more such columns\n", printable(j.output), len(notes)-i)
			break
		}
		fmt.Fprintf(run.std.err, "%s: column %s: %s\n", printable(j.output), printable(n.Column), printable(n.Text))
	}
	return schema, nil
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
