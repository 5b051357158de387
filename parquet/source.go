package parquet

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	maxPages    = 1 << 30   // of the pages of all columns that are in memory together
	leastPages  = 128 << 20 // what they may need in any file
	pagesRatio  = 128       // and as a multiple of their row group's bytes in the file
	valueMemory = 14        // bytes that a value costs in addition to its page: levels, index, offset
	headerSize  = 1 << 10   // what is read of a page's header at first
	maxHeader   = 16 << 20  // it may hold the least and the greatest value
)

// pageMemory is what the current pages of all columns need together.
type pageMemory struct{ used, max int64 }

func memoryFor(group *format.RowGroup) *pageMemory {
	packed := int64(0)
	for i := range group.Columns {
		_, n := chunkRange(&group.Columns[i])
		packed = min(packed+n, maxPages)
	}
	return &pageMemory{max: min(max(leastPages, pagesRatio*packed), maxPages)}
}

// change replaces what something needs.
func (m *pageMemory) change(old *int64, now int64) error {
	m.used += now - *old
	*old = now
	if m.used > m.max {
		return fmt.Errorf("%w: pages that need %d bytes of memory; the limit is %d", ErrUnsupported, m.used, m.max)
	}
	return nil
}

// A pageSource is a column chunk as the library is to read it: page after page with a
// header that says what is there, and unpacked. The library trusts what it reads, and
// unpacks however much there is, or goes round for ever over LZ4 that is damaged.
type pageSource struct {
	r       io.ReaderAt
	column  *pq.Column
	width   int64 // of values of fixed length, in bytes
	codec   format.CompressionCodec
	at, end int64 // in the file
	memory  *pageMemory

	dictionary, page, held int64 // what each needs of memory
	offset                 int64 // in what the library reads
	body                   bool  // a header was given, its page comes next
	header                 format.PageHeader
	headers, packed        []byte // memory
}

// hold keeps the current page in memory when the next is read, until release.
func (s *pageSource) hold() { s.held, s.page = s.held+s.page, 0 }

func (s *pageSource) release() { s.memory.used, s.held = s.memory.used-s.held, 0 }

// ReadAt gives the next header or the next page. The library reads in order, and
// asks for all of a page at once.
func (s *pageSource) ReadAt(b []byte, at int64) (n int, err error) {
	if at != s.offset {
		return 0, fmt.Errorf("%w: a page needs a dictionary that is not before it", ErrDamaged)
	}
	if s.body {
		n, err = int(s.header.UncompressedPageSize), s.read(b)
	} else {
		n, err = s.next(b)
	}
	if err != nil {
		return 0, err
	}
	s.body = !s.body && s.header.UncompressedPageSize > 0
	if s.header.UncompressedPageSize == 0 { // the library does not ask for such a page
		s.at += int64(s.header.CompressedPageSize)
	}
	s.offset += int64(n)
	return n, nil
}

// next reads the header of the next page, and writes the one for the library.
func (s *pageSource) next(b []byte) (int, error) {
	if s.at >= s.end {
		return 0, io.EOF
	}
	if err := s.readHeader(); err != nil {
		return 0, err
	}
	h := &s.header
	values, dictionary := h.DataPageHeader.V.NumValues, false
	switch {
	case h.Type == format.DictionaryPage:
		values, dictionary = h.DictionaryPageHeader.V.NumValues, true
	case h.Type == format.DataPageV2:
		values = h.DataPageHeaderV2.V.NumValues
	}
	packed, raw := int64(h.CompressedPageSize), int64(h.UncompressedPageSize)
	if packed < 0 || raw < 0 || values < 0 || packed > s.end-s.at {
		return 0, fmt.Errorf("%w: the page before byte %d claims %d bytes, %d unpacked, and %d values", ErrDamaged, s.at, packed, raw, values)
	}
	need, owner := packed+raw+int64(values)*(valueMemory+s.width), &s.page
	if dictionary {
		owner = &s.dictionary
	}
	if err := s.memory.change(owner, need); err != nil {
		return 0, err
	}
	shown := *h
	shown.CompressedPageSize, shown.CRC = h.UncompressedPageSize, 0
	shown.DataPageHeader.V.Statistics, shown.DataPageHeaderV2.V.Statistics = format.Statistics{}, format.Statistics{}
	out, err := thrift.Marshal(new(thrift.CompactProtocol), &shown)
	if err != nil || len(out) > len(b) {
		return 0, fmt.Errorf("%w: the header of the page before byte %d", ErrDamaged, s.at)
	}
	return copy(b, out), nil
}

