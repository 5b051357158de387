package readers

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// elements reads a message of a page whose calls are elements, with prose between them. Heads
// are sought from offset sought on.
func (m *lineReading) elements(sought int) {
	done, line, some := 0, sought, false
	prose := func(kind ir.Kind, stop int) {
		start := done
		if some {
			start = skipLineFeeds(m.t, done, 2)
		}
		if words := m.t.Slice(start, max(stop, start)); !words.Blank() {
			m.prose(start, words, kind, max(sought-start, 0))
		}
	}
	for !m.broken {
		found, at, before, ok := m.nextHead(line)
		if !ok {
			break
		}
		end := -1
		switch found.Mark {
		case grammar.MarkCall:
			prose(ir.Thought, before)
			end = m.elementCall(at)
		case grammar.MarkAnswer:
			prose(ir.Thought, before)
			end = m.elementAnswer(at, found.End)
		case grammar.MarkObservation:
			prose(ir.Prose, before)
			end = m.elementResult(at, found.End)
		}
		if end < 0 {
			m.fail(at)
			return
		}
		done, line, some = end, end, true
	}
	if some {
		prose(ir.Prose, m.t.Len())
		return
	}
	if sought > 0 {
		m.add(0, ir.Step{Kind: ir.Thought, Text: m.t.Slice(0, sought), FixedSentence: m.form.SentenceOf(m.t.Slice(0, sought))})
	}
	m.unmarked(sought)
}

// apart lets white space be between elements that the literals of patterns have side by side.
func apart(patterns []pattern) []pattern {
	for _, p := range patterns {
		for k := range p {
			p[k].words = strings.Fields(strings.ReplaceAll(strings.Join(p[k].words, " "), "><", "> <"))
		}
	}
	return patterns
}

// prose adds words between elements. Heads are hidden in them from offset from on.
func (m *lineReading) prose(at int, words text.Text, kind ir.Kind, from int) {
	words = m.unstuffed(words, grammar.StyleMarks|grammar.LenientMarks, from)
	s := ir.Step{Kind: kind, Text: words}
	if kind == ir.Thought {
		s.Text = unspaced(words, m.form.FenceEnd(words))
		s.FixedSentence = m.form.SentenceOf(s.Text)
	}
	m.add(at, s)
}

// nextHead returns the next head at offset line or at the start of a line after it, where it
// is, and where the prose before it ends: up to two line feeds are no part of it.
func (m *lineReading) nextHead(line int) (found grammar.Found, at, before int, ok bool) {
	before, last := line, line
	for {
		if found, ok = m.lex.At(m.t, line, grammar.StyleMarks); ok {
			return found, line, before, true
		}
		gap, next := text.Newline(m.t, line)
		if gap < 0 {
			return found, line, before, false
		}
		before = gap
		if gap == line {
			before = last
		}
		last, line = gap, next
	}
}

// elementCall reads the call at offset at and returns the offset after it, or -1.
func (m *lineReading) elementCall(at int) int {
	p := m.r.calls[0]
	i, ok := m.literal(&p[0], at)
	if !ok {
		return -1
	}
	if p[1].hole == "call" {
		c, end := m.objectCall(p, i)
		if c == nil {
			return -1
		}
		m.addCall(at, c)
		return end
	}
	stop, next := m.find(&p[2], i)
	if stop < 0 {
		return -1
	}
	c := &lineCall{tool: m.t.Slice(i, stop).Trim()}
	if !isName(c.tool) {
		return -1
	}
	end := -1
	if c.args, end = m.closedArguments(&p[4], next); end < 0 {
		return -1
	}
	m.addCall(at, c)
	return end
}

// find returns where a literal is for the first time from offset i on, and the offset after it,
// or -1. Its first word is not sought behind a place where the others don't follow.
func (m *lineReading) find(x *part, i int) (at, end int) {
	at, _ = text.Index(m.t, i, x.words[0])
	if at < 0 {
		return -1, -1
	}
	end, ok := m.literal(x, at)
	if !ok {
		return -1, -1
	}
	return at, end
}

// closedArguments reads arguments from offset i up to their closer, which does not count
// inside of a value that is whole, and returns the offset after that, or -1.
func (m *lineReading) closedArguments(closer *part, i int) (ir.Args, int) {
	start := text.SkipSpace(m.t, i, m.t.Len())
	if stop, err := literal.JSON(m.t, start); err == nil {
		if end, ok := m.literal(closer, text.SkipSpace(m.t, stop, m.t.Len())); ok {
			raw := m.t.Slice(start, stop)
			return ir.Args{Raw: raw, Form: ir.JSON, Value: raw}, end
		}
	} else if converted, stop, err := literal.Python(nil, m.t, start); err == nil {
		if end, ok := m.literal(closer, text.SkipSpace(m.t, stop, m.t.Len())); ok && literal.Classify(m.t.Slice(start, stop)).Form == literal.FormPython {
			m.repair(ir.CodePythonArgs, start, stop, "the argument is a Python literal and was read as the JSON that it means")
			return ir.Args{Raw: m.t.Slice(start, stop), Form: ir.Python, Value: text.Text{B: converted, Esc: m.t.Esc}}, end
		}
	}
	stop, end := m.find(closer, i)
	if stop < 0 {
		return ir.Args{}, -1
	}
	args, used, ok := m.arguments(i, m.t.Slice(i, stop))
	if !ok || !m.t.Slice(i+used, stop).Blank() {
		return args, -1
	}
	return args, end
}

