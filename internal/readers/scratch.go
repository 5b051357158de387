package readers

import "github.com/toolspeak/toolspeak/ir"

// Scratch is memory for what is read. The Result of a reading is in it: the next
// reading in the same room writes over it. The zero value is ready for use.
type Scratch struct {
	steps  []ir.Step
	diags  []ir.Diagnostic
	system ir.System
	// later are the steps of alternatives, one after the other, in parts that alternatives has.
	later        []ir.Step
	alternatives [][]ir.Step
}

// mostSteps is for how many steps memory is kept.
const mostSteps = 1 << 12

// Tidy gives up the memory that an unusual conversation took.
func (r *Scratch) Tidy() {
	if cap(r.steps) > mostSteps || cap(r.later) > mostSteps || cap(r.alternatives) > mostSteps {
		*r = Scratch{}
	}
}
