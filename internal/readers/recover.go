package readers

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Options say how far recovery goes.
type Options struct {
	// Guess allows what may change what the text says: the repairs of the class
	// ir.Guess.
	Guess bool
	// Entities decodes the entities of XML in names, arguments and results.
	Entities bool
	// DropInvented leaves out the results that the model invented, and
	// what follows them in the message.
	DropInvented bool
	// Scratch is memory to use, or nil.
	Scratch *Scratch

	// Prints knows the structure of the conversation, if it is a print, or is nil.
	Prints *Prints
}

// Recover reads as Read does and, where the markers as the style spells them
// give neither a call nor an answer, looks for other spellings of them.
// Each repair that was made is reported; docs/reference/recovery.md has the order of
// the steps.
func Recover(s *grammar.Style, c *ir.Conversation) (Result, error) {
	return RecoverWith(s, c, Options{})
}

// RecoverWith is Recover with options.
func RecoverWith(s *grammar.Style, c *ir.Conversation, o Options) (Result, error) {
	return (&reader{recovers: true, opts: o}).read(s, c)
}

// decisive reports whether marks give a call or an answer that has its marker.
func decisive(marks []mark) bool {
	return slices.ContainsFunc(marks, func(m mark) bool {
		return (!m.unmarked || m.alone) && (m.kind == grammar.MarkCall || m.kind == grammar.MarkAnswer)
	})
}

// found is what the steps of a reading found in a message.
type found struct {
	marks      []mark
	start, end int
	// dangling: the marker of a result was taken off the end.
	dangling bool
}

// seek finds the markers of a message between start and its end, step by step:
// as they are spelled, after what a harness put around the message, in other
// spellings, indented, and in the middle of a line.
func (r *reader) seek(t ir.Text, start int) found {
	whole, room := found{start: start, end: t.Len()}, r.opts.Scratch
	if !r.recovers {
		room.marked = r.marks(room.marked[:0], t, start)
		whole.marks = r.callMarks(t, room.marked, false)
		return whole
	}
	w := r.window(t, start)
	inner := t.Slice(0, w.end)
	before := markDiags(r.diags)
	room.marked = r.marks(room.marked[:0], inner, w.start)
	w.marks = r.callMarks(inner, room.marked, false)
	if r.err == nil && !decisive(w.marks) {
		said := before.since(r.diags)
		before.reset(&r.diags)
		if marks := r.recovered(inner, w.start); marks != nil {
			r.reportSpellings(inner, marks)
			w.marks = marks
			return r.unwrapped(t, w)
		}
		r.diags = diag.Append(r.diags, said...)
		if len(w.notes) > 0 && !slices.ContainsFunc(w.marks, func(m mark) bool { return m.unmarked }) {
			// Without a call or an answer in it the wrapping says nothing.
			whole.marks = r.strictMarks(t, start)
			return whole
		}
	}
	if r.err == nil {
		if decisive(w.marks) {
			w.marks = r.otherCalls(inner, w.marks, w.start)
			w.marks = r.mixed(inner, w.marks, w.start)
		}
		w.marks = r.lateAnswer(inner, w.marks)
		r.reportPrints(w.marks)
	}
	return r.unwrapped(t, w)
}

// unwrapped reports what was taken off around a message in which something was
// found, and drops markers that are twice.
func (r *reader) unwrapped(t ir.Text, w window) found {
	if r.err == nil {
		for _, n := range w.notes {
			r.report(n.at, n.code, n.text)
		}
		w.marks = r.undouble(t, w.marks)
	}
	return w.found
}

func (r *reader) strictMarks(t ir.Text, start int) []mark {
	return r.callMarks(t, r.marks(nil, t, start), false)
}

// recovered looks for markers in other spellings, then for indented ones, then
// for some in the middle of a line. It returns nil where none of them gives a
// call, or an answer that is surely one. How they are spelled is still to be reported.
func (r *reader) recovered(t ir.Text, start int) []mark {
	try := func(find func() []mark, holds func(marks []mark) bool) (marks []mark) {
		if !r.try(func() bool {
			marks = r.callMarks(t, find(), true)
			return holds(marks)
		}) {
			return nil
		}
		return marks
	}
	convincing := func(marks []mark) bool { return r.convincing(t, marks) }
	spaced := false // markers after spaces may give something: no emitter wrote one
	marks := try(func() []mark {
		found := r.lenientMarks(t, start, false, false)
		spaced = r.err == nil && onlyAnswers(found)
		return found
	}, convincing)
	if spaced {
		indented := try(func() []mark { return r.lenientMarks(t, start, true, false) }, func(found []mark) bool { return hasCall(found) || marks == nil && convincing(found) })
		if indented != nil {
			return indented
		}
	}
	for _, find := range []func(ir.Text, int) []mark{r.objectMarks, r.midLineMarks} {
		if marks == nil {
			marks = try(func() []mark { return find(t, start) }, convincing)
		}
	}
	return marks
}

func hasCall(marks []mark) bool {
	return slices.ContainsFunc(marks, func(m mark) bool { return m.kind == grammar.MarkCall })
}

// convincing reports whether marks in other spellings give a call or an answer: a
// line "answer:" alone is as likely to be prose, but not after a thought, or where a message
// begins with it while a call is open.
func (r *reader) convincing(t ir.Text, marks []mark) bool {
	thought := false
	for _, m := range marks {
		switch m.kind {
		case grammar.MarkCall:
			return true
		case grammar.MarkAnswer:
			if m.sure || thought || r.open && !r.flat && text.SkipSpace(t, 0, t.Len()) == m.line {
				return true
			}
		case grammar.MarkThought:
			thought = true
		}
	}
	return false
}

