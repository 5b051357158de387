package dataset

import (
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// fake is a converter that does what a test says.
type fake struct {
	convert func(*ir.Conversation) (*convert.Output, error)
	verify  func(*ir.Conversation, *convert.Output) error
}

func (f fake) Convert(in *ir.Conversation) (*convert.Output, error) { return f.convert(in) }

func (f fake) ReadConversation(in *ir.Conversation) (*convert.Output, error) {
	return f.convert(in)
}

func (f fake) ConvertTranscript(convert.Transcript) (*convert.Output, error) { return nil, nil }

func (f fake) ReadTranscript(convert.Transcript) (*convert.Output, error) { return nil, nil }

func (f fake) Verify(in *ir.Conversation, out *convert.Output) error {
	if f.verify == nil {
		return nil
	}
	return f.verify(in, out)
}

func (f fake) VerifyTranscript(convert.Transcript, *convert.Output) error { return nil }

// engineOf returns an engine that converts by the given function.
func engineOf(f func(*ir.Conversation) *convert.Output) *Engine {
	editor, _ := layouts.NewEditor(layouts.Options{})
	detector := func() *readers.Detector { return readers.NewDetector(nil) }
	opts := Options{Options: convert.Options{ReadBack: convert.ReadBackStyle}} // what is written is no style's
	return &Engine{opts: opts, maxRecord: MaxRecord, editor: editor, detector: detector, conv: fake{convert: func(in *ir.Conversation) (*convert.Output, error) {
		return f(in), nil
	}}}
}

// same returns a conversation as it is.
func same(in *ir.Conversation) *convert.Output {
	out := &convert.Output{Style: "fake", Flat: in.Flat, Text: in.Text, Alternatives: in.Alternatives}
	for i, m := range in.Messages {
		out.Messages = append(out.Messages, convert.OutMessage{Role: m.Role, Content: m.Content, Source: i})
	}
	return out
}

// louder returns a conversation with its texts in capitals.
func louder(in *ir.Conversation) *convert.Output {
	out := same(in)
	upper := func(t ir.Text) ir.Text { return ir.Plain(strings.ToUpper(t.String())) }
	out.Text = upper(out.Text)
	for i := range out.Messages {
		out.Messages[i].Content = upper(out.Messages[i].Content)
	}
	out.Alternatives = nil
	for _, a := range in.Alternatives {
		out.Alternatives = append(out.Alternatives, upper(a))
	}
	return out
}
