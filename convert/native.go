package convert

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// native lowers a transcript to what a shape of native tool calls can say: messages
// of the model hold reasoning and words and then calls, or an answer, and each result
// has a message of its own.
type native struct {
	*lowerer
	target *Target
	// same means that the source is of the same shape.
	same    bool
	objects bool // arguments are objects

	// out are the steps, from the index of the step that each comes from, or -1.
	out  []ir.Step
	from []int
	src  []int
	next int // the number of the next message

	turn nativeTurn
}

// nativeTurn is a message of the model on its way, by the indexes of its steps.
type nativeTurn struct {
	src              int
	reasoning, words []int
	calls, after     []int // after are words after calls
	answer           int   // -1: none
}

// lowerNative is lower for a shape.
func (l *lowerer) lowerNative(t *ir.Transcript) (lowered, *ir.Diagnostic) {
	n := &native{lowerer: l, target: l.shape, same: t.Shape == l.shape.Name, turn: nativeTurn{answer: -1}}
	n.objects = l.shape.arguments(l.opts) == ArgumentsObject
	if t.HasAlternatives {
		l.reject(&ir.Step{}, ir.CodeAlternatives, "%s has no place for alternatives", l.shape.Name)
		return lowered{}, l.err
	}
	n.links.Find(l.steps)
	n.out = slices.Grow(l.list[:0], len(l.steps))
	n.src = l.src[:0]
	if t.System != nil {
		n.next = 1
	}
	for _, g := range l.source {
		if g.role == ir.RoleAssistant {
			n.model(g, g.at-1)
		} else {
			n.others(g, g.at-1)
		}
	}
	n.identify()
	out := lowered{transcript: ir.Transcript{System: t.System, Shape: l.shape.Name, Tools: t.Tools, Envelope: t.Envelope}}
	n.promote(&out.transcript)
	n.arrange(&out.transcript)
	n.pairAgain()
	n.weights()
	l.list, l.src = n.out, n.src
	out.src = n.src
	if len(n.out) > 0 {
		out.transcript.Steps = n.out
	}
	return out, l.err
}

// promote makes a system message at the beginning the system prompt: a reader will.
func (n *native) promote(t *ir.Transcript) {
	if t.System != nil || len(n.out) == 0 || n.out[0].Role != ir.RoleSystem {
		return
	}
	t.System = &ir.System{Text: n.out[0].Text, Pos: n.out[0].Pos}
	n.out, n.from, n.src = n.out[1:], n.from[1:], n.src[1:]
}

// arguments returns how a target writes arguments.
func (t *Target) arguments(o *Options) Arguments {
	if t.Chooses && o.Arguments != "" {
		return o.Arguments
	}
	return t.Arguments
}

// message begins a message of the result.
func (n *native) message(src int) {
	n.src = append(n.src, src)
	n.next++
}

// add adds a step to the message that was begun last.
func (n *native) add(it ir.Step, role ir.Role, from int) {
	it.Role, it.Message, it.Unmarked = role, n.next-1, false
	n.out = append(n.out, it)
	n.from = append(n.from, from)
}

// others lowers a message of the user, a tool or the system.
func (n *native) others(g group, at int) {
	for i := range g.items {
		it := g.items[i]
		if i > 0 {
			n.lose(&it, ir.CodeMessageSplit, "the message holds more than one step, which became messages of their own")
			g.src = -1
		}
		n.single(it, g.src, at+i)
	}
}

// single adds a step that is its whole message.
func (n *native) single(it ir.Step, src, from int) {
	role := ir.RoleUser
	switch it.Kind {
	case ir.Observation:
		role = ir.RoleTool
		n.result(&it)
	case ir.Prose:
		role = ir.RoleSystem
		n.say(&it, false)
	default:
		n.say(&it, n.target.UserParts)
	}
	n.message(src)
	n.add(it, role, from)
}

