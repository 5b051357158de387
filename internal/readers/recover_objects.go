package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// objectMarks looks for calls of a style whose calls are objects after a marker
// and in a fence, where one of the two is missing: an object with the style's
// keys right after the marker, or in a fence after a thought. In a style whose
// answers are objects too no thought is needed, and the whole message may be one.
func (r *reader) objectMarks(t ir.Text, start int) []mark {
	if !r.style.HoldsJSON() {
		return nil
	}
	if r.style.Finish.Name != "" {
		// Answers are objects too: so may be a whole message, or what its thought is.
		at := text.SkipSpace(t, start, t.Len())
		if found, ok := r.lenientAt(t, at, false); ok && found.kind == grammar.MarkThought {
			at = text.SkipSpace(t, found.end, t.Len())
		}
		m, ok := r.objectMark(t, mark{gap: start, line: start}, at)
		if ok && text.From(t, m.blob.end).Blank() {
			return []mark{m}
		}
	}
	var marks []mark
	open, behind := text.Index(t, start, fence)
	for gap, line := start, start; gap >= 0; gap, line = text.Newline(t, line) {
		m := mark{gap: gap, line: line}
		found, ok := r.lenientAt(t, line, false)
		if ok && found.kind == grammar.MarkThought {
			m = found.mark(t, gap, line)
			marks = append(marks, m)
		}
		at := -1
		if ok && found.kind == grammar.MarkCall {
			if at = text.SkipSpace(t, found.end, t.Len()); !r.keyed(t, text.InFence(t, at)) {
				at = -1
			}
		}
		// Without the marker it is one after a thought, or where answers are
		// objects too; else it may be an example.
		alone := len(marks) > 0 || r.style.Finish.Name != ""
		for end, _ := text.Newline(t, line); at < 0 && open >= 0 && (end < 0 || open < end); open, behind = text.Index(t, behind, fence) {
			if at = open; text.SkipSpaces(t, line) != open {
				m.gap, m.line = open, open
			}
			if !alone || !r.keyed(t, text.InFence(t, at)) {
				at = -1
			}
		}
		if at < 0 {
			continue
		}
		if m, ok = r.objectMark(t, m, at); !ok {
			return nil // what looked like a call is none: nothing is guessed
		}
		marks, line = append(marks, m), m.blob.end
		for open >= 0 && open < line {
			open, behind = text.Index(t, behind, fence)
		}
	}
	return marks
}

// keyed reports whether an object begins at offset i whose first key is one of a
// call's.
func (r *reader) keyed(t ir.Text, i int) bool {
	i, ok := text.Prefix(t, i, "{")
	return ok && text.KeyAt(t, i, r.style.NameKey(), r.style.ArgumentsKey())
}

// mostTried bounds what is looked at in vain for objects in a message, in lengths of
// the message.
const mostTried = 8

// objectMark makes m the mark of the call whose object, fenced or not, begins at
// offset at.
func (r *reader) objectMark(t ir.Text, m mark, at int) (mark, bool) {
	start := text.InFence(t, at)
	if r.tried > mostTried*r.content.Len()+1<<16 || !r.keyed(t, start) {
		return m, false
	}
	var b *blob
	r.trying = true
	ok := r.try(func() bool {
		b = r.objectBlob(t, start, start != at)
		return b != nil
	})
	if r.trying = false; !ok {
		r.tried += r.looked - start
		return m, false
	}
	m.kind, m.value, m.blob, m.unmarked, m.exact = grammar.MarkCall, at, b, true, true
	return m, true
}

// objectBlob reads a call's object and, where it is in a fence, the fence's
// end, which the message's end may have cut off.
func (r *reader) objectBlob(t ir.Text, start int, fenced bool) *blob {
	b := r.callObject(t, start)
	if b == nil || b.bare || !fenced && b.repaired && !text.From(t, b.end).Blank() {
		return nil // without a fence a repaired object is the last
	}
	if fenced {
		behind := text.SkipSpace(t, b.end, t.Len())
		stop, ok := text.Prefix(t, behind, fence)
		if !ok && behind < t.Len() {
			return nil
		}
		b.end = stop
	}
	return b
}
