package dataset

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Compressor writes what it is given as gzip members or zstd frames, one behind
// the other, or as it is. Where they end depends on the plain content and the
// calls of Cut alone. An Output calls Cut behind each MiB of whole records.
//
// It is for one goroutine, but compresses on several.
type Compressor struct {
	w       io.Writer
	pack    func([]byte) ([]byte, error) // nil: nothing is compressed
	workers int
	buf     []byte
	queue   []*block // on their way, oldest first
	free    [][]byte
	begun   bool
}

// block is a gzip member or a zstd frame in the making.
type block struct {
	plain, packed []byte
	err           error
	done          chan struct{}
}

// Compress returns a writer to w that compresses on one core.
func Compress(w io.Writer, c Compression) (*Compressor, error) { return CompressOn(w, c, 1) }

// CompressOn returns a writer to w that compresses on so many cores. What it
// writes does not depend on their number.
func CompressOn(w io.Writer, c Compression, workers int) (*Compressor, error) {
	m := &Compressor{w: w, workers: max(workers, 1)}
	switch c {
	case Uncompressed:
	case Gzip:
		m.pack = packGzip
	case Zstd:
		m.pack = packZstd
	default:
		return nil, fmt.Errorf("unknown compression %q: expected gzip or zstd", c)
	}
	return m, nil
}

// What packs holds tables that cost more than a small file: it serves one member or
// frame after the other.
var (
	gzips = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	zstds = sync.Pool{New: func() any {
		z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		if err != nil {
			panic(err) // the options are constant
		}
		return z
	}}
)

func packGzip(p []byte) ([]byte, error) {
	z := gzips.Get().(*gzip.Writer)
	defer gzips.Put(z)
	var b bytes.Buffer
	z.Reset(&b)
	if _, err := z.Write(p); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

func packZstd(p []byte) ([]byte, error) {
	z := zstds.Get().(*zstd.Encoder)
	defer zstds.Put(z)
	return z.EncodeAll(p, nil), nil
}

// Write takes plain content.
func (m *Compressor) Write(p []byte) (int, error) {
	if m.pack == nil {
		return m.w.Write(p)
	}
	n := 0
	for len(p) > 0 {
		k := min(len(p), maxMember-len(m.buf))
		m.buf = append(m.buf, p[:k]...)
		if len(m.buf) == maxMember {
			if err := m.Cut(); err != nil {
				return n, err
			}
		}
		n, p = n+k, p[k:]
	}
	return n, nil
}

// Cut ends the member or frame at hand, if there is anything in it.
func (m *Compressor) Cut() error {
	if len(m.buf) == 0 || m.pack == nil {
		return nil
	}
	return m.submit()
}

func (m *Compressor) submit() error {
	b := &block{plain: m.buf, done: make(chan struct{})}
	m.queue, m.begun, m.buf = append(m.queue, b), true, nil
	if n := len(m.free); n > 0 {
		m.buf, m.free = m.free[n-1], m.free[:n-1]
	}
	if m.workers == 1 {
		b.packed, b.err = m.pack(b.plain)
		close(b.done)
	} else {
		go func() {
			defer close(b.done)
			b.packed, b.err = m.pack(b.plain)
		}()
	}
	if len(m.queue) < m.workers {
		return nil
	}
	return m.oldest()
}

// oldest writes the oldest member.
func (m *Compressor) oldest() error {
	b := m.queue[0]
	m.queue = append(m.queue[:0], m.queue[1:]...)
	<-b.done
	m.free = append(m.free, b.plain[:0])
	if b.err != nil {
		return b.err
	}
	_, err := m.w.Write(b.packed)
	return err
}

// Drain writes all that was cut.
func (m *Compressor) Drain() error {
	var err error
	for len(m.queue) > 0 {
		if e := m.oldest(); err == nil {
			err = e
		}
	}
	return err
}

// Begun says that w holds members already, so that Close need not write an
// empty one.
func (m *Compressor) Begun() { m.begun = true }

// Close writes what is left, and at least one member. It does not close w.
func (m *Compressor) Close() error {
	var err error
	if m.pack != nil && (len(m.buf) > 0 || !m.begun) {
		err = m.submit()
	}
	if drained := m.Drain(); err == nil {
		err = drained
	}
	return err
}
