package parquet

import (
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"
)

// zstdWindow bounds how far back zstd looks, and its memory: the library's own codec
// looks back 8 MiB and holds twice that, for pages of 4 MiB at most.
const zstdWindow = 1 << 20

// zstdCodec is zstd at its fastest level, in less memory. To compress is the largest part
// of writing, and the next level takes half as long again for a twelfth of the size. What
// it writes is zstd to any reader.
type zstdCodec struct{}

// zstdEncoders wait for the next page. Where pages come one after the other there is one, whose
// tables stay in the processor's cache.
var zstdEncoders = make(chan *zstd.Encoder, 2)

func takeZstd() (*zstd.Encoder, error) {
	select {
	case e := <-zstdEncoders:
		return e, nil
	default:
	}
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow),
		zstd.WithLowerEncoderMem(true), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
}

// giveZstd keeps an encoder for the next page, unless enough are.
func giveZstd(e *zstd.Encoder) {
	select {
	case zstdEncoders <- e:
	default:
	}
}

// String names the codec.
func (zstdCodec) String() string { return pq.Zstd.String() }

// CompressionCodec is what a footer says.
func (zstdCodec) CompressionCodec() format.CompressionCodec { return format.Zstd }

// Encode compresses src into dst, which may be grown. The library puts its next page where
// the one before was compressed to: memory for a page now saves it growing there step by step.
func (zstdCodec) Encode(dst, src []byte) ([]byte, error) {
	e, err := takeZstd()
	if err != nil {
		return nil, err
	}
	defer giveZstd(e)
	if cap(dst) < len(src) {
		size := max(len(src), pageSize)
		dst = make([]byte, 0, size+size/8)
	}
	return e.EncodeAll(src, dst[:0]), nil
}

// Decode unpacks src into dst, which may be grown.
func (zstdCodec) Decode(dst, src []byte) ([]byte, error) { return pq.Zstd.Decode(dst, src) }

// snappyCodec is snappy as its inventors write it. The library's own looks longer for
// matches: it takes half as long again for a tenth of the size.
type snappyCodec struct{}

// String names the codec.
func (snappyCodec) String() string { return pq.Snappy.String() }

// CompressionCodec is what a footer says.
func (snappyCodec) CompressionCodec() format.CompressionCodec { return format.Snappy }

// Encode compresses src into the memory of dst, or into more where that is too small.
func (snappyCodec) Encode(dst, src []byte) ([]byte, error) {
	return s2.EncodeSnappy(dst[:cap(dst)], src), nil
}

// Decode unpacks src into dst, which may be grown.
func (snappyCodec) Decode(dst, src []byte) ([]byte, error) { return pq.Snappy.Decode(dst, src) }

// codecFor returns what to compress a column with that was compressed so.
func codecFor(source format.CompressionCodec) compress.Codec {
	switch source {
	case format.Zstd:
		return zstdCodec{}
	case format.Snappy:
		return snappyCodec{}
	}
	return pq.LookupCompressionCodec(source)
}
