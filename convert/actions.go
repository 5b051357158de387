package convert

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// action lowers a turn's call, answer or result, to be put after the steps of
// out.
func (l *lowerer) action(out *message, it *ir.Step) {
	switch it.Kind {
	case ir.Call:
		l.checkName(it)
		l.args(it)
	case ir.Answer:
		l.asAnswer(out, it)
	case ir.Observation:
		l.result(it, false)
		it.Bare = false
	}
}

// asAnswer makes a step an answer that the target can say, with the thought
// before it that the format instructions demand, and lowers what it says of its outcome.
func (l *lowerer) asAnswer(out *message, it *ir.Step) {
	it.Kind, it.FixedSentence = ir.Answer, ir.NoSentence
	if l.target.ProseAnswer() {
		l.proseAnswer(out, it)
	}
	was := it.Outcome
	if was == ir.Unknown {
		was = l.outcomeBefore(out)
	}
	if l.target.MustSay() {
		it.Outcome = l.assumed(it, was)
	}
	sentence := ir.CanAnswer
	if it.Outcome == ir.Failure || was == ir.Failure && l.target.Outcome.By == page.BySentence {
		sentence = ir.CannotAnswer
	}
	l.fill(out, it, sentence)
	if l.target.KeepsLineFeeds() && !it.Unmarked && !l.stays {
		l.lose(it, ir.CodeAnswerLineFeeds, "{style}'s own parser gives the answer with the line feeds inside its tags")
	}
	switch l.target.Outcome.By {
	case page.ByLine, page.ByKey:
		return
	case page.BySentence:
		it.Outcome = l.outcomeByThought(out, was)
	case "":
		was, it.Outcome = it.Outcome, ir.Unknown
	}
	if was != ir.Unknown && it.Outcome != was {
		d := ir.Report(ir.CodeOutcomeDropped, "{style} can't say that the answer's outcome was {outcome}")
		d.Outcome = was
		l.locate(&d, it)
		l.diags = diag.Append(l.diags, d) // also where it is only counted, failures are counted apart
	}
}

// proseAnswer makes an answer the prose of its message: a thought before it
// becomes part of it, but for a think block, which readers tell from it.
func (l *lowerer) proseAnswer(out *message, it *ir.Step) {
	thought := false
	if hasThought(out) {
		last := out.items[len(out.items)-1]
		words := wordsOf(&last)
		if len(out.items) == 1 && words.Len() > 0 && grammar.ThinkEnd(words) == words.Len() {
			return
		}
		out.items = out.items[:len(out.items)-1]
		it.Text, thought = join([]ir.Text{words, it.Text}), true
		it.Invented = it.Invented || last.Invented
		l.lose(&last, ir.CodeJoined, "{style} has no place for a thought before an answer: it became part of the answer")
		if it.Outcome == ir.Unknown {
			it.Outcome = outcomeOf(last.FixedSentence)
		}
	}
	l.thinkBlock(out, it, thought)
}

// thinkBlock makes the think block with which a prose answer begins a thought,
// as a reader will. thought means that words of a thought are in it.
func (l *lowerer) thinkBlock(out *message, it *ir.Step, thought bool) {
	end := grammar.ThinkEnd(it.Text)
	if end == 0 {
		return
	}
	block := ir.Step{Kind: ir.Thought, Text: it.Text.Slice(0, end), Role: it.Role, Pos: it.Pos, Invented: it.Invented}
	if !thought {
		l.lose(it, ir.CodeTextAsThought, "the answer's think block became a thought, since it would read as one")
	}
	out.items = append(out.items, block)
	it.Text = afterNewlines(text.From(it.Text, end))
}

// afterNewlines returns t without the line feeds, two at most, that part a
// think block from what follows.
func afterNewlines(t ir.Text) ir.Text {
	return ir.Text{B: bytes.TrimPrefix(bytes.TrimPrefix(t.B, newline), newline)}
}

var newline = []byte("\n")

// outcomeByThought returns the outcome that the fixed thought at the end of out
// gives the answer after it, after making it agree with the source's.
func (l *lowerer) outcomeByThought(out *message, was ir.Outcome) ir.Outcome {
	if !hasThought(out) {
		return ir.Unknown
	}
	thought := &out.items[len(out.items)-1]
	if outcomeOf(thought.FixedSentence) != ir.Unknown {
		l.agree(thought, was)
	}
	return outcomeOf(thought.FixedSentence)
}

