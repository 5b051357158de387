package readers

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// blob is a call that is written as a fenced JSON object.
type blob struct {
	tool ir.Text
	args ir.Args
	// bare: it has no argument.
	bare bool
	// repaired: its object is not as it was written, and no Python literal.
	repaired bool
	// end is the offset after the object or, if it has one, after its closing
	// fence.
	end int
}

const fence = text.Fence

// blob reads the fenced object after the call's marker. Without a fence the
// marker begins no call; a fence without a whole object in it is broken.
func (r *reader) blob(t ir.Text, at int) (*blob, bool) {
	open, ok := text.Prefix(t, text.SkipSpace(t, at, t.Len()), fence)
	if !ok {
		return nil, false
	}
	start := text.SkipSpace(t, text.SkipLanguage(t, open), t.Len())
	if c, _ := text.At(t, start); c != '{' {
		if c == '$' && r.recovers { // such as $JSON_BLOB
			r.report(start, ir.CodeQuotedFormat, "a variable in the place of a call's object: what is there is content")
			return nil, false
		}
		r.fail(start, ir.CodeBrokenCall, "expected the JSON object of a call after the fence")
		return nil, false
	}
	if r.recovers && placeholderObject(t, start) {
		return nil, false
	}
	b := r.callObject(t, start)
	if b == nil {
		return nil, false
	}
	end := b.end
	if b.end, ok = text.Prefix(t, text.SkipSpace(t, end, t.Len()), fence); !ok {
		b.end, ok = r.openFence(t, end)
	}
	if !ok {
		r.fail(end, ir.CodeBrokenCall, "expected the closing fence after the call's object")
		return nil, false
	}
	return b, true
}

// callObject reads the object of a call at offset start, which may be a Python literal or be
// repaired. The end of what it returns is the object's; nil is none.
func (r *reader) callObject(t ir.Text, start int) *blob {
	end, err := literal.JSON(t, start)
	if err == nil {
		r.looked = end
		return r.members(start, end, t.Slice(start, end), true)
	}
	r.looked = err.Offset
	converted, end, pyErr := literal.Python(nil, t, start)
	if pyErr == nil && len(converted) > 0 && converted[0] == '{' {
		b := r.members(start, end, ir.Text{B: converted}, false)
		if b != nil {
			r.until(r.report(start, ir.CodePythonArgs, "the call is a Python literal and was read as the JSON that it means"), end)
		}
		return b
	}
	limit := r.fenceEnd(t, start)
	if r.looked = max(r.looked, limit); pyErr != nil {
		r.looked = max(r.looked, pyErr.Offset)
	}
	if value, end, ok := r.repairedAt(t, start, limit); ok {
		b := r.members(start, end, value, false)
		if b != nil {
			b.repaired = true
		}
		return b
	}
	if r.broken = err.Offset; r.cutByEnd(t, r.broken, limit) {
		r.until(r.report(start, ir.CodeCutCall, cutCall), limit)
		return nil // no marker of a call is without its object
	}
	value := t.Slice(start, limit)
	r.failUntil(err.Offset, start+text.SkipSpaceBack(value, 0, value.Len()), ir.CodeBrokenArgs,
		"the call's object is neither JSON nor a Python literal: %s; fix it in the source%s", err.Message(), r.hint(value))
	return nil
}

// fenceEnd returns where the fence or the tag that closes after offset i begins:
// the first one at a line start or, without one, the text's end.
func (r *reader) fenceEnd(t ir.Text, i int) int {
	if r.style.InElements() {
		if at, _ := nextClose(t, i, r.style.Tag.Call); at >= 0 {
			return at
		}
	}
	for gap, line := text.Newline(t, i); gap >= 0; gap, line = text.Newline(t, line) {
		if prefixed(t, text.SkipSpaces(t, line), fence) {
			return text.SkipSpaces(t, line)
		}
	}
	return t.Len()
}