// readHeader reads a header, whose length is not known before.
func (s *pageSource) readHeader() error {
	for size := int64(headerSize); ; size *= 4 {
		n := min(size, s.end-s.at)
		if int64(cap(s.headers)) < n {
			s.headers = make([]byte, n)
		}
		b := s.headers[:n]
		if err := readFull(s.r, b, s.at); err != nil {
			return err
		}
		s.header = format.PageHeader{}
		used, short, err := decodeThrift(b, &s.header)
		switch {
		case err == nil:
			s.at += int64(used)
			return nil
		case !short || n == s.end-s.at || size >= maxHeader:
			return fmt.Errorf("%w: the header of the page at byte %d can't be read", ErrDamaged, s.at)
		}
	}
}

// read reads the page whose header was read last, and unpacks it to the beginning of b.
func (s *pageSource) read(b []byte) error {
	h := &s.header
	if len(b) < int(h.UncompressedPageSize) {
		return fmt.Errorf("%w: the page before byte %d", ErrDamaged, s.at)
	}
	b = b[:h.UncompressedPageSize]
	n := int(h.CompressedPageSize)
	if cap(s.packed) < n {
		s.packed = make([]byte, n+n/4)
	}
	packed := s.packed[:n]
	if err := readFull(s.r, packed, s.at); err != nil {
		return err
	}
	if h.CRC != 0 && crc32.ChecksumIEEE(packed) != uint32(h.CRC) {
		return fmt.Errorf("%w: the checksum of the page at byte %d", ErrDamaged, s.at)
	}
	s.at += int64(n)
	plain := 0 // of what comes before what is compressed
	if v2 := &h.DataPageHeaderV2.V; h.Type == format.DataPageV2 {
		plain = int(v2.RepetitionLevelsByteLength) + int(v2.DefinitionLevelsByteLength)
		if v2.RepetitionLevelsByteLength < 0 || v2.DefinitionLevelsByteLength < 0 || plain > min(len(packed), len(b)) {
			return fmt.Errorf("%w: the page before byte %d is shorter than its levels", ErrDamaged, s.at)
		}
		if v2.IsCompressed.Valid && !v2.IsCompressed.V {
			plain = len(packed)
		}
	}
	size, err := s.unpack(b, packed, plain)
	if err == nil && size != len(b) {
		err = fmt.Errorf("it is %d bytes of the %d that its header claims", size, len(b))
	}
	if err == nil {
		err = s.check(b)
	}
	if err != nil && !errors.Is(err, ErrUnsupported) {
		err = fmt.Errorf("%w: the page before byte %d: %w", ErrDamaged, s.at, err)
	}
	return err
}

// unpack copies the first plain bytes of a page, and unpacks the others after them.
func (s *pageSource) unpack(b, packed []byte, plain int) (int, error) {
	if s.codec == format.Uncompressed {
		plain = len(packed)
	}
	if plain > len(b) {
		return plain, nil
	}
	copy(b, packed[:plain])
	if plain == len(packed) {
		return plain, nil
	}
	n, err := unpack(s.codec, b[plain:], packed[plain:])
	return plain + n, err
}

// check refuses a page whose levels or values are more than its header says: what repeats
// or builds on the value before it may claim any number of them in a few bytes.
func (s *pageSource) check(b []byte) (err error) {
	rep, def := s.column.MaxRepetitionLevel(), s.column.MaxDefinitionLevel()
	switch h := &s.header; h.Type {
	case format.DataPage:
		v1, n := &h.DataPageHeader.V, int(h.DataPageHeader.V.NumValues)
		if b, err = checkPrefixed(b, rep, v1.RepetitionLevelEncoding, n); err != nil {
			return err
		}
		if b, err = checkPrefixed(b, def, v1.DefinitionLevelEncoding, n); err != nil {
			return err
		}
		return s.checkValues(v1.Encoding, b, n)
	case format.DataPageV2:
		v2, n := &h.DataPageHeaderV2.V, int(h.DataPageHeaderV2.V.NumValues)
		reps, defs := b[:v2.RepetitionLevelsByteLength], b[v2.RepetitionLevelsByteLength:]
		defs, b = defs[:v2.DefinitionLevelsByteLength], defs[v2.DefinitionLevelsByteLength:]
		if err := checkLevels(reps, rep, n); err != nil {
			return err
		}
		if err := checkLevels(defs, def, n); err != nil {
			return err
		}
		return s.checkValues(v2.Encoding, b, n)
	}
	return nil
}

// checkPrefixed checks the levels that b begins with, where there are any, and returns the
// rest.
func checkPrefixed(b []byte, most int, encoding format.Encoding, n int) (rest []byte, err error) {
	if most == 0 {
		return b, nil
	}
	levels, rest, err := prefixed(b)
	if err == nil && encoding == format.RLE {
		err = checkLevels(levels, most, n)
	}
	return rest, err
}

func checkLevels(b []byte, most, n int) error {
	if most == 0 {
		return nil // they are passed over
	}
	return checkRuns(b, bits.Len(uint(most)), n)
}
