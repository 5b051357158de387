package styles

import (
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
)

// former is a style in the keys of the files of older versions.
type former struct {
	Name, Family, Summary, Source                                                                    string
	Thought, Call, Input, Observation, Answer, Outcome, CallToo, ObservationToo, ResultToo, Prints   string
	BlobTool, BlobInput, AnswerTool, AnswerKey, OutcomeKey, Solved, GaveUp, Says                     string
	Wrapped, Brackets, Numbered, Nested, Variant, ObjectArgs, ThoughtBeforeCall, ThoughtBeforeAnswer bool
	NamesResults, MarksErrors                                                                        bool
	Tag                                                                                              page.Elements
	Citation                                                                                         string
	Sentences                                                                                        map[string]string
}

// keys lists the keys of a file. Two of them had other names once.
func (s *former) keys() []page.Key {
	t := &s.Tag
	return []page.Key{
		{Name: "name", Field: &s.Name}, {Name: "family", Field: &s.Family}, {Name: "summary", Field: &s.Summary}, {Name: "source", Field: &s.Source},
		{Name: "thought", Field: &s.Thought}, {Name: "call", Field: &s.Call}, {Name: "input", Field: &s.Input}, {Name: "observation", Field: &s.Observation},
		{Name: "answer", Field: &s.Answer}, {Name: "outcome", Field: &s.Outcome}, {Name: "call_too", Field: &s.CallToo},
		{Name: "observation_too", Field: &s.ObservationToo}, {Name: "result_too", Field: &s.ResultToo}, {Name: "prints", Field: &s.Prints},
		{Name: "blob_tool", Field: &s.BlobTool}, {Name: "blob_input", Field: &s.BlobInput}, {Name: "answer_tool", Field: &s.AnswerTool},
		{Name: "answer_key", Field: &s.AnswerKey}, {Name: "outcome_key", Field: &s.OutcomeKey}, {Name: "solved", Field: &s.Solved}, {Name: "gave_up", Field: &s.GaveUp},
		{Name: "says", Field: &s.Says}, {Name: "wrapped", Field: &s.Wrapped}, {Name: "brackets", Field: &s.Brackets}, {Name: "numbered", Field: &s.Numbered},
		{Name: "nested", Field: &s.Nested}, {Name: "variant", Field: &s.Variant}, {Name: "neighbour", Field: &s.Variant}, {Name: "object_args", Field: &s.ObjectArgs},
		{Name: "thought_before_call", Field: &s.ThoughtBeforeCall}, {Name: "thought_before_answer", Field: &s.ThoughtBeforeAnswer},
		{Name: "names_results", Field: &s.NamesResults}, {Name: "marks_errors", Field: &s.MarksErrors},
		{Name: "tag.call", Field: &t.Call}, {Name: "tag.name", Field: &t.Name}, {Name: "tag.arguments", Field: &t.Arguments}, {Name: "tag.result", Field: &t.Result},
		{Name: "tag.output", Field: &t.Output}, {Name: "tag.error", Field: &t.Error}, {Name: "tag.answer", Field: &t.Answer}, {Name: "tag.citation", Field: &s.Citation},
		{Name: "fixed_sentence", Field: &s.Sentences}, {Name: "stock", Field: &s.Sentences},
	}
}

// formerPage returns the page that a file in the keys of an older version describes, as the file of
// a page. An error is a *page.Error.
func formerPage(file []byte) ([]byte, error) {
	values, err := page.Decode(file)
	if err != nil {
		return nil, err
	}
	s := &former{}
	key, wrong := page.Take(values, s.keys())
	if wrong == "" {
		key, wrong = s.fault()
	}
	if wrong != "" {
		return nil, &page.Error{Line: page.LineOf(file, key), Text: wrong}
	}
	return s.page().TOML(), nil
}

