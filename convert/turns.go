package convert

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// turn is a part of the model's message: what it thinks and says, and then the
// call, the answer or the result that this leads to, if any.
type turn struct {
	thoughts []ir.Step
	action   *ir.Step
}

// turn returns the turn that begins with the first of items, and what is left
// of them. Its thoughts are valid until the next call.
func (l *lowerer) turn(items []ir.Step) (turn, []ir.Step) {
	thoughts := l.scratch.thoughts[:0]
	defer func() { l.scratch.thoughts = thoughts }()
	for i := range items {
		switch items[i].Kind {
		case ir.Thought, ir.Prose:
			thoughts = append(thoughts, items[i])
		default:
			return turn{thoughts: thoughts, action: &items[i]}, items[i+1:]
		}
	}
	return turn{thoughts: thoughts}, nil
}

// actionKind returns the kind of the turn's action, or ir.User where it has none.
func (t *turn) actionKind() ir.Kind {
	if t.action == nil {
		return ir.User
	}
	return t.action.Kind
}

// modelTurns lowers a message of the model.
func (l *lowerer) modelTurns(g message) {
	out := l.begin(g.role, g.src)
	for left := g.items; len(left) > 0; {
		var t turn
		t, left = l.turn(left)
		if l.err != nil {
			return
		}
		last := lastKind(out)
		if last == ir.Answer {
			t.thoughts = l.joinAnswer(out, t.thoughts)
			if t.action == nil && len(t.thoughts) == 0 {
				continue
			}
			if t.action != nil || !l.target.InElements() {
				l.lose(first(&t), ir.CodeMessageSplit, "the message continues after its answer, which became a message of its own")
				out = l.begin(g.role, -1)
				last = ir.User
			}
		}
		if t.actionKind() == ir.Answer && l.target.ProseAnswer() && len(out.items) > 0 {
			l.lose(first(&t), ir.CodeMessageSplit, "the answer became a message of its own: {style} has no tag for it")
			out = l.begin(g.role, -1)
			last = ir.User
		}
		l.thoughts(&t, last)
		if l.target.InElements() {
			l.tagThoughts(out, &t, last)
		} else {
			l.markerThoughts(out, &t)
		}
		if t.action != nil {
			it := *t.action
			if it.Kind == ir.Call && last != ir.Call {
				l.fill(out, &it, ir.NeedTool)
			}
			l.action(out, &it)
			out.items = append(out.items, it)
		}
	}
	if len(out.items) == 0 && l.err == nil {
		it := g.items[0]
		l.lose(&it, ir.CodeTextAsAnswer, "the message would be empty and became an empty answer")
		it.Text = ir.Text{}
		l.asAnswer(out, &it)
		out.items = append(out.items, it)
	}
}

func first(t *turn) *ir.Step {
	if len(t.thoughts) > 0 {
		return &t.thoughts[0]
	}
	return t.action
}

// lastKind returns the kind of the last step of a message, or ir.User where it
// has none.
func lastKind(g *message) ir.Kind {
	if len(g.items) == 0 {
		return ir.User
	}
	return g.items[len(g.items)-1].Kind
}

// joinAnswer handles words after an answer: in the family Markers it is
// terminal, in the family Tags it ends at the last closing tag. Words that can't
// are after it become part of it. It returns what is left of the thoughts.
func (l *lowerer) joinAnswer(out *message, thoughts []ir.Step) []ir.Step {
	tags := l.target.InElements()
	if tags && !l.target.ProseAnswer() && !l.closesAnswer(thoughts) {
		return thoughts
	}
	answer := &out.items[len(out.items)-1]
	words := []ir.Text{answer.Text}
	for len(thoughts) > 0 && (tags || thoughts[0].Kind == ir.Prose) {
		l.lose(&thoughts[0], ir.CodeJoined, "words after the answer became part of it")
		words = append(words, thoughts[0].Text)
		answer.Invented = answer.Invented || thoughts[0].Invented
		thoughts = thoughts[1:]
	}
	answer.Text = join(words)
	if l.target.ProseAnswer() && len(out.items) == 1 {
		it := *answer
		out.items = out.items[:0]
		l.thinkBlock(out, &it, false)
		out.items = append(out.items, it)
	}
	return thoughts
}

// closesAnswer reports whether some of the words hold an answer's closing tag.
func (l *lowerer) closesAnswer(thoughts []ir.Step) bool {
	closer := []byte("</" + l.target.Tag.Answer + ">")
	return slices.ContainsFunc(thoughts, func(s ir.Step) bool { return bytes.Contains(s.Text.B, closer) })
}

// thoughts translates the turn's fixed sentences by their meaning.
// The thought of a second call in a row is never left out: on the way back none
// would be filled in.
func (l *lowerer) thoughts(t *turn, last ir.Kind) {
	thoughts := 0
	for i := range t.thoughts {
		if t.thoughts[i].Kind == ir.Thought {
			thoughts++
		}
	}
	kept := t.thoughts[:0]
	for i := range t.thoughts {
		it := t.thoughts[i]
		if it.Kind == ir.Prose || l.sentence(&it, t, thoughts == 1 && (last != ir.Call || t.actionKind() != ir.Call)) {
			kept = append(kept, it)
		}
	}
	t.thoughts = kept
}

