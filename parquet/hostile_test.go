package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/require"
)

// crafted is a file that is made byte by byte: one column of integers, or a list of them,
// or of another leaf.
type crafted struct {
	leaf  format.SchemaElement
	list  bool
	bytes []byte
	meta  format.FileMetaData
}

// page returns a header and a page after it.
func page(h format.PageHeader, raw int, packed []byte) []byte {
	h.UncompressedPageSize, h.CompressedPageSize = int32(raw), int32(len(packed))
	b, err := thrift.Marshal(new(thrift.CompactProtocol), &h)
	if err != nil {
		panic(err)
	}
	return append(b, packed...)
}

// dataPage is a page of n values that unpacks to raw.
func (c *crafted) dataPage(n int, encoding format.Encoding, raw, packed []byte) []byte {
	h := format.PageHeader{Type: format.DataPage}
	h.DataPageHeader = thrift.New(format.DataPageHeader{
		NumValues: int32(n), Encoding: encoding, DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
	})
	return page(h, len(raw), packed)
}

// dictionary is a dictionary of the number 0.
func dictionary() []byte {
	h := format.PageHeader{Type: format.DictionaryPage}
	h.DictionaryPageHeader = thrift.New(format.DictionaryPageHeader{NumValues: 1, Encoding: format.Plain})
	return page(h, 4, make([]byte, 4))
}

// group adds a row group of the pages.
func (c *crafted) group(rows int, codec format.CompressionCodec, pages ...[]byte) {
	if c.bytes == nil {
		c.bytes = []byte(magic)
	}
	at, all := int64(len(c.bytes)), bytes.Join(pages, nil)
	c.bytes = append(c.bytes, all...)
	c.meta.RowGroups = append(c.meta.RowGroups, format.RowGroup{NumRows: int64(rows), Columns: []format.ColumnChunk{{
		MetaData: format.ColumnMetaData{Codec: codec, DataPageOffset: at, TotalCompressedSize: int64(len(all)), NumValues: 1},
	}}})
}

func (c *crafted) file() []byte {
	root := format.SchemaElement{Name: "root"}
	root.NumChildren.Set(1)
	if !c.leaf.Type.Valid {
		c.leaf.Type.Set(format.Int32)
	}
	c.leaf.RepetitionType.Set(format.Required)
	if c.list {
		c.leaf.RepetitionType.Set(format.Repeated)
	}
	c.meta.Version, c.meta.Schema = 1, []format.SchemaElement{root, c.leaf}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &c.meta)
	if err != nil {
		panic(err)
	}
	b := append(c.bytes[:len(c.bytes):len(c.bytes)], footer...)
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(footer))), magic...)
}

// rows reads the file, and the memory that it takes for it must be within bounds.
func (c *crafted) rows(t *testing.T) (out []string, err error) {
	t.Helper()
	file := c.file()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	defer func() {
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(700<<20))
	}()
	f, err := openFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	r := f.Read(0, len(f.Groups()))
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, string(row.JSON))
	}
}

// run is a run of n times a value of so many bytes.
func run(n int, value ...byte) []byte {
	return append(binary.AppendUvarint(nil, uint64(n)<<1), value...)
}

// levels is runs with their length before them.
func levels(runs ...[]byte) []byte {
	all := bytes.Join(runs, nil)
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(all))), all...)
}

// A list of n zeros in a few bytes: its levels are runs, and its values all one of a
// dictionary.
func zeros(n int) *crafted {
	c := &crafted{leaf: format.SchemaElement{Name: "a"}, list: true}
	data := bytes.Join([][]byte{levels(run(1, 0), run(n-1, 1)), levels(run(n, 1)), {0}, run(n)}, nil)
	c.group(1, format.Uncompressed, dictionary(), c.dataPage(n, format.RLEDictionary, data, data))
	return c
}

// What a few bytes claim to be is read where it is small, and else refused.
func TestLongList(t *testing.T) {
	rows, err := zeros(1000).rows(t)
	require.NoError(t, err)
	require.Equal(t, []string{`{"a":[` + strings.Repeat("0,", 999) + `0]}`}, rows)
	_, err = zeros(maxValues).rows(t)
	require.ErrorContains(t, err, "it has 4194304 values or more")
	_, err = zeros(100_000_000).rows(t)
	require.ErrorIs(t, err, ErrUnsupported)
	require.ErrorContains(t, err, "bytes of memory; the limit is 134217728")
}

// A row that continues from page to page does not hold more of them than one page may need.
func TestManyPages(t *testing.T) {
	c := &crafted{leaf: format.SchemaElement{Name: "a"}, list: true}
	pages := [][]byte{dictionary()}
	for range 100 {
		n := maxValues / 10
		data := bytes.Join([][]byte{levels(run(n, byte(min(len(pages)-1, 1)))), levels(run(n, 1)), {0}, run(n)}, nil)
		pages = append(pages, c.dataPage(n, format.RLEDictionary, data, data))
		if len(pages) == 2 { // the first page begins many rows, of which the last continues
			pages[1] = c.dataPage(1, format.RLEDictionary, []byte{}, nil)
			one := bytes.Join([][]byte{levels(run(1, 0)), levels(run(1, 1)), {0}, run(1)}, nil)
			pages[1] = c.dataPage(1, format.RLEDictionary, one, one)
		}
	}
	c.group(1, format.Uncompressed, pages...)
	_, err := c.rows(t)
	require.ErrorContains(t, err, "values or more")
}

