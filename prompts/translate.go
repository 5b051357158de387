package prompts

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// Mode says what becomes of a system prompt.
type Mode string

// The modes.
const (
	// ModeAuto translates a prompt whose format instructions are recognised and keeps any other.
	ModeAuto Mode = "auto"
	// ModeKeep keeps every prompt as it is.
	ModeKeep Mode = "keep"
	// ModeReplace puts the target's format instructions in the place of the whole prompt.
	ModeReplace Mode = "replace"
	// ModeAppend is ModeAuto, but where no format instructions are recognised, the target's
	// follows the prompt.
	ModeAppend Mode = "append"
	// ModeDrop leaves the prompt out.
	ModeDrop Mode = "drop"
)

// modes returns the modes that --prompt takes.
func modes() []Mode { return []Mode{ModeAuto, ModeKeep, ModeReplace, ModeAppend, ModeDrop} }

// ParseMode returns the mode of that name; "" is ModeAuto.
func ParseMode(name string) (Mode, error) {
	if name == "" {
		return ModeAuto, nil
	}
	if !slices.Contains(modes(), Mode(name)) {
		return "", fmt.Errorf("unknown way to treat prompts %q: known are auto, keep, replace, append and drop", name)
	}
	return Mode(name), nil
}

// Options says how to translate a prompt.
type Options struct {
	// From is a template that prompts are expected to be made from, To the one
	// to write. Without To, toolspeak's own format instructions are written.
	From, To *Template
	// Mode is ModeAuto where it is empty.
	Mode Mode
	// Form is the form to write the tool list in; "" is the target style's own.
	Form Form
	// RecordTools is the tool list that the record has next to the prompt. It
	// serves where the prompt has none.
	RecordTools *ToolList
	// Known is the styles to recognise; nil is the built-in ones.
	Known *Known
	// Cache remembers paragraphs and tools; nil remembers nothing.
	Cache *Cache
}

// Translate translates a system prompt to a style. Diagnostics have no message
// number. reading says what the prompt was found to be. The error is an
// *ir.Diagnostic: what was written does not read back.
func Translate(prompt string, to *styles.Style, opts Options) (out string, reading *Reading, diags []ir.Diagnostic, err error) {
	t := newTranslator(to, opts)
	out, err = t.translate(prompt)
	return out, t.Reading, t.Diagnostics, err
}

// TranslateText is Translate for a prompt that may be spelled as in a JSON string.
// What stays at its beginning and end keeps its spelling. The result does not share
// the prompt's bytes.
func TranslateText(prompt ir.Text, to *styles.Style, opts Options) (Translation, error) {
	return framed(prompt, to, opts, false, func() (Translation, *Reading, error) {
		t := newTranslator(to, opts)
		was := text.Decode(prompt)
		now, err := t.translate(was.Said)
		out := Translation{Text: prompt, Style: t.Style, ToolList: t.ToolList, Diagnostics: t.Diagnostics}
		if now == was.Said {
			out.Text.B = bytes.Clone(prompt.B)
		} else {
			out.Text = was.Respell(now, text.IsASCII(prompt), t.spelled)
		}
		return out, t.Reading, err
	})
}

func newTranslator(to *styles.Style, opts Options) *translator {
	t := &translator{to: to, opts: opts, template: opts.To}
	if t.template == nil && to != nil {
		t.template = opts.Known.orBuiltIn().instructions(to)
	}
	return t
}

func (t *translator) translate(prompt string) (out string, err error) {
	t.Reading = read(prompt, ReadOptions{Templates: []*Template{t.template, t.opts.From}, Known: t.opts.Known, Cache: t.opts.Cache})
	if t.template == nil {
		t.Diagnostics = slices.DeleteFunc(t.Diagnostics, func(d ir.Diagnostic) bool {
			return d.Severity == ir.Loss || d.Code == ir.CodeToolNames // nothing is written
		})
		t.missed(t.opts.From)
		return prompt, nil
	}
	out, err = t.run()
	// A prompt that is by the template to write already is as it should be.
	if t.opts.Mode != ModeKeep && t.opts.Mode != ModeDrop && t.Template != t.template {
		t.missed(t.opts.From)
	}
	return out, err
}

