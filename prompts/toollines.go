package prompts

import (
	"errors"
	"strings"
)

// The labels of the form tool-lines, with what harnesses write in their place.
var (
	nameLabels = []string{"> Tool Name:", "Tool Name:"}
	descLabels = []string{"Tool Description:"}
	argsLabels = []string{"Tool Args:", "Tool Arguments:"}
)

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
		n, ok := label(s[at:], nameLabels)
		if !ok {
			break
		}
		d, ok := in.from(at + n).linesEntry()
		if !ok {
			break
		}
		c.add(&d)
		end = at + n + d.size
		at = len(s) - len(strings.TrimLeft(s[end:], " \t\r\n"))
	}
	if len(c.Tools) == 0 {
		return c, 0, errOther
	}
	return c, end, nil
}

// linesEntry reads an entry, from after the label of its name on.
func (in source) linesEntry() (d definition, ok bool) {
	r := toolReader{s: in.s, in: in}
	ok = r.entry()
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
	name, sig := splitSignature(strings.TrimSpace(r.s[r.at:line]))
	r.tool.Name = name
	r.tool.sign(sig)
	r.end = line
	for r.at = next(r.s, line); r.at < len(r.s); {
		if n, ok := label(r.s[r.at:], descLabels); ok && !r.described {
			r.described = true
			r.description(r.at + n)
		} else if n, ok := label(r.s[r.at:], argsLabels); !ok || r.args || !r.arguments(r.at+n) {
			break
		}
		r.at = next(r.s, r.end)
	}
	return name != ""
}

// arguments reads the schema at offset i.
func (r *toolReader) arguments(i int) bool {
	i += len(r.s[i:]) - len(strings.TrimLeft(r.s[i:], " \t"))
	if !strings.HasPrefix(r.s[i:], "{") {
		return false
	}
	raw, n, python, err := value(r.in.from(i).b)
	if err != nil || strings.TrimSpace(r.s[i+n:lineEnd(r.s, i+n)]) != "" {
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
		if _, ok := label(r.s[i:], nameLabels); ok {
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