// reportSpellings reports what is unusual about the marks of a message, t.
func (r *reader) reportSpellings(t ir.Text, marks []mark) {
	for _, m := range marks {
		end := text.SkipSpaceBack(t, m.line, max(m.line, m.value)) // of the marker
		switch {
		case m.midLine:
			r.until(r.report(m.line, ir.CodeMidLineMarker, "a marker of {style} in the middle of a line"), end).Style = r.style.Name
		case !m.exact:
			r.until(r.report(m.line, ir.CodeMarkerSpelling, "a marker of {style} in another spelling"), end).Style = r.style.Name
		case m.glued:
			r.until(r.report(m.line, ir.CodeGluedMarker, gluedText), end).Style = r.style.Name
		}
		r.reportForm(t, &m)
	}
}

// reportForm reports in what form a call is written, if not in the style's own.
func (r *reader) reportForm(t ir.Text, m *mark) {
	end := text.SkipSpaceBack(t, m.line, max(m.line, m.value)) // of the marker
	switch {
	case m.unmarked:
		r.report(m.line, ir.CodeMissingMarker, "an object with a call's keys that lacks the call's marker or its fence")
	case m.command:
		r.until(r.report(m.line, ir.CodeCommandWords, "a call in words, without brackets: the first names the tool, the others are its argument"), max(end, m.stop))
	case m.invocation != nil:
		r.until(r.report(m.line, ir.CodeInlineArgs, "a call whose argument is in brackets or a fence after its name, or in an object with it"), max(end, m.stop))
	case m.invoked != nil:
		r.until(r.report(m.line, ir.CodeInlineArgs, "a call as a chain prints it"), m.stop)
	case m.bare:
		r.until(r.report(m.line, ir.CodeMissingInput, "a call without its input's marker: it has no argument"), max(end, text.SkipSpaceBack(t, m.line, m.stop)))
	}
}

// lenientMarks finds the markers from offset start on, in whatever spelling. With inexact it
// ends at the first in the style's own.
func (r *reader) lenientMarks(t ir.Text, start int, indented, inexact bool) []mark {
	var marks []mark
	for gap, line := start, start; gap >= 0; gap, line = text.Newline(t, line) {
		l, ok := r.lenientAt(t, line, indented)
		if !ok {
			if m, ok := r.otherMark(t, gap, line, start, marks); ok {
				marks, line = append(marks, m), max(line, m.stop)
			}
			continue
		}
		m := l.mark(t, gap, line)
		if !l.exact && l.kind != grammar.MarkCall && l.kind != grammar.MarkInput {
			m.value = r.below(t, m.value, indented)
		}
		if l.kind == grammar.MarkCall && r.style.HoldsJSON() {
			if m.blob, ok = r.blob(t, l.end); r.err != nil {
				return nil
			}
		}
		if !ok {
			continue
		}
		marks = append(marks, m)
		if m.exact && inexact {
			break
		}
		line = r.heldTo(t, &m, line)
		if again, ok := r.lenientGlued(t, &m); ok {
			marks = append(marks, again)
		}
	}
	return marks
}

// below returns where the value of a marker begins whose line ends at offset i: on the
// next one, if there are words on it and no marker, as after a heading.
func (r *reader) below(t ir.Text, i int, indented bool) int {
	line := skipNewlines(t, i, 1)
	if c, _ := text.At(t, line); line == i || c <= ' ' {
		return i
	}
	_, marked := r.lenientAt(t, line, indented)
	_, answer := answerWordAt(t, line)
	_, called := r.invokingMark(t, i, line)
	if marked || answer || called || prefixed(t, line, invoking) {
		return i
	}
	return line
}

// otherMark looks for what marks a call or an answer otherwise than a marker does.
func (r *reader) otherMark(t ir.Text, gap, line, start int, before []mark) (mark, bool) {
	if m, ok := r.invokingMark(t, gap, line); ok {
		return m, true
	}
	return r.saidAnswer(t, mark{gap: gap, line: line}, before, start)
}

// lenientGlued returns the marker of a call or an answer that is right after that of a
// thought, as where a program printed the latter. Only that of the last answer may come after a space.
func (r *reader) lenientGlued(t ir.Text, m *mark) (again mark, ok bool) {
	if m.kind != grammar.MarkThought || r.style.HoldsJSON() {
		return again, false
	}
	l, ok := r.lenientAt(t, m.value, false)
	if !ok || l.kind != grammar.MarkCall && l.kind != grammar.MarkAnswer {
		return again, false
	}
	if !m.tight && (l.kind != grammar.MarkAnswer || !l.exact && !l.sure || r.marksLine(t, lineAfter(t, l.end), grammar.StyleMarks)) {
		return again, false
	}
	again = l.mark(t, m.value, m.value)
	again.glued = true
	return again, true
}

// onlyAnswers reports whether marks are those of answers in other spellings, or there are
// none.
func onlyAnswers(marks []mark) bool {
	return !slices.ContainsFunc(marks, func(m mark) bool { return m.exact || m.kind != grammar.MarkAnswer })
}

// lineAt returns the rest of the line at offset i.
func lineAt(t ir.Text, i int) ir.Text {
	if nl, _ := text.Newline(t, i); nl >= 0 {
		return t.Slice(i, nl)
	}
	return text.From(t, i)
}
