package dataset

import "sync"

// outputs are buffers that records were written to and that File has passed on.
var outputs bufferPool

type bufferPool struct{ sync.Pool }

// take returns an empty buffer with room for n bytes.
func (p *bufferPool) take(n int) []byte {
	if b, ok := p.Get().(*[]byte); ok && cap(*b) >= n {
		return (*b)[:0]
	}
	return make([]byte, 0, n)
}

// give takes back the buffer of a record that was written, unless that is its
// source unchanged.
func (p *bufferPool) give(b, source []byte) {
	const most = 1 << 20
	if len(b) == 0 || cap(b) > most || len(source) == 0 || &b[0] == &source[0] {
		return
	}
	p.Put(&b)
}
