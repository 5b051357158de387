package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Order says in which order and in which messages a shape has what it holds, where it
// is not as in Chat Completions: messages of the model that are one each, and each
// result in a message of its own.
type Order struct {
	// NoPrompt means that there is no place for a system prompt, OnePrompt that there
	// is none for a second system message.
	NoPrompt, OnePrompt bool
	// OneCall means that each call has a message of its own.
	OneCall bool
	// CallsTogether makes one message of calls that follow each other in messages of their
	// own, before their results.
	CallsTogether bool
	// ModelTogether makes one message of all that the model says and does until
	// something else happens.
	ModelTogether bool
	// ResultsNext puts results right after the message of their calls, and ResultsSorted
	// those of one message in the order of the calls.
	ResultsNext, ResultsSorted bool
	// ResultsTogether makes one message of the user of results that follow each other,
	// UserWithResults adds what the user says next, and ResultsJoined makes them one.
	ResultsTogether, UserWithResults, ResultsJoined bool
	// Alternates means that what the model does and all else take turns.
	Alternates bool
	// LineBeforeCall means that words before a call must end with a line feed.
	LineBeforeCall bool
}

// unit is a message that is put in its place.
type unit struct {
	steps []ir.Step
	from  []int
	src   int // the message of the source whose place it takes, or -1
}

func (u *unit) kind() ir.Kind { return u.steps[len(u.steps)-1].Kind }
func (u *unit) model() bool   { return u.steps[0].Role == ir.RoleAssistant }
func (u *unit) result() bool  { return u.steps[0].Kind == ir.Observation }

// arrange puts the messages in the target's order.
func (n *native) arrange(t *ir.Transcript) {
	o := &n.target.Order
	if *o == (Order{}) || n.err != nil || *o == (Order{CallsTogether: true}) && (n.same || !n.callsMeet()) {
		return
	}
	units := n.units(t.System != nil)
	if o.OnePrompt && t.System != nil {
		units = n.onePrompt(units, t)
	}
	if o.NoPrompt || o.OnePrompt {
		units = n.withoutPrompts(units)
	}
	if o.NoPrompt && t.System != nil {
		n.lose(&ir.Step{}, ir.CodePromptDropped, "{style} has no place for a system prompt: it was left out")
		t.System = nil
	}
	if o.ResultsNext {
		units = n.resultsNext(units)
	}
	if o.ResultsSorted {
		n.sortResults(units)
	}
	if o.OneCall {
		units = n.oneCall(n.withActions(units))
	}
	if o.CallsTogether && !n.same {
		units = n.callsTogether(units)
	}
	if o.ModelTogether || o.Alternates {
		units = n.together(units)
	}
	if o.ResultsTogether {
		units = n.resultsTogether(units)
	}
	if o.ResultsJoined {
		units = n.resultsJoined(units)
	}
	if o.Alternates {
		units = n.alternate(units)
	}
	n.setUnits(units, t.System != nil)
}

// units returns the messages of the result.
func (n *native) units(prompt bool) []unit {
	var units []unit
	first := 0
	if prompt {
		first = 1
	}
	for start := 0; start < len(n.out); {
		end := start + 1
		for end < len(n.out) && n.out[end].Message == n.out[start].Message {
			end++
		}
		units = append(units, unit{n.out[start:end:end], n.from[start:end:end], n.src[n.out[start].Message-first]})
		start = end
	}
	return units
}

// setUnits makes the messages the result.
func (n *native) setUnits(units []unit, prompt bool) {
	out, from := make([]ir.Step, 0, len(n.out)), make([]int, 0, len(n.out))
	n.src, n.next = n.src[:0], 0
	if prompt {
		n.next = 1
	}
	for _, u := range units {
		if n.target.Order.Alternates {
			n.checkTags(u.steps)
		}
		if n.target.Order.LineBeforeCall {
			n.endLine(u.steps)
		}
		more := len(u.steps) > 1
		for i := range u.steps {
			it := u.steps[i]
			if i == 0 && !n.opened(&it, more) && more { // words that were joined may read as another thing
				continue
			}
			it.Message = n.next
			out, from = append(out, it), append(from, u.from[i])
		}
		n.src = append(n.src, u.src)
		n.next++
	}
	n.out, n.from = out, from
}

// onePrompt adds the system messages that follow the system prompt to it.
func (n *native) onePrompt(units []unit, t *ir.Transcript) []unit {
	for len(units) > 0 && units[0].steps[0].Role == ir.RoleSystem {
		first := &units[0].steps[0]
		n.lose(first, ir.CodeTurnMerged, "messages that follow each other are one in {style}")
		prompt := *t.System
		prompt.Text = join([]ir.Text{prompt.Text, first.Text})
		t.System, units = &prompt, units[1:]
	}
	return units
}

// withoutPrompts leaves system messages out.
func (n *native) withoutPrompts(units []unit) []unit {
	return slices.DeleteFunc(units, func(u unit) bool {
		if u.steps[0].Role != ir.RoleSystem {
			return false
		}
		n.lose(&u.steps[0], ir.CodePromptDropped, "{style} has no place for the system message: it was left out")
		return true
	})
}

