//go:build !js

package dataset

import (
	"bytes"
	"compress/bzip2"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// Packers hold tables that cost more than a small file: each serves one member or
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

// unpack returns a reader of what r packs. It has no goroutines, so that the garbage collector
// may take it.
func unpack(how Compression, r io.Reader) (io.Reader, error) {
	switch how {
	case Gzip:
		return gzip.NewReader(r)
	case Zstd:
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	case Xz:
		return xz.NewReader(r)
	}
	return bzip2.NewReader(r), nil
}
