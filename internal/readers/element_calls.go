package readers

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// elementCall reads the call whose element opens at offset at, and returns the
// offset after it. What is not as the style spells it is read in other spellings.
func (p *elementReader) elementCall(at, open int) (end int) {
	before := markDiags(p.diags)
	end = p.readCall(at, open, gradeExact)
	if p.err == nil || !p.recovers {
		if p.err == nil && !isExact(p.t.Slice(at, open), p.style.CallTag()) {
			p.spelledTags(at, end)
		}
		return end
	}
	broken, kept := p.err, before.since(p.diags)
	p.err = nil
	before.reset(&p.diags)
	if end = p.readCall(at, open, gradeOther); p.err == nil {
		return end
	}
	p.err = broken
	before.reset(&p.diags)
	p.diags = diag.Append(p.diags, kept...)
	return p.t.Len()
}

// callParts is a call in elements, as far as it was read.
type callParts struct {
	name                     ir.Text
	args                     ir.Args
	hasName, hasArgs, closed bool
	end                      int
	// grade is how its tags may be spelled. Beyond exact, its parts come in any order, and its last
	// closing tags may be cut off by a stop word or left out before the next element.
	grade grade
	// result, if it is not 0, is where the result begins that is glued to the argument, and clear
	// that this is no guess.
	result int
	clear  bool
}

// readCall reads the call whose element opens at offset at.
func (p *elementReader) readCall(at, open int, g grade) (end int) {
	if p.style.HoldsJSON() {
		return p.objectInElement(at, open, g)
	}
	c, tag := callParts{end: open, grade: g}, p.style.Tag
	whole := tag.Call
	if whole == "" {
		c.end, whole = at, tag.Name
	}
	for p.err == nil && !c.closed && p.part(&c) {
		c.closed = tag.Call == "" && c.hasName && c.hasArgs
	}
	if !c.hasName && g > gradeExact {
		c.name, c.hasName = attribute(p.t, at, open, "name")
	}
	if p.err == nil && (!c.hasName || !isName(c.name)) {
		p.fail(at, ir.CodeBrokenCall, "<%s> without a <%s> in it", whole, tag.Name)
	}
	if p.err != nil {
		return p.t.Len()
	}
	closed := c.closed || g > gradeExact && (p.cutOff(&c) || c.hasArgs && p.endsOpen(c.end, tag.Call))
	switch {
	case c.hasArgs && closed:
	case c.hasArgs:
		p.fail(c.end, ir.CodeBrokenCall, "expected </%s> after </%s>", tag.Call, tag.Arguments)
	case closed && g > gradeExact && tag.Call != "" && isIdentifier(c.name):
		p.reportf(at, ir.CodeMissingInput, "a call without <%s>: it has no argument", tag.Arguments)
		c.args = ir.Args{Raw: c.name.Slice(0, 0), Form: ir.PlainText}
	default:
		p.fail(at, ir.CodeBrokenCall, "<%s> without <%s> after its <%s>", whole, tag.Arguments, tag.Name)
	}
	if p.err != nil {
		return p.t.Len()
	}
	if g > gradeExact {
		p.spelledTags(at, c.end)
	}
	p.add(at, ir.Step{Kind: ir.Call, Tool: p.tagName(at, c.name), Args: c.args})
	if c.result > 0 {
		p.resultHere(p.t, c.result, c.end, c.clear)
	}
	return c.end
}

// part reads the next part of a call, and reports whether there may be another.
func (p *elementReader) part(c *callParts) bool {
	tag := p.style.Tag
	at := text.SkipSpace(p.t, c.end, p.t.Len())
	if end, ok := p.closeAt(at, tag.Call, c.grade); ok {
		c.closed, c.end = true, end
		return false
	}
	if open, ok := p.openAt(at, tag.Name, c.grade); ok && !c.hasName {
		return p.callName(open, c)
	}
	if open, ok := p.openAt(at, tag.Arguments, c.grade); ok && !c.hasArgs && (c.hasName || c.grade > gradeExact) {
		c.args, c.end = p.callArguments(open, c)
		c.hasArgs = true
		return true
	}
	return false
}

