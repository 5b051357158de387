package readers

import (
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// segment is a turn of a plain transcript: [start, end) is its content.
type segment struct {
	mark       styles.Mark
	start, end int
}

// flatText reads a plain transcript (rule R21): role lines part the turns, and
// a line with a marker of the style ends the user's.
func (r *reader) flatText(t ir.Text) {
	r.flat = true
	r.locator = text.NewLocator(t)
	for _, s := range r.segments(t) {
		if r.err != nil {
			return
		}
		content := t.Slice(s.start, s.end)
		r.base, r.first = s.start, len(r.steps)
		switch s.mark {
		case styles.MarkSystem:
			r.role = ir.RoleSystem
			r.systemMessage(r.unstuff(0, content, styles.RoleMarks, styles.NotAtStart))
		case styles.MarkUser:
			r.role = ir.RoleUser
			r.add(0, ir.Step{Kind: ir.User, Text: r.unstuff(0, content, r.set, styles.NotAtStart)})
		default:
			r.role = ir.RoleAssistant
			before := r.msg
			r.modelMessage(content, false)
			if r.msg > before && r.first == len(r.steps) {
				continue // the turn ended in a result, which took its own message
			}
		}
		r.msg++
	}
}

// segments parts a plain transcript at its role lines, and a user's turn at the
// first marker of the style.
func (r *reader) segments(t ir.Text) []segment {
	if t.Empty() {
		return nil
	}
	var out []segment
	current := segment{mark: styles.MarkAssistant}
	implicit := true // no line has said whose turn the first one is
	cut := func(end, start int, m styles.Mark) {
		current.end = max(end, current.start)
		if !implicit || current.start < current.end {
			out = append(out, current)
		}
		implicit = false
		current = segment{mark: m, start: start}
	}
	for gap, line := 0, 0; gap >= 0; gap, line = t.Newline(line) {
		set := styles.RoleMarks
		if current.mark == styles.MarkUser {
			set |= styles.StyleMarks
		}
		found, ok := r.lex.At(t, line, set)
		switch {
		case !ok:
		case styles.RoleMarks.Has(found.Mark):
			cut(gap, afterSpace(t, found.End), found.Mark)
		default:
			cut(gap, line, styles.MarkAssistant)
		}
	}
	cut(t.Len(), 0, styles.NoMark)
	return out
}
