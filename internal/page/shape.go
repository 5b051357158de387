package page

import (
	"regexp"
	"slices"
	"strings"
)

// Shape is what the patterns of a page are made of whose steps begin at line starts.
type Shape struct {
	// Marker has the words that steps begin with, where they have a marker, and Tag the
	// names of the elements, where they are elements.
	Marker Markers
	Tag    Elements
	// Outcomes are what the line of an outcome begins with, in each of its spellings.
	Outcomes []string
	// InBrackets means that the argument is in brackets after the tool's name: it goes on
	// to the last one. Counts means that markers may have the number of their step.
	InBrackets, Counts bool
	// NamesResults means that a result says the tool's name, and MarksErrors that one says
	// that the call failed.
	NamesResults, MarksErrors bool
}

// Markers are the words that steps begin with, each with its colon, in the first of their
// spellings. Input is what is before an argument, and Outcome before a word for the outcome.
type Markers struct{ Thought, Call, Input, Result, Answer, Outcome string }

// Elements are the names of elements. What a page does not have is empty:
//   - without Call, a call is a Name element and an Arguments element;
//   - without Arguments, Call holds a JSON object;
//   - without Output, the text of a result is right in Result, on lines of its own;
//   - without Error, a result can't say that the call failed;
//   - without Answer, an answer is a message of prose alone.
type Elements struct{ Call, Name, Arguments, Result, Output, Error, Answer string }

// CallTag is the element that a call begins with.
func (s *Shape) CallTag() string {
	if s.Tag.Call == "" {
		return s.Tag.Name
	}
	return s.Tag.Call
}

// InElements reports whether steps are elements with prose between them.
func (p *Page) InElements() bool { return p.Thought == nil }

// ProseAnswer reports whether an answer is a message of prose alone.
func (p *Page) ProseAnswer() bool { return len(p.Answer) == 0 && p.Finish.Name == "" && p.InElements() }

// WantsObject reports whether an argument is always a JSON object.
func (p *Page) WantsObject() bool { return p.Args == Object }

// NameKey and ArgumentsKey are the keys of a call that is a JSON object, or "".
func (p *Page) NameKey() string { return firstOf(p.Keys.Name) }

// ArgumentsKey is the key of the arguments; see NameKey.
func (p *Page) ArgumentsKey() string { return firstOf(p.Keys.Arguments) }

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// Shape returns what the patterns of the page are made of.
func (p *Page) Shape() Shape {
	var s Shape
	for _, r := range p.Result {
		s.NamesResults = s.NamesResults || strings.Contains(r, "{name}")
		s.MarksErrors = s.MarksErrors || strings.Contains(r, "{error}")
	}
	if p.InElements() {
		s.elements(p)
		return s
	}
	s.Marker = Markers{Thought: MarkerIn(firstOf(p.Thought), 0), Call: MarkerIn(p.Call[0], 0), Result: MarkerIn(firstOf(p.Result), 0), Answer: MarkerIn(firstOf(p.Answer), 0)}
	s.InBrackets = strings.Contains(p.Call[0], "{name}[{args")
	s.Counts = strings.Contains(strings.Join(slices.Concat(p.Thought, p.Call, p.Result, p.Answer), ""), "{step}")
	for _, c := range p.Call {
		if !s.InBrackets && s.Marker.Input == "" && !strings.Contains(c, "{call}") {
			s.Marker.Input = MarkerIn(c, 1)
		}
	}
	for _, a := range p.Answer {
		if before, _, ok := strings.Cut(a, "{outcome}"); ok {
			s.Outcomes = append(s.Outcomes, strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]))
		}
	}
	s.Marker.Outcome = firstOf(s.Outcomes)
	return s
}

// MarkerIn returns the nth literal of a pattern as a marker: without white space, and with a
// colon where the step's number stands before it. It is the first line of the literal.
func MarkerIn(pattern string, n int) string {
	parts := Split(pattern)
	for i, x := range parts {
		if x.Hole {
			continue
		}
		if n--; n >= 0 {
			continue
		}
		word, _, _ := strings.Cut(strings.TrimSpace(x.Text), "\n")
		word = strings.TrimRight(word, " ")
		if i+2 < len(parts) && parts[i+1].Text == "step" && strings.HasPrefix(parts[i+2].Text, ":") {
			word += ":"
		}
		return word
	}
	return ""
}

var element = regexp.MustCompile(`<([^/<>{}\n]+)>`)

// elements takes the elements from the patterns.
func (s *Shape) elements(p *Page) {
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
	case p.HoldsJSON():
		s.Tag.Call = call[0]
	case call[2] != "":
		s.Tag.Call, s.Tag.Name, s.Tag.Arguments = call[0], call[1], call[2]
	default:
		s.Tag.Name, s.Tag.Arguments = call[0], call[1]
	}
	s.Tag.Answer = names(p.Answer, "{text")[0]
	result, failed := names(p.Result, "{text}"), names(p.Result, "{error}")
	s.Tag.Result, s.Tag.Output = result[0], result[1]
	s.Tag.Error = failed[1]
	if s.NamesResults {
		s.Tag.Output, s.Tag.Error = result[2], failed[2]
		if s.Tag.Name == "" {
			s.Tag.Name = result[1]
		}
	}
}
