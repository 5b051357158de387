package readers

import (
	"iter"
	"sort"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
)

// printLine is a line of a print: where it begins, the marker that it begins with, and
// where that ends.
type printLine struct {
	at, after int
	mark      grammar.Mark
}

// begin makes the printer ready for a text.
func (p *printer) begin(t ir.Text) {
	*p = printer{
		printed: printed{text: t, first: -1, moves: p.moves[:0], parts: p.parts[:0]},
		marked:  p.marked[:0], stripped: p.stripped, spans: append(p.spans[:0], span{end: t.Len()}), tokens: p.tokens[:0], seams: p.seams[:0],
	}
}

// large reports whether the memory of the printer is not worth keeping.
func (p *printer) large() bool {
	const most = 1 << 14
	return cap(p.stripped) > most<<6 || cap(p.marked) > most || cap(p.spans) > most || cap(p.tokens) > most || cap(p.parts) > most || cap(p.moves) > most || cap(p.seams) > most
}

// markLines finds the markers with which the lines begin, once for all who look for them.
// starts are where the lines begin in the source.
func (p *printer) markLines(starts []int) {
	removed, next := 0, 0 // removed: how much was left out before the line
	for _, at := range starts {
		for next < len(p.moves) && p.moves[next].at+p.moves[next].by <= at {
			removed = p.moves[next].by
			next++
		}
		if next < len(p.moves) && p.moves[next].at+removed < at {
			continue // it was left out
		}
		mark, after := printWord(p.text, at-removed)
		p.marked = append(p.marked, printLine{at - removed, after, mark})
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
