package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/dataset/job"
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

// detail is how much is said of the diagnostics of a severity.
type detail int

const (
	byCount   detail = iota // how often each code was met, all in one line
	byMeaning               // and what each code means
	byExample               // and an example of each
)

// details says how much a summary says of losses, repairs and notes. The first that
// fits a screen is printed. Rejects always have their examples.
var details = []map[ir.Severity]detail{
	{ir.Loss: byExample, ir.Repair: byExample},
	{ir.Loss: byExample, ir.Repair: byMeaning},
	{ir.Loss: byMeaning, ir.Repair: byMeaning},
	{ir.Loss: byMeaning},
	{},
}

// screenHeight is how many lines a summary may have on a terminal, where no record was
// rejected: the smallest usual screen with a line for the command.
const screenHeight = 23

// groups says what was found by code: how often, what it means and an example, as far
// as says allows. A severity that says does not name is counted in one line. A note with
// advice is shown as repairs are.
func (s sheet) groups(list []dataset.Group, says map[ir.Severity]detail) (lines []string) {
	counts := map[ir.Severity][]string{}
	for i := range list {
		g := &list[i]
		as := g.Severity
		if as == ir.Note && !routine(g.Code) {
			as = ir.Repair
		}
		switch {
		case as == ir.Reject || says[as] == byExample:
			lines = append(lines, s.group(g)...)
		case says[as] == byMeaning:
			lines = append(lines, s.meaning(g)...)
		default:
			counts[g.Severity] = append(counts[g.Severity], fmt.Sprintf("%s %d", g.Code, g.Count))
		}
	}
	for _, severity := range []ir.Severity{ir.Loss, ir.Repair, ir.Note} {
		if len(counts[severity]) > 0 {
			one := plural[severity] + ": " + strings.Join(counts[severity], ", ")
			lines = append(lines, s.painted(severity, plural[severity], s.wrapped(one, ""))...)
		}
	}
	return lines
}

// routine reports whether a note asks nothing of its reader.
func routine(code ir.Code) bool {
	rule := code.Rule()
	return rule != nil && strings.HasPrefix(rule.Remedy, "Nothing") && !strings.HasPrefix(rule.Remedy, "Nothing, if")
}

// plural are the names of several diagnostics of a severity.
var plural = map[ir.Severity]string{ir.Loss: "losses", ir.Repair: "repairs", ir.Note: "notes"}

// painted colours the word that the first of lines begins with.
func (s sheet) painted(severity ir.Severity, word string, lines []string) []string {
	lines[0] = s.paint.severity(severity, word) + strings.TrimPrefix(lines[0], word)
	return lines
}

// group says what a code means, and shows an example.
func (s sheet) group(g *dataset.Group) []string {
	return append(s.meaning(g), s.example(&g.Example)...)
}

// meaning says how often a code was met, and what it means.
func (s sheet) meaning(g *dataset.Group) []string {
	head := fmt.Sprintf("%s: %d in %s", s.paint.severity(g.Severity, string(g.Severity)+" "+string(g.Code)), g.Count, clip.Counted(g.Records, "record"))
	if g.Failures > 0 && g.Code == ir.CodeOutcomeDropped {
		head += fmt.Sprintf(", %d of them False", g.Failures)
	}
	lines := []string{head}
	if rule := g.Code.Rule(); rule != nil {
		lines = append(lines, s.wrapped(rule.Summary, "  ")...)
	}
	return lines
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

// everything has an example of every code.
var everything = map[ir.Severity]detail{ir.Loss: byExample, ir.Repair: byExample, ir.Note: byExample}

// summary sums a report up: what was found by code, the counts, and what was written.
// written says where, or nothing. Unless all is asked for, notes are only counted, and
// on a terminal the summary of a run without rejects fits the screen.
func (s sheet) summary(r *dataset.Report, written string, all bool) []string {
	tallies := s.tallies(r, written)
	groups := r.Groups()
	if len(groups) == 0 {
		return tallies
	}
	found := s.groups(groups, everything)
	whole := len(found)
	if !all {
		for _, says := range details {
			found = s.groups(groups, says)
			if s.width == 0 || len(found)+len(tallies)+3 <= screenHeight {
				break
			}
		}
	}
	tallies = append(tallies, s.advice(groups[0], len(found) < whole)...)
	return append(append(found, ""), tallies...)
}

// advice says where more is said of what was found. worst is the first of the groups, and
// short says that not all of them have an example.
func (s sheet) advice(worst dataset.Group, short bool) []string {
	var parts []string
	if worst.Severity == ir.Reject || worst.Severity == ir.Loss {
		parts = append(parts, fmt.Sprintf("toolspeak explain %s says what to do", worst.Code))
	}
	if short {
		parts = append(parts, "--verbose shows examples")
	}
	if len(parts) == 0 {
		return nil
	}
	return s.wrapped(strings.Join(parts, "; "), "")
}

// tallies says how many records there were, what was in them and where they went.
func (s sheet) tallies(r *dataset.Report, written string) (lines []string) {
	left := leftOut(r)
	if left != "" {
		left += ", "
	}
	first := fmt.Sprintf("%s: %d converted, %s%d rejected", clip.Counted(r.Records, "record"), r.Converted, left, r.Rejected)
	if r.Rejected > 0 {
		at := strings.LastIndex(first, ", ") + 2
		first = first[:at] + s.paint.severity(ir.Reject, first[at:])
	}
	lines = append(lines, first)
	var steps []string
	for kind := range ir.Kind(ir.NumKinds) {
		if n := r.Steps[kind.String()]; n > 0 {
			steps = append(steps, clip.Counted(n, stepNoun(kind)))
		}
	}
	if len(steps) > 0 {
		lines = append(lines, s.wrapped("steps: "+strings.Join(steps, ", "), "")...)
	}
	if len(r.Styles) > 0 {
		lines = append(lines, s.wrapped("styles: "+counts(r.Styles), "")...)
	}
	lines = append(lines, s.looksLike(r)...)
	if written != "" {
		lines = append(lines, s.wrapped(printable(written)+" "+took(r.Seconds), "")...)
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
			l.Records, clip.Counted(r.Records, "record"), name, named, l.Markers, l.Against, name)
		lines = append(lines, s.wrapped(words, "")...)
	}
	return lines
}

// written says where the result of a job is.
func written(j *job.Job, r *dataset.Report) string {
	total := int64(0)
	for _, f := range r.Outputs {
		total += max(f.Bytes, 0)
	}
	switch {
	case j.DryRun:
		return "nothing was written (--dry-run)"
	case j.Output == "" && r.Converted > 0:
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
	dataset.NoKey: "without the key of --only", dataset.NotMet: "not what --only asks for",
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
