package convert

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/signs"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// foreignCalls looks at what the model says where no call and no marked answer was read: a
// call that no style reads must not become an answer in silence. It refuses the conversation
// or, where its style was named, reports the call.
func (c *Converter) foreignCalls(out *Output, in *ir.Conversation) error {
	w := foreigner{Converter: c, out: out, in: in, source: c.styleNamed(out.Style)}
	w.reports, w.called = c.from != nil, w.source != nil && hasCall(out.Read.Steps)
	if in.Flat {
		return w.flat()
	}
	if err := w.messages(); err != nil {
		return err
	}
	if err := w.commands(); err != nil {
		return err
	}
	if err := w.lastCommand(); err != nil {
		return err
	}
	return w.alternatives()
}

// messages looks at the messages of the model in which no call was read.
func (w *foreigner) messages() error {
	steps, open := w.out.Read.Steps, 0
	for from := 0; from < len(steps); {
		to, calls, settled := from, 0, true
		for k := from; k < len(steps) && steps[k].Pos.Message == steps[from].Pos.Message; k++ {
			settled = settled && steps[k].Kind == ir.Observation // and no word of the model
		}
		for ; to < len(steps) && steps[to].Pos.Message == steps[from].Pos.Message; to++ {
			switch it := &steps[to]; {
			case it.Kind == ir.Call:
				calls++
			case it.Kind == ir.Observation:
				open--
			case it.Kind == ir.Answer:
				settled = settled || w.marked(it)
			}
		}
		open = max(open, 0) + calls
		if at := steps[from].Pos.Message; calls == 0 && at < len(w.in.Messages) && w.in.Messages[at].Role == ir.RoleAssistant {
			if err := w.message(at, steps[to:], settled, open > 0); err != nil {
				return err
			}
		}
		from = to
	}
	return nil
}

// foreigner looks for calls that no style reads in one conversation.
type foreigner struct {
	*Converter
	out    *Output
	in     *ir.Conversation
	source *grammar.Style
	// fields: the steps are those of a shape, whose answers have no marker. reports: what
	// looks like a call is reported and not refused. called: the record's style reads calls
	// in it, so that what looks like one is refused only where a result answers it.
	fields, reports, called bool
}

// marked reports whether an answer has the marker of its style.
func (w *foreigner) marked(it *ir.Step) bool {
	return !it.Unmarked && !w.fields && (w.source == nil || !w.source.ProseAnswer())
}

// message looks at message number at of the model, without a call, whose steps come before
// rest. settled: it marks its answer; open: a call before it has no result yet.
func (w *foreigner) message(at int, rest []ir.Step, settled, open bool) error {
	m, reports := &w.in.Messages[at], w.called
	if next := at + 1; next < len(w.in.Messages) && !open {
		answer := &w.in.Messages[next]
		sign := signs.Result(answer.Content.B)
		own := len(rest) > 0 && rest[0].Kind == ir.Observation && rest[0].Pos.Message == next
		last := next == len(w.in.Messages)-1 // what a program says at the end answers no call
		if sign != "" && answer.Role == ir.RoleUser && !(w.called && own) && !last {
			return w.found(at+1, m.Content, signs.Sign{Name: sign, Sure: true}, "a turn of the user that begins with "+sign+" answers this message, in which no call is found", settled)
		}
		reports = reports && !own && answer.Role != ir.RoleTool
	}
	if settled {
		return nil
	}
	return w.text(at+1, m.Content, reports)
}

// commands looks for messages that are commands, where no call was read at all. One that the
// user follows up looks like a call; where all of several but the last are, they are calls.
func (w *foreigner) commands() error {
	for i := range w.out.Read.Steps {
		if it := &w.out.Read.Steps[i]; it.Kind == ir.Call || it.Kind == ir.Answer && w.marked(it) {
			return nil
		}
	}
	said, commands, first, sign := 0, 0, -1, ""
	for i := range w.in.Messages[:max(len(w.in.Messages)-1, 0)] {
		if w.in.Messages[i].Role != ir.RoleAssistant || w.in.Messages[i+1].Role != ir.RoleUser {
			continue
		}
		said++
		if name := signs.Command(w.in.Messages[i].Content.B); name != "" {
			if commands++; first < 0 {
				first, sign = i, name
			}
		}
	}
	const several = 2
	if first < 0 || commands < several && sign == "```" { // in a fence without a language may be anything
		return nil
	}
	return w.found(first+1, w.in.Messages[first].Content, signs.Sign{Name: sign, Sure: commands >= several && commands == said}, "its messages are commands after "+sign, false)
}

// toolName matches the names in a list of tools.
var toolName = regexp.MustCompile(`"name"\s*:\s*"([^"]+)"`)

