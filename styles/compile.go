package styles

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// newStyle returns the style of a page that has no fault.
func newStyle(p *page.Page) *Style { return &Style{Page: p, Shape: p.Shape(), checked: true} }

// compile returns the style that a page describes, or the key that keeps it from being one and
// what was expected.
func compile(p *page.Page) (made *Style, key, wrong string) {
	if p.Anchor != page.Line {
		return nil, "anchor", fmt.Sprintf("anchor is %q: a style's steps begin at line starts, so expected \"line\"", p.Anchor)
	}
	if key, wrong = faultOf(p); wrong != "" {
		return nil, key, wrong
	}
	return newStyle(p), "", ""
}

// faultOf finds what keeps a page from being a style.
func faultOf(p *page.Page) (key, wrong string) {
	s := &former{
		Name: p.Name, Summary: p.Summary, Source: p.Source, Prints: p.Prints, Nested: p.Nested, Variant: p.Variant,
		ObjectArgs: p.WantsObject(), ThoughtBeforeCall: slices.Contains(p.Wants, "call"), ThoughtBeforeAnswer: slices.Contains(p.Wants, "answer"),
		AnswerTool: p.Finish.Name, AnswerKey: p.Finish.Key, OutcomeKey: p.Finish.Outcome,
	}
	for k := range p.Sentences {
		if !slices.ContainsFunc(meanings(), func(m ir.FixedSentence) bool { return m.String() == k }) {
			return "sentences." + k, fmt.Sprintf("unknown key %q: expected one of need-tool, can-answer, cannot-answer", "sentences."+k)
		}
	}
	for _, m := range meanings() {
		s.Sentences[m] = p.Sentences[m.String()]
	}
	switch p.Outcome.By {
	case page.BySentence:
		s.Says = byThought
	case page.ByLine:
		s.Says = byLine
	case page.ByKey:
		s.Says, s.Solved, s.GaveUp = byKey, p.Outcome.Success, p.Outcome.Failure
	}
	if strings.Contains(p.Call[0], "{call}") && len(p.Keys.Name) > 0 && len(p.Keys.Arguments) > 0 {
		s.BlobTool, s.BlobInput = p.Keys.Name[0], p.Keys.Arguments[0]
	}
	shape := p.Shape()
	if p.InElements() {
		t := shape.Tag
		s.Family, s.Tag = tags, tagNames{t.Call, t.Name, t.Arguments, t.Result, t.Output, t.Error, t.Answer, p.Citation}
		s.NamesResults, s.MarksErrors = shape.NamesResults, shape.MarksErrors
	} else {
		s.markers(p, shape)
	}
	if key, wrong := s.fault(); wrong != "" {
		return pageKey(key), strings.Replace(wrong, key+" is ", pageKey(key)+" is ", 1)
	}
	return s.unlike(p)
}

// markers takes the markers from the patterns.
func (s *former) markers(p *page.Page, shape page.Shape) {
	nth := func(patterns []string, n int) string {
		if n >= len(patterns) {
			return ""
		}
		return page.MarkerIn(patterns[n], 0)
	}
	m := shape.Marker
	s.Thought, s.Call, s.Input, s.Observation, s.Answer, s.Outcome = m.Thought, m.Call, m.Input, m.Result, m.Answer, m.Outcome
	s.ObservationToo, s.ResultToo = nth(p.Result, 1), nth(p.Result, 2)
	s.Wrapped = len(p.Thought) > 1 && strings.HasPrefix(p.Thought[1], "`")
	s.Brackets, s.Numbered = shape.InBrackets, shape.Counts
	named := 0
	for n, c := range p.Call {
		if s.Brackets || strings.Contains(c, "{call}") {
			continue
		}
		if named++; named == 2 {
			s.CallToo = nth(p.Call, n)
		}
	}
	if s.Says != byLine {
		s.Outcome = ""
	}
}

// meanings lists the meanings of fixed sentences.
func meanings() (all []ir.FixedSentence) {
	for m := ir.NeedTool; int(m) < ir.NumSentences; m++ {
		all = append(all, m)
	}
	return all
}

// unlike compares a page with the one that the style would have, and returns a key in which
// they differ.
func (s *former) unlike(p *page.Page) (key, wrong string) {
	q := s.pageOf()
	for _, k := range []struct {
		key        string
		have, want []string
	}{{"thought", p.Thought, q.Thought}, {"call", p.Call, q.Call}, {"answer", p.Answer, q.Answer}, {"result", p.Result, q.Result}, {"alone", p.Alone, q.Alone}} {
		if !slices.Equal(k.have, k.want) {
			return k.key, fmt.Sprintf("%s is %q: expected %q", k.key, k.have, k.want)
		}
	}
	for _, k := range [][3]string{
		{"gap", p.Gap, q.Gap}, {"args", p.Args, q.Args}, {"role", p.Role, q.Role},
		{"outcome.success", p.Outcome.Success, q.Outcome.Success}, {"outcome.failure", p.Outcome.Failure, q.Outcome.Failure},
	} {
		if k[1] != k[2] {
			return k[0], fmt.Sprintf("%s is %q: expected %q", k[0], k[1], k[2])
		}
	}
	if p.Keys.Indent != q.Keys.Indent {
		return "json.indent", fmt.Sprintf("json.indent is %d: expected %d", p.Keys.Indent, q.Keys.Indent)
	}
	return "", ""
}

// pageKey returns the key of a page for a field of a style.
func pageKey(field string) string {
	keys := map[string]string{
		"input": "call", "observation": "result", "outcome": "answer", "call_too": "call", "observation_too": "result", "result_too": "result",
		"blob_tool": "json", "blob_input": "json", "wrapped": "thought", "brackets": "call", "numbered": "thought",
		"answer_tool": "finish", "answer_key": "finish", "outcome_key": "finish", "solved": "outcome", "gave_up": "outcome", "says": "outcome",
		"object_args": "args", "thought_before_call": "wants", "thought_before_answer": "wants", "names_results": "result", "marks_errors": "result",
		"tag.call": "call", "tag.name": "call", "tag.arguments": "call", "tag.result": "result", "tag.output": "result", "tag.error": "result", "tag.answer": "answer", "tag.citation": "citation",
	}
	if k, ok := keys[field]; ok {
		return k
	}
	return strings.Replace(field, sentences+".", "sentences.", 1)
}
