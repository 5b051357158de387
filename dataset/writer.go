package dataset

import (
	"context"
	"io"
)

// Writer converts inputs, one after the other, to one output: a stream or, of
// WriterOptions.Next, several. It is what package job writes files with.
type Writer struct {
	engine *Engine
	out    *output
	packed *packer
	record *recorder
	opts   WriterOptions
}

// WriterOptions say how a Writer works. Limit, Sample and Seed of its RunOptions count for
// each input; Progress counts records alone.
type WriterOptions struct {
	CopyOptions
	// Rows, if it is not nil, takes the records in place of a stream.
	Rows RowWriter
	// Alone says that there is one input: a single value then stays one.
	Alone bool
	// Follows says that the output is the continuation of another: it gets no byte order mark.
	Follows bool
	// Report, if it is not nil, counts the records further.
	Report *Report
	// Known is how many records were dealt with when the output was begun before, and what
	// became of them: they are neither counted nor kept again.
	Known int
	// Offsets gives diagnostics the offsets of their records.
	Offsets bool
	// Resume is the mark from which the output is continued.
	Resume Mark
	// Next, if it is not nil, begins the next part of the output, and SplitSize is how many bytes
	// a part holds at most, before it is compressed; 0 is any number. Of rows it counts their JSON
	// and a line end for each. A longer record has a part of its own.
	Next      func() (io.Writer, error)
	SplitSize int64
}

// Mark is a place in an input from which a Writer can be continued: after so many events
// (records, and what is between them), with what the output then holds. The zero Mark is the
// beginning. It is kept as JSON.
type Mark struct {
	Events int
	Output outputState
}

// Source says what a Writer takes of an input.
type Source struct {
	// Name is what errors call the input. Its ending, such as .txt, decides what it is
	// where the content leaves a choice.
	Name string
	// Limit ends the input after so many records, if it is not 0.
	Limit int
	// From and To, if To is not 0, are the numbers of the records to take: those after From up
	// to To. Blank lines belong to the record before them.
	From, To int
	// Lines, if it is not nil, says that the input is a part of a JSONL file, of whole lines.
	Lines *LinePart
	// After is where an earlier run over the same input, with the same options, was left: what
	// came before is read and passed over.
	After Mark
	// AtCut is told of places from which the run can be continued, after about each MiB. An
	// error ends the run.
	AtCut func(Mark) error
	// PartOf, if it is not nil, tells in which part of the output a record belongs, counted from
	// 0. Where it goes back the record stays in the current part.
	PartOf func(*Record) int
}

// NewWriter returns a writer to dst. If dst has a method Cut() error, that is called where the
// run can be continued from, when all before it is written.
func (e *Engine) NewWriter(dst io.Writer, o WriterOptions) (*Writer, error) {
	w := &Writer{engine: e, opts: o, packed: &packer{compress: o.Compress, workers: o.workers(), resumes: o.Resume.Events > 0}}
	if o.Rows != nil {
		w.packed.compress = Uncompressed // rows compress themselves
	}
	if err := w.packed.begin(dst); err != nil {
		return nil, err
	}
	if o.Rows != nil {
		o.Format = Parquet
	}
	w.out = e.output(w.packed, o.Format)
	w.out.rows, w.out.alone, w.out.unmarked = o.Rows, o.Alone, o.Follows
	if o.Resume.Events > 0 {
		w.out.outputState = o.Resume.Output.clone()
	}
	if o.Next != nil {
		w.out.division = division{size: o.SplitSize, next: w.NextPart}
	}
	if o.Report == nil {
		o.Report = NewReport()
	}
	w.record = &recorder{
		engine: e, report: o.Report, onReject: o.OnReject, limit: o.MaxRejects, progress: o.Progress, known: o.Known, offsets: o.Offsets,
		rejects: buffered(o.Rejects), reasons: buffered(o.Reasons), all: buffered(o.Diagnostics),
	}
	return w, nil
}

// Add converts an input.
func (w *Writer) Add(ctx context.Context, src io.Reader, in Source) error {
	o := w.opts.pipeline()
	o.name, o.limit, o.from, o.to, o.part, o.after, o.atCut = in.Name, in.Limit, in.From, in.To, in.Lines, in.After, in.AtCut
	w.out.division.partOf = in.PartOf
	_, err := (&conversion{engine: w.engine, out: w.out, sink: w.record}).run(ctx, src, o)
	return err
}

// Records returns how many records were dealt with.
func (w *Writer) Records() int { return w.record.count }

// NextPart ends the current part of the output, and begins the next.
func (w *Writer) NextPart() error {
	if err := w.packed.finish(); err != nil {
		return err
	}
	dst, err := w.opts.Next()
	if err != nil {
		return err
	}
	return w.packed.begin(dst)
}

// Drain writes all that was compressed up to the last cut.
func (w *Writer) Drain() error { return w.packed.drain() }

// OpenLine reports whether the last line that was written has no end, and EndLine ends it.
func (w *Writer) OpenLine() bool {
	return w.out.Kind == lines && w.out.Written && w.out.Last != '\n'
}

// EndLine ends the last line.
func (w *Writer) EndLine() error { return w.out.write([]byte{'\n'}) }

// End writes what belongs after the last record; Close then completes the current part. An
// array is closed even where its input was not read to the end.
func (w *Writer) End() error { return w.out.close() }

// Close writes what was compressed, and ends the current part. It closes no writer.
func (w *Writer) Close() error { return w.packed.finish() }
