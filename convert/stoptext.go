package convert

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// checkStopText returns what is wrong with a stop text: white space alone can't be told
// from that between steps.
func checkStopText(word string) error {
	if word == "" || utf8.ValidString(word) && strings.TrimSpace(word) != "" {
		return nil
	}
	return &OptionError{Option: "stop-text", Value: word, Allowed: []string{"a word that the harness stops at"}}
}

// cut is a part of a plain transcript that is not read: [start, end).
type cut struct{ start, end int }

// withoutStop returns a conversation in a style without the stop text at the end of
// what the model says, and what was cut from a plain transcript.
func withoutStop(s *grammar.Style, in *ir.Conversation, word string) (*ir.Conversation, []cut) {
	if word == "" {
		return in, nil
	}
	out := *in
	if in.Flat {
		cuts := stopsIn(s, in.Text, word)
		out.Text = without(in.Text, cuts)
		return &out, cuts
	}
	out.Messages, out.Alternatives = slices.Clone(in.Messages), slices.Clone(in.Alternatives)
	for i := range out.Messages {
		if m := &out.Messages[i]; m.Role == ir.RoleAssistant {
			m.Content = beforeStop(m.Content, word)
		}
	}
	for i, t := range out.Alternatives {
		out.Alternatives[i] = beforeStop(t, word)
	}
	return &out, nil
}

// beforeStop returns a text without the stop text at its end.
func beforeStop(t ir.Text, word string) ir.Text {
	if start, ok := stopBefore(t, 0, t.Len(), word, linesEndInCR(t, word)); ok {
		return t.Slice(0, start)
	}
	return t
}

// stopBefore returns where the stop text starts that ends at an offset, in the part of a
// text from another one on. With crlf a line feed at its start may be CR LF.
func stopBefore(t ir.Text, from, end int, word string, crlf bool) (start int, ok bool) {
	if start = end - len(word); start < from || !bytes.HasSuffix(t.B[:end], []byte(word)) {
		return 0, false
	}
	if crlf && word[0] == '\n' && start > 0 && t.B[start-1] == '\r' {
		start--
	}
	return start, true
}

// linesEndInCR reports whether a text has line ends besides that of the stop text, and all are
// CR LF.
func linesEndInCR(t ir.Text, word string) bool {
	if word[0] != '\n' {
		return false
	}
	lines := 0
	for nl, next := text.Newline(t, 0); nl >= 0; nl, next = text.Newline(t, next) {
		if nl == 0 || text.Last(t.Slice(0, nl)) != '\r' {
			return false
		}
		lines++
	}
	return lines > 1
}

// stopsIn returns where the stop text ends what the model says in a plain transcript:
// before a role line, before a result and at the end. What looks like it in the words of
// a user or in a result is content.
func stopsIn(s *grammar.Style, t ir.Text, word string) (cuts []cut) {
	type turn struct {
		mark grammar.Mark
		line int
	}
	crlf := linesEndInCR(t, word)
	is, was := turn{mark: grammar.MarkAssistant}, turn{mark: grammar.MarkAssistant}
	ends := func(at int) {
		for _, end := range []int{at, text.SkipSpaceBack(t, was.line, at)} {
			start, ok := stopBefore(t, was.line, end, word, crlf)
			if !ok || len(cuts) > 0 && start < cuts[len(cuts)-1].end {
				continue
			}
			speaks := is.mark
			if start < is.line { // the stop text holds the line itself
				speaks = was.mark
			}
			if saidByModel(speaks) {
				cuts = append(cuts, cut{start, end})
			}
			return
		}
	}
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(t, line) {
		set := grammar.StyleMarks | grammar.RoleMarks
		if is.mark == grammar.MarkSystem || is.mark == grammar.MarkAnswer && s.Finish.Name == "" && !s.Nested {
			set = grammar.RoleMarks // nothing else ends it
		}
		found, ok := s.Lexicon().At(t, line, set)
		if !ok {
			continue
		}
		if line > 0 && (found.Mark == grammar.MarkObservation || grammar.RoleMarks.Has(found.Mark)) {
			ends(gap)
		}
		is, was = turn{found.Mark, line}, is
		if found.Mark == grammar.MarkAssistant {
			if after, ok := s.Lexicon().At(t, afterBlank(t, found.End), grammar.StyleMarks); ok && after.Mark == grammar.MarkAnswer {
				is.mark = after.Mark
			}
		}
	}
	ends(t.Len())
	return cuts
}

// afterBlank returns the offset after the blank that parts a role from what it says: a
// second one is content.
func afterBlank(t ir.Text, at int) int {
	if c, width := text.At(t, at); c == ' ' {
		return at + width
	}
	return at
}

func saidByModel(m grammar.Mark) bool {
	return m != grammar.MarkObservation && m != grammar.MarkUser && m != grammar.MarkSystem
}

// without returns a text without its cuts.
func without(t ir.Text, cuts []cut) ir.Text {
	if len(cuts) == 0 {
		return t
	}
	b, at := make([]byte, 0, t.Len()), 0
	for _, c := range cuts {
		b, at = append(b, t.B[at:c.start]...), c.end
	}
	return ir.Text{B: append(b, t.B[at:]...)}
}

// withoutCuts returns the weights of a plain transcript for the one without its cuts.
func withoutCuts(weights []ir.Weight, cuts []cut) []ir.Weight {
	if len(cuts) == 0 {
		return weights
	}
	before := make([]int, len(cuts)) // how much is cut before each
	for i := 1; i < len(cuts); i++ {
		before[i] = before[i-1] + cuts[i-1].end - cuts[i-1].start
	}
	moved := func(offset int) int {
		n, _ := slices.BinarySearchFunc(cuts, offset, func(c cut, offset int) int { return c.start - offset })
		if n == 0 {
			return offset
		}
		last := cuts[n-1]
		return offset - before[n-1] - (min(last.end, offset) - last.start)
	}
	weights = slices.Clone(weights)
	for i := range weights {
		weights[i].Start, weights[i].End = moved(weights[i].Start), moved(weights[i].End)
	}
	return weights
}

// stopsOnce takes the stop text off the end of messages of a shape: the text of a style
// gets it again.
func (l *lowerer) stopsOnce(steps []ir.Step) {
	for i := 0; l.opts.StopText != "" && i < len(steps); i++ {
		it, last := &steps[i], i+1 == len(steps) || steps[i+1].Message != steps[i].Message
		if last && it.Role == ir.RoleAssistant && it.Kind != ir.Observation && it.Kind != ir.Call {
			it.Text = beforeStop(it.Text, l.opts.StopText)
		}
	}
}

// asRead returns what was written as who reads it will see it.
func (c *Converter) asRead(written *ir.Conversation) *ir.Conversation {
	written, _ = withoutStop(c.to, written, c.opts.StopText)
	written, _ = readers.Unframed(written)
	written, _ = withLineFeeds(c.to, written)
	return written
}
