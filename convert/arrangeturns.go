package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/ir"
)

// together joins messages of the model that follow each other.
func (n *native) together(units []unit) []unit {
	var out []unit
	for start := 0; start < len(units); {
		end := start + 1
		for end < len(units) && units[start].model() && units[end].model() {
			n.lose(&units[end].steps[0], ir.CodeTurnMerged, "messages that follow each other are one in {style}")
			end++
		}
		out = append(out, n.oneMessage(units[start:end]))
		start = end
	}
	return out
}

// oneMessage makes one message of some of the model's and says what its words are in it, as
// a reader will: text after a call, and the last ones of a message without calls its answer.
func (n *native) oneMessage(units []unit) unit {
	switch {
	case len(units) == 1:
		return units[0]
	case n.target.Order.Alternates:
		return oneTurn(units)
	}
	isCall := func(s ir.Step) bool { return s.Kind == ir.Call }
	calling := slices.IndexFunc(units, func(u unit) bool { return slices.ContainsFunc(u.steps, isCall) })
	u := unit{src: -1}
	for i := range units {
		from := len(u.steps)
		u.steps, u.from = append(u.steps, units[i].steps...), append(u.from, units[i].from...)
		if calling == max(i, 1) || i == 0 && calling == 0 {
			continue // its thoughts are those before the call
		}
		for k := from; k < len(u.steps); k++ {
			if s := &u.steps[k]; s.Kind == ir.Thought && !s.Rare().Reasoning {
				s.Kind = ir.Prose
			}
		}
	}
	n.decide(u.steps, slices.IndexFunc(u.steps, isCall))
	return u
}

// decide says what the words of a message are whose first call is at that index.
func (n *native) decide(steps []ir.Step, first int) {
	last := -1 // of the words
	for i := range steps {
		if steps[i].Kind != ir.Call && !steps[i].Rare().Reasoning {
			last = i
		}
	}
	for i := range steps {
		s := &steps[i]
		switch {
		case s.Kind == ir.Call || s.Rare().Reasoning:
		case i < first && !n.target.Commentary:
			s.Kind = ir.Thought
		case i < first && s.Kind == ir.Thought:
		case first < 0 && i == last || s.Rare().Refusal:
			s.Kind = ir.Answer
		default:
			s.Kind = ir.Prose
		}
	}
}

// oneTurn makes one message of several, in order: reasoning, words, and calls or an
// answer.
func oneTurn(units []unit) unit {
	var reasoning, words, calls unit
	for n, u := range units {
		for i, s := range u.steps {
			to := &words
			switch {
			case s.Rare().Reasoning:
				to = &reasoning
			case s.Kind == ir.Call:
				to = &calls
			}
			to.steps, to.from = append(to.steps, s), append(to.from, u.from[i])
		}
		if n > 0 && len(words.steps) == 1 && words.steps[0].Text.Empty() && len(reasoning.steps)+len(calls.steps) > 0 {
			words = unit{}
		}
	}
	out := joinUnit(reasoning)
	out.src = -1
	if words = joinUnit(words); len(words.steps) > 0 {
		words.steps[0].Kind = ir.Answer
		if len(calls.steps) > 0 {
			words.steps[0].Kind = ir.Thought
		}
	}
	out.steps, out.from = append(out.steps, words.steps...), append(out.from, words.from...)
	out.steps, out.from = append(out.steps, calls.steps...), append(out.from, calls.from...)
	return out
}

// joinUnit returns the steps of a message as one, whose text is theirs.
func joinUnit(u unit) unit {
	if len(u.steps) < 2 {
		return u
	}
	texts := make([]ir.Text, len(u.steps))
	for i := range u.steps {
		texts[i] = u.steps[i].Text
	}
	it := u.steps[0]
	it.Text = join(texts)
	return unit{[]ir.Step{it}, u.from[:1], -1}
}
