package readers

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// segment is a turn of a plain transcript: [start, end) is its content.
type segment struct {
	mark       grammar.Mark
	start, end int
}

// flatText reads a plain transcript: role lines part the turns, and
// a line with a marker of the style ends the user's.
func (r *reader) flatText(t ir.Text) {
	r.flat = true
	r.content, r.located = t, false
	if r.recovers {
		t = r.uncoloured(t)
		defer func() { r.moved.restore(r.steps) }()
	}
	r.turns(t, 0, t.Len())
}

// turns reads the part of a plain transcript from one offset to another.
func (r *reader) turns(t ir.Text, from, to int) {
	t = t.Slice(0, to)
	r.base = from
	segments := r.segments(text.From(t, from))
	r.steps = slices.Grow(r.steps, len(segments)*3/2)
	for _, s := range segments {
		if r.err != nil {
			return
		}
		content := t.Slice(from+s.start, from+s.end)
		r.base, r.first = from+s.start, len(r.steps)
		switch s.mark {
		case grammar.MarkSystem:
			r.role = ir.RoleSystem
			set := grammar.RoleMarks
			if r.msg > 0 {
				set = r.set // as in a user's turn
			}
			r.systemMessage(r.unescape(0, content, set, grammar.NotAtStart))
		case grammar.MarkObservation:
			r.role = ir.RoleTool
			r.add(0, ir.Step{Kind: ir.Observation, Text: content, Tool: r.pairing.Next()})
		case grammar.MarkUser:
			r.role = ir.RoleUser
			if r.resultAfterRole(content) {
				r.userMessage(content)
				break
			}
			r.callLike(content)
			r.add(0, ir.Step{Kind: ir.User, Text: r.unescape(0, content, r.set, grammar.NotAtStart)})
		default:
			r.role = ir.RoleAssistant
			before := r.msg
			r.modelMessage(content)
			if r.msg > before && r.first == len(r.steps) {
				continue // the turn ended in a result, which took its own message
			}
		}
		r.msg++
	}
}

// resultAfterRole reports whether what follows the user's role line in a plain transcript
// is the element of a result while a call is open.
func (r *reader) resultAfterRole(content ir.Text) bool {
	if !r.recovers || !r.open || !r.style.InElements() {
		return false
	}
	_, ok := r.lex.At(content, 0, grammar.ResultMark)
	return ok
}

// segments parts a plain transcript at its role lines, and a user's turn at the
// first marker of the style. So is a system's turn that is not the prompt: most are
// lines of a result such as `System: Linux`, and calls follow.
func (r *reader) segments(t ir.Text) []segment {
	if t.Empty() {
		return nil
	}
	var out []segment
	current := segment{mark: grammar.MarkAssistant}
	implicit := true // no line has said whose turn the first one is
	cut := func(end, start int, m grammar.Mark) {
		current.end = max(end, current.start)
		if !implicit || m == grammar.NoMark && current.start < current.end || !t.Slice(current.start, current.end).Blank() {
			out = append(out, current)
		}
		implicit = false
		current = segment{mark: m, start: start}
	}
	if r.recovers && lowerRoles(t) {
		return r.lowerSegments(t)
	}
	turns := r.lenientTurns(t)
	asks := (turns.exact || len(turns.calls) > 0) && r.asksLeniently(t)
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(t, line) {
		set := grammar.RoleMarks
		asked := current.mark == grammar.MarkUser || current.mark == grammar.MarkSystem && (r.msg > 0 || len(out) > 0)
		if asked {
			set |= grammar.StyleMarks
		}
		found, ok := r.lex.At(t, line, set)
		switch {
		case !ok && asked && (turns.begins(r, t, line) || r.recovers && startsInvocation(t, line)):
			cut(gap, line, grammar.MarkAssistant)
		case !ok && asks:
			if end, ok := questionAt(t, line); ok {
				r.report(line, ir.CodeMarkerSpelling, "the marker of a question in another spelling")
				cut(gap, afterSpace(t, end), grammar.MarkUser)
			}
		case !ok:
		case grammar.RoleMarks.Has(found.Mark):
			cut(gap, afterSpace(t, found.End), found.Mark)
		default:
			cut(gap, line, grammar.MarkAssistant)
		}
	}
	cut(t.Len(), 0, grammar.NoMark)
	return out
}

