package convert

import (
	"sync"

	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// memory is what an Output is made in. It serves one after another.
type memory struct {
	// scratch is what was read, proof what was read back.
	scratch, proof readers.Scratch
	lowerer        lowerer
	emitter        emitters.Writer
	// prints knows what is read, or read back.
	prints readers.Prints
	// system is the prompt that is written.
	system ir.System
	// source is Read as it is lowered.
	source ir.Transcript
	// messages is memory for what the emitter returns, and diags for the Diagnostics.
	messages []ir.Message
	diags    []ir.Diagnostic
}

// outputs are Outputs that were released.
var outputs = sync.Pool{New: func() any { return &Output{memory: new(memory)} }}

// Release gives the memory of an Output of Convert back, so that the next one
// takes it. It need not be called; after it nothing of the Output may be used.
func (o *Output) Release() {
	const most = 1 << 20
	if o.memory == nil || cap(o.emitter.Buf) > most || max(cap(o.messages), cap(o.lowerer.steps)) > mostMessages {
		return // the memory of an unusual conversation is not worth keeping
	}
	o.scratch.Tidy()
	o.proof.Tidy()
	o.prints.Forget()
	o.source = ir.Transcript{}
	if cap(o.Diagnostics) > cap(o.diags) {
		o.diags = o.Diagnostics[:0]
	}
	*o = Output{Messages: o.Messages[:0], memory: o.memory}
	outputs.Put(o)
}

// mostMessages is how many messages the memory of an Output is kept for.
const mostMessages = 1 << 12
