package readers

import (
	"iter"
	"sort"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
)

// printLine is a line of a print: where it begins, the marker that it begins with, and
// where that ends.
type printLine struct {
	at, after int
	mark      grammar.Mark
}

// markLines finds the markers with which the lines begin, once for all who look for them.
func (p *printer) markLines() {
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(p.text, line) {
		mark, after := printWord(p.text, line)
		p.marked = append(p.marked, printLine{line, after, mark})
	}
}

// lineFrom returns the number of the first line that begins at an offset or after it.
func (p *printer) lineFrom(at int) int {
	return sort.Search(len(p.marked), func(k int) bool { return p.marked[k].at >= at })
}

// lineAt returns the line at an offset, or what is there as if it were one.
func (p *printer) lineAt(at int) printLine {
	if k := p.lineFrom(at); k < len(p.marked) && p.marked[k].at == at {
		return p.marked[k]
	}
	mark, after := printWord(p.text, at)
	return printLine{at, after, mark}
}

// lineOf returns the last line of a range that is not empty.
func (p *printer) lineOf(start, end int) printLine {
	if k := p.lineFrom(end); k > 0 && p.marked[k-1].at >= start {
		return p.marked[k-1]
	}
	return p.lineAt(start)
}

// linesIn returns the lines of a range. The first begins where the range does.
func (p *printer) linesIn(start, end int) iter.Seq[printLine] {
	return func(yield func(printLine) bool) {
		if start >= end {
			return
		}
		k := p.lineFrom(start)
		if k == len(p.marked) || p.marked[k].at > start {
			mark, after := printWord(p.text, start)
			if !yield(printLine{start, after, mark}) {
				return
			}
		}
		for ; k < len(p.marked) && p.marked[k].at < end && yield(p.marked[k]); k++ {
		}
	}
}