// sentence translates one thought. It returns false where the target leaves the
// sentence out: it has none of that meaning, its format instructions needs no thought
// there, and what follows says as much.
func (l *lowerer) sentence(it *ir.Step, t *turn, sole bool) bool {
	head := t.actionKind()
	if it.FixedSentence == ir.NoSentence {
		it.FixedSentence = l.target.SentenceOf(it.Text)
		return true
	}
	if !l.target.SentenceText(it.FixedSentence).Empty() {
		it.Text = l.target.SentenceText(it.FixedSentence)
		return true
	}
	implied := head == ir.Call && it.FixedSentence == ir.NeedTool
	if head == ir.Answer {
		said := outcomeOf(it.FixedSentence)
		implied = said != ir.Unknown && (t.action.Outcome == ir.Unknown || t.action.Outcome == said)
	}
	if implied && sole && !l.target.ThoughtNeeded(head) {
		l.lose(it, ir.CodeFixedSentenceDropped, "{style} has no sentence that says {sentence} and needs none here: it was left out").Sentence = it.FixedSentence
		return false
	}
	if it.Text.Empty() {
		it.Text = text.Plain(grammar.SentenceWords(it.FixedSentence))
	}
	it.FixedSentence = l.target.SentenceOf(it.Text)
	return true
}

// markerThoughts adds a turn's thoughts and words where they can be in the
// family Markers: words at the start of a message before a thought, or right
// after a call whose argument is an object. Everywhere else they would read as
// part of a thought or a result, and so become a thought.
func (l *lowerer) markerThoughts(out *message, t *turn) {
	var joined []ir.Text // what goes to the last step of out
	add := func(it ir.Step) {
		joinTo(out, joined)
		joined = nil
		out.items = append(out.items, it)
	}
	for i := range t.thoughts {
		it := t.thoughts[i]
		if it.Kind == ir.Thought {
			add(it)
			continue
		}
		if it.Text.Blank() {
			l.lose(&it, ir.CodeEmptyText, "words that are only white space were left out")
			continue
		}
		switch before := lastKind(out); {
		case before == ir.Thought || before == ir.Prose || before == ir.Answer:
			l.lose(&it, ir.CodeJoined, "words were joined with the {kind} before").Kind = before
			joined = append(joined, it.Text)
			last := &out.items[len(out.items)-1]
			last.Invented = last.Invented || it.Invented
			continue
		case before == ir.Call && l.target.HoldsJSON(): // its end is the fence
		case before == ir.Call && !l.target.InBrackets:
			l.objectArgs(&out.items[len(out.items)-1])
		case before == ir.User && l.staysWords(t, i):
		case before == ir.User && t.action == nil:
			l.lose(&it, ir.CodeTextAsAnswer, "words alone in a message would read as an answer and became one")
			l.asAnswer(out, &it)
		default:
			l.lose(&it, ir.CodeTextAsThought, "words became a thought, since they would read as one")
			it.Kind = ir.Thought
			it.FixedSentence = l.target.SentenceOf(it.Text)
		}
		add(it)
	}
	joinTo(out, joined)
}

// staysWords reports whether the words at the start of a message, thoughts[i], can
// stay words: a thought or a result follows them.
func (l *lowerer) staysWords(t *turn, i int) bool {
	if words := t.thoughts[i].Text; grammar.BeginsThink(words) {
		return false
	}
	for _, it := range t.thoughts[i+1:] {
		if it.Kind == ir.Thought {
			return true
		}
	}
	return t.actionKind() == ir.Observation
}

// tagThoughts adds a turn's thoughts and words as the prose that they are in the
// family Tags: before a call or an answer a thought, elsewhere words.
func (l *lowerer) tagThoughts(out *message, t *turn, last ir.Kind) {
	var first ir.Step
	var prose *ir.Step
	var scratch [4]ir.Text
	words := scratch[:0]
	thoughts := 0
	for i := range t.thoughts {
		it := t.thoughts[i]
		if it.Text.Blank() {
			code := ir.CodeEmptyThought
			if it.Kind == ir.Prose {
				code = ir.CodeEmptyText
			}
			l.lose(&it, code, "a {kind} without words was left out").Kind = it.Kind
			continue
		}
		if it.Kind == ir.Thought {
			thoughts++
		}
		words = append(words, wordsOf(&it))
		if prose == nil {
			first = it
			prose = &first
			continue
		}
		prose.Invented = prose.Invented || it.Invented
		l.lose(&it, ir.CodeJoined, "it was joined with the words before: there is one place for both")
	}
	if prose == nil {
		return
	}
	prose.Text = join(words)
	l.proseKind(out, prose, t, last, thoughts)
	out.items = append(out.items, *prose)
}

// proseKind says what a reader will take a turn's prose for.
func (l *lowerer) proseKind(out *message, prose *ir.Step, t *turn, last ir.Kind, thoughts int) {
	as := ir.Prose
	switch t.actionKind() {
	case ir.Call, ir.Answer:
		as = ir.Thought
	case ir.User: // no action
		if last != ir.User {
			break
		}
		as = ir.Answer
		if thoughts > 0 {
			prose.Unmarked = l.isProse(prose.Text) // an answer's tags would say what it does not
			l.lose(prose, ir.CodeThoughtAlone, "a thought alone in its message is written as prose, which {style} reads as an answer")
			break
		}
		l.lose(prose, ir.CodeTextAsAnswer, "words alone in a message would read as an answer and became one")
	}
	switch {
	case as == ir.Thought && prose.Kind == ir.Prose:
		l.lose(prose, ir.CodeTextAsThought, "words became a thought, since they would read as one")
	case as == ir.Prose && prose.Kind == ir.Thought:
		l.lose(prose, ir.CodeThoughtAsText, "a thought became words, since no call or answer follows it")
	}
	switch prose.Kind, prose.FixedSentence = as, ir.NoSentence; as {
	case ir.Answer:
		l.asAnswer(out, prose)
	case ir.Thought:
		prose.FixedSentence = l.target.SentenceOf(prose.Text)
	}
}
