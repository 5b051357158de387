package emitters

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
)

// Flat returns the transcript as one plain transcript: turns on
// lines of their own, the user's after a role line, the model's bare where its
// first line can't be taken for anything else. The writer must be flat.
func (e *Writer) Flat(t *ir.Transcript) ir.Text {
	e.Buf = e.Buf[:0]
	before := grammar.NoMark // whose message came last, or that it holds an answer
	if t.System != nil {
		before = grammar.MarkSystem
		e.affix(e.patterns.System)
		e.escapedLines(&ir.Step{}, t.System.Text, grammar.RoleMarks, grammar.NotAtStart)
	}
	for i := 0; i < len(t.Steps); {
		end := messageEnd(t.Steps, i)
		switch {
		case before == grammar.NoMark:
		case e.patterns.Thought == nil && before == grammar.MarkAssistant && t.Steps[i-1].Kind == ir.Prose && t.Steps[i].Kind == ir.Observation:
			e.affix(e.patterns.Blank) // as before any tag that words precede
		default:
			e.affix(e.patterns.Between)
		}
		e.at, e.next = i, nil
		if end < len(t.Steps) {
			e.next = &t.Steps[end]
		}
		before = e.flatMessage(t.Steps[i:end], before)
		i = end
	}
	return ir.Text{B: e.Buf}
}

// flatMessage writes a message and returns whose it was, or that it holds an
// answer which only a role line ends.
func (e *Writer) flatMessage(steps []ir.Step, before grammar.Mark) grammar.Mark {
	first := &steps[0]
	switch {
	case first.Kind == ir.Observation:
		if before == grammar.MarkSystem || before == grammar.MarkAnswer {
			e.affix(e.patterns.Assistant) // only a role line ends a system prompt or an answer
		}
		e.result(first, (*Writer).inlineResult)
		e.track(first)
		return grammar.MarkObservation
	case first.Role == ir.RoleSystem && before == grammar.NoMark:
		e.affix(e.patterns.System)
		e.escapedLines(first, first.Text, grammar.RoleMarks, grammar.NotAtStart)
		return grammar.MarkSystem
	case first.Role == ir.RoleSystem: // a marker ends it, as it ends a user's turn
		e.affix(e.patterns.System)
		e.escapedLines(first, first.Text, e.set, grammar.NotAtStart)
		return grammar.MarkUser
	case first.Kind == ir.User:
		e.affix(e.patterns.User)
		e.escapedLines(first, first.Text, e.set, grammar.NotAtStart)
		e.track(first)
		return grammar.MarkUser
	}
	if e.patterns.Thought == nil || first.Kind == ir.Prose || before == grammar.MarkAssistant || before == grammar.MarkAnswer || before == grammar.MarkSystem {
		e.affix(e.patterns.Assistant)
	}
	e.modelMessage(steps)
	for i := range steps {
		if steps[i].Kind == ir.Answer && !e.style.AnswersByCall() && !e.style.Nested {
			return grammar.MarkAnswer
		}
	}
	return grammar.MarkAssistant
}
