package readers

import (
	"sync"

	"github.com/toolspeak/toolspeak/ir"
)

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
	*r = reader{pairing: r.pairing}
	idle.Put(r)
}

var stepLists sync.Pool

// Steps returns an empty list with room for n steps, whose memory may have
// served before.
func Steps(n int) []ir.Step {
	if list, ok := stepLists.Get().(*[]ir.Step); ok && cap(*list) >= n {
		return (*list)[:0]
	}
	return make([]ir.Step, 0, n)
}

// Recycle gives the memory of a list of steps back, such as that of a Result.
// Nothing may use the list any more; what its texts point to stays.
func Recycle(steps []ir.Step) {
	const most = 1 << 12
	if cap(steps) == 0 || cap(steps) > most {
		return
	}
	clear(steps)
	steps = steps[:0]
	stepLists.Put(&steps)
}
