package readers

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// closeTag reads a closing tag at offset i in whatever spelling.
func closeTag(t ir.Text, i int, name string) (end int, ok bool) {
	end, ok = text.Prefix(t, i, "</")
	if !ok {
		return i, false
	}
	if end, ok = text.FoldedPrefix(t, text.SkipSpace(t, end, t.Len()), name); !ok {
		return i, false
	}
	end, ok = text.Prefix(t, text.SkipSpace(t, end, t.Len()), ">")
	return end, ok
}

// nextClose finds the first closing tag of a name after offset i.
func nextClose(t ir.Text, i int, name string) (start, end int) {
	for {
		start, behind := text.Index(t, i, "</")
		if start < 0 {
			return -1, -1
		}
		if end, ok := closeTag(t, start, name); ok {
			return start, end
		}
		i = behind
	}
}

// lenientTagAt looks for an opening tag of a call or an answer in whatever spelling
// at offset at.
func (r *reader) lenientTagAt(t ir.Text, at int) (grammar.Found, bool) {
	if end, ok := text.OpenTag(t, at, r.style.CallTag()); ok && r.lenientStart(t, end) {
		return grammar.Found{Mark: grammar.MarkCall, End: end}, true
	}
	if r.style.Tag.Answer == "" || at >= r.lastClose {
		return grammar.Found{}, false
	}
	end, ok := text.OpenTag(t, at, r.style.Tag.Answer)
	return grammar.Found{Mark: grammar.MarkAnswer, End: end}, ok
}

// lenientStart reports whether what must be after the opening tag of a call
// begins after offset i: one of its parts, its object, or the rest of its name
// and the argument.
func (r *reader) lenientStart(t ir.Text, i int) bool {
	tag := r.style.Tag
	at := text.SkipSpace(t, i, t.Len())
	switch {
	case r.style.HoldsJSON():
		return prefixed(t, at, "{") || prefixed(t, at, fence)
	case tag.Call == "":
		stop := bytes.IndexAny(t.B[i:min(len(t.B), i+mostName+1)], "<\n")
		end, ok := closeTag(t, i+max(stop, 0), tag.Name)
		if ok {
			_, ok = text.OpenTag(t, text.SkipSpace(t, end, t.Len()), tag.Arguments)
		}
		return ok
	}
	_, ok := text.OpenTag(t, at, tag.Name)
	if !ok {
		_, ok = text.OpenTag(t, at, tag.Arguments)
	}
	return ok
}

// lastClosing returns where the last closing tag of a name begins, or -1.
func lastClosing(t ir.Text, start int, name string) int {
	last := -1
	for at, end := nextClose(t, start, name); at >= 0; at, end = nextClose(t, end, name) {
		last = at
	}
	return last
}

// lenientCall is a call whose tags are spelled otherwise.
type lenientCall struct {
	name    ir.Text
	args    ir.Args
	hasName bool
	hasArgs bool
	closed  bool
	end     int
	// result, if it is not 0, is where the result begins that is glued to the argument, and clear
	// that this is no guess.
	result int
	clear  bool
}

// lenientTagCall reads the call whose element opens at offset at: its parts in any
// order, in other spellings, its last closing tags cut off by a stop word or left
// out before the next element, or without an argument.
func (r *reader) lenientTagCall(t ir.Text, at, open int) (end int, ok bool) {
	if r.style.HoldsJSON() {
		end = r.tagBlob(t, at, open, true)
		return end, r.err == nil
	}
	c, tag := lenientCall{end: open}, r.style.Tag
	if tag.Call == "" {
		c.end = at
	}
	for !c.closed && r.err == nil && r.lenientChild(t, &c) {
		c.closed = tag.Call == "" && c.hasName && c.hasArgs
	}
	if r.err == nil && !c.hasName {
		c.name, c.hasName = attribute(t, at, open, "name")
	}
	if r.err != nil || !c.hasName || !isName(c.name) {
		return at, false
	}
	if !c.closed && !r.cutOff(t, &c) && !(c.hasArgs && r.endsOpen(c.end, tag.Call)) {
		return at, false
	}
	if !c.hasArgs {
		if !isIdentifier(c.name) || tag.Call == "" {
			return at, false
		}
		r.reportf(at, ir.CodeMissingInput, "a call without <%s>: it has no argument", tag.Arguments)
		c.args = ir.Args{Raw: c.name.Slice(0, 0), Form: ir.PlainText}
	}
	r.spelledTags(at, c.end)
	r.add(at, ir.Step{Kind: ir.Call, Tool: r.tagName(at, c.name), Args: c.args})
	if c.result > 0 {
		r.resultHere(t, c.result, c.end, c.clear)
	}
	return c.end, true
}

// cutOff reports whether the closing tag of a call may be missing where the call
// ends: at the end of the text, a part of the tag aside, or before an element.
func (r *reader) cutOff(t ir.Text, c *lenientCall) bool {
	at := text.SkipSpace(t, c.end, t.Len())
	rest := text.From(t, at)
	if beginOf(rest, "</"+r.style.CallTag()+">") {
		c.end = t.Len()
		return true
	}
	if _, ok := r.lex.At(t, at, grammar.StyleMarks); ok {
		return true
	}
	_, ok := r.lenientTagAt(t, at)
	return ok
}

