package readers

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// tagMode is how elements are sought in a message of the family Tags.
type tagMode uint8

// The ways to seek elements, each tried where those before find none.
const (
	exactTags    tagMode = iota // as the style spells them, at line starts
	lenientTags                 // in other spellings, at line starts or after a bullet
	indentedTags                // the same, after spaces
	midLineTags                 // in the middle of a line: a guess
)

// seekElements takes off what a chain printed around the message, and finds out
// how its elements are to be sought. Where there are none, the message is whole.
func (p *tagReader) seekElements() bool {
	whole := p.t
	w := window{found: found{start: p.sought, end: p.t.Len()}}
	w.chainPrint(p.t)
	w.lastStop(p.t, "<"+p.style.Tag.Result+">")
	p.t = p.t.Slice(0, w.end)
	modes := []tagMode{exactTags, lenientTags, indentedTags, midLineTags}
	if !p.opts.Guess {
		modes = modes[:midLineTags]
	}
	found := slices.ContainsFunc(modes, func(m tagMode) bool {
		if p.mode = m; m == lenientTags {
			p.lastClose = -1
			if p.style.Tag.Answer != "" {
				p.lastClose = lastClosing(p.t, w.start, p.style.Tag.Answer)
			}
		}
		return p.hasElements(w.start)
	})
	if !found {
		p.mode, p.t = exactTags, whole
		return false
	}
	p.line = w.start
	if p.sought == 0 {
		p.from = w.start
	}
	for _, n := range w.notes {
		p.report(n.at, n.code, n.text)
	}
	return true
}

// hasElements reports whether an element is found in the mode that is set.
func (p *tagReader) hasElements(start int) bool {
	if p.mode >= indentedTags {
		if p.lastCall == 0 {
			p.lastCall = lastClosing(p.t, start, p.style.CallTag())
		}
		if p.lastCall < 0 && p.lastClose < 0 {
			return false
		}
	}
	q := *p
	q.line = start
	found, ok := q.next()
	for ; ok && p.mode == exactTags && found.Mark == grammar.MarkObservation; found, ok = q.next() {
		q.line = found.End // a result alone says nothing of how calls are spelled
	}
	return ok
}

// lenientInLine looks for an element in the line that begins at p.line: at its
// start or, in the middle of it, anywhere, and then sets p.line to it.
func (p *tagReader) lenientInLine() (grammar.Found, bool) {
	at := skipAny(p.t, p.line, " \t*>-")
	_, exact := p.lex.At(p.t, at, grammar.StyleMarks)
	// After spaces alone it is content: emitters put one there to say so.
	spaced := at != p.line && at == text.SkipSpaces(p.t, p.line)
	if !(spaced && exact) || p.mode == indentedTags {
		found, ok := p.lenientTagAt(p.t, at)
		if ok && !(spaced && p.escaped(at, found)) && (p.mode < indentedTags || found.Mark != grammar.MarkCall || at < p.lastCall) {
			return found, true
		}
	}
	if p.mode != midLineTags {
		return grammar.Found{}, false
	}
	end, _ := text.Newline(p.t, p.line)
	if end < 0 {
		end = p.t.Len()
	}
	for at, behind := text.Index(p.t, at, "<"); at >= 0 && at < end; at, behind = text.Index(p.t, behind, "<") {
		found, ok := p.lenientTagAt(p.t, at)
		if ok && (found.Mark == grammar.MarkCall && at < p.lastCall || found.Mark == grammar.MarkAnswer && p.endsWithAnswer()) {
			p.line, p.before, p.midLine = at, at, true
			return found, true
		}
	}
	return grammar.Found{}, false
}

// escaped reports whether the spaces before the tag at offset at, in the line that
// begins at p.line, hold the one of an emitter: it is one more than before the line of
// the closing tag, or, where that has no line of its own, one alone.
func (p *tagReader) escaped(at int, found grammar.Found) bool {
	if found.Mark == grammar.MarkCall {
		if p.closing < at {
			p.findClosing(found.End)
		}
		if p.closingLine > at {
			return at-p.line == p.closing-p.closingLine+1
		}
	}
	return at-p.line == 1
}

