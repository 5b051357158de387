package readers

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// HoldsTranscript reports whether a text looks like an agent's transcript in any style:
// lines of it begin like a call with its argument, like an answer after a thought, or
// like the banners of a chain. It is a quick look, which tells outputs of agents from
// those of other programs.
func HoldsTranscript(t ir.Text) bool {
	lines := new(lineStarts)
	if hasBanner(t, lines.of(t)) {
		return true
	}
	if hasEscape(t) {
		p := new(printer)
		p.begin(t)
		p.strip(t)
		p.markLines(lines.of(t))
		if p.classify(); p.coloured {
			return true
		}
		t = p.text
	}
	called, thought := false, false
	for line := 0; line >= 0 && line < t.Len(); _, line = text.Newline(t, line) {
		m, end := printWord(t, line)
		switch m {
		case grammar.MarkThought:
			thought = true
		case grammar.MarkCall:
			if called = true; thought && strings.IndexByte("{`>", text.Last(t.Slice(line, end))) >= 0 {
				return true // an object or a tag says it all
			}
		case grammar.MarkInput, grammar.MarkObservation:
			if called {
				return true
			}
		case grammar.MarkAnswer:
			if thought || called {
				return true
			}
		}
	}
	return false
}
