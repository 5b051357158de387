package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// notebook is what is read of a Jupyter notebook.
type notebook struct {
	Format int `json:"nbformat"`
	Cells  []struct {
		Source  lineList `json:"source"`
		Outputs []struct {
			Text lineList            `json:"text"`
			Data map[string]lineList `json:"data"`
		} `json:"outputs"`
	} `json:"cells"`
}

// lineList is a text that is one string or a list of its lines. Any other value is
// empty.
type lineList string

// UnmarshalJSON reads either.
func (l *lineList) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*l = lineList(one)
		return nil
	}
	var lines []string
	if json.Unmarshal(b, &lines) == nil {
		*l = lineList(strings.Join(lines, ""))
	}
	return nil
}

// isNotebook reports whether a JSON value may be a notebook.
func isNotebook(raw []byte) bool {
	return bytes.Contains(raw, []byte(`"nbformat"`)) && bytes.Contains(raw, []byte(`"cells"`))
}

// outputs returns the outputs of a notebook's cells that hold a transcript: what a cell
// printed is one text, and each value that it shows another. ok is false where it is no
// notebook.
func (s *scanner) outputs(raw []byte) (found []extract, ok bool) {
	var book notebook
	if !isNotebook(raw) || json.Unmarshal(raw, &book) != nil || book.Format == 0 || book.Cells == nil {
		return nil, false
	}
	for i := range book.Cells {
		c := &book.Cells[i]
		var printed strings.Builder
		texts := []string{""}
		for _, o := range c.Outputs {
			printed.WriteString(string(o.Text))
			if shown := o.Data["text/plain"]; shown != "" {
				texts = append(texts, string(shown))
			}
		}
		texts[0] = printed.String()
		for _, text := range texts {
			if !readers.HoldsTranscript(ir.Plain(text)) {
				continue
			}
			found = append(found, s.outputRuns(text, i+1, string(c.Source))...)
		}
	}
	return found, true
}

// outputRuns returns the runs that the output of a cell holds, or the output.
func (s *scanner) outputRuns(text string, cell int, source string) (found []extract) {
	origin := []member{{"place", fmt.Sprintf("%s: cell %d", s.inputName(), cell)}, {"source", source}}
	if source == "" {
		origin = origin[:1]
	}
	raw := []byte(text)
	if !s.wholeLogs {
		for _, run := range readers.Runs(ir.Text{B: raw}) {
			found = append(found, extract{
				raw: bytes.TrimRight(raw[run.Start:run.End], "\r\n"), plain: true, offset: -1, line: 1, column: 1,
				origin: append([]member{{"run", run.Name}}, origin...),
			})
		}
	}
	if found == nil {
		found = []extract{{raw: bytes.TrimRight(raw, "\r\n"), plain: true, offset: -1, line: 1, column: 1, origin: origin}}
	}
	return found
}

func (s *scanner) inputName() string {
	if s.src.name == "" {
		return "notebook"
	}
	return s.src.name
}
