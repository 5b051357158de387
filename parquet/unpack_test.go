package parquet

import (
	"bytes"
	"testing"

	"github.com/klauspost/compress/zstd"
	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/require"
)

var allCodecs = []compress.Codec{&pq.Uncompressed, &pq.Snappy, &pq.Gzip, &pq.Brotli, &pq.Zstd, &pq.Lz4Raw}

// Data unpacks to what was packed, into the room that there is and no further, and what
// is cut or changed ends all the same.
func TestUnpack(t *testing.T) {
	text := bytes.Repeat([]byte("a few words that come again "), 5_000)
	for _, codec := range allCodecs {
		packed, err := codec.Encode(nil, text)
		require.NoError(t, err)
		dst := make([]byte, 2*len(text))
		n, err := unpack(codec.CompressionCodec(), dst[:len(text)], packed)
		require.NoError(t, err, codec)
		require.Equal(t, text, dst[:n], codec)
		if codec == &pq.Uncompressed {
			continue
		}
		clear(dst)
		n, err = unpack(codec.CompressionCodec(), dst[:1000], packed)
		require.True(t, err != nil || n > 1000, codec)
		require.Equal(t, make([]byte, len(dst)-1000), dst[1000:], codec)
		for i := range packed {
			broken := bytes.Clone(packed)
			broken[i] ^= 0x41
			_, _ = unpack(codec.CompressionCodec(), dst[:len(text)], broken)
			_, _ = unpack(codec.CompressionCodec(), dst[:len(text)], packed[:i])
		}
	}
}

// TestCodecs reads each codec, and writes with the one that the source had.
func TestCodecs(t *testing.T) {
	record := []byte(`{"m":["some text that is long enough to be packed, packed, packed, packed"]}`)
	list := groupColumn("list", format.Repeated, plainGroup, leafColumn("element", format.Optional, text))
	for _, codec := range allCodecs {
		element := list.fields[0].(*column)
		element.codec = codec
		root := groupColumn("root", format.Required, plainGroup, groupColumn("m", format.Optional, listGroup, list))
		schema, err := newSchema("root", root, root, nil)
		require.NoError(t, err)
		for range 2 {
			var b bytes.Buffer
			w, err := newWriter(&b, schema, options{})
			require.NoError(t, err)
			require.NoError(t, put(w, nil, record))
			require.NoError(t, w.Close())
			f, err := openFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
			require.NoError(t, err)
			require.Equal(t, codec.CompressionCodec(), f.meta.RowGroups[0].Columns[0].MetaData.Codec)
			row, err := f.Read(0, 1).Next()
			require.NoError(t, err)
			require.Equal(t, record, row.JSON)
			schema = f.schema
		}
	}
}

// Pages end, and with them dictionaries, where every text is long and another.
func TestPagesOfLongTexts(t *testing.T) {
	f := newInferrer()
	require.NoError(t, put(f, nil, []byte(`{"t":"x"}`)))
	schema, err := f.schema()
	require.NoError(t, err)
	var b bytes.Buffer
	w, err := newWriter(&b, schema, options{})
	require.NoError(t, err)
	long := bytes.Repeat([]byte("0123456789abcdef"), 1<<10)
	const rows = 1500 // 24 MB
	for i := range rows {
		long[0], long[1], long[2] = byte('a'+i%26), byte('a'+i/26%26), byte('a'+i/676)
		require.NoError(t, put(w, nil, append(append([]byte(`{"t":"`), long...), '"', '}')))
	}
	require.NoError(t, w.Close())
	file, err := openFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.Len(t, file.Groups(), 1)
	r := file.Read(0, 1)
	for range rows {
		_, err := r.Next()
		require.NoError(t, err)
		require.Less(t, r.(*rowReader).columns[0].source.memory.used, int64(3*pageBytes))
	}
}

// Columns may change their codec from one row group to the next.
func TestChangingCodec(t *testing.T) {
	e, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	c := crafted{leaf: format.SchemaElement{Name: "a"}}
	plain := []byte{7, 0, 0, 0, 8, 0, 0, 0}
	c.group(2, format.Uncompressed, c.dataPage(2, format.Plain, plain, plain))
	c.group(2, format.Zstd, c.dataPage(2, format.Plain, plain, e.EncodeAll(plain, nil)))
	rows, err := c.rows(t)
	require.NoError(t, err)
	require.Equal(t, []string{`{"a":7}`, `{"a":8}`, `{"a":7}`, `{"a":8}`}, rows)
}
