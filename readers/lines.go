package readers

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// lineReading is a message of a page whose steps begin at line starts, while it is read.
type lineReading struct {
	Message
	r    *Reader
	form *grammar.Form
	lex  *grammar.Lexicon
	t    text.Text
	// broken means that a call can't be read: it and what follows are unread.
	broken bool
}

// lineMark is a head that was found at the start of a line.
type lineMark struct {
	grammar.Found
	// gap is where the line feed before the line begins, and value what is after the head
	// and its space.
	gap, line, value int
	// bracket is where an argument in brackets begins.
	bracket int
	// call is one that was read already, and after the offset behind it.
	call  *lineCall
	after int
}

// lineCall is a call's tool and arguments.
type lineCall struct {
	tool text.Text
	args ir.Args
}

// lines reads a message of a page whose steps begin at line starts.
func (r *Reader) lines(t text.Text) Message {
	m := &lineReading{r: r, form: r.form, lex: r.form.Lexicon(), t: t}
	think := grammar.ThinkEnd(t)
	if r.page.Thought == nil {
		m.elements(think)
	} else {
		m.marked(think)
	}
	return m.Message
}

func (m *lineReading) add(at int, s ir.Step) {
	s.Role, s.Pos.Offset = ir.RoleAssistant, at
	m.Steps = append(m.Steps, s)
}

func (m *lineReading) repair(code ir.Code, start, end int, words string) {
	m.Repairs = append(m.Repairs, Repair{code, Span{start, end}, words})
}

// fail leaves all from the offset on unread.
func (m *lineReading) fail(at int) {
	m.broken = true
	m.Unread = append(m.Unread, Span{at, m.t.Len()})
}

// unstuffed returns words without the spaces that hide marks in them. from is where their
// first line begins, or grammar.NotAtStart.
func (m *lineReading) unstuffed(words text.Text, set grammar.Set, from int) text.Text {
	out, _, _ := m.lex.Unescape(words, set, from)
	return out
}

// unspaced returns words without the space before the line at the offset, if it has one.
func unspaced(words text.Text, line int) text.Text {
	if line < 0 {
		return words
	}
	c, width := text.At(words, line)
	if c != ' ' {
		return words
	}
	return text.Text{B: append(append([]byte(nil), words.B[:line]...), words.B[line+width:]...), Esc: words.Esc}
}

// marked reads a message whose thoughts have a marker.
func (m *lineReading) marked(think int) {
	if think > 0 {
		m.add(0, ir.Step{Kind: ir.Thought, Text: m.t.Slice(0, think)})
	}
	marks := m.whole(m.scan(think))
	if m.broken {
		return
	}
	if len(marks) == 0 {
		m.unmarked(think)
		return
	}
	if prose := m.t.Slice(think, marks[0].gap); !prose.Blank() {
		kind := ir.Prose
		if marks[0].Mark == grammar.MarkCall || marks[0].Mark == grammar.MarkAnswer {
			kind = ir.Thought
			m.repair(ir.CodeMissingThoughtMarker, think, marks[0].gap, "words before the first marker are taken for the thought")
		}
		prose = m.unstuffed(prose, grammar.StyleMarks|grammar.LenientMarks, 0)
		s := ir.Step{Kind: kind, Text: prose}
		if kind == ir.Thought {
			s.FixedSentence = m.form.SentenceOf(prose)
		}
		m.add(think, s)
	}
	for i := 0; i < len(marks) && !m.broken; i++ {
		next := func(k int) int {
			if k < len(marks) {
				return marks[k].gap
			}
			return m.t.Len()
		}
		switch k := marks[i]; k.Mark {
		case grammar.MarkThought:
			words := m.unwrapped(k, m.t.Slice(k.value, next(i+1)))
			words = m.unstuffed(words, grammar.StyleMarks, grammar.NotAtStart)
			m.add(k.line, ir.Step{Kind: ir.Thought, Text: words, FixedSentence: m.form.SentenceOf(words)})
		case grammar.MarkObservation:
			m.add(k.line, ir.Step{Kind: ir.Observation, Text: m.unstuffed(m.t.Slice(k.value, next(i+1)), grammar.StyleMarks, grammar.NotAtStart)})
		case grammar.MarkAnswer:
			m.answer(k, max(k.value, next(i+1)))
		case grammar.MarkCall:
			switch {
			case k.call != nil:
				m.called(k, k.call, k.after, next(i+1))
			case m.brackets():
				m.bracketCall(k, next(i+1))
			default:
				m.namedCall(k, marks[i+1], next(i+2))
				i++
			}
		}
	}
}

// brackets reports whether a call's argument ends at the last place where its closer is.
func (m *lineReading) brackets() bool { return m.r.page.Args == page.Text }

