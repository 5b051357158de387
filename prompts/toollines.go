package prompts

import (
	"errors"
	"slices"
	"strings"
)

// The labels of the form tool-lines, with what harnesses write in their place.
var (
	nameLabels = []string{"> Tool Name:", "Tool Name:", "Function Name:", "Function:", "Tool:", "### Function:", "### Tool:", "### ", "## "}
	descLabels = []string{"Tool Description:", "Function Description:", "Description:", "**Description**:", "**Description:**"}
	argsLabels = []string{"Tool Args:", "Tool Arguments:", "Parameters:", "Arguments:", "Args:", "Input Schema:", "Input schema:", "**Parameters**:", "**Parameters:**"}
)

// sureNames are how many of nameLabels need no other label after them.
const sureNames = 2

// isSureName reports whether a line begins a tool by its label alone.
func isSureName(s string) bool {
	_, ok := label(s, nameLabels[:sureNames])
	return ok
}

// isEntry reports whether a line begins a tool.
func isEntry(s string) bool {
	if isSureName(s) {
		return true
	}
	n, ok := label(s, nameLabels)
	line := lineEnd(s, 0)
	if !ok || !isToolName(undecorated(strings.TrimSpace(s[n:line])), oneWord) {
		return false
	}
	rest := s[space(s, line):]
	if _, ok = label(rest, descLabels); !ok {
		_, ok = label(rest, argsLabels)
	}
	return ok
}

// label reports whether s begins with one of the labels and returns the offset
// after it and the space that follows it.
func label(s string, labels []string) (end int, ok bool) {
	for _, l := range labels {
		if strings.HasPrefix(s, l) {
			end = len(l)
			if strings.HasPrefix(s[end:], " ") {
				end++
			}
			return end, true
		}
	}
	return 0, false
}

// readToolLines reads entries of labelled lines. Description and arguments come
// in either order; a description spans lines up to the arguments or, where none
// follow, up to a blank line or the next entry.
func readToolLines(in source) (c ToolList, end int, err error) {
	s := in.s
	for at := 0; ; {
		if !isEntry(s[at:]) {
			break
		}
		n, _ := label(s[at:], nameLabels)
		d, ok := in.from(at + n).linesEntry(isSureName(s[at:]))
		if !ok {
			break
		}
		if !isSureName(s[at:]) {
			d.tool.Description = strings.TrimSpace(d.tool.Description)
		}
		c.add(&d)
		end = at + n + d.size
		at = len(s) - len(strings.TrimLeft(s[end:], " \t\r\n"))
	}
	if len(c.Tools) == 0 {
		return c, 0, errOther
	}
	if c.Form = FormToolLines; !isSureName(s) {
		c.Form = FormSections
	}
	return c, end, nil
}

// FormSections is the form of lists with other labels: ### name, Description: …, Parameters: {…}. It is
// read only.
const FormSections Form = "sections"

// linesEntry reads an entry, from after the label of its name on. One whose label is not sure needs
// arguments.
func (in source) linesEntry(sure bool) (d definition, ok bool) {
	r := toolReader{s: in.s, in: in}
	ok = r.entry() && (sure || r.args)
	return definition{tool: r.tool, python: r.python, size: r.end}, ok
}

// toolReader reads one entry.
type toolReader struct {
	s            string
	in           source
	at, end      int
	tool         Tool
	python, args bool
	described    bool
}

// entry reads what follows the label of the name.
func (r *toolReader) entry() bool {
	line := lineEnd(r.s, r.at)
	name, sig := splitSignature(undecorated(strings.TrimSpace(r.s[r.at:line])))
	r.tool.Name = name
	r.tool.sign(sig)
	r.end = line
	for r.at = r.label(line); r.at < len(r.s); {
		if n, ok := label(r.s[r.at:], descLabels); ok && !r.described {
			r.described = true
			r.description(r.at + n)
		} else if n, ok := label(r.s[r.at:], argsLabels); !ok || r.args || !r.arguments(r.at+n) {
			break
		}
		r.at = r.label(r.end)
	}
	return name != ""
}

