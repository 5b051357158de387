package readers

import (
	"regexp"
	"slices"

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

// copies returns the second of two equal stretches, with white space and lines of a log at most between
// them, if these hold an answer, or calls and all calls are in such. Otherwise the model may have made
// a call twice.
func (p *printer) copies() (drop []stretch) {
	const beginning = 16         // bytes of a line that say what it is
	seen := make(map[string]int) // where lines were last
	calls := p.acts(stretch{0, p.text.Len()}, grammar.MarkCall)
	var ofCalls, ofAnswers []stretch
	var failed stretch // up to where the same words were compared, and how far apart they are
	for k := 0; k < len(p.marked); k++ {
		line := p.marked[k].at
		words := lineAt(p.text, line).Trim().String()
		if m := p.marked[k].mark; m == grammar.MarkCall || m == grammar.MarkAnswer {
			words = words[:min(len(words), beginning)] // the copy may begin right after it
		}
		before, again := seen[words]
		seen[words] = line
		if words == "" || !again || line < failed.start && line-before == failed.end {
			continue
		}
		first, second, ok := p.twice(before, line)
		failed = stretch{second.end, line - before}
		switch {
		case !ok || p.acts(first, grammar.MarkObservation) > 0:
			continue
		case p.acts(first, grammar.MarkAnswer) > 0:
			ofAnswers = append(ofAnswers, second)
		case p.acts(first, grammar.MarkCall) > 0:
			ofCalls = append(ofCalls, second)
		default:
			continue
		}
		calls -= p.acts(stretch{first.start, second.end}, grammar.MarkCall)
		clear(seen)
		k = p.lineFrom(second.end) - 1
	}
	if calls > 0 || len(ofCalls)+len(ofAnswers) < 2 {
		return ofAnswers
	}
	drop = append(ofCalls, ofAnswers...)
	slices.SortFunc(drop, func(a, b stretch) int { return a.start - b.start })
	return drop
}

// twice finds the stretches around two offsets that are equal. It reports whether nothing but
// white space and lines of a log are between them, which become part of the second one.
func (p *printer) twice(a, b int) (first, second stretch, ok bool) {
	t := p.text.B
	forth, back := 0, 0
	ok = true
	for forth < b-a && b+forth < len(t) && t[a+forth] == t[b+forth] {
		forth++
	}
	for back < b-a && back < a && t[a-1-back] == t[b-1-back] {
		back++
	}
	first, second = stretch{a - back, a + forth}, stretch{a + forth, b + forth}
	for at := a + forth; ok && at < b-back; {
		line := lineAt(p.text.Slice(0, b-back), at)
		ok = line.Blank() || isOfLog(line.String())
		at += line.Len() + 1
	}
	return first, second, ok
}

// acts counts the lines of a stretch with a marker. It may be at the start of the stretch, within a line.
func (p *printer) acts(s stretch, m grammar.Mark) (n int) {
	for line := range p.linesIn(s.start, s.end) {
		if line.mark == m {
			n++
		}
	}
	return n
}