// scan returns the marks from offset start on, up to the first answer, which ends the message.
func (m *lineReading) scan(start int) (marks []lineMark) {
	gap, line := start, start
	for {
		if found, ok := m.lex.At(m.t, line, grammar.StyleMarks); ok {
			k := lineMark{Found: found, gap: gap, line: line, value: afterSpace(m.t, found.End)}
			ok = m.begins(&k)
			if m.broken {
				return nil
			}
			if ok && !m.quotedAnswer(k, marks) {
				marks = append(marks, k)
				if k.Mark == grammar.MarkAnswer {
					return marks
				}
				line = max(line, k.after)
			}
		}
		if gap, line = text.Newline(m.t, line); gap < 0 {
			return marks
		}
	}
}

// begins reports whether a mark begins what it says, and reads a call that is JSON.
func (m *lineReading) begins(k *lineMark) bool {
	if k.Mark != grammar.MarkCall {
		return true
	}
	if m.brackets() {
		k.bracket = m.opensBracket(k.End)
		return k.bracket > 0
	}
	if !m.r.page.HoldsJSON() {
		return true
	}
	named := len(m.r.page.Call) > 1 // by another pattern
	for _, p := range m.r.calls {
		if len(p) < 2 || p[1].hole != "skip" && p[1].hole != "call" {
			continue
		}
		at, ok := m.literal(&p[0], k.line)
		if !ok {
			return named
		}
		k.call, k.after = m.objectCall(p, at)
		if k.call == nil {
			m.fail(k.line)
		}
		return k.call != nil
	}
	return named
}

// quotedAnswer reports whether the mark of an answer is a line of the result before it: the
// page wants a thought before an answer, and another mark follows.
func (m *lineReading) quotedAnswer(k lineMark, before []lineMark) bool {
	n := len(before)
	if k.Mark != grammar.MarkAnswer || k.Wrapped || !m.form.ResultsQuote() || n == 0 || before[n-1].Mark != grammar.MarkObservation {
		return false
	}
	for gap, line := text.Newline(m.t, k.line); gap >= 0; gap, line = text.Newline(m.t, line) {
		if _, ok := m.lex.At(m.t, line, grammar.StyleMarks); ok {
			return true
		}
	}
	return false
}

// whole leaves out the marks that begin no call: they are content.
func (m *lineReading) whole(marks []lineMark) []lineMark {
	kept := marks[:0]
	for i := 0; i < len(marks); i++ {
		k := marks[i]
		end := m.t.Len()
		if i+1 < len(marks) {
			end = marks[i+1].gap
		}
		switch {
		case k.Mark == grammar.MarkInput:
			continue
		case k.Mark == grammar.MarkCall && k.call == nil && m.brackets():
			if at, _ := text.LastIndex(m.t, k.bracket, end, "]"); at < 0 {
				continue
			}
		case k.Mark == grammar.MarkCall && k.call == nil:
			if i+1 >= len(marks) || marks[i+1].Mark != grammar.MarkInput || !isName(m.t.Slice(k.value, end)) {
				continue
			}
			kept = append(kept, k)
			i++
			k = marks[i]
		}
		kept = append(kept, k)
	}
	return kept
}

// isName reports whether a text can be a tool's name: one line with something on it.
func isName(t text.Text) bool {
	name := t.Trim()
	nl, _ := text.Newline(name, 0)
	return !name.Empty() && nl < 0
}

// unmarked reads a message in which there is no mark: it is an answer.
func (m *lineReading) unmarked(start int) {
	if start > 0 {
		start = skipLineFeeds(m.t, start, 2)
	}
	words := text.From(m.t, start)
	if m.r.page.WrittenAnswer() == "" {
		m.add(start, ir.Step{Kind: ir.Answer, Text: m.unstuffed(words, grammar.StyleMarks|grammar.LenientMarks, 0)})
		return
	}
	m.repair(ir.CodePlainAnswer, start, m.t.Len(), "a message without any marker is read as an answer")
	m.add(start, ir.Step{Kind: ir.Answer, Text: words, Unmarked: true})
}

// unwrapped takes off the backtick that closes a line which begins with one.
func (m *lineReading) unwrapped(k lineMark, words text.Text) text.Text {
	if !k.Wrapped {
		return words
	}
	m.repair(ir.CodeWrappedLine, k.line, k.End, "the line is in backticks, which were taken off")
	if n := words.Len(); n > 0 && words.B[n-1] == '`' {
		return words.Slice(0, n-1)
	}
	return words
}