// spelledTags reports a call between two offsets, whose tags may have attributes.
func (r *reader) spelledTags(at, end int) {
	r.until(r.report(at, ir.CodeTagSpelling, "the tags of the call are spelled otherwise than {style} does"), end).Style = r.style.Name
}

// lenientChild reads the next part of a call.
func (r *reader) lenientChild(t ir.Text, c *lenientCall) bool {
	tag := r.style.Tag
	at := text.SkipSpace(t, c.end, t.Len())
	if end, ok := closeTag(t, at, tag.Call); ok && tag.Call != "" {
		c.closed, c.end = true, end
		return false
	}
	if open, ok := text.OpenTag(t, at, tag.Name); ok && !c.hasName {
		return r.lenientName(t, open, c)
	}
	if open, ok := text.OpenTag(t, at, tag.Arguments); ok && !c.hasArgs {
		c.args, c.end = r.lenientArguments(t, open, c)
		c.hasArgs = true
		return true
	}
	return false
}

// lenientName reads a call's name after its opening tag, up to its closing tag or,
// without one, to the tag of the argument.
func (r *reader) lenientName(t ir.Text, open int, c *lenientCall) bool {
	section, ok := text.Prefix(t, open, "<![CDATA[")
	if !ok {
		section = open
	}
	stop, _ := text.Index(t, section, "<")
	if ok {
		_, stop = text.Index(t, section, "]]>")
	}
	if stop < 0 {
		return false
	}
	end, ok := closeTag(t, stop, r.style.Tag.Name)
	if !ok {
		if end, ok = stop, !c.hasArgs; ok {
			_, ok = text.OpenTag(t, stop, r.style.Tag.Arguments)
		}
		if !ok {
			return false
		}
	}
	c.name, c.hasName, c.end = t.Slice(open, stop).Trim(), true, end
	return true
}

// lenientArguments reads an argument after its opening tag: a value up to its
// closing tag, or to that of the call, or to the end. In a print of chains it ends before the next
// element, or the result before that.
func (r *reader) lenientArguments(t ir.Text, open int, c *lenientCall) (args ir.Args, end int) {
	from := text.SkipSpace(t, open, t.Len())
	if stop, err := literal.JSON(t, from); err == nil {
		from = stop
	}
	stop, end := r.ahead.next(t, from, r.style.Tag.Arguments, nextClose)
	if stop < 0 {
		if stop, _ = r.ahead.next(t, from, r.style.Tag.Call, nextClose); stop < 0 || r.style.Tag.Call == "" {
			stop = t.Len()
		}
		if next := r.elementAfter(t, open, stop); next > 0 {
			stop = next
		}
		end = stop
		if split, clear, ok := r.gluedResult(t, c.name, open, end); ok {
			c.result, c.clear, stop = split, clear, split
		}
		stop = r.withoutCutTag(t, from, stop)
	}
	value := t.Slice(open, stop)
	if inner := r.cdata(value); inner.Len() < value.Len() {
		at := text.SkipSpace(value, 0, value.Len())
		open, value = open+at+len("<![CDATA["), inner
	} else if args, ok := r.decodedValue(open, value); ok {
		return args, end
	}
	args, used := r.arguments(open, value)
	if r.err == nil && !text.From(value, used).Blank() {
		r.fail(open+used, ir.CodeBrokenArgs, "expected </%s> after the argument", r.style.Tag.Arguments)
	}
	return args, end
}

// elementAfter returns where between two offsets of a print of chains the next element opens, or 0.
func (r *reader) elementAfter(t ir.Text, from, end int) int {
	if r.printed == nil || !r.flat {
		return 0
	}
	for at, behind := text.Index(t, from, "<"); at >= 0 && at < end; at, behind = text.Index(t, behind, "<") {
		if _, ok := r.lenientTagAt(t, at); ok {
			return at
		}
		if _, ok := text.OpenTag(t, at, r.style.Tag.Answer); ok && r.style.Tag.Answer != "" {
			return at
		}
	}
	return 0
}

// withoutCutTag returns where a value that is not closed ends, without a part of
// its closing tag at the end.
func (r *reader) withoutCutTag(t ir.Text, from, stop int) int {
	closing := "</" + r.style.Tag.Arguments + ">"
	at, _ := text.LastIndex(t, from, stop, "</")
	if at >= 0 && beginOf(t.Slice(at, stop).Trim(), closing) {
		return at
	}
	return stop
}

// beginOf reports whether a text is a part of a tag from its begin on, or nothing.
func beginOf(t ir.Text, tag string) bool {
	return len(t.B) <= len(tag) && tag[:len(t.B)] == string(t.B)
}

// cdata takes off a CDATA section that is the whole of words.
func (r *reader) cdata(words ir.Text) ir.Text {
	const sign = "<![CDATA["
	if !prefixed(words, text.SkipSpace(words, 0, words.Len()), sign) {
		return words
	}
	trimmed := words.Trim()
	open, _ := text.Prefix(trimmed, 0, sign)
	stop, end := text.Index(trimmed, open, "]]>")
	if stop < 0 || end != trimmed.Len() {
		return words
	}
	return trimmed.Slice(open, stop)
}