// asksLeniently reports whether a plain transcript begins with a question whose marker
// is in another spelling: such lines then are role lines.
func (r *reader) asksLeniently(t ir.Text) bool {
	if !r.recovers || r.style.InElements() {
		return false
	}
	start := text.SkipSpace(t, 0, t.Len())
	_, role := r.lex.At(t, start, grammar.RoleMarks|grammar.StyleMarks)
	_, ok := questionAt(t, start)
	return ok && !role
}

// questionAt reads the marker of a question at a line start: in another case, with
// a number, in Markdown's decoration, with a full-width colon, or in Chinese.
func questionAt(t ir.Text, line int) (end int, ok bool) {
	at := skipAny(t, line, "*#>_ ")
	for _, word := range [...]string{"question", "问题"} {
		if end, ok = spelled(t, at, word); !ok {
			continue
		}
		if end, ok = colonAt(t, skipAny(t, end, " *_0123456789")); ok {
			return skipAny(t, end, "*_"), true
		}
	}
	return line, false
}

// lenientTurns are the calls of a plain transcript that has no marker of the style
// as it is spelled.
type lenientTurns struct {
	calls []lenientTurn
	// exact: there is one.
	exact bool
	// refused is where the turn ends that was found to have no call.
	refused int
}

// lenientTurn is where a call begins, and where its argument does or its name ends.
// One that is bare needs a thought before it in its own turn.
type lenientTurn struct {
	line, end int
	bare      bool
}

// lenientTurns finds the calls in other spellings. There are none where the style's
// own spelling occurs: then the role of each line is known.
func (r *reader) lenientTurns(t ir.Text) *lenientTurns {
	turns := &lenientTurns{}
	if !r.recovers || r.style.InElements() || r.style.HoldsJSON() {
		return turns
	}
	marks := r.lenientMarks(t, 0, false, true)
	if len(marks) > 0 && marks[len(marks)-1].exact {
		turns.exact = true
		return turns
	}
	marks = r.callMarks(t, marks, true)
	for i, m := range marks {
		switch {
		case m.kind != grammar.MarkCall:
		case m.invoked != nil:
			turns.calls = append(turns.calls, lenientTurn{m.line, m.stop, false})
		case m.bare:
			turns.calls = append(turns.calls, lenientTurn{m.line, m.stop, true})
		default:
			turns.calls = append(turns.calls, lenientTurn{m.line, marks[i+1].line, false})
		}
	}
	return turns
}

// startsInvocation reports whether a call as programs print it is at a line.
func startsInvocation(t ir.Text, line int) bool {
	_, _, ok := invokingAt(t, line)
	return ok
}

// begins reports whether the model's turn begins at a line of the user's: with a
// thought or a call in another spelling, and a call in it before the next role
// line.
func (l *lenientTurns) begins(r *reader, t ir.Text, line int) bool {
	for len(l.calls) > 0 && l.calls[0].line < line {
		l.calls = l.calls[1:]
	}
	if len(l.calls) == 0 || line < l.refused {
		return false
	}
	found, ok := r.lenientAt(t, line, false)
	if !ok || found.kind != grammar.MarkThought && found.kind != grammar.MarkCall {
		return false
	}
	if found.kind == grammar.MarkCall && l.calls[0].bare {
		return false
	}
	for at := line; at >= 0 && at < l.calls[0].end; {
		if _, role := r.lex.At(t, at, grammar.RoleMarks); role {
			l.refused = at
			return false
		}
		_, at = text.Newline(t, at)
	}
	return true
}
