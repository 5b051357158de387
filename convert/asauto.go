package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// asAuto reads what was written as one does who is not told its style, and returns what
// is another step then, or "". Where that style is detected, or another in which the
// steps are the same, nothing is.
func (c *Converter) asAuto(written *Conversation, out *Output) string {
	if c.opts.ReadBack == ReadBackStyle || !c.mayMislead(written, out) {
		return ""
	}
	again, err := c.auto().ReadConversation(written)
	defer again.Release()
	if err != nil { // it is refused, and not misread
		return ""
	}
	if reason := ir.Diff(said(&out.Lowered), said(&again.Read)); reason != "" {
		return fmt.Sprintf("where the style is detected it is taken for %s: %s; --read-back style permits that", again.Style, reason)
	}
	return ""
}

// said returns a transcript without what styles say each in their own words: the
// meaning of a sentence, the outcome, and the spaces before lines that need one.
func said(t *ir.Transcript) *ir.Transcript {
	plain := *t
	plain.Steps = slices.Clone(t.Steps)
	plain.Alternatives = slices.Clone(t.Alternatives)
	for i := range plain.Alternatives {
		plain.Alternatives[i] = slices.Clone(plain.Alternatives[i])
	}
	for _, steps := range append(plain.Alternatives[:len(plain.Alternatives):len(plain.Alternatives)], plain.Steps) {
		for i := range steps {
			s := &steps[i]
			s.FixedSentence, s.Outcome, s.More, s.Text = ir.NoSentence, ir.Unknown, nil, unindented(s.Text)
		}
	}
	return &plain
}

// mayMislead reports whether what was written may be taken for another style: something
// in it begins a line as one of those does or had to be escaped, or nothing in it speaks for its own. Most
// texts hold neither, and need no detection.
func (c *Converter) mayMislead(written *Conversation, out *Output) bool {
	if len(out.emitter.EscapedLines) > 0 || written.Flat && readers.MayBePrint(written.Text) {
		return true
	}
	d, marked := c.detector(), false
	quotes := func(steps []ir.Step) bool {
		for i := range steps {
			s := &steps[i]
			switch s.Kind {
			case ir.Call:
				marked = true
			case ir.Answer:
				if i+1 < len(steps) && steps[i+1].Kind != ir.User && (written.Flat || steps[i+1].Message == s.Message) {
					return true // other styles have the same marker, and end an answer elsewhere
				}
				marked = marked || !s.Unmarked && !c.to.ProseAnswer()
			case ir.Thought:
				marked = marked || c.to.Family == styles.Markers
			}
			text := s.Text
			if s.Kind == ir.Call {
				if s.Args.Form != ir.PlainText {
					continue
				}
				text = s.Args.Raw
			}
			if d.Quotes(c.to, text, !written.Flat && s.Role != ir.RoleAssistant) {
				return true
			}
		}
		return false
	}
	if out.Lowered.System != nil && written.Flat && d.Quotes(c.to, out.Lowered.System.Text, false) {
		return true
	}
	return quotes(out.Lowered.Steps) || slices.ContainsFunc(out.Lowered.Alternatives, quotes) || !marked
}

// unindented returns a text without the spaces with which its lines begin.
func unindented(t ir.Text) ir.Text {
	lines := strings.Split(t.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimLeft(lines[i], " ")
	}
	return ir.Plain(strings.Join(lines, "\n"))
}
