package readers

import (
	"sync"

	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
)

// Scratch is memory for what is read. The Result of a reading is in it: the next
// reading in the same room writes over it. The zero value is ready for use.
type Scratch struct {
	steps  []ir.Step
	diags  []ir.Diagnostic
	system ir.System
	// later are the steps of alternatives, one after the other, in parts that alternatives has.
	later        []ir.Step
	alternatives [][]ir.Step
	// literals has what arguments that are Python literals mean, one after the other.
	literals []byte
}

// mostSteps is for how many steps memory is kept.
const mostSteps = 1 << 12

// Tidy gives up the memory that an unusual conversation took.
func (r *Scratch) Tidy() {
	if cap(r.steps) > mostSteps || cap(r.later) > mostSteps || cap(r.alternatives) > mostSteps || cap(r.literals) > mostLiterals {
		*r = Scratch{}
	}
}

// mostLiterals is for how many bytes of literals memory is kept.
const mostLiterals = 1 << 18

// memory returns an empty slice for a literal of about n bytes, which keep may be given.
func (r *Scratch) memory(n int) []byte {
	if r == nil { // nothing is kept of what is read
		return make([]byte, 0, n)
	}
	if cap(r.literals)-len(r.literals) < n {
		r.literals = make([]byte, 0, max(2*n, 1<<10)) // what the old one has stays where it is
	}
	return r.literals[len(r.literals):]
}

// keep keeps a literal that was written to what memory returned last, if it did not grow
// out of that. Nothing can be appended to what it returns.
func (r *Scratch) keep(b []byte) []byte {
	if r == nil {
		return b
	}
	n := len(r.literals)
	if len(b) > 0 && len(b) <= cap(r.literals)-n && &b[0] == &r.literals[:n+1][n] {
		r.literals = r.literals[:n+len(b)]
	}
	return b[:len(b):len(b)]
}

// readerMemory is what the reading of the next conversation takes over.
type readerMemory struct {
	// worded remembers words for the styles of conversations before.
	worded map[*grammar.Style]*styleWords
	// marked is room for the markers of the message being read.
	marked []mark
	// lines are those of a plain transcript, where no Prints remember them.
	lines   lineStarts
	pairing dialogue.Open
}

// idle are readers between two conversations, with the memory that they grew.
var idle = sync.Pool{New: func() any { return new(reader) }}

// newReader returns a reader without any state.
func newReader() *reader {
	r := idle.Get().(*reader)
	r.pairing.Reset()
	return r
}

// release gives the reader back without what it was told or made.
func (r *reader) release() {
	r.lines.reset()
	r.readerState = readerState{}
	idle.Put(r)
}

// linesOf returns where the lines of a text begin.
func (r *reader) linesOf(t ir.Text) []int {
	if p := r.opts.Prints; p != nil && (!p.lines.known || p.lines.knows(t)) {
		return p.lines.of(t)
	}
	return r.lines.of(t) // those of the conversation's text are asked for again
}
