package readers

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// mostRegular is how many markers a regular message has at the most.
const mostRegular = 16

// longestEscape is how many bytes one character of a JSON string may take.
const longestEscape = 6

// regular reads a message of the model, in a style whose calls are two markers or one
// with brackets, in which these are in their usual order, however the arguments are spelled, and
// no step of recovery would find anything. Nearly all messages are like that. It
// reports false for any other, before it has changed anything.
//
// What it reads is what seek would find, without looking for what is not there:
// TestRegular holds it to that.
func (r *reader) regular(t ir.Text) bool {
	switch s := r.style; {
	case s.Family != styles.Markers, s.Blob(), (s.Numbered || s.AnswerTool != "") && !s.Brackets:
		return false
	case r.flat || r.cut > 0 || r.opts.Guess || r.opts.seekOnly:
		return false
	case !t.Esc && bytes.IndexByte(t.B, 0x1b) >= 0: // a print with colours
		return false
	case t.Esc && !t.Direct && (bytes.Contains(t.B, []byte("001")) && bytes.Contains(t.B, []byte(`\u001`)) || bytes.Contains(t.B[max(0, len(t.B)-longestEscape):], []byte(`\u`))):
		return false // its end, which is looked at byte by byte, is spelled by numbers
	}
	w := window{found: found{end: t.Len()}}
	if r.recovers && r.wrappedEnd(t) {
		if w = r.window(t, 0); w.start > 0 {
			return false
		}
		t = t.Slice(0, w.end)
	}
	find := r.regularMarks
	if r.style.Brackets {
		find = r.bracketMarks
	}
	marks, ok := find(t)
	if !ok || !r.regularBeginning(t, marks[0]) || !r.regularResults(t, marks) {
		return false
	}
	for _, n := range w.notes {
		r.report(n.at, n.code, n.text)
	}
	r.dangling = w.dangling
	r.leading(t, 0, marks[0])
	for i := 0; i < len(marks) && r.err == nil; i++ {
		m, next := marks[i], i+1
		if m.kind == grammar.MarkCall && m.bracket == 0 {
			next++
		}
		end := gapAt(t, marks, next)
		switch {
		case m.kind == grammar.MarkThought:
			r.thought(t, m, end)
		case m.kind == grammar.MarkAnswer:
			r.answer(t, m, end)
		case m.kind == grammar.MarkObservation:
			r.inlineResult(t, m, end)
		case m.bracket > 0:
			r.bracketCall(t, m, end)
		default:
			r.marksResult = resultAfter(marks, i)
			r.call(t, m, marks[i+1], end)
			i++
		}
	}
	return true
}

// gapAt returns where the value ends after which mark i comes.
func gapAt(t ir.Text, marks []mark, i int) int {
	if i < len(marks) {
		return marks[i].gap
	}
	return t.Len()
}

// bracketMarks is regularMarks for a style whose calls have their argument in
// brackets: the message ends with one.
func (r *reader) bracketMarks(t ir.Text) (marks []mark, ok bool) {
	if t.Empty() || t.B[t.Len()-1] != ']' {
		return nil, false
	}
	marks = r.marked[:0]
	called := false
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(t, line) {
		m, regular := r.regularMark(t, gap, line, len(marks))
		switch {
		case !regular:
			return nil, false
		case m.kind == grammar.NoMark:
			continue
		case m.kind != grammar.MarkThought && m.kind != grammar.MarkCall:
			return nil, false
		case m.kind == grammar.MarkCall:
			if m.bracket, called = bracketAt(r.lex, t, m.value); !called {
				return nil, false
			}
		}
		marks = append(marks, m)
	}
	r.marked = marks
	for i := range marks {
		if marks[i].bracket > 0 {
			if at, _ := text.LastIndex(t, marks[i].bracket, gapAt(t, marks, i+1), "]"); at < 0 {
				return nil, false
			}
		}
	}
	return marks, called
}

