package dataset

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// Record is one record of an input. It is valid until the next is asked for. A Record that
// has its Raw alone is good for all methods, too.
type Record struct {
	// File is the input's name, if it has one.
	File string
	// Number counts the records of the input from 1.
	Number int
	// Offset is where the record begins in the input, in bytes of its decompressed
	// content; -1 for a row.
	Offset int64
	// Raw is the record without the line end after it. Of a record too large to be
	// held it is the beginning: WriteTo writes all of it.
	Raw []byte
	// Plain reports whether the record is a plain transcript and not JSON.
	Plain bool
	// Fault is why it is no record, if its container knows: it is too large, or no element
	// of its array. All methods of an Engine then return it.
	Fault *ir.Diagnostic

	rest         io.Reader
	line, column int
	eol          []byte // what ends the record and goes with it
	isRow        bool
	near         neighbours
	// origin are keys that the result gets, which say where the record came from.
	origin []member
	// taken is the transcript that the record is, where one of the input holds several.
	taken *layouts.Taken
	// notes are what there is to say of the input from which the record was taken.
	notes []ir.Diagnostic
	// within is the list of which the record is an element, or nil.
	within *layouts.Split
	// runsApart: the runs within it are records of their own.
	runsApart bool
	// page: it is a block of the page that the file is.
	page bool
	// exchange: it is a request with its answer, out of a recording; traced: out of a trace.
	exchange, traced bool
	// dropped: it is part of another record, and none itself.
	dropped bool
	source  any // of a row: what its values came from
	row     any // what a RowWriter makes of it
}

// WriteTo writes the record's exact bytes. It may be called once.
func (r *Record) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(r.Raw)
	if err != nil || r.rest == nil {
		return int64(n), err
	}
	more, err := io.Copy(w, r.rest)
	return int64(n) + more, err
}

// release gives back the row that a record is, if it is one.
func (r *Record) release() {
	if row, ok := r.source.(interface{ Release() }); ok {
		row.Release()
	}
}

// Place returns where a line and a column of the record are in the input. The line 0
// is no place and stays.
func (r *Record) Place(line, column int) (int, int) {
	if line == 0 {
		return 0, column
	}
	if line == 1 {
		column += max(r.column, 1) - 1
	}
	return line + max(r.line, 1) - 1, column
}

// locate moves the place of a diagnostic about the record's bytes from the record
// to its input.
func (r *Record) locate(d *ir.Diagnostic) {
	if d.Message == 0 {
		diag.Move(d, max(r.line, 1), max(r.column, 1))
	}
}

// Records yields the records of an input: JSONL, a JSON array, one JSON value or a
// plain transcript, also compressed with gzip or zstd, all told by content.
//
// An error that is a *ir.Diagnostic is about the record that comes with it, which is
// too large to be held or no element of its array: the next record follows. Any other
// error is the last; the context's is among them.
func Records(ctx context.Context, r io.Reader) iter.Seq2[*Record, error] {
	return readRecords(ctx, opening{maxRecord: MaxRecord}, r, nil)
}

// Records is the function of that name, in the engine's layout. The ending of the
// name, such as .txt, decides where the content leaves a choice.
func (e *Engine) Records(ctx context.Context, name string, r io.Reader) iter.Seq2[*Record, error] {
	return readRecords(ctx, opening{name: name, maxRecord: e.maxRecord}, r, e)
}

// readRecords yields the records of an input. An engine finds out first what they speak.
func readRecords(ctx context.Context, o opening, r io.Reader, e *Engine) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		f, err := e.openInput(ctx, o, r)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.close()
		for {
			p, err := f.next()
			switch {
			case errors.Is(err, io.EOF):
				return
			case err == nil && ctx.Err() != nil:
				err = ctx.Err()
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if p.record == nil || p.record.dropped {
				continue
			}
			more := yield(p.record, p.record.err())
			if p.record.release(); !more {
				return
			}
		}
	}
}

// err returns why the record is none, if its container knows.
func (r *Record) err() error {
	if r.Fault == nil {
		return nil
	}
	return r.Fault
}

// ConvertRecord converts a record of an input. The places in its diagnostics count in
// the record.
func (e *Engine) ConvertRecord(rec *Record) ([]byte, Result, error) {
	out, res, err := e.of(rec).convertRecord(rec)
	res.Diagnostics = diag.Append(res.Diagnostics, rec.notes...)
	return out, res, err
}

