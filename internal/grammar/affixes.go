package grammar

import (
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// Affix is a constant piece of text in both spellings.
type Affix struct{ plain, escaped string }

// Of returns the affix in the spelling that escaped asks for.
func (f Affix) Of(escaped bool) string {
	if escaped {
		return f.escaped
	}
	return f.plain
}

// NewAffix returns s as an affix.
func NewAffix(s string) Affix {
	return Affix{plain: s, escaped: string(text.AppendEscaped(nil, []byte(s), true))}
}

// Affixes are the constant pieces of a style's canonical text. A step is written
// as its opening, its content and, where there is one, its closing.
type Affixes struct {
	_                                         [0]func() // nobody compares them: the function that would is large
	Thought, Observation, Answer, AnswerClose Affix
	// NumberEnd is between the number of a numbered marker and the content.
	NumberEnd Affix
	// AnswerOpen is after the marker of an answer that a call gives, and
	// GaveUpOpen in place of it where that says failure.
	AnswerOpen, GaveUpOpen Affix
	// A call is CallOpen NAME CallArgs ARGS CallClose.
	CallOpen, CallArgs, CallClose Affix
	// A result of the family Tags is ResultOpen, NAME where it is said, then
	// OutputOpen R OutputClose, or the same with Error.
	ResultOpen, OutputOpen, OutputClose, ErrorOpen, ErrorClose Affix
	// Outcomes of the family Markers, by ir.Outcome.
	Succeeded, FailedLine Affix
	// Between separates steps of one message, Blank a tag from the text around it.
	Between, Blank Affix
	// The role lines of plain transcripts.
	System, User, Assistant Affix
}

func newAffixes(s *Style) Affixes {
	f := Affixes{
		Between: NewAffix("\n"), Blank: NewAffix("\n\n"),
		System: NewAffix(roleLine(MarkSystem)), User: NewAffix(roleLine(MarkUser)), Assistant: NewAffix(roleLine(MarkAssistant)),
	}
	switch s.Family {
	case styles.Markers:
		f.Thought = NewAffix(s.Thought + " ")
		f.Observation = NewAffix(s.Observation + " ")
		f.Answer = NewAffix(s.Answer + " ")
		f.CallOpen, f.CallArgs = NewAffix(s.Call+" "), NewAffix("\n"+s.Input+" ")
		if s.Blob() {
			f.CallOpen = NewAffix(s.Call + "\n```\n{\n  \"" + s.BlobTool + "\": ")
			f.CallArgs = NewAffix(",\n  \"" + s.BlobInput + "\": ")
			f.CallClose = NewAffix("\n}\n```")
		}
		f.calls(s)
		f.Succeeded, f.FailedLine = NewAffix("\n"+s.Outcome+" True"), NewAffix("\n"+s.Outcome+" False")
	case styles.Tags:
		f.tags(s)
	}
	return f
}

// tags fills the affixes of the family Tags.
func (f *Affixes) tags(s *Style) {
	t := s.Tag
	switch {
	case s.Blob():
		f.CallOpen, f.CallArgs = NewAffix("<"+t.Call+">\n{\""+s.BlobTool+"\": "), NewAffix(", \""+s.BlobInput+"\": ")
		f.CallClose = NewAffix("}\n</" + t.Call + ">")
	case t.Call == "":
		f.CallOpen, f.CallArgs, f.CallClose = NewAffix("<"+t.Name+">"), NewAffix("</"+t.Name+"><"+t.Arguments+">"), NewAffix("</"+t.Arguments+">")
	default:
		f.CallOpen = NewAffix("<" + t.Call + ">\n  <" + t.Name + ">")
		f.CallArgs = NewAffix("</" + t.Name + ">\n  <" + t.Arguments + ">")
		f.CallClose = NewAffix("</" + t.Arguments + ">\n</" + t.Call + ">")
	}
	if t.Answer != "" {
		f.Answer, f.AnswerClose = NewAffix("<"+t.Answer+">\n"), NewAffix("\n</"+t.Answer+">")
	}
	if s.BareResult() {
		f.ResultOpen, f.OutputClose = NewAffix("<"+t.Result+">\n"), NewAffix("\n</"+t.Result+">")
		return
	}
	open, named := "<"+t.Result+">", "\n  "
	if s.NamesResults {
		open, named = open+"\n  <"+t.Name+">", "</"+t.Name+">\n  "
	}
	f.ResultOpen = NewAffix(open)
	f.OutputOpen, f.OutputClose = NewAffix(named+"<"+t.Output+">"), NewAffix("</"+t.Output+">\n</"+t.Result+">")
	if t.Error != "" {
		f.ErrorOpen, f.ErrorClose = NewAffix(named+"<"+t.Error+">"), NewAffix("</"+t.Error+">\n</"+t.Result+">")
	}
}

// Said returns the line that says the outcome of an answer.
func (f *Affixes) Said(o ir.Outcome) Affix {
	if o == ir.Success {
		return f.Succeeded
	}
	return f.FailedLine
}

// Marked returns an affix that begins a step, as it is in step n.
func (f *Affixes) Marked(marker Affix, n int) string {
	if f.NumberEnd.plain == "" {
		return marker.plain
	}
	return marker.plain + strconv.Itoa(n) + f.NumberEnd.plain
}

// calls sets the affixes of what has a form of its own in a few styles: calls in
// brackets, answers that are calls, and numbered markers.
func (f *Affixes) calls(s *Style) {
	if s.Brackets {
		f.CallArgs, f.CallClose = NewAffix("["), NewAffix("]")
	}
	if s.AnswerTool != "" {
		f.Answer, f.AnswerClose = NewAffix(s.Call+" "), f.CallClose
		args := f.CallArgs.plain
		switch {
		case s.Blob():
			f.Answer = f.CallOpen
			f.AnswerOpen = NewAffix(`"` + s.AnswerTool + `"` + args)
		case s.AnswerKey != "":
			open := s.AnswerTool + args + `{"` + s.OutcomeKey + `": "`
			closing := `", "` + s.AnswerKey + `": `
			f.AnswerOpen, f.GaveUpOpen = NewAffix(open+s.Solved+closing), NewAffix(open+s.GaveUp+closing)
			f.AnswerClose = NewAffix("}")
		default:
			f.AnswerOpen = NewAffix(s.AnswerTool + args)
		}
	}
	if s.Numbered {
		number := func(marker string) Affix { return NewAffix(strings.TrimSuffix(marker, ":") + " ") }
		f.Thought, f.CallOpen, f.Observation = number(s.Thought), number(s.Call), number(s.Observation)
		f.NumberEnd = NewAffix(": ")
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
