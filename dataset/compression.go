package dataset

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
)

// Compression is how a file is compressed.
type Compression string

// The compressions that are read and written.
const (
	Uncompressed Compression = ""
	Gzip         Compression = "gzip"
	Zstd         Compression = "zstd"
)

// maxWindow bounds the memory of the zstd reader.
const maxWindow = 128 << 20

// compressionOf returns what the ending of a file's name says.
func compressionOf(name string) Compression {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		return Gzip
	case ".zst":
		return Zstd
	}
	return Uncompressed
}

// packings are what compressed files begin with. A zstd file may begin with a frame
// to be skipped, of which there are sixteen kinds.
var packings = func() map[string]Compression {
	p := map[string]Compression{"\x1f\x8b\x08": Gzip, "\x28\xb5\x2f\xfd": Zstd}
	for kind := range byte(16) {
		p[string([]byte{0x50 + kind, 0x2a, 0x4d, 0x18})] = Zstd
	}
	return p
}()

// packing returns how what b reads is compressed.
func packing(b *bufio.Reader) Compression {
	for magic, c := range packings {
		if startsWith(b, []byte(magic)) {
			return c
		}
	}
	return Uncompressed
}

// startsWith reports whether what b reads begins with certain bytes. It waits for no
// more of them than it needs to know.
func startsWith(b *bufio.Reader, magic []byte) bool {
	for n := range magic {
		head, _ := b.Peek(n + 1) // an error comes again when it is read
		if len(head) <= n || head[n] != magic[n] {
			return false
		}
	}
	return true
}

// content is what an input holds once it is decompressed.
type content struct {
	*bufio.Reader
	// Where the input is compressed:
	packed *bufio.Reader
	z      unpacker
	pool   *sync.Pool
	guard  *guardedReader // reads z
}

// newContent begins to read r, whose compression is recognised by its first bytes,
// several members or frames included. Close it in the end: that does not close r.
func newContent(o *opening, r io.Reader) (*content, Compression, error) {
	b := takeReader(r)
	how := packing(b)
	if how == Uncompressed {
		if err := refuseForeign(o.name, b); err != nil {
			giveReader(b)
			return nil, how, err
		}
		return &content{Reader: b}, how, nil
	}
	c := &content{packed: b, pool: unpackers[how]}
	c.z = c.pool.Get().(unpacker)
	c.guard = &guardedReader{r: c.z, o: o}
	if err := c.guard.begin(func() error { return c.z.Reset(b) }); err != nil {
		c.close()
		return nil, how, fmt.Errorf("reading %s as %s: %w", o.name, how, err)
	}
	c.Reader = takeReader(c.guard)
	return c, how, nil
}

// close gives back what reading took. It may be called twice.
func (c *content) close() {
	if c.Reader != nil {
		giveReader(c.Reader)
	}
	if c.packed != nil {
		if !c.guard.failed {
			forget(c.z)
			c.pool.Put(c.z)
		}
		giveReader(c.packed)
	}
	*c = content{}
}

// unpacker is what the pools hold.
type unpacker interface {
	io.Reader
	Reset(r io.Reader) error
}
