package dataset

import (
	"bufio"
	"io"
	"sync"
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
