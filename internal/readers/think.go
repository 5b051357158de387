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
	if ok = r.acts(inner); ok {
		r.report(at, ir.CodeTurnInThink, "the whole turn is in <think>")
	}
	return inner, at, ok
}

// unopenedThink adds the reasoning that a message begins with as a think block, where the
// prompt opened that. It returns the offset after it, or 0.
func (r *reader) unopenedThink(t ir.Text) int {
	if r.flat || r.printed != nil {
		return 0
	}
	end, after, ok := text.UnopenedThink(t)
	if !ok || r.marksLine(t.Slice(0, end), 0, grammar.StyleMarks) {
		return 0
	}
	if words := t.Slice(0, end).Trim(); !words.Empty() {
		r.add(0, ir.Step{Kind: ir.Thought, Text: ir.Plain("<think>\n" + words.String() + "\n</think>")})
	}
	r.report(end, ir.CodeUnopenedThink, "</think> without <think>: the words before it were read as reasoning")
	return text.SkipSpace(t, after, t.Len())
}

// acts reports whether a text holds a call or an answer in the style's own spelling.
func (r *reader) acts(t ir.Text) bool {
	if r.style.InElements() {
		return r.marksLine(t, 0, grammar.StyleMarks&^grammar.ResultMark)
	}
	ok := decisive(r.strictMarks(t, 0)) && r.err == nil
	r.err = nil
	return ok
}
