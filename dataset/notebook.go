package dataset

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// notebook is what is read of a Jupyter notebook.
type notebook struct {
	Format int    `json:"nbformat"`
	Cells  []cell `json:"cells"`
}

// cell is a cell of a notebook with what it wrote.
type cell struct {
	Source  lineList `json:"source"`
	Outputs []struct {
		Type string              `json:"output_type"`
		Name string              `json:"name"`
		Text lineList            `json:"text"`
		Data map[string]lineList `json:"data"`
	} `json:"outputs"`
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

// printed returns what a cell printed and displayed as one text, what it wrote to standard
// error, and the value of its last line as Python spells it.
func (c *cell) printed() (out, stderr, result string) {
	var printed, logged strings.Builder
	for _, o := range c.Outputs {
		switch shown := shownText(o.Data); {
		case o.Name == "stderr":
			logged.WriteString(string(o.Text))
		case shown == "":
			printed.WriteString(string(o.Text))
		case o.Type == "execute_result" && isRepr(shown):
			result = shown
		default:
			endLine(&printed)
			printed.WriteString(shown)
			endLine(&printed)
		}
	}
	return printed.String(), logged.String(), result
}

// endLine ends the line that a text ends in.
func endLine(b *strings.Builder) {
	if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
		b.WriteByte('\n')
	}
}

// shownText returns the text of a value that a cell displays, or nothing of a picture.
func shownText(data map[string]lineList) string {
	shown := string(data["text/plain"])
	if words, object := strings.CutPrefix(shown, "<"); !object || strings.Index(words, ">") != len(words)-1 || !strings.Contains(words, " ") {
		return shown
	}
	return string(data["text/markdown"]) // shown in place of <IPython.core.display.Markdown object>
}

