package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// mixed looks, in a message in which the strict reading found calls or an answer, for
// lines that look like markers in other spellings. As a guess all are read if more
// calls and answers come of it; else they are counted, and stay content.
func (r *reader) mixed(t ir.Text, marks []mark, start int) []mark {
	first, lines := r.markerLike(t, marks, start)
	if lines == 0 {
		return marks
	}
	if r.opts.Guess && !r.style.InBrackets {
		if more := r.respelled(t, start, func(more []mark) bool { return said(more) > said(marks) }); more != nil {
			return more
		}
	}
	words := "{lines} look like markers of {style} and were kept as text"
	if lines == 1 {
		words = "{lines} looks like a marker of {style} and was kept as text"
	}
	d := r.report(first, ir.CodeMarkerLike, words)
	d.Count, d.Style = lines, r.style.Name
	return marks
}

// otherCalls returns the marks of a plain transcript with an answer and no call as lenient
// ones, if these have a call with its argument: only its other words were not read. So it
// does for a message whose first marker is that of a result, if the call is before it.
func (r *reader) otherCalls(t ir.Text, marks []mark, start int) []mark {
	stop := t.Len()
	if !r.flat && r.printed == nil && len(marks) > 0 {
		if stop = marks[0].line; marks[0].kind != grammar.MarkObservation {
			return marks
		}
	}
	if hasCall(marks) {
		return marks
	}
	if more := r.respelled(t, start, func(more []mark) bool {
		for i := range more {
			m := &more[i]
			whole := m.blob != nil || m.invoked != nil || i+1 < len(more) && (more[i+1].kind == grammar.MarkInput || m.invocation != nil && more[i+1].kind == grammar.MarkObservation)
			if m.kind == grammar.MarkCall && m.line < stop && whole {
				return true
			}
		}
		return false
	}); more != nil {
		return more
	}
	return marks
}

// respelled returns the marks in whatever spelling if they are better, and reports how they are
// spelled; else nil.
func (r *reader) respelled(t ir.Text, start int, better func(more []mark) bool) (more []mark) {
	if !r.try(func() bool {
		more = r.callMarks(t, r.lenientMarks(t, start, false, false), true)
		return better(more)
	}) {
		return nil
	}
	r.reportSpellings(t, more)
	return more
}

// said counts the calls and answers of marks.
func said(marks []mark) (n int) {
	for i := range marks {
		if k := marks[i].kind; k == grammar.MarkCall || k == grammar.MarkAnswer {
			n++
		}
	}
	return n
}

// markerLike counts the lines that look like markers, but for those of calls' objects, of
// an answer and, outside of plain transcripts, of a result.
func (r *reader) markerLike(t ir.Text, marks []mark, start int) (first, lines int) {
	next, within := 0, grammar.NoMark
	for line := start; line >= 0; _, line = text.Newline(t, line) {
		for next < len(marks) && marks[next].line <= line {
			m := &marks[next]
			within, line = m.kind, max(line, r.heldTo(t, m, line))
			next++
		}
		if within == grammar.MarkAnswer && next == len(marks) {
			return first, lines
		}
		if within == grammar.MarkObservation && !r.flat || !r.likeMarker(t, line) {
			continue
		}
		if lines++; lines == 1 {
			first = line
		}
	}
	return first, lines
}

// callLike reports a call with its argument, in other spellings, in a user's turn of a plain
// transcript, which the style's own markers end: it stays content.
func (r *reader) callLike(t ir.Text) {
	if !r.recovers || r.style.InElements() || r.style.HoldsJSON() || r.style.InBrackets || !r.mayCall(t) {
		return
	}
	at := -1
	r.try(func() bool {
		marks := r.callMarks(t, r.lenientMarks(t, 0, false, false), true)
		for i := range marks {
			if at < 0 && r.err == nil && marks[i].kind == grammar.MarkCall && i+1 < len(marks) && marks[i+1].kind == grammar.MarkInput {
				at = marks[i].line
			}
		}
		return false
	})
	if at >= 0 {
		d := r.report(at, ir.CodeMarkerLike, "{lines} look like markers of {style} and were kept as text")
		d.Count, d.Style = 2, r.style.Name
	}
}

// mayCall reports whether a line begins like the marker of a call: a quick look.
func (r *reader) mayCall(t ir.Text) bool {
	for line := 0; line >= 0; _, line = text.Newline(t, line) {
		if line < len(t.B) && plainBeginning[t.B[line]] {
			continue
		}
		if l, ok := r.lenientAt(t, line, false); ok && l.kind == grammar.MarkCall {
			return true
		}
	}
	return false
}

// likeMarker reports whether a line begins like a marker of the style in another
// spelling, or like an answer in other words.
func (r *reader) likeMarker(t ir.Text, line int) bool {
	l, ok := r.lenientAt(t, line, false)
	return ok && !l.exact && (l.own || l.kind == grammar.MarkAnswer && l.sure)
}
