package dataset

import (
	"bufio"
	"io"
)

// bufferSize is how much of an input is read at a time, in bytes: a line that fits
// is never copied. writeSize is how much of an output is written. Larger ones are
// slower, since they and what is made between them leave the processor's cache.
const (
	bufferSize = 128 << 10
	writeSize  = 64 << 10
)

func newReader(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, bufferSize) }
