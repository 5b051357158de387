package dataset

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

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
	b := takeReader(r)
	head, _ := b.Peek(4) // an error comes again when it is read
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b, 8}):
		p := &packedContent{buffer: b, pool: &gunzips}
		if err := p.reset(); err != nil {
			_ = p.Close()
			return nil, Gzip, fmt.Errorf("reading %s as gzip: %w", name, err)
		}
		return p, Gzip, nil
	case bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		p := &packedContent{buffer: b, pool: &unzstds}
		if err := p.reset(); err != nil {
			_ = p.Close()
			return nil, Zstd, fmt.Errorf("reading %s as zstd: %w", name, err)
		}
		return p, Zstd, nil
	}
	p := &plainContent{}
	p.buffer.Store(b)
	return p, Uncompressed, nil
}

// Readers that unpack serve one input after the other. They have no goroutines, so that
// the garbage collector may take them.
var (
	gunzips = sync.Pool{New: func() any { return new(gzip.Reader) }}
	unzstds = sync.Pool{New: func() any {
		z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			panic(err) // the options are constant
		}
		return z
	}}
)

// unpacker is what the pools hold.
type unpacker interface {
	io.Reader
	Reset(r io.Reader) error
}

// packedContent is the plain content of an input that is compressed.
type packedContent struct {
	buffer *bufio.Reader
	pool   *sync.Pool
	z      unpacker
}

// reset begins to read.
func (p *packedContent) reset() error {
	p.z = p.pool.Get().(unpacker)
	return p.z.Reset(p.buffer)
}

// Read reads on. After Close it fails.
func (p *packedContent) Read(b []byte) (int, error) {
	if p.z == nil {
		return 0, fs.ErrClosed
	}
	return p.z.Read(b)
}

// Close gives back what unpacking took.
func (p *packedContent) Close() error {
	if p.z == nil {
		return nil
	}
	z, b := p.z, p.buffer
	p.z, p.buffer = nil, nil
	if zd, ok := z.(*zstd.Decoder); ok {
		_ = zd.Reset(nil) // so that it keeps no file
	}
	p.pool.Put(z)
	giveReader(b)
	return nil
}
