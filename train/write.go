package train

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// Written is a transcript in the text of a style, with what of it is trained.
type Written struct {
	// Messages are what was written. A plain transcript is one message.
	Messages []Message
	// Flat means that it is a plain transcript.
	Flat bool
	// Spans are what is trained, in order; their offsets count in the Text of the
	// message that they are in.
	Spans []ir.Span
	// Diagnostics are what got lost or changed on the way.
	Diagnostics []ir.Diagnostic
}

// Message is a message that was written.
type Message struct {
	Role ir.Role
	Text string
}

// Write writes a transcript in the style opts.To and says what of it is trained. With
// convert.TextShape as opts.Shape it becomes a plain transcript, else messages.
//
// The error is that of convert.New about a wrong option, an *Error, or a *ir.Diagnostic
// where the transcript can't be written.
func Write(t *ir.Transcript, opts convert.Options, p Policy) (*Written, error) {
	p, err := Parse(string(p))
	if err != nil {
		return nil, err
	}
	opts.Spans, opts.Target = true, nil
	c, err := convert.New(opts)
	if err != nil {
		return nil, err
	}
	out, err := c.ConvertTranscript(convert.Transcript{Transcript: t})
	defer out.Release()
	if err != nil {
		return nil, err
	}
	Mark(out, nil, p, true)
	return writtenOf(out), nil
}

// writtenOf returns what a converter wrote.
func writtenOf(out *convert.Output) *Written {
	w := &Written{Flat: out.Flat, Diagnostics: append([]ir.Diagnostic(nil), out.Diagnostics...), Spans: append([]ir.Span(nil), out.Trained...)}
	if out.Flat {
		w.Messages = []Message{{Role: ir.RoleUser, Text: out.Text.String()}}
	}
	for _, m := range out.Messages {
		w.Messages = append(w.Messages, Message{Role: m.Role, Text: m.Content.String()})
	}
	return w
}

// Segment is a part of a text as axolotl's input_output takes it.
type Segment struct {
	// Label means that it is trained.
	Label bool   `json:"label"`
	Text  string `json:"text"`
}

// Segments cuts a plain transcript into what is trained and what is not. Joined they are
// its text.
func (w *Written) Segments() []Segment {
	var list []Segment
	add := func(label bool, text string) {
		if text != "" {
			list = append(list, Segment{label, text})
		}
	}
	for i, m := range w.Messages {
		at := 0
		for _, s := range w.Spans {
			if s.Message == i {
				add(false, m.Text[at:s.Start])
				add(true, m.Text[s.Start:s.End])
				at = s.End
			}
		}
		add(false, m.Text[at:])
	}
	return list
}

// Row is what is before a trained part of a plain transcript, and that part.
type Row struct {
	Prompt     string `json:"prompt"`
	Completion string `json:"completion"`
}

// Rows returns a row for each trained part of a plain transcript, for trainers that can't
// be told what to train otherwise. The size of all of them grows with the square of the
// number of parts.
func (w *Written) Rows() []Row {
	var rows []Row
	for _, s := range w.Spans {
		text := w.Messages[s.Message].Text
		rows = append(rows, Row{Prompt: text[:s.Start], Completion: text[s.Start:s.End]})
	}
	return rows
}
