package readers

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
)

// objectInLine reports whether a whole call begins at the tag at offset at, in the middle of a
// line: its tag, an object with both keys, and its closing tag or the end of the message. The
// program that reads such calls does not ask where they begin. In code and after a quote it is
// talked about. It sets p.line to the call.
func (p *tagReader) objectInLine(at int) (grammar.Found, bool) {
	if !p.recovers || !p.style.HoldsJSON() {
		return grammar.Found{}, false
	}
	open, ok := text.Prefix(p.t, at, p.style.Opening().Call)
	if !ok || !p.wordsBefore(at) || strings.IndexByte("`\"'", p.t.B[at-1]) >= 0 || p.fencedAt(at) {
		return grammar.Found{}, false
	}
	end, ok := callObjectEnd(p.t, text.SkipSpace(p.t, open, p.t.Len()), p.style.Style)
	if !ok {
		return grammar.Found{}, false
	}
	if rest := text.From(p.t, text.SkipSpace(p.t, end, p.t.Len())); !rest.Empty() && !prefixed(rest, 0, p.style.Closing().Call) {
		return grammar.Found{}, false
	}
	p.line, p.gap, p.before, p.inLine = at, at, at, true
	return grammar.Found{Mark: grammar.MarkCall, End: open}, true
}

// wordsBefore reports whether there are words before offset at in its line: after spaces alone
// it is content, as emitters put one there to say so.
func (p *tagReader) wordsBefore(at int) bool {
	stop := text.SkipSpaceBack(p.t, 0, at)
	if stop == 0 {
		return false
	}
	nl, _ := text.Newline(p.t, stop)
	return nl < 0 || nl >= at
}

// fencedAt reports whether a fence is open at offset at, which grows from call to call.
func (p *tagReader) fencedAt(at int) bool {
	for p.fenceAt >= 0 && p.fenceAt < at {
		if prefixed(p.t, text.SkipSpaces(p.t, p.fenceAt), fence) {
			p.inFence = !p.inFence
		}
		_, line := text.Newline(p.t, p.fenceAt)
		if line <= p.fenceAt {
			line = -1
		}
		p.fenceAt = line
	}
	return p.inFence
}