// lastCommand looks at a last message of the model that is a command in a fence which a tool of the
// record would run. Where it says more, or the record has calls, it may be an answer.
func (w *foreigner) lastCommand() error {
	last := len(w.in.Messages) - 1
	if last < 0 || w.in.Messages[last].Role != ir.RoleAssistant {
		return nil
	}
	called := false
	for i := range w.out.Read.Steps {
		it := &w.out.Read.Steps[i]
		if called = called || it.Kind == ir.Call; it.Pos.Message == last && (it.Kind == ir.Call || it.Kind == ir.Answer && w.marked(it)) {
			return nil
		}
	}
	names := slices.Sorted(maps.Keys(w.out.tools))
	for _, m := range toolName.FindAllSubmatch(w.in.Tools, -1) {
		names = append(names, string(m[1]))
	}
	said := w.in.Messages[last].Content
	for _, name := range names {
		if sign, alone := signs.Runs(said.B[grammar.ThinkEnd(said):], name); sign != "" {
			return w.found(last+1, said, signs.Sign{Name: sign, Sure: alone && !called}, "it is a command after "+sign+" alone, and the record offers the tool "+name, false)
		}
	}
	return nil
}

// flat looks at a plain transcript: all of it where nothing was read, else at the answers
// that have no marker and, where no call was read, at what comes before the answer.
func (w *foreigner) flat() error {
	steps, said := w.out.Read.Steps, false
	called := hasCall(steps)
	for i := range steps {
		said = said || steps[i].Kind == ir.Call || steps[i].Kind == ir.Answer && w.marked(&steps[i])
	}
	for i := range steps {
		it := &steps[i]
		model := it.Role == ir.RoleAssistant && it.Kind != ir.Observation
		if said && (it.Kind != ir.Answer || w.marked(it)) {
			if !called && (model || it.Kind == ir.User) {
				if err := w.unread(it); err != nil {
					return err
				}
			}
			continue
		}
		if !model {
			continue
		}
		if err := w.text(1, it.Text, w.called); err != nil {
			return err
		}
	}
	return nil
}

// unread refuses a plain transcript with an answer and no call for the sign of a call in a step, if the
// line of a result is after that.
func (w *foreigner) unread(it *ir.Step) error {
	words := it.Text.B
	sign, ok := signs.Call(words, w.offers, func(at int) bool { return w.escaped(words, at) })
	if !ok || !sign.Sure {
		return nil
	}
	for line := range bytes.Lines(w.in.Text.B[min(len(w.in.Text.B), it.Pos.Offset+sign.At):]) {
		if signs.Result(line) != "" {
			return w.found(1, it.Text, sign, "it has "+sign.Name, false)
		}
	}
	return nil
}

// alternatives looks at the alternatives, of which each is a message of the model.
func (w *foreigner) alternatives() error {
	for k, steps := range w.out.Read.Alternatives {
		settled := k >= len(w.in.Alternatives)
		for i := range steps {
			settled = settled || steps[i].Kind == ir.Call || steps[i].Kind == ir.Answer && w.marked(&steps[i])
		}
		if settled {
			continue
		}
		if err := w.text(len(w.in.Messages)+1, w.in.Alternatives[k], w.called); err != nil {
			return err
		}
	}
	return nil
}

// text looks at words of the model, after its hidden reasoning if there is anything. reports:
// what looks like a call there is reported and not refused.
func (w *foreigner) text(message int, t ir.Text, reports bool) error {
	said := t
	if rest := text.From(t, grammar.ThinkEnd(t)); !rest.Blank() {
		said = rest
	}
	words := said.B
	sign, ok := signs.Call(words, w.offers, func(at int) bool { return w.escaped(words, at) })
	if !ok {
		return nil
	}
	sign.At += len(t.B) - len(words)
	return w.found(message, t, sign, "it has "+sign.Name, reports)
}

// found refuses the conversation for a sign, or reports it where the style was named, nothing
// says that it is a call, or reports is set.
func (w *foreigner) found(message int, t ir.Text, sign signs.Sign, reason string, reports bool) error {
	place := ir.Place(text.NewLocator(ir.Text{B: t.B}).At(sign.At))
	if sign.Sure && !w.reports && !reports {
		d := foreignFor(sign.Name, reason)
		d.Message, d.Pos = message, place
		return d
	}
	d := ir.Reportf(ir.CodeCallLike, "what looks like a call in no known style, %s, was kept as text", sign.Name)
	if sign.Sure {
		d = ir.Reportf(ir.CodeForeignCall, "a call that %s does not read became text: %s", w.out.Style, reason)
	}
	d.Style, d.Name, d.Message, d.Pos = w.out.Style, sign.Name, message, place
	w.out.Diagnostics = diag.Append(w.out.Diagnostics, d)
	return nil
}

// escaped reports whether spaces alone are before a marker of a known style: emitters write
// content so that begins as one does.
func (w *foreigner) escaped(words []byte, at int) bool {
	before := bytes.TrimRight(words[:at], " ")
	if len(before) == at || len(before) > 0 && before[len(before)-1] != '\n' {
		return false
	}
	return slices.ContainsFunc(w.all, func(s *grammar.Style) bool {
		_, ok := s.Lexicon().At(ir.Text{B: words}, at, grammar.StyleMarks)
		return ok
	})
}

// offers reports whether the record offers a tool of a name.
func (w *foreigner) offers(name []byte) bool {
	if w.out.tools.named(ir.Text{B: name}) != nil {
		return true
	}
	return len(w.in.Tools) > 0 && bytes.Contains(w.in.Tools, strconv.AppendQuote(nil, string(name)))
}