// fault finds what a page could not say.
func (s *former) fault() (key, wrong string) {
	inTags := s.Family == "tags"
	switch {
	case s.Family != "" && s.Family != "markers" && !inTags:
		return "family", fmt.Sprintf("family is %q: expected markers or tags", s.Family)
	case !inTags && s.Tag != (page.Elements{}):
		return "tag", "[tag] is for the family tags: leave it out"
	case inTags && s.Thought+s.Call+s.Input+s.Observation+s.Answer+s.Outcome+s.Says+s.AnswerTool != "":
		return "family", "family is \"tags\", and there are keys of markers: leave them out"
	case !inTags && s.Says != "" && s.Says != "nothing" && saysWords[s.Says] == "":
		return "says", fmt.Sprintf("says is %q: expected one of nothing, by-thought, by-line, by-key", s.Says)
	case (s.BlobTool == "") != (s.BlobInput == ""):
		return "blob_tool", "blob_tool and blob_input are not both there: expected the keys of the tool's name and of the argument"
	case s.Brackets && s.Input+s.BlobTool != "":
		return "brackets", "brackets is true and input or blob_tool is set: a call has one place for its argument"
	case (s.Says == "by-line") != (s.Outcome != ""):
		return "outcome", "outcome is the marker of a line, and says \"by-line\" goes with it: expected both or neither"
	case inTags && (s.BlobTool != "" && s.Tag.Arguments != "" || s.Tag.Output == "" && (s.NamesResults || s.MarksErrors) || s.MarksErrors != (s.Tag.Error != "")):
		return "tag", "the elements contradict each other: blob_tool goes without arguments, names_results and marks_errors with output, and marks_errors with error"
	}
	return "", ""
}

// saysWords are the ways to say an outcome, by the words of older files.
var saysWords = map[string]string{"by-thought": page.BySentence, "by-line": page.ByLine, "by-key": page.ByKey}

// page returns the page of the style.
func (s *former) page() *page.Page {
	p := &page.Page{
		Name: s.Name, Summary: s.Summary, Source: s.Source, Anchor: page.Line, Prints: s.Prints, Nested: s.Nested, Variant: s.Variant,
		Gap: "\n", Role: "user", Args: page.Any, Citation: s.Citation, Think: []string{"<think>\n", "\n</think>\n\n"}, Sentences: s.Sentences,
		Finish: page.Finish{Name: s.AnswerTool, Key: s.AnswerKey, Outcome: s.OutcomeKey},
	}
	switch {
	case s.ObjectArgs:
		p.Args = page.Object
	case s.Brackets:
		p.Args = page.Text
	}
	if s.ThoughtBeforeCall {
		p.Wants = append(p.Wants, "call")
	}
	if s.ThoughtBeforeAnswer {
		p.Wants = append(p.Wants, "answer")
	}
	if s.BlobTool != "" {
		p.Keys.Name, p.Keys.Arguments = []string{s.BlobTool}, []string{s.BlobInput}
	}
	switch p.Outcome.By = saysWords[s.Says]; p.Outcome.By {
	case page.ByLine:
		p.Outcome.Success, p.Outcome.Failure = "True", "False"
	case page.ByKey:
		p.Outcome.Success, p.Outcome.Failure = s.Solved, s.GaveUp
	}
	if s.Family == "tags" {
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
	if s.BlobTool != "" {
		p.Call = append(p.Call, s.Call+"\n```{skip}\n{call}\n```")
		p.Keys.Indent = 2
	}
	if s.Brackets {
		p.Call = append(p.Call, step(s.Call, "{name}[{args+}]"))
	} else if s.Input != "" || s.BlobTool == "" {
		for _, m := range []string{s.Call, s.CallToo} {
			if m != "" || len(p.Call) == 0 {
				p.Call = append(p.Call, step(m, "{name}\n"+s.Input+" {args}"))
			}
		}
	}
	if s.Outcome != "" {
		p.Answer = append(p.Answer, s.Answer+" {text+}\n"+s.Outcome+" {outcome}")
		if s.Wrapped {
			p.Answer = append(p.Answer, "`"+s.Answer+" {text+}`\n`"+s.Outcome+" {outcome}`")
		}
	}
	if s.Answer != "" {
		p.Answer = append(p.Answer, s.Answer+" {text}")
		if s.Wrapped && s.Outcome == "" {
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
	case s.BlobTool != "":
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
