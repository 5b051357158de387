package layouts

import (
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// list is a list of messages, in a record or in JSON that a string of it holds.
type list struct {
	doc   jsonx.Value // what the ranges of its messages count in
	index jsonx.Index // of JSON that a string holds
	where jsonx.Range // the list, with its brackets
	// messages are its elements and texts what they say; one message more follows
	// where the last one holds alternatives.
	messages        []message
	texts           []ir.Message
	alternatives    []ir.Text
	hasAlternatives bool
	// weights are what messages say of the loss, and flags where they say it.
	weights []ir.Weight
	flags   []flagged
	// foreign is a sign of a style that is not ours: the messages before it are all
	// that was read.
	foreign string
	// packsParts means that a content may be parts in strings.
	packsParts bool
}

// read reads the list, whose place is known. A list that can't be read but shows
// a foreign style is read as that.
func (l *list) read() *ir.Diagnostic {
	d := l.decode()
	if d == nil {
		return nil
	}
	if l.foreign = foreignIn(l.doc, l.where.Start); l.foreign != "" {
		return nil
	}
	return d
}

func (l *list) decode() *ir.Diagnostic {
	if l.alone() {
		if d := l.add(l.where); d != nil || l.foreign != "" {
			return d
		}
		return l.say()
	}
	for e := range l.doc.Elements(l.where.Start) {
		if d := l.add(e); d != nil || l.foreign != "" {
			return d
		}
	}
	return l.say()
}

// alone reports whether the list is one message that is no list.
func (l *list) alone() bool { return l.doc.B[l.where.Start] == '{' }

// add adds a message, unless it is foreign.
func (l *list) add(at jsonx.Range) *ir.Diagnostic {
	number := len(l.messages) + 1
	if d := crowded(number, l.doc); d != nil {
		return d
	}
	m := message{object: at}
	if d := m.decode(l.doc, number); d != nil {
		return d
	}
	if m.foreign != "" {
		l.foreign = m.foreign
		return nil
	}
	if m.speaker != ir.RoleTool && mayPackParts(l.doc.B, m.value) {
		l.packsParts = true
	}
	l.messages = append(l.messages, m)
	return nil
}

// crowded rejects a record that has more messages than one of its size may have.
func crowded(n int, doc jsonx.Value) *ir.Diagnostic {
	if !text.Crowded(n, len(doc.B)) {
		return nil
	}
	return reject(ir.CodeRecordTooLarge, "more than %d messages of less than %d bytes on an average", text.MostSteps, text.LeastSize)
}

// say fills texts and alternatives from the messages.
func (l *list) say() *ir.Diagnostic {
	for i := range l.messages {
		m := &l.messages[i]
		last := i+1 == len(l.messages) && m.speaker == ir.RoleAssistant
		if m.alternatives != nil && !last {
			if len(m.alternatives) > 0 {
				return messageFault(i+1).is(ir.CodeWrongType, "the content is a list of strings: only an assistant's message at the end may have alternatives")
			}
			m.alternatives, m.parts = nil, []contentPart{}
		}
		if m.alternatives != nil {
			l.hasAlternatives = true
			for _, a := range m.alternatives {
				l.alternatives = append(l.alternatives, textOf(l.doc, a))
			}
			break
		}
		l.texts = append(l.texts, ir.Message{Role: m.speaker, Content: m.content(l.doc)})
		l.weigh(i)
	}
	return nil
}

// inner returns the range from the first message to the last.
func (l *list) inner() jsonx.Range {
	if len(l.messages) == 0 {
		return l.where.Inside()
	}
	return jsonx.RangeOf(l.messages[0].object.Start, l.messages[len(l.messages)-1].object.End)
}

// losses returns what messages have next to a role and a text, which a place of
// that name can't hold.
// keepsParts means that it has a place for parts of the user's messages.
func (l *list) losses(place string, keepsParts bool) []ir.Diagnostic {
	var out []ir.Diagnostic
	lose := func(i int, code ir.Code, format string, args ...any) {
		out = diag.Append(out, loss(i, code, format, args...))
	}
	for i := range l.messages {
		m := &l.messages[i]
		if extra := m.extra(); extra > 0 {
			lose(i, ir.CodeMessageKeys, "other keys of the message have no place in %s (%d left out)", place, extra)
		}
		if n := m.texts(); n > 1 {
			lose(i, ir.CodePartsJoined, "%d text parts were joined into one", n)
		}
		if other := len(m.parts) - m.texts(); m.parts != nil && other > 0 && !(keepsParts && m.speaker == ir.RoleUser) {
			lose(i, ir.CodePartsDropped, "parts that are not text have no place in %s (%d left out)", place, other)
		}
	}
	return out
}

// loss is a loss at the message with that index.
func loss(message int, code ir.Code, format string, args ...any) ir.Diagnostic {
	d := ir.Reportf(code, format, args...)
	d.Message, d.Pos = message+1, ir.Place{Line: 1, Column: 1}
	return d
}
