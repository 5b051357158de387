package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Words says whether the words of the model are looked at in the transcript of a shape: a
// program may have logged calls in a style's text where fields could hold them.
type Words uint8

// These values say how calls in words are read.
const (
	// WordsOnly: words are no calls.
	WordsOnly Words = iota
	// WordsMayCall: where no field holds a call, the words are read by their style. A call
	// that no style reads refuses the transcript.
	WordsMayCall
	// WordsReported: calls in words are reported, and stay words.
	WordsReported
)

// said returns what a transcript's messages say, as a conversation with the same messages,
// or nil where the model says nothing. Hidden reasoning is a think block in it, or left out.
func (t *Transcript) said(reasoning bool) *ir.Conversation {
	in := &ir.Conversation{Context: t.Context, Near: t.Near}
	if in.Tools == nil {
		in.Tools = t.Tools
	}
	if t.System != nil {
		in.Messages = append(in.Messages, ir.Message{Role: ir.RoleSystem, Content: t.System.Text})
	}
	speaks := false
	for i := 0; i < len(t.Steps); {
		first, words := &t.Steps[i], []ir.Text(nil)
		for len(in.Messages) <= first.Message { // one in which nothing is said
			in.Messages = append(in.Messages, ir.Message{Role: ir.RoleSystem})
		}
		for ; i < len(t.Steps) && t.Steps[i].Message == first.Message; i++ {
			switch s := &t.Steps[i]; {
			case s.Kind == ir.Call || s.Text.Empty():
			case s.Rare().Reasoning:
				if end, _ := text.Index(s.Text, 0, "</think>"); reasoning && end < 0 {
					words = append(words, wrapped(thinkOpen, s.Text, thinkClose))
				}
			default:
				words = append(words, s.Text)
				speaks = speaks || first.Role == ir.RoleAssistant
			}
		}
		m := &in.Messages[first.Message]
		if m.Role = first.Role; len(words) > 0 {
			m.Content = join(words)
		}
		if train := first.Rare().Train; train != nil {
			in.Weights = append(in.Weights, ir.Weight{Message: first.Message, Train: train})
		}
	}
	if !speaks {
		return nil
	}
	return in
}

func hasCall(steps []ir.Step) bool {
	return slices.ContainsFunc(steps, func(s ir.Step) bool { return s.Kind == ir.Call })
}

// readWords reads what the messages of a shape without a call say in the style that they
// speak. It returns no Output where they speak none.
func (c *Converter) readWords(t *Transcript, said *ir.Conversation) (*Output, *ir.Conversation, error) {
	in := *said
	in.Messages = slices.DeleteFunc(slices.Clone(said.Messages), func(m ir.Message) bool { return m.Role == ir.RoleSystem && m.Content.Empty() })
	if len(in.Messages) < len(said.Messages) {
		in.Weights = nil
	}
	out, as, err := c.read(&in, "")
	d, refused := err.(*ir.Diagnostic)
	switch {
	case refused && (d.Code == ir.CodeForeignStyle || d.Code == ir.CodeNoTranscript || d.Code == ir.CodeUnknownLayout),
		err == nil && !c.acts(out, as):
		out.Release()
		return nil, nil, nil
	case err == nil:
		err = c.foreignCalls(out, as)
	}
	if out.Read.Tools = t.Tools; err == nil && c.ofSteps() {
		c.keepParts(out, t.Steps)
	}
	return out, as, err
}

// keepParts gives what the user says the parts of its message that are not text, and reports
// those of messages that say something else now.
func (c *Converter) keepParts(out *Output, was []ir.Step) {
	for i := range was {
		s := &was[i]
		if n := otherParts(s.Rare().Parts); n > 0 && !giveParts(out.Read.Steps, s) {
			d := ir.Report(ir.CodePartsDropped, "what is not text has no place in what was read of the message: {count} parts were left out")
			d.Message, d.Pos, d.Count = s.Message+1, ir.Place{Line: 1, Column: 1}, n
			out.Diagnostics = diag.Append(out.Diagnostics, d)
		}
	}
}

// giveParts gives the one step of a message that says the same what it said more, and reports
// whether there is such a step.
func giveParts(steps []ir.Step, was *ir.Step) bool {
	for i := range steps {
		if s := &steps[i]; s.Message == was.Message && s.Kind == was.Kind && text.Equal(s.Text, was.Text) {
			s.More = was.More
			return true
		}
	}
	return false
}

// acts reports whether what was read of the words of a shape shows that these are in a style:
// there is a call, or an answer with its marker after a thought with its.
func (c *Converter) acts(out *Output, in *ir.Conversation) bool {
	s, thought := c.styleNamed(out.Style), false
	for i := range out.Read.Steps {
		switch it := &out.Read.Steps[i]; {
		case it.Kind == ir.Call, thought && it.Kind == ir.Answer && !it.Unmarked:
			return true
		case it.Kind == ir.Thought && s != nil:
			_, ok := s.Lexicon().At(in.Messages[it.Pos.Message].Content, it.Pos.Offset, 1<<grammar.MarkThought)
			thought = thought || ok
		}
	}
	return false
}

// callsInWords looks for calls in what the model says next to fields that could hold them. It
// reports them or, with refuse, refuses the transcript.
func (c *Converter) callsInWords(out *Output, said *ir.Conversation, refuse bool) error {
	w := foreigner{Converter: c, out: out, in: said, fields: true, reports: !refuse}
	if err := w.messages(); err != nil {
		return err
	}
	if refuse {
		if err := w.commands(); err != nil {
			return err
		}
	}
	if err := w.lastCommand(); err != nil {
		return err
	}
	c.unreadCalls(out, said)
	return nil
}

// unreadCalls reports the calls in a style's text that messages of a shape have next to their
// fields. A tool that is called there, too, is called once.
func (c *Converter) unreadCalls(out *Output, said *ir.Conversation) {
	words := &ir.Conversation{Messages: slices.Clone(said.Messages)}
	for i := range words.Messages {
		if m := &words.Messages[i]; m.Role != ir.RoleAssistant {
			m.Content = ir.Text{}
		}
	}
	style, _ := c.detector().Best(words, nil)
	if style == nil {
		return
	}
	res, err := readers.Recover(style, words)
	if err != nil {
		return
	}
	for i := range res.Transcript.Steps {
		it := &res.Transcript.Steps[i]
		if it.Kind != ir.Call || it.Invented || out.calls(it.Pos.Message, it.Tool) {
			continue
		}
		d := ir.Report(ir.CodeUnreadMarker, "a call in the text of {style} was not read as one: {tool}, next to fields that could hold it")
		at := text.NewLocator(words.Messages[it.Pos.Message].Content).At(it.Pos.Offset)
		d.Message, d.Pos, d.Style, d.Tool = it.Pos.Message+1, ir.Place(at), style.Name, it.Tool.String()
		out.Diagnostics = diag.Append(out.Diagnostics, d)
	}
}

// calls reports whether a tool is called in a message of what was read.
func (o *Output) calls(message int, tool ir.Text) bool {
	return slices.ContainsFunc(o.Read.Steps, func(s ir.Step) bool {
		return s.Kind == ir.Call && s.Message == message && text.Equal(s.Tool, tool)
	})
}
