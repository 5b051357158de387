package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/toolspeak/toolspeak/dataset"
)

const (
	barEvery   = 200 * time.Millisecond
	plainEvery = 30 * time.Second
	// ticks is how many records pass between two looks at the clock.
	ticks = 64
)

// progress says how far a run is. It is asked record by record and needs no
// goroutine of its own.
type progress struct {
	w      io.Writer
	now    func() time.Time
	bar    bool // one line that is written again and again
	report *dataset.Report
	total  int64 // of the inputs, or 0 where it is not known
	read   int64

	start, last time.Time
	before      int // records of an earlier run
	calls       int
	width       int // of the bar on the screen
}

// newProgress returns the progress that was asked for: auto is a bar on a
// terminal, plain a line every 30 seconds, none nothing. It may be nil.
func newProgress(w io.Writer, kind string, report *dataset.Report, now func() time.Time) *progress {
	f, isFile := w.(*os.File)
	bar := kind == "auto" && isFile && term.IsTerminal(int(f.Fd()))
	if kind != "plain" && !bar {
		return nil
	}
	return &progress{w: w, now: now, bar: bar, report: report, start: now(), last: now(), before: report.Records}
}

// tick is told of each record.
func (p *progress) tick() {
	if p == nil {
		return
	}
	if p.calls++; p.calls%ticks != 0 {
		return
	}
	every := plainEvery
	if p.bar {
		every = barEvery
	}
	if now := p.now(); now.Sub(p.last) >= every {
		p.last = now
		p.show(now)
	}
}

func (p *progress) show(now time.Time) {
	line := p.line(now)
	if !p.bar {
		fmt.Fprintln(p.w, line)
		return
	}
	fmt.Fprintf(p.w, "\r%-*s", p.width, line)
	p.width = len(line)
}

// line says how far the run is.
func (p *progress) line(now time.Time) string {
	took := max(now.Sub(p.start), time.Millisecond)
	s := fmt.Sprintf("%s read, %s, %.0f records/s, %d rejected",
		bytesOf(p.read), counted(p.report.Records, "record"), float64(p.report.Records-p.before)/took.Seconds(), p.report.Rejected)
	if p.total > 0 && p.read > 0 {
		done := min(float64(p.read)/float64(p.total), 1)
		left := time.Duration(float64(took) * (1 - done) / done).Round(time.Second)
		s = fmt.Sprintf("%3.0f%%, %s, %v left", done*100, s, left)
		if p.bar {
			const cells = 20
			full := int(done * cells)
			s = "[" + strings.Repeat("=", full) + strings.Repeat(" ", cells-full) + "] " + s
		}
	}
	return s
}

// clear takes the bar off the screen.
func (p *progress) clear() {
	if p != nil && p.width > 0 {
		fmt.Fprintf(p.w, "\r%*s\r", p.width, "")
		p.width = 0
	}
}

// reader counts what is read of r.
func (p *progress) reader(r io.Reader) io.Reader {
	if p == nil {
		return r
	}
	return &countedReader{r, p}
}

type countedReader struct {
	io.Reader
	p *progress
}

// Read reads and counts.
func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.p.read += int64(n)
	return n, err
}

// bytesOf spells a number of bytes for people.
func bytesOf(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	x, u := float64(n), 0
	for x >= 1024 && u < len(units)-1 {
		x, u = x/1024, u+1
	}
	if u == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %s", x, units[u])
}
