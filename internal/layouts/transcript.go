package layouts

import (
	"iter"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/ir"
)

// Transcript is one of the transcripts of a record: texts, which the reader of a
// style reads, or steps, where the layout says itself who did what.
type Transcript struct {
	Conversation *ir.Conversation
	Steps        *ir.Transcript
	// Diagnostics are what was repaired to read the Steps.
	Diagnostics []ir.Diagnostic
	// Named means that the shape of Steps was named, and Neutral that they are a neutral
	// document's.
	Named, Neutral bool
	// Near is that of ir.Conversation.
	Near string
	// Context is what the record holds next to its transcripts; that of a
	// Conversation is the same.
	Context ir.Context
}

// Plain reports whether the record is a plain text and not JSON.
func (r *Record) Plain() bool { return r.plain }

// HasSystem reports whether the record has a system prompt next to its messages.
func (r *Record) HasSystem() bool { return r.context.HasSystem }

// Layout returns the layout in which the record is.
func (r *Record) Layout() Layout {
	if r.layout == nil {
		return Auto
	}
	return r.layout.about().name
}

// Len returns how many transcripts the record has.
func (r *Record) Len() int {
	switch {
	case r.natives != nil:
		return len(r.natives)
	case r.steps != nil || r.foreign != "":
		return 1
	}
	return len(r.transcripts)
}

// Transcript returns transcript i. It is valid until the record is released.
func (r *Record) Transcript(i int) (Transcript, *ir.Diagnostic) {
	t := Transcript{Context: r.context}
	switch {
	case r.natives != nil:
		return r.natives[i].record.Transcript(0)
	case r.steps != nil:
		t.Steps, t.Diagnostics, t.Near = r.steps, r.repairs, r.Near
		t.Named, t.Neutral = r.editor.asked != nil, r.layout.about().document
		return t, nil
	case r.foreign != "":
		t.Conversation = &ir.Conversation{Foreign: r.foreign}
		return t, nil
	}
	t.Conversation = &r.conv
	if len(r.transcripts) > 1 {
		t.Conversation = new(ir.Conversation)
	}
	return t, r.conversation(t.Conversation, r.transcripts[i])
}

// conversation puts a transcript together.
func (r *Record) conversation(conv *ir.Conversation, t transcript) *ir.Diagnostic {
	*conv = ir.Conversation{Context: r.context, Near: r.Near, RunsApart: r.RunsApart}
	for n, at := range t {
		p := &r.pieces[at]
		if p.hasAlternatives && n+1 < len(t) {
			return reject(ir.CodeWrongType, "%q ends with alternatives, and more follows", p.key)
		}
		if conv.Foreign == "" {
			conv.Foreign = p.foreign
		}
		switch {
		case p.form == textPiece:
			conv.Flat, conv.Text, conv.Weights = true, p.text, p.labels
		case p.form == saidPiece:
			conv.Messages = append(conv.Messages, ir.Message{Role: p.role, Content: p.text})
		case len(t) == 1:
			conv.Messages, conv.Weights = p.texts, p.weights
		default:
			for _, w := range p.weights {
				w.Message += len(conv.Messages)
				conv.Weights = append(conv.Weights, w)
			}
			conv.Messages = append(conv.Messages, p.texts...)
		}
		conv.Alternatives, conv.HasAlternatives = p.alternatives, p.hasAlternatives
	}
	return nil
}

// SystemMessages yields the system messages of the record, each with its number in
// its transcript, counted from 1. Those of a foreign style are among them, as far
// as it was read.
func (r *Record) SystemMessages() iter.Seq2[int, ir.Text] {
	return func(yield func(int, ir.Text) bool) {
		for _, t := range r.transcripts {
			number := 0
			for _, at := range t {
				p := &r.pieces[at]
				if p.form == saidPiece {
					number++
					if p.role == ir.RoleSystem && !yield(number, p.text) {
						return
					}
				}
				for i := range p.turns {
					number++
					if p.turns[i].role == ir.RoleSystem && !yield(number, p.texts[i].Content) {
						return
					}
				}
				for i := range p.messages {
					number++
					if m := &p.messages[i]; m.speaker == ir.RoleSystem && !yield(number, m.content(p.doc)) {
						return
					}
				}
			}
		}
	}
}

// ContextAt returns where the values of "system" and "tools" begin in the record, or -1
// for one that it does not have.
func (r *Record) ContextAt() (system, tools int) {
	system, tools = -1, -1
	if r.keys != nil || r.exchanged.is {
		return system, tools
	}
	if r.context.HasSystem {
		system = r.value("system").Start
	}
	if at := r.value("tools"); r.context.Tools != nil && at.End > 0 {
		tools = at.Start
	}
	return system, tools
}

// Said returns the text in which places of diagnostics about a message count, and
// a function that turns an offset of it into one of the record. ok is false where the record spells it in several
// pieces, or where there is no such message. Message 0 is the record.
func (r *Record) Said(message int) (t ir.Text, place func(offset int) int, ok bool) {
	within := func(at jsonx.Range, from int) func(int) int {
		return func(offset int) int {
			if r.plain {
				return at.Start + from + offset
			}
			return at.Start + spell.Offset(at.Of(r.doc.B), from+offset)
		}
	}
	switch {
	case r.packed != nil || r.unpackedParts > 0 || r.exchanged.is:
		return t, nil, false
	case message == 0:
		return ir.Text{B: r.doc.B}, func(offset int) int { return offset }, true
	case r.steps != nil || r.natives != nil || len(r.pieces) != 1 || r.pieces[0].inString || r.pieces[0].inSegments:
		return t, nil, false
	}
	p := &r.pieces[0]
	switch {
	case p.form == textPiece:
		return p.text, within(p.at, 0), message == 1
	case p.form == chatPiece && message <= len(p.turns):
		return p.texts[message-1].Content, within(p.at, p.turns[message-1].inner[0]), true
	case p.form == chatPiece:
		return t, nil, false
	}
	if message > len(p.texts) || p.messages[message-1].texts() != 1 || !p.messages[message-1].hasText {
		return t, nil, false
	}
	return p.texts[message-1].Content, within(p.messages[message-1].text, 0), true
}

// Context returns what the record holds next to its transcripts.
func (r *Record) Context() ir.Context { return r.context }

// Place returns the line and the column of an offset in the record, or zeros for
// an offset of -1.
func (r *Record) Place(offset int) (line, column int) {
	if offset < 0 {
		return 0, 0
	}
	return jsonx.Place(r.doc.B, offset)
}
