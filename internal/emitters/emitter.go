// Package emitters turns transcripts into text: the canonical text of a style,
// to the byte.
//
// Emitters never lose: the transcript has been lowered to what the style can
// say. The one thing that they change is that a content line which would read
// as a marker gets a space in front, which the reader takes off.
package emitters

import (
	"slices"
	"strconv"

	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// Emitter writes transcripts in one style. It holds the state of one
// transcript: make a new one for each.
type Emitter struct {
	style   *grammar.Style
	lex     *grammar.Lexicon
	affixes *grammar.Affixes
	esc     bool
	flat    bool
	set     grammar.Set
	// EscapedLines are the steps that got spaces before lines that would read as
	// markers.
	EscapedLines []EscapedLines

	// Buf is what the messages are written to, one after the other. It may be
	// given memory to use before the first one.
	Buf []byte
	// open is the reader's: a call was made since the last question and no answer
	// followed. concluded, too: an answer was given since then.
	open, concluded bool
	// afterResult: the step before, in the same text, is a result.
	afterResult bool
	// step and rank number the steps: rank says how far the step has come.
	step, rank int
	// inlined is the reader's: the last message of the model holds results
	// after a call.
	inlined bool
	// modelNext: the model's message follows.
	modelNext bool

	// Spans are where the steps of the model's messages were written, in order, results
	// that are inline among them. What is between two of them belongs to neither.
	Spans []ir.StepSpan
	// marks means that Spans are wanted.
	marks bool
	// at and message are the indexes of the first step and of the message at hand, and
	// begin is where the message begins in Buf.
	at, message, begin int
	stopping
}

// EscapedLines is a step that got spaces before so many lines.
type EscapedLines struct {
	Step  *ir.Step
	Lines int
}

// New returns an emitter for a style of the family Markers or Tags that writes
// its text escaped for a JSON string or plain, for chat messages or, with flat,
// for a plain transcript.
func New(s *grammar.Style, escaped, flat bool) *Emitter {
	e := new(Emitter)
	e.Reset(s, escaped, flat)
	return e
}

// Reset makes e what New returns, but that it keeps its memory: what it wrote
// before will be written over.
func (e *Emitter) Reset(s *grammar.Style, escaped, flat bool) {
	*e = Emitter{style: s, lex: s.Lexicon(), affixes: s.Affixes(), esc: escaped, flat: flat, set: grammar.StyleMarks, Buf: e.Buf[:0], Spans: e.Spans[:0]}
	if flat {
		e.set |= grammar.RoleMarks
	}
}

// Mark asks for Spans, until Reset.
func (e *Emitter) Mark() { e.marks = true }

// Messages appends to out the messages of the transcript: the system prompt, if
// there is one, and then one for each message that the steps are in.
func (e *Emitter) Messages(out []ir.Message, t *ir.Transcript) []ir.Message {
	e.reserve(t.Steps)
	if t.System != nil {
		out = append(out, ir.Message{Role: ir.RoleSystem, Content: t.System.Text})
	}
	for i := 0; i < len(t.Steps); {
		end := messageEnd(t.Steps, i)
		e.modelNext = end < len(t.Steps) && t.Steps[end].Role == ir.RoleAssistant
		e.at, e.message = i, len(out)
		out = append(out, ir.Message{Role: t.Steps[i].Role, Content: e.Message(t.Steps[i:end])})
		i = end
	}
	return out
}

func messageEnd(steps []ir.Step, start int) int {
	end := start + 1
	for end < len(steps) && steps[end].Message == steps[start].Message {
		end++
	}
	return end
}

// Message returns the content of a chat message that holds these steps.
func (e *Emitter) Message(steps []ir.Step) ir.Text {
	e.reserve(steps)
	start := len(e.Buf)
	e.begin = start
	switch first := &steps[0]; {
	case first.Role == ir.RoleAssistant:
		e.modelMessage(steps)
	case len(steps) == 1 && (first.Role == ir.RoleSystem || first.Bare || first.Kind == ir.User && !e.escapedQuestion(first)):
		e.track(first)
		e.inlined = false
		return first.Text
	default:
		e.resultMessage(steps)
		e.inlined = false
	}
	return ir.Text{B: e.Buf[start:len(e.Buf):len(e.Buf)], Esc: e.esc}
}

// Alternative returns the content of a message that may follow, and leaves the
// state of e as it is.
func (e *Emitter) Alternative(steps []ir.Step) ir.Text {
	fork := *e
	fork.marks = false
	words := fork.Message(steps)
	e.EscapedLines, e.Buf = fork.EscapedLines, fork.Buf
	return words
}

// room makes room for the text of these steps, as far as it can be known. A
// buffer that is full stays with the messages that are in it.
func (e *Emitter) reserve(steps []ir.Step) {
	const affixes = 64 // about what a step's markers or tags take
	size := 0
	for i := range steps {
		s := &steps[i]
		size += s.Text.Len() + s.Tool.Len() + s.Args.Raw.Len() + affixes
	}
	if cap(e.Buf)-len(e.Buf) < size {
		e.Buf = make([]byte, 0, size+size/8)
	}
}

// escapedQuestion reports whether a question would be read as a result.
func (e *Emitter) escapedQuestion(s *ir.Step) bool {
	return (e.open || e.inlined) && e.lex.BeginsResult(s.Text) || e.concluded && e.lex.BeginsMarkedResult(s.Text)
}

func (e *Emitter) track(s *ir.Step) {
	e.afterResult = s.Kind == ir.Observation
	switch s.Kind {
	case ir.Call:
		e.open = true
	case ir.User, ir.Answer:
		e.open, e.concluded = false, s.Kind == ir.Answer && e.style.MarksAnswer(s)
	}
	if s.Kind == ir.User {
		e.step, e.rank = 0, 0
	}
}

// marker writes what begins a step of kind k, with its number where the style
// numbers them: a thought begins a step, or a call without one, and results
// belong to the step before.
func (e *Emitter) marker(f grammar.Affix, k ir.Kind) {
	e.affix(f)
	if !e.style.Numbered {
		return
	}
	rank := 2
	switch k {
	case ir.Thought:
		rank = 1
	case ir.Observation:
		rank = 3
	}
	if e.step == 0 || rank <= e.rank && k != ir.Observation {
		e.step++
	}
	e.rank = rank
	e.Buf = strconv.AppendInt(e.Buf, int64(e.step), 10)
	e.affix(e.affixes.NumberEnd)
}

// resultMessage writes a message of the user or of a tool.
func (e *Emitter) resultMessage(steps []ir.Step) {
	for i := range steps {
		s := &steps[i]
		if i > 0 {
			e.affix(e.affixes.Blank)
		}
		switch {
		case s.Kind == ir.Observation && s.Bare:
			e.text(s.Text)
		case s.Kind == ir.Observation:
			e.result(s, false)
		default:
			if i == 0 && e.escapedQuestion(s) {
				e.Buf = append(e.Buf, ' ')
				e.noteEscaped(s, 1)
			}
			e.text(s.Text)
		}
		e.track(s)
	}
}

// result writes an observation with its marker. Where readers look for markers
// in it, it is escaped.
func (e *Emitter) result(s *ir.Step, needsEscaping bool) {
	closing := grammar.Affix{}
	switch {
	case e.style.Family == styles.Markers:
		e.marker(e.affixes.Observation, s.Kind)
	case s.Failed:
		e.resultOpen(s)
		e.affix(e.affixes.ErrorOpen)
		closing = e.affixes.ErrorClose
	default:
		e.resultOpen(s)
		e.affix(e.affixes.OutputOpen)
		closing = e.affixes.OutputClose
	}
	if e.style.BareResult() {
		e.escapedLines(s, s.Text, e.set|grammar.ResultEnd, 0) // the opening tag has a line of its own
	} else if needsEscaping {
		e.escapedLines(s, s.Text, e.set|grammar.ResultEnd, grammar.NotAtStart)
	} else if e.modelNext {
		e.text(e.spaced(s, s.Text, e.style.ResultEnd(s.Text)))
	} else {
		e.text(s.Text)
	}
	e.affix(closing)
}

func (e *Emitter) resultOpen(s *ir.Step) {
	e.affix(e.affixes.ResultOpen)
	if e.style.NamesResults {
		e.text(s.Tool)
	}
}

// modelMessage writes a message of the model.
func (e *Emitter) modelMessage(steps []ir.Step) {
	begin := len(e.Buf)
	e.afterResult = e.afterResult && e.flat
	for i := range steps {
		s := &steps[i]
		if i > 0 && e.style.Family == styles.Tags {
			e.affix(e.affixes.Blank)
		} else if i > 0 {
			e.affix(e.affixes.Between)
		}
		start := len(e.Buf)
		switch {
		case s.Kind == ir.Call:
			e.call(s)
		case s.Kind == ir.Answer:
			e.answer(s)
		case s.Kind == ir.Observation:
			e.result(s, true)
		case s.Kind == ir.Thought && e.style.Family == styles.Markers:
			e.marker(e.affixes.Thought, s.Kind)
			e.escapedLines(s, s.Text, e.set, grammar.NotAtStart)
		default:
			from := 0
			if i == 0 {
				from = grammar.ThinkEnd(s.Text)
			}
			words := s.Text
			if i+1 < len(steps) && (steps[i+1].Kind == ir.Call || steps[i+1].Kind == ir.Answer) {
				words = e.spaced(s, words, e.style.FenceEnd(words))
			}
			e.escapedLines(s, words, e.set|grammar.LenientMarks, from)
		}
		if e.marks {
			e.Spans = append(e.Spans, ir.StepSpan{Step: e.at + i, Span: ir.Span{Message: e.message, Start: start - e.begin, End: len(e.Buf) - e.begin}})
		}
		e.track(s)
	}
	e.inlined = dialogue.Inlined(steps)
	e.stopText(&steps[len(steps)-1], begin)
}

func (e *Emitter) call(s *ir.Step) {
	e.marker(e.affixes.CallOpen, s.Kind)
	if e.style.Blob() {
		e.Buf = literal.Quote(e.Buf, s.Tool, e.esc)
	} else {
		e.text(s.Tool)
	}
	e.affix(e.affixes.CallArgs)
	switch {
	case s.Args.Form == ir.PlainText && e.style.Blob():
		e.quoted(s.Args.Raw)
	case s.Args.Form == ir.PlainText:
		e.escapedLines(s, s.Args.Raw, e.set, grammar.NotAtStart)
	default:
		e.text(s.Args.Value)
	}
	e.affix(e.affixes.CallClose)
}

// answerCall writes an answer that a call gives.
func (e *Emitter) answerCall(s *ir.Step) {
	e.marker(e.affixes.Answer, s.Kind)
	open := e.affixes.AnswerOpen
	if e.style.Says == styles.ByKey && s.Outcome == ir.Failure {
		open = e.affixes.GaveUpOpen
	}
	e.affix(open)
	if !e.style.QuotesAnswer() {
		e.escapedLines(s, s.Text, e.set, grammar.NotAtStart)
	} else {
		e.quoted(s.Text)
	}
	e.affix(e.affixes.AnswerClose)
}

// quoted writes a text as a JSON string, in a blob without three backticks.
func (e *Emitter) quoted(words ir.Text) {
	quoted := ir.Text{B: literal.Quote(nil, words, e.esc), Esc: e.esc}
	if out, changed := literal.EscapeFences(nil, quoted); changed && e.style.Blob() {
		quoted.B = out
	}
	e.text(quoted)
}

func (e *Emitter) answer(s *ir.Step) {
	if e.style.AnswerTool != "" {
		e.answerCall(s)
		return
	}
	if s.Unmarked && e.style.Family == styles.Tags {
		e.escapedLines(s, s.Text, e.set|grammar.LenientMarks, 0)
		return
	}
	e.affix(e.affixes.Answer)
	if e.style.ProseAnswer() {
		e.escapedLines(s, s.Text, e.set|grammar.LenientMarks, 0)
		return
	}
	words := e.spaced(s, s.Text, e.style.AnswerEnd(s.Text, e.flat))
	after := e.afterResult && e.style.ResultsQuote() // as readers look for markers there
	if e.flat || after {
		from := grammar.NotAtStart
		if e.style.Family == styles.Tags {
			from = 0 // the opening tag has a line of its own
		}
		set := grammar.RoleMarks
		if e.style.Nested || after {
			set = e.set
		}
		e.escapedLines(s, words, set, from)
	} else {
		e.text(words)
	}
	if e.style.Says == styles.ByLine {
		e.affix(e.affixes.Said(s.Outcome))
	}
	e.affix(e.affixes.AnswerClose)
}

func (e *Emitter) affix(f grammar.Affix) { e.Buf = append(e.Buf, f.Of(e.esc)...) }

func (e *Emitter) text(t ir.Text) { e.Buf = t.Append(e.Buf, e.esc, false) }

// escaped writes content with a space before each line that would read as a marker.
func (e *Emitter) escapedLines(s *ir.Step, content ir.Text, set grammar.Set, from int) {
	if content.Esc != e.esc {
		content = ir.Text{B: content.Append(nil, e.esc, false), Esc: e.esc}
		if from > 0 {
			from = grammar.ThinkEnd(content)
		}
	}
	var lines int
	e.Buf, lines = e.lex.Escape(e.Buf, content, set, from)
	e.noteEscaped(s, lines)
}

// spaced returns content with a space before the line at an offset, if there is one.
func (e *Emitter) spaced(s *ir.Step, content ir.Text, line int) ir.Text {
	if line < 0 {
		return content
	}
	e.noteEscaped(s, 1)
	return ir.Text{B: slices.Insert(slices.Clone(content.B), line, ' '), Esc: content.Esc}
}

func (e *Emitter) noteEscaped(s *ir.Step, lines int) {
	if lines > 0 {
		e.EscapedLines = append(e.EscapedLines, EscapedLines{s, lines})
	}
}
