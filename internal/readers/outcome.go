package readers

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// outcomeLine splits an answer at its last line that says the outcome. rest is
// the offset of what follows that line, or 0 where nothing does.
func (r *reader) outcomeLine(t ir.Text, m mark, end int) (words ir.Text, outcome ir.Outcome, rest int) {
	words = t.Slice(m.value, end)
	for at := m.value; ; {
		gap, line := text.Newline(t, at)
		if gap < 0 || line > end {
			break
		}
		lineEnd, next := text.Newline(t, line)
		if lineEnd < 0 || lineEnd >= end {
			lineEnd, next = end, 0
		}
		if said := r.saidAt(t, line, lineEnd, !m.exact && r.recovers); said != ir.Unknown {
			words, outcome, rest = t.Slice(m.value, gap), said, next
		}
		at = line
	}
	if outcome == ir.Unknown {
		r.report(m.line, ir.CodeMissingSuccessful, "the answer has no line {name}: whether it solved the task is unknown").Name = r.style.Marker.Outcome
	}
	return words, outcome, rest
}

// saidAt returns what the line [at, end) says of the outcome, if it does. After
// a marker in another spelling, loose, it may be in another case or in bold.
func (r *reader) saidAt(t ir.Text, at, end int, lenient bool) ir.Outcome {
	value, ok := 0, false
	for _, marker := range r.style.Outcomes {
		if value, ok = text.Prefix(t, at, marker); ok {
			break
		}
	}
	if !ok && lenient {
		value, ok = text.FoldedPrefix(t, skipAny(t, at, "*"), r.style.Marker.Outcome)
		value = skipAny(t, value, "*")
	}
	if !ok || value > end {
		return ir.Unknown
	}
	const longest = 64 // no longer line says a bare word
	if end-value > longest {
		return ir.Unknown
	}
	word := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(t.Slice(value, end).String()), "`"))
	switch said := r.style.Outcome; {
	case strings.EqualFold(word, said.Success):
		return ir.Success
	case strings.EqualFold(word, said.Failure):
		return ir.Failure
	}
	return ir.Unknown
}

// unwrap takes off the backtick that closes a line in backticks.
func (r *reader) unwrap(m mark, words ir.Text) ir.Text {
	r.report(m.line, ir.CodeWrappedLine, "the line is in backticks, which were taken off")
	if n := words.Len(); n > 0 && words.B[n-1] == '`' {
		return words.Slice(0, n-1)
	}
	return words
}
