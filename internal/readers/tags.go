package readers

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// tagMessage reads a message of a style of the family Tags: elements at line
// starts, and prose between them.
func (r *reader) tagMessage(t ir.Text) {
	p := &tagReader{reader: r, t: t}
	p.sought = grammar.ThinkEnd(t)
	p.line = p.sought
	if r.recovers {
		p.seekElements()
	}
	if p.mode != midLineTags {
		p.elementsOf()
		return
	}
	// Only a guess at what the message is may fail: that says nothing.
	if !r.try(func() bool { p.elementsOf(); return true }) {
		*p = tagReader{reader: r, t: t, sought: p.sought, line: p.sought}
		p.elementsOf()
	}
}

// elementsOf reads the elements of the message and the prose between them.
func (p *tagReader) elementsOf() {
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

// tagReader walks the elements of one message.
type tagReader struct {
	*reader
	t ir.Text
	// sought is where elements are sought from: after a think block.
	sought int
	// done is where what was read ends, line the line start to continue from.
	done, line int
	// elements were found; called means that a call was among them.
	elements, called bool
	// mode is how elements are sought; beyond exactTags it is outside of fences.
	mode   tagMode
	fenced bool
	// midLine: the element that was found is in the middle of a line; inLine: it is a whole
	// call, and no guess.
	midLine, inLine bool
	// fenceAt is up to where fences were counted, and inFence whether one is open there.
	fenceAt int
	inFence bool
	// lastCall is where a call's last closing tag begins, or -1; 0: not sought.
	lastCall int
	// closing is where the closing tag of the call begins that was looked at last, and
	// closingLine where its line does, or -1 where that is not its own.
	closing, closingLine int
	// from is where the message begins after what a chain printed.
	from int
	// opened: a fence was taken off before the last element, so that the one
	// after it closes it.
	opened bool
	// gap and before are where the line feeds before line begin: the one right
	// before it, and that of an empty line before.
	gap, before int
}

// next finds the next element at a line start and sets line to it.
func (p *tagReader) next() (grammar.Found, bool) {
	p.gap, p.before = p.line, p.line
	if p.mode == exactTags {
		return p.nextTag()
	}
	for {
		if found, ok := p.lex.At(p.t, p.line, grammar.StyleMarks); ok {
			return found, true
		}
		if prefixed(p.t, text.SkipSpaces(p.t, p.line), fence) {
			p.fenced = !p.fenced
		}
		if found, ok := p.lenientInLine(); ok && !p.fenced {
			return found, true
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

// nextTag is next where tags are as the style spells them: it looks at the lines that begin
// with their sign alone.
func (p *tagReader) nextTag() (grammar.Found, bool) {
	start, b := p.line, p.t.B
	for i := start; ; {
		k := bytes.IndexByte(b[i:], '<')
		if k < 0 {
			return grammar.Found{}, false
		}
		line := i + k
		i = line + 1
		gap := text.LineFeedBefore(p.t, line)
		if gap < start && line > start {
			if found, ok := p.objectInLine(line); ok {
				return found, true
			}
			continue
		}
		found, ok := p.lex.At(p.t, line, grammar.StyleMarks)
		if !ok {
			continue
		}
		if p.line = line; line > start {
			p.gap, p.before = gap, gap
			if empty := text.LineFeedBefore(p.t, gap); gap > start && empty >= start {
				p.before = empty
			}
		}
		return found, true
	}
}

func (p *tagReader) element(found grammar.Found) {
	at := p.line
	if p.midLine {
		p.report(at, ir.CodeMidLineMarker, "a tag of {style} in the middle of a line").Style = p.style.Name
		p.midLine = false
	}
	if p.inLine {
		p.report(at, ir.CodeTagSpelling, "a call of {style} that does not begin its line").Style = p.style.Name
		p.inLine = false
	}
	if found.Mark == grammar.MarkObservation && p.called && p.resultFollows() {
		p.prose(ir.Prose)
		p.invented(p.t, at)
		p.elements, p.done, p.line = true, p.t.Len(), p.t.Len()
		return
	}
	switch found.Mark {
	case grammar.MarkCall:
		p.prose(ir.Thought)
		p.done = p.tagCall(p.t, at, found.End)
		p.called = true
	case grammar.MarkAnswer:
		p.prose(ir.Thought)
		p.done = p.tagAnswer(p.t, at, found.End)
	case grammar.MarkObservation:
		p.prose(ir.Prose)
		p.done = p.inlineElement(at, found.End)
	}
	p.elements, p.line = true, p.done
}

// prose adds what is between the last element and the one at line, without
// the two line feeds on either side.
func (p *tagReader) prose(kind ir.Kind) {
	start := p.start()
	stop := max(p.before, start)
	if p.recovers && kind == ir.Thought {
		stop = p.openedFence(start, stop)
	}
	words := p.t.Slice(start, stop)
	if words.Blank() {
		return
	}
	p.addProse(start, words, kind)
}

// start is where prose after the last element begins.
func (p *tagReader) start() int {
	if !p.elements {
		return p.from
	}
	return skipNewlines(p.t, p.closedFence(p.done), 2)
}

func (p *tagReader) addProse(start int, words ir.Text, kind ir.Kind) {
	words = p.unescape(start, words, p.set|grammar.LenientMarks, max(p.sought-start, 0))
	if kind == ir.Thought {
		words = p.unspaced(start, words, p.style.FenceEnd(words))
		p.addThought(start, words)
		return
	}
	p.add(start, ir.Step{Kind: kind, Text: words})
}

// trailing reads what follows the last element; where there was none, the
// message is an answer.
func (p *tagReader) trailing() {
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

// tagAnswer reads the answer whose element opens at offset at: it ends at the
// last closing tag or, without one, with the message.
func (r *reader) tagAnswer(t ir.Text, at, open int) int {
	start := skipNewlines(t, open, 1)
	var stop, end int
	if _, exact := r.lex.At(t, at, grammar.StyleMarks); exact {
		stop, end = text.LastIndex(t, start, t.Len(), r.style.Closing().Answer)
	} else {
		r.until(r.report(at, ir.CodeTagSpelling, "the tags of the answer are spelled otherwise than {style} does"), open).Style = r.style.Name
		stop = r.lastClose
		end, _ = closeTag(t, stop, r.style.Tag.Answer)
	}
	if stop < 0 {
		r.reportf(at, ir.CodeUnclosedTag, "<%s> is not closed: all that follows is taken for the answer", r.style.Tag.Answer)
		stop, end = t.Len(), t.Len()
	} else {
		stop = trimNewline(t, start, stop)
	}
	words := t.Slice(start, stop)
	if r.flat {
		from := grammar.NotAtStart
		if start > open {
			from = 0
		}
		words = r.unescape(start, words, grammar.RoleMarks, from)
	}
	r.add(at, ir.Step{Kind: ir.Answer, Text: words})
	return end
}

// trimNewline returns the end of t[start:stop] without one line feed at its end.
func trimNewline(t ir.Text, start, stop int) int {
	return start + len(bytes.TrimSuffix(t.B[start:stop], []byte("\n")))
}

// beginsLine reports whether offset i is the start of a line.
func beginsLine(t ir.Text, i int) bool { return i == 0 || text.Last(t.Slice(0, i)) == '\n' }

// inlineElement reads a result that is in the model's message or in a plain
// transcript. It ends before the next element or role line at a line start.
func (p *tagReader) inlineElement(at, open int) int {
	limit, _ := p.markedLine(p.t, lineAfter(p.t, open), grammar.StyleMarks)
	if limit < 0 {
		limit = p.t.Len()
	}
	p.beginResult()
	end, _ := p.result(p.t, at, limit, false)
	p.endResult()
	return end
}