func (e *Engine) convertRecord(rec *Record) (out []byte, res Result, err error) {
	defer diag.Guard(&err, e.opts.Debug)
	switch {
	case rec.Fault != nil:
		return nil, Result{}, rec.Fault
	case e.carrier != nil && rec.Plain:
		return e.plainText(rec.Raw)
	case e.carrier != nil:
		return e.near(rec.Raw, rec.near)
	}
	r, d := e.openRecord(rec)
	if d != nil {
		return nil, Result{}, d
	}
	out, res, err = e.convert(r, rec.Raw, nil)
	if !rec.Plain || rec.page {
		return out, res, err
	}
	if err = e.nameSays(rec.File, &res, err); err != nil {
		return nil, res, err
	}
	return out, res, nil
}

// AppendRecord is ConvertRecord for who converts many: it appends what the record became
// to dst, so that its memory serves the records after it.
func (e *Engine) AppendRecord(dst []byte, rec *Record) ([]byte, Result, error) {
	out, res, err := e.ConvertRecord(rec)
	if err == nil {
		dst = append(dst, out...)
	}
	return dst, res, err
}

// openRecord finds the transcripts of a record of an input.
func (e *Engine) openRecord(rec *Record) (r *layouts.Record, d *ir.Diagnostic) {
	editor := e.of(rec).editor
	if rec.Plain {
		r, d = editor.OpenText(rec.Raw)
	} else if rec.taken != nil {
		r, d = editor.OpenTaken(rec.Raw, rec.taken)
	} else {
		r, d = editor.Open(rec.Raw)
	}
	if d == nil {
		rec.near.tell(r)
		if r.RunsApart = rec.runsApart; rec.traced {
			r.OfTrace()
		}
	}
	return r, d
}

// Detect counts the evidence for each style in a record, of which only Raw has to be set.
// Its errors are those of Record. A place in them counts in the record.
func (e *Engine) Detect(rec *Record) (found Detection, err error) {
	defer diag.Guard(&err, e.opts.Debug)
	if rec.Fault != nil {
		return found, rec.Fault
	}
	r, d := e.openRecord(rec)
	return e.detect(rec.Raw, r, d)
}

// Inspect reads a record, of which only Raw has to be set, without converting it. Its
// errors are those of Record that no conversion can help; the Inspection then holds what
// was found before. The places in its diagnostics count in the record.
func (e *Engine) Inspect(rec *Record) (found Inspection, err error) {
	defer diag.Guard(&err, e.opts.Debug)
	if rec.Fault != nil {
		return Inspection{raw: rec.Raw}, rec.Fault
	}
	r, d := e.openRecord(rec)
	found, err = e.inspect(rec.Raw, r, d)
	if rec.Plain && !rec.page {
		err = e.nameSays(rec.File, &found.Result, err)
	}
	found.Diagnostics = diag.Append(found.Diagnostics, rec.notes...)
	return found, err
}

// isWrongOption reports whether an error is about the options, and so about all records.
func isWrongOption(err error) bool {
	var wrong *convert.OptionError
	return err != nil && errors.As(err, &wrong)
}

// isReject reports whether an error is about one record only.
func isReject(err error) bool {
	_, ok := errors.AsType[*ir.Diagnostic](err)
	return ok
}

// TraceRecord is ConvertRecord for those who show what it did: visit is called with each
// transcript that was converted, in order, up to the one that could not be. It must not
// keep what it is given.
func (e *Engine) TraceRecord(rec *Record, visit func(*convert.Output)) (out []byte, res Result, err error) {
	defer diag.Guard(&err, e.opts.Debug)
	if rec.Fault != nil {
		return nil, Result{}, rec.Fault
	}
	r, d := e.openRecord(rec)
	if d != nil {
		return nil, Result{}, d
	}
	return e.convert(r, rec.Raw, visit)
}

// Count reads an input to its end, and returns how many records it has, those that can't be read
// among them.
func (e *Engine) Count(ctx context.Context, name string, r io.Reader, o RunOptions) (n int, err error) {
	for _, err := range readRecords(ctx, e.opens(opening{name: name, maxRecord: o.maxRecord()}), r, e) {
		if err != nil && !isReject(err) {
			return n, err
		}
		n++
	}
	return n, nil
}

// Empty reports whether an input holds nothing at all, by its beginning.
func (e *Engine) Empty(ctx context.Context, name string, r io.Reader) (bool, error) {
	f, err := open(ctx, e.opens(opening{name: name, maxRecord: MaxRecord}), r)
	if err != nil {
		return false, err
	}
	defer f.close()
	return f.about().kind == empty, nil
}