// findClosing sets closing to where the first closing tag of a call after offset i
// begins, or to the text's end, and closingLine to where its line does, if it has one of
// its own.
func (p *tagReader) findClosing(i int) {
	p.closingLine = -1
	if p.closing, _ = nextClose(p.t, i, p.style.CallTag()); p.closing < 0 {
		p.closing = p.t.Len()
		return
	}
	line := p.closing
	for line > 0 && p.t.B[line-1] == ' ' {
		line--
	}
	if text.LineFeedBefore(p.t, line) >= 0 {
		p.closingLine = line
	}
}

// endsWithAnswer reports whether nothing is after the last closing tag of an
// answer.
func (p *tagReader) endsWithAnswer() bool {
	end, ok := closeTag(p.t, p.lastClose, p.style.Tag.Answer)
	return ok && text.SkipSpace(p.t, end, p.t.Len()) == p.t.Len()
}

// openedFence returns where the prose before an element ends without the line
// of a fence that opens there.
func (p *tagReader) openedFence(start, stop int) int {
	if !text.MayHold(p.t.Slice(start, stop), fence[0]) {
		return stop
	}
	line, fences := -1, 0
	for gap, at := start, start; gap >= 0 && at < stop; gap, at = text.Newline(p.t, at) {
		if line = -1; prefixed(p.t, at, fence) {
			line, fences = at, fences+1
		}
	}
	if line < 0 || fences%2 == 0 {
		return stop
	}
	open, _ := text.Prefix(p.t, line, fence)
	if skipAny(p.t, text.SkipLanguage(p.t, open), " \t\r") < stop {
		return stop
	}
	p.report(line, ir.CodeFencedMessage, "the element is in a fence, which was taken off")
	p.opened = true
	if line == start {
		return start
	}
	return trimNewline(p.t, start, gapOf(start, line))
}

// closedFence returns the offset after the line of the fence that closes after
// an element, if one was opened before it.
func (p *tagReader) closedFence(at int) int {
	if !p.opened {
		return at
	}
	line := text.SkipSpace(p.t, at, p.t.Len())
	end, ok := text.Prefix(p.t, line, fence)
	nl, _ := text.Newline(p.t, end)
	if !ok || nl != skipAny(p.t, end, " \t\r") && text.SkipSpace(p.t, end, p.t.Len()) < p.t.Len() {
		return at
	}
	return end
}

// tagName returns a call's name without what is put around it in the wild: a
// CDATA section, quotes, entities.
func (r *reader) tagName(at int, name ir.Text) ir.Text {
	if !r.recovers {
		return name
	}
	if inner := r.cdata(name).Trim(); inner.Len() < name.Len() && isName(inner) {
		r.report(at, ir.CodeTagSpelling, "the name is in a CDATA section, which was taken off")
		name = inner
	}
	return r.decoded(at, r.bareName(at, name), false)
}

// cdataArguments reads an argument in a CDATA section that begins at offset at.
func (r *reader) cdataArguments(t ir.Text, at int) (args ir.Args, end int, ok bool) {
	open, _ := text.Prefix(t, at, "<![CDATA[")
	stop, behind := text.Index(t, open, "]]>")
	if stop < 0 {
		return ir.Args{}, at, false
	}
	if end, ok = text.Prefix(t, text.SkipSpace(t, behind, t.Len()), r.style.Closing().Arguments); !ok {
		return ir.Args{}, at, false
	}
	r.report(at, ir.CodeTagSpelling, "the argument is in a CDATA section, which was taken off")
	args, used := r.arguments(open, t.Slice(open, stop))
	if r.err == nil && !t.Slice(open+used, stop).Blank() {
		r.fail(open+used, ir.CodeBrokenArgs, "expected ]]> after the argument")
	}
	return args, end, true
}

// attribute returns the value of an attribute of the tag that is between at
// and end.
func attribute(t ir.Text, at, end int, name string) (value ir.Text, ok bool) {
	_, open := text.LastIndex(t, at, end, " "+name+"=")
	if open < 0 || open >= end || t.B[open] != '"' && t.B[open] != '\'' {
		return ir.Text{}, false
	}
	n := bytes.IndexByte(t.B[open+1:end], t.B[open])
	if n < 0 {
		return ir.Text{}, false
	}
	return t.Slice(open+1, open+1+n), true
}
