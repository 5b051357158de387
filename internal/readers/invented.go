package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// inventedAt returns the index of the first result that the model wrote itself
// after a call of its own, or -1.
func inventedAt(marks []mark) int {
	called := false
	for i, m := range marks {
		switch m.kind {
		case grammar.MarkCall:
			called = true
		case grammar.MarkObservation:
			if called {
				return i
			}
		}
	}
	return -1
}

// invented keeps what the model invented as text.
func (r *reader) invented(t ir.Text, at int) {
	if r.opts.DropInvented {
		r.report(at, ir.CodeInventedObservation, "the model wrote a result itself, but the real one follows: it was left out")
		return
	}
	r.report(at, ir.CodeInventedObservation, "the model wrote a result itself, but the real one follows: it is kept as text")
	r.add(at, ir.Step{Kind: ir.Prose, Text: r.unescape(at, text.From(t, at), r.set|grammar.LenientMarks, 0), Invented: true})
}
