package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// nativeTurn is a message of the model on its way, by the indexes of its steps.
type nativeTurn struct {
	src              int
	reasoning, words []int
	calls, after     []int // after are words after calls
	answer           int   // -1: none
}

// empty returns a message without anything, in the memory of t.
func (t *nativeTurn) empty() nativeTurn {
	return nativeTurn{src: t.src, reasoning: t.reasoning[:0], words: t.words[:0], calls: t.calls[:0], after: t.after[:0], answer: -1}
}

// model lowers a message of the model, whose first step is at.
func (n *native) model(g message, at int) {
	n.turn.src = g.src
	for i := range g.items {
		it, t := &g.items[i], &n.turn
		switch it.Kind {
		case ir.Thought, ir.Prose:
			n.thoughts(it, at+i)
		case ir.Call:
			if t.answer >= 0 {
				n.split(it)
			}
			if len(t.after) > 0 {
				n.lose(&n.steps[t.after[len(t.after)-1]], ir.CodeJoined, "words between calls were put after the last one")
			}
			t.calls = append(t.calls, at+i)
		case ir.Answer:
			if len(t.calls) > 0 || t.answer >= 0 {
				n.split(it)
			}
			t.answer = at + i
		case ir.Observation:
			n.flush()
			n.single(*it, -1, at+i)
			n.turn.src = -1
		}
	}
	n.flush()
}

// split ends a message where the target needs a new one.
func (n *native) split(it *ir.Step) {
	n.lose(it, ir.CodeMessageSplit, "the message holds a call and an answer, which became messages of their own")
	n.flush()
	n.turn.src = -1
}

// thoughts takes down a thought or words.
func (n *native) thoughts(it *ir.Step, at int) {
	t := &n.turn
	if n.opts.Thoughts == ThoughtsDrop && it.Kind == ir.Thought {
		n.lose(it, ir.CodeThoughtDropped, "a thought was left out, as --thoughts drop asks for")
		return
	}
	if it.Kind == ir.Thought && n.unreadable(it) {
		return
	}
	if it.Kind == ir.Thought && n.hidden(it) {
		if len(t.words) > 0 || t.answer >= 0 {
			n.lose(it, ir.CodeJoined, "reasoning after words was put before them")
		}
		t.reasoning = append(t.reasoning, at)
		return
	}
	if len(t.calls) > 0 && t.answer < 0 && n.target.TextAfterCalls {
		t.after = append(t.after, at)
		return
	}
	if len(t.calls) > 0 || t.answer >= 0 {
		n.lose(it, ir.CodeJoined, "words after a call or an answer were joined with those before: there is one place for both")
	}
	t.words = append(t.words, at)
}

// unreadable leaves out hidden reasoning without words, which only its maker can read, where
// the target can't hold that. It reports whether it did: an empty think block would be
// trained as the model's own words.
func (n *native) unreadable(it *ir.Step) bool {
	m := it.Rare()
	switch {
	case !m.Reasoning || !it.Text.Trim().Empty() || n.target.Sealed && n.same:
		return false
	case m.Sealed == nil && !it.Text.Empty():
		return false
	case m.Sealed != nil:
		n.lose(it, ir.CodeSealedDropped, "{style} has no place for what only the maker of the reasoning can read")
	case n.target.Reasoning:
		return false // it is left out later
	default:
		n.emptied(it)
	}
	if m.Extra != nil {
		n.loseExtra(it)
	}
	return true
}

// hidden makes a thought hidden reasoning where the options or its think block say so,
// and reports whether it goes to a place of its own.
func (n *native) hidden(it *ir.Step) bool {
	block := it.FixedSentence == ir.NoSentence && isThinkBlock(it.Text)
	think := n.opts.Thoughts == ThoughtsThink && !n.target.ThinkBlocks // whose place of reasoning it is
	asked := n.opts.Thoughts == ThoughtsReasoning || n.opts.Thoughts == ThoughtsThink && !think
	hidden := it.Rare().Reasoning || block || asked && it.FixedSentence == ir.NoSentence
	if n.opts.Thoughts == ThoughtsProse {
		if block {
			n.reworded(it, thinkInside(it.Text))
		}
		n.spoken(it)
		return false
	}
	if !hidden && !think || it.FixedSentence != ir.NoSentence {
		return false
	}
	if block && !it.Rare().Reasoning && !n.target.Reasoning {
		return false // it is what it would become
	}
	if block {
		n.reworded(it, thinkInside(it.Text))
	}
	if end, _ := text.Index(it.Text, 0, "</think>"); end >= 0 && n.target.ThinkBlocks { // in the target's own shape
		n.lose(it, ir.CodeThoughtAsText, "hidden reasoning that holds </think> became a spoken thought")
		n.spoken(it)
		return false
	}
	sealed := n.target.Sealed && n.same && it.Rare().Reasoning // it is as the API gave it
	if !n.target.Reasoning && !sealed || think {
		n.thinkBlockOf(it)
		n.reworded(it, it.Text)
		n.spoken(it)
		return false
	}
	change(it).Reasoning = true
	return true
}

// reworded gives a thought other words, which take the place of its texts.
func (n *native) reworded(it *ir.Step, words ir.Text) {
	it.Text = words
	if it.Rare().Parts == nil {
		return
	}
	var parts []ir.Part
	if otherParts(it.More.Parts) > 0 {
		parts = append([]ir.Part{{Text: words}}, slices.DeleteFunc(slices.Clone(it.More.Parts), func(p ir.Part) bool { return p.Raw == nil })...)
	}
	change(it).Parts = parts
}

