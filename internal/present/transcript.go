package present

import (
	"sort"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// transcriptOf presents a transcript with the diagnostics about its messages.
func transcriptOf(t *dataset.Reading, all []ir.Diagnostic) Transcript {
	diags := make([]ir.Diagnostic, 0, len(all))
	out := Transcript{Style: t.Style, Messages: []Message{}, Steps: stepsOf(t.Steps)}
	for i := range all {
		if all[i].Message > 0 {
			diags = append(diags, all[i])
			out.Notes = append(out.Notes, noteOf(&all[i]))
		}
	}
	for _, a := range t.Alternatives {
		out.Alternatives = append(out.Alternatives, stepsOf(a))
	}
	if t.Own != nil {
		out.Own = &Message{Role: ir.RoleSystem.String(), Runs: []Run{{Text: t.Own.Text.String()}}}
	}
	if t.Conversation == nil {
		out.spoken(t)
		out.placeByMessage()
		return out
	}
	texts := textsOf(t.Conversation)
	about := byMessage(diags, texts)
	for i, m := range texts {
		m.Runs, m.Notes = marked(m.content.String(), about[i], diags)
		out.Messages = append(out.Messages, m.Message)
	}
	out.placeNotes(t, texts, about, diags)
	return out
}

// placeNotes adds the diagnostics about each text to the steps that were read from it.
func (t *Transcript) placeNotes(r *dataset.Reading, texts []message, about [][]int, diags []ir.Diagnostic) {
	var contents []ir.Text
	var which []int
	for i := range texts {
		m := &texts[i]
		if m.Alternative == 0 {
			contents, which = append(contents, m.content), append(which, about[i]...)
			continue
		}
		if k := m.Alternative - 1; k < len(r.Alternatives) {
			placeNotes(t.Alternatives[k], r.Alternatives[k], append(contents[:len(contents):len(contents)], m.content), false, diags, about[i])
		}
	}
	placeNotes(t.Steps, r.Steps, contents, r.Conversation.Flat, diags, which)
}

// message is a message whose text is not cut yet.
type message struct {
	Message
	content ir.Text
}

// textsOf returns the messages of a conversation. Plain text is one, and alternatives are
// further ones of the assistant.
func textsOf(c *ir.Conversation) []message {
	if c.Flat {
		return []message{{Message{Role: "text", Number: 1}, c.Text}}
	}
	list := make([]message, 0, len(c.Messages)+len(c.Alternatives))
	for i, m := range c.Messages {
		list = append(list, message{Message{Role: m.Role.String(), Number: i + 1}, m.Content})
	}
	for i, a := range c.Alternatives {
		list = append(list, message{Message{Role: ir.RoleAssistant.String(), Number: len(c.Messages) + 1, Alternative: i + 1}, a})
	}
	return list
}

// spoken makes messages of steps that have none, such as those of native tool calls.
func (t *Transcript) spoken(r *dataset.Reading) {
	if r.System != nil {
		t.Messages = append(t.Messages, Message{Role: ir.RoleSystem.String(), Number: 1, Runs: []Run{{Text: r.System.Text.String()}}})
	}
	t.speak(t.Steps, 0)
	for i, a := range t.Alternatives {
		t.speak(a, i+1)
	}
}

// speak adds the messages of steps.
func (t *Transcript) speak(steps []Step, alternative int) {
	last := 0
	for i := range steps {
		s := &steps[i]
		words := s.Text
		switch s.Kind {
		case ir.Call.String():
			words = "→ " + s.Tool + " " + s.Args
		case ir.Observation.String():
			words = "← " + s.Tool + " " + s.Text
		}
		if s.Message != last {
			t.Messages = append(t.Messages, Message{Role: s.Role, Number: s.Message, Alternative: alternative})
		}
		last = s.Message
		m := &t.Messages[len(t.Messages)-1]
		if len(m.Runs) > 0 {
			words = "\n" + words
		}
		m.Runs = append(m.Runs, Run{Text: words})
	}
}

// placeByMessage adds each diagnostic to the message that it is about, and to the last
// step of that or of those before it: of what are fields, places say no more.
func (t *Transcript) placeByMessage() {
	if len(t.Messages) == 0 {
		return
	}
	atOrBefore := func(n int, number func(int) int, message int) int {
		return max(0, sort.Search(n, func(i int) bool { return number(i) > message })-1)
	}
	for n := range t.Notes {
		m := &t.Messages[atOrBefore(len(t.Messages), func(i int) int { return t.Messages[i].Number }, t.Notes[n].Message)]
		m.Notes = append(m.Notes, n)
		if len(t.Steps) > 0 {
			s := &t.Steps[atOrBefore(len(t.Steps), func(i int) int { return t.Steps[i].Message }, t.Notes[n].Message)]
			s.Notes = append(s.Notes, n)
		}
	}
}
