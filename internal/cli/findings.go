package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
)

// textFindings groups diagnostics by code, for people.
type textFindings struct{ report dataset.Report }

func (t *textFindings) begin(io.Writer) error { return nil }

func (t *textFindings) add(_ io.Writer, _ *dataset.Record, f *dataset.Found) error {
	t.report.AddFound(f)
	return nil
}

// end writes the overview and the groups: rejects first, then the most frequent.
func (t *textFindings) end(w io.Writer, s sheet, o *overview) error {
	lines := o.lines()
	for _, g := range t.report.Groups() {
		lines = append(append(lines, ""), s.group(&g)...)
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}

// jsonFindings writes a line for each diagnostic.
type jsonFindings struct{}

func (jsonFindings) begin(io.Writer) error { return nil }

func (jsonFindings) add(w io.Writer, _ *dataset.Record, f *dataset.Found) error {
	return encodeLine(w, f)
}

func (jsonFindings) end(io.Writer, sheet, *overview) error { return nil }

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
