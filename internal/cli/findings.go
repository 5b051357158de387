package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// textFindings groups diagnostics by code, for people.
type textFindings struct{ groups []*group }

// group is the diagnostics of one code and severity.
type group struct {
	code     ir.Code
	severity ir.Severity
	// count is of diagnostics, records of the records that have them.
	count, records int
	file           string
	number         int // the record that was counted last
	example        []string
}

func (t *textFindings) begin(io.Writer) error { return nil }

func (t *textFindings) add(_ io.Writer, f *finding) error {
	k := slices.IndexFunc(t.groups, func(g *group) bool { return g.code == f.diag.Code && g.severity == f.diag.Severity })
	if k < 0 {
		k = len(t.groups)
		t.groups = append(t.groups, &group{code: f.diag.Code, severity: f.diag.Severity, example: exampleOf(f)})
	}
	g := t.groups[k]
	g.count += f.diag.Number()
	if g.file != f.rec.File || g.number != f.rec.Number {
		g.file, g.number = f.rec.File, f.rec.Number
		g.records++
	}
	return nil
}

// exampleOf shows one diagnostic.
func exampleOf(f *finding) []string {
	d := f.shown()
	lines := []string{printable(fmt.Sprintf("%s:%d:%d:%d:%d: %s", f.rec.File, f.rec.Number, d.Message, d.Pos.Line, d.Pos.Column, d.Text()))}
	if f.spot != nil {
		line, caret := excerpt(f.spot)
		lines = append(lines, "  "+line, "  "+caret)
	}
	return lines
}

// end writes the overview and the groups: rejects first, then the most frequent.
func (t *textFindings) end(w io.Writer, o *overview) error {
	lines := o.lines()
	slices.SortStableFunc(t.groups, func(a, b *group) int {
		switch {
		case a.severity != b.severity:
			return int(b.severity) - int(a.severity)
		case a.count != b.count:
			return b.count - a.count
		}
		return strings.Compare(string(a.code), string(b.code))
	})
	for _, g := range t.groups {
		lines = append(lines, "", fmt.Sprintf("%s %s: %d in %s", g.severity, g.code, g.count, counted(g.records, "record")))
		for _, l := range g.example {
			lines = append(lines, "  "+l)
		}
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}

// jsonFindings writes a line for each diagnostic.
type jsonFindings struct{}

// jsonFinding is a line of the format jsonl. Offset is in bytes in the file,
// FileLine and FileColumn are the same place.
type jsonFinding struct {
	File       string    `json:"file"`
	Record     int       `json:"record"`
	Offset     *int64    `json:"offset,omitempty"`
	FileLine   int       `json:"file_line,omitempty"`
	FileColumn int       `json:"file_column,omitempty"`
	Severity   string    `json:"severity"`
	Code       string    `json:"code"`
	Message    int       `json:"message"`
	Line       int       `json:"line"`
	Column     int       `json:"column"`
	EndLine    int       `json:"end_line,omitempty"`
	EndColumn  int       `json:"end_column,omitempty"`
	Text       string    `json:"text"`
	Fields     ir.Fields `json:"fields,omitzero"`
	Excerpt    string    `json:"excerpt,omitempty"`
}

func (jsonFindings) begin(io.Writer) error { return nil }

func (jsonFindings) add(w io.Writer, f *finding) error {
	d := f.shown()
	line := jsonFinding{
		File: f.rec.File, Record: f.rec.Number, Offset: f.offset(), FileLine: f.line, FileColumn: f.column,
		Severity: d.Severity.String(), Code: string(d.Code), Message: d.Message,
		Line: d.Pos.Line, Column: d.Pos.Column, EndLine: d.End.Line, EndColumn: d.End.Column, Text: d.Text(), Fields: d.Fields,
	}
	if f.spot != nil {
		line.Excerpt, _ = excerpt(f.spot)
	}
	return encodeLine(w, line)
}

func (jsonFindings) end(io.Writer, *overview) error { return nil }

// encodeLine writes a value as a line of JSON. Text may hold "<" and "&",
// and what is harmful for a terminal is spelled out.
func encodeLine(w io.Writer, value any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(harmlessJSON(b.Bytes()))
	return err
}
