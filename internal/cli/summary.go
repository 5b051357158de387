package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/ir"
)

// sheet is where text for people goes: how wide it is, 0 for no limit, and how it is
// coloured.
type sheet struct {
	width int
	paint painter
}

// sheetOf returns the sheet that w is. What goes to a file is not wrapped: its lines
// are searched.
func sheetOf(w io.Writer, color string) sheet {
	s := sheet{paint: painterFor(w, color)}
	if isTerminal(w) {
		s.width = widthOf(w)
	}
	return s
}

// wrapped returns words over lines of the sheet, each after an indent.
func (s sheet) wrapped(words, indent string) []string {
	lines := []string{words}
	if s.width > 0 {
		lines = wrap(words, s.width-len(indent))
	}
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}

// groups says what was found by code: how often, what it means, and an example.
func (s sheet) groups(list []dataset.Group) []string {
	var lines []string
	for i := range list {
		lines = append(lines, s.group(&list[i])...)
	}
	return lines
}

func (s sheet) group(g *dataset.Group) []string {
	head := fmt.Sprintf("%s: %d in %s", s.paint.severity(g.Severity, string(g.Severity)+" "+string(g.Code)), g.Count, counted(g.Records, "record"))
	if g.Failures > 0 && g.Code == ir.CodeOutcomeDropped {
		head += fmt.Sprintf(", %d of them False", g.Failures)
	}
	lines := []string{head}
	if rule := g.Code.Rule(); rule != nil {
		lines = append(lines, s.wrapped(rule.Summary, "  ")...)
	}
	return append(lines, s.example(&g.Example)...)
}

// example shows a diagnostic: its place, its words and, where it is known, the line with
// a caret under the place.
func (s sheet) example(f *dataset.Found) []string {
	lines := s.wrapped(foundLine(f), "  ")
	if f.Spot != nil {
		line, caret := excerpt(f.Spot)
		line, caret = s.clip(line, 4), s.clip(caret, 4)
		lines = append(lines, "    "+line)
		if caret != "" {
			lines = append(lines, "    "+s.paint.severity(f.Diagnostic.Severity, caret))
		}
	}
	return lines
}

// clip cuts a line that would be too wide after an indent.
func (s sheet) clip(line string, indent int) string {
	if s.width == 0 {
		return line
	}
	return shortened(line, s.width-indent)
}

// longestText is how many characters of a diagnostic's words are printed.
const longestText = 300

// foundLine formats a diagnostic as place: words. A long text is cut: the file of
// --diagnostics has all of it.
func foundLine(f *dataset.Found) string {
	return printable(f.Where() + ": " + clip.Dots(f.Diagnostic.Text(), longestText))
}

// noteLine formats a diagnostic as place: severity code: words.
func noteLine(f *dataset.Found) string {
	d := &f.Diagnostic
	return printable(fmt.Sprintf("%s: %s %s: %s", f.Where(), d.Severity, d.Code, clip.Dots(d.Text(), longestText)))
}

// noteLines returns the first diagnostics of a run, and where all are.
func noteLines(list []dataset.Found, more int, everything string) []string {
	var out []string
	for i := range list {
		out = append(out, noteLine(&list[i]))
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("… and %d more; %s", more, everything))
	}
	return out
}

// summary sums a report up: what was found by code, the counts, and what was written.
// written says where, or nothing.
func (s sheet) summary(r *dataset.Report, written string) []string {
	groups := r.Groups()
	lines := s.groups(groups)
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	left := leftOut(r)
	if left != "" {
		left += ", "
	}
	first := fmt.Sprintf("%s: %d converted, %s%d rejected", counted(r.Records, "record"), r.Converted, left, r.Rejected)
	if r.Rejected > 0 {
		at := strings.LastIndex(first, ", ") + 2
		first = first[:at] + s.paint.codes(red) + first[at:] + s.paint.codes(regular)
	}
	lines = append(lines, first)
	var steps []string
	for kind := range ir.Kind(ir.NumKinds) {
		if n := r.Steps[kind.String()]; n > 0 {
			steps = append(steps, counted(n, stepNoun(kind)))
		}
	}
	if len(steps) > 0 {
		lines = append(lines, "steps: "+strings.Join(steps, ", "))
	}
	if len(r.Styles) > 0 {
		lines = append(lines, "styles: "+counts(r.Styles))
	}
	lines = append(lines, s.looksLike(r)...)
	if written != "" {
		lines = append(lines, s.wrapped(printable(written)+" "+took(r.Seconds), "")...)
	}
	if len(groups) > 0 && (groups[0].Severity == ir.Reject || groups[0].Severity == ir.Loss) {
		lines = append(lines, fmt.Sprintf("toolspeak explain %s says what to do about it", groups[0].Code))
	}
	return lines
}

// looksLike says of the records in which the style that was named found nothing to read what
// they look like.
func (s sheet) looksLike(r *dataset.Report) (lines []string) {
	for _, name := range slices.Sorted(maps.Keys(r.LooksLike)) {
		l := r.LooksLike[name]
		named := strings.Join(slices.Sorted(maps.Keys(r.Styles)), " or ")
		if named == "" { // no record was converted
			named = "that of --from"
		}
		words := fmt.Sprintf("%d of %s look like %s, not %s (%d markers against %d): try --from %s, or none",
			l.Records, counted(r.Records, "record"), name, named, l.Markers, l.Against, name)
		lines = append(lines, s.wrapped(words, "")...)
	}
	return lines
}

// codes returns the code of a colour, or nothing.
func (p painter) codes(code string) string {
	if !p {
		return ""
	}
	return "\x1b[" + code + "m"
}

// written says where the result of a job is.
func written(job *dataset.Job, r *dataset.Report) string {
	total := int64(0)
	for _, f := range r.Outputs {
		total += max(f.Bytes, 0)
	}
	switch {
	case job.DryRun:
		return "nothing was written (--dry-run)"
	case job.Output == "" && r.Converted > 0:
		return "written to standard output"
	case len(r.Outputs) == 0:
		return ""
	case len(r.Outputs) == 1:
		return fmt.Sprintf("written to %s (%s)", r.Outputs[0].Name, bytesOf(total))
	}
	return fmt.Sprintf("written to %d files, the first of them %s (%s in all)", len(r.Outputs), r.Outputs[0].Name, bytesOf(total))
}

// took says how long something took. The fractions of a second are of no interest.
func took(seconds float64) string {
	if seconds < 1 {
		return "in less than a second"
	}
	return "in " + time.Duration(seconds*float64(time.Second)).Round(time.Second).String()
}

// leftOutWords are the reasons in the words of summaries.
var leftOutWords = map[dataset.LeftOut]string{
	dataset.NotSolved: "not solved", dataset.OutcomeUnknown: "not known to be solved", dataset.NotAnswered: "not answered", dataset.NoCalls: "without calls", dataset.Repaired: "repaired", dataset.TooLong: "too long",
}

// leftOut says how many records were left out and why, or nothing: "3 left out (2
// not solved, 1 too long)".
func leftOut(r *dataset.Report) string {
	all := 0
	var why []string
	for _, reason := range slices.Sorted(maps.Keys(r.LeftOut)) {
		all += r.LeftOut[reason]
		why = append(why, fmt.Sprintf("%d %s", r.LeftOut[reason], leftOutWords[reason]))
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("%d left out (%s)", all, strings.Join(why, ", "))
}
