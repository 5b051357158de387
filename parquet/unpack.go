package parquet

import (
	"bytes"
	"errors"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

var errTooMuch = errors.New("there is more")

// unpacks reports whether a codec is one of unpack's.
func unpacks(codec format.CompressionCodec) bool {
	switch codec {
	case format.Uncompressed, format.Snappy, format.Gzip, format.Brotli, format.Zstd, format.Lz4Raw:
		return true
	}
	return false
}

// unpack unpacks the data of a page to the beginning of dst, and no further than its end,
// and returns how much it was.
func unpack(codec format.CompressionCodec, dst, src []byte) (int, error) {
	switch codec {
	case format.Snappy:
		n, err := snappy.DecodedLen(src)
		if err != nil {
			return 0, err
		}
		if n > len(dst) {
			return n, errTooMuch
		}
		_, err = snappy.Decode(dst, src)
		return n, err
	case format.Zstd:
		d, err := zstdDecoder()
		if err != nil {
			return 0, err
		}
		out, err := d.DecodeAll(src, dst[:0:len(dst)])
		return len(out), err
	case format.Gzip:
		r, err := gzip.NewReader(bytes.NewReader(src))
		if err != nil {
			return 0, err
		}
		return fill(dst, r)
	case format.Brotli:
		return fill(dst, brotli.NewReader(bytes.NewReader(src)))
	case format.Lz4Raw:
		return lz4.UncompressBlock(src, dst)
	}
	return copy(dst, src), nil
}

var zstdDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderLowmem(true), zstd.WithDecodeAllCapLimit(true))
})

// fill reads r to its end.
func fill(dst []byte, r io.Reader) (int, error) {
	n, err := io.ReadFull(r, dst)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return n, nil
	}
	if err != nil {
		return n, err
	}
	switch k, err := io.ReadFull(r, make([]byte, 1)); {
	case k > 0:
		return n, errTooMuch
	case err != io.EOF:
		return n, err
	}
	return n, nil
}
