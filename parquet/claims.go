package parquet

import (
	"encoding/binary"
	"errors"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
)

var (
	errCut      = errors.New("it ends too early")
	errEncoding = errors.New("its values have an encoding that is not for them")
	errTooMany  = errors.New("it has more values than its header says")
)

// checkValues refuses the values of a page that decode to more than n.
func (s *pageSource) checkValues(encoding format.Encoding, b []byte, n int) error {
	switch encoding {
	//lint:ignore SA1019 old writers wrote it
	case format.PlainDictionary, format.RLEDictionary:
		if len(b) == 0 {
			return nil
		}
		return checkRuns(b[1:], int(b[0]), n)
	case format.RLE:
		if s.column.Type().Kind() != pq.Boolean {
			return errEncoding
		}
		runs, _, err := prefixed(b)
		if err != nil {
			return err
		}
		return checkRuns(runs, 1, n)
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray:
		_, err := skipDelta(b, n)
		return err
	case format.DeltaByteArray:
		suffixes, err := skipDelta(b, n)
		if err == nil {
			_, err = skipDelta(suffixes, n)
		}
		if err != nil {
			return err
		}
		// Each value may repeat all of the one before it.
		size := int64(0)
		for _, lengths := range [][]byte{b, suffixes} {
			list, err := new(delta.BinaryPackedEncoding).DecodeInt32(nil, lengths)
			if err != nil {
				return err
			}
			for _, length := range list {
				size += int64(max(length, 0))
			}
		}
		return s.memory.change(&s.page, s.page+size)
	}
	return nil
}

// prefixed parts b after the bytes whose number its first four say.
func prefixed(b []byte) (head, rest []byte, err error) {
	if len(b) < 4 {
		return nil, nil, errCut
	}
	n := binary.LittleEndian.Uint32(b)
	if b = b[4:]; uint64(n) > uint64(len(b)) {
		return nil, nil, errCut
	}
	return b[:n], b[n:], nil
}

// checkRuns refuses runs of numbers of so many bits that are more than n together. The
// last run may be filled up.
func checkRuns(b []byte, width, n int) error {
	const filled = 512
	for left := uint64(n + filled); len(b) > 0; {
		head, k := binary.Uvarint(b)
		if k <= 0 {
			return errCut
		}
		b = b[k:]
		count, size := head>>1, (width+7)/8
		if head&1 != 0 {
			count = min(count, left) * 8
			size = int(count/8) * width
		}
		if count > left {
			return errTooMany
		}
		left -= count
		b = b[min(size, len(b)):]
	}
	return nil
}

// skipDelta returns what follows numbers that are kept by their differences, and refuses
// more than n of them.
func skipDelta(b []byte, n int) (rest []byte, err error) {
	var head [4]uint64 // the size of blocks, their number of parts, the number of values, the first
	for i := range head {
		if head[i], b, err = uvarint(b); err != nil {
			return nil, err
		}
	}
	block, parts, left := head[0], head[1], head[2]
	switch {
	case left > uint64(n):
		return nil, errTooMany
	case parts == 0 || block == 0 || block > 1<<16 || block%parts != 0:
		return nil, errCut
	}
	size := block / parts
	for left = max(left, 1) - 1; left > 0; {
		if _, b, err = uvarint(b); err != nil {
			return nil, err
		}
		if uint64(len(b)) < parts {
			return nil, errCut
		}
		widths := b[:parts]
		b = b[parts:]
		for _, width := range widths {
			if left == 0 {
				break
			}
			b = b[min(size*uint64(width)/8, uint64(len(b))):]
			left -= min(left, size)
		}
	}
	return b, nil
}

func uvarint(b []byte) (uint64, []byte, error) {
	v, n := binary.Uvarint(b)
	if n <= 0 {
		return 0, nil, errCut
	}
	return v, b[n:], nil
}
