package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go/format"
)

const (
	magic        = "PAR1"
	magicSecret  = "PARE" // a file whose footer is encrypted
	maxFooter    = 256 << 20
	maxHeader    = 16 << 20 // of one page; it may hold the least and the greatest value
	maxPages     = 1 << 30  // of the largest pages of all columns of a row group together
	valueMemory  = 6        // bytes that a value costs beside its page: levels and index
	firstHeader  = 1 << 10
	headerGrowth = 16
)

// Sniff says whether the first bytes of a file are those of a Parquet file. Four
// are enough.
func Sniff(head []byte) bool {
	return len(head) >= 4 && (string(head[:4]) == magic || string(head[:4]) == magicSecret)
}

// checkFooter refuses a file whose ends are not those of Parquet, and a footer that
// claims more than its bytes can hold.
func checkFooter(r io.ReaderAt, size int64) error {
	var head, tail [8]byte
	if size < 12 {
		return fmt.Errorf("%w: it has %d bytes", ErrNotParquet, size)
	}
	if err := readFull(r, head[:4], 0); err != nil {
		return err
	}
	if !Sniff(head[:4]) {
		return fmt.Errorf("%w: it does not begin with PAR1", ErrNotParquet)
	}
	if err := readFull(r, tail[:], size-8); err != nil {
		return err
	}
	if string(head[:4]) == magicSecret || string(tail[4:]) == magicSecret {
		return fmt.Errorf("%w: encryption", ErrUnsupported)
	}
	if string(tail[4:]) != magic {
		return fmt.Errorf("%w: it does not end with PAR1; was it cut off?", ErrDamaged)
	}
	length := int64(binary.LittleEndian.Uint32(tail[:4]))
	if length > size-12 {
		return fmt.Errorf("%w: the footer claims %d bytes of a file of %d", ErrDamaged, length, size)
	}
	if length > maxFooter {
		return fmt.Errorf("%w: a footer of %d bytes; the limit is %d", ErrUnsupported, length, maxFooter)
	}
	footer := make([]byte, length)
	if err := readFull(r, footer, size-8-length); err != nil {
		return err
	}
	s := skimmer{b: footer}
	if err := s.structure(0, 0, func(int16, int16, int64) {}); err != nil {
		return fmt.Errorf("%w: the footer can't be read", ErrDamaged)
	}
	return nil
}

// checkMetadata refuses chunks that lie outside the file, so that what the library
// reads at once is never more than the file has.
func checkMetadata(meta *format.FileMetaData, columns int, size int64) error {
	for i := range meta.RowGroups {
		group := &meta.RowGroups[i]
		if len(group.Columns) != columns || group.NumRows < 0 {
			return fmt.Errorf("%w: row group %d has %d columns and %d rows; the schema has %d columns",
				ErrDamaged, i, len(group.Columns), group.NumRows, columns)
		}
		for j := range group.Columns {
			chunk := &group.Columns[j]
			start, length := chunkRange(chunk)
			if chunk.MetaData.Codec != meta.RowGroups[0].Columns[j].MetaData.Codec { // the library takes the first for all
				return fmt.Errorf("%w: a column with several codecs", ErrUnsupported)
			}
			if chunk.FilePath != "" {
				return fmt.Errorf("%w: columns in other files (%q)", ErrUnsupported, chunk.FilePath)
			}
			if chunk.CryptoMetadata.Value != nil {
				return fmt.Errorf("%w: encryption", ErrUnsupported)
			}
			if start < 0 || length < 0 || start > size || length > size-start {
				return fmt.Errorf("%w: row group %d: column %d claims bytes %d to %d of a file of %d",
					ErrDamaged, i, j, start, start+length, size)
			}
		}
	}
	return nil
}

// chunkRange is where the pages of a column chunk lie, as the library sees it.
func chunkRange(chunk *format.ColumnChunk) (start, length int64) {
	start = chunk.MetaData.DataPageOffset
	if chunk.MetaData.DictionaryPageOffset != 0 {
		start = chunk.MetaData.DictionaryPageOffset
	}
	return start, chunk.MetaData.TotalCompressedSize
}

// checkPages walks the pages of a row group before they are read, and refuses the
// group if the largest pages of its columns, which are in memory at the same time,
// would need more than maxPages.
func checkPages(r io.ReaderAt, group *format.RowGroup) error {
	var total int64
	for j := range group.Columns {
		chunk := &group.Columns[j]
		start, length := chunkRange(chunk)
		w := pageWalker{r: r, codec: chunk.MetaData.Codec, end: start + length, buffer: make([]byte, firstHeader)}
		need, err := w.largest(start)
		if err != nil {
			return fmt.Errorf("column %d: %w", j, err)
		}
		if total += need; total > maxPages {
			return fmt.Errorf("%w: pages that need more than %d bytes of memory", ErrUnsupported, maxPages)
		}
	}
	return nil
}

