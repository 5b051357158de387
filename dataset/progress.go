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

// Reader returns r, and counts what is read of it. Of Rows it counts what is known of a
// RowReader, and what it returns are Rows, too.
func (p *Progress) Reader(r io.Reader) io.Reader {
	if p == nil || r == nil {
		return r
	}
	switch rows := r.(type) {
	case RowReader:
		return &countedRows{RowReader: rows, progress: p}
	case Rows:
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

// countedRows tells the progress how far reading is.
type countedRows struct {
	RowReader
	progress *Progress
	told     int64
}

// Next returns the next row, and counts it.
func (c *countedRows) Next() (Row, error) {
	row, err := c.RowReader.Next()
	now := c.BytesRead()
	c.progress.Read.Add(now - c.told)
	c.told = now
	return row, err
}
