package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// thinkApart makes steps of their own of the think blocks that words of the model begin with,
// for a target that reads them as hidden reasoning.
func (l *lowerer) thinkApart(steps []ir.Step) []ir.Step {
	out := steps[:0:0]
	for i := range steps {
		it := steps[i]
		l.unhidden(&it)
		inner, rest, ok := beginsWithThink(&it)
		if !ok {
			out = append(out, it)
			continue
		}
		l.lose(&it, ir.CodeReasoningAsThink, "the think block that the words begin with is hidden reasoning in {style}")
		thought := ir.Step{Kind: ir.Thought, Role: it.Role, Message: it.Message, Pos: it.Pos, Text: inner, More: &ir.More{Reasoning: true, Train: it.Rare().Train}}
		out = append(out, thought)
		if it.Text = rest; rest.Empty() {
			continue
		}
		if parts := it.Rare().Parts; parts != nil {
			if len(parts) > 1 {
				l.lose(&it, ir.CodePartsJoined, "{count} text parts were joined into one").Count = len(parts)
			}
			change(&it).Parts = nil
		}
		out = append(out, it)
	}
	return out
}

// openThinks opens the </think> that messages begin with words up to: a reader would take these
// words for reasoning whose opening tag was in the prompt.
func (l *lowerer) openThinks() {
	for i := range l.messages {
		m := &l.messages[i]
		for k := 0; k < len(m.items) && m.role == ir.RoleAssistant; k++ {
			it := &m.items[k]
			if it.Kind != ir.Prose && (it.Kind != ir.Answer || !it.Unmarked && !l.target.ProseAnswer()) && (it.Kind != ir.Thought || !l.target.InElements() && it.FixedSentence == ir.NoSentence) {
				break
			}
			if it.FixedSentence != ir.NoSentence {
				continue
			}
			more := slices.ContainsFunc(m.items[k+1:], func(s ir.Step) bool { return s.Kind == ir.Call || !s.Text.Empty() })
			if l.openThink(it, more); it.Text.Empty() && more {
				m.items = slices.Delete(m.items, k, k+1)
				k--
			}
		}
	}
}

// openThink opens a </think> that would make reasoning of the words before it, and takes off
// those without words before them. more says that other steps of the message follow.
func (l *lowerer) openThink(it *ir.Step, more bool) {
	if said := openedThink(it.Text, more); !text.Equal(said, it.Text) {
		l.lose(it, ir.CodeTextAsThought, "a </think> that would read as the end of reasoning got its opening tag, or was left out where it stands first")
		it.Text = said
	}
}

// openedThink is openThink for a text. Of the tags that it begins with the last one decides.
func openedThink(t ir.Text, more bool) ir.Text {
	const closer = "</think>"
	rest := t
	for begins(rest, closer) {
		t = rest
		rest = text.From(t, text.SkipSpace(t, 0, t.Len())+len(closer))
	}
	end, after, ok := text.UnopenedThink(t)
	if ok && t.Slice(0, end).Blank() {
		t = text.From(rest, text.SkipSpace(rest, 0, rest.Len()))
		end, after, ok = text.UnopenedThink(t)
	}
	switch {
	case ok:
		return joinWith(t.Slice(0, end), text.From(t, after), "<think>"+closer)
	case more && text.EqualString(t.Trim(), closer):
		return ir.Text{}
	}
	return t
}

// unhidden makes hidden reasoning that no think block can hold a spoken thought.
func (l *lowerer) unhidden(it *ir.Step) {
	if !it.Rare().Reasoning {
		return
	}
	if end, _ := text.Index(it.Text, 0, "</think>"); end < 0 {
		return
	}
	l.lose(it, ir.CodeThoughtAsText, "hidden reasoning that holds </think> became a spoken thought")
	l.spoken(it)
}

// beginsWithThink parts the words of the model from the think block that they begin with.
func beginsWithThink(it *ir.Step) (inner, rest ir.Text, ok bool) {
	if it.Role != ir.RoleAssistant || it.Kind == ir.Call || it.Kind == ir.Observation || it.FixedSentence != ir.NoSentence || it.Rare().Reasoning || otherParts(it.Rare().Parts) > 0 {
		return inner, rest, false
	}
	open, ok := text.Prefix(it.Text, 0, "<think>")
	if !ok {
		return inner, rest, false
	}
	end, after := text.Index(it.Text, open, "</think>")
	if end < 0 {
		return inner, rest, false
	}
	if next, apart := text.Prefix(it.Text, after, "\n\n"); apart {
		after = next
	}
	return trimNewlines(it.Text.Slice(open, end)), text.From(it.Text, after), true
}
