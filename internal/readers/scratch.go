package readers

import "github.com/toolspeak/toolspeak/ir"

// Scratch is memory for what is read. The Result of a reading is in it: the next
// reading in the same room writes over it. The zero value is ready for use.
type Scratch struct {
	steps  []ir.Step
	diags  []ir.Diagnostic
	system ir.System
	// marked is room for the markers of the message being read.
	marked []mark
}

// Tidy gives up the memory that an unusual conversation took.
func (r *Scratch) Tidy() {
	const mostSteps = 1 << 12
	if cap(r.steps) > mostSteps {
		*r = Scratch{}
	}
}
