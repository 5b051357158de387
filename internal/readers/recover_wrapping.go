package readers

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// note is a repair that is reported only if the reading it belongs to holds.
type note struct {
	at   int
	code ir.Code
	text string
}

// window is a message without what a harness put around it.
type window struct {
	found
	notes []note
}

// endCue takes off the bare marker of a result at the end.
func (r *reader) endCue(t ir.Text, w *window) {
	if r.flat {
		return
	}
	if line, ok := r.danglingMarker(t, w.start, w.end); ok {
		w.note(line, ir.CodeStopWord, "what is left of a stop word was left out")
		w.end, w.dangling = gapOf(w.start, line), true
	}
}

// window takes off, in this order: the line that a chain prints when it starts,
// the one that it prints at its end, a fence around the whole message, and what
// is left of a stop word.
func (r *reader) window(t ir.Text, start int) window {
	w := window{found: found{start: start, end: t.Len()}}
	w.chainPrint(t)
	r.fenced(t, &w)
	w.stopWord(t)
	r.endCue(t, &w)
	return w
}

func (w *window) note(at int, code ir.Code, text string) {
	w.notes = append(w.notes, note{at, code, text})
}

// chainPrint takes off "> Entering new … chain..." and "> Finished chain." or "> Finished … chain.".
func (w *window) chainPrint(t ir.Text) {
	at := text.SkipSpace(t, w.start, w.end)
	if _, ok := text.Prefix(t, at, "> Entering new "); ok {
		if _, next := text.Newline(t, at); next >= 0 && next <= w.end {
			w.note(at, ir.CodeTerminalPrint, "a line that the chain printed when it started was left out")
			w.start = next
		}
	}
	if !near(t, w.end, "chain.") {
		return
	}
	line, end := lastLine(t, w.start, w.end)
	if stop, ok := grammar.ChainEndAt(t, line); ok && stop == end && line > w.start {
		w.note(line, ir.CodeTerminalPrint, "a line that the chain printed at its end was left out")
		w.end = gapOf(w.start, line)
	}
}

// fenced takes off a fence that opens right before the first marker and closes
// with the message, or never.
func (r *reader) fenced(t ir.Text, w *window) {
	at := text.SkipSpace(t, w.start, w.end)
	open, ok := text.Prefix(t, at, fence)
	if !ok {
		return
	}
	inside := text.SkipLanguage(t, open)
	nl, next := text.Newline(t, inside)
	if nl != inside || next > w.end {
		return
	}
	if _, ok := r.lenientAt(t, text.SkipSpace(t, next, w.end), false); !ok {
		return
	}
	fences := 0
	for gap, line := nl, next; gap >= 0 && line < w.end; gap, line = text.Newline(t, line) {
		if prefixed(t, line, fence) {
			fences++
		}
	}
	line, end := lastLine(t, next, w.end)
	stop, closes := text.Prefix(t, line, fence)
	closes = closes && stop == end
	switch {
	case closes && fences%2 == 1:
		w.end = gapOf(next, line)
	case fences%2 == 1 || closes:
		return
	}
	w.note(at, ir.CodeFencedMessage, "the whole message is in a fence, which was taken off")
	w.start = next
}

// stopWords are what a model has written of a stop word when it is stopped. What
// begins with "<" may also follow words on its line.
var stopWords = []string{"Observation", "<end_action>"}

func (w *window) stopWord(t ir.Text) {
	for _, word := range stopWords {
		if w.lastStop(t, word) {
			return
		}
	}
}

// lastStop takes off a word that is the last line, or the end of it.
func (w *window) lastStop(t ir.Text, word string) bool {
	if !near(t, w.end, word) {
		return false
	}
	line, end := lastLine(t, w.start, w.end)
	at := line
	if word[0] == '<' {
		if at, _ = text.LastIndex(t, line, end, word); at < 0 || at > line && text.SkipSpaces(t, line) == at {
			return false // an emitter put the space there to say that it is content
		}
	}
	if stop, ok := text.Prefix(t, at, word); !ok || stop != end || at <= w.start {
		return false
	}
	w.note(at, ir.CodeStopWord, "what is left of a stop word was left out")
	if w.end = at; at == line {
		w.end = gapOf(w.start, line)
	}
	return true
}

