package dataset

import (
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// edit puts words in the place of a span.
type edit struct {
	jsonx.Range
	words []byte
}

// splice appends the bytes of raw from start to end with the edits made.
func splice(dst, raw []byte, all jsonx.Range, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.Start - b.Start })
	at := all.Start
	for _, e := range edits {
		dst = append(dst, raw[at:e.Start]...)
		dst = append(dst, e.words...)
		at = e.End
	}
	return append(dst, raw[at:all.End]...)
}

// escaped returns t as the inside of a JSON string, in the spelling of the text
// whose place it takes: ASCII alone where that is ASCII (rule R8).
func escaped(t ir.Text, like ir.Text) []byte {
	if t.Esc {
		return t.B
	}
	return t.Append(nil, true, like.IsASCII())
}

// writer writes a record with another transcript in the place of its own.
type writer struct {
	*record
	out    *convert.Output
	dst    []byte
	losses []ir.Diagnostic
}

// write returns the record with out in the place of its transcript, and what
// got lost on the way.
func (r *record) write(out *convert.Output) ([]byte, []ir.Diagnostic, *ir.Diagnostic) {
	w := writer{record: r, out: out, dst: outputs.take(len(r.raw) + len(r.raw)/8 + 64)}
	all := jsonx.RangeOf(0, len(r.raw))
	edits := systemEdit(nil, r.raw, r.system, out.System)
	if r.conv.Flat {
		if !text.Equal(r.conv.Text, out.Text) {
			edits = append(edits, edit{r.value, escaped(out.Text, r.conv.Text)})
		}
		if len(edits) == 0 {
			return r.raw, nil, nil
		}
		return splice(w.dst, r.raw, all, edits), nil, nil
	}
	if len(out.Alternatives) != len(r.conv.Alternatives) {
		return nil, nil, reject(ir.CodeAlternatives, "%d alternatives became %d", len(r.conv.Alternatives), len(out.Alternatives))
	}
	if len(r.messages) == 0 && len(out.Messages) == 0 {
		return splice(w.dst, r.raw, all, edits), nil, nil // white space in an empty list stays
	}
	inner := r.inner()
	var before, behind []edit
	if r.system.Start < inner.Start {
		before = edits
	} else {
		behind = edits
	}
	w.dst = splice(w.dst, r.raw, jsonx.RangeOf(0, inner.Start), before)
	if d := w.list(); d != nil {
		return nil, nil, d
	}
	return splice(w.dst, r.raw, jsonx.RangeOf(inner.End, len(r.raw)), behind), w.losses, nil
}

// systemEdit adds the edit that puts words in the place of a record's own system
// prompt, unless it says the same.
func systemEdit(edits []edit, raw []byte, at jsonx.Range, words *ir.Text) []edit {
	if at.End == 0 || words == nil {
		return edits
	}
	was := ir.Escaped(at.Of(raw))
	if text.Equal(was, *words) {
		return edits
	}
	return append(edits, edit{at, escaped(*words, was)})
}

// list writes the messages and the separators between them.
func (w *writer) list() *ir.Diagnostic {
	next := 0 // the first message of the source that is not dealt with
	for i := range w.out.Messages {
		m := &w.out.Messages[i]
		if m.Source >= len(w.conv.Messages) || m.Source >= 0 && m.Source < next {
			return reject(ir.CodeInternal, "message %d claims the place of message %d", i+1, m.Source+1)
		}
		if i > 0 {
			w.separator(m.Source)
		}
		if m.Source < 0 {
			w.newMessage(m, next-1)
			continue
		}
		w.removed(next, m.Source)
		w.message(m)
		next = m.Source + 1
	}
	w.removed(next, len(w.conv.Messages))
	if w.conv.HasAlternatives {
		last := len(w.messages) - 1
		if len(w.out.Messages) > 0 {
			w.separator(last)
		}
		w.alternatives(&w.messages[last])
	}
	return nil
}

// removed notes the messages from..to of the source, which the result lacks:
// those that had more keys than a role and a content lose them.
func (w *writer) removed(from, to int) {
	for i := from; i < to; i++ {
		if extra := w.messages[i].keys - 2; extra > 0 {
			w.lose(i, ir.CodeMessageKeys, "%d more keys of a message that was merged into the one before it are gone", extra)
		}
	}
}

func (w *writer) lose(message int, code ir.Code, format string, args ...any) {
	d := reject(code, format, args...)
	d.Severity, d.Message, d.Line, d.Column = code.Severity(), message+1, 1, 1
	w.losses = append(w.losses, *d)
}

