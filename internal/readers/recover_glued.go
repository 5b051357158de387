package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// gluedAt reports whether a marker of the style is right after the fence that
// closes the call m, as where messages were printed one after the other, or a
// call's marker right after that of a thought, and returns where. Emitters put
// a line end or a space there.
func (r *reader) gluedAt(t ir.Text, m *mark) (int, bool) {
	switch {
	case !r.recovers:
		return 0, false
	case m.blob != nil:
		at := text.SkipSpaces(t, m.blob.end)
		_, ok := r.lex.At(t, at, grammar.StyleMarks)
		return at, ok
	case m.kind == grammar.MarkThought && m.tight:
		_, ok := r.lex.At(t, m.value, 1<<grammar.MarkCall|1<<grammar.MarkAnswer)
		return m.value, ok
	}
	return 0, false
}

// printedObject reads a call without its marker at the line of m, next to calls
// that have theirs: in a style whose answers are objects too, a fence with the
// keys of a call in it is one to the style's own parser. In a coloured print it
// may lack the fence. Inside of a thought, a result or an answer it is content.
func (r *reader) printedObject(t ir.Text, m mark, before []mark) (mark, bool) {
	if r.style.AnswerTool == "" || !r.style.Blob() || len(before) > 0 && before[len(before)-1].blob == nil {
		return m, false
	}
	if c, _ := text.At(t, m.line); c != '`' && (c != '{' || r.moved == nil) {
		return m, false
	}
	return r.objectMark(t, m, m.line)
}

// guessing reports whether guesses are made about where a message or a call ends.
func (r *reader) guessing() bool { return r.recovers && r.opts.Guess }

// cutHere reports whether the text ends in the line of a bracket that it leaves
// open, with something in it.
func (r *reader) cutHere(t ir.Text, bracket, end int) bool {
	nl, _ := text.Newline(t, bracket)
	return end == t.Len() && (nl < 0 || text.From(t, nl).Blank()) && !text.From(t, bracket).Blank()
}

// untilAnswer drops what is after the first answer that no call follows. In
// a message one follows after a thought alone: an answer may hold an example.
func (r *reader) untilAnswer(marks []mark) []mark {
	last, thought := -1, r.flat
	for i := range marks {
		switch marks[i].kind {
		case grammar.MarkThought:
			thought = true
		case grammar.MarkAnswer:
			thought = r.flat
		case grammar.MarkCall:
			if thought {
				last = i
			}
		}
	}
	for i := range marks {
		if marks[i].kind == grammar.MarkAnswer {
			if i > last {
				return marks[:i+1]
			}
			marks[i].passed = true
		}
	}
	return marks
}

// reportPrints reports what a strict reading found that no emitter writes.
func (r *reader) reportPrints(marks []mark) {
	for _, m := range marks {
		if m.glued {
			r.report(m.line, ir.CodeGluedMarker, "a marker of {style} right after a call's fence or another marker").Style = r.style.Name
		}
		if m.late {
			r.report(m.line, ir.CodeMarkerSpelling, "a marker of {style} in another spelling").Style = r.style.Name
		}
		if m.passed {
			r.report(m.line, ir.CodeCallAfterAnswer, "an answer with a call after it: the text continues")
		}
		if m.unmarked {
			r.report(m.line, ir.CodeMissingMarker, "an object with a call's keys that lacks the call's marker or its fence")
		}
	}
}
