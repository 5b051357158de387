package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	magic       = "PAR1"
	magicSecret = "PARE" // a file whose footer is encrypted
	maxFooter   = 256 << 20
	tailSize    = 8 // the length of the footer, and magic
)

// readFooter returns what the footer of a file says, once it is known to be there and to
// claim no more than its bytes can hold.
func readFooter(r io.ReaderAt, size int64) (*format.FileMetaData, error) {
	var head [4]byte
	var tail [tailSize]byte
	if size < int64(len(head)+tailSize) {
		return nil, fmt.Errorf("%w: it has %d bytes", ErrNotParquet, size)
	}
	if err := readFull(r, head[:], 0); err != nil {
		return nil, err
	}
	if !(Format{}).Sniff(head[:]) {
		return nil, fmt.Errorf("%w: it does not begin with PAR1", ErrNotParquet)
	}
	if err := readFull(r, tail[:], size-tailSize); err != nil {
		return nil, err
	}
	if string(head[:]) == magicSecret || string(tail[4:]) == magicSecret {
		return nil, fmt.Errorf("%w: encryption", ErrUnsupported)
	}
	if string(tail[4:]) != magic {
		return nil, fmt.Errorf("%w: it does not end with PAR1; was it cut off?", ErrDamaged)
	}
	length := int64(binary.LittleEndian.Uint32(tail[:4]))
	if length > size-int64(len(head)+tailSize) {
		return nil, fmt.Errorf("%w: the footer claims %d bytes of a file of %d", ErrDamaged, length, size)
	}
	if length > maxFooter {
		return nil, fmt.Errorf("%w: a footer of %d bytes; the limit is %d", ErrUnsupported, length, maxFooter)
	}
	footer := make([]byte, length)
	if err := readFull(r, footer, size-tailSize-length); err != nil {
		return nil, err
	}
	meta := new(format.FileMetaData)
	used, _, err := decodeThrift(footer, meta)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: the footer can't be read", ErrDamaged)
	case used != len(footer) || meta.EncryptionAlgorithm.Value != nil:
		return nil, fmt.Errorf("%w: a footer that is signed, or columns that are encrypted", ErrUnsupported)
	}
	return meta, nil
}

// checkChunks refuses row groups whose columns are not those of the schema, or are not in
// the file.
func checkChunks(meta *format.FileMetaData, columns int, size int64) error {
	for i := range meta.RowGroups {
		group := &meta.RowGroups[i]
		if len(group.Columns) != columns || group.NumRows < 0 {
			return fmt.Errorf("%w: row group %d has %d columns and %d rows; the schema has %d columns",
				ErrDamaged, i, len(group.Columns), group.NumRows, columns)
		}
		if columns == 0 && group.NumRows > 0 {
			return fmt.Errorf("%w: rows without columns", ErrUnsupported)
		}
		for j := range group.Columns {
			chunk := &group.Columns[j]
			start, length := chunkRange(chunk)
			if chunk.FilePath != "" {
				return fmt.Errorf("%w: columns in other files (%q)", ErrUnsupported, chunk.FilePath)
			}
			if chunk.CryptoMetadata.Value != nil {
				return fmt.Errorf("%w: encryption", ErrUnsupported)
			}
			if codec := chunk.MetaData.Codec; !unpacks(codec) {
				return fmt.Errorf("%w: compression by %s", ErrUnsupported, codec)
			}
			if start < 0 || length < 0 || start > size || length > size-start {
				return fmt.Errorf("%w: row group %d: column %d claims bytes %d to %d of a file of %d",
					ErrDamaged, i, j, start, start+length, size)
			}
		}
	}
	return nil
}

// chunkRange is where the pages of a column chunk are.
func chunkRange(chunk *format.ColumnChunk) (start, length int64) {
	start = chunk.MetaData.DataPageOffset
	if chunk.MetaData.DictionaryPageOffset != 0 {
		start = chunk.MetaData.DictionaryPageOffset
	}
	return start, chunk.MetaData.TotalCompressedSize
}

// openSchema opens a file in memory that has the schema, and one row group of columns
// that are not compressed: the library then decodes pages that a pageSource has read
// from the real file, checked and unpacked.
func openSchema(meta *format.FileMetaData) (*pq.File, error) {
	bare := format.FileMetaData{Version: meta.Version, Schema: meta.Schema, ColumnOrders: meta.ColumnOrders}
	if len(meta.RowGroups) > 0 {
		columns := make([]format.ColumnChunk, len(meta.RowGroups[0].Columns))
		for i := range columns {
			columns[i].MetaData = format.ColumnMetaData{
				Type: meta.RowGroups[0].Columns[i].MetaData.Type, Codec: format.Uncompressed, TotalCompressedSize: math.MaxInt64,
			}
		}
		bare.RowGroups = []format.RowGroup{{Columns: columns}}
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &bare)
	if err != nil {
		return nil, err
	}
	file := append([]byte(magic), footer...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(footer)))
	file = append(file, magic...)
	return pq.OpenFile(bytes.NewReader(file), int64(len(file)), &pq.FileConfig{
		SkipPageIndex: true, SkipBloomFilters: true, ReadBufferSize: headerSize, ReadMode: pq.ReadModeSync,
	})
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
