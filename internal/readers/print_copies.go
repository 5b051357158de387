package readers

import (
	"regexp"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
)

// progressBar matches a progress bar with the name before it.
var progressBar = regexp.MustCompile(`(?:\b[A-Z][A-Za-z ]*:)?[ \t]*\b\d{1,3}%\|[^|\n]*\|[^\n\[]*\[[^\]\n]*\]`)

// leaveOut takes out of a print without colours what colours would tell apart: progress bars, and
// words of the model that were printed while they came and then as a whole.
func (p *printer) leaveOut() {
	drop := p.copies()
	if p.copied = len(drop); p.copied > 0 {
		p.code = drop[0].start
	}
	bars := progressBar.FindAllIndex(p.text.B, -1)
	if p.copied+len(bars) == 0 {
		return
	}
	var out []byte
	kept := 0
	without := func(d stretch) bool {
		if d.start < kept {
			return false // within the last one
		}
		out = append(out, p.text.B[kept:d.start]...)
		p.moves, kept = append(p.moves, move{at: len(out), by: d.end - len(out)}), d.end
		return true
	}
	for _, bar := range bars {
		for len(drop) > 0 && drop[0].start < bar[1] {
			without(drop[0])
			drop = drop[1:]
		}
		if without(stretch{bar[0], bar[1]}) {
			if p.lines++; p.first < 0 {
				p.first = len(out)
			}
		}
	}
	for _, d := range drop {
		without(d)
	}
	p.text = ir.Text{B: append(out, p.text.B[kept:]...)}
	p.spans[0].end, p.marked = p.text.Len(), nil
	p.markLines()
}

// copies returns the second of two equal stretches, with white space at most between them, if
// these hold what the model does and all that it does is printed twice. Otherwise it may have done
// something twice.
func (p *printer) copies() (drop []stretch) {
	const beginning = 16         // bytes of a line that say what it is
	seen := make(map[string]int) // where lines were last
	acts := 0                    // that are not in the stretches
	for i := range p.marked {
		if isAct(p.marked[i].mark) {
			acts++
		}
	}
	var failed stretch // up to where the same words were compared, and how far apart they are
	for k := 0; k < len(p.marked); k++ {
		line := p.marked[k].at
		words := lineAt(p.text, line).Trim().String()
		if isAct(p.marked[k].mark) {
			words = words[:min(len(words), beginning)] // the copy may begin right after it
		}
		before, again := seen[words]
		seen[words] = line
		if words == "" || !again || line < failed.start && line-before == failed.end {
			continue
		}
		first, second, ok := p.twice(before, line)
		failed = stretch{second.end, line - before}
		if !ok || p.acts(first) == 0 {
			continue
		}
		acts -= p.acts(stretch{first.start, second.end})
		drop = append(drop, second)
		clear(seen)
		k = p.lineFrom(second.end) - 1
	}
	if len(drop) < 2 || acts > 0 {
		return nil
	}
	return drop
}

// twice finds the stretches around two offsets that are equal. It reports whether nothing but
// white space is between them, which becomes part of the second one.
func (p *printer) twice(a, b int) (first, second stretch, ok bool) {
	t := p.text.B
	forth, back := 0, 0
	for forth < b-a && b+forth < len(t) && t[a+forth] == t[b+forth] {
		forth++
	}
	for back < b-a && back < a && t[a-1-back] == t[b-1-back] {
		back++
	}
	first, second = stretch{a - back, a + forth}, stretch{a + forth, b + forth}
	return first, second, a+forth >= b-back || p.text.Slice(a+forth, b-back).Blank()
}

// acts counts the calls and answers of the model in a stretch, which has no result in it. One may
// be at its start.
func (p *printer) acts(s stretch) (n int) {
	for line := range p.linesIn(s.start, s.end) {
		switch {
		case line.mark == grammar.MarkObservation:
			return 0
		case isAct(line.mark):
			n++
		}
	}
	return n
}

// isAct reports whether a marker is that of a call or an answer.
func isAct(m grammar.Mark) bool { return m == grammar.MarkCall || m == grammar.MarkAnswer }
