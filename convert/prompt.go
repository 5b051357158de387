package convert

import (
	"fmt"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// consult translates the system prompts of a conversation, or of a document
// (where in is nil) with what is next to it, and checks the calls against
// their tools. said is what was said of the transcript before.
func (c *Converter) consult(out *Output, in *ir.Conversation, context *ir.Context, said []ir.Diagnostic) error {
	l := &out.lowerer
	l.reset()
	l.in = in
	sys, tools := out.Read.System, context.Tools
	var prompt *ir.Text
	if sys != nil {
		prompt = &sys.Text
		if tools == nil && in == nil {
			tools = sys.Tools
		}
	}
	w := c.way(out, in)
	// The format is taught in the one system prompt that there is.
	ownTeaches := w == teach && prompt == nil && context.HasSystem
	if !ownTeaches {
		out.prompt = c.prompts.translate(prompt, tools, w).of(out.Read.Steps)
	}
	// A record that offers its tools itself needs no prompt that does.
	quiet := w == strip && (out.Style == Plain || in == nil && tools != nil)
	if quiet {
		out.prompt = out.prompt.unspoken()
	}
	if out.prompt != nil {
		out.tools = out.prompt.tools
		switch {
		case sys != nil:
			if in != nil { // a document says itself what is in it
				if sys.Tools = out.prompt.definitions; out.prompt.style != nil {
					sys.Style = out.prompt.style.Name
				}
			}
			l.promptNotes(out.prompt.diags, sys)
		case w == teach:
			l.promptNotes(out.prompt.diags, &ir.System{})
		}
	}
	if context.HasSystem {
		way := w
		if w == teach && !ownTeaches {
			way = fromText
		}
		out.own = c.prompts.translate(&context.System, tools, way).of(out.Read.Steps)
		if quiet {
			out.own = out.own.unspoken()
		}
		if out.tools == nil {
			out.tools = out.own.tools
		}
		if prompt == nil || !text.Equal(*prompt, context.System) {
			l.contextNotes(out.own.diags)
		}
	}
	c.consultOpening(out, in, w)
	l.diags = diag.Append(l.diags, said...)
	l.checkCalls(out)
	out.Diagnostics = append(out.diags[:0], l.diags...)
	for _, t := range []*translation{out.prompt, out.own} {
		if t != nil && t.err != nil {
			d := *t.err
			d.Message = 1
			return &d
		}
	}
	return nil
}

// way returns what the system prompt is translated for. The neutral document is text
// of a style, unless it says that it was made of a shape. Formats of models are shapes whose
// prompts may teach them.
func (c *Converter) way(out *Output, in *ir.Conversation) way {
	ofShape := in == nil && out.Read.Shape != ""
	switch {
	case ofShape && c.to != nil:
		return teach
	case c.opts.Target == nil || c.opts.Target.Everything:
	case !ofShape || page.ByName(out.Read.Shape) != nil && out.Read.Shape != c.opts.Target.Name: // a format of models
		return strip
	}
	return fromText
}

// promptNotes adds diagnostics about a prompt, with their places in the source.
func (l *lowerer) promptNotes(diags []ir.Diagnostic, sys *ir.System) {
	begin := text.Place{Line: 1, Column: 1}
	if l.in != nil && l.in.Flat && len(diags) > 0 {
		begin = text.NewLocator(l.in.Text).At(sys.Pos.Offset)
	}
	from := len(l.diags)
	l.diags = diag.Append(l.diags, diags...)
	for i := from; i < len(l.diags); i++ {
		if d := &l.diags[i]; !d.Counted {
			d.Message = 1
			diag.Move(d, begin.Line, begin.Column)
		}
	}
}

// contextNotes adds diagnostics about the prompt that a record has next to its
// transcript: they belong to no message.
func (l *lowerer) contextNotes(diags []ir.Diagnostic) {
	for _, d := range diags {
		d = diag.Within(&d, fmt.Sprintf("in the record's \"system\", line %d, column %d: ", d.Pos.Line, d.Pos.Column))
		d.Pos, d.End = ir.Place{}, ir.Place{}
		l.diags = diag.Append(l.diags, d)
	}
}

// checkCalls reports the calls of tools that the tool list does not hold, and
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
				l.lose(it, ir.CodeUnknownTool, "there is no tool {tool} in the tool list").Tool = it.Tool.String()
				continue
			}
			if it.Args.Form == ir.JSON || it.Args.Form == ir.Python {
				l.checkArgs(it, t)
			}
		}
	}
	check(out.Read.Steps)
	for _, steps := range out.Read.Alternatives {
		check(steps)
	}
}

// checkArgs reports what the tool's parameters say against a call's arguments.
func (l *lowerer) checkArgs(it *ir.Step, t *tool) {
	scratch := 0
	if diag.Keeps(l.diags, ir.CodeArgsSchema) {
		scratch = diag.Most
	}
	faults, more := t.parameters().Check(it.Args.Value, scratch)
	for _, f := range faults {
		words := "{tool} takes no parameter {name}"
		if f.Missing {
			words = "{tool} has no parameter {name}, which is required"
		}
		d := l.lose(it, ir.CodeArgsSchema, words)
		d.Tool, d.Name = it.Tool.String(), f.Parameter
	}
	if more > 0 {
		l.diags = diag.Count(l.diags, ir.CodeArgsSchema, more)
	}
}

// system returns the system prompt to write in the place of the one that was
// read.
func (c *Converter) system(out *Output) *ir.System {
	sys := out.Read.System
	switch {
	case sys == nil && out.prompt != nil && out.prompt.taught:
		sys = &ir.System{}
	case sys == nil || out.prompt.dropped:
		return nil
	}
	if c.ofSteps() && (c.opts.Target == nil || c.opts.Target.Everything) {
		return sys
	}
	out.system = *sys
	out.system.Text = out.prompt.text
	return &out.system
}
