package layouts

import (
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// said returns what the inside of a string says.
func said(inside []byte) string {
	switch string(inside) {
	case "user":
		return "user"
	case "assistant":
		return "assistant"
	case "tool":
		return "tool"
	case "system":
		return "system"
	}
	return jsonx.Unquote(inside)
}

// content adds a step with the message's content, which may be a list of parts.
func (s *openAIReader) content(kind ir.Kind) (*ir.Step, *ir.Diagnostic) {
	at := s.k.content
	switch {
	case at.End == 0 || s.isNull(at):
		s.source().odd = true
		if s.role != ir.RoleAssistant {
			s.repair(ir.CodeNullPadding, "null or no content was read as an empty text")
		}
		return s.step(kind, ir.Escaped(nil)), nil
	case s.first(at) == '"':
		s.notePacked(at, kind)
		return s.step(kind, s.text(at)), nil
	case s.first(at) == '[':
		s.notePacked(at, kind)
		it := s.step(kind, ir.Text{})
		return it, s.parts(it, at)
	case kind == ir.Observation:
		it := s.step(kind, ir.Text{B: s.raw(at)})
		s.more(it).Value = s.raw(at)
		s.source().odd = true
		return it, nil
	}
	return nil, s.fault(ir.CodeWrongType, `"content" is %s: expected a string or a list of parts`, kindOf(s.doc.B, at))
}

// parts reads a content that is a list.
func (s *openAIReader) parts(it *ir.Step, at jsonx.Range) *ir.Diagnostic {
	list := []ir.Part{}
	refused := false
	for e := range s.doc.Elements(at.Start) {
		if s.first(e) == '"' {
			list = append(list, ir.Part{Text: s.text(e)})
			s.source().odd = true
			continue
		}
		if s.first(e) != '{' {
			return s.fault(ir.CodeWrongType, "the part is %s: expected an object", kindOf(s.doc.B, e))
		}
		part := ir.Part{Raw: s.raw(e)}
		if words, plain := s.textPart(e); words.End > 0 {
			part = ir.Part{Text: s.text(words)}
			if !plain {
				s.source().extra++
			}
			refused = refused || s.isRefusal(e)
		}
		list = append(list, part)
	}
	s.more(it).Parts = list
	it.Text = text.JoinParts(list)
	if refused && it.Kind == ir.Answer {
		it.More.Refusal = true
		if !hasOther(list) {
			it.More.Parts = nil
		}
	}
	return nil
}

// isRefusal reports whether a part of a content says that the model refuses.
func (s *openAIReader) isRefusal(part jsonx.Range) bool {
	for m := range s.doc.Members(part.Start) {
		if isKey(m.Key.Of(s.doc.B), "type") {
			return string(s.raw(m.Value)) == `"refusal"`
		}
	}
	return false
}

// textPart returns the string of a part that is text, and whether the part has
// nothing else.
func (s *openAIReader) textPart(e jsonx.Range) (words jsonx.Range, plain bool) {
	var kind jsonx.Range
	n := 0
	for m := range s.doc.Members(e.Start) {
		n++
		switch string(m.Key.Of(s.doc.B)) {
		case "type":
			kind = m.Value
		case "text", "refusal":
			words = m.Value
		}
	}
	if !s.isText(kind) || !s.isText(words) {
		return jsonx.Range{}, false
	}
	switch string(s.raw(kind.Inside())) {
	case "text", "refusal":
		return words, n == 2
	}
	return jsonx.Range{}, false
}

// systemMessage reads a system message: the first message is the system prompt.
func (s *openAIReader) systemMessage() *ir.Diagnostic {
	it, d := s.content(ir.Prose)
	if d != nil || s.number() > 0 {
		return d
	}
	s.prompt = ir.System{Text: it.Text}
	s.transcript.System = &s.prompt
	if it.More != nil {
		s.source().odd = true
	}
	s.list = s.list[:len(s.list)-1]
	return nil
}

// otherResultKeys takes what a message of a tool has under the keys of other programs,
// where it has nothing under its own.
func (s *openAIReader) otherResultKeys(e jsonx.Range) {
	o := s.object(e)
	take := func(slot *jsonx.Range, own string, synonyms []string, is func(jsonx.Range) bool) {
		for _, key := range synonyms {
			at := o.value(key)
			if at.End == 0 || !is(at) || s.k.slot([]byte(key)) != nil {
				continue
			}
			*slot = at
			s.source().others = append(s.source().others, at)
			s.source().extra--
			s.otherKey(own, key)
			return
		}
	}
	if s.k.content.End == 0 || !s.saysMore(s.k.content) {
		take(&s.k.content, "content", resultSynonyms, s.saysMore)
	}
	if s.k.id.End == 0 && s.k.ids.End == 0 && s.k.toolID.End == 0 {
		take(&s.k.id, "tool_call_id", resultIDSynonyms, s.saysMore)
	}
	if s.k.name.End == 0 {
		take(&s.k.name, "name", toolSynonyms, s.isText)
	}
}

// result reads a message of a tool.
func (s *openAIReader) result() *ir.Diagnostic {
	it, d := s.content(ir.Observation)
	if d != nil {
		return d
	}
	if s.isText(s.k.name) {
		it.Tool = s.text(s.k.name)
	}
	switch {
	case s.k.id.End > 0:
		s.id(it, s.k.id)
		if s.k.toolID.End > 0 {
			s.source().extra++
		}
	case s.k.ids.End > 0 && s.first(s.k.ids) == '[':
		s.source().odd = true
		for e := range s.doc.Elements(s.k.ids.Start) {
			s.id(it, e)
			break
		}
	case s.k.toolID.End > 0:
		s.source().odd = true
		s.id(it, s.k.toolID)
	}
	if s.k.failed.End > 0 {
		it.Failed = s.first(s.k.failed) == 't' || s.isText(s.k.failed) && s.k.failed.End-s.k.failed.Start > len(`""`)
		s.source().odd = true
	}
	return nil
}
