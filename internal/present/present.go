// Package present prepares a record for people: its texts, in pieces that tell which
// diagnostics are about them, its steps, and what a conversion made of it. The command
// shows that in a terminal, the viewer and the playground on a page.
package present

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/jsonx"
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
	// Keys are the record's other keys, as far as they are shown.
	Keys []Key `json:"keys,omitempty"`
	// Notes are the diagnostics that are about no message.
	Notes []Note `json:"notes,omitempty"`
	// Reject says why the record can't be read or converted. If it is about a message, it
	// is also among the notes of its transcript.
	Reject *Note `json:"reject,omitempty"`
	// Raw is the beginning of a record in which no transcript was found.
	Raw string `json:"raw,omitempty"`
}

// Key is a key of a record that is not of its transcripts: an id, a source, a reward.
type Key struct {
	Name string `json:"name"`
	// Value is a string as it is, and JSON of all else.
	Value string `json:"value"`
}

// Transcript is one of a record's transcripts.
type Transcript struct {
	Style string `json:"style"`
	// Own is the system prompt that the record has in a key next to the messages, or nil.
	Own      *Message  `json:"own,omitempty"`
	Messages []Message `json:"messages"`
	Steps    []Step    `json:"steps"`
	// Alternatives continue Steps, each in a way of its own.
	Alternatives [][]Step `json:"alternatives,omitempty"`
	// Notes are the diagnostics about messages, to which Marks and Notes of all else point.
	Notes []Note `json:"notes,omitempty"`
}

// Own is where a Pair has the system prompt in a key of its own.
const Own = -1

// Message returns a message by its index, or the system prompt in a key of its own.
func (t *Transcript) Message(i int) *Message {
	if i == Own {
		return t.Own
	}
	return &t.Messages[i]
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
	// Count is how many it stands for, where only their number is known.
	Count int `json:"count,omitempty"`
}

// Number returns how many diagnostics a note stands for.
func (n *Note) Number() int { return max(1, n.Count) }

// Message is a message of a transcript. Runs put together are its text.
type Message struct {
	Role string `json:"role"`
	// Number counts the messages of the record from 1, as diagnostics do. It is 0 for a
	// prompt in a key of its own.
	Number int `json:"number"`
	// Alternative counts the versions of the last message from 1, where there are several.
	Alternative int   `json:"alternative,omitempty"`
	Runs        []Run `json:"runs"`
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
	r, err := readRecord(e, rec)
	if err != nil {
		r = failed(rec, err)
	}
	return r
}

// failed presents a record that can't be presented.
func failed(rec *dataset.Record, err error) *Record {
	r := newRecord(rec, &dataset.Inspection{})
	r.reject(rec, err)
	return r
}

// readRecord is Read. Its error is a fault of ours.
func readRecord(e *dataset.Engine, rec *dataset.Record) (r *Record, fault error) {
	defer diag.Guard(&fault, true)
	found, err := e.Inspect(rec)
	r = newRecord(rec, &found)
	for i := range found.Transcripts {
		t := &found.Transcripts[i]
		diags := t.Diagnostics
		if i == len(found.Transcripts)-1 {
			diags = withReject(diags, err)
		}
		r.Transcripts = append(r.Transcripts, transcriptOf(t, diags))
	}
	r.Keys = keysOf(&found)
	r.about(found.Diagnostics)
	r.reject(rec, err)
	return r, nil
}

// keysOf returns the first of the other keys of a record, long values cut.
func keysOf(found *dataset.Inspection) (keys []Key) {
	const most, longest = 200, 20_000
	for name, value := range found.OtherKeys() {
		if len(keys) == most {
			break
		}
		k := Key{Name: name, Value: string(value)}
		if value[0] == '"' {
			k.Value = jsonx.Unquote(value[1 : len(value)-1])
		}
		k.Value = clip.Dots(strings.ToValidUTF8(k.Value, "\ufffd"), longest)
		keys = append(keys, k)
	}
	return keys
}

func newRecord(rec *dataset.Record, found *dataset.Inspection) *Record {
	r := &Record{File: rec.File, Number: rec.Number, Offset: rec.Offset, Size: len(rec.Raw), Style: found.Style}
	if found.Layout != dataset.LayoutAuto {
		r.Layout = found.Layout.String()
	}
	return r
}

// about takes the diagnostics that are about no message.
func (r *Record) about(diags []ir.Diagnostic) {
	for i := range diags {
		if diags[i].Message == 0 {
			r.Notes = append(r.Notes, noteOf(&diags[i]))
		}
	}
}

func notesOf(diags []ir.Diagnostic) (out []Note) {
	for i := range diags {
		out = append(out, noteOf(&diags[i]))
	}
	return out
}

// withReject adds an error that is about a message to diagnostics.
func withReject(diags []ir.Diagnostic, err error) []ir.Diagnostic {
	if d, ok := errors.AsType[*ir.Diagnostic](err); ok && d.Message > 0 {
		return append(diags[:len(diags):len(diags)], *d)
	}
	return diags
}

// mostRaw is how many bytes are shown of a record in which no transcript was found.
const mostRaw = 100_000

// reject notes why a record can't be read or converted.
func (r *Record) reject(rec *dataset.Record, err error) {
	if err == nil {
		return
	}
	note := Note{Severity: string(ir.Reject), Code: string(ir.CodeInternal), Text: err.Error()}
	if d, ok := errors.AsType[*ir.Diagnostic](err); ok {
		note = noteOf(d)
	}
	r.Reject = &note
	if !slices.ContainsFunc(r.Transcripts, func(t Transcript) bool { return len(t.Steps)+len(t.Messages) > 0 }) {
		r.Raw = strings.ToValidUTF8(string(rec.Raw[:min(len(rec.Raw), mostRaw)]), "\ufffd")
	}
}

func noteOf(d *ir.Diagnostic) Note {
	if d.Counted {
		return Note{Severity: string(d.Severity), Code: string(d.Code), Text: fmt.Sprintf("%d more: only their number is kept", d.Number()), Count: d.Number()}
	}
	return Note{Severity: string(d.Severity), Code: string(d.Code), Text: d.Text(), Message: d.Message, Line: d.Pos.Line, Column: d.Pos.Column}
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
