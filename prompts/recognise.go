package prompts

import (
	"errors"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// Reading is what a prompt was found to be.
type Reading struct {
	// Style is the style that the prompt teaches, or nil where none was
	// recognised.
	Style *styles.Style
	// Template is the one that matched, or nil.
	Template *Template
	// ToolList is the prompt's tools.
	ToolList ToolList
	// Kept and Removed are the prompt's paragraphs, in order: those that stay
	// and those that are its format instructions, which are one where a template matched.
	// Removed is empty where none was recognised.
	Kept, Removed []Paragraph
	// Diagnostics are what was noticed in reading, but not Removed. They have no message
	// number: places are in the prompt.
	Diagnostics []ir.Diagnostic

	by         *Translator
	prompt     string
	paragraphs []Paragraph
	// partNames are those of the style, once they were asked for.
	partNames []string
	// match is where the template matched.
	match match
	// around are the styles that the text around the match teaches.
	around []*styles.Style
	// frame is that of the prompt, where it has one.
	frame *frame
}

// recognised reports whether the prompt has format instructions that can be taken out.
func (r *Reading) recognised() bool { return r.Template != nil || len(r.Removed) > 0 }

// Read takes a prompt apart: by a template that matches it or, if none does, by its
// evidence. The given templates are tried before toolspeak's own, in order; that none of
// them is found in the prompt is reported.
func (t *Translator) Read(prompt string, templates ...*Template) *Reading {
	r := t.read(prompt, templates...)
	r.ToolList.Tools = slices.Clone(r.ToolList.Tools) // others may have them, too
	if m := r.match; r.Template != nil {
		line := strings.Count(prompt[:m.start], "\n") + 1
		r.Removed = []Paragraph{{Text: prompt[m.start:m.end], Start: m.start, End: m.end, Line: line}}
	}
	r.missed(templates...)
	return r
}

func (t *Translator) read(prompt string, templates ...*Template) *Reading {
	r := &Reading{prompt: prompt, by: t}
	if !r.byTemplate(templates) {
		r.byEvidence()
	}
	return r
}

// note adds a diagnostic about offset i. The one that is returned may be changed
// until the next.
func (r *Reading) note(code ir.Code, i int, format string, args ...any) *ir.Diagnostic {
	d := ir.Reportf(code, format, args...)
	d.Pos.Line, d.Pos.Column = jsonx.Place([]byte(r.prompt[:i]), i)
	r.Diagnostics = append(r.Diagnostics, d)
	return &r.Diagnostics[len(r.Diagnostics)-1]
}

// byTemplate looks for the first template that matches.
func (r *Reading) byTemplate(given []*Template) bool {
	for _, t := range given {
		if t != nil && r.matches(t) {
			return true
		}
	}
	template := func(c *instructions) *Template { return c.template }
	switch {
	case strings.Contains(r.prompt, r.by.known.opening):
	case strings.Count(r.prompt, r.by.known.bareOpening) == 1: // two may teach two styles
		template = func(c *instructions) *Template { return c.bare }
	default:
		return false
	}
	for i := range r.by.known.instructionsList {
		if r.matches(template(&r.by.known.instructionsList[i])) {
			return true
		}
	}
	return false
}

// matches reports whether a template matches, and reads what it gives.
func (r *Reading) matches(t *Template) bool {
	m, err := t.match(r.prompt)
	if errors.Is(err, errAmbiguous) {
		r.note(ir.CodeTemplateAmbiguous, 0, "a template matches the prompt in two ways, and so does not count")
	}
	if err != nil {
		return false
	}
	r.Template, r.match = t, m
	r.readMatch()
	return true
}

// readMatch reads what the matching template gave.
func (r *Reading) readMatch() {
	t, m := r.Template, r.match
	r.Style = r.by.known.styleOf(t)
	var err error
	r.ToolList, err = readToolList(m.tools)
	switch {
	case err != nil:
		r.ToolList = ToolList{Form: FormVerbatim, source: m.tools}
		r.note(ir.CodeToolListUnread, m.start, "the tool list is copied as it is: %s", err)
	case !t.has(slotTools) && t.has(slotNames):
		for _, name := range strings.Split(m.names, ",") {
			if name = strings.TrimSpace(name); name != "" {
				r.ToolList.Tools = append(r.ToolList.Tools, Tool{Name: name})
			}
		}
	case t.has(slotNames) && m.names != r.ToolList.names():
		r.note(ir.CodeToolNames, m.start, "the names %q are not those of the tools: %q", shown(m.names), shown(r.ToolList.names()))
	}
	r.toolListNotes(m.start)
	r.Kept = split(nil, r.prompt[:m.start], 0, 0)
	after := split(nil, r.prompt[m.end:], 0, 0)
	lines := strings.Count(r.prompt[:m.end], "\n")
	for _, p := range after {
		p.Start, p.End, p.Line = p.Start+m.end, p.End+m.end, p.Line+lines
		r.Kept = append(r.Kept, p)
	}
	if r.around = r.taught(r.Kept); len(r.around) > 0 {
		r.note(ir.CodeTwoStyles, m.start, "in addition to the format instructions that a template matches, the prompt teaches %s: that part stays", r.around[0].Name).Style = r.around[0].Name
	}
}

// toolListNotes reports what is odd about the tool list.
func (r *Reading) toolListNotes(at int) {
	if r.ToolList.Python {
		r.note(ir.CodeToolListPython, at, "a tool's schema is a Python literal and was read as the JSON that it means")
	}
	if r.ToolList.Raw {
		r.note(ir.CodeToolListXML, at, "the texts of the tool list are not escaped, and were read as they are")
	}
	if len(r.ToolList.Tools) == 0 && r.ToolList.Form != FormVerbatim && r.Style != nil {
		r.note(ir.CodeNoTools, at, "the prompt teaches %s and offers no tool", r.Style.Name).Style = r.Style.Name
	}
}

// styleOf returns the style that a template teaches, or nil.
func (k *known) styleOf(t *Template) *styles.Style {
	if own := k.of(t); own != nil {
		return own.style
	}
	if list := k.taught(k.look(t.render(values{})).mentions); len(list) > 0 {
		return list[0]
	}
	return nil
}

// byEvidence decides for each paragraph whether it belongs to format instructions.
func (r *Reading) byEvidence() {
	f, ok := r.by.known.findToolList(r.prompt)
	if ok {
		r.ToolList = f.toolList
	}
	r.paragraphs = split(nil, r.prompt, f.start, f.end)
	list := r.taught(r.paragraphs)
	switch {
	case len(list) == 0:
		if r.frame = frameOf(r.prompt, f); r.frame == nil {
			break
		}
		if text, whole := r.frame.unread(r.prompt, f); text != "" {
			f.start, f.end, r.ToolList = whole.from, whole.to, ToolList{Form: FormVerbatim, source: text}
			r.note(ir.CodeToolListUnread, f.start, "the tool list is copied as it is: it is in no form that is known")
			r.paragraphs = split(nil, r.prompt, f.start, f.end)
			r.taught(r.paragraphs)
		} else if !f.definite() && r.frame.lists(r.prompt) {
			r.frame, r.ToolList = nil, ToolList{} // what is in the list would go with the instructions
			break
		}
		r.Style = r.frame.style
		r.mark()
	case len(list) > 1:
		r.note(ir.CodeTwoStyles, 0, "the prompt teaches %s and %s: it is left as it is", list[0].Name, list[1].Name).Style = list[0].Name
	default:
		r.Style = list[0]
		r.mark()
	}
	r.toolListNotes(f.start)
	r.keepDefinitions()
	r.divide()
	r.paragraphs = nil
}

// divide puts the paragraphs into Kept and Removed.
func (r *Reading) divide() {
	for i := range r.paragraphs {
		if p := &r.paragraphs[i]; p.removed {
			r.Removed = append(r.Removed, *p)
		} else {
			r.Kept = append(r.Kept, *p)
		}
	}
}

// mark marks the paragraphs of the format instructions.
func (r *Reading) mark() {
	list := r.paragraphs
	for i := range list {
		p := &list[i]
		f := p.facts
		if r.frame != nil {
			p.removed = p.kind == toolListBlock || p.kind != heading && r.isFormat(p.Text) || f.start
			continue
		}
		p.removed = p.kind == toolListBlock || p.kind != heading && f.strong && !f.persona || p.kind == fenced && f.markerLines > 0 || f.start
	}
	r.markSections()
	r.markExamples()
	r.markBetween()
	r.markSentences()
	r.markLeads()
	r.markHeadings()
}

// taught finds the facts of paragraphs and returns the styles that they teach. No
// sign spans lines, so that none is between two paragraphs, or in the tool list.
func (r *Reading) taught(list []Paragraph) []*styles.Style {
	signs := make(signSet, (len(r.by.known.markers)+63)/64)
	for i := range list {
		if p := &list[i]; p.kind != toolListBlock {
			p.facts = r.by.facts(p.Text)
			signs.union(p.facts.mentions)
		}
	}
	return r.by.known.taught(signs)
}

// markSections marks, in the sections whose heading is that of format instructions, what
// speaks of tools, formats and answers.
func (r *Reading) markSections() {
	list := r.paragraphs
	inside := false
	for i := range list {
		p := &list[i]
		if p.kind == heading {
			inside = p.facts.topic()
			continue
		}
		if inside && p.kind != toolListBlock && (p.kind == fenced || p.facts.formal() || p.facts.has(conversationWord)) {
			p.removed = true
		}
	}
}

// markExamples marks a section of examples that has lines in the style: words
// between them make no sense without them.
func (r *Reading) markExamples() {
	list := r.paragraphs
	for i := 0; i < len(list); {
		end := i + 1
		for end < len(list) && list[end].kind != heading {
			end++
		}
		section := list[i+1 : end]
		if list[i].kind == heading && list[i].facts.has(exampleWord) && slices.ContainsFunc(section, r.hasMarkerLines) {
			for k := range section {
				section[k].removed, section[k].example = true, section[k].kind != toolListBlock
			}
		}
		i = end
	}
}

// hasMarkerLines reports whether more than one line of a paragraph begins with a
// marker.
func (r *Reading) hasMarkerLines(p Paragraph) bool {
	f := p.facts
	if f == nil {
		f = r.by.known.look(p.Text)
	}
	return f.markerLines > 1
}

// markBetween marks paragraphs that are between two of the format instructions and speak
// its language.
func (r *Reading) markBetween() {
	const surely = 4 // so many words of format instructions make the opening words part of one
	list := r.paragraphs
	if len(list) > 1 && list[0].kind == prose && list[0].facts.weak() >= surely && !list[0].facts.persona && list[1].kind == heading && list[1].facts.topic() {
		list[0].removed = true
	}
	for i := 1; i+1 < len(list); i++ {
		p := &list[i]
		if !p.removed && p.kind == prose && list[i-1].removed && list[i+1].removed && (p.facts.weak() > 1 || p.facts.markerLines > 0) && !p.facts.persona {
			p.removed = true
		}
	}
}

// markLeads marks the sentences that lead to what was marked: "Use the
// following format:". What else their paragraph says stays.
func (r *Reading) markLeads() {
	list := r.paragraphs
	cuts := map[int]int{} // where in the text of a paragraph its lead begins, after what stays
	for i := len(list) - 2; i >= 0; i-- {
		p := &list[i]
		body := strings.TrimRight(p.Text, " *_-=\n") // a line under a heading is no word
		if p.kind != prose || p.removed || p.examined || p.part || cuts[i+1] > 0 || !r.isAllGone(i+1) || !strings.HasSuffix(body, ":") {
			continue
		}
		p.removed = true
		k := lastSentence(body)
		if k += clauseEnd(body[k:]); k > 0 {
			cuts[i] = k
		}
	}
	if len(cuts) == 0 {
		return
	}
	out := make([]Paragraph, 0, len(list)+len(cuts))
	for i := range list {
		p := list[i]
		if k := cuts[i]; k > 0 {
			first := p
			first.Text = strings.TrimRight(p.Text[:k], " \t\r\n")
			first.End, first.removed, first.facts = p.Start+len(first.Text), false, nil
			out = append(out, first)
			p.Line += strings.Count(p.Text[:k], "\n")
			p.Text, p.Start, p.facts = p.Text[k:], p.Start+k, nil
		}
		out = append(out, p)
	}
	r.paragraphs = out
}

// isAllGone reports whether the paragraph of that number goes or, if it was divided, begins
// with a sentence that does.
func (r *Reading) isAllGone(i int) bool {
	list := r.paragraphs
	if !list[i].part || !list[i].removed {
		return list[i].removed
	}
	return itemMark(list[i].Text) == 0
}

// markHeadings marks the headings of which nothing is left: those of format
// instructions, and those whose paragraphs all went. What stays in a section that
// spoke of tools and formats, and does not speak of them itself, needs its heading no
// more.
func (r *Reading) markHeadings() {
	list := r.paragraphs
	for i := range list {
		if list[i].kind != heading {
			continue
		}
		end, removed := i+1, false
		for ; end < len(list) && list[end].kind != heading; end++ {
			removed = removed || list[end].removed
		}
		list[i].removed = removed && !slices.ContainsFunc(list[i+1:end], func(p Paragraph) bool {
			return !p.removed && (!list[i].facts.topic() || p.facts == nil || p.facts.formal())
		})
	}
}
