package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// OnReject says what to do with a record that can't be converted.
type OnReject string

// OnReject values. Without a choice they are kept where there is a place for
// them, and else the first one ends the run.
const (
	KeepRejects  OnReject = "reject" // set them aside and go on
	SkipRejects  OnReject = "skip"   // leave them out, count them and go on
	StopAtReject OnReject = "fail"   // end the run at the first one
)

// RejectLimit is how many rejects are too many: more than Count, or more than Percent
// of the records if that is above 0. A share counts from 1,000 records on, and at the
// end.
type RejectLimit struct {
	Count   int
	Percent float64
}

// String returns the limit as a number, or with a percent sign.
func (l RejectLimit) String() string {
	if l.Percent > 0 {
		return fmt.Sprintf("%v%%", l.Percent)
	}
	return fmt.Sprint(l.Count)
}

// percentFrom is how many records there have to be before a share of them means
// anything, but at the end.
const percentFrom = 1000

// Exceeded reports whether there are too many rejects.
func (l *RejectLimit) Exceeded(r *Report, atEnd bool) bool {
	switch {
	case l == nil:
		return false
	case l.Percent > 0:
		return (atEnd || r.Records >= percentFrom) && float64(r.Rejected)*100 > l.Percent*float64(r.Records)
	}
	return r.Rejected > l.Count
}

// RejectError says that a run was ended by a record that can't be converted, or by
// too many of them.
type RejectError struct {
	// File and Record say which record it was, and Reject why; that is nil where there
	// were too many.
	File   string
	Record int
	Reject *ir.Diagnostic
	// Report has the counts, and Limit is what they exceed.
	Report *Report
	Limit  *RejectLimit
}

// Error says which record, or how many.
func (e *RejectError) Error() string {
	if e.Reject == nil {
		return fmt.Sprintf("%d of %d records rejected: more than %s", e.Report.Rejected, e.Report.Records, e.Limit)
	}
	return fmt.Sprintf("record %d of %s was not converted: %s: %s", e.Record, e.File, e.Reject.Code, e.Reject.Text())
}

// Unwrap returns the reject.
func (e *RejectError) Unwrap() error {
	if e.Reject == nil {
		return nil
	}
	return e.Reject
}

// writeLine writes a diagnostic as a line of JSON.
func writeLine(w io.Writer, f Found) error {
	line, err := f.MarshalJSON()
	if err == nil {
		_, err = w.Write(append(line, '\n'))
	}
	return err
}

// recorder is the sink of a run: it counts, and keeps rejects and diagnostics where
// there are places for them.
type recorder struct {
	engine   *Engine // finds the places of examples
	report   *Report
	onReject OnReject
	limit    *RejectLimit
	progress *Progress
	known    int // of the first so many records it was told before
	count    int // the records that it was told of
	// offsets gives the diagnostics the byte offsets of their records, where numbers
	// and lines count from the beginning of a part.
	offsets bool
	// rejects, reasons and all are nil where nobody asked for them.
	rejects, reasons, all *bufio.Writer
}

// flush writes what is still in memory.
func (s *recorder) flush() error {
	for _, w := range []*bufio.Writer{s.rejects, s.reasons, s.all} {
		if w == nil {
			continue
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// isKnown counts a record, and reports whether it was counted before.
func (s *recorder) isKnown() bool {
	s.count++
	return s.count <= s.known
}

// converted counts a record and takes down its diagnostics.
func (s *recorder) converted(rec *Record, res *Result) error {
	if s.isKnown() {
		return nil
	}
	s.report.Add(res)
	s.progress.record(false)
	if res.LeftOut != "" {
		return nil
	}
	for i := range res.Diagnostics {
		if err := s.note(rec, &res.Diagnostics[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *recorder) note(rec *Record, d *ir.Diagnostic) error {
	s.report.note(rec, d, s.engine)
	if s.all == nil {
		return nil
	}
	f := rec.Found(d, nil)
	if !s.offsets {
		f.Offset = -1
	}
	return writeLine(s.all, f)
}

// rejected keeps a record that was not converted, or ends the run.
func (s *recorder) rejected(rec *Record, why *ir.Diagnostic, res *Result) error {
	if s.isKnown() {
		return nil
	}
	s.report.AddReject(why, res)
	s.progress.record(true)
	if err := s.note(rec, why); err != nil {
		return err
	}
	if s.stops() {
		found := rec.Found(why, nil)
		return &RejectError{File: rec.File, Record: rec.Number, Reject: &found.Diagnostic, Report: s.report}
	}
	if err := s.keep(rec, why); err != nil {
		return err
	}
	return s.tooMany(false)
}

func (s *recorder) stops() bool {
	return s.onReject == StopAtReject || s.onReject == "" && s.rejects == nil
}

// tooMany returns an error where there are too many rejects.
func (s *recorder) tooMany(atEnd bool) error {
	if !s.limit.Exceeded(s.report, atEnd) {
		return nil
	}
	return &RejectError{Report: s.report, Limit: s.limit}
}

// keep writes a reject and its reason.
func (s *recorder) keep(rec *Record, why *ir.Diagnostic) error {
	if s.rejects == nil && s.reasons == nil {
		return nil
	}
	length, err := writeRejected(s.rejects, rec)
	if err != nil || s.reasons == nil {
		return err
	}
	f := rec.Found(why, nil)
	f.Position, f.Length = s.report.written(), length
	f.severalRows = s.engine.severalRows()
	return writeLine(s.reasons, f)
}

// writeRejected writes a reject as a line that can be read again, and returns the
// length of the record in its input. A record over several lines that is JSON is
// written on one; all else byte for byte.
func writeRejected(w *bufio.Writer, rec *Record) (length int64, err error) {
	length = int64(len(rec.Raw))
	if w == nil {
		return rec.WriteTo(io.Discard)
	}
	if rec.rest == nil && !rec.Plain && bytes.ContainsAny(rec.Raw, "\n\r") && jsonx.Valid(rec.Raw) {
		_, err = w.Write(jsonx.OneLine(rec.Raw))
	} else {
		length, err = rec.WriteTo(w)
	}
	if err != nil {
		return length, err
	}
	return length, w.WriteByte('\n')
}

// asReject returns err as a *ir.Diagnostic.
func asReject(err error) *ir.Diagnostic {
	if d, ok := errors.AsType[*ir.Diagnostic](err); ok {
		return d
	}
	return reject(ir.CodeInternal, "%v", err)
}

// internal reports whether an error is the reject of a record on which toolspeak failed.
func internal(err error) bool {
	return err != nil && errors.Is(err, &ir.Diagnostic{Code: ir.CodeInternal})
}

func reject(code ir.Code, format string, args ...any) *ir.Diagnostic {
	d := ir.Reportf(code, format, args...)
	return &d
}
