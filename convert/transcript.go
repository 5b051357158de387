// Package convert turns one transcript from one style into another: it detects
// the style, reads, lowers to what the target can say, writes, reads back and
// reports.
//
// [New] makes a [Converter]. Most users need one of its methods: Messages for chat
// messages, Text for a plain transcript, or Read for the steps alone. Convert,
// ReadConversation and Verify are for those who keep transcripts in a layout of
// their own; package dataset is made of them.
package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/ir"
)

// Report says what was done to a transcript.
type Report struct {
	// Style is the style that the source was read in, or Plain.
	Style string
	// Steps counts what was read, by kind.
	Steps map[string]int
	// Diagnostics are the repairs, losses and notes, in order.
	Diagnostics []ir.Diagnostic
}

// Messages converts the messages of one conversation. The messages that come back
// are new; in is not changed. Unless Options.SkipVerify is set they have been read
// back and compared.
//
// The error of a conversation that can't be converted is a *ir.Diagnostic. Where
// the options ask for something else than messages it is an *OptionError.
func (c *Converter) Messages(in []ir.Message) ([]ir.Message, Report, error) {
	out, report, err := c.reported(&ir.Conversation{Messages: in}, MessageShape)
	if err != nil {
		return nil, report, err
	}
	messages := make([]ir.Message, len(out.Messages))
	for i, m := range out.Messages {
		messages[i] = ir.Message{Role: m.Role, Content: m.Content}
	}
	return messages, report, nil
}

// Text is Messages for a plain transcript, in which role lines part the messages.
func (c *Converter) Text(in string) (string, Report, error) {
	out, report, err := c.reported(&ir.Conversation{Flat: true, Text: ir.Plain(in)}, TextShape)
	if err != nil {
		return "", report, err
	}
	return out.Text.String(), report, nil
}

// Read reads the messages of one conversation into steps. It needs no target.
func (c *Converter) Read(in []ir.Message) ([]ir.Step, Report, error) {
	out, err := c.ReadConversation(&ir.Conversation{Messages: in})
	return out.Read.Steps, out.Report(), err
}

// reported converts a conversation into one of the wanted shape.
func (c *Converter) reported(in *ir.Conversation, wanted Shape) (*Output, Report, error) {
	if shape := c.opts.Shape; shape != KeepShape && shape != wanted {
		return nil, Report{}, &OptionError{Option: "shape", Value: string(shape), Allowed: []string{string(wanted)}}
	}
	if c.ofSteps() {
		return nil, Report{}, c.noStyle()
	}
	out, err := c.Convert(in)
	return out, out.Report(), err
}

// noStyle says that the target is none of the styles that have a text.
func (c *Converter) noStyle() error {
	err := &OptionError{Option: "to", Value: c.opts.To}
	for _, s := range c.all {
		err.Allowed = append(err.Allowed, s.Name)
	}
	return err
}

// Report sums the output up.
func (o *Output) Report() Report {
	r := Report{Style: o.Style, Steps: map[string]int{}, Diagnostics: o.Diagnostics}
	for i := range o.Read.Steps {
		r.Steps[o.Read.Steps[i].Kind.String()]++
	}
	for _, alternative := range o.Read.Alternatives {
		for i := range alternative {
			r.Steps[alternative[i].Kind.String()]++
		}
	}
	return r
}

// OwnStyle returns the name of the style that the record's own system prompt teaches, or
// "" where there is no such prompt or none is recognised in it.
func (o *Output) OwnStyle() string {
	if o.own == nil || o.own.style == nil {
		return ""
	}
	return o.own.style.Name
}

// Conversation returns what was written as a conversation, ready to be read.
func (o *Output) Conversation() *ir.Conversation {
	c := &ir.Conversation{Alternatives: o.Alternatives, HasAlternatives: o.Lowered.HasAlternatives}
	if o.System != nil {
		c.System, c.HasSystem = *o.System, true
	}
	if o.Flat {
		c.Flat, c.Text = true, o.Text
		return c
	}
	c.Messages = slices.Grow(c.Messages, len(o.Messages))
	for _, m := range o.Messages {
		c.Messages = append(c.Messages, ir.Message{Role: m.Role, Content: m.Content})
	}
	return c
}
