package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// listWriter writes a list of messages with others in the places of its own.
type listWriter struct {
	*list
	part   *part
	dst    []byte
	losses []ir.Diagnostic
	style  func() *spell.Style
}

// say writes a text.
func (w *listWriter) say(t ir.Text) { w.dst = w.style().Append(w.dst, t.B) }

// write writes the list with its brackets.
func (w *listWriter) write() *ir.Diagnostic {
	p := w.part
	if len(p.alternatives) != len(w.alternatives) {
		return reject(ir.CodeAlternativesSplit, "%d alternatives became %d", len(w.alternatives), len(p.alternatives))
	}
	if len(w.messages) == 0 && len(p.messages) == 0 {
		w.dst = append(w.dst, w.where.Of(w.doc.B)...) // white space in an empty list stays
		return nil
	}
	inner := w.inner()
	w.dst = append(w.dst, w.doc.B[w.where.Start:inner.Start]...)
	if d := w.all(); d != nil {
		return d
	}
	w.dst = append(w.dst, w.doc.B[inner.End:w.where.End]...)
	return nil
}

// all writes the messages and the separators between them.
func (w *listWriter) all() *ir.Diagnostic {
	next := 0 // the first message of the list that is not dealt with
	for i := range w.part.messages {
		m := &w.part.messages[i]
		source := m.Source
		if source >= 0 {
			if source -= w.part.first; source < next || source >= len(w.texts) {
				return reject(ir.CodeInternal, "message %d claims the place of message %d", i+1, source+1)
			}
		}
		if i > 0 {
			w.separator(source)
		}
		if source < 0 {
			w.newMessage(m, next-1)
			continue
		}
		w.removed(next, source)
		w.message(m, source)
		next = source + 1
	}
	w.removed(next, len(w.texts))
	if w.hasAlternatives {
		last := len(w.messages) - 1
		if len(w.part.messages) > 0 {
			w.separator(last)
		}
		w.alternativesOf(&w.messages[last])
	}
	return nil
}

// removed notes the messages from..to of the list, which the result lacks: those
// that had more keys than a role and a content lose them.
func (w *listWriter) removed(from, to int) {
	for i := from; i < to; i++ {
		if extra := w.messages[i].keys - 2; extra > 0 {
			w.lose(i, ir.CodeMessageKeys, "%d more keys of a message that was merged into the one before it are gone", extra)
		}
	}
}

func (w *listWriter) lose(message int, code ir.Code, format string, args ...any) {
	w.losses = diag.Append(w.losses, loss(message, code, format, args...))
}

// message writes a message in the place of message source. What says the same
// stays as it is, spelling included.
func (w *listWriter) message(out *convert.OutMessage, source int) {
	m, was := &w.messages[source], &w.texts[source]
	at := m.object.Start
	var flags edits
	if was.Role == ir.RoleAssistant && (out.Train != nil || m.flags > 0) {
		flags = w.flagEdits(source, out.Train, !text.Equal(was.Content, out.Content))
	}
	flagsTo := func(to int) {
		for len(flags) > 0 && flags[0].at.Start < to {
			w.dst = append(append(w.dst, w.doc.B[at:flags[0].at.Start]...), flags[0].with...)
			at, flags = flags[0].at.End, flags[1:]
		}
	}
	edit := func(r jsonx.Range) {
		flagsTo(r.Start)
		w.dst = append(w.dst, w.doc.B[at:r.Start]...)
		at = r.End
		for len(flags) > 0 && flags[0].at.Start < at { // in a part that is left out
			flags = flags[1:]
		}
	}
	role := func() {
		if out.Role != was.Role {
			edit(m.role)
			w.dst = append(w.dst, w.roleWord(out.Role)...)
		}
	}
	before := m.role.Start < m.value.Start
	if before {
		role()
	}
	if !text.Equal(was.Content, out.Content) {
		w.content(m, out.Content, edit)
		if n := m.texts(); n > 1 {
			w.lose(source, ir.CodePartsJoined, "%d text parts were joined into the first", n)
		}
	}
	if !before {
		role()
	}
	flagsTo(m.object.End)
	w.dst = append(w.dst, w.doc.B[at:m.object.End]...)
}

