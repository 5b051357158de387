package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/dataset"
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
	Text     string `json:"text,omitempty"`
	Reason   string `json:"reason,omitempty"`
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
	// rejects, reasons and all are nil where nobody asked for them.
	rejects, reasons, all *bufio.Writer
}

// buffered returns a writer to o, or nil for no file.
func buffered(o *outFile) *bufio.Writer {
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
			Message: d.Message, Line: d.Line, Column: d.Column, Text: d.Text,
		}
		if err := line.writeTo(s.all); err != nil {
			return err
		}
	}
	return nil
}

// Rejected keeps a record that was not converted. Without a file for rejects it
// ends the run.
func (s *sink) Rejected(it *dataset.Item, _ *dataset.Result, d *ir.Diagnostic) error {
	s.report.AddReject()
	if err := s.note(it, []ir.Diagnostic{*d}); err != nil {
		return err
	}
	if s.rejects == nil {
		return &rejectedError{fmt.Sprintf("record %d of %s was not converted; --rejects FILE would set such records aside and go on", it.Number, it.File)}
	}
	length, err := it.WriteTo(s.rejects)
	if err != nil {
		return err
	}
	if err := s.rejects.WriteByte('\n'); err != nil {
		return err
	}
	line := jsonLine{
		File: it.File, Record: it.Number, Position: s.report.Records, Offset: &it.Offset, Length: &length, Code: string(d.Code),
		Message: d.Message, Line: d.Line, Column: d.Column, Reason: d.Text,
	}
	if err := line.writeTo(s.reasons); err != nil {
		return err
	}
	return s.interrupted()
}
