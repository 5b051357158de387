package layouts

import (
	"bytes"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// listProof compares a list of messages.
type listProof struct {
	*proof
	was  *list
	part *part
	is   *list
}

// compare compares the list and fills what it is with what its messages say.
func (l *listProof) compare() bool {
	inner := l.was.inner()
	switch {
	case len(l.was.messages) == 0 && len(l.part.messages) == 0:
		return l.same(l.was.where.End)
	case !l.same(inner.Start):
		return false
	}
	for i := range l.part.messages {
		m := &l.part.messages[i]
		source := m.Source
		if source >= 0 {
			source -= l.part.first
		}
		switch {
		case i > 0 && !l.gapBefore(source):
			return false
		case source < 0 && !l.added():
			return false
		case source >= 0 && !l.message(m, source):
			return false
		}
	}
	if l.was.hasAlternatives && !l.alternatives(len(l.was.messages)-1) {
		return false
	}
	l.at = inner.End
	return l.same(l.was.where.End)
}

// gapBefore passes what is between two messages: before one that was there, it is
// the same.
func (l *listProof) gapBefore(source int) bool {
	if source > 0 {
		l.at = l.was.messages[source-1].object.End
		return l.same(l.was.messages[source].object.Start)
	}
	b := l.b.B
	if l.k = jsonx.SkipSpace(b, l.k); b[l.k] != ',' {
		return false
	}
	l.k = jsonx.SkipSpace(b, l.k+1)
	return true
}

// added reads a message that is new.
func (l *listProof) added() bool {
	m := message{object: jsonx.Range{Start: l.k}}
	m.object.End, _ = l.b.Skip(l.node(l.k), l.k)
	if d := m.decode(l.b, 1); d != nil || m.foreign != "" || m.keys != 2 && !l.flaggedNew(&m) || m.parts != nil || m.alternatives != nil {
		return false
	}
	l.k = m.object.End
	l.is.texts = append(l.is.texts, ir.Message{Role: m.speaker, Content: m.content(l.b)})
	return true
}

// message compares a message with the one whose place it takes.
func (l *listProof) message(out *convert.OutMessage, source int) bool {
	m, said := &l.was.messages[source], l.was.texts[source]
	l.at = m.object.Start
	if out.Role == said.Role && l.same(m.object.End) { // it stayed as it is
		l.is.texts = append(l.is.texts, said)
		return true
	}
	if said.Role == ir.RoleAssistant && (out.Train != nil || m.flags > 0) && len(l.was.flagEdits(source, out.Train, !text.Equal(said.Content, out.Content))) > 0 {
		ok := l.flaggedAnew(m, &said)
		l.is.texts = append(l.is.texts, said)
		return ok
	}
	roleFirst := m.role.Start < m.value.Start
	if roleFirst && !l.role(m, out, &said) || !l.content(m, &said) || !roleFirst && !l.role(m, out, &said) {
		return false
	}
	l.is.texts = append(l.is.texts, said)
	return l.same(m.object.End)
}

func (l *listProof) role(m *message, out *convert.OutMessage, said *ir.Message) bool {
	if out.Role == said.Role {
		return true
	}
	word, ok := l.string(m.role)
	if ok {
		said.Role, ok = roleOf(jsonx.Unquote(word.at.Of(l.b.B)))
	}
	return ok
}

func (l *listProof) content(m *message, said *ir.Message) bool {
	if !m.hasText || m.texts() != 1 {
		return l.same(m.value.End) || l.joined(m, said)
	}
	inside, ok := l.string(m.text)
	said.Content = l.text(inside)
	return ok
}

// joined compares a list of parts whose texts were joined, or which got its first:
// the other parts have to be there.
func (l *listProof) joined(m *message, said *ir.Message) bool {
	if !l.same(m.value.Start) || l.b.B[l.k] != '[' {
		return false
	}
	is := message{value: jsonx.Range{Start: l.k}}
	is.value.End, _ = l.b.Skip(l.node(l.k), l.k)
	if d := is.partList(l.b, 1); d != nil || is.foreign != "" || is.texts() != 1 {
		return false
	}
	l.at, l.k = m.value.End, is.value.End
	said.Content = textOf(l.b, is.text)
	return sameParts(l.a, m.parts, l.b.B, is.parts)
}

// sameParts compares the parts that are not text.
func sameParts(a []byte, parts []contentPart, b []byte, others []contentPart) bool {
	k := 0
	for _, p := range parts {
		if p.isText {
			continue
		}
		for k < len(others) && others[k].isText {
			k++
		}
		if k == len(others) || !bytes.Equal(p.element.Of(a), others[k].element.Of(b)) {
			return false
		}
		k++
	}
	for k < len(others) && others[k].isText {
		k++
	}
	return k == len(others)
}

// alternatives compares the last message, which holds alternatives.
func (l *listProof) alternatives(source int) bool {
	if len(l.part.messages) > 0 && !l.gapBefore(source) {
		return false
	}
	m := &l.was.messages[source]
	l.at = m.object.Start
	for _, a := range m.alternatives {
		inside, ok := l.string(a)
		if !ok {
			return false
		}
		l.is.alternatives = append(l.is.alternatives, l.text(inside))
	}
	l.is.hasAlternatives = true
	return l.same(m.object.End)
}