// members takes the tool and its argument from a call's object, in any order.
// at and end are where the object begins and ends in the message; what is said of a
// part of it names that place too, unless the object is as it was written.
func (r *reader) members(at, end int, object ir.Text, exact bool) *blob {
	b := &blob{end: end}
	place := func(from int) int {
		if exact {
			return at + from
		}
		return at
	}
	var hasTool, hasInput bool
	_, err := literal.Members(object, 0, func(key ir.Text, from, to int) bool {
		value := object.Slice(from, to)
		switch {
		case text.EqualString(key, r.style.NameKey()):
			b.tool = r.toolName(place(from), object, from, hasTool)
			hasTool = true
		case text.EqualString(key, r.style.ArgumentsKey()):
			if hasInput {
				r.fail(place(from), ir.CodeBrokenCall, "the call's object has %q twice", r.style.ArgumentsKey())
			}
			hasInput = true
			b.args = ir.Args{Raw: value, Form: ir.JSON, Value: value}
			if args, _, ok := r.unwrapArgs(place(from), value, literal.Class{Form: literal.FormJSON, End: value.Len()}); ok {
				b.args = args
			}
			if c, _ := text.At(value, 0); c == '"' && r.style.TextInBlob() {
				b.args = ir.Args{Raw: StringOf(value, 0), Form: ir.PlainText}
			}
		default:
			d := r.report(place(from), ir.CodeBlobKey, "the call's object has a further key {name}, which is left out")
			if d.Name = key.String(); exact {
				r.until(d, at+to)
			} else {
				r.until(d, end)
			}
		}
		return r.err == nil
	})
	switch {
	case r.err != nil:
		return nil
	case err != nil:
		r.fail(place(err.Offset), ir.CodeBrokenCall, "%s", err.Message())
		return nil
	case hasTool && !hasInput && r.recovers && isIdentifier(b.tool):
		r.report(at, ir.CodeMissingInput, "a call without the key {name}: it has no argument").Name = r.style.ArgumentsKey()
		b.bare, b.args = true, ir.Args{Raw: b.tool.Slice(0, 0), Form: ir.PlainText}
	case (!hasTool || !hasInput) && r.otherKeys(at, end, object, b):
	case !hasTool || !hasInput:
		r.fail(at, ir.CodeBrokenCall, "the call's object needs the keys %q and %q", r.style.NameKey(), r.style.ArgumentsKey())
		return nil
	}
	return b
}

// otherKeys reads a call whose object has the keys of another style, and reports whether it is one.
func (r *reader) otherKeys(at, end int, object ir.Text, b *blob) bool {
	in, err := objectCall(object)
	if err != nil || !r.recovers {
		return false
	}
	b.tool, b.args = in.Name, ir.Args{Raw: in.Args, Form: ir.JSON, Value: in.Args}
	if in.Form == literal.FormPlain {
		b.args = ir.Args{Raw: in.Args, Form: ir.PlainText}
	}
	r.until(r.report(at, ir.CodeInlineArgs, "a call whose object has the keys of another style"), end)
	return true
}

func (r *reader) toolName(at int, object ir.Text, from int, again bool) ir.Text {
	name, _, err := literal.String(object, from)
	switch {
	case again:
		r.fail(at, ir.CodeBrokenCall, "the call's object has %q twice", r.style.NameKey())
	case err != nil:
		r.fail(at, ir.CodeBrokenCall, "the tool's name is not a string")
	case !isName(name):
		r.fail(at, ir.CodeToolName, "the tool's name is empty or has a line break")
	}
	if name = name.Trim(); bytes.HasSuffix(name.B, []byte("|>")) {
		return r.bareName(at, name)
	}
	return name
}

// blobCall adds the call of a blob and the words after its fence.
func (r *reader) blobCall(t ir.Text, m mark, end int) {
	if r.style.Answers(m.blob.tool) {
		r.addAnswer(m.line, ir.Step{Kind: ir.Answer, Text: m.blob.args.Raw})
	} else if words, ok := r.answersToo(m.blob); ok {
		r.report(m.line, ir.CodeMarkerSpelling, "the tool that gives the answer of {style} is spelled otherwise").Style = r.style.Name
		r.addAnswer(m.line, ir.Step{Kind: ir.Answer, Text: words})
	} else {
		r.add(m.line, ir.Step{Kind: ir.Call, Tool: m.blob.tool, Args: m.blob.args})
	}
	r.textAfter(t, m.blob.end, end)
}
