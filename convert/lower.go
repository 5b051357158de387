package convert

import (
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// message is one on its way: the steps in it, and the source message whose
// place it takes, or -1.
type message struct {
	role  ir.Role
	src   int
	items []ir.Step
	// at is one more than the index of the first item in the lowerer's steps, or
	// 0 where the items are elsewhere.
	at int
}

// lowerer changes a transcript, step by step, into what the target can say,
// and reports each change.
type lowerer struct {
	lowering
	scratch
	diags []ir.Diagnostic
}

// lowering is what a lowerer knows of the current transcript.
type lowering struct {
	target *grammar.Style // nil for one of fields
	shape  *Target
	opts   *Options
	in     *ir.Conversation // nil for a source that is a document
	flat   bool             // the result is a plain transcript
	stays  bool             // the source is in the target style
	tools  toolbox
	// from is the source's style, or nil.
	from *grammar.Style
	// opening takes the place of the first step's text, or is nil.
	opening *opening

	messages []message
	open     bool // a call was made since the last question and no answer followed
	err      *ir.Diagnostic
	// counted takes the fields of what is not kept.
	counted ir.Diagnostic

	locator text.Locator
	located int // one more than the message that locator is of
}

// reset makes the lowerer a new one that keeps its memory.
func (l *lowerer) reset() { l.lowering, l.diags = lowering{}, l.diags[:0] }

// lowered is a transcript that the target can say, and for each of its messages
// but a leading system prompt the source message whose place it takes.
type lowered struct {
	transcript ir.Transcript
	src        []int
}

// scratch is memory that serves one transcript after another. What run returned
// last is in it.
type scratch struct {
	source, done []message
	// steps are those of the source, to be changed in place where that will do,
	// list what results of them.
	steps, thoughts, list []ir.Step
	// later are the steps of alternatives.
	later []ir.Step

	// wrapped has the arguments that became values of objects.
	wrapped []byte
	src     []int
	pairing dialogue.Open
	links   dialogue.Links
	read    dialogue.Links // as a reader of the target will find them
}

func (l *lowerer) run(t *ir.Transcript) (lowered, *ir.Diagnostic) {
	l.steps = append(l.steps[:0], t.Steps...)
	if l.opening != nil {
		l.steps[0].Text = l.opening.text
	}
	l.unframe()
	if l.shape == nil && (l.in == nil || l.opts.Thoughts != ThoughtsInPlace) {
		l.steps = l.plain(l.steps)
	}
	if l.shape != nil && l.shape.ThinkBlocks && t.Shape != l.shape.Name {
		l.steps = l.thinkApart(l.steps)
	}
	l.source = parted(l.source[:0], l.steps, l.in == nil && t.Shape == "" || l.in != nil && l.in.Flat)
	if l.opts.Parallel == ParallelSplit {
		l.source = l.splitCalls(l.source)
	}
	l.messages, l.wrapped = l.done[:0], l.wrapped[:0]
	lower := l.lower
	if l.shape != nil && !l.shape.Everything {
		lower = l.lowerNative
	}
	out, err := lower(t)
	l.done, l.messages = l.messages, nil
	return out, err
}

func (l *lowerer) lower(t *ir.Transcript) (lowered, *ir.Diagnostic) {
	source := l.source
	if t.Shape != "" && l.shape == nil && l.opts.Observations == KeepObservations {
		source = l.serverResults(source)
	}
	source = l.place(source)
	if l.in == nil && l.shape == nil && !l.flat && l.opts.Observations == KeepObservations {
		source = l.placeLate(source)
	}
	for _, g := range source {
		l.lowerGroup(g)
	}
	if l.shape == nil && !l.flat {
		l.openThinks()
	}
	common := len(l.messages)
	l.later = l.later[:0]
	out := lowered{transcript: ir.Transcript{System: t.System, HasAlternatives: t.HasAlternatives}}
	if l.shape != nil {
		out.transcript.Shape, out.transcript.Tools, out.transcript.Envelope = t.Shape, t.Tools, t.Envelope
	}
	var ends []int
	for _, steps := range t.Alternatives {
		if len(steps) == 0 {
			l.reject(&ir.Step{}, ir.CodeAlternativesSplit, "an alternative without any step can't be written")
			break
		}
		before := len(l.messages)
		from := len(l.later)
		l.later = append(l.later, steps...)
		steps = l.later[from:len(l.later):len(l.later)]
		if l.shape == nil {
			steps = l.plain(steps)
		}
		for _, g := range parted(nil, steps, l.in == nil || l.in.Flat) {
			l.lowerGroup(g)
		}
		if len(l.messages) != before+1 {
			l.reject(&steps[0], ir.CodeAlternativesSplit, "an alternative would become %d messages, but there is room for one", len(l.messages)-before)
			break
		}
		ends = append(ends, len(l.messages))
	}
	if l.err == nil {
		l.number(&out, common, ends)
	}
	return out, l.err
}

// parted appends to dst the messages that steps are in. They share the memory
// of steps: what one of them appends moves it elsewhere. With fresh none takes
// the place of a source message. Answers are to be written as such, however they were
// read.
func parted(dst []message, steps []ir.Step, fresh bool) []message {
	for start := 0; start < len(steps); {
		end := start
		for end < len(steps) && steps[end].Message == steps[start].Message {
			steps[end].Unmarked = false
			end++
		}
		g := message{role: steps[start].Role, src: steps[start].Message, items: steps[start:end:end], at: start + 1}
		if fresh {
			g.src = -1
		}
		dst = append(dst, g)
		start = end
	}
	return dst
}

func (l *lowerer) lowerGroup(g message) {
	switch {
	case l.err != nil:
	case l.shape != nil:
		for i := range g.items {
			l.neutralArgs(&g.items[i])
		}
		l.messages = append(l.messages, g)
	case g.role == ir.RoleSystem:
		l.messages = append(l.messages, g)
	case g.role != ir.RoleAssistant:
		l.results(g)
	default:
		l.modelTurns(g)
	}
}

// begin opens a message of the result. The first piece of a source message
// takes its place, further ones are new.
func (l *lowerer) begin(role ir.Role, src int) *message {
	l.messages = append(l.messages, message{role: role, src: src})
	return &l.messages[len(l.messages)-1]
}

// results lowers a message of the user or of a tool: where the target's message
// holds one result, each gets a message of its own.
func (l *lowerer) results(g message) {
	if l.flat {
		g.role = ir.RoleUser // a plain transcript knows no other
	}
	out := l.begin(g.role, g.src)
	for i := range g.items {
		it := g.items[i]
		if it.Kind == ir.Observation {
			l.result(&it, len(g.items) > 1)
		}
		if i > 0 && l.splitsBefore(g.items[i-1].Kind, &it) {
			l.lose(&it, ir.CodeMessageSplit, "the message holds more than one step, which became messages of their own")
			role := g.role
			if it.Kind == ir.User {
				role = ir.RoleUser
			}
			out = l.begin(role, -1)
		}
		out.items = append(out.items, it)
	}
}

// splitsBefore reports whether a step can't be in the same message after one
// of kind last.
func (l *lowerer) splitsBefore(last ir.Kind, next *ir.Step) bool {
	if l.flat || !l.target.InElements() || last == ir.User || next.Kind == ir.User && next.Text.Blank() {
		return true
	}
	// A question that begins like a result would read as one more.
	_, marked := l.target.Lexicon().At(next.Text, text.SkipSpace(next.Text, 0, next.Text.Len()), grammar.ResultMark)
	return next.Kind == ir.User && marked
}

// result lowers one observation. among means that it shares its message.
func (l *lowerer) result(it *ir.Step, among bool) {
	if it.Failed && !l.target.MarksErrors {
		it.Failed = false
		l.lose(it, ir.CodeErrorDropped, "{style} can't say that a call failed")
	}
	if !it.Bare {
		return
	}
	_, marked := l.target.Lexicon().At(it.Text, 0, grammar.ResultMark)
	if marked || l.target.Lexicon().BeginsResultTag(it.Text) || among || it.Failed || l.flat {
		it.Bare = false
		l.lose(it, ir.CodeBareMarked, "the result got the style's marker, since without it it would read otherwise")
	}
}

// lose reports a loss, a repair or a note at a step. In words {style} and its like
// stand for fields of the diagnostic that is returned, which may be changed until
// the next one; its style is the target.
func (l *lowerer) lose(it *ir.Step, code ir.Code, words string) *ir.Diagnostic {
	if !diag.Keeps(l.diags, code) {
		l.diags = diag.Count(l.diags, code, 1)
		return &l.counted
	}
	d := ir.Report(code, words)
	l.locate(&d, it)
	l.diags = append(l.diags, d)
	return &l.diags[len(l.diags)-1]
}

// reject refuses the record; the first reason stays.
func (l *lowerer) reject(it *ir.Step, code ir.Code, format string, args ...any) {
	if l.err == nil {
		d := ir.Reportf(code, format, args...)
		l.locate(&d, it)
		l.err = &d
	}
}

// locate gives a diagnostic about a step its place and its style.
func (l *lowerer) locate(d *ir.Diagnostic, it *ir.Step) {
	d.Message, d.Pos = it.Pos.Message+1, ir.Place(l.where(it))
	if l.in != nil && l.in.Flat {
		d.Message = 1
	}
	switch {
	case l.target != nil:
		d.Style = l.target.Name
	case l.shape != nil:
		d.Style = l.shape.Name
	}
}

// where returns where in its message a step began.
func (l *lowerer) where(it *ir.Step) text.Place {
	if l.in == nil {
		return text.Place{Line: 1, Column: 1}
	}
	message := it.Pos.Message
	if l.in.Flat {
		message = 0
	}
	if l.located != message+1 {
		l.locator, l.located = *text.NewLocator(l.content(message, it)), message+1
	}
	return l.locator.At(it.Pos.Offset)
}

func (l *lowerer) content(message int, it *ir.Step) ir.Text {
	switch {
	case l.in.Flat:
		return l.in.Text
	case message < len(l.in.Messages):
		return l.in.Messages[message].Content
	}
	return it.Text // an alternative: its own place is not known better
}
