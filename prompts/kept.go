package prompts

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/ir"
)

// gone reports each of the paragraphs that are left out.
func (j *job) gone(code ir.Code, list []Paragraph) {
	j.Diagnostics = slices.Grow(j.Diagnostics, min(len(list), diag.Most))
	for i := range list {
		p := &list[i]
		if p.kind == toolListBlock {
			continue
		}
		line := strings.LastIndexByte(j.prompt[:p.Start], '\n') + 1
		d := ir.Quoting(code, strings.TrimSpace(p.Text))
		d.Pos = ir.Place{Line: p.Line, Column: utf8.RuneCountInString(j.prompt[line:p.Start]) + 1}
		d.End = p.after(d.Pos)
		j.Diagnostics = diag.Append(j.Diagnostics, d)
	}
}

// after returns the place after the paragraph, which begins at a place.
func (p *Paragraph) after(at ir.Place) ir.Place {
	var lines, width int
	if p.facts != nil {
		lines, width = p.facts.lines, p.facts.width
	} else {
		lines, width = extent(p.Text)
	}
	if lines > 0 {
		at.Line, at.Column = at.Line+lines, 1
	}
	at.Column += width
	return at
}

// extent returns how many line breaks a text has, and how many characters follow the
// last.
func extent(text string) (lines, width int) {
	if k := strings.LastIndexByte(text, '\n'); k >= 0 {
		lines = strings.Count(text[:k], "\n") + 1
		text = text[k+1:]
	}
	return lines, utf8.RuneCountInString(text)
}

// KeptText returns the prompt without its format instructions: all of it where none was
// recognised.
func (r *Reading) KeptText() string {
	switch {
	case r.Template != nil:
		return r.prompt[:r.match.start] + r.prompt[r.match.end:]
	case len(r.Removed) == 0:
		return r.prompt
	}
	before, after := r.pieces()
	return before + strings.TrimLeft(after, "\r\n")
}

// pieces returns what stays before and after the place of the old format instructions,
// with what separates it from the new one.
func (r *Reading) pieces() (before, after string) {
	p := r.prompt
	first := r.Removed[0].Start
	head := strings.TrimRight(p[:first], "\r\n")
	if strings.TrimSpace(head) != "" {
		before = head + "\n\n"
	} else {
		before = p[:first]
	}
	// Kept paragraphs that follow each other keep what is between them.
	var b strings.Builder
	last := -1
	for _, k := range r.Kept {
		if k.Start < first {
			continue
		}
		if last >= 0 && strings.TrimSpace(p[last:k.Start]) == "" {
			b.WriteString(p[last:k.Start])
		} else {
			b.WriteString("\n\n")
		}
		b.WriteString(k.Text)
		last = k.End
	}
	tail := p[len(strings.TrimRight(p, " \t\r\n")):]
	return before, b.String() + tail
}