// Render writes a system prompt that is format instructions and nothing else: the
// template's, final newlines included, or toolspeak's own for the style.
func Render(to *styles.Style, c *ToolList, opts Options) (string, []ir.Diagnostic, error) {
	t := &translator{to: to, opts: opts, template: opts.To, whole: true, Reading: &Reading{ToolList: *c}}
	if len(c.Tools) == 0 && c.Form != FormVerbatim {
		t.ToolList = ToolList{} // no tools are the empty text, also where the file says []
	}
	own := t.template == nil
	if own {
		t.template = opts.Known.orBuiltIn().instructions(to)
	}
	if t.template == nil {
		return "", nil, fmt.Errorf("%s has no prompt", to.Name)
	}
	body, err := t.write("", "")
	if err != nil {
		return "", t.Diagnostics, err
	}
	if own {
		return body + "\n", t.Diagnostics, nil
	}
	return t.template.render(t.values), t.Diagnostics, nil
}

// translator translates one prompt.
type translator struct {
	*Reading
	to       *styles.Style
	opts     Options
	template *Template
	// whole means that format instructions have their tool section even without a tool.
	whole  bool
	values values
	// tools is values.tools with what is known of it.
	tools written
	// spelled are the parts of what was written whose spelling is known.
	spelled []text.Piece
}

func (t *translator) run() (string, error) {
	ambiguous := t.noted(ir.CodeTemplateAmbiguous)
	switch mode := t.opts.Mode; {
	case mode == ModeKeep:
		t.Diagnostics = nil
		return t.prompt, nil
	case mode == ModeDrop:
		t.gone(ir.CodePromptDropped, t.all())
		return "", nil
	case mode == ModeReplace:
		t.gone(ir.CodePromptDropped, t.Kept)
		t.gone(ir.CodeInstructionsRemoved, t.Removed)
		return t.write("", "")
	case mode != ModeReplace && t.speaks():
		// A tool list that stays as it is was not repaired.
		t.Diagnostics = slices.DeleteFunc(t.Diagnostics, func(d ir.Diagnostic) bool {
			return d.Code == ir.CodeToolListPython || d.Code == ir.CodeToolListXML
		})
		return t.prompt, nil
	case t.Template != nil && t.Style != t.to && slices.Contains(t.around, t.to):
		// With the format instructions that would be written there would be two of the target.
		t.note(ir.CodePromptKept, 0, "the prompt stays as it is: it teaches %s in addition to another style", t.to.Name)
		return t.prompt, nil
	case t.Template != nil:
		tail := t.prompt[t.match.end:]
		return t.write(t.prompt[:t.match.start], tail)
	case len(t.Removed) > 0 && !ambiguous:
		t.gone(ir.CodeInstructionsRemoved, t.Removed)
		before, after := t.pieces()
		return t.write(before, after)
	case mode == ModeAppend:
		body := strings.TrimRight(t.prompt, "\r\n")
		before := body
		if body != "" {
			before += "\n\n"
		}
		return t.write(before, t.prompt[len(body):])
	}
	why := "no format instructions of a known style were recognised in it"
	switch {
	case ambiguous:
		why = "a template matches it in two ways"
	case t.noted(ir.CodeTwoStyles):
		why = "it teaches more than one style"
	}
	t.note(ir.CodePromptKept, 0, "the prompt stays as it is: %s", why)
	return t.prompt, nil
}

// missed reports that none of the templates which the prompt was expected to be made
// from is found in it, and how it was read instead.
func (r *Reading) missed(from ...*Template) {
	from = slices.DeleteFunc(slices.Clone(from), func(t *Template) bool { return t == nil })
	if len(from) == 0 || slices.ContainsFunc(from, func(t *Template) bool {
		_, err := t.match(r.prompt)
		return !errors.Is(err, errNoMatch)
	}) {
		return
	}
	how := "no format instructions were recognised in it"
	switch {
	case r.Style == nil:
	case r.Template != nil:
		how = "it was read by another template, as " + r.Style.Name
	default:
		how = "it was recognised by its evidence, as " + r.Style.Name
	}
	r.note(ir.CodeTemplateUnmatched, 0, "the template that prompts are expected to be made from does not match this one: %s", how)
}

