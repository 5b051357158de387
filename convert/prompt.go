package convert

import (
	"fmt"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

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
	if out.prompt = c.prompts.translate(prompt, tools); out.prompt != nil {
		out.tools = out.prompt.tools
		if sys != nil {
			out.prompt.describe(sys, in != nil)
			diags = l.promptNotes(out.prompt.diags, sys)
		}
	}
	if context.HasSystem {
		out.own = c.prompts.translate(&context.System, tools)
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
