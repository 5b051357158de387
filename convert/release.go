package convert

import (
	"sync"

	"github.com/toolspeak/toolspeak/readers"
)

// buffers are those that messages were written to.
var buffers sync.Pool

func newBuffer() []byte {
	if b, ok := buffers.Get().(*[]byte); ok {
		return (*b)[:0]
	}
	return nil
}

// Release gives the memory of an Output of Convert back, so that the next one
// takes it. It need not be called; after it nothing of the Output may be used
// but its style and its diagnostics.
func (o *Output) Release() {
	const most = 1 << 20
	readers.Recycle(o.Read.Steps)
	readers.Recycle(o.Lowered.Steps)
	if buf := o.buf; buf != nil && cap(buf) <= most {
		buffers.Put(&buf)
	}
	*o = Output{Style: o.Style, Diagnostics: o.Diagnostics}
}
