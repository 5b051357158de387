package dataset

import (
	"bufio"
	"context"
	"io"
	"runtime"
	"time"
)

// RunOptions say how to run over records. The zero value takes all of them, on all
// cores. None changes what becomes of a record that is converted.
type RunOptions struct {
	// Workers is how many records are converted at once; 0 means one a core.
	Workers int
	// MaxRecord is how long a record may be, in bytes; 0 means MaxRecord.
	MaxRecord int
	// Limit ends the run after so many records, if it is not 0.
	Limit int
	// Sample is the part of the records to take, in percent; 0 takes all. Seed and
	// a record's number decide whether it is taken.
	Sample float64
	Seed   uint64
	// OnReject says what to do with rejects, and MaxRejects how many are too many.
	OnReject   OnReject
	MaxRejects *RejectLimit
	// Format is how the result holds its records, and Compress how it is compressed.
	Format   Format
	Compress Compression
	// Progress, if it is not nil, is kept up to date, and Seen is told what was seen of the
	// inputs.
	Progress *Progress
	Seen     *Seen
}

// CopyOptions say how CopyWith runs.
type CopyOptions struct {
	RunOptions
	// Name is what errors call the input. Its ending, such as .txt, decides what it is
	// where the content leaves a choice.
	Name string
	// Rejects takes the records that can't be converted, each on a line, and Reasons a
	// line of JSON for each of them, which Merge reads.
	Rejects, Reasons io.Writer
	// Diagnostics takes a line of JSON for each diagnostic.
	Diagnostics io.Writer
}

// Copy converts the records of src and writes them to dst, in order, on all cores.
// src is what Records takes, or Rows. A record that can't be converted ends it with a
// *RejectError; what was written before stays.
//
// Any other error is one of src, a *WriteError or an *InputError, or the context's.
// Nothing is read after the context has ended; that a Read which waits is given up is
// up to src.
func (e *Engine) Copy(ctx context.Context, dst io.Writer, src io.Reader) (*Report, error) {
	return e.CopyWith(ctx, dst, src, CopyOptions{})
}

// CopyWith is Copy with options.
func (e *Engine) CopyWith(ctx context.Context, dst io.Writer, src io.Reader, o CopyOptions) (*Report, error) {
	return e.copyTo(ctx, dst, src, WriterOptions{CopyOptions: o, Alone: true})
}

// CopyRows is CopyWith to a writer of rows, such as one of package parquet.
func (e *Engine) CopyRows(ctx context.Context, dst RowWriter, src io.Reader, o CopyOptions) (*Report, error) {
	return e.copyTo(ctx, io.Discard, src, WriterOptions{CopyOptions: o, Rows: dst})
}

// copyTo converts an input.
func (e *Engine) copyTo(ctx context.Context, dst io.Writer, src io.Reader, o WriterOptions) (*Report, error) {
	w, err := e.NewWriter(dst, o)
	if err != nil {
		return nil, err
	}
	report, start := w.record.report, time.Now()
	err = w.Add(ctx, o.Progress.Reader(src), Source{Name: o.Name, Limit: o.Limit})
	report.Seconds = time.Since(start).Seconds()
	if err == nil {
		err = w.record.tooMany(true)
	}
	if flushed := w.record.flush(); err == nil && flushed != nil {
		err = &WriteError{flushed}
	}
	if ended := w.End(); err == nil {
		err = ended
	}
	if closed := w.Close(); err == nil && closed != nil {
		err = &WriteError{closed}
	}
	return report, err
}

// pipeline returns the options of a pipeline over one input.
func (o *RunOptions) pipeline() pipelineOptions {
	p := pipelineOptions{workers: o.workers(), limit: o.Limit, sample: o.Sample, seed: o.Seed, saw: o.Seen}
	p.maxRecord = o.maxRecord()
	return p
}

func (o *RunOptions) maxRecord() int {
	if o.MaxRecord > 0 {
		return o.MaxRecord
	}
	return MaxRecord
}

func (o *RunOptions) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// buffered returns a writer to w, or nil for none.
func buffered(w io.Writer) *bufio.Writer {
	if w == nil {
		return nil
	}
	return bufio.NewWriter(w)
}
