package readers

import (
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// tagCall reads the call whose element opens at offset at, and returns the
// offset after it.
func (r *reader) tagCall(t ir.Text, at, open int) int {
	before := markDiags(r.diags)
	end := r.strictTagCall(t, at, open)
	if r.err == nil || !r.recovers {
		if _, exact := r.lex.At(t, at, grammar.StyleMarks); !exact && r.err == nil {
			r.spelledTags(at, end)
		}
		return end
	}
	broken, kept := r.err, before.since(r.diags)
	r.err = nil
	before.reset(&r.diags)
	if end, ok := r.lenientTagCall(t, at, open); ok {
		return end
	}
	r.err = broken
	before.reset(&r.diags)
	r.diags = diag.Append(r.diags, kept...)
	return t.Len()
}

func (r *reader) strictTagCall(t ir.Text, at, open int) int {
	tag := r.style.Tag
	if r.style.HoldsJSON() {
		return r.tagBlob(t, at, open, false)
	}
	nameAt := at
	if tag.Call != "" {
		nameAt = text.SkipSpace(t, open, t.Len())
	} else {
		tag.Call = tag.Name // as errors name it
	}
	name, end, ok := r.nameElement(t, nameAt, t.Len())
	if !ok || !isName(name) {
		r.fail(at, ir.CodeBrokenCall, "<%s> without a <%s> in it", tag.Call, tag.Name)
		return t.Len()
	}
	argsOpen, ok := tagAt(t, text.SkipSpace(t, end, t.Len()), r.style.Opening().Arguments)
	if !ok {
		r.fail(at, ir.CodeBrokenCall, "<%s> without <%s> after its <%s>", tag.Call, tag.Arguments, tag.Name)
		return t.Len()
	}
	args, stop := r.tagArguments(t, argsOpen)
	if r.err != nil {
		return t.Len()
	}
	name = r.tagName(at, name)
	if r.style.Tag.Call == "" {
		r.add(at, ir.Step{Kind: ir.Call, Tool: name, Args: args})
		return stop
	}
	end, ok = tagAt(t, text.SkipSpace(t, stop, t.Len()), r.style.Closing().Call)
	if !ok {
		r.fail(stop, ir.CodeBrokenCall, "expected </%s> after </%s>", tag.Call, tag.Arguments)
		return t.Len()
	}
	r.add(at, ir.Step{Kind: ir.Call, Tool: name, Args: args})
	return end
}

// tagBlob reads the call whose element opens at offset at and holds a JSON
// object, and returns the offset after it. With lenient the object may be in a fence,
// and the closing tag in another spelling or cut off.
func (r *reader) tagBlob(t ir.Text, at, open int, lenient bool) int {
	tag := r.style.Tag.Call
	start := text.SkipSpace(t, open, t.Len())
	fenced := lenient && prefixed(t, start, fence)
	if fenced {
		start = text.InFence(t, start)
	}
	if c, _ := text.At(t, start); c != '{' {
		r.fail(start, ir.CodeBrokenCall, "expected the JSON object of a call after <%s>", tag)
		return t.Len()
	}
	b := r.callObject(t, start)
	if b == nil {
		if lenient {
			r.fail(start, ir.CodeBrokenCall, "the object after <%s> is no call", tag)
		}
		return t.Len()
	}
	c := lenientCall{end: b.end}
	if behind, ok := text.Prefix(t, text.SkipSpace(t, b.end, t.Len()), fence); ok && fenced {
		c.end = behind
	}
	behind := text.SkipSpace(t, c.end, t.Len())
	end, ok := tagAt(t, behind, r.style.Closing().Call)
	if lenient && !ok {
		if end, ok = closeTag(t, behind, tag); !ok {
			ok = r.cutOff(t, &c) || r.endsOpen(c.end, tag)
			end = c.end
		}
	}
	if !ok {
		r.fail(b.end, ir.CodeBrokenCall, "expected </%s> after the call's object", tag)
		return t.Len()
	}
	if lenient {
		r.spelledTags(at, end)
	}
	r.add(at, ir.Step{Kind: ir.Call, Tool: b.tool, Args: b.args})
	return end
}

// tagArguments reads the argument at offset open and returns the offset after
// its closing tag. A value that is JSON or a Python literal is read forward, so
// that a closing tag in a string of it does not count.
func (r *reader) tagArguments(t ir.Text, open int) (args ir.Args, end int) {
	closing := r.style.Closing().Arguments
	if r.opts.Entities {
		if args, end, ok := r.decodedArguments(t, open); ok {
			return args, end
		}
	}
	start := text.SkipSpace(t, open, t.Len())
	if r.recovers && prefixed(t, start, "<![CDATA[") {
		if args, end, ok := r.cdataArguments(t, start); ok {
			return args, end
		}
	}
	if stop, err := literal.JSON(t, start); err == nil && literal.KeepsNumber(t.Slice(start, stop)) {
		if end, ok := text.Prefix(t, text.SkipSpace(t, stop, t.Len()), closing); ok {
			raw := t.Slice(start, stop)
			return ir.Args{Raw: raw, Form: ir.JSON, Value: raw}, end
		}
	} else if converted, stop, err := literal.Python(nil, t, start); err == nil {
		if end, ok := text.Prefix(t, text.SkipSpace(t, stop, t.Len()), closing); ok && literal.Classify(t.Slice(start, stop)).Form == literal.FormPython {
			r.until(r.report(start, ir.CodePythonArgs, pythonArgument), stop)
			return ir.Args{Raw: t.Slice(start, stop), Form: ir.Python, Value: ir.Text{B: converted}}, end
		}
	}
	stop, end := r.ahead.next(t, open, closing, text.Index)
	if next, ok := r.openArgument(t, open, stop); ok {
		stop, end = trimNewline(t, open, next), next
	}
	if stop < 0 {
		r.fail(open, ir.CodeBrokenCall, "<%s> is not closed", r.style.Tag.Arguments)
		return ir.Args{}, t.Len()
	}
	args, used := r.arguments(open, t.Slice(open, stop))
	if r.err == nil && !t.Slice(open+used, stop).Blank() {
		r.fail(open+used, ir.CodeBrokenArgs, "expected </%s> after the argument", r.style.Tag.Arguments)
	}
	return args, end
}
