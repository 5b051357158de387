package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// turnInThink returns the inside of a <think> block that is all of a message and
// holds a whole turn, and where it begins: a guess, since what is in such a
// block is thought.
func (r *reader) turnInThink(t ir.Text) (inner ir.Text, at int, ok bool) {
	if !r.opts.Guess {
		return t, 0, false
	}
	end := grammar.ThinkEnd(t)
	if end == 0 || !text.From(t, end).Blank() {
		return t, 0, false
	}
	_, at = text.Index(t, 0, "<think>")
	stop, _ := text.LastIndex(t, at, end, "</think>")
	at = text.SkipSpace(t, at, stop)
	inner = t.Slice(at, stop).Trim()
	if r.style.InElements() {
		ok = r.hasElement(inner)
	} else {
		ok = decisive(r.strictMarks(inner, 0)) && r.err == nil
		r.err = nil
	}
	if ok {
		r.report(at, ir.CodeTurnInThink, "the whole turn is in <think>")
	}
	return inner, at, ok
}

// hasElement reports whether a call or an answer begins at a line start.
func (r *reader) hasElement(t ir.Text) bool {
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(t, line) {
		if found, ok := r.lex.At(t, line, grammar.StyleMarks); ok && found.Mark != grammar.MarkObservation {
			return true
		}
	}
	return false
}
