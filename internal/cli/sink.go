package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/ir"
)

// jsonLine is a line of the diagnostics file or, with position, offset and
// length, of the file of reasons. The position counts the records of all inputs,
// as the result holds them: merge puts records back by it.
type jsonLine struct {
	File     string `json:"file"`
	Record   int    `json:"record"`
	Position int    `json:"position,omitempty"`
	Offset   *int64 `json:"offset,omitempty"`
	Length   *int64 `json:"length,omitempty"`
	Severity string `json:"severity,omitempty"`
	Code     string `json:"code"`
	Message  int    `json:"message"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	// The end is known of some.
	EndLine   int       `json:"end_line,omitempty"`
	EndColumn int       `json:"end_column,omitempty"`
	Text      string    `json:"text,omitempty"`
	Reason    string    `json:"reason,omitempty"`
	Fields    ir.Fields `json:"fields,omitzero"`
}

// offsetOf returns the place of a record in its file, or nil where it has none.
func offsetOf(it *dataset.Item) *int64 {
	if it.Offset < 0 {
		return nil
	}
	return &it.Offset
}

// writeTo writes the line as JSON. Text is for people and may hold "<" and "&".
func (l *jsonLine) writeTo(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(l)
}

// errInterrupted ends a run between two records.
var errInterrupted = errors.New("interrupted")

// sink takes down what becomes of each record.
type sink struct {
	ctx    context.Context
	report *dataset.Report
	notes  notes
	// stop ends the run at the first reject, max where there are too many. fails
	// tells that the user asked for it.
	stop, fails bool
	max         maxRejects
	// quiet tells that no diagnostics are printed.
	quiet bool
	tick  func()
	// offsets gives the diagnostics the byte offsets of their records, where
	// numbers and lines count from the beginning of a part.
	offsets bool
	// rejects, reasons and all are nil where nobody asked for them.
	rejects, reasons, all *bufio.Writer
}

// buffered returns a writer to o, or nil for no file.
func buffered(o *atomicfile.File) *bufio.Writer {
	if o == nil {
		return nil
	}
	return bufio.NewWriter(o)
}

// flush writes what is still in memory.
func (s *sink) flush() error {
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

// Converted counts a record and takes down its repairs and losses.
func (s *sink) Converted(it *dataset.Item, res *dataset.Result) error {
	s.report.Add(res)
	s.tick()
	if err := s.note(it, res.Diagnostics); err != nil {
		return err
	}
	return s.interrupted()
}

func (s *sink) interrupted() error {
	if s.ctx.Err() != nil {
		return errInterrupted
	}
	return nil
}

func (s *sink) note(it *dataset.Item, diags []ir.Diagnostic) error {
	for _, d := range diags {
		s.notes.add(note{file: it.File, record: it.Number, Diagnostic: d})
		if s.all == nil {
			continue
		}
		line := jsonLine{
			File: it.File, Record: it.Number, Severity: d.Severity.String(), Code: string(d.Code),
			Message: d.Message, Line: d.Pos.Line, Column: d.Pos.Column, EndLine: d.End.Line, EndColumn: d.End.Column,
			Text: d.Text(), Fields: d.Fields,
		}
		if s.offsets {
			line.Offset = offsetOf(it)
		}
		if err := line.writeTo(s.all); err != nil {
			return err
		}
	}
	return nil
}

// Rejected keeps a record that was not converted, or ends the run.
func (s *sink) Rejected(it *dataset.Item, _ *dataset.Result, d *ir.Diagnostic) error {
	s.report.AddReject()
	s.tick()
	if err := s.note(it, []ir.Diagnostic{*d}); err != nil {
		return err
	}
	if s.stop {
		return s.stopped(it, d)
	}
	if s.rejects != nil {
		if err := s.keep(it, d); err != nil {
			return err
		}
	}
	if err := s.max.exceeded(s.report, false); err != nil {
		return err
	}
	return s.interrupted()
}

// stopped returns the error that ends the run at a reject. Where no diagnostics
// are printed, it says why.
func (s *sink) stopped(it *dataset.Item, d *ir.Diagnostic) error {
	why := ""
	if s.quiet {
		why = fmt.Sprintf(": %s: %s", d.Code, d.Text())
	}
	advice := "--rejects FILE would set such records aside and go on"
	if s.fails {
		advice = "--on-error fail ends the run"
	}
	return &rejectedError{fmt.Sprintf("record %d of %s was not converted%s; %s", it.Number, it.File, why, advice)}
}

// keep writes a reject and its reason.
func (s *sink) keep(it *dataset.Item, d *ir.Diagnostic) error {
	length, err := it.WriteTo(s.rejects)
	if err != nil {
		return err
	}
	if err := s.rejects.WriteByte('\n'); err != nil {
		return err
	}
	line := jsonLine{
		File: it.File, Record: it.Number, Position: s.report.Records, Offset: offsetOf(it), Length: &length, Code: string(d.Code),
		Message: d.Message, Line: d.Pos.Line, Column: d.Pos.Column, EndLine: d.End.Line, EndColumn: d.End.Column,
		Reason: d.Text(), Fields: d.Fields,
	}
	return line.writeTo(s.reasons)
}

// maxRejects is how many rejects are too many: more than so many, or more than
// so many percent. The zero value allows all.
type maxRejects struct {
	set     bool
	number  int
	percent float64 // if it is above 0, number does not count
}

// percentFrom is how many records there have to be before a share of them means
// anything, but at the end.
const percentFrom = 1000

func parseMaxRejects(s string) (m maxRejects, err error) {
	m.set = true
	if digits, ok := strings.CutSuffix(s, "%"); ok {
		m.percent, err = strconv.ParseFloat(digits, 64)
		if err == nil && m.percent > 0 && m.percent <= 100 {
			return m, nil
		}
	} else if m.number, err = strconv.Atoi(s); err == nil && m.number >= 0 {
		return m, nil
	}
	return m, usagef("--max-rejects %q: expected a number of records such as 100, or a share of them such as 0.5%%", s)
}

// exceeded returns an error where there are too many rejects; atEnd tells that
// no record follows.
func (m maxRejects) exceeded(r *dataset.Report, atEnd bool) error {
	limit := ""
	switch {
	case !m.set:
	case m.percent > 0 && (atEnd || r.Records >= percentFrom) && float64(r.Rejected)*100 > m.percent*float64(r.Records):
		limit = fmt.Sprintf("%v%%", m.percent)
	case m.percent == 0 && r.Rejected > m.number:
		limit = strconv.Itoa(m.number)
	}
	if limit == "" {
		return nil
	}
	return &rejectedError{fmt.Sprintf("%d of %s rejected: --max-rejects %s ends the run", r.Rejected, counted(r.Records, "record"), limit)}
}
