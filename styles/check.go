package styles

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	digits = "0123456789"
)

// longest is how long a name, a pattern or a sentence may be, in bytes.
const longest = 1000

// reserved are names that commands and reports give another meaning.
var reserved = map[string]bool{"auto": true, "plain": true, "ir": true}

// roleWords begin the turns of plain transcripts.
var roleWords = []string{"System:", "Question:", "User:", "Human:", "Task:", "Assistant:"}

// fault finds what keeps a page from being a style that is read as it is written: the key and
// what was expected, or nothing.
func fault(p *page.Page) (key, wrong string) {
	if p.Anchor != page.Line {
		return "anchor", fmt.Sprintf("anchor is %q: a style's steps begin at line starts, so expected \"line\"", p.Anchor)
	}
	shape := p.Shape()
	for _, check := range []func(*page.Page, *page.Shape) (key, wrong string){nameFault, wordFault, patternFault, headFault, callFault, answerFault, sentenceFault} {
		if key, wrong = check(p, &shape); wrong != "" {
			break
		}
	}
	return key, wrong
}

// NameFault says why the page of a style or format can't have its name, or "".
func NameFault(p *page.Page) string {
	_, wrong := nameFault(p, nil)
	return wrong
}

// nameFault checks the name.
func nameFault(p *page.Page, _ *page.Shape) (key, wrong string) {
	switch {
	case len(p.Name) > 64 || !isStyleName(p.Name):
		return "name", fmt.Sprintf("name is %q: expected at most 64 small letters, digits and single hyphens, with a letter first", p.Name)
	case reserved[p.Name]:
		return "name", fmt.Sprintf("name is %q, which has another meaning here: choose another", p.Name)
	}
	return "", ""
}

// isStyleName reports whether a name is made of words of lower-case letters and digits
// with hyphens between them, and begins with a letter.
func isStyleName(name string) bool {
	for word := range strings.SplitSeq(name, "-") {
		if word == "" || strings.Trim(word, lower+digits) != "" {
			return false
		}
	}
	return !strings.ContainsAny(name[:1], digits)
}

// wordFault checks the values that are words.
func wordFault(p *page.Page, _ *page.Shape) (key, wrong string) {
	for _, w := range []struct {
		key, value string
		bare       bool
	}{
		{"summary", p.Summary, false}, {"source", p.Source, false}, {"prints", p.Prints, false}, {"citation", p.Citation, false},
		{"json", p.NameKey(), true}, {"json", p.ArgumentsKey(), true}, {"finish", p.Finish.Name, true}, {"finish", p.Finish.Key, true},
		{"finish", p.Finish.Outcome, true}, {"outcome", p.Outcome.Success, true}, {"outcome", p.Outcome.Failure, true},
	} {
		if wrong := lineFault(w.value); wrong != "" {
			return w.key, w.key + " " + wrong
		}
		if w.bare && strings.ContainsAny(w.value, "\"\\`{}") {
			return w.key, fmt.Sprintf("%s has %q: expected a word without quotes, backslashes, backticks and braces", w.key, w.value)
		}
	}
	return "", ""
}

// lineFault says why a text is not one clean line.
func lineFault(text string) string {
	switch {
	case len(text) > longest:
		return fmt.Sprintf("has %d bytes: expected at most %d", len(text), longest)
	case strings.TrimSpace(text) != text || strings.IndexFunc(text, unicode.IsControl) >= 0:
		return fmt.Sprintf("is %q: expected one line without white space at its ends and without control characters", text)
	}
	return ""
}

// steps are the keys of the patterns of steps.
func steps(p *page.Page) []struct {
	key      string
	patterns []string
} {
	return []struct {
		key      string
		patterns []string
	}{{"thought", p.Thought}, {"call", p.Call}, {"result", p.Result}, {"answer", p.Answer}, {"alone", p.Alone}}
}

// patternFault checks what patterns are made of.
func patternFault(p *page.Page, _ *page.Shape) (key, wrong string) {
	for _, k := range steps(p) {
		for _, c := range k.patterns {
			if len(c) > longest {
				return k.key, fmt.Sprintf("%s has a pattern of %d bytes: expected at most %d", k.key, len(c), longest)
			}
			for _, x := range page.Split(c) {
				switch {
				case x.Hole && !slices.Contains([]string{"name", "args", "call", "text", "error", "outcome", "step", "skip"}, x.Text):
					return k.key, fmt.Sprintf("%s has {%s}, which patterns of styles have not: expected one of {name}, {args}, {call}, {text}, {error}, {outcome}, {step}, {skip}", k.key, x.Text)
				case !x.Hole && strings.IndexFunc(x.Text, func(c rune) bool { return c != '\n' && unicode.IsControl(c) }) >= 0:
					return k.key, fmt.Sprintf("%s has %q: expected no control characters", k.key, x.Text)
				}
			}
		}
	}
	return "", ""
}

// head is what a step, or a part of one, begins with: of says which.
type head struct{ key, of, text, stem string }

