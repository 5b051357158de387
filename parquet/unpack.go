package parquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// unpacked returns at least as many bytes as a page's data unpacks to, without
// unpacking it where its codec lets one tell. The library unpacks however much there
// is, whatever the page's header says, and goes round for ever over LZ4 that is
// damaged.
func unpacked(codec format.CompressionCodec, data []byte, claimed int64) (int64, error) {
	if len(data) == 0 { // as where all values are null
		return 0, nil
	}
	switch codec {
	case format.Snappy:
		n, used := binary.Uvarint(data)
		if used <= 0 || n > maxPages {
			return 0, fmt.Errorf("%w: a page that does not unpack", ErrDamaged)
		}
		return int64(n), nil
	case format.Zstd:
		return unpackedZstd(data)
	case format.Gzip:
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return 0, damaged(err)
		}
		return count(r)
	case format.Brotli:
		return count(brotli.NewReader(bytes.NewReader(data)))
	case format.Lz4Raw:
		n, err := lz4.UncompressBlock(data, make([]byte, claimed))
		if err != nil {
			return 0, fmt.Errorf("%w: a page that does not unpack to the %d bytes that it claims", ErrDamaged, claimed)
		}
		return int64(max(n, 3*len(data))), nil
	case format.Uncompressed:
		return int64(len(data)), nil
	}
	return 0, fmt.Errorf("%w: compression by %s", ErrUnsupported, codec)
}

// count reads to the end, or to where there is too much.
func count(r io.Reader) (int64, error) {
	n, err := io.Copy(io.Discard, io.LimitReader(r, maxPages+1))
	if err != nil {
		return 0, damaged(err)
	}
	return n, nil
}

// unpackedZstd adds up what the frames say of their content, or else what their
// blocks can hold at most.
func unpackedZstd(data []byte) (total int64, err error) {
	const maxBlock, checksum = 128 << 10, 4
	bad := fmt.Errorf("%w: a page that is not zstd", ErrDamaged)
	for len(data) > 0 {
		var h zstd.Header
		if h.Decode(data) != nil || h.HeaderSize > len(data) {
			return 0, bad
		}
		data = data[h.HeaderSize:]
		if h.Skippable {
			if int64(h.SkippableSize) > int64(len(data)) {
				return 0, bad
			}
			data = data[h.SkippableSize:]
			continue
		}
		frame, last := int64(0), false
		for !last {
			if len(data) < 3 {
				return 0, bad
			}
			head := int(data[0]) | int(data[1])<<8 | int(data[2])<<16
			last = head&1 != 0
			size, kind := head>>3, head>>1&3
			data = data[3:]
			switch kind {
			case 0: // as it is
				frame += int64(size)
			case 1: // one byte, repeated
				frame, size = frame+int64(size), 1
			default:
				frame += maxBlock
			}
			if size > len(data) {
				return 0, bad
			}
			data = data[size:]
		}
		if h.HasCheckSum {
			data = data[min(checksum, len(data)):]
		}
		if h.HasFCS && h.FrameContentSize < uint64(frame) {
			frame = int64(h.FrameContentSize)
		}
		total += frame
	}
	return total, nil
}
