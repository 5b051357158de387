package page

import (
	"regexp"
	"slices"
	"strings"
)

// holes are the names that may stand in braces.
var holes = []string{"name", "args", "call", "params", "key", "value", "type", "id", "index", "text", "error", "outcome", "step", "skip", "code", "tool", "description", "parameters"}

// Part is a literal of a pattern or, with Hole, the name of a hole. A hole with Last, which
// is written with a plus sign after its name, goes on to the last place where what follows
// it fits, and any other to the first.
type Part struct {
	Text       string
	Hole, Last bool
}

// Split returns the parts of a pattern. Braces around anything else than the name of a hole
// are literals.
func Split(pattern string) []Part {
	var out []Part
	literal := 0
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '{' {
			continue
		}
		end := strings.IndexByte(pattern[i:], '}')
		if end < 0 {
			break
		}
		name, last := strings.CutSuffix(pattern[i+1:i+end], "+")
		if !slices.Contains(holes, name) {
			continue
		}
		if literal < i {
			out = append(out, Part{Text: pattern[literal:i]})
		}
		out = append(out, Part{Text: name, Hole: true, Last: last})
		i += end
		literal = i + 1
	}
	if literal < len(pattern) {
		out = append(out, Part{Text: pattern[literal:]})
	}
	return out
}

// tokens matches what parsers look for in a literal: elements, special tokens, fences, and
// words with a bracket.
var tokens = regexp.MustCompile("\\]<\\][a-z]+\\[>\\[|<[^<>\\s]{2,}>?|\\[/?[A-Z_]{3,}\\]|```|>>>|functools")

// Marks returns the words of the page's syntax that stand around calls, parameters and
// values. Parsers look for them, and some find them inside a value, too.
func (p *Page) Marks() []string {
	return marksIn(slices.Concat(p.Section, p.Call, p.Param, p.Delimiters))
}

// CallMarks returns those of Marks that each call with a parameter is written with.
func (p *Page) CallMarks() []string {
	patterns := p.Call[:1:1]
	if strings.Contains(p.Call[0], "{params}") {
		patterns = append(patterns, p.Param[0])
	}
	if marks := marksIn(patterns); marks != nil {
		return marks
	}
	return marksIn(p.Section)
}

// PromptMarks returns the words of the page's syntax that its format instructions may have besides
// Marks: those around results, thoughts and the tool list.
func (p *Page) PromptMarks() []string {
	return slices.Concat(marksIn(slices.Concat(p.Result, p.Think)), p.ListMarks())
}

// ListMarks returns the words of syntax around the tools of a prompt.
func (p *Page) ListMarks() []string {
	return marksIn([]string{p.Tools.Open, p.Tools.Each, p.Tools.Close})
}

// marksIn returns the words of syntax in the literals of patterns, each once.
func marksIn(patterns []string) (marks []string) {
	for _, c := range patterns {
		for _, x := range Split(c) {
			if x.Hole {
				continue
			}
			for _, word := range tokens.FindAllString(x.Text, -1) {
				if !slices.Contains(marks, word) {
					marks = append(marks, word)
				}
			}
		}
	}
	return marks
}
