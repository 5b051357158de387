package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// Found is a diagnostic with the record that it is about, and where that is.
type Found struct {
	File   string
	Record int
	// Position is the record's number among those of all inputs of a run, without those
	// that were left out, or 0.
	Position int
	// Offset and Length say where the record is in the file, in bytes. Offset is -1
	// where the record has no such place, as in Parquet.
	Offset, Length int64
	// Line is the line of the file in which the record begins, or 0.
	Line int
	// Diagnostic has a place in its message, or in the file if it is about none.
	Diagnostic ir.Diagnostic
	// Spot is the place in the file and the text around it, where they are known.
	Spot *Spot

	severalRows bool // the run writes several rows for a record, so that Position counts no rows
}

// Found returns a diagnostic of the record with its place. Where an inspection of the
// record is given it looks for the text, too, which takes a pass over the record.
func (r *Record) Found(d *ir.Diagnostic, in *Inspection) Found {
	f := Found{File: r.File, Record: r.Number, Offset: max(r.Offset, -1), Length: int64(len(r.Raw)), Line: r.line, Diagnostic: *d}
	if r.Offset < 0 {
		f.Line = 0 // a row
	}
	if in != nil {
		if spot, ok := in.Spot(d); ok {
			f.Spot = r.inFile(spot)
		}
	}
	r.locate(&f.Diagnostic)
	return f
}

// inFile moves a spot from the record to its file.
func (r *Record) inFile(s Spot) *Spot {
	s.Offset, s.End = s.Offset+int(max(r.Offset, 0)), s.End+int(max(r.Offset, 0))
	s.Line, s.Column = r.Place(s.Line, s.Column)
	s.EndLine, s.EndColumn = r.Place(s.EndLine, s.EndColumn)
	return &s
}

// Where says where it is, for people: data.jsonl:7: message 2, line 3, column 21. The
// number of the record is part of it where the line does not tell it.
func (f *Found) Where() string {
	d, line := &f.Diagnostic, f.Line
	if f.Spot != nil && line > 0 {
		line = f.Spot.Line
	}
	if d.Message == 0 && d.Pos.Line > 0 && line > 0 {
		return fmt.Sprintf("%s:%d:%d", f.File, d.Pos.Line, d.Pos.Column)
	}
	where := f.File
	if line > 0 {
		where = fmt.Sprintf("%s:%d", f.File, line)
	}
	var parts []string
	for _, p := range []struct {
		name string
		n    int
	}{{"record", f.Record}, {"message", d.Message}, {"line", d.Pos.Line}, {"column", d.Pos.Column}} {
		if p.n > 0 && (p.name != "record" || f.Record != f.Line) {
			parts = append(parts, fmt.Sprintf("%s %d", p.name, p.n))
		}
	}
	if len(parts) == 0 {
		return where
	}
	return where + ": " + strings.Join(parts, ", ")
}

// foundJSON is what a line of JSON says before the diagnostic, and after it.
type foundJSON struct {
	File       string `json:"file"`
	Record     int    `json:"record"`
	Position   int    `json:"position,omitzero"`
	Offset     *int64 `json:"offset,omitempty"`
	Length     *int64 `json:"length,omitempty"`
	FileLine   int    `json:"file_line,omitzero"`
	FileColumn int    `json:"file_column,omitzero"`
	FileOffset int    `json:"file_offset,omitzero"`

	SeveralRows bool `json:"several_rows,omitzero"`
}

// MarshalJSON writes what a line of the diagnostics and of the reasons holds: file and
// record; where they are known position, offset and length of the record and the place
// in the file; then the diagnostic's own keys, and the excerpt if there is one.
func (f Found) MarshalJSON() ([]byte, error) {
	j := foundJSON{File: f.File, Record: f.Record, Position: f.Position, FileLine: f.Line, SeveralRows: f.severalRows}
	if f.Offset >= 0 {
		j.Offset = &f.Offset
	}
	if f.Offset >= 0 || f.Position > 0 {
		j.Length = &f.Length
	}
	if f.Spot != nil && f.Line > 0 {
		j.FileLine, j.FileColumn, j.FileOffset = f.Spot.Line, f.Spot.Column, f.Spot.Offset
	}
	parts := []any{j, f.Diagnostic}
	if f.Spot != nil {
		parts = append(parts, struct {
			Excerpt string `json:"excerpt"`
		}{f.Spot.Text()})
	}
	return joinObjects(parts)
}

// joinObjects writes values as the members of one object. Text is for people and may
// hold "<" and "&".
func joinObjects(parts []any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i, p := range parts {
		end := b.Len()
		if err := e.Encode(p); err != nil {
			return nil, err
		}
		if i > 0 { // "}\n{" between two objects becomes a comma
			written := b.Bytes()
			b.Truncate(end - 2 + copy(written[end-2:], append([]byte{','}, written[end+1:]...)))
		}
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}

// Text returns the excerpt, with an ellipsis where it was cut.
func (s *Spot) Text() string {
	text := s.Excerpt
	if s.Front {
		text = "…" + text
	}
	if s.Back {
		text += "…"
	}
	return text
}