// spoken makes hidden reasoning a spoken thought, which is not sealed.
func (l *lowerer) spoken(it *ir.Step) {
	if !it.Rare().Reasoning {
		return
	}
	m := *it.More
	if m.Reasoning = false; m.Sealed != nil {
		l.lose(it, ir.CodeSealedDropped, "{style} has no place for what only the maker of the reasoning can read")
		m.Sealed = nil
	}
	if it.More = &m; !m.Says() {
		it.More = nil
	}
}

// flush writes the current message of the model.
func (n *native) flush() {
	t := &n.turn
	defer func() { *t = t.empty() }()
	n.beforeAnswer()
	t.reasoning = slices.DeleteFunc(t.reasoning, n.silent)
	words := n.words()
	if t.answer >= 0 && words.Kind == none && n.unsaid(&n.steps[t.answer], n.target.AnswerParts) {
		it := n.steps[t.answer]
		n.say(&it, false)
		n.emptied(&it)
		t.answer = -1
	}
	if len(t.reasoning)+len(t.calls) == 0 && t.answer < 0 && words.Kind == none {
		if len(t.words) > 0 {
			n.emptied(&n.steps[t.words[0]])
		}
		return
	}
	n.message(t.src)
	if len(t.reasoning) > 0 {
		it := n.joined(t.reasoning, ir.Thought)
		n.trim(&it)
		n.say(&it, false)
		n.add(it, ir.RoleAssistant, t.reasoning[0])
	}
	switch {
	case t.answer >= 0 && len(t.reasoning) > 0 && words.Kind == none && n.saysNothing(&n.steps[t.answer]):
		n.lose(&n.steps[t.answer], ir.CodeEmptyText, "a {kind} without words was left out").Kind = ir.Answer
	case t.answer >= 0:
		if len(t.reasoning) > 0 {
			n.trim(&n.steps[t.answer])
		}
		n.answer(words)
	case len(t.calls) > 0:
		if words.Kind != none && n.target.CallsAlone {
			n.lose(&words, ir.CodeThoughtDropped, "{style} has no place for words next to a call: they were left out")
			words.Kind = none
		}
		if words.Kind != none {
			if words.Kind == ir.Prose && !n.target.Commentary {
				n.lose(&words, ir.CodeTextAsThought, "words became a thought, since they would read as one")
				words.Kind = ir.Thought
			}
			words.FixedSentence = ir.NoSentence
			n.trim(&words)
			if n.say(&words, n.same); n.refused(&words) { // it was parts alone
				n.emptied(&words)
			} else {
				n.add(words, ir.RoleAssistant, t.words[0])
			}
		}
		for _, at := range t.calls {
			it := n.steps[at]
			n.call(&it)
			n.add(it, ir.RoleAssistant, at)
		}
		n.afterwards()
	case words.Kind != none:
		n.lose(&words, ir.CodeTextAsAnswer, "words alone in a message would read as an answer and became one")
		words.Kind, words.FixedSentence = ir.Answer, ir.NoSentence
		n.say(&words, n.target.AnswerParts)
		n.add(words, ir.RoleAssistant, t.words[0])
	}
}

// beforeAnswer makes thoughts before an answer reasoning where the target has a field for that: there
// they are no words of the answer.
func (n *native) beforeAnswer() {
	t := &n.turn
	if t.answer < 0 || n.same || n.opts.Thoughts != ThoughtsInPlace || !n.target.Reasoning || n.target.ThinkBlocks {
		return
	}
	t.words = slices.DeleteFunc(t.words, func(at int) bool {
		it := &n.steps[at]
		if it.Kind != ir.Thought || it.FixedSentence != ir.NoSentence || at > t.answer || it.Text.Trim().Empty() || otherParts(it.Rare().Parts) > 0 {
			return false
		}
		change(it).Reasoning = true
		t.reasoning = append(t.reasoning, at)
		return true
	})
}

// trim takes white space off the ends of a text, where the target's format has its own there.
func (n *native) trim(it *ir.Step) {
	if words := it.Text.Trim(); n.target.Trims && words.Len() < it.Text.Len() {
		d := ir.Report(ir.CodeTemplateTrims, "{style} has its own white space at the ends of a {kind}: the text's own was taken off")
		d.Kind = it.Kind
		n.locate(&d, it)
		n.diags = diag.Append(n.diags, d)
		n.reworded(it, words)
	}
}

// saysNothing reports whether an answer after reasoning would not be read.
func (n *native) saysNothing(it *ir.Step) bool {
	return n.target.OneText && it.Text.Empty()
}

// silent leaves reasoning out that has no words, unless what its maker can read is kept.
func (n *native) silent(at int) bool {
	it := &n.steps[at]
	if !it.Text.Empty() || it.Rare().Sealed != nil && n.target.Sealed && n.same {
		return false
	}
	n.emptied(it)
	return true
}

// afterwards writes the words after the calls of the current message.
func (n *native) afterwards() {
	t := &n.turn
	if len(t.after) == 0 {
		return
	}
	t.words = append(t.words[:0], t.after...)
	words := n.words()
	if words.Kind == none {
		return
	}
	words.Kind, words.FixedSentence = ir.Prose, ir.NoSentence
	n.trim(&words)
	if n.say(&words, n.target.AnswerParts); n.refused(&words) {
		n.emptied(&words)
		return
	}
	n.add(words, ir.RoleAssistant, t.words[0])
}

// refused reports whether words next to a call can't be written, since they say nothing.
func (n *native) refused(words *ir.Step) bool {
	m := words.Rare()
	return words.More == nil && words.Text.Empty() || n.target.NoBlankText && !n.same && words.Text.Blank() && m.Extra == nil && otherParts(m.Parts) == 0
}
