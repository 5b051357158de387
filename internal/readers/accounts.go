package readers

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Accounts appends to diags, which a reading of the conversation in the style gave, what that
// leaves over: results without a call, calls without a result before the transcript goes on,
// and lines with the marker of a call that were not read as one. In a transcript that is read
// rightly there is none.
func Accounts(s *grammar.Style, c *ir.Conversation, t *ir.Transcript, diags []ir.Diagnostic) []ir.Diagnostic {
	a := accounts{style: s, in: c, transcript: t, diags: diags}
	a.pairs()
	if c.Flat {
		a.markers(0, c.Text, t.Steps)
		if !a.framed() {
			a.held(0, c.Text, t.Steps)
		}
		return a.diags
	}
	steps := t.Steps
	for i := range c.Messages {
		n := 0
		for n < len(steps) && steps[n].Pos.Message <= i {
			n++
		}
		if c.Messages[i].Role == ir.RoleAssistant {
			a.markers(i, c.Messages[i].Content, steps[:n])
		}
		if c.Messages[i].Role != ir.RoleSystem {
			a.held(i, c.Messages[i].Content, steps[:n])
		}
		steps = steps[n:]
	}
	for i := range c.Alternatives {
		a.located = 0
		if i < len(t.Alternatives) {
			a.markers(len(c.Messages), c.Alternatives[i], t.Alternatives[i])
			a.held(len(c.Messages), c.Alternatives[i], t.Alternatives[i])
		}
	}
	return a.diags
}

// accounts is what is known of a reading.
type accounts struct {
	style      *grammar.Style
	in         *ir.Conversation
	transcript *ir.Transcript
	diags      []ir.Diagnostic
	// locator is that of the current text, which is the content of message located, from 1.
	locator text.Locator
	located int
	// looks counts the words whose place was looked for.
	looks int
	// counted takes the fields of what is not kept.
	counted ir.Diagnostic
}

// place returns where an offset of a message is, whose content is t.
func (a *accounts) place(message int, t ir.Text, offset int) ir.Place {
	if a.located != message+1 {
		a.locator, a.located = *text.NewLocator(t), message+1
	}
	return ir.Place(a.locator.At(offset))
}

// report reports something at an offset of a message, whose content is t.
func (a *accounts) report(message int, t ir.Text, offset int, code ir.Code, words string) *ir.Diagnostic {
	if !diag.Keeps(a.diags, code) {
		a.diags = diag.Count(a.diags, code, 1)
		return &a.counted
	}
	d := ir.Report(code, words)
	d.Message, d.Pos = message+1, a.place(message, t, offset)
	if a.in.Flat {
		d.Message = 1
	}
	d.Style = a.style.Name
	a.diags = append(a.diags, d)
	return &a.diags[len(a.diags)-1]
}

// reportStep reports something of a step.
func (a *accounts) reportStep(s *ir.Step, code ir.Code, words string) *ir.Diagnostic {
	at := s.Pos
	if a.in.Flat {
		return a.report(0, a.in.Text, at.Offset, code, words)
	}
	return a.report(at.Message, a.in.Messages[at.Message].Content, at.Offset, code, words)
}

// pairs reports results without a call, and calls without a result before the transcript
// goes on.
func (a *accounts) pairs() {
	steps := a.transcript.Steps
	var links dialogue.Links
	links.FindInText(steps, func(*ir.Step) bool { return false })
	for i := range steps {
		if links.Orphan(steps, i, !a.style.ProseAnswer()) {
			a.reportStep(&steps[i], ir.CodeOrphanResult, "the result answers no call before it")
		}
	}
	for _, i := range links.Unanswered {
		if dialogue.GoesOn(steps, i) && !asksUser(steps, i) {
			a.reportStep(&steps[i], ir.CodeOpenCall, "the call of {tool} has no result").Tool = steps[i].Tool.String()
		}
	}
}

// asksUser reports whether a call is a question to the user, who answers it.
func asksUser(steps []ir.Step, call int) bool {
	if call+1 == len(steps) || steps[call+1].Kind != ir.User {
		return false
	}
	name := strings.ToLower(steps[call].Tool.String())
	return strings.Contains(name, "ask") || strings.Contains(name, "user") || strings.Contains(name, "human")
}