// regularBeginning reports whether what is before the first marker of a message is nothing,
// or a thought without its marker.
func (r *reader) regularBeginning(t ir.Text, first mark) bool {
	if first.gap == 0 {
		return true
	}
	if first.kind != grammar.MarkCall && first.kind != grammar.MarkAnswer {
		return false
	}
	return !r.recovers || !mayAnnounce(t.Slice(0, first.gap))
}

// regularResults reports whether results among the markers are the model's own words, and
// hold no answer.
func (r *reader) regularResults(t ir.Text, marks []mark) bool {
	if !slices.ContainsFunc(marks, func(m mark) bool { return m.kind == grammar.MarkObservation }) {
		return true
	}
	return !r.resultFollows() && (!r.recovers || len(r.lateAnswer(t, marks)) == len(marks))
}

// regularMarks finds the markers of a regular message: thoughts, calls with their
// inputs and results, and at the end an answer. The first begins the message or comes after words
// that do, and each has a space and words after it.
func (r *reader) regularMarks(t ir.Text) (marks []mark, ok bool) {
	marks = r.marked[:0]
	decisive, input := false, false
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(t, line) {
		m, regular := r.regularMark(t, gap, line, len(marks))
		switch {
		case !regular:
			return nil, false
		case m.kind == grammar.NoMark:
			continue
		case input != (m.kind == grammar.MarkInput) || m.kind == grammar.MarkObservation && !decisive:
			return nil, false
		}
		marks = append(marks, m)
		switch input = m.kind == grammar.MarkCall; m.kind {
		case grammar.MarkInput:
			name := &marks[len(marks)-2]
			if nl, _ := text.Newline(t, name.value); nl != gap || r.recovers && (t.B[m.value] == fence[0] || noName(t.Slice(name.value, gap))) {
				return nil, false
			}
			decisive = true
		case grammar.MarkAnswer:
			r.marked = marks
			return marks, true
		}
	}
	r.marked = marks
	return marks, decisive && !input
}

// noName reports whether words in the place of a tool's name may name none.
func noName(words ir.Text) bool {
	return isNone(words) || hasSpaceOrBracket(words) && (isPlaceholder(words) || isSentence(words))
}

// regularMark looks for a marker at the start of a line, after n others. Its kind is
// NoMark where there is none. It is not regular where the message begins neither with one
// nor with a word, and where no space and words follow: then it may be half of something.
func (r *reader) regularMark(t ir.Text, gap, line, n int) (m mark, regular bool) {
	found, ok := r.lex.At(t, line, grammar.StyleMarks)
	if !ok {
		return m, (line > 0 || beginsWithLetter(t)) && !(r.recovers && r.likeMarker(t, line))
	}
	m = mark{kind: found.Mark, gap: gap, line: line, value: found.End + 1, exact: true}
	return m, !found.Wrapped && n < mostRegular && t.B[min(found.End, len(t.B)-1)] == ' ' && wordAt(t, m.value)
}

// beginsWithLetter reports whether a message begins with a letter from A to z.
func beginsWithLetter(t ir.Text) bool {
	return !t.Empty() && lower(t.B[0]) >= 'a' && lower(t.B[0]) <= 'z'
}

// wordAt reports whether t has a character at offset i that is no white space.
func wordAt(t ir.Text, i int) bool {
	if i >= len(t.B) || t.B[i] <= ' ' {
		return false
	}
	return !t.Esc || t.B[i] != '\\' || t.B[i+1] == '"'
}

// wrappedEnd reports whether recovery may take something off the end of a message.
func (r *reader) wrappedEnd(t ir.Text) bool {
	end := text.SkipSpaceBack(t, 0, t.Len())
	if end == 0 {
		return false
	}
	last := t.B[end-1]
	if marker := r.style.Observation; marker != "" && last == marker[len(marker)-1] && near(t, end, marker) {
		return true
	}
	switch last {
	case '.':
		return near(t, end, "chain.")
	case 'n':
		return near(t, end, "Observation")
	case '>':
		return near(t, end, "<end_action>")
	}
	return false
}
