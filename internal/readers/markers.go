package readers

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/repair"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// modelMessage reads a message of the model.
func (r *reader) modelMessage(t ir.Text) {
	before := len(r.steps)
	if r.recovers && !r.flat && r.printed == nil {
		t = r.uncoloured(t)
		defer func() { r.moved.restore(r.steps[before:]) }()
	}
	if inner, at, ok := r.turnInThink(t); ok {
		t = inner
		r.base += at
		defer func() { r.base -= at }()
	} else if after := r.unopenedThink(t); after > 0 {
		t = text.From(t, after)
		r.base += after
		defer func() { r.base -= after }()
	}
	if r.style.InElements() {
		r.elementMessage(t)
	} else {
		r.markerMessage(t)
	}
	r.countCalls(r.steps[before:])
	r.inlined = dialogue.Inlined(r.steps[before:])
}

// countCalls reports several calls in one message with no result between them:
// no format instructions here allows them.
func (r *reader) countCalls(steps []ir.Step) {
	calls := 0
	for i := range steps {
		switch steps[i].Kind {
		case ir.Call:
			if calls++; calls == 2 {
				r.report(steps[i].Pos.Offset-r.base, ir.CodeSeveralCalls, "a second call in one message")
			}
		case ir.Observation:
			calls = 0
		}
	}
}

// mark is a marker that was found in a message.
type mark struct {
	kind grammar.Mark
	// gap is where the line feed before the marker's line begins, line where
	// the line does, value the offset after the marker and its space.
	gap, line, value int
	wrapped          bool
	blob             *blob
	// tight: no space is between the marker and its value.
	tight bool
	// exact: spelled as the style does. sure, decoration: see lenient.
	exact, sure bool
	decoration  byte
	// bare: a call without its input's marker. midLine: see midLineMarks.
	bare, midLine bool
	// invoked: a call as chains print it, see invoked. late: see lateAnswer.
	invoked *invoked
	late    bool
	// command: a bare call in words, see command.
	command bool
	// glued: right after the fence of the call before or a marker without words.
	glued bool
	// unmarked: an object without the call's marker or its fence. alone: see standsAlone.
	unmarked, alone bool
	// stop is where the name of a bare call ends, or its brackets do.
	stop       int
	invocation *repair.Invocation
	// cut: the text's end leaves a call's bracket open. passed: an answer with a
	// call after it, in a style in which the answer is the end.
	cut, passed bool
	// bracket is where the argument of a call in brackets begins.
	bracket int
}

// markerMessage reads a message of a style of the family Markers.
func (r *reader) markerMessage(t ir.Text) {
	start := grammar.ThinkEnd(t)
	if start > 0 {
		r.add(0, ir.Step{Kind: ir.Thought, Text: t.Slice(0, start)})
	}
	seen := r.seek(t, start)
	if r.err != nil {
		return
	}
	marks := r.withoutQuoted(t.Slice(0, seen.end), seen.marks, seen.start)
	if len(marks) == 0 {
		r.plainAnswer(t, start)
		return
	}
	t = t.Slice(0, seen.end)
	r.dangling = seen.dangling
	r.leading(t, seen.start, marks[0])
	end := t.Len()
	if cut := inventedAt(marks); cut >= 0 && r.resultFollows() {
		end = marks[cut].line
		defer r.invented(t, end)
		marks = marks[:cut]
	}
	for i := 0; i < len(marks) && r.err == nil; i++ {
		m := marks[i]
		next := func(k int) int {
			if k < len(marks) {
				return marks[k].gap
			}
			return gapBefore(t, end, m)
		}
		switch m.kind {
		case grammar.MarkThought:
			r.thought(t, m, next(i+1))
		case grammar.MarkObservation:
			r.inlineResult(t, m, next(i+1))
		case grammar.MarkAnswer:
			r.answer(t, m, max(m.value, next(i+1))) // the line feed before the next marker may be the space after this one
		case grammar.MarkCall:
			r.marksResult = resultAfter(marks, i)
			if m.blob != nil {
				r.blobCall(t, m, next(i+1))
				continue
			}
			if m.invoked != nil {
				r.invokedCall(t, m, next(i+1))
				continue
			}
			if m.bare {
				r.bareCall(t, m, next(i+1))
				continue
			}
			if m.bracket > 0 {
				r.bracketCall(t, m, next(i+1))
				continue
			}
			r.call(t, m, marks[i+1], next(i+2))
			i++
		}
	}
}

// gapBefore returns where the value of the last mark ends: at the end of the
// text or, where the rest was cut off at a line start, before its line feed.
func gapBefore(t ir.Text, end int, last mark) int {
	if nl := bytes.LastIndexByte(t.B[last.line:end], '\n'); nl >= 0 && end < t.Len() {
		return last.line + nl
	}
	return end
}

