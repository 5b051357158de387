package styles

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
)

// pageOf returns the page of a style.
func (s *former) pageOf() *page.Page {
	p := &page.Page{
		Name: s.Name, Summary: s.Summary, Source: s.Source, Anchor: page.Line, Prints: s.Prints, Nested: s.Nested, Variant: s.Variant,
		Gap: "\n", Role: "user", Args: page.Any, Citation: s.Tag.Citation, Think: []string{"<think>\n", "\n</think>\n\n"},
	}
	switch {
	case s.ObjectArgs:
		p.Args = page.Object
	case s.Brackets:
		p.Args = page.Text
	}
	for _, m := range meanings() {
		if s.Sentences[m] != "" {
			if p.Sentences == nil {
				p.Sentences = map[string]string{}
			}
			p.Sentences[m.String()] = s.Sentences[m]
		}
	}
	if s.ThoughtBeforeCall {
		p.Wants = append(p.Wants, "call")
	}
	if s.ThoughtBeforeAnswer {
		p.Wants = append(p.Wants, "answer")
	}
	if s.blob() {
		p.Keys.Name, p.Keys.Arguments = []string{s.BlobTool}, []string{s.BlobInput}
	}
	switch s.Says {
	case byThought:
		p.Outcome.By = page.BySentence
	case byLine:
		p.Outcome = page.Outcome{By: page.ByLine, Success: "True", Failure: "False"}
	case byKey:
		p.Outcome = page.Outcome{By: page.ByKey, Success: s.Solved, Failure: s.GaveUp}
	}
	p.Finish = page.Finish{Name: s.AnswerTool, Key: s.AnswerKey, Outcome: s.OutcomeKey}
	if s.Family == tags {
		s.elements(p)
	} else {
		s.lines(p)
	}
	return p
}

// lines puts in the patterns of a style with markers.
func (s *former) lines(p *page.Page) {
	step := func(marker, hole string) string {
		if s.Numbered {
			return strings.TrimSuffix(marker, ":") + " {step}: " + hole
		}
		return marker + " " + hole
	}
	p.Thought = []string{step(s.Thought, "{text}")}
	if s.Wrapped {
		p.Thought = append(p.Thought, "`"+s.Thought+" {text+}`")
	}
	if s.blob() {
		p.Call = append(p.Call, s.Call+"\n```{skip}\n{call}\n```")
		p.Keys.Indent = 2
	}
	switch {
	case s.Brackets:
		p.Call = append(p.Call, step(s.Call, "{name}[{args+}]"))
	case s.Input != "":
		p.Call = append(p.Call, step(s.Call, "{name}\n"+s.Input+" {args}"))
		if s.CallToo != "" {
			p.Call = append(p.Call, step(s.CallToo, "{name}\n"+s.Input+" {args}"))
		}
	}
	if s.Answer != "" {
		if s.Says == byLine {
			p.Answer = append(p.Answer, s.Answer+" {text+}\n"+s.Outcome+" {outcome}")
			if s.Wrapped {
				p.Answer = append(p.Answer, "`"+s.Answer+" {text+}`\n`"+s.Outcome+" {outcome}`")
			}
		}
		p.Answer = append(p.Answer, s.Answer+" {text}")
		if s.Wrapped && s.Says != byLine {
			p.Answer = append(p.Answer, "`"+s.Answer+" {text+}`")
		}
	}
	for _, m := range []string{s.Observation, s.ObservationToo, s.ResultToo} {
		if m != "" {
			p.Result = append(p.Result, step(m, "{text}"))
		}
	}
}

// elements puts in the patterns of a style with elements.
func (s *former) elements(p *page.Page) {
	p.Gap = "\n\n"
	in := func(name, body string) string { return "<" + name + ">" + body + "</" + name + ">" }
	t := s.Tag
	switch {
	case s.blob():
		p.Call = []string{in(t.Call, "\n{call}\n")}
	case t.Call == "":
		p.Call = []string{in(t.Name, "{name}") + in(t.Arguments, "{args}")}
	default:
		p.Call = []string{in(t.Call, "\n  "+in(t.Name, "{name}")+"\n  "+in(t.Arguments, "{args}")+"\n")}
	}
	if t.Answer != "" {
		p.Answer = []string{in(t.Answer, "\n{text+}\n"), "<" + t.Answer + ">\n{text}"}
	}
	if t.Output == "" {
		p.Result = []string{in(t.Result, "\n{text}\n")}
		return
	}
	heads := []string{""}
	if s.NamesResults {
		heads = []string{"\n  " + in(t.Name, "{name}"), ""}
	}
	for _, head := range heads {
		p.Result = append(p.Result, in(t.Result, head+"\n  "+in(t.Output, "{text}")+"\n"))
		if s.MarksErrors {
			p.Result = append(p.Result, in(t.Result, head+"\n  "+in(t.Error, "{error}")+"\n"))
		}
	}
	if s.MarksErrors {
		p.Alone = []string{in(t.Error, "{error}")}
	}
}