// headFault checks what steps begin with: no head may be another's beginning.
func headFault(p *page.Page, s *page.Shape) (key, wrong string) {
	if p.InElements() {
		return elementFault(p, s)
	}
	heads, key, wrong := markers(p, s)
	if wrong != "" {
		return key, wrong
	}
	for i, h := range heads {
		for _, other := range heads[:i] {
			if clash(h.stem, other.stem) {
				return h.key, fmt.Sprintf("%s begins with %q and %s with %q: no marker may be another's beginning, since a line with the longer would be read as the shorter", h.key, h.text, other.key, other.text)
			}
		}
		for _, role := range roleWords {
			if clash(h.stem, role) {
				return h.key, fmt.Sprintf("%s begins with %q, and %q begins a turn in plain transcripts: choose another", h.key, h.text, role)
			}
		}
	}
	return "", ""
}

func clash(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

// markers returns what the steps of a page with markers begin with, each once.
func markers(p *page.Page, s *page.Shape) (heads []head, key, wrong string) {
	add := func(of, pattern string, nth int) {
		h := head{key: key, of: of, text: page.MarkerIn(pattern, nth)}
		if bare, wrapped := strings.CutPrefix(h.text, "`"); wrapped && slices.ContainsFunc(heads, func(o head) bool { return o.of == of && o.text == bare }) {
			return
		}
		if h.stem = h.text; s.Counts {
			h.stem = strings.TrimSuffix(h.text, ":")
		}
		if wrong == "" && !slices.ContainsFunc(heads, func(o head) bool { return o.of == of && o.text == h.text }) {
			heads = append(heads, h)
			if wrong = markerFault(h); wrong == "" && s.Counts && strings.HasSuffix(h.text, "：") {
				wrong = fmt.Sprintf("%s begins with %q and has {step}: expected the colon \":\"", h.key, h.text)
			}
		}
	}
	for _, k := range steps(p)[:4] {
		key = k.key
		for _, c := range k.patterns {
			if strings.Contains(c, "  {step}") {
				return nil, k.key, fmt.Sprintf("%s is %q: expected one space before {step}", k.key, c)
			}
			for line := range strings.SplitSeq(c, "\n") {
				if line != "" && unicode.IsSpace(rune(line[0])) {
					return nil, k.key, fmt.Sprintf("%s has %q: expected no white space at the beginning of a line", k.key, line)
				}
			}
			if add(k.key, c, 0); k.key == "call" && !s.InBrackets && !strings.Contains(c, "{call}") {
				add("args", c, 1)
			}
		}
		if wrong != "" {
			return nil, key, wrong
		}
	}
	key = "answer"
	for _, o := range s.Outcomes {
		if add("outcome", o+"{outcome}", 0); wrong != "" {
			return nil, key, wrong
		}
	}
	return heads, "", ""
}

// markerFault says why a text can't be a marker.
func markerFault(h head) string {
	stem, colon := strings.CutSuffix(h.text, ":")
	if !colon {
		stem, colon = strings.CutSuffix(h.text, "：")
	}
	begins := fmt.Sprintf("%s begins with %q", h.key, h.text)
	switch {
	case h.text == "":
		return h.key + " begins with no marker: expected a word with a colon, such as \"Thought:\""
	case !colon:
		return begins + ": expected a colon at its end"
	case stem == "" || strings.TrimSpace(stem) != stem:
		return begins + ": expected a word right before the colon"
	case strings.ContainsAny(h.text, "\"\\`{}"):
		return begins + ": expected no quotes, backslashes, backticks and braces, which JSON arguments and fences need"
	case strings.HasPrefix(h.text, "<think"):
		return begins + ": a line with <think> begins a think block"
	}
	return ""
}

// elementFault checks the elements of a page without markers.
func elementFault(p *page.Page, s *page.Shape) (key, wrong string) {
	for _, k := range steps(p)[1:] {
		for _, c := range k.patterns {
			if c[0] != '<' {
				return k.key, fmt.Sprintf("%s is %q: the page has no thought, so its steps are elements; expected one, such as <%s>", k.key, c, k.key)
			}
		}
	}
	seen := map[string]bool{"think": true}
	for _, t := range []struct{ key, name string }{
		{"call", s.Tag.Call}, {"call", s.Tag.Name}, {"call", s.Tag.Arguments}, {"result", s.Tag.Result}, {"result", s.Tag.Output}, {"result", s.Tag.Error}, {"answer", s.Tag.Answer},
	} {
		switch {
		case t.name == "":
		case !isTagName(t.name):
			return t.key, fmt.Sprintf("%s has <%s>: expected a name of letters, digits, \"_\", \"-\" and \".\"", t.key, t.name)
		case seen[t.name]:
			return t.key, fmt.Sprintf("%s has <%s>, which is another element, too: expected different names", t.key, t.name)
		}
		seen[t.name] = t.name != ""
	}
	return "", ""
}

// isTagName reports whether a name is that of an XML tag in ASCII.
func isTagName(name string) bool {
	const letters = lower + "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
	return strings.Trim(name, letters+digits+".-") == "" && strings.ContainsAny(name[:1], letters)
}

// callFault checks that holes and codec of a call agree.
func callFault(p *page.Page, s *page.Shape) (key, wrong string) {
	wrapped := slices.ContainsFunc(slices.Concat(p.Thought, p.Answer), func(c string) bool { return c[0] == '`' })
	switch {
	case !slices.Contains([]string{page.Object, page.Any, page.Text}, p.Args):
		return "args", fmt.Sprintf("args is %q: expected one of object, any, text", p.Args)
	case s.InBrackets != (p.Args == page.Text):
		return "args", fmt.Sprintf("args is %q: expected \"text\" where the argument is in brackets after {name}, and nowhere else", p.Args)
	case s.InBrackets && len(p.Call) > 1:
		return "call", "call has several patterns, the first with brackets: expected that one alone"
	case p.HoldsJSON() && (p.NameKey() == "" || p.ArgumentsKey() == "" || p.NameKey() == p.ArgumentsKey()):
		return "json", fmt.Sprintf("json has the keys %q and %q: expected two different ones", p.NameKey(), p.ArgumentsKey())
	case s.Counts && p.HoldsJSON():
		return "call", "call has {call}, and patterns have {step}: expected the one or the other"
	case wrapped && (s.Counts || p.Finish.Name != ""):
		return "thought", "patterns begin with a backtick, and there is {step} or finish: expected the one or the other"
	}
	return "", ""
}

// answerFault checks that there is one way to write an answer, and one for its outcome.
func answerFault(p *page.Page, s *page.Shape) (key, wrong string) {
	f, o := p.Finish, p.Outcome
	byKey := o.By == page.ByKey
	switch {
	case p.InElements() && (f != page.Finish{} || o != page.Outcome{}):
		return "outcome", "finish and outcome are for pages with thought, whose steps have markers"
	case p.InElements() && p.ProseAnswer() && slices.Contains(p.Wants, "answer"):
		return "wants", "wants has answer, and there is no answer: where that is prose, no thought can be before it"
	case p.InElements():
		return "", ""
	case len(p.Answer) == 0 && f.Name == "":
		return "answer", "answer is missing: expected its pattern, or finish"
	case (o.By == page.ByLine) != strings.Contains(p.WrittenAnswer(), "\n"+s.Marker.Outcome+" {outcome}") || (o.By == page.ByLine) != (s.Outcomes != nil):
		return "outcome", "outcome is said by a line where the first answer ends in a line such as \"Successful: {outcome}\", and nowhere else: expected both or neither"
	case o.By == page.ByLine && f.Name != "":
		return "finish", "finish is set, and outcome is said by a line: no line can follow an answer that is a call"
	case (o.By == page.ByLine || byKey) && (o.Success == "" || o.Failure == "" || strings.EqualFold(o.Success, o.Failure)):
		return "outcome", "outcome has not two words: expected success and failure"
	case byKey && (f.Name == "" || f.Key == "" || f.Outcome == "" || f.Key == f.Outcome || p.HoldsJSON() || s.InBrackets || !p.WantsObject()):
		return "finish", "outcome is said by a key: expected finish with name, key and outcome, and a call with {args} that are an object"
	case !byKey && f.Key+f.Outcome != "":
		return "finish", "finish has key or outcome, which go with outcome = { by = \"key\" }"
	case f.Name != "" && !byKey && !s.InBrackets && (!p.HoldsJSON() || p.WantsObject()):
		return "finish", "finish is set: expected a call with brackets, or with {call} and args = \"any\", or outcome = { by = \"key\" }, which give the answer a place in the call"
	}
	return "", ""
}

// sentenceFault checks the fixed sentences.
func sentenceFault(p *page.Page, _ *page.Shape) (key, wrong string) {
	can, cannot := p.Sentences[ir.CanAnswer.String()] != "", p.Sentences[ir.CannotAnswer.String()] != ""
	if can != cannot || p.Outcome.By == page.BySentence && !can {
		return "sentences", "sentences has not both can-answer and cannot-answer: where one is said of an answer, the other must be too"
	}
	known := []string{ir.NeedTool.String(), ir.CanAnswer.String(), ir.CannotAnswer.String()}
	for k := range p.Sentences {
		if !slices.Contains(known, k) {
			return "sentences." + k, fmt.Sprintf("unknown key %q: expected one of %s", "sentences."+k, strings.Join(known, ", "))
		}
	}
	seen := map[string]string{"": ""}
	for _, k := range known {
		key, words := "sentences."+k, p.Sentences[k]
		if wrong := lineFault(words); wrong != "" {
			return key, key + " " + wrong
		}
		switch other := seen[words]; {
		case other != "":
			return key, fmt.Sprintf("%s is the same sentence as %s: expected one meaning for a sentence", key, other)
		case strings.Contains(words, "{{") || strings.Contains(words, "}}"):
			return key, fmt.Sprintf("%s is %q: doubled braces are the placeholders of system prompts", key, words)
		case p.InElements() && strings.Contains(words, "</"):
			return key, fmt.Sprintf("%s is %q: a closing tag would end what it is in", key, words)
		case strings.HasPrefix(words, "<think"):
			return key, fmt.Sprintf("%s is %q: <think> begins a think block", key, words)
		case words != "":
			seen[words] = key
		}
	}
	return "", ""
}