// leading reads the prose before the first marker.
func (r *reader) leading(t ir.Text, start int, first mark) {
	prose := t.Slice(start, first.gap)
	if prose.Blank() {
		return
	}
	prose = r.unescape(start, prose, r.set|grammar.LenientMarks, 0)
	if first.kind == grammar.MarkCall || first.kind == grammar.MarkAnswer {
		r.report(start, ir.CodeMissingThoughtMarker, "words before the first marker are taken for the thought")
		r.addThought(start, prose)
		return
	}
	r.add(start, ir.Step{Kind: ir.Prose, Text: prose})
}

// addThought adds a thought and finds out whether it is a fixed sentence.
func (r *reader) addThought(offset int, words ir.Text) {
	r.add(offset, ir.Step{Kind: ir.Thought, Text: words, FixedSentence: r.style.SentenceOf(words)})
}

func (r *reader) thought(t ir.Text, m mark, end int) {
	words := m.undecorated(t.Slice(m.value, end))
	if m.wrapped {
		words = r.unwrap(m, words)
	}
	r.addThought(m.line, r.unescape(m.value, words, r.set, grammar.NotAtStart))
}

func (r *reader) inlineResult(t ir.Text, m mark, end int) {
	words := r.unescape(m.value, m.undecorated(t.Slice(m.value, end)), r.set, grammar.NotAtStart)
	r.beginResult()
	r.add(m.line, ir.Step{Kind: ir.Observation, Text: words, Tool: r.pairing.Next()})
	r.endResult()
}

// beginResult prepares for a result that is among the model's steps: in a
// plain transcript it is a message of its own.
func (r *reader) beginResult() {
	if !r.flat {
		return
	}
	if len(r.steps) > r.first {
		r.msg++
	}
	r.role = ir.RoleUser
}

// endResult goes back to the model's steps.
func (r *reader) endResult() {
	if !r.flat {
		return
	}
	r.role = ir.RoleAssistant
	r.msg++
	r.first = len(r.steps)
}

func (r *reader) answer(t ir.Text, m mark, end int) {
	step := ir.Step{Kind: ir.Answer, Text: m.undecorated(t.Slice(m.value, end))}
	var rest int
	if r.style.Outcome.By == page.ByLine {
		step.Text, step.Outcome, rest = r.outcomeLine(t, m, end)
	}
	if m.wrapped {
		step.Text = r.unwrap(m, step.Text)
	}
	if after := r.afterResult(); r.flat || after {
		set := grammar.RoleMarks
		if r.style.Nested || after {
			set = r.set
		}
		step.Text = r.unescape(m.value, step.Text, set, grammar.NotAtStart)
	}
	step.Text = r.unspaced(m.value, step.Text, r.style.AnswerEnd(step.Text, r.flat))
	if r.style.Outcome.By == page.BySentence {
		step.Outcome = r.outcomeOfThought()
	}
	r.add(m.line, step)
	if rest > 0 && !t.Slice(rest, end).Blank() {
		r.add(rest, ir.Step{Kind: ir.Prose, Text: t.Slice(rest, end)})
	}
}

// addAnswer adds an answer that a call gives.
func (r *reader) addAnswer(offset int, step ir.Step) {
	if r.style.Outcome.By == page.BySentence {
		step.Outcome = r.outcomeOfThought()
	}
	r.add(offset, step)
}

// outcomeOfThought returns what the fixed thought right before an answer says
// of it.
func (r *reader) outcomeOfThought() ir.Outcome {
	if len(r.steps) == r.first {
		return ir.Unknown
	}
	return OutcomeOf(&r.steps[len(r.steps)-1])
}

// OutcomeOf returns the outcome that a step that is right before an answer
// gives it, where it is a fixed thought.
func OutcomeOf(before *ir.Step) ir.Outcome {
	switch {
	case before.Kind == ir.Thought && before.FixedSentence == ir.CanAnswer:
		return ir.Success
	case before.Kind == ir.Thought && before.FixedSentence == ir.CannotAnswer:
		return ir.Failure
	}
	return ir.Unknown
}

// plainAnswer reads a message without any marker: the prose is the answer.
func (r *reader) plainAnswer(t ir.Text, start int) {
	if start > 0 {
		start = skipNewlines(t, start, 2)
	}
	if r.style.ProseAnswer() {
		r.add(start, ir.Step{Kind: ir.Answer, Text: r.unescape(start, text.From(t, start), r.set|grammar.LenientMarks, 0)})
		return
	}
	if r.printed != nil && r.saysMore {
		r.report(start, ir.CodeMissingThoughtMarker, "words without any marker, after which the model continues, are taken for a thought")
		r.add(start, ir.Step{Kind: ir.Thought, Text: text.From(t, start)})
		return
	}
	r.report(start, ir.CodePlainAnswer, "a message without any marker of {style} is read as an answer").Style = r.style.Name
	r.add(start, ir.Step{Kind: ir.Answer, Text: text.From(t, start), Unmarked: true})
}
