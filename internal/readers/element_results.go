package readers

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// resultElements reads a whole message of results, each in an element.
func (r *reader) resultElements(t ir.Text, g grade) {
	p := &elementReader{reader: r, t: t}
	if g > gradeExact {
		r.until(r.report(0, ir.CodeTagSpelling, "the tags of a result are spelled otherwise than {style} does"), t.Len()).Style = r.style.Name
	}
	for at, more := text.SkipSpace(t, 0, t.Len()), true; more; {
		var end int
		end, more = p.result(at, t.Len(), true, g)
		if at = text.SkipSpace(t, end, t.Len()); at < t.Len() && !more {
			rest := skipNewlines(t, end, 2)
			r.add(rest, ir.Step{Kind: ir.User, Text: text.From(t, rest)})
		}
	}
}

// result reads the element of a result at offset at, which ends before limit.
// In a whole message it ends at the first closing tags after which there is
// only white space or another result, else at the last. more means that another result follows.
func (p *elementReader) result(at, limit int, whole bool, g grade) (end int, more bool) {
	tag, bare := p.style.Tag, p.style.BareResult()
	start, _ := p.openAt(at, tag.Result, g)
	step, named, inner := ir.Step{Kind: ir.Observation}, false, ""
	escaped := !whole || bare && g == gradeExact // lines that begin with its closing tag are
	if escaped {
		limit = p.inlineLimit(start, limit)
	}
	if !bare {
		start, step.Tool, named = p.resultName(start, limit, g)
		for _, name := range [...]string{tag.Output, tag.Error} {
			if open, ok := p.openAt(start, name, g); ok && inner == "" {
				start, inner, step.Failed = open, name, name == tag.Error
			}
		}
	}
	stop, end := p.resultEnd(start, limit, inner, whole, g)
	if inner == "" && !bare && g == gradeExact {
		p.reportf(at, ir.CodeUnclosedTag, "<%s> without <%s>: all that is in it is taken for the result", tag.Result, tag.Output)
	}
	if stop < 0 {
		if stop, end = limit, limit; g == gradeExact {
			p.reportf(at, ir.CodeUnclosedTag, "<%s> is not closed: all that follows is taken for the result", tag.Result)
		}
	}
	from := grammar.NotAtStart
	if bare {
		if body := skipNewlines(p.t, start, 1); body > start {
			start, from = body, 0
		}
		stop = trimNewline(p.t, start, max(stop, start))
	}
	step.Text = p.t.Slice(start, max(stop, start))
	if escaped {
		step.Text = p.unescape(start, step.Text, p.set|grammar.ResultEnd, from)
	}
	if !bare || g > gradeExact {
		step.Text = p.resultText(start, step.Text)
	}
	if step.Tool = p.decoded(at, step.Tool, false); named {
		p.pairing.Named(step.Tool)
	} else {
		step.Tool = p.pairing.Next()
	}
	p.add(at, step)
	_, more = p.openAt(text.SkipSpace(p.t, end, p.t.Len()), tag.Result, g)
	return end, more
}

// resultEnd finds where the content of a result stops and where its element
// ends: both closing tags, or one without an inner element, with nothing but white space between them.
func (p *elementReader) resultEnd(start, limit int, inner string, whole bool, g grade) (stop, end int) {
	tag := p.style.Tag.Result
	stop, end = -1, -1
	for outer, after := p.nextClosing(start, tag, g); outer >= 0 && after <= limit; outer, after = p.nextClosing(after, tag, g) {
		at := outer
		if inner != "" {
			at = start + max(0, bytes.LastIndex(p.t.B[start:outer], []byte("</")))
			closed, ok := p.closeAt(at, inner, g)
			if ok = ok && text.SkipSpace(p.t, closed, limit) == outer; !ok && g == gradeExact {
				continue
			} else if !ok {
				at = outer
			}
		}
		stop, end = at, after
		next := text.SkipSpace(p.t, after, limit)
		if outer > 1 && p.t.B[outer-1] == ' ' && p.t.B[outer-2] == '\n' && next < limit {
			continue // an escaped line of the result
		}
		if _, more := p.openAt(next, tag, g); whole && (more || next == limit) {
			break
		}
	}
	return stop, end
}

// inlineLimit returns where a result that does not have its message to itself, or has no element
// for its text, ends: before the line of the next result, on its first line, if it closes there, or
// with the first line that begins with its closing tag. In content such lines are escaped.
func (p *elementReader) inlineLimit(open, limit int) int {
	first := min(limit, open+lineAt(p.t, open).Len())
	for line := lineAfter(p.t, open); line >= 0 && line < limit && p.style.BareResult(); line = lineAfter(p.t, line) {
		if _, ok := p.openAt(line, p.style.Tag.Result, gradeExact); ok {
			limit = line
		}
	}
	closing := closingTag(p.style.Tag.Result)
	if _, end := text.LastIndex(p.t, open, min(first, limit), closing); end >= 0 {
		return end
	}
	for line := lineAfter(p.t, open); line >= 0 && line < limit; line = lineAfter(p.t, line) {
		if end, ok := text.Prefix(p.t, line, closing); ok {
			return end
		}
	}
	return limit
}

// resultName reads the name of a result, if it has one, and returns the offset after it and
// the white space that follows.
func (p *elementReader) resultName(at, limit int, g grade) (next int, name ir.Text, named bool) {
	start := text.SkipSpace(p.t, at, limit)
	open, ok := p.openAt(start, p.style.Tag.Name, g)
	stop, _ := text.Index(p.t.Slice(0, limit), open, "</")
	if !ok || stop < 0 {
		return start, name, false
	}
	end, ok := p.closeAt(stop, p.style.Tag.Name, g)
	if !ok || end > limit {
		return start, name, false
	}
	return text.SkipSpace(p.t, end, limit), p.t.Slice(open, stop).Trim(), true
}

// spelledResultTag reports whether a message begins with the tag of a result in
// another spelling.
func (r *reader) spelledResultTag(content ir.Text) bool {
	return r.recovers && r.style.InElements() && r.lex.BeginsResultTag(content)
}

// bareError reads an error that is a whole message.
func (r *reader) bareError(content ir.Text) bool {
	open, ok := text.Prefix(content, 0, "<"+r.style.Tag.Error+">")
	if !ok {
		return false
	}
	start, end := text.LastIndex(content, open, content.Len(), closingTag(r.style.Tag.Error))
	if start < 0 || end != content.Len() {
		return false
	}
	r.add(0, ir.Step{Kind: ir.Observation, Text: content.Slice(open, start), Tool: r.pairing.Next(), Failed: true})
	return true
}

// resultText returns a result's text without a CDATA section around it, its
// entities decoded if the options ask for it.
func (r *reader) resultText(at int, content ir.Text) ir.Text {
	if inner := cdata(content); r.recovers && inner.Len() < content.Len() {
		r.report(at, ir.CodeTagSpelling, "the result is in a CDATA section, which was taken off")
		return inner
	}
	return r.decoded(at, content, false)
}
