package convert

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// translation is what was made of a system prompt and a record's tools. It may
// serve many records and is never changed.
type translation struct {
	// text is the prompt in the target's style; dropped means that there is to
	// be none.
	text    ir.Text
	dropped bool
	// style is the one that the prompt taught, or nil.
	style *styles.Style
	// definitions is the catalog as a JSON array, or nil; tools serves calls.
	definitions []byte
	tools       toolbox
	// diags have no message number, and places in the prompt.
	diags []ir.Diagnostic
	err   *ir.Diagnostic
}

// toolbox is a catalog by the names of its tools; nil is none.
type toolbox map[string]*tool

type tool struct {
	rules *prompts.Rules
	// text is the parameter that a plain text goes to, or "".
	text string
}

func newToolbox(c *prompts.Catalog) toolbox {
	if len(c.Tools) == 0 {
		return nil
	}
	box := make(toolbox, len(c.Tools))
	for i := range c.Tools {
		t := &tool{rules: c.Tools[i].Rules()}
		if name, ok := c.Tools[i].OnlyString(); ok {
			t.text = name
		}
		box[c.Tools[i].Name] = t
	}
	return box
}

// named returns the tool of that name, or nil.
func (b toolbox) named(name ir.Text) *tool {
	if t, ok := b[string(name.B)]; ok || !name.Esc {
		return t
	}
	return b[name.String()]
}

// bookKey is what a translation depends on beside the options.
type bookKey struct {
	prompt, tools     string
	escaped, prompted bool
}

// maxBook is how many bytes of prompts and tools a book remembers. The records
// of a data set mostly share theirs.
const maxBook = 16 << 20

// book translates system prompts and remembers the latest.
type book struct {
	to   *styles.Style
	opts prompts.Options

	mu    sync.RWMutex
	known map[bookKey]*remembered
	size  int
	// last is the one that was asked for last: most records ask for the same.
	last atomic.Pointer[remembered]
}

// remembered is a translation and what it is of.
type remembered struct {
	of bookKey
	is *translation
}

// translate translates a prompt, or reads the tools alone where prompt is nil.
// tools is the value of the record's own key, or nil.
func (b *book) translate(prompt *ir.Text, tools []byte) *translation {
	if prompt == nil && tools == nil {
		return nil
	}
	var spelled []byte
	escaped := false
	if prompt != nil {
		spelled, escaped = prompt.B, prompt.Esc
	}
	if r := b.last.Load(); r != nil && r.of.prompt == string(spelled) && r.of.tools == string(tools) && r.of.escaped == escaped && r.of.prompted == (prompt != nil) {
		return r.is
	}
	b.mu.RLock()
	r := b.known[bookKey{string(spelled), string(tools), escaped, prompt != nil}]
	b.mu.RUnlock()
	if r == nil {
		key := bookKey{string(spelled), string(tools), escaped, prompt != nil}
		r = &remembered{key, b.make(prompt, []byte(key.tools))}
		b.remember(r)
	}
	b.last.Store(r)
	return r.is
}

func (b *book) remember(r *remembered) {
	size := len(r.of.prompt) + len(r.of.tools)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.size += size; b.size > maxBook || b.known == nil {
		b.known, b.size = map[bookKey]*remembered{}, size
	}
	b.known[r.of] = r
}

// make translates what the book does not know.
func (b *book) make(prompt *ir.Text, tools []byte) *translation {
	t := &translation{}
	own, unread := prompts.ParseDefinitions(tools)
	if prompt == nil {
		t.tools = newToolbox(&own)
		return t
	}
	was := prompt.String()
	t.text = ir.Text{B: append([]byte(nil), prompt.B...), Esc: prompt.Esc} // the record's bytes will be used again
	if strings.TrimSpace(was) == "" && (b.opts.Mode == "" || b.opts.Mode == prompts.ModeAuto) {
		t.tools = newToolbox(&own)
		return t
	}
	opts := b.opts
	if len(own.Tools) > 0 {
		opts.RecordTools = &own
	}
	out, reading, diags, err := prompts.Translate(was, b.to, opts)
	t.diags, t.style = diags, reading.Style
	if err != nil && !errors.As(err, &t.err) {
		t.err = &ir.Diagnostic{Code: ir.CodeInternal, Severity: ir.Reject, Text: err.Error()}
	}
	if out != was {
		t.text = text.Respell(t.text, out, prompt.IsASCII())
	}
	t.dropped = b.opts.Mode == prompts.ModeDrop
	catalog := &reading.Catalog
	switch {
	case catalog.Form == prompts.FormVerbatim:
		return t
	case len(catalog.Tools) > 0:
		t.definitions = catalog.Definitions()
	case unread != nil:
		t.diags = append(t.diags, ir.Diagnostic{
			Code: ir.CodeToolListUnread, Severity: ir.Loss, Line: 1, Column: 1, Text: "the record's \"tools\" can't be read: " + unread.Error(),
		})
	default:
		catalog = &own
	}
	t.tools = newToolbox(catalog)
	return t
}