// isRepr reports whether a text is a value as Python spells it, not one that was written to
// be read: a string in quotes, a list, an object, a number.
func isRepr(shown string) bool {
	shown = strings.TrimSpace(shown)
	if shown == "" {
		return true
	}
	last := shown[len(shown)-1]
	switch c := shown[0]; {
	case c == '\'' || c == '"':
		return last == c
	case c == '{' || c == '[' || c == '(' || c == '<':
		return strings.IndexByte("}])>", last) >= 0
	case last == ')':
		name, _, ok := strings.Cut(shown, "(")
		return ok && strings.IndexFunc(name, func(r rune) bool { return r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) < 0
	}
	return false
}

// outputs returns what the cells of a notebook wrote that is a transcript. Where none is, what
// may be one is a record with the reason why it was not taken. ok is false where it is no notebook.
func (s *scanner) outputs(raw []byte) (found []extract, ok bool) {
	var book notebook
	if !isNotebook(raw) || json.Unmarshal(raw, &book) != nil || book.Format == 0 || book.Cells == nil {
		return nil, false
	}
	var similar []extract
	writing := 0
	for i := range book.Cells {
		c := &book.Cells[i]
		out, stderr, result := c.printed()
		if len(c.Outputs) > 0 {
			writing++
		}
		took := false
		for _, text := range [...]string{out, stderr, result} {
			x := s.cellText(text, i+1, c)
			if text == result && took {
				continue
			}
			values := s.cellValues(x)
			if values == nil {
				values = s.asPrinted(x.raw, func(int) []member { return x.origin })
			}
			if values != nil {
				found, took = append(found, values...), true
				continue
			}
			switch s.holds(x.raw) {
			case holdsTranscript:
				if text != result && result != "" {
					x.origin = append(x.origin, member{"result", result})
				}
				found, took = append(found, s.outputRuns(x)...), true
			case resembles:
				x.fault = reject(ir.CodeNoTranscript, "cell %d of the notebook has words of a transcript, but no call and no answer is found: copy what it wrote to a .txt file, make it one transcript and convert that", i+1)
				x.fault.Pos = ir.Place{Line: 1, Column: 1}
				similar = append(similar, x)
			}
		}
	}
	if found == nil {
		found = similar
	}
	s.barren = fmt.Sprintf("a notebook in which no cell wrote a transcript, of %d with outputs", writing)
	return found, true
}

// cellText returns what a cell wrote as a record that is yet to be read.
func (s *scanner) cellText(text string, number int, c *cell) extract {
	x := extract{raw: bytes.TrimRight([]byte(text), "\r\n"), plain: true, offset: -1, line: 1, column: 1}
	x.origin = []member{{"place", fmt.Sprintf("%s: cell %d", cmp.Or(s.src.name, "notebook"), number)}}
	if c.Source != "" {
		x.origin = append(x.origin, member{"source", string(c.Source)})
	}
	return x
}

// cellValues returns the records that a cell wrote as values of JSON or Python, if it wrote nothing
// else and one of them holds a transcript.
func (s *scanner) cellValues(x extract) (found []extract) {
	text, holds := ir.Text{B: bytes.TrimSpace(x.raw)}, false
	for at := 0; at < len(text.B); at = jsonx.SkipSpace(text.B, at) {
		if c := text.B[at]; c != '{' && c != '[' {
			return nil
		}
		var value []byte
		end, fault := literal.JSON(text, at)
		if value = text.B[at:max(at, end)]; fault != nil {
			value, end, fault = literal.Python(nil, text, at)
		}
		if fault != nil {
			return nil
		}
		one := x
		one.plain, one.raw, one.origin, at = false, jsonx.OneLine(value), nil, end
		holds = holds || s.holdsSteps(value)
		if value[0] == '{' {
			if with, err := withOrigin(one.raw, x.origin, false); err == nil {
				one.raw = with
			}
		}
		found = append(found, one)
	}
	if !holds {
		return nil
	}
	return found
}

// holdsSteps reports whether a value is a record with a call, or with messages and an answer.
func (s *scanner) holdsSteps(value []byte) bool {
	if s.cellRecords == nil {
		return false
	}
	e, err := s.cellRecords()
	if err != nil {
		return false
	}
	read, err := e.Inspect(&Record{Raw: value})
	if err != nil {
		return false
	}
	defer read.Release()
	for i := range read.Transcripts {
		var kinds [ir.NumKinds]bool
		for _, step := range read.Transcripts[i].Steps {
			kinds[step.Kind] = true
		}
		messages := layouts.IsShape(read.Layout.String()) || bytes.Contains(value, []byte(`"role"`))
		if kinds[ir.Call] || messages && kinds[ir.User] && kinds[ir.Answer] {
			return true
		}
	}
	return false
}

// outputRuns returns the runs that the output of a cell holds, or the output.
func (s *scanner) outputRuns(x extract) (found []extract) {
	for _, run := range s.runsOf(ir.Text{B: x.raw}) {
		one := x
		one.runsApart, one.fault = run.Apart, promptFault(run)
		one.raw = bytes.TrimRight(x.raw[run.Start:run.End], "\r\n")
		one.origin = append([]member{{"run", run.Name}}, x.origin...)
		found = append(found, one)
	}
	if found == nil {
		found = []extract{x}
	}
	return found
}

// resemblance says how much a text of unknown origin is like a transcript.
type resemblance uint8

const (
	resemblesNone   resemblance = iota
	resembles                   // as a file it would be read, but nothing shows that an agent wrote it
	holdsTranscript             // it has a call, an answer after what led to it, or a style that toolspeak does not read
)

// holds reads a text as the record of a file, to tell the outputs of agents from those of other
// programs.
func (s *scanner) holds(raw []byte) resemblance {
	if len(bytes.TrimSpace(raw)) == 0 {
		return resemblesNone
	}
	list := s.cellReaders
	if list == nil {
		list = anyStyle()
	}
	most := resemblesNone
	if readers.Resembles(ir.Text{B: raw}) {
		most = resembles
	}
	for _, c := range list {
		out, err := c.ReadConversation(&ir.Conversation{Flat: true, Text: ir.Text{B: raw}})
		switch {
		case err == nil:
			most = max(most, resemblanceOf(out))
		case !errors.Is(err, &ir.Diagnostic{Code: ir.CodeNoTranscript}):
			most = holdsTranscript // a file would be a reject
		}
		out.Release()
	}
	return most
}

// anyStyle returns a converter that detects the built-in styles.
var anyStyle = sync.OnceValue(func() []converter {
	c, err := convert.New(convert.Options{})
	if err != nil {
		panic(err) // it has no option
	}
	return []converter{c}
})

// readersOfCells returns what reads the cells of a notebook: the engine's converter and,
// where that was told a style, one that detects it.
func (e *Engine) readersOfCells() []converter {
	list := []converter{e.conv}
	if e.opts.From != "" && e.opts.From != convert.Auto {
		if detects, err := convert.New(convert.Options{Styles: e.opts.Styles}); err == nil {
			list = append(list, detects)
		}
	}
	return list
}

// resemblanceOf judges what was read of a text.
func resemblanceOf(out *convert.Output) resemblance {
	var kinds [ir.NumKinds]bool
	marked := false
	for i := range out.Read.Steps {
		st := &out.Read.Steps[i]
		kinds[st.Kind] = true
		marked = marked || !st.Unmarked
	}
	switch {
	case kinds[ir.Call],
		kinds[ir.Answer] && (kinds[ir.Thought] || kinds[ir.User] || kinds[ir.Observation]),
		slices.ContainsFunc(out.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == ir.CodeTerminalPrint }) && len(out.Read.Steps) > 0:
		return holdsTranscript
	case marked && (out.Style != convert.Plain || len(out.Read.Steps) > 1):
		return resembles
	}
	return resemblesNone
}
