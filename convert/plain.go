package convert

import (
	"bytes"
	"slices"
	"sort"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// The tags around hidden reasoning in the text of a style, which readers know.
var (
	thinkOpen  = "<think>\n"
	thinkClose = "\n</think>"
)

// plain makes of steps what the text of a style can say, and puts thoughts where the
// options want them. It returns those that are left.
func (l *lowerer) plain(steps []ir.Step) []ir.Step {
	if l.in == nil {
		l.stopsOnce(steps)
		l.links.Find(steps)
		l.orphaned(steps)
		l.inOrder(steps)
		if len(l.links.Unanswered) > 0 {
			l.mistaken(steps)
		}
	}
	left := steps[:0]
	for i := range steps {
		it := &steps[i]
		if it.Kind == ir.Thought && (it.More != nil || l.opts.Thoughts != ThoughtsInPlace) && !l.plainThought(it) {
			continue
		}
		if it.More != nil {
			if otherParts(it.More.Parts) > 0 {
				l.partsInWords(it, nil)
			}
			l.plainMore(it)
		}
		if n := len(left) - 1; n >= 0 && it.Kind == ir.Thought && left[n].Kind == ir.Thought && left[n].Message == it.Message && l.oneBlock(&left[n].Text, it.Text) {
			l.lose(it, ir.CodeJoined, "it was joined with the thought before: there is one think block for both")
			continue
		}
		left = append(left, *it)
	}
	return left
}

// oneBlock puts what is in a think block into the one before it, where the options ask for
// think blocks. It reports whether it did.
func (l *lowerer) oneBlock(before *ir.Text, t ir.Text) bool {
	if l.opts.Thoughts != ThoughtsThink && l.opts.Thoughts != ThoughtsReasoning || !isThinkBlock(*before) || !isThinkBlock(t) {
		return false
	}
	*before = wrapped(thinkOpen, join([]ir.Text{thinkInside(*before), thinkInside(t)}), thinkClose)
	return true
}

// orphaned reports results whose id is that of no open call: without it they read as
// results of the first that is open.
func (l *lowerer) orphaned(steps []ir.Step) {
	open := 0 // calls without a result so far
	for i := range steps {
		switch it := &steps[i]; {
		case it.Kind == ir.Call:
			open++
		case it.Kind == ir.Observation && l.links.Call[i] >= 0:
			open--
		case it.Kind != ir.Observation || !it.Rare().HasID:
		case open > 0:
			l.lose(it, ir.CodeResultName, "{style} can't say that this is the result of no call before it")
		default:
			l.lose(it, ir.CodeIDDropped, "{style} has no place for the id of a result")
		}
	}
}

// inOrder puts results that follow each other in the order of their calls, where they
// don't say which call they answer: they are paired by their places.
func (l *lowerer) inOrder(steps []ir.Step) {
	for from := 0; from < len(steps); from++ {
		if steps[from].Kind != ir.Observation || l.links.Call[from] < 0 {
			continue
		}
		to := from + 1
		for to < len(steps) && steps[to].Kind == ir.Observation && l.links.Call[to] >= 0 && steps[to].Role == steps[from].Role {
			to++
		}
		calls := l.links.Call[from:to]
		if !slices.IsSorted(calls) && !l.told(steps[from:to], calls) {
			l.lose(&steps[from], ir.CodeResultOrder, "the results were put in the order of their calls, by which {style} pairs them")
			l.reorder(steps[from:to], calls)
		}
		from = to - 1
	}
}

// reorder sorts results by their calls. Their messages stay where they are.
func (l *lowerer) reorder(results []ir.Step, calls []int) {
	order := make([]int, len(results))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return calls[order[i]] < calls[order[j]] })
	was := slices.Clone(results)
	for i, from := range order {
		results[i] = was[from]
		results[i].Message = was[i].Message
	}
	slices.Sort(calls)
}

// told reports whether each of the results says by the name of its tool which of the calls
// it answers.
func (l *lowerer) told(results []ir.Step, calls []int) bool {
	last := map[string]int{} // the call of the latest result of each tool
	for i := range results {
		it := &results[i]
		if !l.named(it) {
			return false
		}
		tool := it.Tool.String()
		if before, ok := last[tool]; ok && calls[i] < before {
			return false
		}
		last[tool] = calls[i]
	}
	return true
}

// named reports whether a result names its tool in the text of the target.
func (l *lowerer) named(it *ir.Step) bool { return l.target.NamesResults && !it.Bare }

// mistaken reports results that will read as those of another call of their tool, since
// that has none.
func (l *lowerer) mistaken(steps []ir.Step) {
	l.read.FindInText(steps, l.named)
	for i := range steps {
		was, is := l.links.Call[i], l.read.Call[i]
		if was >= 0 && is >= 0 && was != is && text.Equal(steps[was].Tool, steps[is].Tool) {
			l.lose(&steps[i], ir.CodeResultName, "{style} can't say which call of {tool} this is a result of").Tool = steps[was].Tool.String()
		}
	}
}