// noted reports whether something was reported.
func (t *translator) noted(code ir.Code) bool {
	return slices.ContainsFunc(t.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == code })
}

// speaks reports whether the prompt teaches the target's style already, so that
// nothing has to change: unless a template or a form is asked for, or the prompt
// marks the answer as another style does.
func (t *translator) speaks() bool {
	if t.Style != t.to || t.opts.To != nil || t.opts.Form != "" || t.opts.RecordTools != nil && len(t.ToolList.Tools) == 0 {
		return false
	}
	said := t.known.look(t.prompt).mentions
	mentions := func(marker string) bool {
		n := slices.Index(t.known.markers, marker)
		return n >= 0 && said.has(n)
	}
	if t.to.Answer == "" || mentions(t.to.Answer) {
		return true
	}
	return !slices.ContainsFunc(t.known.signs, func(g signs) bool { return g.style.Answer != "" && mentions(g.style.Answer) })
}

// all returns all paragraphs in their order.
func (t *translator) all() []Paragraph {
	return split(nil, t.prompt, 0, 0)
}

// write puts the target's format instructions between two texts and verifies it.
func (t *translator) write(before, after string) (string, error) {
	t.fill()
	if bare := t.known.orBuiltIn().bare(t.template); bare != nil && t.toolless() {
		t.template = bare
	}
	out, end, spelled := t.template.renderBetween(before, &t.values, after, t.tools.spelling)
	t.spelled = spelled
	return out, t.verify(out, len(before), end)
}

// toolless reports whether there is no tool, and no section for tools in the source.
func (t *translator) toolless() bool {
	section := t.whole || t.Reading.Template != nil && t.Reading.Template.has(slotTools)
	return !section && len(t.ToolList.Tools) == 0 && t.ToolList.Form != FormVerbatim
}

// fill finds the values to render the template with.
func (t *translator) fill() {
	c := &t.ToolList
	read := !t.whole
	if len(c.Tools) == 0 && c.Form != FormVerbatim && t.opts.RecordTools != nil {
		*c, read = *t.opts.RecordTools, false
		t.Diagnostics = slices.DeleteFunc(t.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == ir.CodeNoTools })
	}
	want := t.opts.Form
	if want == "" {
		want = formOf(t.to)
		if t.Template == t.template && c.Form != FormNone {
			want = c.Form
		}
	}
	t.values.names = c.names()
	if t.Template != nil && t.Template.has(slotNames) && c.Form == FormVerbatim {
		t.values.names = t.match.names
	}
	if t.template.has(slotTools) {
		var used Form
		t.tools, used = writeToolList(c, want, read, t.opts.Cache)
		if t.values.tools = t.tools.text; used != want && len(c.Tools) > 0 {
			t.note(ir.CodeToolListForm, 0, "the form %s can't hold these tools: %s was written", want, used)
		}
	} else if len(c.Tools) > 0 && (t.Reading.Template == nil || t.Reading.Template.has(slotTools)) {
		t.note(ir.CodeToolListDropped, 0, "the template has no place for the tools, only for their names or none: %d tools were left out", len(c.Tools)).Count = len(c.Tools)
	}
}

// verify reads back what was written: the template has to be found where it
// is, and with the same tools.
func (t *translator) verify(out string, start, end int) error {
	m, err := t.template.match(out)
	switch {
	case err != nil:
		return unreadable("%s", err)
	case m.start != start || m.end != end:
		return unreadable("the format instructions were found at %d to %d, expected at %d to %d", m.start, m.end, start, end)
	case !t.template.has(slotTools) || t.ToolList.Form == FormVerbatim:
		return nil
	case t.tools.proven && m.tools == t.tools.text:
		return nil
	}
	back, err := readToolList(m.tools, t.opts.Cache)
	if err != nil {
		return unreadable("%s", err)
	}
	if !equalTools(back.Tools, t.ToolList.Tools) {
		return unreadable("the tools are not those of the source")
	}
	return nil
}

func unreadable(format string, args ...any) error {
	d := ir.Reportf(ir.CodeReadBack, "the system prompt that was written does not read back: "+format, args...)
	return &d
}