// label returns where the line after an offset begins or, if only blank lines are before it, the
// next label of the entry.
func (r *toolReader) label(end int) int {
	at := next(r.s, end)
	if after := space(r.s, at); after > at {
		if _, ok := label(r.s[after:], slices.Concat(descLabels, argsLabels)); ok {
			return after
		}
	}
	return at
}

// arguments reads the schema at offset i.
func (r *toolReader) arguments(i int) bool {
	i = space(r.s, i)
	if strings.HasPrefix(r.s[i:], fence) {
		i = space(r.s, lineEnd(r.s, i))
	}
	if !strings.HasPrefix(r.s[i:], "{") {
		return false
	}
	raw, n, python, err := value(r.in.from(i).b)
	if err != nil {
		return false
	}
	if rest := strings.TrimSpace(r.s[i+n : lineEnd(r.s, i+n)]); rest != "" && rest[0] != '<' { // the token of a chat template
		return false
	}
	r.tool.Parameters, r.python, r.args = raw, python, true
	r.end = i + n
	return true
}

// description reads the description at offset from and, where they follow, the
// arguments.
func (r *toolReader) description(from int) {
	blank := -1
	for i := next(r.s, lineEnd(r.s, from)); i < len(r.s); i = next(r.s, lineEnd(r.s, i)) {
		if isEntry(r.s[i:]) {
			break
		}
		if n, ok := label(r.s[i:], argsLabels); ok && !r.args && r.arguments(i+n) {
			r.tool.Description = r.s[from : i-1]
			return
		}
		if blank < 0 && r.s[i] == '\n' {
			blank = i - 1
		}
		if blank >= 0 && r.args {
			break
		}
		if blank < 0 {
			r.end = lineEnd(r.s, i)
		}
	}
	r.end = max(r.end, lineEnd(r.s, from))
	r.tool.Description = r.s[from:r.end]
}

// lineEnd returns the offset of the newline that ends the line at offset i, or
// the end of the text.
func lineEnd(s string, i int) int {
	if k := strings.IndexByte(s[i:], '\n'); k >= 0 {
		return i + k
	}
	return len(s)
}

// next returns the offset after the newline at offset i, if there is one.
func next(s string, i int) int { return min(i+1, len(s)) }

// splitSignature takes "(city: str) -> str" off a name.
func splitSignature(s string) (name, sig string) {
	open := strings.IndexByte(s, '(')
	if open <= 0 || s[open-1] == ' ' {
		return s, ""
	}
	end, err := signatureEnd(s, open)
	if err != nil || end != len(s) {
		return s, ""
	}
	return s[:open], s[open:]
}

var errSignature = errors.New("a parenthesis is not closed")

// signatureEnd returns the offset after the parentheses that open at offset i
// and the result type that may follow them.
func signatureEnd(s string, i int) (int, error) {
	depth := 0
	for k := i; k < len(s) && s[k] != '\n'; k++ {
		switch s[k] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		if depth > 0 {
			continue
		}
		k++
		if !strings.HasPrefix(s[k:], " -> ") {
			return k, nil
		}
		k += len(" -> ")
		for k < len(s) && s[k] != '\n' && !strings.HasPrefix(s[k:], " - ") && !strings.HasPrefix(s[k:], ": ") {
			k++
		}
		return k, nil
	}
	return 0, errSignature
}

func appendToolLines(dst []byte, t *Tool) []byte {
	sig, _ := t.signature()
	dst = append(append(append(append(dst, nameLabels[0]...), ' '), t.Name...), sig...)
	dst = append(append(append(append(dst, '\n'), descLabels[0]...), ' '), t.Description...)
	if t.Parameters != nil {
		dst = append(append(append(append(dst, '\n'), argsLabels[0]...), ' '), t.Parameters...)
	}
	return append(dst, '\n')
}
