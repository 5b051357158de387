package parquet

import (
	"bytes"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/require"
)

// TestUnpacked says of each codec's data how far it unpacks.
func TestUnpacked(t *testing.T) {
	text := bytes.Repeat([]byte("a few words that come again "), 50_000)
	for _, codec := range []compress.Codec{&pq.Uncompressed, &pq.Snappy, &pq.Gzip, &pq.Brotli, &pq.Zstd, &pq.Lz4Raw} {
		packed, err := codec.Encode(nil, text)
		require.NoError(t, err)
		n, err := unpacked(codec.CompressionCodec(), packed, int64(len(text)))
		require.NoError(t, err, codec)
		require.Equal(t, len(text), int(n), codec)
		n, err = unpacked(codec.CompressionCodec(), nil, 0)
		require.NoError(t, err, codec)
		require.Zero(t, n, codec)
	}
	_, err := unpacked(format.LZO, text, 1)
	require.ErrorIs(t, err, ErrUnsupported)
}

// TestBombs are a few bytes that unpack to gigabytes, or never end.
func TestBombs(t *testing.T) {
	zeros := make([]byte, 1<<20)
	var gz bytes.Buffer
	w, err := gzip.NewWriterLevel(&gz, gzip.BestSpeed)
	require.NoError(t, err)
	for range maxPages>>20 + 1 {
		_, err := w.Write(zeros)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	n, err := unpacked(format.Gzip, gz.Bytes(), 10)
	require.NoError(t, err)
	require.Greater(t, n, int64(maxPages))

	e, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	frame := e.EncodeAll(zeros, nil)
	n, err = unpacked(format.Zstd, bytes.Repeat(frame, 2000), 10)
	require.NoError(t, err)
	require.Equal(t, int64(2000<<20), n)

	packed, err := pq.Lz4Raw.Encode(nil, zeros)
	require.NoError(t, err)
	for name, data := range map[string][]byte{"cut": packed[:len(packed)/2], "too large": packed} {
		_, err = unpacked(format.Lz4Raw, data, 1000)
		require.ErrorIs(t, err, ErrDamaged, name)
	}
}

// TestCodecs reads each codec, and writes with the one that the source had.
func TestCodecs(t *testing.T) {
	record := []byte(`{"m":["some text that is long enough to be packed, packed, packed, packed"]}`)
	list := groupColumn("list", format.Repeated, plainGroup, leafColumn("element", format.Optional, text))
	for _, codec := range []compress.Codec{&pq.Uncompressed, &pq.Snappy, &pq.Gzip, &pq.Brotli, &pq.Zstd, &pq.Lz4Raw} {
		element := list.fields[0].(*column)
		element.codec = codec
		root := groupColumn("root", format.Required, plainGroup, groupColumn("m", format.Optional, listGroup, list))
		schema, err := newSchema("root", root, root, nil)
		require.NoError(t, err)
		for range 2 {
			var b bytes.Buffer
			w, err := NewWriter(&b, schema, Options{})
			require.NoError(t, err)
			require.NoError(t, put(w, nil, record))
			require.NoError(t, w.Close())
			f, err := Open(bytes.NewReader(b.Bytes()), int64(b.Len()))
			require.NoError(t, err)
			require.Equal(t, codec.CompressionCodec(), f.file.Metadata().RowGroups[0].Columns[0].MetaData.Codec)
			row, err := f.Rows(0, 1).Next()
			require.NoError(t, err)
			require.Equal(t, record, row.JSON)
			schema = f.Schema()
		}
	}
}

// TestWhatAHeaderClaims refuses headers whose lengths are above their bytes.
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
	} {
		s := skimmer{b: b}
		require.Error(t, s.structure(0, 0, func(int16, int16, int64) {}), name)
	}
	page, _, err := parsePageHeader([]byte{0x15, 0x06, 0x15, 0x14, 0x15, 0x08, 0x5C, 0x15, 0x06, 0x00, 0x00})
	require.NoError(t, err)
	require.Equal(t, pageHeader{header: 11, raw: 10, packed: 4, values: 3}, page)
}

// TestPagesOfLongTexts bounds pages, that of the dictionary too, where every text is
// long and another.
func TestPagesOfLongTexts(t *testing.T) {
	f := NewInferrer()
	require.NoError(t, put(f, nil, []byte(`{"t":"x"}`)))
	schema, _, err := f.Schema()
	require.NoError(t, err)
	var b bytes.Buffer
	w, err := NewWriter(&b, schema, Options{})
	require.NoError(t, err)
	long := bytes.Repeat([]byte("0123456789abcdef"), 1<<10)
	for i := range 1500 { // 24 MB
		long[0], long[1], long[2] = byte('a'+i%26), byte('a'+i/26%26), byte('a'+i/676)
		require.NoError(t, put(w, nil, append(append([]byte(`{"t":"`), long...), '"', '}')))
	}
	require.NoError(t, w.Close())
	file, err := Open(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.Len(t, file.RowGroups(), 1)
	chunk := &file.file.Metadata().RowGroups[0].Columns[0]
	start, length := chunkRange(chunk)
	walker := pageWalker{r: bytes.NewReader(b.Bytes()), codec: chunk.MetaData.Codec, end: start + length, buffer: make([]byte, firstHeader)}
	need, err := walker.largest(start)
	require.NoError(t, err)
	require.Less(t, need, int64(3*pagesBytes))
}
