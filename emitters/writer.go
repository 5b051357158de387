package emitters

import (
	"slices"
	"strconv"

	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// Writer writes whole transcripts by a page whose steps begin at line starts: each step by
// the page's first pattern for it. It never loses: the transcript has been lowered to what
// the style can say. A line of content that would read as a marker gets a space in front,
// which the reader takes off. A Writer holds the state of one transcript.
type Writer struct {
	style    *grammar.Style
	lex      *grammar.Lexicon
	patterns *grammar.Patterns
	flat     bool
	set      grammar.Set
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
	// at and message are the indexes of the first step and of the current message, and
	// begin is where the message begins in Buf.
	at, message, begin int
	// stop is the stop text, and next the step after the message at hand of a plain transcript,
	// or nil.
	stop string
	next *ir.Step
}

// EscapedLines is a step that got spaces before so many lines.
type EscapedLines struct {
	Step  *ir.Step
	Lines int
}

// NewWriter returns a writer in a style, for chat messages or, with flat, for a plain
// transcript.
func NewWriter(s *grammar.Style, flat bool) *Writer {
	e := new(Writer)
	e.Reset(s, flat)
	return e
}

// Reset makes e what NewWriter returns, but that it keeps its memory: what it wrote
// before will be written over.
func (e *Writer) Reset(s *grammar.Style, flat bool) {
	*e = Writer{style: s, lex: s.Lexicon(), patterns: s.Patterns(), flat: flat, set: grammar.StyleMarks, Buf: e.Buf[:0], Spans: e.Spans[:0]}
	if flat {
		e.set |= grammar.RoleMarks
	}
}

// Mark asks for Spans, until Reset.
func (e *Writer) Mark() { e.marks = true }

// Messages appends to out the messages of the transcript: the system prompt, if
// there is one, and then one for each message that the steps are in.
func (e *Writer) Messages(out []ir.Message, t *ir.Transcript) []ir.Message {
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
func (e *Writer) Message(steps []ir.Step) ir.Text {
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
	return ir.Text{B: e.Buf[start:len(e.Buf):len(e.Buf)]}
}

// Alternative returns the content of a message that may follow, and leaves the
// state of e as it is.
func (e *Writer) Alternative(steps []ir.Step) ir.Text {
	fork := *e
	fork.marks = false
	words := fork.Message(steps)
	e.EscapedLines, e.Buf = fork.EscapedLines, fork.Buf
	return words
}

// escapedQuestion reports whether a question would be read as a result.
func (e *Writer) escapedQuestion(s *ir.Step) bool {
	return (e.open || e.inlined) && e.lex.BeginsResult(s.Text) || e.concluded && e.lex.BeginsMarkedResult(s.Text)
}

func (e *Writer) track(s *ir.Step) {
	e.afterResult = s.Kind == ir.Observation
	switch s.Kind {
	case ir.Call:
		e.open = true
	case ir.User, ir.Answer:
		e.open, e.concluded = false, s.Kind == ir.Answer
	}
	if s.Kind == ir.User {
		e.step, e.rank = 0, 0
	}
}

// write fills a pattern for a step. content writes its words: it learns whether they begin
// a line.
func (e *Writer) write(pattern []grammar.Piece, s *ir.Step, content func(e *Writer, s *ir.Step, line bool)) {
	for i := range pattern {
		switch x := &pattern[i]; x.Hole {
		case "":
			e.affix(x.Literal)
		case "name":
			e.name(s)
		case "args":
			e.arguments(s)
		case "step":
			e.Buf = strconv.AppendInt(e.Buf, int64(e.number(s.Kind)), 10)
		case "outcome":
			e.affix(e.style.Said(s.Outcome))
		case "text", "error":
			content(e, s, x.Line)
		}
	}
}

// number returns the number of the step that one of kind k belongs to: a thought begins a
// step, or a call without one, and results belong to the step before.
func (e *Writer) number(k ir.Kind) int {
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
	return e.step
}

// resultMessage writes a message of the user or of a tool.
func (e *Writer) resultMessage(steps []ir.Step) {
	for i := range steps {
		s := &steps[i]
		if i > 0 {
			e.affix(e.patterns.Blank)
		}
		switch {
		case s.Kind == ir.Observation && s.Bare:
			e.text(s.Text)
		case s.Kind == ir.Observation:
			e.result(s, (*Writer).resultText)
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

// result writes an observation. Where readers look for markers in it, it is escaped.
func (e *Writer) result(s *ir.Step, content func(e *Writer, s *ir.Step, line bool)) {
	pattern := e.patterns.Result
	if s.Failed {
		pattern = e.patterns.Failed
	}
	e.write(pattern, s, content)
}

// resultText writes the words of a result in a message of its own.
func (e *Writer) resultText(s *ir.Step, line bool) {
	switch {
	case line:
		e.escapedLines(s, s.Text, e.set|grammar.ResultEnd, 0)
	case e.modelNext:
		e.text(e.spaced(s, s.Text, e.style.ResultEnd(s.Text)))
	default:
		e.text(s.Text)
	}
}

// inlineResult writes the words of a result that is among steps.
func (e *Writer) inlineResult(s *ir.Step, line bool) {
	from := grammar.NotAtStart
	if line {
		from = 0
	}
	e.escapedLines(s, s.Text, e.set|grammar.ResultEnd, from)
}

// modelMessage writes a message of the model.
func (e *Writer) modelMessage(steps []ir.Step) {
	begin := len(e.Buf)
	e.afterResult = e.afterResult && e.flat
	for i := range steps {
		s := &steps[i]
		if i > 0 {
			e.affix(e.patterns.Gap)
		}
		start := len(e.Buf)
		switch {
		case s.Kind == ir.Call:
			e.write(e.patterns.Call, s, nil)
		case s.Kind == ir.Answer:
			e.answer(s)
		case s.Kind == ir.Observation:
			e.result(s, (*Writer).inlineResult)
		case s.Kind == ir.Thought && e.patterns.Thought != nil:
			e.write(e.patterns.Thought, s, (*Writer).thoughtText)
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

func (e *Writer) thoughtText(s *ir.Step, _ bool) {
	e.escapedLines(s, s.Text, e.set, grammar.NotAtStart)
}

func (e *Writer) name(s *ir.Step) {
	if s.Kind == ir.Call && e.style.HoldsJSON() {
		e.Buf = literal.Quote(e.Buf, s.Tool)
		return
	}
	e.text(s.Tool)
}

func (e *Writer) arguments(s *ir.Step) {
	switch {
	case s.Args.Form == ir.PlainText && e.style.HoldsJSON():
		e.quoted(s.Args.Raw)
	case s.Args.Form == ir.PlainText:
		e.escapedLines(s, s.Args.Raw, e.set, grammar.NotAtStart)
	default:
		e.text(s.Args.Value)
	}
}

// quoted writes a text as a JSON string, in a blob without three backticks.
func (e *Writer) quoted(words ir.Text) {
	quoted := ir.Text{B: literal.Quote(nil, words)}
	if out, changed := literal.EscapeFences(nil, quoted); changed && e.style.HoldsJSON() {
		quoted.B = out
	}
	e.text(quoted)
}

func (e *Writer) answer(s *ir.Step) {
	switch {
	case e.patterns.Answer == nil || s.Unmarked && e.patterns.Thought == nil:
		e.escapedLines(s, s.Text, e.set|grammar.LenientMarks, 0)
	case e.style.AnswersByCall():
		e.write(e.patterns.Answer, s, (*Writer).calledAnswer)
	default:
		e.write(e.patterns.Answer, s, (*Writer).answerText)
	}
}

// calledAnswer writes the words of an answer that a call gives.
func (e *Writer) calledAnswer(s *ir.Step, _ bool) {
	if e.style.QuotesAnswer() {
		e.quoted(s.Text)
		return
	}
	e.escapedLines(s, s.Text, e.set, grammar.NotAtStart)
}

// answerText writes the words of an answer that has a marker.
func (e *Writer) answerText(s *ir.Step, line bool) {
	words := e.spaced(s, s.Text, e.style.AnswerEnd(s.Text, e.flat))
	after := e.afterResult && e.style.ResultsQuote() // as readers look for markers there
	if !e.flat && !after {
		e.text(words)
		return
	}
	from := grammar.NotAtStart
	if line {
		from = 0
	}
	set := grammar.RoleMarks
	if e.style.Nested || after {
		set = e.set
	}
	e.escapedLines(s, words, set, from)
}

func (e *Writer) affix(s string) { e.Buf = append(e.Buf, s...) }

func (e *Writer) text(t ir.Text) { e.Buf = append(e.Buf, t.B...) }

// escapedLines writes content with a space before each line that would read as a marker.
func (e *Writer) escapedLines(s *ir.Step, content ir.Text, set grammar.Set, from int) {
	var lines int
	e.Buf, lines = e.lex.Escape(e.Buf, content, set, from)
	e.noteEscaped(s, lines)
}

// spaced returns content with a space before the line at an offset, if there is one.
func (e *Writer) spaced(s *ir.Step, content ir.Text, line int) ir.Text {
	if line < 0 {
		return content
	}
	e.noteEscaped(s, 1)
	return ir.Text{B: slices.Insert(slices.Clone(content.B), line, ' ')}
}

func (e *Writer) noteEscaped(s *ir.Step, lines int) {
	if lines > 0 {
		e.EscapedLines = append(e.EscapedLines, EscapedLines{s, lines})
	}
}
