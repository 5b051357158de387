package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// lowerRole is a role line of plain transcripts as programs print the role of a message.
type lowerRole struct {
	word string
	mark grammar.Mark
}

var lowerRoleLines = []lowerRole{
	{"system:", grammar.MarkSystem}, {"user:", grammar.MarkUser}, {"human:", grammar.MarkUser},
	{"assistant:", grammar.MarkAssistant}, {"ai:", grammar.MarkAssistant},
	{"tool:", grammar.MarkObservation}, {"function:", grammar.MarkObservation},
}

// lowerRoleAt reads such a line, which has a space or nothing after its colon.
func lowerRoleAt(t ir.Text, line int) (m grammar.Mark, end int) {
	for _, role := range lowerRoleLines {
		if end, ok := text.Prefix(t, line, role.word); ok {
			if c, width := text.At(t, end); width > 0 && c != ' ' && c != '\n' {
				return grammar.NoMark, line
			}
			return role.mark, end
		}
	}
	return grammar.NoMark, line
}

// lowerRoles reports whether role lines in lower case part the turns of a plain
// transcript: it begins with one, the model has another, and none is as usual.
func lowerRoles(t ir.Text) bool {
	first, _ := lowerRoleAt(t, text.SkipSpace(t, 0, t.Len()))
	if first != grammar.MarkUser && first != grammar.MarkSystem {
		return false
	}
	speaks := false
	for line := 0; line >= 0; _, line = text.Newline(t, line) {
		if m, _ := lowerRoleAt(t, line); m == grammar.MarkAssistant {
			speaks = true
		}
		if _, usual := grammar.RoleAt(t, line); usual {
			return false
		}
	}
	return speaks
}

// lowerSegments parts a plain transcript at role lines in lower case.
func (r *reader) lowerSegments(t ir.Text) (out []segment) {
	start := text.SkipSpace(t, 0, t.Len())
	r.report(start, ir.CodeMarkerSpelling, "the lines that say who speaks are in lower case")
	for gap, line := start, start; gap >= 0; gap, line = text.Newline(t, line) {
		m, end := lowerRoleAt(t, line)
		if m == grammar.NoMark {
			continue
		}
		if n := len(out); n > 0 {
			out[n-1].end = max(gap, out[n-1].start)
		}
		begin := afterSpace(t, end)
		if begin == end {
			begin = skipNewlines(t, end, 1) // a line of its own
		}
		out = append(out, segment{mark: m, start: begin, end: t.Len()})
	}
	return out
}
