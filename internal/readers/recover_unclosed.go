package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// openFence returns where a call ends whose object ends at offset end, and which no
// fence closes: at the text's end, before a marker at a line start or, as a guess,
// right after the object.
func (r *reader) openFence(t ir.Text, end int) (stop int, ok bool) {
	if !r.recovers {
		return end, false
	}
	next := text.SkipSpace(t, end, t.Len())
	_, marked := r.lex.At(t, next, r.set)
	switch {
	case next == t.Len():
		r.report(end, ir.CodeArgsRepaired, "the call was repaired: the closing fence is missing at the end")
		return t.Len(), true
	case marked && beginsLine(t, next):
		r.report(end, ir.CodeArgsRepaired, "the call was repaired: the closing fence is missing before the next marker")
		return end, true
	case r.opts.Guess:
		r.report(end, ir.CodeUnclosedCall, "a call's fence is not closed, and words follow: the call ends where its object does")
		return end, true
	}
	return end, false
}

// lineWith returns what finds the first line after an offset that begins with a marker of a set.
func (r *reader) lineWith(set grammar.Set) func(t ir.Text, i int, _ string) (start, end int) {
	return func(t ir.Text, i int, _ string) (start, end int) { return r.markedLine(t, lineAfter(t, i), set) }
}

// markedLine finds the first line that begins with a marker of a set, from the line at an offset on,
// which may be -1. It returns the offset after the marker, too.
func (r *reader) markedLine(t ir.Text, line int, set grammar.Set) (start, end int) {
	for ; line >= 0; line = lineAfter(t, line) {
		if found, ok := r.lex.At(t, line, set); ok {
			return line, found.End
		}
	}
	return -1, -1
}

// marksLine reports whether there is such a line.
func (r *reader) marksLine(t ir.Text, line int, set grammar.Set) bool {
	at, _ := r.markedLine(t, line, set)
	return at >= 0
}

// lineAfter returns where the next line begins after an offset, or -1.
func lineAfter(t ir.Text, i int) int {
	_, line := text.Newline(t, i)
	return line
}

// cutByEnd reports whether an argument or a call's object is broken because the print
// that holds it ends there. fault is where it was found broken.
func (r *reader) cutByEnd(t ir.Text, fault, end int) bool {
	return r.recovers && (r.flat || r.printed != nil && !r.saysMore) && end == t.Len() && fault >= text.SkipSpaceBack(t, 0, end)
}

const cutCall = "the end of the print cuts a call: what is there of it is kept as text"

// keepCut keeps a call that the end of a print cut as text.
func (r *reader) keepCut(t ir.Text, line int) {
	r.until(r.report(line, ir.CodeCutCall, cutCall), t.Len())
	r.add(line, ir.Step{Kind: ir.Prose, Text: r.unescape(line, text.From(t, line), r.set|grammar.LenientMarks, grammar.NotAtStart)})
}
