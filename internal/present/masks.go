package present

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Mask is a transcript with what of it is trained.
type Mask struct {
	Messages []MaskedMessage
}

// MaskedMessage is a message of a Mask. Pieces put together are its text.
type MaskedMessage struct {
	Role   ir.Role
	Flat   bool // it is a plain transcript
	Pieces []MaskedPiece
}

// MaskedPiece is a part of a text that is trained, or not.
type MaskedPiece struct {
	Text    string
	Trained bool
}

// Masks converts a record of an input and returns what of its transcripts is trained, as
// they are written. Of a shape whose calls are fields the words, calls and results of
// each message are shown as text.
func Masks(e *dataset.Engine, rec *dataset.Record) (masks []Mask, err error) {
	_, _, err = e.TraceRecord(rec, func(out *convert.Output) { masks = append(masks, maskOf(out)) })
	messages, parts := e.TrainsAll()
	for i := range masks {
		masks[i].whole(messages, parts)
	}
	return masks, err
}

// whole marks what a trainer trains that can't leave out messages, or parts of them.
func (m *Mask) whole(messages, parts bool) {
	for i := range m.Messages {
		msg := &m.Messages[i]
		some := messages && msg.Role == ir.RoleAssistant
		for _, p := range msg.Pieces {
			some = some || parts && p.Trained
		}
		if !some || msg.Flat {
			continue
		}
		for k := range msg.Pieces {
			msg.Pieces[k].Trained = true
		}
	}
}

// Labelled returns what the labels of a record of the layout segments say is trained, and
// whether the record is one: it need not be in any style.
func Labelled(rec *dataset.Record) (Mask, bool) {
	pieces, ok := layouts.LabelsOf(rec.Raw)
	if rec.Plain || rec.Fault != nil || !ok {
		return Mask{}, false
	}
	m := MaskedMessage{Flat: true}
	for _, p := range pieces {
		m.add(p.Text.String(), p.Label)
	}
	return Mask{Messages: []MaskedMessage{m}}, true
}

// add adds a piece, unless it is empty.
func (m *MaskedMessage) add(text string, trained bool) {
	if text != "" {
		m.Pieces = append(m.Pieces, MaskedPiece{text, trained})
	}
}

func maskOf(out *convert.Output) Mask {
	switch {
	case !out.Flat && len(out.Messages) == 0:
		return maskOfSteps(&out.Lowered)
	case out.Flat:
		m := MaskedMessage{Flat: true}
		m.cut(out.Text, out.Trained)
		return Mask{Messages: []MaskedMessage{m}}
	}
	var mask Mask
	trained := out.Trained
	for i := range out.Messages {
		m, n := MaskedMessage{Role: out.Messages[i].Role}, 0
		for n < len(trained) && trained[n].Message == i {
			n++
		}
		m.cut(out.Messages[i].Content, trained[:n])
		mask.Messages, trained = append(mask.Messages, m), trained[n:]
	}
	return mask
}

// cut adds a text in pieces.
func (m *MaskedMessage) cut(t ir.Text, trained []ir.Span) {
	at := 0
	for _, s := range trained {
		m.add(t.Slice(at, s.Start).String(), false)
		m.add(t.Slice(s.Start, s.End).String(), true)
		at = s.End
	}
	m.add(text.From(t, at).String(), false)
}

// maskOfSteps shows the steps of a shape as text.
func maskOfSteps(t *ir.Transcript) (mask Mask) {
	if t.System != nil {
		m := MaskedMessage{Role: ir.RoleSystem}
		m.add(t.System.Text.String(), false)
		mask.Messages = append(mask.Messages, m)
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		if i == 0 || s.Message != t.Steps[i-1].Message {
			mask.Messages = append(mask.Messages, MaskedMessage{Role: s.Role})
		}
		m := &mask.Messages[len(mask.Messages)-1]
		words := s.Text.String()
		if s.Kind == ir.Call {
			words = s.Tool.String() + " " + s.Args.Raw.String()
		}
		if len(m.Pieces) > 0 {
			m.add("\n", m.Pieces[len(m.Pieces)-1].Trained)
		}
		said := s.Role == ir.RoleAssistant && s.Kind != ir.Observation
		m.add(words, said && !jsonx.FalseOrZero(s.Rare().Train))
	}
	return mask
}