// result lowers a result.
func (n *native) result(it *ir.Step) {
	it.Bare = true
	if it.Failed && !n.target.Errors {
		it.Failed = false
		n.lose(it, ir.CodeErrorDropped, "{style} can't say that a call failed")
	}
	if it.Rare().Value != nil && !n.target.Values {
		n.lose(it, ir.CodeResultValue, "a result that is JSON and no text became the text of it")
		n.change(it).Value = nil
	}
	n.say(it, n.target.ResultParts)
	if n.target.PlainResults && it.Rare().Parts != nil {
		if len(it.More.Parts) > 1 {
			n.lose(it, ir.CodePartsJoined, "{count} text parts were joined into one").Count = len(it.More.Parts)
		}
		n.change(it).Parts = nil
	}
}

// change returns what a step says more, to be changed: others may share it.
func (n *native) change(it *ir.Step) *ir.More {
	m := *it.Rare()
	it.More = &m
	return it.More
}

// say lowers what a step says more. parts means that its content can be a list with
// parts that are no text.
func (n *native) say(it *ir.Step, parts bool) {
	m := it.More
	if m == nil {
		return
	}
	if other := otherParts(m.Parts); other > 0 && !(parts && n.same) {
		d := n.lose(it, ir.CodePartsDropped, "{style} has no place there for what is no text: {count} parts were left out")
		d.Count = other
		n.change(it).Parts = nil
	}
	if m.Train != nil && !n.target.Train {
		n.lose(it, ir.CodeTrainDropped, "{style} has no place for the weight of a message in the loss")
		n.change(it).Train = nil
	}
	if m := it.More; m.Parts != nil && (n.target.PlainText || n.target.PlainWords && it.Role == ir.RoleAssistant) {
		if len(m.Parts) > 1 {
			n.lose(it, ir.CodePartsJoined, "{count} text parts were joined into one").Count = len(m.Parts)
		}
		n.change(it).Parts = nil
	}
	if m.Sealed != nil && !(n.target.Sealed && n.same) {
		n.lose(it, ir.CodeSealedDropped, "{style} has no place for what only the maker of the reasoning can read")
		n.change(it).Sealed = nil
	}
	if m.Extra != nil && !n.same {
		n.loseExtra(it)
		n.change(it).Extra = nil
	}
	if !it.More.Says() {
		it.More = nil
	}
}

// otherParts counts the parts that are no text.
func otherParts(parts []ir.Part) int {
	count := 0
	for i := range parts {
		if parts[i].Raw != nil {
			count++
		}
	}
	return count
}

