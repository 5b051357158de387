package prompts

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Paragraph is a run of a prompt: lines between blank lines, a fenced block, a
// heading, or the tool list.
type Paragraph struct {
	Text string
	// Start and End enclose the paragraph in the prompt, without the newlines
	// around it. Line counts from 1.
	Start, End, Line int

	kind    paragraphKind
	removed bool
	facts   *facts // what there is to know of the text, or nil
	// examined means that each sentence was looked at, part that the paragraph is what stays
	// or goes of one that was divided, example that it is in a section of examples.
	examined, part, example bool
	// whole is where the paragraph that it is part of ends.
	whole int
	// gap is what parts it from what stays of the same paragraph before it, or "".
	gap string
}

type paragraphKind uint8

const (
	prose paragraphKind = iota
	heading
	fenced
	toolListBlock
)

// split appends the paragraphs of a prompt to out. The span from cat to catEnd is the
// tool list, if it is not empty.
func split(out []Paragraph, prompt string, cat, catEnd int) []Paragraph {
	s := splitter{prompt: prompt, cat: cat, catEnd: catEnd, out: out}
	for at := 0; at < len(prompt); {
		at = s.line(at)
	}
	s.flush(len(prompt))
	line, from := 1, 0
	for i := range s.out {
		p := &s.out[i]
		line += strings.Count(prompt[from:p.Start], "\n")
		from, p.Line = p.Start, line
	}
	return s.out
}

type splitter struct {
	prompt      string
	cat, catEnd int
	start       int
	open        bool
	// unclosed, if it is not 0, is up to where nothing more closes a fence.
	unclosed int
	out      []Paragraph
}

// line looks at the line at offset at and returns the offset of the next.
func (s *splitter) line(at int) int {
	if s.cat < s.catEnd && at <= s.cat && s.cat < next(s.prompt, lineEnd(s.prompt, at)) {
		// The tool list may begin after other words of its line.
		if strings.TrimSpace(s.prompt[at:s.cat]) != "" {
			s.begin(at)
		}
		s.flush(s.cat)
		s.add(s.cat, s.catEnd, toolListBlock)
		return s.catEnd
	}
	end := lineEnd(s.prompt, at)
	switch line := strings.TrimSpace(s.prompt[at:end]); {
	case line == "":
		s.flush(at)
	case isHeading(line):
		s.flush(at)
		s.add(at, end, heading)
	case strings.HasPrefix(line, "```"):
		s.flush(at)
		end = s.fenceEnd(end)
		s.add(at, end, fenced)
	default:
		s.begin(at)
	}
	return next(s.prompt, end)
}

// fenceEnd returns the end of the line that closes the fence whose first line
// ends at offset end. A fence that nothing closes is its first line, and one
// that would hold the tool list does too.
func (s *splitter) fenceEnd(end int) int {
	limit := len(s.prompt)
	if s.cat < s.catEnd && end < s.cat {
		limit = s.cat
	}
	if s.unclosed == limit {
		return end
	}
	k := strings.Index(s.prompt[end:limit], "\n```")
	if k < 0 {
		s.unclosed = limit
		return end
	}
	return lineEnd(s.prompt, end+k+1)
}

func (s *splitter) begin(at int) {
	if !s.open {
		s.start, s.open = at, true
	}
}

func (s *splitter) flush(end int) {
	if s.open {
		s.add(s.start, end, prose)
	}
	s.open = false
}

func (s *splitter) add(start, end int, kind paragraphKind) {
	body := strings.TrimRight(s.prompt[start:end], " \t\r\n")
	if kind == toolListBlock || body != "" {
		s.out = append(s.out, Paragraph{Text: body, Start: start, End: start + len(body), kind: kind})
	}
}

// isHeading reports whether a line is a heading: Markdown's, or bold alone.
func isHeading(line string) bool {
	marks := len(line) - len(strings.TrimLeft(line, "#"))
	if marks > 0 && marks <= 6 {
		return len(line) == marks || line[marks] == ' '
	}
	return len(line) > 4 && strings.HasPrefix(line, "**") && strings.HasSuffix(strings.TrimRight(line, ":"), "**") && strings.Count(line, "**") == 2
}

// lastSentence returns the offset at which the last sentence of a paragraph
// begins: after a full stop, or on a line that does not continue the one before.
func lastSentence(s string) int {
	best, line := 0, 0
	for i := 0; i+1 < len(s); i++ {
		switch s[i] {
		case '.', '!', '?', ';':
			k := i + 1
			for k < len(s) && strings.IndexByte("\"')*`", s[k]) >= 0 {
				k++
			}
			if k < len(s) && (s[k] == ' ' || s[k] == '\n') && !isNumber(s[line:i]) {
				if rest := strings.TrimLeft(s[k:], " \t\r\n"); rest != "" {
					best = len(s) - len(rest)
				}
			}
		case '\n':
			if startsAnew(s[i+1:]) || strings.HasSuffix(strings.TrimRight(s[line:i], " \t\r"), ":") {
				best = i + 1
			}
			line = i + 1
		}
	}
	return best
}

// startsAnew reports whether a line does not continue the one before it, as one that
// was broken for its width does: it begins with a letter that is no small one, or is an
// item of a list.
func startsAnew(s string) bool {
	r, width := utf8.DecodeRuneInString(s)
	switch {
	case unicode.IsLetter(r):
		return !unicode.IsLower(r)
	case r == '-' || r == '*' || r == '•' || r == '+':
		return strings.HasPrefix(s[width:], " ")
	}
	number, rest, found := strings.Cut(s[:min(len(s), longestNumber)], ". ")
	return found && isNumber(number) && rest != ""
}

// longestNumber bounds where the number of an item ends in its line, in bytes.
const longestNumber = 64

// isNumber reports whether a text is a number of a few digits, such as a list has.
func isNumber(s string) bool {
	if len(s) > longestNumber {
		return false
	}
	s = strings.TrimSpace(s)
	return s != "" && len(s) < 4 && strings.Trim(s, "0123456789") == ""
}
