package present

import (
	"slices"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// span is a piece of a text that a diagnostic is about.
type span struct{ start, end, note int }

// unended is how many characters are marked where only the beginning is known.
const unended = 120

// marked cuts the text of a message where the diagnostics about it begin and end.
func marked(s string, message int, diags ir.Diagnostics) (runs []Run, notes []int) {
	var places []ir.Place
	for i := range diags {
		d := &diags[i]
		if d.Message != message {
			continue
		}
		notes = append(notes, i)
		if d.Pos.Line > 0 {
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
	var runs []Run
	for i := range len(edges) - 1 {
		r := Run{Text: s[edges[i]:edges[i+1]]}
		for _, p := range spans {
			if p.start <= edges[i] && edges[i+1] <= p.end {
				r.Marks = append(r.Marks, p.note)
			}
		}
		runs = append(runs, r)
	}
	if runs == nil {
		runs = []Run{{}}
	}
	return runs
}

// placeNotes adds each diagnostic to the step that it is in or follows.
func placeNotes(steps []Step, read []ir.Step, texts []ir.Message, diags ir.Diagnostics) {
	places := make([]ir.Place, len(read))
	var locator *text.Locator
	for i, last := 0, -1; i < len(read); i++ {
		pos := read[i].Pos
		if pos.Message < 0 || pos.Message >= len(texts) {
			continue
		}
		if pos.Message != last || locator == nil {
			locator, last = text.NewLocator(texts[pos.Message].Content), pos.Message
		}
		places[i] = ir.Place(locator.At(pos.Offset))
	}
	for n := range diags {
		d := &diags[n]
		if d.Message == 0 {
			continue
		}
		best := -1
		for i := range read {
			if message := read[i].Pos.Message + 1; message == d.Message && (best < 0 || compare(places[i], d.Pos) <= 0) {
				best = i
			}
		}
		if best >= 0 {
			steps[best].Notes = append(steps[best].Notes, n)
		}
	}
}