// consult translates the system prompts of a conversation, or of a document
// (where in is nil) with what stands beside it, and checks the calls against
// their tools.
func (c *Converter) consult(out *Output, in *Conversation, context *ir.Context) error {
	l := &lowerer{in: in}
	sys, tools := out.Read.System, context.Tools
	var prompt *ir.Text
	if sys != nil {
		prompt = &sys.Text
		if tools == nil && in == nil {
			tools = sys.Tools
		}
	}
	var diags []ir.Diagnostic
	if out.prompt = c.book.translate(prompt, tools); out.prompt != nil {
		out.tools = out.prompt.tools
		if sys != nil {
			out.prompt.describe(sys, in != nil)
			diags = l.promptNotes(out.prompt.diags, sys)
		}
	}
	if context.HasSystem {
		out.own = c.book.translate(&context.System, tools)
		if out.tools == nil {
			out.tools = out.own.tools
		}
		if prompt == nil || !text.Equal(*prompt, context.System) {
			diags = append(diags, besideNotes(out.own.diags)...)
		}
	}
	out.Diagnostics = append(diags, out.Diagnostics...)
	l.checkCalls(out)
	for _, t := range []*translation{out.prompt, out.own} {
		if t != nil && t.err != nil {
			d := *t.err
			d.Message = 1
			return &d
		}
	}
	return nil
}

// describe notes in a conversation's system prompt what was recognised. A
// document says so itself.
func (t *translation) describe(sys *ir.System, conversation bool) {
	if !conversation {
		return
	}
	sys.Tools = t.definitions
	if t.style != nil {
		sys.Style = t.style.Name
	}
}

// promptNotes gives diagnostics about a prompt their places in the source.
func (l *lowerer) promptNotes(diags []ir.Diagnostic, sys *ir.System) []ir.Diagnostic {
	const more = 2 // that an answer often adds
	out := append(make([]ir.Diagnostic, 0, len(diags)+more), diags...)
	begin := text.Place{Line: 1, Column: 1}
	if l.in != nil && l.in.Flat && len(out) > 0 {
		begin = text.NewLocator(l.in.Text).At(sys.Pos.Offset)
	}
	for i := range out {
		d := &out[i]
		d.Message = 1
		if d.Line == 1 {
			d.Column += begin.Column - 1
		}
		d.Line += begin.Line - 1
	}
	return out
}

// besideNotes words diagnostics about the prompt that stands beside a record's
// transcript: they belong to no message.
func besideNotes(diags []ir.Diagnostic) []ir.Diagnostic {
	out := append([]ir.Diagnostic(nil), diags...)
	for i := range out {
		d := &out[i]
		d.Text = fmt.Sprintf("in the record's \"system\", line %d, column %d: %s", d.Line, d.Column, d.Text)
		d.Line, d.Column = 0, 0
	}
	return out
}

// checkCalls reports the calls of tools that the catalog does not hold, and
// those whose arguments are not what it says. They are never changed.
func (l *lowerer) checkCalls(out *Output) {
	if out.tools == nil {
		return
	}
	check := func(steps []ir.Step) {
		for i := range steps {
			it := &steps[i]
			if it.Kind != ir.Call {
				continue
			}
			t := out.tools.named(it.Tool)
			if t == nil {
				out.Diagnostics = append(out.Diagnostics, l.diagnostic(it, ir.CodeUnknownTool, "there is no tool %q in the catalog", it.Tool.String()))
				continue
			}
			if it.Args.Form == ir.JSON || it.Args.Form == ir.Python {
				for _, what := range t.rules.Check(it.Args.Value) {
					out.Diagnostics = append(out.Diagnostics, l.diagnostic(it, ir.CodeArgsSchema, "%s", what))
				}
			}
		}
	}
	check(out.Read.Steps)
	for _, steps := range out.Read.Alternatives {
		check(steps)
	}
}

// system returns the system prompt to write in the place of the one that was
// read.
func (c *Converter) system(out *Output) *ir.System {
	sys := out.Read.System
	if sys == nil || out.prompt.dropped {
		return nil
	}
	if c.Neutral() {
		return sys
	}
	out.system = *sys
	out.system.Text = out.prompt.text
	return &out.system
}
