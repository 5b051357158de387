package dataset

import (
	"fmt"
	"io"
)

const (
	// memberSize is how much is written before an output cuts, and so about how much
	// plain content goes into one gzip member or zstd frame.
	memberSize = 1 << 20
	// maxMember is how much goes into one at most, if records are large.
	maxMember = 4 * memberSize
)

// cutter is a writer that is told where a run may be continued later.
type cutter interface{ Cut() error }

// members writes what it is given as gzip members or zstd frames, one after the
// other. Where they end depends on the content and the calls of Cut alone.
//
// It is for one goroutine, but compresses on several.
type members struct {
	w       io.Writer
	pack    func(dst, plain []byte) ([]byte, error)
	workers int
	block   *block   // being filled
	queue   []*block // on their way, oldest first
	free    []*block
	begun   bool
	failed  error // nothing is written after it
}

// block is a gzip member or a zstd frame in the making.
type block struct {
	plain, packed []byte
	cut           bool // the run may be continued after it
	err           error
	done          chan struct{}
}

// newMembers returns a writer to w that compresses on so many cores. What it writes
// does not depend on their number. If w is a cutter, it is told of each cut when all
// before it is written.
func newMembers(w io.Writer, c Compression, workers int) (*members, error) {
	m := &members{w: w, workers: max(workers, 1), block: &block{}}
	switch c {
	case Gzip:
		m.pack = packGzip
	case Zstd:
		m.pack = packZstd
	default:
		return nil, fmt.Errorf("unknown compression %q: expected gzip or zstd", c)
	}
	return m, nil
}

// Write takes plain content.
func (m *members) Write(p []byte) (int, error) {
	n := 0
	for len(p) > 0 {
		k := min(len(p), maxMember-len(m.block.plain))
		m.block.plain = append(m.block.plain, p[:k]...)
		if len(m.block.plain) == maxMember {
			if err := m.submit(false); err != nil {
				return n, err
			}
		}
		n, p = n+k, p[k:]
	}
	return n, nil
}

// Cut ends the member or frame at hand, after which the run may be continued.
func (m *members) Cut() error { return m.submit(true) }

// submit gives the current block to be packed, and writes the oldest if enough are
// on their way.
func (m *members) submit(cut bool) error {
	b := m.block
	b.cut, b.done = cut, make(chan struct{})
	m.queue, m.begun, m.block = append(m.queue, b), m.begun || len(b.plain) > 0, &block{}
	if n := len(m.free); n > 0 {
		m.block, m.free = m.free[n-1], m.free[:n-1]
	}
	pack := func() {
		defer close(b.done)
		if len(b.plain) > 0 {
			b.packed, b.err = m.pack(b.packed[:0], b.plain)
		}
	}
	if m.workers == 1 {
		pack()
	} else {
		go pack()
	}
	if len(m.queue) < m.workers {
		return nil
	}
	return m.writeOldest()
}

// writeOldest writes the oldest block, unless one before it failed.
func (m *members) writeOldest() error {
	b := m.queue[0]
	m.queue = append(m.queue[:0], m.queue[1:]...)
	<-b.done
	if m.failed == nil {
		m.failed = m.write(b)
	}
	b.plain, b.packed = b.plain[:0], b.packed[:0]
	m.free = append(m.free, b)
	return m.failed
}

func (m *members) write(b *block) error {
	if b.err != nil {
		return b.err
	}
	if len(b.plain) > 0 {
		if _, err := m.w.Write(b.packed); err != nil {
			return err
		}
	}
	if c, ok := m.w.(cutter); ok && b.cut {
		return c.Cut()
	}
	return nil
}

// drain writes all that was submitted.
func (m *members) drain() error {
	for len(m.queue) > 0 {
		_ = m.writeOldest() // the first error stays
	}
	return m.failed
}

// close writes what is left, and at least one member. It does not close w.
func (m *members) close() error {
	if len(m.block.plain) > 0 {
		_ = m.submit(false)
	}
	if err := m.drain(); err != nil || m.begun {
		return err
	}
	packed, err := m.pack(nil, nil)
	if err != nil {
		return err
	}
	_, err = m.w.Write(packed)
	return err
}

// packer writes to one file after the other, each compressed by itself.
type packer struct {
	compress Compression
	workers  int
	resumes  bool // the first file holds something already
	w        io.Writer
	members  *members
}

// begin goes to a file.
func (p *packer) begin(w io.Writer) (err error) {
	p.w = w
	if p.compress == Uncompressed {
		return nil
	}
	p.members, err = newMembers(w, p.compress, p.workers)
	if err == nil {
		p.members.begun, p.resumes = p.resumes, false
	}
	return err
}

// Write writes to the current file.
func (p *packer) Write(b []byte) (int, error) {
	if p.members != nil {
		return p.members.Write(b)
	}
	return p.w.Write(b)
}

// Cut notes that the run can be continued from here.
func (p *packer) Cut() error {
	if p.members != nil {
		return p.members.Cut()
	}
	if c, ok := p.w.(cutter); ok {
		return c.Cut()
	}
	return nil
}

// drain writes all that was compressed.
func (p *packer) drain() error {
	if p.members == nil {
		return nil
	}
	return p.members.drain()
}

// finish ends the current file. It may be called twice.
func (p *packer) finish() error {
	if p.members == nil {
		return nil
	}
	m := p.members
	p.members = nil
	return m.close()
}