// elementAnswer reads the answer whose head ends at offset open: it goes on to the last closer
// or, without one, to the end.
func (m *lineReading) elementAnswer(at, open int) int {
	start := skipLineFeeds(m.t, open, 1)
	p := m.r.answers[0]
	stop, end := text.LastIndex(m.t, start, m.t.Len(), p[len(p)-1].words[0])
	if stop < 0 {
		m.repair(ir.CodeUnclosedTag, at, m.t.Len(), "the answer is not closed: all that follows is taken for it")
		stop, end = m.t.Len(), m.t.Len()
	} else {
		stop = trimLineFeed(m.t, start, stop)
	}
	m.add(at, ir.Step{Kind: ir.Answer, Text: m.t.Slice(start, stop)})
	return end
}

// trimLineFeed returns the end of t[start:stop] without one line feed at its end.
func trimLineFeed(t text.Text, start, stop int) int {
	if at, end := text.LastIndex(t, start, stop, "\n"); at >= 0 && end == stop {
		return at
	}
	return stop
}

// elementResult reads a result among the steps, whose head ends at offset open. It ends before
// the next head at a line start.
func (m *lineReading) elementResult(at, open int) int {
	limit := m.t.Len()
	for gap, line := text.Newline(m.t, open); gap >= 0; gap, line = text.Newline(m.t, line) {
		if _, ok := m.lex.At(m.t, line, grammar.StyleMarks); ok {
			limit = line
			break
		}
	}
	limit = m.closedLimit(open, limit)
	for _, p := range m.r.results {
		s, end, ok := m.resultBy(p, at, limit)
		if ok {
			m.add(at, s)
			return end
		}
	}
	return m.openResult(at, open, limit)
}

// openResult reads a result that nothing closes, or whose words no element is around: it is all
// up to the limit, or to the last tag that closes it.
func (m *lineReading) openResult(at, open, limit int) int {
	m.repair(ir.CodeUnclosedTag, at, limit, "the result is not closed, or lacks an element: all that is in it is taken for it")
	for _, p := range m.r.results {
		if s, _, ok := m.resultBy(p[:len(p)-1], at, limit); ok {
			m.add(at, s)
			return limit
		}
	}
	p := m.r.results[0]
	if p[1].hole == "name" {
		open = m.afterName(p, open)
	}
	words := p[len(p)-1].words
	stop, end := text.LastIndex(m.t, open, limit, words[len(words)-1])
	if stop < 0 {
		stop, end = limit, limit
	}
	content := m.unstuffed(m.t.Slice(open, stop), grammar.StyleMarks|grammar.ResultEnd, grammar.NotAtStart)
	m.add(at, ir.Step{Kind: ir.Observation, Text: content})
	return end
}

// afterName returns where the words of a result begin whose head ends at offset open: after its
// name, if it has one.
func (m *lineReading) afterName(p pattern, open int) int {
	start := text.SkipSpace(m.t, open, m.t.Len())
	i, ok := text.Prefix(m.t, start, p[0].words[1])
	if !ok {
		return start
	}
	stop, _ := text.Index(m.t, i, "</")
	if stop < 0 {
		return start
	}
	if i, ok = text.Prefix(m.t, stop, p[2].words[0]); !ok {
		return start
	}
	return text.SkipSpace(m.t, i, m.t.Len())
}

// closedLimit returns the offset after the tag that closes a result: the last one on its first
// line or, without one, the first that begins a line. It is the limit where there is none.
func (m *lineReading) closedLimit(open, limit int) int {
	p := m.r.results[0]
	words := p[len(p)-1].words
	closer := words[len(words)-1]
	gap, line := text.Newline(m.t, open)
	if gap < 0 || gap > limit {
		gap = limit
	}
	if _, end := text.LastIndex(m.t, open, gap, closer); end >= 0 {
		return end
	}
	for line >= 0 && line < limit {
		if end, ok := text.Prefix(m.t, line, closer); ok && end <= limit {
			return end
		}
		_, line = text.Newline(m.t, line)
	}
	return limit
}

// resultBy reads a result by a pattern: it ends at the last place before the limit where what
// closes it is, or at the limit where nothing does.
func (m *lineReading) resultBy(p pattern, at, limit int) (s ir.Step, end int, ok bool) {
	s.Kind = ir.Observation
	i := at
	for k := range p {
		x := &p[k]
		switch x.hole {
		case "":
			if i, ok = m.literal(x, text.SkipSpace(m.t, i, limit)); !ok || i > limit {
				return s, 0, false
			}
		case "name":
			stop, _ := m.find(&p[k+1], i)
			if stop < 0 {
				return s, 0, false
			}
			s.Tool, i = m.t.Slice(i, stop).Trim(), stop
		default:
			s.Failed = x.hole == "error"
			from, own := grammar.NotAtStart, p[k-1].after != ""
			start := i
			if own {
				if start = skipLineFeeds(m.t, i, 1); start > i {
					from = 0
				}
			}
			if k+1 == len(p) {
				stop := limit
				if own {
					stop = trimLineFeed(m.t, start, max(stop, start))
				}
				s.Text = m.unstuffed(m.t.Slice(start, stop), grammar.StyleMarks|grammar.ResultEnd, from)
				return s, limit, true
			}
			stop := -1
			for j := i; ; {
				inner, next := text.Index(m.t, j, p[k+1].words[0])
				if inner < 0 || next > limit {
					break
				}
				if e, ok := m.literal(&p[k+1], inner); ok && e <= limit {
					stop, end = inner, e
				}
				j = next
			}
			if stop < 0 {
				return s, 0, false
			}
			if own {
				stop = trimLineFeed(m.t, start, max(stop, start))
			}
			s.Text = m.unstuffed(m.t.Slice(start, stop), grammar.StyleMarks|grammar.ResultEnd, from)
			return s, end, true
		}
	}
	return s, 0, false
}
