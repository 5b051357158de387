package dataset

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Compression is how a file is compressed.
type Compression string

// The compressions that are read and written.
const (
	Uncompressed Compression = ""
	Gzip         Compression = "gzip"
	Zstd         Compression = "zstd"
)

const (
	// memberSize is how much is written before an Output cuts, and so about how
	// much plain data goes into one gzip member or zstd frame.
	memberSize = 1 << 20
	// maxMember is how much goes into one at most, if records are large.
	maxMember = 4 * memberSize
	// maxWindow bounds the memory of the zstd reader.
	maxWindow = 128 << 20
)

// CompressionOf tells what the ending of a file's name says.
func CompressionOf(name string) Compression {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		return Gzip
	case ".zst":
		return Zstd
	}
	return Uncompressed
}

// Decompress returns the plain content of r, which is recognised as gzip or
// zstd by its first bytes, members and frames one behind the other included.
// Close what it returns: that does not close r. name is for errors.
func Decompress(name string, r io.Reader) (io.ReadCloser, Compression, error) {
	b := bufio.NewReaderSize(r, bufferSize)
	head, _ := b.Peek(4) // an error comes again when it is read
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b, 8}):
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, Gzip, fmt.Errorf("reading %s as gzip: %w", name, err)
		}
		return z, Gzip, nil
	case bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, Zstd, fmt.Errorf("reading %s as zstd: %w", name, err)
		}
		return z.IOReadCloser(), Zstd, nil
	}
	return io.NopCloser(b), Uncompressed, nil
}
