package emitters

import (
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// StopAt asks for a text at the end of each message of the model that does not end in a
// result, until Reset.
func (e *Writer) StopAt(f string) { e.stop = f }

// stopText ends a message of the model, which began at an offset of Buf, with the stop
// text: it belongs to the last step. Where a plain transcript continues with a result whose
// marker begins with it, that is the one.
func (e *Writer) stopText(last *ir.Step, begin int) {
	word := e.stop
	if word == "" || last.Kind == ir.Observation || len(e.Buf) == begin {
		return
	}
	if e.marks {
		e.Spans[len(e.Spans)-1].End += len(word)
	}
	if !e.resultStops(last, word) {
		e.Buf = append(e.Buf, word...)
	}
}

// resultStops reports whether a result follows whose marker begins with the stop text.
func (e *Writer) resultStops(last *ir.Step, word string) bool {
	if !e.flat || last.Kind != ir.Call || e.next == nil || e.next.Kind != ir.Observation {
		return false
	}
	return strings.HasPrefix(e.patterns.Between+e.patterns.Result[0].Literal, word)
}