// answer reads the answer of a mark, which ends before offset end.
func (m *lineReading) answer(k lineMark, end int) {
	s := ir.Step{Kind: ir.Answer, Text: m.t.Slice(k.value, end)}
	rest := end
	if m.r.page.Outcome.By == page.ByLine {
		s.Text, s.Outcome, rest = m.outcome(k, end)
	}
	s.Text = m.unwrapped(k, s.Text)
	if n := len(m.Steps); n > 0 && m.Steps[n-1].Kind == ir.Observation && m.form.ResultsQuote() {
		s.Text = m.unstuffed(s.Text, grammar.StyleMarks, grammar.NotAtStart)
	}
	s.Text = unspaced(s.Text, m.form.AnswerEnd(s.Text, false))
	m.add(k.line, m.saidBefore(s))
	if words := m.t.Slice(rest, end); !words.Blank() {
		m.add(rest, ir.Step{Kind: ir.Prose, Text: words})
	}
}

// saidBefore gives an answer the outcome that the fixed sentence before it says.
func (m *lineReading) saidBefore(s ir.Step) ir.Step {
	if n := len(m.Steps); m.r.page.Outcome.By == page.BySentence && n > 0 && m.Steps[n-1].Kind == ir.Thought {
		switch m.Steps[n-1].FixedSentence {
		case ir.CanAnswer:
			s.Outcome = ir.Success
		case ir.CannotAnswer:
			s.Outcome = ir.Failure
		}
	}
	return s
}

// outcome splits an answer at its last line that says the outcome. rest is the offset after it.
func (m *lineReading) outcome(k lineMark, end int) (words text.Text, said ir.Outcome, rest int) {
	words, rest = m.t.Slice(k.value, end), end
	for at := k.value; ; {
		gap, line := text.Newline(m.t, at)
		if gap < 0 || line > end {
			break
		}
		stop, next := text.Newline(m.t, line)
		if stop < 0 || stop >= end {
			stop, next = end, end
		}
		if o := m.outcomeLine(line, stop); o != ir.Unknown {
			words, said, rest = m.t.Slice(k.value, gap), o, next
		}
		at = line
	}
	if said == ir.Unknown {
		m.repair(ir.CodeMissingSuccessful, k.line, end, "the answer does not say whether it solved the task")
	}
	return words, said, rest
}

// outcomeLine returns what a line says of the outcome, if it does.
func (m *lineReading) outcomeLine(line, end int) ir.Outcome {
	for _, p := range m.r.answers {
		for i, x := range p {
			if x.hole != "outcome" || i == 0 || len(p[i-1].words) == 0 {
				continue
			}
			head := strings.TrimPrefix(strings.Join(p[i-1].words, " "), "`\n")
			if j := strings.LastIndex(p[i-1].source, "\n"); j >= 0 {
				head = strings.TrimSpace(p[i-1].source[j:])
			}
			at, ok := text.Prefix(m.t, line, head)
			if !ok || at > end || end-at > 64 {
				continue
			}
			word := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(m.t.Slice(at, end).String()), "`"))
			switch {
			case strings.EqualFold(word, m.r.page.Outcome.Success):
				return ir.Success
			case strings.EqualFold(word, m.r.page.Outcome.Failure):
				return ir.Failure
			}
		}
	}
	return ir.Unknown
}

// afterSpace returns the offset after the one space that follows a marker.
func afterSpace(t text.Text, i int) int {
	if c, width := text.At(t, i); c == ' ' {
		return i + width
	}
	return i
}

// skipLineFeeds returns the offset after at most n line feeds at offset i.
func skipLineFeeds(t text.Text, i, n int) int {
	for ; n > 0; n-- {
		c, width := text.At(t, i)
		if c != '\n' || width == 0 {
			break
		}
		i += width
	}
	return i
}

// literal reports whether a literal begins at offset i, and returns the offset after it.
func (m *lineReading) literal(x *part, i int) (end int, ok bool) {
	for n, w := range x.words {
		if n > 0 {
			i = text.SkipSpace(m.t, i, m.t.Len())
		}
		if i, ok = text.Prefix(m.t, i, w); !ok {
			return i, false
		}
	}
	return i, true
}

// arguments returns what a value is, and where in it the argument ends; false where it is
// neither JSON nor text.
func (m *lineReading) arguments(at int, value text.Text) (args ir.Args, end int, ok bool) {
	c := literal.Classify(value)
	switch c.Form {
	case literal.FormJSON:
		raw := value.Slice(c.Start, c.End)
		return ir.Args{Raw: raw, Form: ir.JSON, Value: raw}, c.End, true
	case literal.FormPython:
		m.repair(ir.CodePythonArgs, at+c.Start, at+c.End, "the argument is a Python literal and was read as the JSON that it means")
		return ir.Args{Raw: value.Slice(c.Start, c.End), Form: ir.Python, Value: text.Text{B: c.JSON, Esc: value.Esc}}, c.End, true
	case literal.FormBroken:
		return args, 0, false
	}
	return ir.Args{Raw: m.unstuffed(value, grammar.StyleMarks, grammar.NotAtStart), Form: ir.PlainText}, value.Len(), true
}