// callName reads a call's name after its opening tag, up to its closing tag or, in another
// spelling, to the tag of the argument.
func (p *elementReader) callName(open int, c *callParts) bool {
	stop, _ := text.Index(p.t, open, "</")
	if stop < 0 {
		stop = p.t.Len()
	}
	end, ok := p.closeAt(stop, p.style.Tag.Name, c.grade)
	if !ok && c.grade > gradeExact && !c.hasArgs {
		stop = open + max(0, bytes.IndexByte(p.t.B[open:], '<'))
		_, ok = p.openAt(stop, p.style.Tag.Arguments, c.grade)
		end = stop
	}
	if ok {
		c.name, c.hasName, c.end = p.t.Slice(open, stop).Trim(), true, end
	}
	return ok
}

// callArguments reads an argument after its opening tag. A value that is JSON or a Python
// literal is read forward, so that a closing tag in a string of it does not count.
func (p *elementReader) callArguments(open int, c *callParts) (args ir.Args, end int) {
	from := text.SkipSpace(p.t, open, p.t.Len())
	if section, ok := text.Prefix(p.t, from, cdataOpen); ok && p.recovers {
		_, after := text.Index(p.t, section, cdataClose)
		from = max(from, after)
	} else if value := literalEnd(p.t, from); value > from {
		if _, ok := p.closeAt(text.SkipSpace(p.t, value, p.t.Len()), p.style.Tag.Arguments, c.grade); ok || c.grade > gradeExact {
			from = value
		}
	}
	stop, end := p.nextClosing(from, p.style.Tag.Arguments, c.grade)
	switch next, ok := p.openArgument(open, stop, c.grade); {
	case ok:
		stop, end = trimNewline(p.t, open, next), next
	case stop < 0 && c.grade > gradeExact:
		stop, end = p.unclosedArgument(open, from, c)
	case stop < 0:
		p.fail(open, ir.CodeBrokenCall, "<%s> is not closed", p.style.Tag.Arguments)
		return ir.Args{}, p.t.Len()
	}
	value := p.t.Slice(open, stop)
	if inner := cdata(value); p.recovers && inner.Len() < value.Len() {
		at := open + text.SkipSpace(value, 0, value.Len())
		if c.grade == gradeExact {
			p.report(at, ir.CodeTagSpelling, "the argument is in a CDATA section, which was taken off")
		}
		open, value = at+len(cdataOpen), inner
	} else if args, ok := p.decodedValue(open, value); ok {
		return args, end
	}
	args, used := p.arguments(open, value)
	if p.err == nil && !text.From(value, used).Blank() {
		p.fail(open+used, ir.CodeBrokenArgs, "expected </%s> after the argument", p.style.Tag.Arguments)
	}
	return args, end
}

// openArgument returns where a text argument ends that nothing closes before the next
// element at the start of a line: in an argument such a line is escaped.
func (p *elementReader) openArgument(open, stop int, g grade) (end int, ok bool) {
	if !p.recovers || g > gradeExact || p.style.WantsObject() {
		return stop, false
	}
	next, _ := p.ahead.next(p.t, open, "\n", p.lineWith(grammar.StyleMarks))
	if next < 0 || stop >= 0 && stop < next {
		return stop, false
	}
	p.reportf(open, ir.CodeTagSpelling, "<%s> is not closed: the argument ends before the next element", p.style.Tag.Arguments)
	return next, true
}

// unclosedArgument returns where an argument ends that has no closing tag: before that of the call, or
// at the end. In a print of chains it ends before the next element, or the result before that.
func (p *elementReader) unclosedArgument(open, from int, c *callParts) (stop, end int) {
	if stop, _ = p.nextClosing(from, p.style.Tag.Call, c.grade); stop < 0 || p.style.Tag.Call == "" {
		stop = p.t.Len()
	}
	if next := p.elementAfter(open, stop); next > 0 {
		stop = next
	}
	end = stop
	if split, clear, ok := p.gluedResult(p.t, c.name, open, end); ok {
		c.result, c.clear, stop = split, clear, split
	}
	// A part of its closing tag may be at the end.
	if at, _ := text.LastIndex(p.t, from, stop, "</"); at >= 0 && beginOf(p.t.Slice(at, stop).Trim(), closingTag(p.style.Tag.Arguments)) {
		stop = at
	}
	return stop, end
}

