//go:build !js

package dataset

import (
	"bytes"
	"compress/bzip2"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// What packs holds tables that cost more than a small file: it serves one member or
// frame after the other.
var (
	gzips = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	// The fastest level packs in two thirds of the time of the next one, and makes files
	// a twelfth larger. Blocks are packed at the same time, so that an encoder needs one
	// goroutine.
	zstds = sync.Pool{New: func() any {
		z, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest)) // the options are constant
		return z
	}}
)

func packGzip(dst, plain []byte) ([]byte, error) {
	z := gzips.Get().(*gzip.Writer)
	defer gzips.Put(z)
	b := bytes.NewBuffer(dst)
	z.Reset(b)
	if _, err := z.Write(plain); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

func packZstd(dst, plain []byte) ([]byte, error) {
	z := zstds.Get().(*zstd.Encoder)
	defer zstds.Put(z)
	return z.EncodeAll(plain, dst), nil
}

// Readers that unpack serve one input after the other. They have no goroutines, so that
// the garbage collector may take them.
var unpackers = map[Compression]*sync.Pool{
	Gzip: {New: func() any { return new(gzip.Reader) }},
	Zstd: {New: func() any {
		z, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow)) // the options are constant
		return z
	}},
	Bzip2: {New: func() any { return new(bzip2Reader) }},
}

// bzip2Reader reads bzip2, and serves one input after the other.
type bzip2Reader struct{ io.Reader }

// Reset begins to read r.
func (z *bzip2Reader) Reset(r io.Reader) error {
	z.Reader = bzip2.NewReader(r)
	return nil
}

// forget makes a reader that serves again keep no file.
func forget(z unpacker) {
	switch z := z.(type) {
	case *zstd.Decoder:
		_ = z.Reset(nil) // it reads nothing
	case *bzip2Reader:
		z.Reader = nil
	}
}
