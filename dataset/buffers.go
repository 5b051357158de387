package dataset

import (
	"bufio"
	"errors"
	"io"
	"sync"
	"sync/atomic"
)

// bufferSize is how much of an input is read at a time, in bytes: a line that fits
// is never copied. writeSize is how much of an output is written. Larger ones are
// slower, since they and what is made between them leave the processor's cache.
const (
	bufferSize = 128 << 10
	writeSize  = 64 << 10
)

// Buffers serve one input or output after the other: a run over thousands of small
// files would make some for each. One is given back by its only owner, which forgets
// it before. What is never given back, after a panic say, is left to the garbage
// collector.
var (
	readBuffers  = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, bufferSize) }}
	writeBuffers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, writeSize) }}
)

func takeReader(r io.Reader) *bufio.Reader {
	b := readBuffers.Get().(*bufio.Reader)
	b.Reset(r)
	return b
}

func giveReader(b *bufio.Reader) {
	b.Reset(nil) // so that it keeps no file
	readBuffers.Put(b)
}

func takeWriter(w io.Writer) *bufio.Writer {
	b := writeBuffers.Get().(*bufio.Writer)
	b.Reset(w)
	return b
}

func giveWriter(b *bufio.Writer) {
	b.Reset(nil)
	writeBuffers.Put(b)
}

// A batch's records lie in one of the blocks, and what they became in one of the
// outBlocks.
var (
	blocks    = blockPool{size: batchSize}
	outBlocks = blockPool{size: 2 * batchSize} // another style may take more
)

// blockPool holds blocks of one size.
type blockPool struct {
	size int
	sync.Pool
}

// take returns an empty block with room for n bytes.
func (p *blockPool) take(n int) []byte {
	if n > p.size {
		return make([]byte, 0, n)
	}
	if b, ok := p.Get().(*[]byte); ok {
		return *b
	}
	return make([]byte, 0, p.size)
}

// give takes back a block, if it is of the size.
func (p *blockPool) give(b []byte) {
	if cap(b) == p.size {
		b = b[:0]
		p.Put(&b)
	}
}

// plainContent is an input that is not compressed. Its buffer goes over to the
// source that reads it, so that nothing is buffered twice. Whoever uses the buffer
// takes it out first.
type plainContent struct{ buffer atomic.Pointer[bufio.Reader] }

var errGone = errors.New("the input was closed, or read as records before")

// Read reads on.
func (p *plainContent) Read(b []byte) (int, error) {
	r := p.buffer.Swap(nil)
	if r == nil {
		return 0, errGone
	}
	n, err := r.Read(b)
	p.buffer.Store(r)
	return n, err
}

// Close gives the buffer back, if no source has it.
func (p *plainContent) Close() error {
	if r := p.buffer.Swap(nil); r != nil {
		giveReader(r)
	}
	return nil
}
