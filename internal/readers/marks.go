package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// marks appends to marks the markers at line starts from offset start on, up to
// the first answer, which is terminal but for nested chains.
func (r *reader) marks(marks []mark, t ir.Text, start int) []mark {
	gap, line, glued := start, start, false
	for {
		m := mark{gap: gap, line: line, exact: true, glued: glued}
		ok := r.markAt(t, &m)
		if r.err != nil {
			return nil
		}
		if !ok && r.recovers {
			m, ok = r.printedObject(t, m, marks)
		}
		if ok && glued && m.alone {
			// The marker of the thought right before it has no words.
			before := &marks[len(marks)-1]
			m.gap, m.line = before.gap, before.line
			marks = marks[:len(marks)-1]
		}
		glued = false
		if ok {
			marks = append(marks, m)
			if m.kind == grammar.MarkAnswer && !(r.flat && r.style.Nested || r.guessing()) {
				return marks
			}
			if m.blob != nil {
				line = m.blob.end
			} else if end, ok := r.fencedArgument(t, m.value); ok && m.kind == grammar.MarkInput {
				line = end
			}
			if at, ok := r.gluedAt(t, &m); ok {
				gap, line, glued = line, at, true
				if m.blob == nil {
					gap = at
				}
				continue
			}
		}
		gap, line = text.Newline(t, line)
		if gap < 0 {
			return marks
		}
	}
}

// markAt completes the mark of a marker that is at m.line, if one does.
func (r *reader) markAt(t ir.Text, m *mark) bool {
	found, ok := r.lex.At(t, m.line, grammar.StyleMarks)
	if !ok {
		return false
	}
	m.kind, m.value, m.wrapped = found.Mark, afterSpace(t, found.End), found.Wrapped
	m.tight = m.value == found.End
	if m.kind == grammar.MarkCall && r.style.Blob() {
		m.blob, ok = r.blob(t, found.End)
		if !ok && r.err == nil && r.recovers {
			*m, ok = r.objectMark(t, *m, text.SkipSpace(t, found.End, t.Len()))
		}
		ok = ok || r.style.Input != ""
	}
	if m.kind == grammar.MarkCall && r.style.Brackets {
		m.bracket, ok = bracketAt(r.lex, t, found.End)
	}
	return ok
}

// callMarks drops the marks that begin no call: a call needs a name on its line
// and its input's marker next. What is dropped is content.
func (r *reader) callMarks(t ir.Text, marks []mark) []mark {
	kept := marks[:0]
	for i := 0; i < len(marks); i++ {
		m := marks[i]
		switch {
		case m.kind == grammar.MarkInput:
			continue
		case m.bracket > 0:
			end := t.Len()
			if i+1 < len(marks) {
				end = marks[i+1].gap
			}
			if at, _ := text.LastIndex(t, m.bracket, end, "]"); at < 0 {
				if m.cut = r.guessing() && r.cutHere(t, m.bracket, end); !m.cut {
					continue
				}
			}
		case m.kind == grammar.MarkCall && m.blob == nil:
			if i+1 >= len(marks) || marks[i+1].kind != grammar.MarkInput || !isName(t.Slice(m.value, marks[i+1].gap)) {
				continue
			}
			kept = append(kept, m, marks[i+1])
			i++
			continue
		}
		kept = append(kept, m)
	}
	if r.guessing() && !(r.flat && r.style.Nested) {
		return r.untilAnswer(kept)
	}
	return kept
}

// isName reports whether t, trimmed, can be a tool's name: one line with something on it.
func isName(t ir.Text) bool {
	name := t.Trim()
	nl, _ := text.Newline(name, 0)
	return !name.Empty() && nl < 0
}
