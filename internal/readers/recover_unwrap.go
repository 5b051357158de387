package readers

import (
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/repair"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// unwrapArgs reads an argument that is valid by itself, JSON or plain text, as the
// object that it plainly stands for: one in a fence or, where the style wants an
// object, one in a JSON string; with guesses also one with a bracket too many
// after it, or without its first brace.
func (r *reader) unwrapArgs(at int, value ir.Text, c literal.Class) (args ir.Args, end int, ok bool) {
	if !r.recovers {
		return ir.Args{}, 0, false
	}
	start := text.SkipSpace(value, 0, value.Len())
	first, _ := text.At(value, start)
	switch {
	case c.Form == literal.FormJSON && first == '"' && r.style.WantsObject():
		object, ok := repair.Inner(value.Slice(c.Start, c.End))
		if ok {
			r.report(at+c.Start, ir.CodeArgsRepaired, "the argument was repaired: a JSON string that holds an object became the object")
		}
		return ir.Args{Raw: value.Slice(c.Start, c.End), Form: ir.Broken, Value: object}, c.End, ok
	case c.Form == literal.FormJSON:
		behind := text.SkipSpace(value, c.End, value.Len())
		if next, _ := text.At(value, behind); !r.opts.Guess || next != '}' && next != ']' {
			return ir.Args{}, 0, false
		}
	case c.Form == literal.FormPlain && prefixed(value, start, fence):
	case c.Form == literal.FormPlain && first == '`':
		return r.tickedObject(at, value, start)
	case c.Form == literal.FormPlain && first == '"' && r.opts.Guess:
	default:
		return ir.Args{}, 0, false
	}
	res, err := repair.Value(value, r.level())
	if err != nil || !IsObject(res.Value) {
		return ir.Args{}, 0, false
	}
	return r.repaired(at, value)
}

// tickedObject reads an argument that is one object in backticks.
func (r *reader) tickedObject(at int, value ir.Text, start int) (args ir.Args, end int, ok bool) {
	inner := skipAny(value, start, "`")
	if c, _ := text.At(value, inner); c != '{' {
		return args, 0, false
	}
	object, stop, ok := objectAt(value, inner)
	end, ticked := text.Prefix(value, stop, "`")
	if !ok || !ticked || !text.From(value, end).Blank() {
		return args, 0, false
	}
	r.until(r.report(at+start, ir.CodeArgsRepaired, "the argument was repaired: backticks around an object were taken off"), at+end)
	return ir.Args{Raw: value.Slice(start, end), Form: ir.Broken, Value: object}, end, true
}

// holdsObject reports whether the first parenthesis of a call opens right before an
// object.
func holdsObject(call ir.Text) bool {
	_, behind := text.Index(call, 0, "(")
	c, _ := text.At(call, text.SkipSpace(call, max(behind, 0), call.Len()))
	return behind > 0 && c == '{'
}

// calledInside reads a call that is spelled out where its parts should be: in
// the place of its argument, under its own name, or in that of its name, with no
// argument after. Another name around an argument that has to be an object is
// taken off. With an argument after, empty parentheses are taken off the name.
func (r *reader) calledInside(m, input mark, name ir.Text, args ir.Args) (ir.Text, ir.Args) {
	if !r.recovers {
		return name, args
	}
	if open, behind := text.Index(name, 0, "()"); open > 0 && behind == name.Len() && isIdentifier(name.Slice(0, open)) {
		r.report(m.value, ir.CodeWrappedName, "parentheses follow the tool's name and were taken off")
		return name.Slice(0, open), args
	}
	if args.Form != ir.PlainText {
		return name, args
	}
	at, words := input, args.Raw
	if args.Raw.Blank() {
		at, words = m, name
	}
	in, err := repair.Call(words, r.level())
	other := !args.Raw.Blank() && in.Name.String() != name.String()
	if err != nil || !args.Raw.Blank() && in.Form == literal.FormPlain || other && !(r.style.WantsObject() && holdsObject(words)) {
		return name, args
	}
	if other {
		r.report(at.value, ir.CodeArgsRepaired, "the argument was repaired: {tool} and the brackets after it were taken off").Tool = in.Name.String()
		r.changes(at.value, words, in.Changes)
		return name, ir.Args{Raw: args.Raw, Form: ir.Broken, Value: in.Args}
	}
	r.report(at.value, ir.CodeInlineArgs, "a call in brackets is in the place of one of its parts")
	r.changes(at.value, words, in.Changes)
	if in.Form == literal.FormPlain {
		return in.Name, ir.Args{Raw: in.Args, Form: ir.PlainText}
	}
	return in.Name, ir.Args{Raw: in.Args, Form: ir.Broken, Value: in.Args}
}