// outcomeBefore returns the outcome that the thought at the end of out says as a fixed
// sentence, or, where out is empty, what the thought that ends the model's message before it says
// in the words of any style.
func (l *lowerer) outcomeBefore(out *message) ir.Outcome {
	if len(out.items) > 0 {
		if !hasThought(out) {
			return ir.Unknown
		}
		return outcomeOf(out.items[len(out.items)-1].FixedSentence)
	}
	n := len(l.messages)
	if n > 0 && &l.messages[n-1] == out {
		n--
	}
	if n == 0 || l.messages[n-1].role != ir.RoleAssistant || !hasThought(&l.messages[n-1]) {
		return ir.Unknown
	}
	items := l.messages[n-1].items
	return outcomeOf(grammar.MeaningOf(items[len(items)-1].Text))
}

// hasThought reports whether the last step of a message is a thought.
func hasThought(g *message) bool { return lastKind(g) == ir.Thought }

// fill adds the style's own fixed thought before a step that has none, where
// the format instructions demand one and dictates it; else it reports that there is none.
// Prose without the answer's tags gets none: it would be read as part of it.
func (l *lowerer) fill(out *message, it *ir.Step, meaning ir.FixedSentence) {
	if hasThought(out) || it.Unmarked || !l.target.ThoughtNeeded(it.Kind) {
		return
	}
	if l.target.SentenceText(meaning).Empty() {
		l.lose(it, ir.CodeMissingThought, "{style} wants a thought before this {kind}, and there is none").Kind = it.Kind
		return
	}
	d := l.lose(it, ir.CodeFixedSentenceAdded, "{style} wants a thought before this {kind}: its own sentence for {sentence} was written")
	d.Kind, d.Sentence = it.Kind, meaning
	thought := ir.Step{Kind: ir.Thought, Text: l.target.SentenceText(meaning), FixedSentence: meaning, Added: true, Pos: it.Pos}
	if weight := it.Rare().Train; weight != nil { // what is added to a step is trained as that is
		thought.More = &ir.More{Train: weight}
	}
	out.items = append(out.items, thought)
}

// agree makes a fixed thought say what the outcome line of the source said.
func (l *lowerer) agree(thought *ir.Step, outcome ir.Outcome) {
	sentence := ir.CanAnswer
	if outcome == ir.Failure {
		sentence = ir.CannotAnswer
	}
	if outcome != ir.Unknown && thought.FixedSentence != sentence {
		d := l.lose(thought, ir.CodeFixedSentenceReplaced, "the thought's sentence contradicts the answer's outcome: the one for {sentence} was written")
		d.Sentence, d.Outcome = sentence, outcome
		thought.FixedSentence, thought.Text = sentence, l.target.SentenceText(sentence)
	}
}

func outcomeOf(s ir.FixedSentence) ir.Outcome {
	switch s {
	case ir.CanAnswer:
		return ir.Success
	case ir.CannotAnswer:
		return ir.Failure
	}
	return ir.Unknown
}

// assumed returns the outcome that is written where the style demands one.
func (l *lowerer) assumed(it *ir.Step, was ir.Outcome) ir.Outcome {
	if was != ir.Unknown {
		return was
	}
	switch l.opts.AssumeOutcome {
	case AssumeReject:
		l.reject(it, ir.CodeOutcomeUnknown, "the source does not say whether the answer solved the task, and %s must", l.target.Name)
		return ir.Success
	case AssumeFalse:
		l.assume(it, ir.Failure)
		return ir.Failure
	}
	l.assume(it, ir.Success)
	return ir.Success
}

func (l *lowerer) assume(it *ir.Step, o ir.Outcome) {
	l.lose(it, ir.CodeOutcomeAssumed, "the source does not say the outcome: {outcome} is assumed").Outcome = o
}

// checkName rejects a tool's name that the target can't hold.
func (l *lowerer) checkName(it *ir.Step) {
	name := it.Tool
	nl, _ := text.Newline(name, 0)
	bad := nl >= 0 || name.Trim().Len() != name.Len() || it.Kind == ir.Call && name.Empty()
	switch {
	case l.target.InElements():
		at, _ := text.Index(name, 0, "</")
		bad = bad || at >= 0
	case l.target.HoldsJSON():
		at, _ := text.Index(name, 0, "```")
		bad = bad || at >= 0
	case l.target.InBrackets:
		at, _ := text.Index(name, 0, "[")
		bad = bad || at >= 0
	}
	bad = bad || it.Kind == ir.Call && l.target.Answers(name)
	if bad {
		l.reject(it, ir.CodeToolName, "%s can't write the tool's name %q", l.target.Name, name.String())
	}
}

