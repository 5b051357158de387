package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// userMessage reads a message of the user: a question or, while a call is open or after
// an answer, what a tool gave back.
func (r *reader) userMessage(content ir.Text) {
	question, escaped := r.escapedQuestion(content)
	if found, ok := r.lex.At(content, 0, grammar.ResultMark); ok && (r.open || r.concluded) {
		r.results(content, found)
		return
	}
	if r.open && !escaped {
		if end, ok := r.lenientResult(content); ok {
			r.report(0, ir.CodeMarkerSpelling, "a marker of {style} in another spelling").Style = r.style.Name
			r.results(content, grammar.Found{Mark: grammar.MarkObservation, End: end})
			return
		}
		if _, ok := r.lenientResultTag(content); ok {
			r.lenientResults(content)
			return
		}
		if r.style.Tag.Error != "" && r.bareError(content) {
			return
		}
	}
	if escaped {
		r.report(0, ir.CodeUnescapedLines, "the message had a space before the marker of a result, which was taken off")
	}
	r.add(0, ir.Step{Kind: ir.User, Text: question})
}

// danglingResult reads a message of the user after one that ended in the marker of
// a result: it is the result, with a marker of its own or without.
func (r *reader) danglingResult(content ir.Text) {
	_, marked := r.lex.At(content, 0, grammar.ResultMark)
	if !marked {
		_, marked = r.lenientResult(content)
	}
	if marked {
		r.userMessage(content)
		return
	}
	r.report(0, ir.CodeCutMessage, "the result's marker is at the end of the message before")
	r.add(0, ir.Step{Kind: ir.Observation, Text: r.withoutCue(content), Tool: r.pairing.Next()})
}

// lenientResult reports whether a message begins with a result's marker in another
// spelling, and returns the offset after it.
func (r *reader) lenientResult(content ir.Text) (end int, ok bool) {
	if !r.recovers || r.style.InElements() {
		return 0, false
	}
	l, ok := r.lenientAt(content, 0, false)
	return l.end, ok && l.kind == grammar.MarkObservation
}

// escapedQuestion takes a space off a question that would have been taken for a result
// without it. It reports whether it did.
func (r *reader) escapedQuestion(content ir.Text) (question ir.Text, escaped bool) {
	if c, _ := text.At(content, 0); c == ' ' && ((r.open || r.inlined) && r.lex.BeginsResult(content) || r.concluded && r.lex.BeginsMarkedResult(content)) {
		return text.From(content, 1), true
	}
	return content, false
}

// toolMessage reads a message of a tool, which is always an observation.
func (r *reader) toolMessage(content ir.Text) {
	if found, ok := r.lex.At(content, 0, grammar.ResultMark); ok {
		r.results(content, found)
		return
	}
	if _, ok := r.lenientResultTag(content); ok {
		r.lenientResults(content)
		return
	}
	r.add(0, ir.Step{Kind: ir.Observation, Text: content, Tool: r.pairing.Next(), Bare: true})
}

// results reads a whole message that begins with the style's result marker.
func (r *reader) results(content ir.Text, found grammar.Found) {
	if !r.style.InElements() {
		start := afterSpace(content, found.End)
		value := text.From(r.withoutCue(content), start)
		if r.modelNext {
			value = r.unspaced(start, value, r.style.ResultEnd(value))
		}
		r.add(0, ir.Step{Kind: ir.Observation, Text: value, Tool: r.pairing.Next()})
		return
	}
	for at := 0; ; {
		end, more := r.result(content, at, content.Len(), true)
		at = text.SkipSpace(content, end, content.Len())
		if at == content.Len() {
			return
		}
		if !more {
			rest := skipNewlines(content, end, 2)
			r.add(rest, ir.Step{Kind: ir.User, Text: text.From(content, rest)})
			return
		}
	}
}

// bareError reads <error>…</error> in place of a result.
func (r *reader) bareError(content ir.Text) bool {
	open, ok := tagAt(content, 0, r.style.Opening().Error)
	if !ok {
		return false
	}
	start, end := text.LastIndex(content, open, content.Len(), r.style.Closing().Error)
	if start < 0 || end != content.Len() {
		return false
	}
	r.add(0, ir.Step{Kind: ir.Observation, Text: content.Slice(open, start), Tool: r.pairing.Next(), Failed: true})
	return true
}

// result reads the element of a result at offset at, which ends before limit.
// In a whole message it ends at the first closing pair after which there is
// only white space or another result, else at the last pair. more
// means that another result follows.
func (r *reader) result(t ir.Text, at, limit int, whole bool) (end int, more bool) {
	tag := r.style.Tag
	open, _ := tagAt(t, at, r.style.Opening().Result)
	if r.style.BareResult() {
		return r.bareResult(t, at, open, limit)
	}
	name, named, body := r.resultName(t, open, limit)
	if !whole {
		limit = r.inlineLimit(t, open, limit)
	}
	failed := false
	start, marked := tagAt(t, body, r.style.Opening().Output)
	if !marked {
		start, failed = tagAt(t, body, r.style.Opening().Error)
	}
	var stop int
	if marked || failed {
		stop, end, more = r.resultEnd(t, start, limit, failed, whole)
	} else {
		start = body
		stop, end = text.LastIndex(t, body, limit, r.style.Closing().Result)
		r.reportf(at, ir.CodeUnclosedTag, "<%s> without <%s>: all that is in it is taken for the result", tag.Result, tag.Output)
	}
	if stop < 0 {
		r.reportf(at, ir.CodeUnclosedTag, "<%s> is not closed: all that follows is taken for the result", tag.Result)
		stop, end = limit, limit
	}
	content := t.Slice(start, stop)
	if !whole {
		content = r.unescape(start, content, r.set|grammar.ResultEnd, grammar.NotAtStart)
	}
	content, name = r.resultText(start, content), r.decoded(at, name, false)
	step := ir.Step{Kind: ir.Observation, Text: content, Tool: name, Failed: failed}
	if named {
		r.pairing.Named(name)
	} else {
		step.Tool = r.pairing.Next()
	}
	r.add(at, step)
	return end, more
}