// markers reports the lines of a text with the marker of a call that was not read as one.
// steps are those of the text.
func (a *accounts) markers(message int, t ir.Text, steps []ir.Step) {
	lex := a.style.Lexicon()
	for _, m := range lex.Markers(1 << grammar.MarkCall) {
		a.located = 0
		for at, end := text.Index(t, 0, m.Text); at >= 0; at, end = text.Index(t, end, m.Text) {
			if !beginsLine(t, at) {
				continue
			}
			if found, ok := lex.At(t, at, 1<<grammar.MarkCall); ok && a.names(t, found.End) {
				a.marker(message, t, steps, at, found.End)
			}
		}
	}
}

// names reports whether what is after the marker of a call, which ends at an offset of t, may name
// a tool: not a marker, not a word that says that none is called, and not the words of format
// instructions.
func (a *accounts) names(t ir.Text, end int) bool {
	if a.style.InElements() {
		return true
	}
	at := text.SkipSpace(t, end, t.Len())
	if _, marker := a.style.Lexicon().At(t, at, grammar.StyleMarks); marker {
		return false
	}
	line := lineAt(t, at)
	said, _, _ := strings.Cut(line.Trim().String(), "(")
	return !isNone(ir.Plain(said)) && !isPlaceholder(line)
}

// marker reports the marker of a call between two offsets of a text, unless it was read, or is
// part of an argument that says where it ends.
func (a *accounts) marker(message int, t ir.Text, steps []ir.Step, at, end int) {
	if sys := a.transcript.System; sys != nil && a.in.Flat && at >= sys.Pos.Offset && (len(steps) == 0 || at < steps[0].Pos.Offset) {
		return // a prompt shows the format
	}
	holder, read := slices.BinarySearchFunc(steps, at, func(s ir.Step, at int) int { return s.Pos.Offset - at })
	if !read {
		holder--
	}
	if holder < 0 {
		return
	}
	s := &steps[holder]
	if read && (s.Kind == ir.Call || s.Kind == ir.Answer && !bytes.HasPrefix(s.Text.B, t.B[at:end])) || s.Invented || s.Kind == ir.Call && a.delimited(s) {
		return
	}
	if s.Kind == ir.Thought && grammar.BeginsThink(s.Text) && holder+1 < len(steps) && !(steps[holder+1].Kind == ir.Answer && steps[holder+1].Text.Blank()) {
		return // what is thought of there is not done
	}
	if a.framed() && (callsTool(steps, holder, lineAt(t, end)) || callsTool(steps, holder+1, lineAt(t, end))) {
		return // the print says it twice
	}
	place := a.place(message, t, at)
	for i := range a.diags {
		d := &a.diags[i]
		if d.Severity == ir.Repair && d.Code != ir.CodePlainAnswer && (d.Message == message+1 || a.in.Flat) && (covers(d, place) || d.Code == ir.CodeQuotedFormat && !a.in.Flat) {
			return // it is known
		}
	}
	a.report(message, t, at, ir.CodeUnreadMarker, "a line with the marker of a call in {style} was not read as one: it is in the {kind}").Kind = s.Kind
}

// callsTool reports whether step i is a call of a tool.
func callsTool(steps []ir.Step, i int, name ir.Text) bool {
	return i < len(steps) && steps[i].Kind == ir.Call && text.Equal(steps[i].Tool, name.Trim())
}

// delimited reports whether the argument of a call says where it ends.
func (a *accounts) delimited(s *ir.Step) bool {
	if s.Args.Form != ir.PlainText || a.style.InElements() {
		return true
	}
	raw := s.Args.Raw.Trim()
	at, _ := text.Index(raw, 0, fence)
	return at >= 0
}

// covers reports whether a diagnostic is about the line of a place.
func covers(d *ir.Diagnostic, at ir.Place) bool {
	return d.Pos.Line == at.Line || d.Pos.Line != 0 && d.Pos.Line < at.Line && at.Line <= d.End.Line
}
