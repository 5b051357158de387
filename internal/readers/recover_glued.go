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
		if _, ok := r.lex.At(t, at, grammar.StyleMarks); ok || !m.unmarked || r.printed == nil {
			return at, ok
		}
		return r.objectAfter(t, m.blob.end)
	case m.kind == grammar.MarkThought:
		if _, ok := r.lex.At(t, m.value, 1<<grammar.MarkCall|1<<grammar.MarkAnswer); m.tight && ok {
			return m.value, true
		}
		at := text.SkipSpace(t, m.value, t.Len())
		if again, ok := r.lex.At(t, at, 1<<grammar.MarkThought); ok && at == m.value {
			at = text.SkipSpace(t, again.End, t.Len())
		}
		return at, r.style.HoldsJSON() && r.style.Finish.Name != "" && r.keyed(t, text.InFence(t, at))
	}
	return 0, false
}

// objectAfter returns where the next object with the keys of a call begins that is right after a
// result, in its line: in a print of chains without colours nothing parts the two. No marker begins
// a line before it.
func (r *reader) objectAfter(t ir.Text, from int) (at int, ok bool) {
	end, _ := r.ahead.next(t, from, "\n", r.lineWith(grammar.StyleMarks))
	if end < 0 {
		end = t.Len()
	}
	const most = 64 // objects that are looked at
	for range most {
		if at, from = text.Index(t, from, "{"); at < 0 || at >= end {
			return 0, false
		}
		if _, ok = r.objectMark(t, mark{}, at); ok {
			return at, true
		}
	}
	return 0, false
}

// printedObject reads a call without its marker at the line of m, in a style whose answers
// are objects too. A fence with the keys of a call in it is one to the style's own parser,
// where no thought, result or answer is before it, of which it is content; so is an object
// in a coloured print. Any other has to stand alone.
func (r *reader) printedObject(t ir.Text, m mark, before []mark) (mark, bool) {
	if r.style.Finish.Name == "" || !r.style.HoldsJSON() {
		return m, false
	}
	c, _ := text.At(t, m.line)
	if c != '`' && c != '{' {
		return m, false
	}
	m, ok := r.objectMark(t, m, m.line)
	if !ok {
		return m, false
	}
	m.alone = r.standsAlone(t, &m, before)
	free := len(before) == 0 || before[len(before)-1].blob != nil
	return m, m.alone || free && (c == '`' || r.moved != nil || r.printed != nil)
}

// standsAlone reports whether a call's object is what the model says at its place, and no
// example: a result follows it, or it begins the message or the print of a chain, or ends what began with a thought
// or, if it is the answer, comes after a result.
func (r *reader) standsAlone(t ir.Text, m *mark, before []mark) bool {
	after := text.SkipSpace(t, m.blob.end, t.Len())
	next, marked := r.lex.At(t, after, grammar.StyleMarks)
	ends := after == t.Len()
	switch {
	case marked && next.Mark == grammar.MarkObservation, ends && r.resultFollows():
		return len(before) == 0 || before[len(before)-1].kind != grammar.MarkAnswer
	case len(before) == 0:
		return (ends || marked || r.printed != nil) && m.line == text.SkipSpace(t, 0, t.Len())
	}
	switch last := &before[len(before)-1]; last.kind {
	case grammar.MarkThought:
		return ends || m.glued && marked && next.Mark == grammar.MarkThought
	case grammar.MarkObservation:
		return ends && r.style.Answers(m.blob.tool)
	case grammar.MarkCall:
		return last.blob != nil && (ends || marked)
	}
	return false
}

// guessing reports whether guesses are made about where a message or a call ends.
func (r *reader) guessing() bool { return r.recovers && r.opts.Guess }

// cutHere reports whether the text, or what is before a result, ends in the line of a
// bracket that it leaves open, with something in it.
func (r *reader) cutHere(t ir.Text, bracket, end int, answered bool) bool {
	nl, _ := text.Newline(t, bracket)
	return (end == t.Len() || answered) && (nl < 0 || nl >= end || t.Slice(nl, end).Blank()) && !t.Slice(bracket, end).Blank()
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

// gluedText is what is said of a marker that is glued to something.
const gluedText = "a marker of {style} right after a call's fence or another marker"

// reportPrints reports what a strict reading found that no emitter writes.
func (r *reader) reportPrints(marks []mark) {
	for _, m := range marks {
		if m.glued && !m.unmarked {
			r.report(m.line, ir.CodeGluedMarker, gluedText).Style = r.style.Name
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
