package docs_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// One kind of table is examples: with the columns Message, Steps and maybe Code,
// a row tells how the style of the section reads a message of the model, or a
// conversation; a column "Message, in react" names the style. ␤ stands for a line
// feed. The tables of diagnostics are those of TestRuleTables.

var (
	styleHeading = regexp.MustCompile("^## `([a-z-]+)`")
	separator    = regexp.MustCompile(`^\|[ :|-]+\|$`)
)

// proseLine follows headings and tables.
func (d *document) proseLine(i int, line string) {
	if m := styleHeading.FindStringSubmatch(line); m != nil {
		d.style = m[1]
	}
	if !strings.HasPrefix(line, "|") {
		d.columns = nil
		return
	}
	cells := cellsOf(line)
	switch {
	case separator.MatchString(line):
	case d.columns == nil:
		d.columns = map[string]int{}
		for k, cell := range cells {
			d.columns[cell] = k
		}
	default:
		d.row(i+1, cells)
	}
}

func (d *document) row(line int, cells []string) {
	cell := func(column string) (string, bool) {
		k, ok := d.columns[column]
		if !ok || k >= len(cells) {
			return "", false
		}
		return cells[k], true
	}
	code, _ := cell("Code")
	for column, k := range d.columns {
		style, ok := strings.CutPrefix(column, "Message")
		if !ok {
			continue
		}
		if style = strings.TrimPrefix(style, ", in "); style == "" {
			style = d.style
		}
		steps, _ := cell("Steps")
		d.examples++
		d.reading(line, style, span(cells[k]), span(steps), spans(code))
	}
}

// cellsOf parts a row at its bars.
func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// spans returns the code spans of a cell.
func spans(cell string) []string {
	var out []string
	for {
		_, rest, ok := strings.Cut(cell, "`")
		if !ok {
			return out
		}
		fence := "`" + strings.Repeat("`", len(rest)-len(strings.TrimLeft(rest, "`")))
		rest = rest[len(fence)-1:]
		inside, after, ok := strings.Cut(rest, fence)
		for ok && strings.HasPrefix(after, "`") { // a longer run closes nothing
			run := len(after) - len(strings.TrimLeft(after, "`"))
			more, tail, found := strings.Cut(after[run:], fence)
			inside, after, ok = inside+fence+after[:run]+more, tail, found
		}
		if !ok {
			return out
		}
		if len(fence) > 1 && strings.HasPrefix(inside, " ") && strings.HasSuffix(inside, " ") {
			inside = inside[1 : len(inside)-1]
		}
		out, cell = append(out, inside), after
	}
}

// span returns the first code span of a cell with its line feeds, or "".
func span(cell string) string {
	if all := spans(cell); len(all) > 0 {
		return strings.ReplaceAll(all[0], "␤", "\n")
	}
	return ""
}

// example returns the conversation of a row: what it shows, or the model's
// message after a question.
func example(shown string) ir.Conversation {
	if !roleLine.MatchString(shown) {
		shown = "[user]\n?\n[assistant]\n" + shown
	}
	return conversation(shown)
}

// reading checks the steps and the reports of a conversation.
func (d *document) reading(line int, name, message, steps string, codes []string) {
	style, err := styles.Lookup(name)
	if err != nil {
		d.t.Errorf("line %d: %v", line, err)
		return
	}
	c := example(message)
	res, err := readers.Read(grammar.Of(style), &c)
	var found []string
	for _, note := range res.Diagnostics {
		found = append(found, string(note.Code))
	}
	if reject, ok := err.(*ir.Diagnostic); ok {
		found = append(found, string(reject.Code))
	} else if got := describe(res.Transcript.Steps); got != strings.ReplaceAll(steps, "\n", "␤") {
		d.t.Errorf("line %d: %q is read as\n%s\nexpected\n%s", line, message, got, steps)
	}
	if !slices.Equal(found, codes) {
		d.t.Errorf("line %d: %q is reported with %q, expected %q", line, message, found, codes)
	}
}

// describe shows steps on one line, without a first "?" of the user.
func describe(steps []ir.Step) string {
	if len(steps) > 0 && steps[0].Kind == ir.User && text.EqualString(steps[0].Text, "?") {
		steps = steps[1:]
	}
	var out []string
	for _, s := range steps {
		words := fmt.Sprintf("%s %q", s.Kind, s.Text)
		switch {
		case s.Kind == ir.Call:
			words = fmt.Sprintf("call %s %s %s", s.Tool, s.Args.Form, s.Args.Raw)
			if s.Args.Form == ir.PlainText {
				words = fmt.Sprintf("call %s text %q", s.Tool, s.Args.Raw)
			}
		case s.FixedSentence != ir.NoSentence:
			words = fmt.Sprintf("%s %s", s.Kind, s.FixedSentence)
		}
		if s.Outcome != ir.Unknown {
			words += " " + s.Outcome.String()
		}
		if s.Failed {
			words += " failed"
		}
		out = append(out, strings.ReplaceAll(strings.ReplaceAll(words, `\n`, "␤"), "\n", "␤"))
	}
	return strings.Join(out, "; ")
}
