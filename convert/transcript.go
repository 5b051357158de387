// Package convert turns one transcript from one style into another: it detects
// the style, reads, lowers to what the target can say, writes, reads back and
// reports.
//
// Most users need one function: [Transcript] for chat messages, or [Text] for a
// plain transcript. A [Converter] does the same step by step, for those who
// keep transcripts in a layout of their own.
package convert

import (
	"errors"

	"github.com/toolspeak/toolspeak/ir"
)

// Report says what was done to a transcript.
type Report struct {
	// Style is the style that the source was read in, or Plain.
	Style string
	// Steps counts what was read, by kind.
	Steps map[string]int
	// Diagnostics are the repairs and losses, in order.
	Diagnostics []ir.Diagnostic
}

// Transcript converts the messages of one conversation. The messages that come
// back are new; in is not changed. Unless opts.NoVerify is set they have been
// read back and compared.
//
// A transcript that can't be converted gives an error that wraps a
// *ir.Diagnostic; a wrong option gives an *OptionError or a
// *styles.UnknownError.
func Transcript(in []ir.Message, opts Options) ([]ir.Message, Report, error) {
	out, report, err := once(&Conversation{Messages: in}, opts)
	if err != nil {
		return nil, report, err
	}
	messages := make([]ir.Message, len(out.Messages))
	for i, m := range out.Messages {
		messages[i] = ir.Message{Role: m.Role, Content: m.Content}
	}
	return messages, report, nil
}

// Text is Transcript for a plain transcript, in which role lines part the turns.
func Text(in string, opts Options) (string, Report, error) {
	out, report, err := once(&Conversation{Flat: true, Text: ir.Plain(in)}, opts)
	if err != nil {
		return "", report, err
	}
	return out.Text.String(), report, nil
}

// errNeutral says that the neutral document is no list of messages.
var errNeutral = errors.New(`the neutral style "ir" is a document: use Converter and ir.AppendDocument`)

func once(in *Conversation, opts Options) (*Output, Report, error) {
	c, err := New(opts)
	if err != nil {
		return nil, Report{}, err
	}
	if c.Neutral() {
		return nil, Report{}, errNeutral
	}
	out, err := c.Convert(in)
	report := out.Report()
	if err == nil && !opts.NoVerify {
		err = c.Verify(out.Conversation(), out)
	}
	return out, report, err
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

// Conversation returns what was written as a conversation, ready to be read.
func (o *Output) Conversation() *Conversation {
	c := &Conversation{Alternatives: o.Alternatives, HasAlternatives: o.Lowered.HasAlternatives}
	if o.System != nil {
		c.System, c.HasSystem = *o.System, true
	}
	if o.Flat {
		c.Flat, c.Text = true, o.Text
		return c
	}
	for _, m := range o.Messages {
		c.Messages = append(c.Messages, ir.Message{Role: m.Role, Content: m.Content})
	}
	return c
}