// elementAfter returns where between two offsets of a print of chains the next element opens, or 0.
func (p *elementReader) elementAfter(from, end int) int {
	if p.printed == nil || !p.flat {
		return 0
	}
	for at, behind := text.Index(p.t, from, "<"); at >= 0 && at < end; at, behind = text.Index(p.t, behind, "<") {
		_, found := p.spelledAt(at)
		if _, answer := p.openAt(at, p.style.Tag.Answer, gradeOther); found || answer {
			return at
		}
	}
	return 0
}

// cutOff reports whether the closing tag of a call may be missing where the call
// ends: at the end of the text, a part of the tag aside, or before an element.
func (p *elementReader) cutOff(c *callParts) bool {
	at := text.SkipSpace(p.t, c.end, p.t.Len())
	if beginOf(text.From(p.t, at), closingTag(p.style.CallTag())) {
		c.end = p.t.Len()
		return true
	}
	if _, ok := p.lex.At(p.t, at, grammar.StyleMarks); ok {
		return true
	}
	_, ok := p.spelledAt(at)
	return ok
}

// beginOf reports whether a text is a part of a tag from its begin on, or nothing.
func beginOf(t ir.Text, tag string) bool {
	return len(t.B) <= len(tag) && tag[:len(t.B)] == string(t.B)
}

// endsOpen reports whether a call in tags may end at an offset although its closing tag
// is missing and words follow: a guess.
func (p *elementReader) endsOpen(end int, tag string) bool {
	if p.opts.Guess {
		p.reportf(end, ir.CodeUnclosedCall, "<%s> is not closed, and words follow: the call ends where its last part does", tag)
	}
	return p.opts.Guess
}

// spelledTags reports a call between two offsets, whose tags may have attributes.
func (r *reader) spelledTags(at, end int) {
	r.until(r.report(at, ir.CodeTagSpelling, "the tags of the call are spelled otherwise than {style} does"), end).Style = r.style.Name
}

// tagName returns a call's name without what is put around it in the wild: a
// CDATA section, quotes, entities.
func (r *reader) tagName(at int, name ir.Text) ir.Text {
	if !r.recovers {
		return name
	}
	if inner := cdata(name).Trim(); inner.Len() < name.Len() && isName(inner) {
		r.report(at, ir.CodeTagSpelling, "the name is in a CDATA section, which was taken off")
		name = inner
	}
	return r.decoded(at, r.bareName(at, name), false)
}

// objectInElement reads the call whose element opens at offset at and holds a JSON
// object, and returns the offset after it. In another spelling the object may be in a fence,
// and the closing tag be cut off.
func (p *elementReader) objectInElement(at, open int, g grade) int {
	t, tag := p.t, p.style.Tag.Call
	start := text.SkipSpace(t, open, t.Len())
	fenced := g > gradeExact && prefixed(t, start, fence)
	if fenced {
		start = text.InFence(t, start)
	}
	if c, _ := text.At(t, start); c != '{' {
		p.fail(start, ir.CodeBrokenCall, "expected the JSON object of a call after <%s>", tag)
		return t.Len()
	}
	b := p.callObject(t, start)
	if b == nil {
		if g > gradeExact {
			p.fail(start, ir.CodeBrokenCall, "the object after <%s> is no call", tag)
		}
		return t.Len()
	}
	c := callParts{end: b.end}
	if behind, ok := text.Prefix(t, text.SkipSpace(t, b.end, t.Len()), fence); ok && fenced {
		c.end = behind
	}
	end, ok := p.closeAt(text.SkipSpace(t, c.end, t.Len()), tag, g)
	if g > gradeExact {
		if !ok {
			ok = p.cutOff(&c) || p.endsOpen(c.end, tag)
			end = c.end
		}
		p.spelledTags(at, end)
	}
	if !ok {
		p.fail(b.end, ir.CodeBrokenCall, "expected </%s> after the call's object", tag)
		return t.Len()
	}
	p.add(at, ir.Step{Kind: ir.Call, Tool: b.tool, Args: b.args})
	return end
}
