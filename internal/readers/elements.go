package readers

import (
	"bytes"
	"strings"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// elementReader reads a message of a style whose steps are elements at line starts, and prose
// between them.
type elementReader struct {
	*reader
	t ir.Text
	// sought is where elements are sought from: after a think block. from is where the
	// message begins after what a chain printed.
	sought, from int
	// done is where what was read ends, line the line start to continue from.
	done, line int
	// gap and before are where the line feeds before line begin: the one right
	// before it, and that of an empty line before.
	gap, before int
	// elements were found; called means that a call was among them.
	elements, called bool
	// grade is how far the spelling of elements may be from the style's, and fenced means that
	// a fence is open.
	grade  grade
	fenced bool
	// unusual is what is said of the place of the element that was found.
	unusual note
	// lastCall and lastAnswer are where the last closing tags of a call and of an answer begin,
	// or -1.
	lastCall, lastAnswer int
	// opened: a fence was taken off before the last element, so that the one
	// after it closes it.
	opened bool
}

// grade is how elements are spelled, and where they begin.
type grade uint8

// The grades, each tried where those before find nothing.
const (
	gradeExact    grade = iota // as the style spells them, at line starts
	gradeOther                 // in other spellings, at line starts or after a bullet
	gradeIndented              // the same, after spaces
	gradeMidLine               // in the middle of a line: a guess
)

// elementsIn returns a reader of the elements in a text.
func (r *reader) elementsIn(t ir.Text) *elementReader {
	sought := grammar.ThinkEnd(t)
	return &elementReader{reader: r, t: t, sought: sought, line: sought}
}

// elementMessage reads a message of a style with elements.
func (r *reader) elementMessage(t ir.Text) {
	p := r.elementsIn(t)
	if r.recovers {
		p.seekElements()
	}
	if p.grade < gradeMidLine {
		p.read()
	} else if !r.try(func() bool { p.read(); return true }) { // only a guess may fail: that says nothing
		r.elementsIn(t).read()
	}
}

// read reads the elements of the message and the prose between them.
func (p *elementReader) read() {
	for p.err == nil {
		found, ok := p.next()
		if !ok {
			break
		}
		p.element(found)
	}
	if p.err == nil {
		p.trailing()
	}
}

// seekElements takes off what a chain printed around the message, and finds out
// how its elements are to be sought. Where there are none, the message is whole.
func (p *elementReader) seekElements() bool {
	whole := p.t
	w := window{found: found{start: p.sought, end: p.t.Len()}}
	w.chainPrint(p.t)
	w.lastStop(p.t, "<"+p.style.Tag.Result+">")
	p.t = p.t.Slice(0, w.end)
	for p.grade = gradeExact; !p.hasElements(w.start); p.grade++ {
		if p.grade == gradeMidLine || p.grade == gradeIndented && !p.opts.Guess {
			p.grade, p.t = gradeExact, whole
			return false
		}
		if p.grade == gradeExact {
			p.lastCall, p.lastAnswer = lastClosing(p.t, w.start, p.style.CallTag()), -1
			if p.style.Tag.Answer != "" {
				p.lastAnswer = lastClosing(p.t, w.start, p.style.Tag.Answer)
			}
		}
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

// hasElements reports whether an element of the grade is found.
func (p *elementReader) hasElements(start int) bool {
	if p.grade >= gradeIndented && p.lastCall < 0 && p.lastAnswer < 0 {
		return false
	}
	q := *p
	q.line = start
	found, ok := q.next()
	for ; ok && p.grade == gradeExact && found.Mark == grammar.MarkObservation; found, ok = q.next() {
		q.line = found.End // a result alone says nothing of how calls are spelled
	}
	return ok
}

// next finds the next element and sets line to it.
func (p *elementReader) next() (found grammar.Found, ok bool) {
	p.gap, p.before = p.line, p.line
	for {
		if found, ok = p.lex.At(p.t, p.line, grammar.StyleMarks); ok {
			return found, true
		}
		if prefixed(p.t, text.SkipSpaces(p.t, p.line), fence) {
			p.fenced = !p.fenced
		}
		if !p.fenced && p.recovers {
			if found, ok = p.inLine(); ok {
				return found, true
			}
		}
		gap, line := text.Newline(p.t, p.line)
		if gap < 0 {
			return grammar.Found{}, false
		}
		// An empty line before the next one lends its own line feed.
		p.before = gap
		if gap == p.line {
			p.before = p.gap
		}
		p.gap, p.line = gap, line
	}
}

// inLine looks for an element in the line that begins at p.line, which does not begin with one
// as the style spells it, and sets p.line to one in the middle of it.
func (p *elementReader) inLine() (grammar.Found, bool) {
	if p.grade == gradeExact {
		return p.objectInLine()
	}
	at := skipAny(p.t, p.line, " \t*>-")
	_, own := p.lex.At(p.t, at, grammar.StyleMarks)
	// After spaces alone it is content: emitters put one there to say so.
	spaced := at != p.line && at == text.SkipSpaces(p.t, p.line)
	if !(spaced && own) || p.grade == gradeIndented {
		found, ok := p.spelledAt(at)
		if ok && !(spaced && p.escaped(at, found)) && (p.grade < gradeIndented || found.Mark != grammar.MarkCall || at < p.lastCall) {
			return found, true
		}
	}
	if p.grade != gradeMidLine {
		return grammar.Found{}, false
	}
	end := p.line + lineAt(p.t, p.line).Len()
	for at, behind := text.Index(p.t, at, "<"); at >= 0 && at < end; at, behind = text.Index(p.t, behind, "<") {
		found, ok := p.spelledAt(at)
		if ok && (found.Mark == grammar.MarkCall && at < p.lastCall || found.Mark == grammar.MarkAnswer && p.endsWithAnswer()) {
			p.line, p.before = at, at
			p.unusual = note{at, ir.CodeMidLineMarker, "a tag of {style} in the middle of a line"}
			return found, true
		}
	}
	return grammar.Found{}, false
}

// objectInLine looks for a whole call in the middle of the line: its tag, an object with both
// keys, and its closing tag or the end of the message. The program that reads such calls does
// not ask where they begin. After a quote it is talked about, and after spaces alone it is
// content, as emitters put one there to say so.
func (p *elementReader) objectInLine() (grammar.Found, bool) {
	if !p.style.HoldsJSON() {
		return grammar.Found{}, false
	}
	line, tag := lineAt(p.t, p.line), "<"+p.style.Tag.Call+">"
	for from, after := text.Index(line, 0, tag); from >= 0; from, after = text.Index(line, after, tag) {
		at, open := p.line+from, p.line+after
		begin := bytes.LastIndexByte(p.t.B[:at], '\n') + 1
		if p.t.Slice(begin, at).Blank() || strings.IndexByte("`\"'", p.t.B[at-1]) >= 0 {
			continue
		}
		end, ok := callObjectEnd(p.t, text.SkipSpace(p.t, open, p.t.Len()), p.style.Style)
		end = text.SkipSpace(p.t, end, p.t.Len())
		if ok && (end == p.t.Len() || prefixed(p.t, end, closingTag(p.style.Tag.Call))) {
			p.line, p.gap, p.before = at, at, at
			p.unusual = note{at, ir.CodeTagSpelling, "a call of {style} that does not begin its line"}
			return grammar.Found{Mark: grammar.MarkCall, End: open}, true
		}
	}
	return grammar.Found{}, false
}

// escaped reports whether the spaces before the tag at offset at, in the line that
// begins at p.line, hold the one of an emitter: it is one more than before the line of
// the closing tag, or, where that has no line of its own, one alone.
func (p *elementReader) escaped(at int, found grammar.Found) bool {
	if found.Mark == grammar.MarkCall {
		if closing, _ := p.ahead.next(p.t, found.End, p.style.CallTag(), nextClose); closing >= 0 {
			line := len(bytes.TrimRight(p.t.B[:closing], " "))
			if line > at && text.LineFeedBefore(p.t, line) >= 0 {
				return at-p.line == closing-line+1
			}
		}
	}
	return at-p.line == 1
}

// endsWithAnswer reports whether nothing is after the last closing tag of an
// answer.
func (p *elementReader) endsWithAnswer() bool {
	end, ok := closeTag(p.t, p.lastAnswer, p.style.Tag.Answer)
	return ok && text.SkipSpace(p.t, end, p.t.Len()) == p.t.Len()
}

func (p *elementReader) element(found grammar.Found) {
	at := p.line
	if p.unusual.code != "" {
		p.report(at, p.unusual.code, p.unusual.text).Style = p.style.Name
		p.unusual = note{}
	}
	switch found.Mark {
	case grammar.MarkCall:
		p.prose(ir.Thought)
		p.done = p.elementCall(at, found.End)
		p.called = true
	case grammar.MarkAnswer:
		p.prose(ir.Thought)
		p.done = p.elementAnswer(at, found.End)
	case grammar.MarkObservation:
		p.prose(ir.Prose)
		if p.called && p.resultFollows() {
			p.invented(p.t, at)
			p.done = p.t.Len()
			break
		}
		p.done = p.inlineElement(at, found.End)
	}
	p.elements, p.line = true, p.done
}

// prose adds what is between the last element and the one at line, without
// the two line feeds on either side.
func (p *elementReader) prose(kind ir.Kind) {
	start := p.start()
	stop := max(p.before, start)
	if p.recovers && kind == ir.Thought {
		stop = p.openedFence(start, stop)
	}
	if words := p.t.Slice(start, stop); !words.Blank() {
		p.addProse(start, words, kind)
	}
}

// start is where prose after the last element begins.
func (p *elementReader) start() int {
	if !p.elements {
		return p.from
	}
	return skipNewlines(p.t, p.closedFence(p.done), 2)
}

func (p *elementReader) addProse(start int, words ir.Text, kind ir.Kind) {
	words = p.unescape(start, words, p.set|grammar.LenientMarks, max(p.sought-start, 0))
	if kind == ir.Thought {
		words = p.unspaced(start, words, p.style.FenceEnd(words))
		p.addThought(start, words)
		return
	}
	p.add(start, ir.Step{Kind: kind, Text: words})
}

// openedFence returns where the prose before an element ends without the line
// of a fence that opens there.
func (p *elementReader) openedFence(start, stop int) int {
	line := p.style.FenceEnd(p.t.Slice(start, stop))
	if line < 0 || p.t.B[start+line] == ' ' {
		return stop
	}
	p.report(start+line, ir.CodeFencedMessage, "the element is in a fence, which was taken off")
	p.opened = true
	if line == 0 {
		return start
	}
	return trimNewline(p.t, start, start+line-1)
}

// closedFence returns the offset after the line of the fence that closes after
// an element, if one was opened before it.
func (p *elementReader) closedFence(at int) int {
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

// trailing reads what follows the last element; where there was none, the
// message is an answer.
func (p *elementReader) trailing() {
	if !p.elements {
		if p.sought > 0 {
			p.addThought(0, p.t.Slice(0, p.sought))
		}
		p.plainAnswer(p.t, p.sought)
		return
	}
	start := p.start()
	if words := text.From(p.t, start); !words.Blank() {
		p.addProse(start, words, ir.Prose)
	}
}

// elementAnswer reads the answer whose element opens at offset at: it ends at the
// last closing tag or, without one, with the message.
func (p *elementReader) elementAnswer(at, open int) int {
	t, tag := p.t, p.style.Tag.Answer
	start := skipNewlines(t, open, 1)
	var stop, end int
	if isExact(t.Slice(at, open), tag) {
		stop, end = text.LastIndex(t, start, t.Len(), closingTag(tag))
	} else {
		p.until(p.report(at, ir.CodeTagSpelling, "the tags of the answer are spelled otherwise than {style} does"), open).Style = p.style.Name
		stop = p.lastAnswer
		end, _ = closeTag(t, stop, tag)
	}
	if stop < 0 {
		p.reportf(at, ir.CodeUnclosedTag, "<%s> is not closed: all that follows is taken for the answer", tag)
		stop, end = t.Len(), t.Len()
	} else {
		stop = trimNewline(t, start, stop)
	}
	words := t.Slice(start, stop)
	if p.flat {
		from := grammar.NotAtStart
		if start > open {
			from = 0
		}
		words = p.unescape(start, words, grammar.RoleMarks, from)
	}
	p.add(at, ir.Step{Kind: ir.Answer, Text: words})
	return end
}

// inlineElement reads a result that is in the model's message or in a plain
// transcript. It ends before the next element or role line at a line start.
func (p *elementReader) inlineElement(at, open int) int {
	limit, _ := p.markedLine(p.t, lineAfter(p.t, open), grammar.StyleMarks)
	if limit < 0 {
		limit = p.t.Len()
	}
	p.beginResult()
	end, _ := p.result(at, limit, false, gradeExact)
	p.endResult()
	return end
}

// trimNewline returns the end of t[start:stop] without one line feed at its end.
func trimNewline(t ir.Text, start, stop int) int {
	return start + len(bytes.TrimSuffix(t.B[start:stop], []byte("\n")))
}

// beginsLine reports whether offset i is the start of a line.
func beginsLine(t ir.Text, i int) bool { return i == 0 || text.Last(t.Slice(0, i)) == '\n' }
