package prompts

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// slot is what is in the place of a placeholder.
type slot uint8

// The slots.
const (
	noSlot slot = iota
	// slotTools holds the tool list.
	slotTools
	// slotNames holds the list of the tools' names.
	slotNames
)

// slots are the placeholders' names, in lower case: those that harnesses use.
var slots = map[string]slot{
	"tools": slotTools, "tool_desc": slotTools, "tool_descs": slotTools, "tools_desc": slotTools,
	"tool_description": slotTools, "tool_descriptions": slotTools, "available_tools": slotTools, "tools_description": slotTools,
	"tool_names": slotNames, "tool_name": slotNames, "tools_names": slotNames,
}

// values are what a template is rendered with, and what it gives back.
type values struct{ tools, names string }

func (v *values) of(s slot) *string {
	if s == slotNames {
		return &v.names
	}
	return &v.tools
}

// part is a run of a template's text and the slot after it.
type part struct {
	text string
	slot slot
}

// Template is a prompt with placeholders for the tool list and for the tools' names. It is
// safe for concurrent use.
type Template struct {
	// parts alternate text and slot; the last one has no slot.
	parts []part
	// end is the last text without its final newlines, which are free.
	end string
}

// SyntaxError says what is wrong in a template or a file of definitions, and where.
type SyntaxError struct {
	// Line and Column count from 1, the column in code points.
	Line, Column int
	Text         string
}

// Error gives the place and what is wrong there.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Text)
}

// ParseTemplate reads a template. A text that holds {{NAME}} marks its placeholders so, and
// its single braces are text; any other is read as Python's str.format does: {name} is a
// placeholder, and {{ and }} are braces. {tools} is the tool list, and {tool_names} the
// tools' names; docs/prompts.md has the other names that harnesses use. An error is a
// *SyntaxError.
func ParseTemplate(src string) (*Template, error) { return parseTemplate(src, hasMustache(src)) }

// parseTemplate reads a template whose placeholders are {{NAME}} if mustache, else {name}.
func parseTemplate(src string, mustache bool) (*Template, error) {
	p := templateParser{src: src}
	next := p.format
	if mustache {
		next = p.mustache
	}
	for p.at < len(src) {
		if err := next(); err != nil {
			return nil, err
		}
	}
	t := &Template{parts: append(p.parts, part{text: p.run.String()})}
	t.end = strings.TrimRight(t.parts[len(t.parts)-1].text, "\r\n")
	return t, nil
}

// has reports whether the template has a placeholder of that slot.
func (t *Template) has(s slot) bool {
	return slices.ContainsFunc(t.parts, func(p part) bool { return p.slot == s })
}

// render returns the template's text with the values in place of its
// placeholders.
func (t *Template) render(v values) string {
	var b strings.Builder
	for _, p := range t.parts {
		b.WriteString(p.text)
		if p.slot != noSlot {
			b.WriteString(*v.of(p.slot))
		}
	}
	return b.String()
}

// body is render without the newlines at the end: those of a prompt are its own.
func (t *Template) body(v values) string {
	return strings.TrimRight(t.render(v), "\r\n")
}

// renderBetween writes body between two texts, and returns where it ends.
func (t *Template) renderBetween(before string, v *values, after string) (out string, end int) {
	body := t.body(*v)
	return before + body + after, len(before) + len(body)
}

type templateParser struct {
	src   string
	at    int
	run   strings.Builder
	parts []part
}

// fail reports what is at offset i.
func (p *templateParser) fail(i int, format string, args ...any) error {
	before := p.src[:i]
	line := strings.LastIndexByte(before, '\n') + 1
	return &SyntaxError{
		Line: strings.Count(before, "\n") + 1, Column: utf8.RuneCountInString(before[line:]) + 1,
		Text: fmt.Sprintf(format, args...),
	}
}

// slot ends a run of text with the placeholder of that name, which is at
// offset i.
func (p *templateParser) slot(name string, i int) error {
	s, known := slots[strings.ToLower(name)]
	if !known {
		return p.fail(i, "unknown placeholder %q: known are {tools}, {tool_desc} and {tool_names}, or {{TOOLS}}, {{AVAILABLE_TOOLS}} and {{TOOL_NAMES}}", name)
	}
	p.parts = append(p.parts, part{text: p.run.String(), slot: s})
	p.run.Reset()
	return nil
}

// format reads on to after the next brace.
func (p *templateParser) format() error {
	k := strings.IndexAny(p.src[p.at:], "{}")
	if k < 0 {
		p.run.WriteString(p.src[p.at:])
		p.at = len(p.src)
		return nil
	}
	p.run.WriteString(p.src[p.at : p.at+k])
	at := p.at + k
	brace := p.src[at]
	if at+1 < len(p.src) && p.src[at+1] == brace {
		p.run.WriteByte(brace)
		p.at = at + 2
		return nil
	}
	if brace == '}' {
		return p.fail(at, "a single }: a literal brace is doubled, as }}")
	}
	end := strings.IndexAny(p.src[at+1:], "{}\n")
	if end < 0 || p.src[at+1+end] != '}' {
		return p.fail(at, "a single { that no } closes: a literal brace is doubled, as {{")
	}
	p.at = at + end + 2
	return p.slot(p.src[at+1:at+1+end], at)
}

// mustache reads on to after the next {{NAME}}.
func (p *templateParser) mustache() error {
	start, end, name := nextMustache(p.src, p.at)
	if start < 0 {
		p.run.WriteString(p.src[p.at:])
		p.at = len(p.src)
		return nil
	}
	p.run.WriteString(p.src[p.at:start])
	p.at = end
	return p.slot(name, start)
}

func hasMustache(src string) bool {
	start, _, _ := nextMustache(src, 0)
	return start >= 0
}

// nextMustache finds the next {{NAME}}, NAME an identifier and nothing else.
func nextMustache(src string, from int) (start, end int, name string) {
	for from < len(src) {
		k := strings.Index(src[from:], "{{")
		if k < 0 {
			break
		}
		start := from + k
		i := start + 2
		for i < len(src) && isIdentifier(src[i]) {
			i++
		}
		if i > start+2 && strings.HasPrefix(src[i:], "}}") {
			return start, i + 2, src[start+2 : i]
		}
		from = start + 1
	}
	return -1, -1, ""
}

func isIdentifier(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