// content writes a text in the place of a message's own. Further text parts go
// with the comma before them.
func (w *listWriter) content(m *message, is ir.Text, edit func(jsonx.Range)) {
	if !m.hasText {
		at := m.value.Start + 1
		edit(jsonx.RangeOf(at, at))
		w.raw(`{"type": "text", "text": "`)
		w.say(is)
		w.raw(`"}`)
		if len(m.parts) > 0 {
			w.raw(", ")
		}
		return
	}
	edit(m.text)
	w.say(is)
	for i, p := range m.parts {
		if p.isText && p.text != m.text {
			edit(jsonx.RangeOf(m.parts[i-1].element.End, p.element.End))
		}
	}
}

func (w *listWriter) raw(s string) { w.dst = append(w.dst, s...) }

func (w *listWriter) alternativesOf(m *message) {
	at := m.object.Start
	for i, r := range m.alternatives {
		w.dst = append(w.dst, w.doc.B[at:r.Start]...)
		if at = r.End; text.Equal(w.alternatives[i], w.part.alternatives[i]) {
			w.dst = append(w.dst, r.Of(w.doc.B)...)
			continue
		}
		w.say(w.part.alternatives[i])
	}
	w.dst = append(w.dst, w.doc.B[at:m.object.End]...)
}

// separator writes what is before the message that takes the place of message
// source, or before a new one.
func (w *listWriter) separator(source int) {
	if source > 0 {
		w.dst = append(w.dst, w.gap(source)...)
		return
	}
	w.dst = append(w.dst, w.usualGap()...)
}

// gap returns what is between message i and the one before it.
func (l *list) gap(i int) []byte {
	return l.doc.B[l.messages[i-1].object.End:l.messages[i].object.Start]
}

// usualGap returns what is between two messages of this list or, where it has one
// alone, what would be there.
func (l *list) usualGap() []byte {
	switch len(l.messages) {
	case 0:
		return []byte(", ")
	case 1:
		first := l.messages[0].object
		if lead := l.doc.B[l.where.Start+1 : first.Start]; len(lead) > 0 {
			return append([]byte{','}, lead...)
		}
		comma := l.affixesOf(0).comma
		if jsonx.SkipSpace(comma, 1) == len(comma) && comma[0] == ',' {
			return comma
		}
		return []byte(", ")
	}
	return l.gap(1)
}

// affixes are what is around the keys and values of a message's object.
type affixes struct{ open, colon, comma, shut []byte }

func (l *list) affixesOf(i int) affixes {
	f := affixes{colon: []byte(": "), comma: []byte(", ")}
	object := l.messages[i].object
	end, n := object.Start+1, 0
	for m := range l.doc.Members(object.Start) {
		switch before := l.doc.B[end : m.Key.Start-1]; n {
		case 0:
			f.open = before
			f.colon = l.doc.B[m.Key.End+1 : m.Value.Start]
		case 1:
			f.comma = before
		}
		end, n = m.Value.End, n+1
	}
	f.shut = l.doc.B[end : object.End-1]
	return f
}

// newMessage writes a message that the list does not have, in the words and the
// spacing of message near of the list, next to which it goes.
func (w *listWriter) newMessage(out *convert.OutMessage, near int) {
	near = max(near, 0)
	f := affixes{colon: []byte(": "), comma: []byte(", ")}
	role, content := "role", "content"
	if near < len(w.messages) {
		f = w.affixesOf(near)
		if w.messages[near].from {
			role = "from"
		}
		if w.messages[near].valued {
			content = "value"
		}
	}
	key := func(name string) {
		w.raw(`"` + name + `"`)
		w.dst = append(w.dst, f.colon...)
	}
	w.raw("{")
	w.dst = append(w.dst, f.open...)
	key(role)
	w.raw(`"` + w.roleWord(out.Role) + `"`)
	w.dst = append(w.dst, f.comma...)
	key(content)
	w.raw(`"`)
	w.say(out.Content)
	w.raw(`"`)
	if out.Train != nil {
		w.dst = appendFlag(append(w.dst, f.comma...), w.spelling(), out.Train, f.colon)
	}
	w.dst = append(w.dst, f.shut...)
	w.raw("}")
}