// bareResult reads a result that is its text alone. It ends on its first line,
// or at the first line that begins with its closing tag, or at the last one
// before the next result: in content such lines are escaped.
func (r *reader) bareResult(t ir.Text, at, open, limit int) (end int, more bool) {
	tag := r.style.Tag.Result
	for next, after := indexIn(t, open, limit, "<"+tag+">"); next >= 0; next, after = indexIn(t, after, limit, "<"+tag+">") {
		if beginsLine(t, next) {
			limit = next
		}
	}
	start := skipNewlines(t, open, 1)
	from := grammar.NotAtStart
	if start > open {
		from = 0
	}
	stop, end := text.LastIndex(t, open, r.inlineLimit(t, open, limit), r.style.Closing().Result)
	if stop < 0 {
		r.reportf(at, ir.CodeUnclosedTag, "<%s> is not closed: all that follows is taken for the result", tag)
		stop, end = limit, limit
	}
	stop = trimNewline(t, start, max(stop, start))
	r.add(at, ir.Step{Kind: ir.Observation, Text: r.unescape(start, t.Slice(start, stop), r.set|grammar.ResultEnd, from), Tool: r.pairing.Next()})
	_, more = r.lex.At(t, text.SkipSpace(t, end, t.Len()), grammar.ResultMark)
	return end, more
}

// inlineLimit returns where a result that does not have its message to itself
// ends: on its first line, if it closes there, or with the first line that
// begins with its closing tag. In content such a line is escaped.
func (r *reader) inlineLimit(t ir.Text, open, limit int) int {
	closing := r.style.Closing().Result
	gap, line := text.Newline(t, open)
	if gap < 0 || gap > limit {
		gap = limit
	}
	if _, end := text.LastIndex(t, open, gap, closing); end >= 0 {
		return end
	}
	if line < 0 {
		return limit
	}
	for at, end := indexIn(t, line, limit, closing); at >= 0; at, end = indexIn(t, end, limit, closing) {
		if beginsLine(t, at) {
			return end
		}
	}
	return limit
}

// resultName reads the <name> of a result and returns the offset after it and
// the white space that follows.
func (r *reader) resultName(t ir.Text, at, limit int) (name ir.Text, named bool, next int) {
	start := text.SkipSpace(t, at, limit)
	name, end, ok := r.nameElement(t, start, limit)
	if !ok {
		return ir.Text{}, false, start
	}
	return name, true, text.SkipSpace(t, end, limit)
}

// nameElement reads the element of a tool's name at offset at. A name ends at the
// first "</", so that looking for its end stays short.
func (r *reader) nameElement(t ir.Text, at, limit int) (name ir.Text, end int, ok bool) {
	open, ok := tagAt(t, at, r.style.Opening().Name)
	if !ok {
		return ir.Text{}, at, false
	}
	stop, _ := text.Index(t.Slice(0, limit), open, "</")
	if stop < 0 {
		return ir.Text{}, at, false
	}
	end, ok = tagAt(t, stop, r.style.Closing().Name)
	return t.Slice(open, stop).Trim(), end, ok && end <= limit
}

// resultEnd finds where the content of a result stops and where its element
// ends: both closing tags with nothing but white space between them.
func (r *reader) resultEnd(t ir.Text, start, limit int, failed, whole bool) (stop, end int, more bool) {
	closing, outer := r.style.Closing().Output, r.style.Closing().Result
	if failed {
		closing = r.style.Closing().Error
	}
	stop, end = -1, -1
	for at := start; at < limit; {
		inner, pair := indexIn(t, at, limit, closing)
		if inner < 0 {
			break
		}
		at = pair
		pairEnd, ok := text.Prefix(t, text.SkipSpace(t, pair, limit), outer)
		if !ok {
			continue
		}
		stop, end, at = inner, pairEnd, pairEnd
		if !whole {
			continue
		}
		next := text.SkipSpace(t, pairEnd, limit)
		if _, more = tagAt(t, next, r.style.Opening().Result); more || next == limit {
			return stop, end, more
		}
	}
	return stop, end, false
}

// tagAt reports whether a tag of the style, which has it if it is not empty, is at
// offset i, and returns the offset after it.
func tagAt(t ir.Text, i int, tag string) (end int, ok bool) {
	if tag == "" {
		return i, false
	}
	return text.Prefix(t, i, tag)
}
