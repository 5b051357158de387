package dialogue

import "github.com/toolspeak/toolspeak/ir"

// Links are the results of native tool calls with their calls. Users' messages and
// answers close no call there, since results may come late: but only those that name
// their call or its tool. A result that answers none is an orphan.
type Links struct {
	// Call holds for each step the index of the call whose result it is, or -1.
	Call []int
	// Unanswered are the indexes of the calls without a result, in order.
	Unanswered []int

	open Open
}

// Find pairs the results among steps with their calls. What it found before is
// forgotten.
func (l *Links) Find(steps []ir.Step) {
	l.find(steps, func(i int) int {
		switch s := &steps[i]; s.Kind {
		case ir.User:
			l.open.asked()
		case ir.Observation:
			if i == 0 || steps[i-1].Kind != ir.Observation {
				l.open.results(unnamed(steps[i:]))
			}
			return l.open.result(s)
		}
		return -1
	})
}

// FindInText pairs them as they will be read in the text of a style, where they have no
// ids, and named says which results name their tool.
func (l *Links) FindInText(steps []ir.Step, named func(*ir.Step) bool) {
	l.find(steps, func(i int) int {
		switch s := &steps[i]; s.Kind {
		case ir.User, ir.Answer:
			l.endTurn()
		case ir.Observation:
			if at := l.open.said(s.Tool, named(s)); at < len(l.open.calls) {
				return l.open.close(at).step
			}
		}
		return -1
	})
}

// find pairs steps of which answers returns the call that one answers, or -1.
func (l *Links) find(steps []ir.Step, answers func(i int) int) {
	l.Call, l.Unanswered = l.Call[:0], l.Unanswered[:0]
	l.open.Reset()
	for i := range steps {
		if steps[i].Kind == ir.Call {
			if l.open.answered {
				l.endTurn()
			}
			l.open.call(i, &steps[i])
		}
		l.Call = append(l.Call, answers(i))
	}
	l.endTurn()
}

// unnamed counts the results without an id that steps begin with.
func unnamed(steps []ir.Step) int {
	n := 0
	for n < len(steps) && steps[n].Kind == ir.Observation && !steps[n].Rare().HasID {
		n++
	}
	return n
}

// Orphan reports whether step i is a result that answers no call. In the text of a style
// one right after an answer is none: programs say there how the task ended.
func (l *Links) Orphan(steps []ir.Step, i int, inText bool) bool {
	if steps[i].Kind != ir.Observation || l.Call[i] >= 0 {
		return false
	}
	return !inText || i == 0 || steps[i-1].Kind != ir.Answer || steps[i-1].Unmarked
}

// GoesOn reports whether a transcript goes on after a call: in a later message, or with an
// answer. Many end in a call.
func GoesOn(steps []ir.Step, call int) bool {
	last := &steps[len(steps)-1]
	return last.Message > steps[call].Message || last.Kind == ir.Answer
}

// endTurn keeps which calls of a turn have no result.
func (l *Links) endTurn() {
	for _, c := range l.open.calls[l.open.skip():] {
		if !c.closed {
			l.Unanswered = append(l.Unanswered, c.step)
		}
	}
	l.open.Reset()
}

// Inlined reports whether among the steps of one message a result follows a call.
func Inlined(steps []ir.Step) bool {
	called := false
	for i := range steps {
		switch steps[i].Kind {
		case ir.Call:
			called = true
		case ir.Observation:
			if called {
				return true
			}
		}
	}
	return false
}

// Account tells of each result of native tool calls that answers no call and, after them, of each
// call without a result after which the transcript goes on.
func (l *Links) Account(steps []ir.Step, tell func(it *ir.Step, d ir.Diagnostic)) {
	for i := range steps {
		if l.Orphan(steps, i, false) {
			tell(&steps[i], ir.Report(ir.CodeOrphanResult, "the result answers no call before it"))
		}
	}
	for _, i := range l.Unanswered {
		if GoesOn(steps, i) {
			d := ir.Report(ir.CodeOpenCall, "the call of {tool} has no result")
			d.Tool = steps[i].Tool.String()
			tell(&steps[i], d)
		}
	}
}
