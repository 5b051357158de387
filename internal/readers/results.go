package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// userMessage reads a message of the user: a question or, while a call is open or after
// an answer, what a tool gave back.
func (r *reader) userMessage(content ir.Text) {
	question, escaped := r.escapedQuestion(content)
	if found, ok := r.lex.At(content, 0, grammar.ResultMark); ok && (r.open || r.concluded) {
		r.results(content, found)
		return
	}
	if r.open && !escaped {
		if end, ok := r.lenientResult(content); ok {
			r.report(0, ir.CodeMarkerSpelling, "a marker of {style} in another spelling").Style = r.style.Name
			r.results(content, grammar.Found{Mark: grammar.MarkObservation, End: end})
			return
		}
		if r.spelledResultTag(content) {
			r.resultElements(content, gradeOther)
			return
		}
		if r.style.Tag.Error != "" && r.bareError(content) {
			return
		}
	}
	if escaped {
		r.report(0, ir.CodeUnescapedLines, "the message had a space before the marker of a result, which was taken off")
	}
	r.add(0, ir.Step{Kind: ir.User, Text: question})
}

// danglingResult reads a message of the user after one that ended in the marker of
// a result: it is the result, with a marker of its own or without.
func (r *reader) danglingResult(content ir.Text) {
	_, marked := r.lex.At(content, 0, grammar.ResultMark)
	if !marked {
		_, marked = r.lenientResult(content)
	}
	if marked {
		r.userMessage(content)
		return
	}
	r.report(0, ir.CodeCutMessage, "the result's marker is at the end of the message before")
	r.add(0, ir.Step{Kind: ir.Observation, Text: r.withoutCue(content), Tool: r.pairing.Next()})
}

// lenientResult reports whether a message begins with a result's marker in another
// spelling, and returns the offset after it.
func (r *reader) lenientResult(content ir.Text) (end int, ok bool) {
	if !r.recovers || r.style.InElements() {
		return 0, false
	}
	l, ok := r.lenientAt(content, 0, false)
	return l.end, ok && l.kind == grammar.MarkObservation
}

// escapedQuestion takes a space off a question that would have been taken for a result
// without it. It reports whether it did.
func (r *reader) escapedQuestion(content ir.Text) (question ir.Text, escaped bool) {
	if c, _ := text.At(content, 0); c == ' ' && ((r.open || r.inlined) && r.lex.BeginsResult(content) || r.concluded && r.lex.BeginsMarkedResult(content)) {
		return text.From(content, 1), true
	}
	return content, false
}

// toolMessage reads a message of a tool, which is always an observation.
func (r *reader) toolMessage(content ir.Text) {
	if found, ok := r.lex.At(content, 0, grammar.ResultMark); ok {
		r.results(content, found)
		return
	}
	if r.spelledResultTag(content) {
		r.resultElements(content, gradeOther)
		return
	}
	r.add(0, ir.Step{Kind: ir.Observation, Text: content, Tool: r.pairing.Next(), Bare: true})
}

// results reads a whole message that begins with the style's result marker.
func (r *reader) results(content ir.Text, found grammar.Found) {
	if r.style.InElements() {
		r.resultElements(content, gradeExact)
		return
	}
	start := afterSpace(content, found.End)
	value := text.From(r.withoutCue(content), start)
	if r.modelNext {
		value = r.unspaced(start, value, r.style.ResultEnd(value))
	}
	r.add(0, ir.Step{Kind: ir.Observation, Text: value, Tool: r.pairing.Next()})
}
