package styles

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// compile returns the style that a page describes, or the key that keeps it from being one and
// what was expected.
func compile(p *page.Page) (s *Style, key, wrong string) {
	if p.Anchor != page.Line {
		return nil, "anchor", fmt.Sprintf("anchor is %q: a style's steps begin at line starts, so expected \"line\"", p.Anchor)
	}
	s = &Style{
		page: p,
		Name: p.Name, Summary: p.Summary, Source: p.Source, Prints: p.Prints, Nested: p.Nested, Variant: p.Variant,
		ObjectArgs: p.Args == page.Object, ThoughtBeforeCall: slices.Contains(p.Wants, "call"), ThoughtBeforeAnswer: slices.Contains(p.Wants, "answer"),
		AnswerTool: p.Finish.Name, AnswerKey: p.Finish.Key, OutcomeKey: p.Finish.Outcome,
	}
	for k := range p.Sentences {
		if !slices.ContainsFunc(meanings(), func(m ir.FixedSentence) bool { return m.String() == k }) {
			return nil, "sentences." + k, fmt.Sprintf("unknown key %q: expected one of need-tool, can-answer, cannot-answer", "sentences."+k)
		}
	}
	for _, m := range meanings() {
		s.Sentences[m] = p.Sentences[m.String()]
	}
	switch p.Outcome.By {
	case page.BySentence:
		s.Says = ByThought
	case page.ByLine:
		s.Says = ByLine
	case page.ByKey:
		s.Says, s.Solved, s.GaveUp = ByKey, p.Outcome.Success, p.Outcome.Failure
	}
	if strings.Contains(p.Call[0], "{call}") && len(p.Keys.Name) > 0 && len(p.Keys.Arguments) > 0 {
		s.BlobTool, s.BlobInput = p.Keys.Name[0], p.Keys.Arguments[0]
	}
	if isTag(p.Call[0]) {
		s.Family = Tags
		s.tags(p)
		s.Tag.Citation = p.Citation
	} else {
		s.markers(p)
	}
	if key, wrong := s.fault(); wrong != "" {
		return nil, pageKey(key), strings.Replace(wrong, key+" is ", pageKey(key)+" is ", 1)
	}
	key, wrong = s.unlike(p)
	return s, key, wrong
}

// meanings lists the meanings of fixed sentences.
func meanings() (all []ir.FixedSentence) {
	for m := ir.NeedTool; int(m) < ir.NumSentences; m++ {
		all = append(all, m)
	}
	return all
}

// isTag reports whether a pattern begins with an element.
func isTag(pattern string) bool {
	first, _, _ := strings.Cut(page.Split(pattern)[0].Text, "\n")
	return strings.HasPrefix(first, "<") && strings.HasSuffix(first, ">")
}

// markers takes the markers from the patterns.
func (s *Style) markers(p *page.Page) {
	first := func(patterns []string, n int) string {
		if n >= len(patterns) {
			return ""
		}
		return marker(patterns[n], 0)
	}
	s.Thought, s.Call, s.Observation, s.Answer = first(p.Thought, 0), first(p.Call, 0), first(p.Result, 0), first(p.Answer, 0)
	s.ObservationToo, s.ResultToo = first(p.Result, 1), first(p.Result, 2)
	s.Wrapped = len(p.Thought) > 1 && strings.HasPrefix(p.Thought[1], "`")
	s.Brackets = strings.Contains(p.Call[0], "{name}[{args")
	s.Numbered = slices.ContainsFunc(p.Call, func(c string) bool { return strings.Contains(c, "{step}") })
	for n, c := range p.Call {
		switch input := marker(c, 1); {
		case s.Brackets || strings.Contains(c, "{call}"):
		case s.Input == "":
			s.Input = input
		case n > 0 && s.CallToo == "":
			s.CallToo = marker(c, 0)
		}
	}
	if s.Says == ByLine && len(p.Answer) > 0 {
		s.Outcome = marker(p.Answer[0], 1)
	}
}

// marker returns the nth literal of a pattern as a marker: without white space, and with a
// colon where the step's number stands before it. It is the first line of the literal.
func marker(pattern string, n int) string {
	parts := page.Split(pattern)
	for i, x := range parts {
		if x.Hole {
			continue
		}
		if n--; n >= 0 {
			continue
		}
		word, _, _ := strings.Cut(strings.TrimSpace(x.Text), "\n")
		if i+2 < len(parts) && parts[i+1].Text == "step" && strings.HasPrefix(parts[i+2].Text, ":") {
			word += ":"
		}
		return word
	}
	return ""
}

var element = regexp.MustCompile(`<([^/<>{}\n]+)>`)

// tags takes the elements from the patterns.
func (s *Style) tags(p *page.Page) {
	names := func(patterns []string, hole string) []string {
		var out []string
		for _, c := range patterns {
			if strings.Contains(c, hole) {
				for _, m := range element.FindAllStringSubmatch(c, -1) {
					out = append(out, m[1])
				}
				break
			}
		}
		return append(out, "", "", "")
	}
	call := names(p.Call[:1], "")
	switch {
	case s.Blob():
		s.Tag.Call = call[0]
	case call[2] != "":
		s.Tag.Call, s.Tag.Name, s.Tag.Arguments = call[0], call[1], call[2]
	default:
		s.Tag.Name, s.Tag.Arguments = call[0], call[1]
	}
	s.Tag.Answer = names(p.Answer, "{text")[0]
	result, failed := names(p.Result, "{text}"), names(p.Result, "{error}")
	s.Tag.Result, s.Tag.Output = result[0], result[1]
	if s.NamesResults = len(p.Result) > 0 && strings.Contains(p.Result[0], "{name}"); s.NamesResults {
		if s.Tag.Output = result[2]; s.Tag.Name == "" {
			s.Tag.Name = result[1]
		}
	}
	if s.MarksErrors = failed[0] != ""; s.MarksErrors {
		s.Tag.Error = failed[1]
		if s.NamesResults {
			s.Tag.Error = failed[2]
		}
	}
}

// unlike compares a page with the one that the style would have, and returns a key in which
// they differ.
func (s *Style) unlike(p *page.Page) (key, wrong string) {
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
