package readers

import (
	"bytes"
	"sort"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// move says that from offset at on, by bytes were taken out before.
type move struct{ at, by int }

// moves tells where a text without its colour codes was in the source.
type moves []move

// source returns the offset in the source of offset i.
func (m moves) source(i int) int {
	k := sort.Search(len(m), func(k int) bool { return m[k].at > i })
	if k == 0 {
		return i
	}
	return i + m[k-1].by
}

// restore makes the positions of steps those in the source.
func (m moves) restore(steps []ir.Step) {
	if len(m) == 0 {
		return
	}
	for i := range steps {
		steps[i].Pos.Offset = m.source(steps[i].Pos.Offset)
	}
}

// uncoloured takes the colour codes of a terminal out of a text, if one is
// right before a marker: only then is the text a print, and not one that speaks
// of colours.
func (r *reader) uncoloured(t ir.Text) ir.Text {
	first, ok := r.colouredMarker(t)
	if !ok {
		return t
	}
	r.report(first, ir.CodeTerminalPrint, "colour codes of a terminal were left out")
	out := make([]byte, 0, t.Len())
	var m moves
	line := 0 // where the line begins, after the colour codes at its start
	copied := 0
	for i := 0; ; {
		if i, line = escapeAfter(t, i, line); i == t.Len() {
			break
		}
		end := coloursAt(t, i)
		if end == i {
			i++
			continue
		}
		out = append(out, t.B[copied:i]...)
		switch at, ok := r.seam(t, line, i, end); {
		case ok:
			end, line = at, at
			out = append(out, '\n')
		case line == i:
			line = end
		}
		m = append(m, move{at: len(out), by: end - len(out)})
		i, copied = end, end
	}
	r.moved = m
	out = append(out, t.B[copied:]...)
	return ir.Text{B: out}
}

// escapeAfter returns the offset of the first character at or after offset i that
// begins a terminal's code, or the text's end, and where its line begins; line is
// where that of offset i does.
func escapeAfter(t ir.Text, i, line int) (at, begins int) {
	at = len(t.B)
	if k := bytes.IndexByte(t.B[i:], 0x1b); k >= 0 {
		at = i + k
	}
	if nl := bytes.LastIndexByte(t.B[i:at], '\n'); nl >= 0 {
		line = i + nl + 1
	}
	return at, line
}

// seam reports whether the colour codes between i and end part two prints in one
// line, which begins at offset line: the next print begins with a marker, or with a
// call's object. at is where. What is right after the marker of a result is the
// result, whatever it begins with.
func (r *reader) seam(t ir.Text, line, i, end int) (at int, ok bool) {
	if line >= i {
		return end, false
	}
	at = text.SkipSpaces(t, end)
	if _, ok = r.lex.At(t, at, grammar.StyleMarks); !ok {
		ok = r.style.HoldsJSON() && r.keyed(t, text.InFence(t, at))
	}
	if !ok {
		return at, false
	}
	m, ok := r.lex.At(t, line, grammar.StyleMarks)
	return at, !ok || m.Mark != grammar.MarkObservation || !t.Slice(m.End, i).Blank()
}

// colouredMarker finds the first colour code of a text in which one is right
// before a marker at a line start.
func (r *reader) colouredMarker(t ir.Text) (first int, ok bool) {
	if !hasEscape(t) {
		return 0, false
	}
	first = -1
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(t, line) {
		at := coloursAt(t, line)
		if at == line {
			continue
		}
		if first < 0 {
			first = line
		}
		if _, ok := r.lex.At(t, at, grammar.StyleMarks|grammar.RoleMarks); ok || prefixed(t, at, "> Entering new ") {
			return first, true
		}
	}
	return 0, false
}

// coloursAt returns the offset after the colour codes at offset i.
func coloursAt(t ir.Text, i int) int {
	for {
		_, end, ok := colourAt(t, i)
		if !ok {
			return i
		}
		i = end
	}
}

// colourAt returns the offset after the colour code at offset i: escape, "[",
// digits and semicolons, "m". numbers is where the digits begin.
func colourAt(t ir.Text, i int) (numbers, end int, ok bool) {
	numbers, ok = text.Prefix(t, i, "\x1b[")
	if !ok {
		return i, i, false
	}
	at := skipAny(t, numbers, "0123456789;")
	end, ok = text.Prefix(t, at, "m")
	return numbers, end, ok
}
