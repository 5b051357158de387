package readers

import (
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Run is one run of an agent in a log that holds several: the log's text between two
// offsets. Runs are counted from 1, and those that a run's tools started within it:
// the second in the first run is "1.2".
type Run struct {
	Name       string
	Start, End int
}

// deepestRun is how deep runs within runs are told apart.
const deepestRun = 4

// Runs returns the runs of a printed log by the lines that chains print when they
// start and end, or nil where it holds no more than one. What is between two runs
// belongs to the second. Those within another are listed after it if they hold calls.
func Runs(log ir.Text) []Run {
	runs := runsIn(log, 1)
	if len(runs) < 2 {
		return nil
	}
	return runs
}

// runMark is a chain of a log: where its first line begins and its last one ends.
type runMark struct {
	begin, end int
	inner      []runMark
}

func runsIn(log ir.Text, depth int) []Run {
	p, lines := new(printer), new(lineStarts)
	if !mayBePrint(log, lines) || !p.cut(log, lines) {
		return nil
	}
	p.walk()
	var runs []Run
	begin := 0
	for k, m := range p.runs {
		run := Run{Name: fmt.Sprint(k + 1), Start: begin, End: log.Len()}
		if k+1 < len(p.runs) {
			run.End = p.moves.source(p.runs[k+1].begin)
			if m.end > 0 {
				run.End = p.lineAfter(m.end)
			}
		}
		begin = run.End
		runs = append(runs, run)
		for n, inner := range m.inner {
			start, end := p.moves.source(inner.begin), p.moves.source(inner.end)
			name := fmt.Sprintf("%s.%d", run.Name, n+1)
			runs = append(runs, Run{name, start, end})
			if depth < deepestRun {
				runs = append(runs, runsWithin(log.Slice(start, end), name, start, depth)...)
			}
		}
	}
	return runs
}

// runsWithin returns the runs within the run of that name, which begins at an offset
// of the log.
func runsWithin(part ir.Text, name string, offset, depth int) (runs []Run) {
	for _, r := range runsIn(part, depth+1) {
		if _, inner, ok := strings.Cut(r.Name, "."); ok {
			runs = append(runs, Run{name + "." + inner, offset + r.Start, offset + r.End})
		}
	}
	return runs
}

// lineAfter returns where the line begins in the source after the one that holds an
// offset of the text.
func (p *printer) lineAfter(i int) int {
	_, next := text.Newline(p.text, i)
	if next < 0 {
		next = p.text.Len()
	}
	return p.moves.source(next)
}

// noteRun notes a line with which a chain begins or ends.
func (p *printer) noteRun(t *token) {
	switch n := len(p.runs); {
	case t.banner == chainBegins:
		p.runs = append(p.runs, runMark{begin: t.start})
	case t.banner == chainEnds && n > 0 && p.runs[n-1].end == 0:
		p.runs[n-1].end = t.end
	}
}

// noteInner notes a chain within a run, from token i to the one that ends it.
func (p *printer) noteInner(i int) {
	t := &p.tokens[i]
	n := len(p.runs)
	if n == 0 {
		return
	}
	for k := i + 1; k < t.other; k++ {
		s := &p.tokens[k]
		if (s.kind == saidToken || s.kind == plainToken && !p.coloured) && p.holdsCall(s.start, s.end) {
			p.runs[n-1].inner = append(p.runs[n-1].inner, runMark{begin: t.start, end: p.tokens[t.other].end})
			return
		}
	}
}

// holdsCall reports whether a line of a stretch begins a call or its argument.
func (p *printer) holdsCall(start, end int) bool {
	for line := range p.linesIn(start, end) {
		if line.mark == grammar.MarkCall || line.mark == grammar.MarkInput || p.thoughtCalls(line) {
			return true
		}
	}
	return false
}