// near reports whether word may be at the end of t[:end], white space aside. It
// looks at few bytes, so that messages without it cost nothing.
func near(t ir.Text, end int, word string) bool {
	end = text.SkipSpaceBack(t, 0, end)
	return bytes.HasSuffix(t.B[:end], []byte(word))
}

// lastLine returns where the last line with something on it begins in
// t[start:end], and where it ends without the white space after it.
func lastLine(t ir.Text, start, end int) (line, stop int) {
	stop = start + len(bytes.TrimRight(t.B[start:end], " \t\r\n"))
	return start + bytes.LastIndexByte(t.B[start:stop], '\n') + 1, stop
}

// gapOf returns where the line feed before the line at offset line is, but nothing before start.
func gapOf(start, line int) int { return max(start, line-1) }

// undouble drops a marker that is followed by nothing but the same marker again.
// Emitters put a space after each, so they never write one like that.
func (r *reader) undouble(t ir.Text, marks []mark) []mark {
	kept := marks[:0]
	for i, m := range marks {
		if i+1 < len(marks) && m.tight && marks[i+1].kind == m.kind && m.kind != grammar.MarkCall && m.kind != grammar.MarkInput &&
			t.Slice(m.value, marks[i+1].gap).Blank() {
			r.report(m.line, ir.CodeDoubledMarker, "the same marker comes twice")
			marks[i+1].gap, marks[i+1].line = m.gap, m.line
			continue
		}
		open := -1
		if m.tight && m.bracket > 0 {
			open, _ = text.LastIndex(t, m.value, m.bracket, "[")
		}
		for m.tight {
			again, ok := r.lex.At(t, m.value, 1<<m.kind)
			if !ok || again.End <= open && t.Slice(again.End, open).Blank() {
				break // a call needs a name before its bracket
			}
			r.report(m.line, ir.CodeDoubledMarker, "the same marker comes twice")
			m.value = afterSpace(t, again.End)
			m.tight = m.value == again.End
		}
		kept = append(kept, m)
	}
	return kept
}

// midLineMarks looks for a call, or for an answer after a thought, in the middle
// of a line: a guess, since prose may speak of markers.
func (r *reader) midLineMarks(t ir.Text, start int) []mark {
	if !r.opts.Guess || r.style.HoldsJSON() || r.style.Marker.Input == "" {
		return nil
	}
	marks := r.marks(nil, t, start)
	first, gap := start, start
	if n := len(marks); n > 0 && marks[n-1].kind == grammar.MarkCall {
		// Only its input's marker is in the middle of the line.
		first, gap, marks = marks[n-1].line, marks[n-1].gap, marks[:n-1]
	}
	if r.err != nil || len(marks) > 1 || len(marks) == 1 && marks[0].kind != grammar.MarkThought {
		return nil
	}
	for at := first; ; {
		call, behind := text.Index(t, at, r.style.Marker.Call)
		if call < 0 {
			break
		}
		at = behind
		name := skipAny(t, behind, " ")
		stop := name
		for stop < t.Len() && t.B[stop] > ' ' && stop-name < mostName {
			stop++
		}
		input := text.SkipSpace(t, stop, t.Len())
		value, ok := text.Prefix(t, input, r.style.Marker.Input)
		if !ok || !isIdentifier(t.Slice(name, stop)) || call != first && !bytes.HasSuffix(t.B[start:call], []byte(" ")) {
			continue
		}
		if call != first {
			gap = call
		}
		return append(marks,
			mark{kind: grammar.MarkCall, gap: gap, line: call, value: name, midLine: true},
			mark{kind: grammar.MarkInput, gap: stop, line: input, value: afterSpace(t, value), midLine: true})
	}
	if len(marks) == 0 || r.style.Marker.Answer == "" {
		return nil
	}
	if answer, behind := text.Index(t, marks[0].value, r.style.Marker.Answer); answer >= 0 && bytes.HasSuffix(t.B[start:answer], []byte(" ")) {
		return append(marks, mark{kind: grammar.MarkAnswer, gap: answer, line: answer, value: afterSpace(t, behind), midLine: true, sure: true})
	}
	return nil
}