// plainThought lowers a thought to the text of a style. It returns false where it is
// left out.
func (l *lowerer) plainThought(it *ir.Step) bool {
	reasoning := it.Rare().Reasoning
	switch l.opts.Thoughts {
	case ThoughtsDrop:
		l.lose(it, ir.CodeThoughtDropped, "a thought was left out, as --thoughts drop asks for")
		return false
	case ThoughtsProse:
		if it.FixedSentence == ir.NoSentence && isThinkBlock(it.Text) {
			it.Text = thinkInside(it.Text)
		}
		return true
	case ThoughtsThink, ThoughtsReasoning:
		reasoning = it.FixedSentence == ir.NoSentence && !isThinkBlock(it.Text)
	case ThoughtsInPlace:
	}
	if reasoning && it.Text.Empty() || it.Rare().Sealed != nil && it.Text.Trim().Empty() {
		l.plainMore(it)
		return false
	}
	if reasoning {
		l.thinkBlockOf(it)
	}
	return true
}

// isThinkBlock reports whether a text is one think block and nothing else.
func isThinkBlock(t ir.Text) bool { return t.Len() > 0 && grammar.ThinkEnd(t) == t.Len() }

// thinkBlockOf makes hidden reasoning a think block, if it can be in one.
func (l *lowerer) thinkBlockOf(it *ir.Step) {
	if end, _ := text.Index(it.Text, 0, "</think>"); end >= 0 {
		l.lose(it, ir.CodeThoughtAsText, "hidden reasoning that holds </think> became a spoken thought")
		return
	}
	l.lose(it, ir.CodeReasoningAsThink, "hidden reasoning became a think block in the text")
	it.Text = wrapped(thinkOpen, it.Text, thinkClose)
}

// plainMore reports what a step says that the text of a style can't.
func (l *lowerer) plainMore(it *ir.Step) {
	m := it.More
	if m.HasID && it.Kind == ir.Call {
		l.lose(it, ir.CodeIDDropped, "{style} has no place for the id of a call")
	}
	if m.Refusal {
		l.lose(it, ir.CodeRefusalDropped, "{style} can't say that an answer is a refusal")
	}
	if m.Value != nil {
		l.lose(it, ir.CodeResultValue, "a result that is JSON and no text became the text of it")
	}
	if m.Sealed != nil {
		l.lose(it, ir.CodeSealedDropped, "{style} has no place for what only the maker of the reasoning can read")
	}
	if m.Train != nil && !l.opts.Spans {
		l.lose(it, ir.CodeTrainDropped, "{style} has no place for the weight of a message in the loss")
	}
	if m.Extra != nil {
		l.loseExtra(it)
	}
	if it.More = nil; m.Train != nil && l.opts.Spans {
		it.More = &ir.More{Train: m.Train}
	}
}

// loseExtra reports that keys of a step's source, which have no other place, are gone, but
// those that are named.
func (l *lowerer) loseExtra(it *ir.Step, but ...string) {
	says := false
	gjson.ParseBytes(it.More.Extra).ForEach(func(key, v gjson.Result) bool {
		says = key.Str != spellingKey && !slices.Contains(but, key.Str) && !saysNothing(v)
		return !says
	})
	if says {
		l.lose(it, ir.CodeMessageKeys, "{style} has no place for the other keys of the "+it.Kind.String())
	}
}

// spellingKey is the key of Extra for how a shape spells what the step says: under which
// key of its response Gemini has a result.
const spellingKey = "response_key"

// saysNothing reports whether JSON is null or empty, or holds no more than that.
func saysNothing(v gjson.Result) bool {
	if v.Type != gjson.JSON {
		return v.Type == gjson.Null
	}
	nothing := true
	v.ForEach(func(_, inner gjson.Result) bool {
		nothing = saysNothing(inner)
		return nothing
	})
	return nothing
}

// wrapped returns a text between two others.
func wrapped(open string, t ir.Text, end string) ir.Text {
	return ir.Text{B: slices.Concat([]byte(open), t.B, []byte(end))}
}

// thinkInside returns what is in a text that is one think block.
func thinkInside(t ir.Text) ir.Text {
	_, open := text.Index(t, 0, ">")
	t = text.From(t, max(0, open))
	if end, _ := text.Index(t, 0, "</think"); end >= 0 {
		t = t.Slice(0, end)
	}
	return trimNewlines(t)
}

// trimNewlines returns t without one line feed at either end.
func trimNewlines(t ir.Text) ir.Text {
	return ir.Text{B: bytes.TrimSuffix(bytes.TrimPrefix(t.B, newline), newline)}
}
