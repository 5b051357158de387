package dataset

import (
	"errors"
	"slices"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/memo"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

// Offer is the tools that a record offers.
type Offer struct {
	// ToolList holds the tools, or is nil where the record offers none. It may be
	// shared between records and is not to be changed.
	ToolList *prompts.ToolList
	// Diagnostics are what was noticed in reading it, in order. Places in a
	// system message count in that message; others are where in the record the
	// key's value begins.
	Diagnostics []ir.Diagnostic

	teaches bool // a style's format instructions were recognised
}

// ToolLists returns a function that finds the tools that a record of an input offers, in
// the engine's layout. The reader reads system prompts, and tries the templates first. The
// function's error is that of Record about what is no transcript, and places in the
// diagnostics count in the record. It remembers what it has read, in bounded memory: the
// records of a data set share a few system prompts. It is safe for concurrent use.
func (e *Engine) ToolLists(reader *prompts.Translator, templates ...*prompts.Template) func(*Record) (Offer, error) {
	return newToolLists(e, reader, templates...).ofRecord
}

// toolLists reads the tools that records offer.
type toolLists struct {
	engine    *Engine
	reader    *prompts.Translator
	templates []*prompts.Template
	// prompts remembers the system prompts that were read.
	prompts *memo.Cache[Offer]
}

func newToolLists(e *Engine, reader *prompts.Translator, templates ...*prompts.Template) *toolLists {
	const most = 8 << 20 // bytes that are remembered of each spelling
	return &toolLists{engine: e, reader: reader, templates: templates, prompts: memo.New[Offer](most)}
}

// ofRecord finds the tools of a record: those of the first system message that offers any
// or, failing that, of the record's own "system" string, of its "tools" key, and of the
// user's first turn, if that is a prompt. What the other turns say does not matter.
func (c *toolLists) ofRecord(rec *Record) (found Offer, err error) {
	defer diag.Guard(&err, c.engine.opts.Debug)
	if rec.Fault != nil {
		return Offer{}, rec.Fault
	}
	return c.of(c.engine.openRecord(rec))
}

// of finds the tools of a record.
func (c *toolLists) of(r *layouts.Record, d *ir.Diagnostic) (Offer, error) {
	var found Offer
	if d != nil {
		return found, d
	}
	for i := range r.Len() {
		t, d := r.Transcript(i)
		if d != nil {
			return found, d
		}
		switch {
		case t.Steps != nil && c.steps(&found, t.Steps), t.Steps == nil && t.Conversation.Flat && c.flat(&found, t.Conversation):
			return found, nil
		}
	}
	for number, text := range r.SystemMessages() {
		if c.prompt(&found, text, number) {
			return found, nil
		}
	}
	if c.context(&found, r); found.ToolList == nil {
		return found, c.opening(&found, r)
	}
	return found, nil
}

// opening reads the user's first turn, which may be the prompt: convert translates it too.
func (c *toolLists) opening(found *Offer, r *layouts.Record) error {
	for i := range r.Len() {
		t, d := r.Transcript(i)
		if d != nil {
			return d
		}
		if t.Conversation == nil || t.Conversation.Flat {
			continue
		}
		first := slices.IndexFunc(t.Conversation.Messages, func(m ir.Message) bool { return m.Role != ir.RoleSystem })
		if first < 0 || t.Conversation.Messages[first].Role != ir.RoleUser {
			continue
		}
		if text := t.Conversation.Messages[first].Content; c.read(text).teaches && c.prompt(found, text, first+1) {
			break
		}
	}
	return nil
}

// flat reads the system turn of a plain transcript. Whether its other turns can
// be read does not matter.
func (c *toolLists) flat(found *Offer, in *ir.Conversation) bool {
	out, _ := c.engine.conv.ReadConversation(in)
	if out == nil || out.Read.System == nil {
		return false
	}
	return c.prompt(found, out.Read.System.Text, 1)
}

// steps reads the system prompt of a transcript of a shape, and the tools next to it.
func (c *toolLists) steps(found *Offer, t *ir.Transcript) bool {
	if s := t.System; s != nil && (s.Tools != nil && c.definitions(found, s.Tools, ir.Place{}) || c.prompt(found, s.Text, 0)) {
		return true
	}
	return t.Tools != nil && c.definitions(found, t.Tools, ir.Place{})
}

// context reads what a record has next to its transcripts: its tools only where its
// system prompt offers none.
func (c *toolLists) context(found *Offer, r *layouts.Record) {
	systemAt, toolsAt := r.ContextAt()
	own := r.Context()
	if own.HasSystem {
		before := len(found.Diagnostics)
		offers := c.prompt(found, own.System, 0)
		for i := range found.Diagnostics[before:] {
			d := &found.Diagnostics[before+i]
			d.Pos.Line, d.Pos.Column = r.Place(systemAt)
			d.End = ir.Place{}
		}
		if offers {
			return
		}
	}
	if own.Tools != nil {
		var spot ir.Place
		spot.Line, spot.Column = r.Place(toolsAt)
		c.definitions(found, own.Tools, spot)
	}
}

// prompt reads a system prompt, which is the message of that number, and reports
// whether it offers tools.
func (c *toolLists) prompt(found *Offer, text ir.Text, message int) bool {
	if text.Empty() {
		return false
	}
	read := c.read(text)
	for _, d := range read.Diagnostics {
		d.Message = message
		found.Diagnostics = diag.Append(found.Diagnostics, d)
	}
	found.ToolList = read.ToolList
	return found.ToolList != nil
}

// read takes a prompt apart, or remembers what it was.
func (c *toolLists) read(text ir.Text) *Offer {
	o, again := c.prompts.FindBytes(text.B)
	if o != nil {
		return o
	}
	r := c.reader.Read(text.String(), c.templates...)
	o = &Offer{Diagnostics: r.Diagnostics, teaches: r.Style != nil}
	if len(r.ToolList.Tools) > 0 {
		toolList := r.ToolList // without what else the reading holds
		o.ToolList = &toolList
	}
	if again {
		c.prompts.Keep(string(text.B), o, len(text.B)) // a tool list takes about as much as its text
	}
	return o
}

// definitions reads a list of definitions and reports whether it offers tools.
func (c *toolLists) definitions(found *Offer, list []byte, spot ir.Place) bool {
	toolList, err := c.reader.ParseDefinitions(list)
	if err != nil {
		var cause *prompts.SyntaxError
		words := err.Error()
		if errors.As(err, &cause) && spot.Line > 0 {
			spot = diag.Moved(ir.Place{Line: cause.Line, Column: cause.Column}, spot.Line, spot.Column)
			words = cause.Text
		}
		found.note(spot, ir.Reportf(ir.CodeToolListUnread, "the tools next to the messages can't be read: %s", words))
		return false
	}
	if toolList.Python {
		found.note(spot, ir.Report(ir.CodeToolListPython, "the tools next to the messages are a Python literal and were read as the JSON that it means"))
	}
	for _, other := range toolList.LeftOut {
		found.note(spot, ir.Reportf(ir.CodeToolDropped, "the tools next to the messages hold %s, which is no function: it was left out", other))
	}
	if len(toolList.Tools) == 0 {
		return false
	}
	found.ToolList = &toolList
	return true
}

// note adds a diagnostic at the place of spot.
func (o *Offer) note(spot ir.Place, d ir.Diagnostic) {
	d.Pos = spot
	o.Diagnostics = diag.Append(o.Diagnostics, d)
}
