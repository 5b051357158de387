package styles

import (
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Frame is a constant piece of text in both spellings.
type Frame struct{ plain, escaped string }

// Of returns the affix in the spelling that escaped asks for.
func (f Frame) Of(escaped bool) string {
	if escaped {
		return f.escaped
	}
	return f.plain
}

// NewFrame returns s as an affix.
func NewFrame(s string) Frame {
	return Frame{plain: s, escaped: string(text.AppendEscaped(nil, []byte(s), true))}
}

// Frames are the constant pieces of a style's canonical text. A step is written
// as its opening, its content and, where there is one, its closing.
type Frames struct {
	Thought, Observation, Answer, AnswerClose Frame
	// NumberEnd is between the number of a numbered marker and the content.
	NumberEnd Frame
	// AnswerOpen is after the marker of an answer that a call gives, and
	// GaveUpOpen in place of it where that says failure.
	AnswerOpen, GaveUpOpen Frame
	// A call is CallOpen NAME CallArgs ARGS CallClose.
	CallOpen, CallArgs, CallClose Frame
	// A result of the family Tags is ResultOpen, NAME where it is said, then
	// OutputOpen R OutputClose, or the same with Error.
	ResultOpen, OutputOpen, OutputClose, ErrorOpen, ErrorClose Frame
	// Outcomes of the family Markers, by ir.Outcome.
	Succeeded, FailedLine Frame
	// Between separates steps of one message, Blank a tag from the text around it.
	Between, Blank Frame
	// The role lines of plain transcripts.
	System, User, Assistant Frame
}

func newFrames(s *Style) Frames {
	f := Frames{
		Between: NewFrame("\n"), Blank: NewFrame("\n\n"),
		System: NewFrame(roleLine(MarkSystem)), User: NewFrame(roleLine(MarkUser)), Assistant: NewFrame(roleLine(MarkAssistant)),
	}
	switch s.Family {
	case Markers:
		f.Thought = NewFrame(s.Thought + " ")
		f.Observation = NewFrame(s.Observation + " ")
		f.Answer = NewFrame(s.Answer + " ")
		f.CallOpen, f.CallArgs = NewFrame(s.Call+" "), NewFrame("\n"+s.Input+" ")
		if s.Blob() {
			f.CallOpen = NewFrame(s.Call + "\n```\n{\n  \"" + s.BlobTool + "\": ")
			f.CallArgs = NewFrame(",\n  \"" + s.BlobInput + "\": ")
			f.CallClose = NewFrame("\n}\n```")
		}
		f.calls(s)
		f.Succeeded, f.FailedLine = NewFrame("\n"+s.Outcome+" True"), NewFrame("\n"+s.Outcome+" False")
	case Tags:
		f.tags(s)
	}
	return f
}

// tags fills the affixes of the family Tags.
func (f *Frames) tags(s *Style) {
	t := s.Tag
	switch {
	case s.Blob():
		f.CallOpen, f.CallArgs = NewFrame("<"+t.Call+">\n{\""+s.BlobTool+"\": "), NewFrame(", \""+s.BlobInput+"\": ")
		f.CallClose = NewFrame("}\n</" + t.Call + ">")
	case t.Call == "":
		f.CallOpen, f.CallArgs, f.CallClose = NewFrame("<"+t.Name+">"), NewFrame("</"+t.Name+"><"+t.Arguments+">"), NewFrame("</"+t.Arguments+">")
	default:
		f.CallOpen = NewFrame("<" + t.Call + ">\n  <" + t.Name + ">")
		f.CallArgs = NewFrame("</" + t.Name + ">\n  <" + t.Arguments + ">")
		f.CallClose = NewFrame("</" + t.Arguments + ">\n</" + t.Call + ">")
	}
	if t.Answer != "" {
		f.Answer, f.AnswerClose = NewFrame("<"+t.Answer+">\n"), NewFrame("\n</"+t.Answer+">")
	}
	if s.BareResult() {
		f.ResultOpen, f.OutputClose = NewFrame("<"+t.Result+">\n"), NewFrame("\n</"+t.Result+">")
		return
	}
	open, named := "<"+t.Result+">", "\n  "
	if s.NamesResults {
		open, named = open+"\n  <"+t.Name+">", "</"+t.Name+">\n  "
	}
	f.ResultOpen = NewFrame(open)
	f.OutputOpen, f.OutputClose = NewFrame(named+"<"+t.Output+">"), NewFrame("</"+t.Output+">\n</"+t.Result+">")
	if t.Error != "" {
		f.ErrorOpen, f.ErrorClose = NewFrame(named+"<"+t.Error+">"), NewFrame("</"+t.Error+">\n</"+t.Result+">")
	}
}

// Said returns the line that says the outcome of an answer.
func (f *Frames) Said(o ir.Outcome) Frame {
	if o == ir.Success {
		return f.Succeeded
	}
	return f.FailedLine
}

// Marked returns an affix that begins a step, as it is in step n.
func (f *Frames) Marked(marker Frame, n int) string {
	if f.NumberEnd.plain == "" {
		return marker.plain
	}
	return marker.plain + strconv.Itoa(n) + f.NumberEnd.plain
}

// calls sets the affixes of what has a form of its own in a few styles: calls in
// brackets, answers that are calls, and numbered markers.
func (f *Frames) calls(s *Style) {
	if s.Brackets {
		f.CallArgs, f.CallClose = NewFrame("["), NewFrame("]")
	}
	if s.AnswerTool != "" {
		f.Answer, f.AnswerClose = NewFrame(s.Call+" "), f.CallClose
		args := f.CallArgs.plain
		switch {
		case s.Blob():
			f.Answer = f.CallOpen
			f.AnswerOpen = NewFrame(`"` + s.AnswerTool + `"` + args)
		case s.AnswerKey != "":
			open := s.AnswerTool + args + `{"` + s.OutcomeKey + `": "`
			closing := `", "` + s.AnswerKey + `": `
			f.AnswerOpen, f.GaveUpOpen = NewFrame(open+s.Solved+closing), NewFrame(open+s.GaveUp+closing)
			f.AnswerClose = NewFrame("}")
		default:
			f.AnswerOpen = NewFrame(s.AnswerTool + args)
		}
	}
	if s.Numbered {
		number := func(marker string) Frame { return NewFrame(strings.TrimSuffix(marker, ":") + " ") }
		f.Thought, f.CallOpen, f.Observation = number(s.Thought), number(s.Call), number(s.Observation)
		f.NumberEnd = NewFrame(": ")
		if s.AnswerTool != "" {
			f.Answer = f.CallOpen
		}
	}
}

func roleLine(m Mark) string {
	for _, e := range roleLines {
		if e.mark == m {
			return e.text + " "
		}
	}
	return ""
}
