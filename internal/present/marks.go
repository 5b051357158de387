package present

import (
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// span is a piece of a text that a diagnostic is about.
type span struct{ start, end, note int }

// unended is how many characters are marked where only the beginning is known.
const unended = 120

// byMessage returns the indexes of the diagnostics about each of some messages. Those
// about alternatives, which have one number, follow each other: where a place does not
// come after the one before, it is in the next alternative.
func byMessage(diags []ir.Diagnostic, texts []message) [][]int {
	about := make([][]int, len(texts))
	version, before := 0, ir.Place{}
	for i := range diags {
		d := &diags[i]
		n := min(d.Message, len(texts)) - 1
		if n < 0 {
			continue
		}
		if texts[n].Alternative > 0 {
			for first := n - texts[n].Alternative + 1; ; version++ {
				n = first + version
				if n+1 == len(texts) || compare(d.Pos, before) > 0 && holds(texts[n].content, d) {
					break
				}
				before = ir.Place{}
			}
			before = d.Pos
		}
		about[n] = append(about[n], i)
	}
	return about
}

// holds reports whether a text has the places of a diagnostic.
func holds(t ir.Text, d *ir.Diagnostic) bool {
	last := d.Pos
	if d.End.Line > 0 {
		last = d.End
	}
	_, ok := offsets(t.String(), []ir.Place{last})[last]
	return ok
}

// marked cuts the text of a message where the diagnostics about it begin and end.
func marked(s string, notes []int, diags []ir.Diagnostic) (runs []Run, about []int) {
	var places []ir.Place
	for _, i := range notes {
		if d := &diags[i]; d.Pos.Line > 0 {
			places = append(places, d.Pos)
			if d.End.Line > 0 {
				places = append(places, d.End)
			}
		}
	}
	if len(places) == 0 {
		return []Run{{Text: s}}, notes
	}
	at := offsets(s, places)
	var spans []span
	for _, i := range notes {
		d := &diags[i]
		start, ok := at[d.Pos]
		if d.Pos.Line == 0 || !ok {
			continue
		}
		end, ok := at[d.End]
		if d.End.Line == 0 || !ok || end <= start {
			end = endOfPiece(s, start)
		}
		spans = append(spans, span{start, end, i})
	}
	return cut(s, spans), notes
}

// endOfPiece returns where a piece ends whose end is not known: at the end of the line,
// or after a few characters.
func endOfPiece(s string, start int) int {
	for i, n := start, 0; i < len(s); n++ {
		if s[i] == '\n' && i > start || n == unended {
			return i
		}
		_, width := utf8.DecodeRuneInString(s[i:])
		i += width
	}
	return len(s)
}

// offsets returns the offsets of places in a text, in one pass.
func offsets(s string, places []ir.Place) map[ir.Place]int {
	slices.SortFunc(places, compare)
	places = slices.Compact(places)
	at := map[ir.Place]int{}
	here := ir.Place{Line: 1, Column: 1}
	for i := 0; len(places) > 0; {
		if here == places[0] {
			at[here] = i
			places = places[1:]
			continue
		}
		if i == len(s) || compare(here, places[0]) > 0 {
			places = places[1:] // the text has no such place
			continue
		}
		if s[i] == '\n' {
			here = ir.Place{Line: here.Line + 1, Column: 1}
			i++
			continue
		}
		_, width := utf8.DecodeRuneInString(s[i:])
		i += width
		here.Column++
	}
	return at
}

func compare(a, b ir.Place) int {
	if a.Line != b.Line {
		return a.Line - b.Line
	}
	return a.Column - b.Column
}

// cut cuts a text at the ends of spans.
func cut(s string, spans []span) []Run {
	edges := []int{0, len(s)}
	for _, p := range spans {
		edges = append(edges, p.start, p.end)
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	if len(edges) < 2 {
		return []Run{{}}
	}
	slices.SortStableFunc(spans, func(a, b span) int { return a.start - b.start })
	runs := make([]Run, 0, len(edges)-1)
	var open []span // those that began and have not ended
	for i := range len(edges) - 1 {
		for len(spans) > 0 && spans[0].start <= edges[i] {
			open = append(open, spans[0])
			spans = spans[1:]
		}
		open = slices.DeleteFunc(open, func(p span) bool { return p.end <= edges[i] })
		r := Run{Text: s[edges[i]:edges[i+1]]}
		for _, p := range open {
			r.Marks = append(r.Marks, p.note)
		}
		slices.Sort(r.Marks)
		runs = append(runs, r)
	}
	return runs
}

// placeNotes adds some diagnostics to the steps that they are in or follow. contents are
// the texts that the steps were read from; flat means that there is one for all steps.
func placeNotes(steps []Step, read []ir.Step, contents []ir.Text, flat bool, diags []ir.Diagnostic, which []int) {
	places := make([]placed, len(read))
	var locator *text.Locator
	for i, last := 0, -1; i < len(read); i++ {
		pos := read[i].Pos
		if flat {
			pos.Message = 0 // the offset counts in all of the text
		}
		if places[i].message = pos.Message + 1; pos.Message < 0 || pos.Message >= len(contents) {
			continue
		}
		if pos.Message != last || locator == nil {
			locator, last = text.NewLocator(contents[pos.Message]), pos.Message
		}
		places[i].Place = ir.Place(locator.At(pos.Offset))
	}
	for _, n := range which {
		if i := stepAt(places, &diags[n]); i >= 0 {
			steps[i].Notes = append(steps[i].Notes, n)
		}
	}
}

// placed is where a step begins, in a message by its number.
type placed struct {
	message int
	ir.Place
}

// stepAt returns the index of the last step that begins no later than a diagnostic, or of
// the first of its message, or -1 where the message has none.
func stepAt(steps []placed, d *ir.Diagnostic) int {
	in := func(message int) int {
		return sort.Search(len(steps), func(i int) bool { return steps[i].message >= message })
	}
	first, end := in(d.Message), in(d.Message+1)
	if first == end {
		return -1
	}
	after := sort.Search(end-first, func(k int) bool { return compare(steps[first+k].Place, d.Pos) > 0 })
	return first + max(0, after-1)
}