// Pages that have more than their headers say are found before the library allocates for
// it.
func TestMoreThanClaimed(t *testing.T) {
	const many = math.MaxInt32
	deltas := func(n int) []byte {
		b := binary.AppendUvarint(binary.AppendUvarint(nil, 128), 4)
		return binary.AppendUvarint(binary.AppendUvarint(b, uint64(n)), 0)
	}
	bytesLeaf := format.SchemaElement{Name: "a"}
	bytesLeaf.Type.Set(format.ByteArray)
	boolLeaf := format.SchemaElement{Name: "a"}
	boolLeaf.Type.Set(format.Boolean)
	for name, c := range map[string]struct {
		leaf     format.SchemaElement
		list     bool
		encoding format.Encoding
		data     [][]byte
	}{
		"repetition levels": {data: [][]byte{levels(run(many, 0)), levels(run(2, 1)), make([]byte, 8)}, list: true},
		"definition levels": {data: [][]byte{levels(run(2, 0)), levels(run(many, 1)), make([]byte, 8)}, list: true},
		"many runs":         {data: [][]byte{levels(bytes.Repeat(run(500, 0), 10_000)), levels(run(2, 1)), make([]byte, 8)}, list: true},
		"indexes":           {data: [][]byte{{0}, run(many)}, encoding: format.RLEDictionary},
		"packed indexes":    {data: [][]byte{{0}, binary.AppendUvarint(nil, math.MaxUint64)}, encoding: format.RLEDictionary},
		"booleans":          {data: [][]byte{levels(run(many, 1))}, encoding: format.RLE, leaf: boolLeaf},
		"deltas":            {data: [][]byte{deltas(many)}, encoding: format.DeltaBinaryPacked},
		"lengths":           {data: [][]byte{deltas(many)}, encoding: format.DeltaLengthByteArray, leaf: bytesLeaf},
		"prefixes":          {data: [][]byte{deltas(many)}, encoding: format.DeltaByteArray, leaf: bytesLeaf},
		"suffixes":          {data: [][]byte{deltas(0), deltas(many)}, encoding: format.DeltaByteArray, leaf: bytesLeaf},
	} {
		t.Run(name, func(t *testing.T) {
			c.leaf.Name = "a"
			f := crafted{leaf: c.leaf, list: c.list}
			data := bytes.Join(c.data, nil)
			f.group(2, format.Uncompressed, dictionary(), f.dataPage(2, c.encoding, data, data))
			_, err := f.rows(t)
			require.ErrorIs(t, err, ErrDamaged)
			require.ErrorContains(t, err, errTooMany.Error())
		})
	}
}

// Texts that each repeat the one before grow with the square of what they take.
func TestPrefixes(t *testing.T) {
	const n = 20_000
	leaf := format.SchemaElement{Name: "a"}
	leaf.Type.Set(format.ByteArray)
	c := crafted{leaf: leaf}
	prefixes, suffixes := make([]int32, n), make([]int32, n)
	for i := range prefixes {
		prefixes[i] = int32(i)
		suffixes[i] = 1
	}
	delta := func(list []int32) []byte {
		b, err := (&pq.DeltaBinaryPacked).EncodeInt32(nil, list)
		require.NoError(t, err)
		return b
	}
	data := bytes.Join([][]byte{delta(prefixes), delta(suffixes), bytes.Repeat([]byte("a"), n)}, nil)
	c.group(n, format.Uncompressed, c.dataPage(n, format.DeltaByteArray, data, data))
	_, err := c.rows(t)
	require.ErrorIs(t, err, ErrUnsupported)
	require.ErrorContains(t, err, "bytes of memory; the limit is")
}

// TestBombs are a few bytes that unpack to gigabytes, or never end.
func TestBombs(t *testing.T) {
	e, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	frames := bytes.Repeat(e.EncodeAll(make([]byte, 1<<20), nil), 2000)
	lz4, err := pq.Lz4Raw.Encode(nil, make([]byte, 1<<20))
	require.NoError(t, err)
	gzip, err := pq.Gzip.Encode(nil, make([]byte, 1<<20))
	require.NoError(t, err)
	brotli, err := pq.Brotli.Encode(nil, make([]byte, 1<<20))
	require.NoError(t, err)
	for name, c := range map[string]struct {
		codec format.CompressionCodec
		data  []byte
	}{
		"zstd": {format.Zstd, frames}, "gzip": {format.Gzip, bytes.Repeat(gzip, 2000)}, "brotli": {format.Brotli, brotli},
		"snappy": {format.Snappy, binary.AppendUvarint(nil, 1<<32-1)}, "lz4": {format.Lz4Raw, lz4}, "lz4, cut": {format.Lz4Raw, lz4[:len(lz4)/2]},
		"nothing": {format.Gzip, nil}, "no codec": {format.CompressionCodec(77), nil}, "lzo": {format.LZO, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := crafted{leaf: format.SchemaElement{Name: "a"}}
			f.group(2, c.codec, f.dataPage(2, format.Plain, make([]byte, 8), c.data))
			_, err := f.rows(t)
			require.True(t, errors.Is(err, ErrDamaged) || !unpacks(c.codec) && errors.Is(err, ErrUnsupported), err)
		})
	}
}

