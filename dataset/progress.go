package dataset

import (
	"io"
	"sync/atomic"
)

// Progress is how far a run is, for those who watch it from another goroutine.
type Progress struct {
	// Read counts the bytes of the inputs that were read, of Total, which is 0 where
	// it is not known.
	Read, Total atomic.Int64
	// Records and Rejected count the records of the run, those included that an earlier
	// run dealt with, which are Earlier.
	Records, Rejected, Earlier atomic.Int64
}

func (p *Progress) record(rejected bool) {
	if p == nil {
		return
	}
	p.Records.Add(1)
	if rejected {
		p.Rejected.Add(1)
	}
}

// Reader returns r, and counts what is read of it.
func (p *Progress) Reader(r io.Reader) io.Reader {
	if p == nil {
		return r
	}
	return &countedReader{r, p}
}

type countedReader struct {
	r io.Reader
	p *Progress
}

// Read reads and counts.
func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.p.Read.Add(int64(n))
	return n, err
}