// message writes a message in the place of the one that it was made of. What
// says the same stays as it is, spelling included.
func (w *writer) message(out *convert.OutMessage) {
	m, was := &w.messages[out.Source], &w.conv.Messages[out.Source]
	edits := w.edits[:0]
	if out.Role != was.Role {
		edits = append(edits, edit{m.role, []byte(w.roleWord(out.Role))})
	}
	if !text.Equal(was.Content, out.Content) {
		edits = w.content(edits, m, escaped(out.Content, was.Content))
		if n := m.texts(); n > 1 {
			w.lose(out.Source, ir.CodePartsJoined, "%d text parts were joined into the first", n)
		}
	}
	w.dst = splice(w.dst, w.raw, m.object, edits)
	w.edits = edits
}

// content adds the edits that put words in the place of a message's text.
// Further text parts go with the comma before them.
func (w *writer) content(edits []edit, m *message, words []byte) []edit {
	if !m.hasText {
		at := m.value.Start + 1
		part := append([]byte(`{"type": "text", "text": "`), words...)
		part = append(part, `"}`...)
		if len(m.parts) > 0 {
			part = append(part, ", "...)
		}
		return append(edits, edit{jsonx.RangeOf(at, at), part})
	}
	edits = append(edits, edit{m.text, words})
	for i, p := range m.parts {
		if p.isText && p.text != m.text {
			edits = append(edits, edit{Range: jsonx.RangeOf(m.parts[i-1].element.End, p.element.End)})
		}
	}
	return edits
}

func (w *writer) alternatives(m *message) {
	edits := make([]edit, len(m.alternatives))
	for i, s := range m.alternatives {
		was := w.conv.Alternatives[i]
		words := was.B
		if !text.Equal(was, w.out.Alternatives[i]) {
			words = escaped(w.out.Alternatives[i], was)
		}
		edits[i] = edit{s, words}
	}
	w.dst = splice(w.dst, w.raw, m.object, edits)
}

// separator writes what stands before the message that takes the place of
// message source, or before a new one.
func (w *writer) separator(source int) {
	if source > 0 {
		w.dst = append(w.dst, w.gap(source)...)
		return
	}
	w.dst = append(w.dst, w.usualGap()...)
}

// gap returns what stands between message i and the one before it.
func (r *record) gap(i int) []byte {
	return r.raw[r.messages[i-1].object.End:r.messages[i].object.Start]
}

// usualGap returns what stands between two messages of this record or, where
// it has one alone, what would stand there.
func (r *record) usualGap() []byte {
	switch len(r.messages) {
	case 0:
		return []byte(", ")
	case 1:
		first := r.messages[0].object
		if lead := r.raw[r.value.Start+1 : first.Start]; len(lead) > 0 {
			return append([]byte{','}, lead...)
		}
		comma := r.frameOf(0).comma
		if jsonx.SkipSpace(comma, 1) == len(comma) && comma[0] == ',' {
			return comma
		}
		return []byte(", ")
	}
	return r.gap(1)
}

// frame is how a message's object is spaced.
type frame struct{ open, colon, comma, shut []byte }

func (r *record) frameOf(i int) frame {
	f := frame{colon: []byte(": "), comma: []byte(", ")}
	object := r.messages[i].object
	end, n := object.Start+1, 0
	for m := range jsonx.Members(r.raw, object.Start) {
		switch before := r.raw[end : m.Key.Start-1]; n {
		case 0:
			f.open = before
			f.colon = r.raw[m.Key.End+1 : m.Value.Start]
		case 1:
			f.comma = before
		}
		end, n = m.Value.End, n+1
	}
	f.shut = r.raw[end : object.End-1]
	return f
}

// newMessage writes a message that the source does not have, in the words and
// the spacing of its neighbour, the message near of the source.
func (w *writer) newMessage(out *convert.OutMessage, near int) {
	near = max(near, 0)
	f := frame{colon: []byte(": "), comma: []byte(", ")}
	like := ir.Text{B: w.raw}
	role, content := "role", "content"
	if near < len(w.messages) {
		f = w.frameOf(near)
		if w.messages[near].from {
			role = "from"
		}
		if w.messages[near].valued {
			content = "value"
		}
		like = ir.Text{B: w.messages[near].object.Of(w.raw)}
	}
	key := func(name string) {
		w.dst = append(w.dst, '"')
		w.dst = append(w.dst, name...)
		w.dst = append(w.dst, '"')
		w.dst = append(w.dst, f.colon...)
	}
	w.dst = append(w.dst, '{')
	w.dst = append(w.dst, f.open...)
	key(role)
	w.dst = append(w.dst, '"')
	w.dst = append(w.dst, w.roleWord(out.Role)...)
	w.dst = append(w.dst, '"')
	w.dst = append(w.dst, f.comma...)
	key(content)
	w.dst = append(w.dst, '"')
	w.dst = append(w.dst, escaped(out.Content, like)...)
	w.dst = append(w.dst, '"')
	w.dst = append(w.dst, f.shut...)
	w.dst = append(w.dst, '}')
}
