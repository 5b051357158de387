// Package present prepares a record for people: its texts, in pieces that tell which
// diagnostics are about them, its steps, and what a conversion made of it. The command
// shows that in a terminal, the viewer and the playground on a page.
package present

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// Record is a record as it is shown.
type Record struct {
	File        string       `json:"file"`
	Number      int          `json:"number"`
	Offset      int64        `json:"offset"`
	Size        int          `json:"size"`
	Style       string       `json:"style"`
	Layout      string       `json:"layout"`
	Transcripts []Transcript `json:"transcripts"`
	// Notes are the diagnostics that are about no message.
	Notes []Note `json:"notes,omitempty"`
	// Reject says why the record can't be read.
	Reject *Note `json:"reject,omitempty"`
}

// Transcript is one of a record's transcripts.
type Transcript struct {
	Style    string    `json:"style"`
	Messages []Message `json:"messages"`
	Steps    []Step    `json:"steps"`
	// Alternatives continue Steps, each in a way of its own.
	Alternatives [][]Step `json:"alternatives,omitempty"`
	// Notes are the diagnostics, to which Marks and Notes of all else point.
	Notes []Note `json:"notes,omitempty"`
}

// Note is a diagnostic.
type Note struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Text     string `json:"text"`
	// Message, Line and Column say where, from 1, or are 0.
	Message int `json:"message"`
	Line    int `json:"line"`
	Column  int `json:"column"`
}

// Message is a message of a transcript. Runs put together are its text.
type Message struct {
	Role string `json:"role"`
	Runs []Run  `json:"runs"`
	// Notes are the diagnostics about it.
	Notes []int `json:"notes,omitempty"`
}

// Text returns the text of the message.
func (m *Message) Text() string {
	var b bytes.Buffer
	for _, r := range m.Runs {
		b.WriteString(r.Text)
	}
	return b.String()
}

// Run is a piece of a text. Marks are the diagnostics that are about it.
type Run struct {
	Text  string `json:"text"`
	Marks []int  `json:"marks,omitempty"`
}

// Step is a step of a transcript.
type Step struct {
	Kind    string `json:"kind"`
	Role    string `json:"role"`
	Message int    `json:"message"` // from 1
	Text    string `json:"text,omitempty"`
	Tool    string `json:"tool,omitempty"`
	// Args is a call's argument, indented where it is JSON, and Form its form.
	Args    string `json:"args,omitempty"`
	Form    string `json:"form,omitempty"`
	Outcome string `json:"outcome,omitempty"`
	Failed  bool   `json:"failed,omitempty"`
	// Fixed reports whether a thought is a fixed sentence.
	Fixed bool  `json:"fixed,omitempty"`
	Notes []int `json:"notes,omitempty"`
}

// Read reads a record and presents it.
func Read(e *dataset.Engine, rec *dataset.Record) *Record {
	found, err := e.InspectRecord(rec)
	r := &Record{File: rec.File, Number: rec.Number, Offset: rec.Offset, Size: len(rec.Raw), Style: found.Style, Layout: found.Layout.String()}
	for i := range found.Transcripts {
		t := &found.Transcripts[i]
		r.Transcripts = append(r.Transcripts, transcriptOf(t, t.Diagnostics))
	}
	r.reject(err)
	return r
}

// reject notes why a record can't be read or converted. Where it is about a message it
// is also among the notes of that.
func (r *Record) reject(err error) {
	if err == nil {
		return
	}
	note := Note{Severity: ir.Reject.String(), Code: string(ir.CodeInternal), Text: err.Error()}
	if d := (*ir.Diagnostic)(nil); errors.As(err, &d) {
		note = noteOf(d)
	}
	r.Reject = &note
}

func noteOf(d *ir.Diagnostic) Note {
	return Note{Severity: d.Severity.String(), Code: string(d.Code), Text: d.Text(), Message: d.Message, Line: d.Pos.Line, Column: d.Pos.Column}
}

// transcriptOf presents a transcript with diagnostics about it.
func transcriptOf(t *dataset.Reading, diags ir.Diagnostics) Transcript {
	out := Transcript{Style: t.Style, Messages: []Message{}, Steps: []Step{}}
	for i := range diags {
		out.Notes = append(out.Notes, noteOf(&diags[i]))
	}
	if t.System != nil && t.Conversation == nil {
		out.Messages = append(out.Messages, Message{Role: ir.RoleSystem.String(), Runs: []Run{{Text: t.System.Text.String()}}})
	}
	out.Steps = stepsOf(t.Steps)
	for _, a := range t.Alternatives {
		out.Alternatives = append(out.Alternatives, stepsOf(a))
	}
	if t.Conversation == nil {
		out.Messages = append(out.Messages, spoken(out.Steps)...)
		return out
	}
	for i, text := range textsOf(t.Conversation) {
		m := Message{Role: text.Role.String()}
		m.Runs, m.Notes = marked(text.Content.String(), i+1, diags)
		out.Messages = append(out.Messages, m)
	}
	placeNotes(out.Steps, t.Steps, textsOf(t.Conversation), diags)
	return out
}

// textsOf returns the messages of a conversation. A plain transcript is one of the
// role text, and alternatives are further ones of the assistant.
func textsOf(c *ir.Conversation) []ir.Message {
	if c.Flat {
		return []ir.Message{{Role: ir.RoleUser, Content: c.Text}}
	}
	list := c.Messages[:len(c.Messages):len(c.Messages)]
	for _, a := range c.Alternatives {
		list = append(list, ir.Message{Role: ir.RoleAssistant, Content: a})
	}
	return list
}

func stepsOf(list []ir.Step) []Step {
	steps := make([]Step, len(list))
	for i := range list {
		s := &list[i]
		steps[i] = Step{
			Kind: s.Kind.String(), Role: s.Role.String(), Message: s.Message + 1, Text: s.Text.String(), Tool: s.Tool.String(),
			Failed: s.Failed, Fixed: s.FixedSentence != ir.NoSentence,
		}
		if s.Outcome != ir.Unknown {
			steps[i].Outcome = s.Outcome.String()
		}
		if s.Kind == ir.Call {
			steps[i].Args, steps[i].Form = Indent(s.Args), s.Args.Form.String()
		}
	}
	return steps
}

// Indent returns an argument for people: JSON indented, where it does not fit into a
// line, with its own spelling of strings and numbers; all else as it is.
func Indent(a ir.Args) string {
	const line = 60
	raw := a.Raw.String()
	if a.Form != ir.JSON || len(raw) <= line {
		return raw
	}
	var b bytes.Buffer
	if json.Indent(&b, []byte(raw), "", "  ") != nil {
		return raw
	}
	return b.String()
}

// spoken makes messages of steps that have none, such as those of native tool calls.
func spoken(steps []Step) []Message {
	var list []Message
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
		if len(list) == 0 || s.Message != last {
			list = append(list, Message{Role: s.Role})
		}
		last = s.Message
		m := &list[len(list)-1]
		if len(m.Runs) > 0 {
			words = "\n" + words
		}
		m.Runs = append(m.Runs, Run{Text: words})
	}
	return list
}