// neutralArgs makes a Python literal, and what was repaired, the JSON that it means.
func (l *lowerer) neutralArgs(it *ir.Step) {
	if it.Kind == ir.Call && (it.Args.Form == ir.Python || it.Args.Form == ir.Broken) {
		it.Args = jsonArgs(it.Args.Value)
	}
}

func jsonArgs(value ir.Text) ir.Args {
	return ir.Args{Raw: value, Form: ir.JSON, Value: value}
}

// args lowers a call's argument.
func (l *lowerer) args(it *ir.Step) {
	l.neutralArgs(it)
	if it.Args.Form == ir.JSON {
		it.Args = jsonArgs(it.Args.Value.Trim())
	}
	switch {
	case l.target.WantsObject():
		l.objectArgs(it)
	case l.target.InBrackets:
		l.bracketArgs(it)
	case l.target.TextInBlob():
		switch c, _ := text.At(it.Args.Value, 0); {
		case it.Args.Form != ir.JSON || c == '{':
		case c == '"':
			l.textArgs(it, it.Args.Value)
		default:
			l.lose(it, ir.CodeArgsType, "{style}'s own parser takes an object or a text as the argument and fails on this one")
		}
	case it.Args.Form == ir.PlainText && !l.readsAsText(it.Args.Raw):
		l.lose(it, ir.CodeArgsQuoted, "the argument would not read as text and became a JSON string")
		it.Args = jsonArgs(ir.Text{B: literal.Quote(nil, it.Args.Raw)})
	case isScalar(&it.Args) && !literal.KeepsNumber(it.Args.Value):
		l.textArgs(it, it.Args.Value)
	}
	if it.Args.Form == ir.JSON {
		l.escapeArgs(it)
	}
}

// readsAsText reports whether a text can be written as it is and reads as the same
// text: it is no literal, and nothing around it needs JSON or ends at a word in it.
func (l *lowerer) readsAsText(words ir.Text) bool {
	if l.target.Tag.Arguments != "" {
		if at, _ := text.Index(words, 0, "</"+l.target.Tag.Arguments+">"); at >= 0 {
			return false
		}
	}
	if l.target.Tag.Call == "" && l.target.Tag.Name != "" {
		// LangChain's parser counts the ends of names in the whole message.
		if at, _ := text.Index(words, 0, "</"+l.target.Tag.Name+">"); at >= 0 {
			return false
		}
	}
	return literal.Classify(words).Form == literal.FormPlain
}

// bracketArgs makes an argument text, or leaves it the object that it is. Text
// that would read as an object becomes the value of one.
func (l *lowerer) bracketArgs(it *ir.Step) {
	words := it.Args.Raw
	if it.Args.Form == ir.JSON {
		if c, _ := text.At(it.Args.Value, 0); c == '{' {
			return
		}
		words = readers.StringOf(it.Args.Value, 0)
	}
	switch {
	case readers.IsObject(words):
		l.objectArgs(it)
	case it.Args.Form == ir.JSON:
		l.textArgs(it, it.Args.Value)
	}
}

// textArgs makes a JSON value text: a string what it says, any other its spelling.
func (l *lowerer) textArgs(it *ir.Step, value ir.Text) {
	l.lose(it, ir.CodeArgsText, "{style} has text in its place: the argument became text")
	it.Args = ir.Args{Raw: readers.StringOf(value, 0), Form: ir.PlainText}
}

// inputOpen begins the object that an argument becomes the value of.
var inputOpen = `{"input": `

// escapeArgs writes what public parsers of the target would stumble over inside
// a JSON string with JSON's own escapes.
func (l *lowerer) escapeArgs(it *ir.Step) {
	value := it.Args.Value
	var out []byte
	var changed bool
	switch {
	case l.target.InElements():
		if !text.MayHold(value, '<') {
			return
		}
		tag := l.target.Tag
		last := tag.Call
		if last == "" {
			last = tag.Name + ">" // not <tool_use>
		}
		for _, name := range []string{tag.Arguments, last} {
			if name == "" {
				continue
			}
			if escaped, found := literal.EscapeTags(nil, value, "</"+name); found {
				out, changed, value.B = escaped, true, escaped
			}
		}
	case l.target.HoldsJSON():
		out, changed = literal.EscapeFences(nil, value)
	}
	if changed {
		l.lose(it, ir.CodeArgsEscaped, "a tag or a fence inside the argument is spelled with an escape")
		it.Args = jsonArgs(ir.Text{B: out})
	}
}