// A pageWalker goes from page to page of a column chunk that ends at end.
type pageWalker struct {
	r      io.ReaderAt
	codec  format.CompressionCodec
	end    int64
	buffer []byte // for headers
	data   []byte
}

// largest is the memory that the dictionary and the largest page need.
func (w *pageWalker) largest(at int64) (int64, error) {
	var largest, dictionary int64
	for at < w.end {
		page, err := w.header(at)
		if err != nil {
			return 0, err
		}
		at += page.header
		if page.packed > w.end-at {
			return 0, fmt.Errorf("%w: the page before byte %d ends behind its column", ErrDamaged, at)
		}
		need, err := w.need(page, at)
		if err != nil {
			return 0, err
		}
		if page.dictionary {
			dictionary = max(dictionary, need)
		} else {
			largest = max(largest, need)
		}
		at += page.packed
	}
	return largest + dictionary, nil
}

// need is the memory that one page needs whose data is at a place.
func (w *pageWalker) need(page pageHeader, at int64) (int64, error) {
	need := page.packed + page.raw + valueMemory*page.values
	if w.codec == format.Uncompressed || page.plain {
		return need, nil
	}
	if need > maxPages || page.levels > page.packed {
		return 0, fmt.Errorf("%w: a page of %d bytes", ErrUnsupported, need)
	}
	n := page.packed - page.levels
	if w.codec == format.Snappy {
		n = min(n, binary.MaxVarintLen64)
	}
	if int64(cap(w.data)) < n {
		w.data = make([]byte, n)
	}
	data := w.data[:n]
	if err := readFull(w.r, data, at+page.levels); err != nil {
		return 0, err
	}
	size, err := unpacked(w.codec, data, page.raw)
	return need + max(0, size-page.raw), err
}

// A pageHeader is what a page says of itself: bytes of its header, of its data in
// the file and in memory, of the levels before what is compressed, and its values.
type pageHeader struct {
	header, packed, raw, levels, values int64
	dictionary                          bool
	plain                               bool // not compressed, though the column is
}

func (w *pageWalker) header(at int64) (pageHeader, error) {
	for {
		n := min(int64(len(w.buffer)), w.end-at)
		b := w.buffer[:n]
		if err := readFull(w.r, b, at); err != nil {
			return pageHeader{}, err
		}
		page, short, err := parsePageHeader(b)
		if err == nil {
			return page, nil
		}
		if !short || n == w.end-at || len(w.buffer) >= maxHeader {
			return pageHeader{}, fmt.Errorf("%w: the header of the page at byte %d can't be read", ErrDamaged, at)
		}
		w.buffer = make([]byte, min(len(w.buffer)*headerGrowth, maxHeader))
	}
}

func parsePageHeader(b []byte) (page pageHeader, short bool, err error) {
	const (
		fieldType, fieldRaw, fieldPacked  = 1, 2, 3
		fieldDataV1, fieldDict, fieldData = 5, 7, 8
		fieldDefLevels, fieldRepLevels    = 5, 6
		fieldCompressed                   = 7
		dictionaryPage                    = 2
	)
	negative := false
	s := skimmer{b: b}
	err = s.structure(0, 0, func(parent, id int16, v int64) {
		switch {
		case parent == 0 && id == fieldType:
			page.dictionary = v == dictionaryPage
		case parent == 0 && id == fieldRaw:
			page.raw = v
		case parent == 0 && id == fieldPacked:
			page.packed = v
		case parent == fieldData && (id == fieldDefLevels || id == fieldRepLevels):
			page.levels += v
			negative = negative || v < 0
		case parent == fieldData && id == fieldCompressed:
			page.plain = v == 0
		case id == 1 && (parent == fieldDataV1 || parent == fieldDict || parent == fieldData):
			page.values = max(page.values, v)
		}
	})
	page.header = int64(s.i)
	for _, n := range []int64{page.packed, page.raw, page.values} {
		if n < 0 || n > math.MaxInt32 || negative {
			return pageHeader{}, false, errThrift
		}
	}
	return page, s.short, err
}

func readFull(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: it ends at byte %d", ErrDamaged, at+int64(n))
	}
	return err
}