// withActions joins reasoning that is alone in its message with the model's next
// message.
func (n *native) withActions(units []unit) []unit {
	var out []unit
	grown := false // the steps of this message are its own
	for i, u := range units {
		alone := u.model() && u.kind() == ir.Thought
		switch {
		case alone && i+1 < len(units) && units[i+1].model() && !units[i+1].steps[0].Rare().Reasoning:
			n.lose(&u.steps[0], ir.CodeTurnMerged, "messages that follow each other are one in {style}")
			if !grown {
				u.steps, u.from, grown = slices.Clip(u.steps), slices.Clip(u.from), true
			}
			next := &units[i+1]
			next.steps, next.from = append(u.steps, next.steps...), append(u.from, next.from...)
			next.src = -1
		case alone:
			n.lowerer.reject(&u.steps[0], ir.CodeThoughtAlone, "%s can't say a thought that is alone in its message", n.target.Name)
			return units
		default:
			out, grown = append(out, u), false
		}
	}
	return out
}

// oneCall gives each call after the first of a message one of its own.
func (n *native) oneCall(units []unit) []unit {
	var out []unit
	for _, u := range units {
		start := 0
		for i := range u.steps {
			if u.steps[i].Kind == ir.Call && i+1 < len(u.steps) {
				out = append(out, unit{u.steps[start : i+1], u.from[start : i+1], -1})
				start = i + 1
				n.lose(&u.steps[start], ir.CodeMessageSplit, "a message of {style} holds one call: what follows it got one of its own")
			}
		}
		if start > 0 {
			u.src = -1
		}
		out = append(out, unit{u.steps[start:], u.from[start:], u.src})
	}
	return out
}

// callsTogether joins messages of calls that follow each other, where the first ones have
// results: these come after the last.
func (n *native) callsTogether(units []unit) []unit {
	answered := map[int]bool{}
	for _, call := range n.links.Call {
		answered[call] = call >= 0
	}
	hasResult := func(u *unit) bool {
		return slices.ContainsFunc(u.from, func(from int) bool { return answered[from] })
	}
	calls := func(u *unit) bool { return u.model() && u.kind() == ir.Call }
	var out []unit
	for start := 0; start < len(units); {
		end := start + 1
		for joins := calls(&units[start]) && hasResult(&units[start]); joins && end < len(units) && calls(&units[end]); end++ {
			n.lose(&units[end].steps[0], ir.CodeTurnMerged, "messages that follow each other are one in {style}")
		}
		if end == start+1 {
			out = append(out, units[start])
		} else {
			out = append(out, oneTurn(units[start:end]))
		}
		start = end
	}
	return out
}

// callsMeet reports whether a message of the model that ends with a call follows another:
// without one callsTogether has nothing to join.
func (n *native) callsMeet() bool {
	for i := 1; i < len(n.out); i++ {
		a, b := &n.out[i-1], &n.out[i]
		if a.Kind == ir.Call && b.Role == ir.RoleAssistant && a.Message != b.Message {
			return true
		}
	}
	return false
}

// alternate joins results and messages of the user that follow each other, and leaves out
// what no message of the model follows at the end of a transcript.
func (n *native) alternate(units []unit) []unit {
	var out []unit
	for start := 0; start < len(units); {
		u := units[start]
		texts := []ir.Text{u.steps[0].Text}
		for start++; start < len(units) && !u.model() && !units[start].model(); start++ {
			n.lose(&units[start].steps[0], ir.CodeTurnMerged, "messages that follow each other are one in {style}")
			u.src, texts = -1, append(texts, units[start].steps[0].Text)
		}
		u.steps[0].Text = join(texts)
		out = append(out, u)
	}
	if last := len(out) - 1; last > 0 && !out[last].model() {
		n.lose(&out[last].steps[0], ir.CodeTurnTrimmed, "{style} must end with the model: the message at the end was left out")
		out = out[:last]
	}
	return out
}

// weights gives the steps of a message one weight in the loss, where the target has no
// more.
func (n *native) weights() {
	if n.target.Weights == (Weights{}) {
		return
	}
	together := func(i int) bool { // steps i-1 and i have one
		return n.out[i].Message == n.out[i-1].Message && (!n.target.StepTrain || n.out[i-1].Rare().Reasoning && n.out[i].Kind != ir.Call)
	}
	for start := 0; start < len(n.out); {
		end, even := start+1, true
		for end < len(n.out) && together(end) {
			even = even && string(n.out[end].Rare().Train) == string(n.out[start].Rare().Train)
			end++
		}
		if !even {
			n.oneWeight(n.out[start:end])
		}
		start = end
	}
}

// oneWeight gives steps whose weights differ one: what is not to be trained is not, and
// what else is in its message with it.
func (n *native) oneWeight(steps []ir.Step) {
	var weight []byte
	for i := range steps {
		if is := steps[i].Rare().Train; jsonx.FalseOrZero(is) {
			weight = is
		}
	}
	n.lose(&steps[0], ir.CodeTrainDropped, "{style} has one weight in the loss for a message")
	for i := range steps {
		if it := &steps[i]; string(it.Rare().Train) != string(weight) {
			change(it).Train = weight
		}
	}
}

// checkTags rejects words before a call that hold the tag that a call is in.
func (n *native) checkTags(steps []ir.Step) {
	for i, k := 1, 0; i < len(steps); i++ {
		if steps[i].Kind != ir.Call || steps[i-1].Kind != ir.Thought {
			continue
		}
		for ; k < i; k++ {
			if at, _ := text.Index(steps[k].Text, 0, "<tool_call>"); at >= 0 {
				n.lowerer.reject(&steps[k], ir.CodeBrokenCall, "words that hold <tool_call> can't be before a call in %s", n.target.Name)
			}
		}
	}
}