// model lowers a message of the model, whose first step is at.
func (n *native) model(g group, at int) {
	n.turn.src = g.src
	for i := range g.items {
		it, t := &g.items[i], &n.turn
		switch it.Kind {
		case ir.Thought, ir.Prose:
			n.lead(it, at+i)
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

// lead takes down a thought or words.
func (n *native) lead(it *ir.Step, at int) {
	t := &n.turn
	if n.opts.Thoughts == ThoughtsDrop && it.Kind == ir.Thought {
		n.lose(it, ir.CodeThoughtDropped, "a thought was left out, as --thoughts drop asks for")
		return
	}
	if it.Kind == ir.Thought && n.hidden(it) {
		if len(t.words) > 0 {
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

// hidden makes a thought hidden reasoning where the options or its think block say so,
// and reports whether it goes to a place of its own.
func (n *native) hidden(it *ir.Step) bool {
	block := it.Stock == ir.NoStock && isThinkBlock(it.Text)
	hidden := it.Rare().Reasoning || block || n.opts.Thoughts == ThoughtsReasoning && it.Stock == ir.NoStock
	if n.opts.Thoughts == ThoughtsProse {
		if block {
			it.Text = thinkInside(it.Text)
		}
		if it.Rare().Reasoning {
			n.change(it).Reasoning = false
		}
		return false
	}
	if !hidden && n.opts.Thoughts != ThoughtsThink || it.Stock != ir.NoStock {
		return false
	}
	if block && !it.Rare().Reasoning && !n.target.Reasoning {
		return false // it is what it would become
	}
	if block {
		it.Text = thinkInside(it.Text)
	}
	if end, _ := it.Text.Index(0, "</think>"); end >= 0 && n.target.ThinkBlocks {
		n.lose(it, ir.CodeThoughtAsText, "hidden reasoning that holds </think> became a spoken thought")
		if it.Rare().Reasoning {
			n.change(it).Reasoning = false
		}
		return false
	}
	sealed := n.target.Sealed && n.same && it.Rare().Reasoning // it is as the API gave it
	if !n.target.Reasoning && !sealed || n.opts.Thoughts == ThoughtsThink {
		n.thinkBlockOf(it)
		if it.Rare().Reasoning {
			n.change(it).Reasoning = false
		}
		return false
	}
	n.change(it).Reasoning = true
	return true
}

// flush writes the model's message at hand.
func (n *native) flush() {
	t := &n.turn
	defer func() {
		*t = nativeTurn{src: t.src, reasoning: t.reasoning[:0], words: t.words[:0], calls: t.calls[:0], after: t.after[:0], answer: -1}
	}()
	t.reasoning = slices.DeleteFunc(t.reasoning, n.silent)
	words := n.words()
	if len(t.reasoning)+len(t.calls) == 0 && t.answer < 0 && words.Kind == none {
		if len(t.words) > 0 {
			n.emptied(&n.steps[t.words[0]])
		}
		return
	}
	n.message(t.src)
	if len(t.reasoning) > 0 {
		it := n.joined(t.reasoning, ir.Thought)
		n.say(&it, false)
		n.add(it, ir.RoleAssistant, t.reasoning[0])
	}
	switch {
	case t.answer >= 0 && len(t.reasoning) > 0 && words.Kind == none && n.saysNothing(&n.steps[t.answer]):
		n.lose(&n.steps[t.answer], ir.CodeEmptyText, "a {kind} without words was left out").Kind = ir.Answer
	case t.answer >= 0:
		n.answer(words)
	case len(t.calls) > 0:
		if words.Kind != none {
			if words.Kind == ir.Prose && !n.target.Commentary {
				n.lose(&words, ir.CodeTextAsThought, "words became a thought, since they would read as one")
				words.Kind = ir.Thought
			}
			words.Stock = ir.NoStock
			if n.say(&words, false); words.Text.Empty() && words.More == nil { // it was parts alone
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
		words.Kind, words.Stock = ir.Answer, ir.NoStock
		n.say(&words, n.target.AnswerParts)
		n.add(words, ir.RoleAssistant, t.words[0])
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

// afterwards writes the words after the calls of the message at hand.
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
	words.Kind, words.Stock = ir.Prose, ir.NoStock
	n.say(&words, n.target.AnswerParts)
	n.add(words, ir.RoleAssistant, t.words[0])
}

// none is the kind of words that there are none of.
const none = ir.NumKinds

// emptied reports a message that held nothing that the target can say.
func (n *native) emptied(it *ir.Step) {
	code := ir.CodeEmptyThought
	if it.Kind == ir.Prose {
		code = ir.CodeEmptyText
	}
	n.lose(it, code, "a {kind} without words was left out").Kind = it.Kind
}

// words returns the words of the message at hand as one step, of the kind none where
// there are none. A fixed sentence that says no more than what follows is left out.
func (n *native) words() ir.Step {
	t := &n.turn
	kept := t.words[:0]
	for _, at := range t.words {
		it := &n.steps[at]
		if it.Stock != ir.NoStock && n.implied(it) {
			n.lose(it, ir.CodeFixedSentenceDropped, "{style} has no sentence that says {sentence} and needs none here: it was left out").Sentence = it.Stock
			continue
		}
		if wordsOf(it).Empty() && it.More == nil {
			n.emptied(it)
			continue
		}
		kept = append(kept, at)
	}
	if t.words = kept; len(kept) == 0 {
		return ir.Step{Kind: none}
	}
	return n.joined(kept, n.steps[kept[0]].Kind)
}

// implied reports whether a fixed sentence says what the call or the answer after it
// says by being there.
func (n *native) implied(it *ir.Step) bool {
	t := &n.turn
	if len(t.calls) > 0 {
		return it.Stock == ir.NeedTool
	}
	if t.answer < 0 {
		return false
	}
	said, outcome := outcomeOf(it.Stock), n.steps[t.answer].Outcome
	return said != ir.Unknown && (outcome == ir.Unknown || outcome == said)
}

// joined returns steps as one of a kind.
func (n *native) joined(list []int, kind ir.Kind) ir.Step {
	it := n.steps[list[0]]
	it.Kind = kind
	if it.Stock != ir.NoStock {
		it.Text, it.Stock = wordsOf(&it), ir.NoStock
	}
	if len(list) == 1 {
		return it
	}
	texts := make([]ir.Text, 0, len(list))
	for i, at := range list {
		if i > 0 {
			n.lose(&n.steps[at], ir.CodeJoined, "it was joined with the words before: there is one place for both")
		}
		texts = append(texts, wordsOf(&n.steps[at]))
	}
	it.Text = join(texts)
	if it.Rare().Parts != nil {
		n.change(&it).Parts = nil
	}
	return it
}

// answer writes the answer of the message at hand, with the words before it.
func (n *native) answer(words ir.Step) {
	it := n.steps[n.turn.answer]
	if words.Kind != none {
		n.lose(&words, ir.CodeJoined, "{style} has no place for a thought before an answer: it became part of the answer")
		it.Text = join([]ir.Text{words.Text, it.Text})
		if it.Rare().Parts != nil {
			n.change(&it).Parts = nil
		}
	}
	if it.Outcome != ir.Unknown {
		d := ir.Report(ir.CodeOutcomeDropped, "{style} can't say that the answer's outcome was {outcome}")
		d.Outcome = it.Outcome
		n.locate(&d, &it)
		n.diags.Add(d)
		it.Outcome = ir.Unknown
	}
	if it.Rare().Refusal && (!n.target.Refusals || it.Text.Empty()) {
		n.lose(&it, ir.CodeRefusalDropped, "{style} can't say that an answer is a refusal")
		n.change(&it).Refusal = false
	}
	n.say(&it, n.target.AnswerParts)
	n.add(it, ir.RoleAssistant, n.turn.answer)
}

// call lowers a call but for its id.
func (n *native) call(it *ir.Step) {
	if it.Tool.Empty() {
		n.reject(it, ir.CodeToolName, "%s can't write the tool's name %q", n.target.Name, "")
	}
	n.say(it, false)
	if it.Args.Form == ir.Broken && it.Args.Value.Empty() {
		if n.objects {
			n.reject(it, ir.CodeBrokenArgs, "the argument is neither JSON nor a Python literal, and %s holds JSON", n.target.Name)
		}
		return
	}
	if n.neutralArgs(it); it.Args.Form == ir.JSON {
		it.Args = jsonArgs(it.Args.Value.Trim())
	}
	if !n.same || n.objects {
		n.objectArgs(it)
	}
}

// identify gives calls and results their ids and results the names of their tools.
func (n *native) identify() {
	if n.target.NoIDs {
		n.withoutIDs()
		return
	}
	ids := make(map[int]ir.Text, 8) // of the calls, by their indexes in the source
	taken := map[string]bool{}      // in the turn at hand
	orphans := n.orphans()
	answered, made := false, 0
	for i := range n.out {
		it, at := &n.out[i], n.from[i]
		switch it.Kind {
		case ir.Call:
			if answered {
				answered = false
				clear(taken)
			}
			was := it.Rare()
			if !n.target.NeedsIDs && !was.HasID {
				continue
			}
			id := n.idOf(it, made, taken, orphans)
			made++
			if !was.HasID || !ir.EqualText(was.ID, id) {
				m := n.change(it)
				m.ID, m.HasID = id, true
			}
			ids[at] = id
			taken[id.String()] = true
		case ir.Observation:
			answered = true
			call := n.links.Call[at]
			if call < 0 {
				continue
			}
			it.Tool = n.steps[call].Tool
			if id, ok := ids[call]; ok {
				if was := it.Rare(); !was.HasID || !ir.EqualText(was.ID, id) {
					m := n.change(it)
					m.ID, m.HasID = id, true
				}
			}
		}
	}
}

// withoutIDs takes the ids off calls and results, and gives results the tools of their
// calls.
func (n *native) withoutIDs() {
	for i := range n.out {
		it := &n.out[i]
		if it.Kind == ir.Observation {
			if call := n.links.Call[n.from[i]]; call >= 0 {
				it.Tool = n.steps[call].Tool
			}
		}
		if !it.Rare().HasID {
			continue
		}
		if it.Kind == ir.Call {
			n.lose(it, ir.CodeIDDropped, "{style} has no place for the id of a call")
		}
		m := n.change(it)
		m.ID, m.HasID = ir.Text{}, false
	}
}

// wordID returns an id whose other characters than letters, digits, _ and - are
// replaced by something that depends on all of it.
func wordID(id string) string {
	plain := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, id)
	if plain == id {
		return id
	}
	const enough = 64
	return shortened(plain+"_"+hashed(id), enough)
}

// orphans returns the ids of the results that answer no call.
func (n *native) orphans() map[string]bool {
	var ids map[string]bool
	for i := range n.steps {
		if it := &n.steps[i]; it.Kind == ir.Observation && n.links.Call[i] < 0 && it.Rare().HasID {
			if ids == nil {
				ids = map[string]bool{}
			}
			ids[it.More.ID.String()] = true
		}
	}
	return ids
}

// idOf returns the id that a call gets, the one of that number in the transcript:
// its own, where the target can hold it and no open call has it.
func (n *native) idOf(it *ir.Step, number int, taken, orphans map[string]bool) ir.Text {
	was := it.Rare()
	id := was.ID.String()
	switch {
	case !was.HasID || id == "":
		n.lose(it, ir.CodeIDMade, "the call had no id and got one")
		id = "call_" + strconv.Itoa(number)
		for orphans[id] {
			id += "_"
		}
	case n.target.MaxID > 0 && len(id) > n.target.MaxID:
		n.lose(it, ir.CodeIDChanged, "the call's id is longer than {style} allows and was shortened")
		id = shortened(id, n.target.MaxID)
	}
	if plain := wordID(id); n.target.WordIDs && plain != id {
		n.lose(it, ir.CodeIDChanged, "the call's id has characters that {style} does not allow: they were replaced")
		id = plain
	}
	if !taken[id] {
		if was.HasID && id == was.ID.String() {
			return was.ID
		}
		return text.Plain(id)
	}
	n.lose(it, ir.CodeIDChanged, "the call has the id of another one that is open, and got its own")
	for k := 2; ; k++ {
		end := "_" + strconv.Itoa(k)
		again := id + end
		if most := n.target.MaxID; most > 0 && len(again) > most {
			again = shortened(id, most-len(end)) + end
		}
		if !taken[again] {
			return text.Plain(again)
		}
	}
}

// hashed returns a few letters and digits that depend on all of an id.
func hashed(id string) string {
	h := fnv.New64a()
	h.Write([]byte(id)) // it never fails
	return strconv.FormatUint(h.Sum64(), 36)
}

// shortened returns an id of at most so many bytes that depends on all of it.
func shortened(id string, most int) string {
	if len(id) <= most {
		return id
	}
	sum := hashed(id)
	cut := max(0, most-len(sum)-1)
	for cut > 0 && id[cut]&0xC0 == 0x80 { // not within a character
		cut--
	}
	return id[:cut] + "_" + sum
}
