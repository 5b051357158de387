package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/clip"
)

const (
	barEvery   = 200 * time.Millisecond
	plainEvery = 30 * time.Second
)

// progress shows how far a run is.
type progress struct {
	w     io.Writer
	bar   bool       // one line that is written again and again
	width func() int // of the terminal
	p     *dataset.Progress

	start time.Time
	done  chan struct{}
	ended sync.WaitGroup

	mu    sync.Mutex // guards what is on the screen
	shown int        // the width of the bar on the screen
}

// showProgress begins to show a progress as it was asked for: auto is a bar on a
// terminal, plain a line every 30 seconds, none nothing.
func showProgress(w io.Writer, kind string) *progress {
	p := newProgress(w, kind, time.Now())
	every := plainEvery
	switch {
	case p.bar:
		every = barEvery
	case kind != "plain":
		return p
	}
	p.done = make(chan struct{})
	p.ended.Go(func() { p.run(every) })
	return p
}

// around returns a function that says something while a bar may be on the screen.
func (p *progress) around(log func(words string)) func(words string) {
	if log == nil {
		return nil
	}
	return func(words string) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.clear()
		log(words)
	}
}

func newProgress(w io.Writer, kind string, now time.Time) *progress {
	p := &progress{w: w, p: &dataset.Progress{}, start: now, width: func() int { return 80 }}
	if f, isFile := w.(*os.File); kind == "auto" && isFile && term.IsTerminal(int(f.Fd())) {
		p.bar = true
		p.width = func() int {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
				return width
			}
			return 80
		}
	}
	return p
}

func (p *progress) run(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case now := <-ticker.C:
			p.mu.Lock()
			p.show(now)
			p.mu.Unlock()
		case <-p.done:
			return
		}
	}
}

// stop ends it, and takes the bar off the screen.
func (p *progress) stop() {
	if p.done != nil {
		close(p.done)
		p.ended.Wait()
	}
	p.clear()
}

func (p *progress) show(now time.Time) {
	line := p.line(now)
	if !p.bar {
		fmt.Fprintln(p.w, line)
		return
	}
	fmt.Fprintf(p.w, "\r%-*s", p.shown, line)
	p.shown = len(line)
}

// clear takes the bar off the screen.
func (p *progress) clear() {
	if p.shown > 0 {
		fmt.Fprintf(p.w, "\r%*s\r", p.shown, "")
		p.shown = 0
	}
}

// line says how far the run is. A bar is never as wide as the terminal, which would
// begin a new line.
func (p *progress) line(now time.Time) string {
	took := max(now.Sub(p.start), time.Millisecond)
	read, total, records := p.p.Read.Load(), p.p.Total.Load(), p.p.Records.Load()
	s := fmt.Sprintf("%s read, %s, %.0f records/s, %d rejected",
		bytesOf(read), clip.Counted(int(records), "record"), float64(records-p.p.Earlier.Load())/took.Seconds(), p.p.Rejected.Load())
	done := 0.0
	if total > 0 && read > 0 {
		done = min(float64(read)/float64(total), 1)
		left := time.Duration(float64(took) * (1 - done) / done).Round(time.Second)
		s = fmt.Sprintf("%3.0f%%, %s, %v left", done*100, s, left)
	}
	if !p.bar {
		return s
	}
	const fewest, most = 5, 20
	width := p.width() - 1
	if cells := min(width-len(s)-len("[] "), most); cells >= fewest && done > 0 {
		full := int(done * float64(cells))
		s = "[" + strings.Repeat("=", full) + strings.Repeat(" ", cells-full) + "] " + s
	}
	return s[:min(len(s), width)]
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