// Footers and headers whose lengths are above their bytes are refused.
func TestWhatAHeaderClaims(t *testing.T) {
	for name, b := range map[string][]byte{
		"empty":        {},
		"no end":       {0x15, 0x02},
		"a list":       {0x19, 0xFC, 0xFF, 0xFF, 0xFF, 0x07, 0x00},
		"a string":     {0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0x00},
		"a map":        {0x1B, 0x00, 0x00},
		"nested":       bytes.Repeat([]byte{0x1C}, 1000),
		"nested lists": bytes.Repeat([]byte{0x19}, 1000),
		"a varint":     append([]byte{0x15}, bytes.Repeat([]byte{0xFF}, 20)...),
		"empty groups": append([]byte{0x49, 0xFC, 0xC0, 0x84, 0x3D}, make([]byte, 1_000_001)...), // a million
	} {
		var meta format.FileMetaData
		_, _, err := decodeThrift(b, &meta)
		require.ErrorIs(t, err, errThrift, name)
	}
	h := format.PageHeader{}
	used, short, err := decodeThrift([]byte{0x15, 0x06, 0x15, 0x14, 0x15, 0x08, 0x5C, 0x15, 0x06, 0x15, 0x00, 0x15, 0x02, 0x15, 0x00, 0x15, 0x00, 0x15, 0x00, 0x00, 0x00, 0x99}, &h)
	require.NoError(t, err)
	require.False(t, short)
	require.Equal(t, 21, used)
	require.Equal(t, format.DataPageV2, h.Type)
	require.Equal(t, int32(10), h.UncompressedPageSize)
	require.Equal(t, int32(3), h.DataPageHeaderV2.V.NumValues)
}

// A file that has rows and no columns would have any number of them.
func TestRowsWithoutColumns(t *testing.T) {
	root := format.SchemaElement{Name: "root"}
	root.NumChildren.Set(0)
	meta := format.FileMetaData{Version: 1, Schema: []format.SchemaElement{root}, RowGroups: []format.RowGroup{{NumRows: math.MaxInt64}}}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	require.NoError(t, err)
	b := append([]byte(magic), footer...)
	b = append(binary.LittleEndian.AppendUint32(b, uint32(len(footer))), magic...)
	_, err = openFile(bytes.NewReader(b), int64(len(b)))
	require.ErrorIs(t, err, ErrUnsupported)
	require.ErrorContains(t, err, "rows without columns")
}

// FuzzPage reads pages that no checksum protects.
func FuzzPage(f *testing.F) {
	zeros := bytes.Join([][]byte{levels(run(1, 0), run(9, 1)), levels(run(10, 1)), {0}, run(10)}, nil)
	f.Add(zeros, uint16(10), byte(format.RLEDictionary), byte(format.Int32), byte(0), byte(0), true, byte(0))
	f.Add([]byte("\x02\x00\x00\x00ab\x01\x00\x00\x00c"), uint16(2), byte(format.Plain), byte(format.ByteArray), byte(0), byte(0), false, byte(0))
	f.Add([]byte("\x80\x01\x04\x02\x00\x00\x00\x00\x00"), uint16(2), byte(format.DeltaBinaryPacked), byte(format.Int64), byte(2), byte(2), false, byte(1))
	f.Fuzz(func(t *testing.T, data []byte, n uint16, encoding, kind, reps, defs byte, list bool, length byte) {
		c := crafted{leaf: format.SchemaElement{Name: "a"}, list: list}
		c.leaf.Type.Set(format.Type(kind % 8))
		c.leaf.TypeLength.Set(int32(length))
		pages := [][]byte{dictionary(), c.dataPage(int(n), format.Encoding(encoding%10), data, data)}
		v2 := format.PageHeader{Type: format.DataPageV2}
		v2.DataPageHeaderV2 = thrift.New(format.DataPageHeaderV2{
			NumValues: int32(n), NumRows: 1, Encoding: format.Encoding(encoding % 10),
			RepetitionLevelsByteLength: int32(reps), DefinitionLevelsByteLength: int32(defs),
		})
		c.group(2, format.Uncompressed, append(pages, page(v2, len(data), data))...)
		c.group(1, format.Uncompressed, page(v2, len(data), data))
		_, _ = c.rows(t) // it neither panics nor hangs
	})
}
