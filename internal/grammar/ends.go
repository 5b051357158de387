package grammar

import (
	"bytes"
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

const fence = text.Fence

// addLenient says what recovery reads in a style although it lacks a marker or spells
// it otherwise, where a line of content may begin with it.
func (l *Lexicon) addLenient(p *page.Page) {
	switch answer := p.WrittenAnswer(); {
	case answer == "":
		tag, _, _ := strings.Cut(p.Call[0][1:], ">")
		l.lenientTags = []string{tag}
	case p.Thought != nil && p.HoldsJSON() && p.Finish.Name != "":
		l.lenientKeys = []string{p.Keys.Name[0], p.Keys.Arguments[0]}
	}
}

// lenientAt reports whether what recovery takes for a marker is at offset i of t.
func (l *Lexicon) lenientAt(t ir.Text, i int) bool {
	for _, name := range l.lenientTags {
		if _, ok := text.OpenTag(t, i, name); ok {
			return true
		}
	}
	return len(l.lenientKeys) > 0 && l.fencedAt(t, i)
}

// fencedAt reports whether a fence begins at offset i with an object in it whose
// first key is one of a call's.
func (l *Lexicon) fencedAt(t ir.Text, i int) bool {
	inside := text.InFence(t, i)
	object, ok := text.Prefix(t, inside, "{")
	return ok && inside > i && text.KeyAt(t, object, l.lenientKeys...)
}

// Recovery takes off the end of a message what a harness or a stop word left there. A
// value that ends in a line of such words gets a space in front of that line, as a
// marker does.

// stopLines are lines that recovery leaves out at the end of a message.
var stopLines = []string{"Observation", "<end_action>", chainEnd}

// chainEnd ends the line that a chain prints at its end, which ChainEndAt finds.
const chainEnd = "chain."

// ChainEndAt reports whether what a chain prints at its end is at the start of a line:
// "> Finished chain." or with one word for the chain's name. It returns the offset after it.
func ChainEndAt(t ir.Text, line int) (end int, ok bool) {
	if end, ok = text.Prefix(t, line, "> Finished "); !ok {
		return line, false
	}
	name := end
	for c, width := text.At(t, end); width > 0 && c > ' '; c, width = text.At(t, end) {
		end += width
	}
	if text.EqualString(t.Slice(name, end), chainEnd) {
		return end, true
	}
	return text.Prefix(t, end, " "+chainEnd)
}

// AnswerEnd returns where the last line of an answer begins that readers would
// leave out, a space before it or not; -1 where there is none.
func (s *Style) AnswerEnd(answer ir.Text, flat bool) int {
	switch {
	case !s.openAnswer:
		return -1 // something of the style's own is after it
	case flat:
		return lastLine(answer, stopLines)
	}
	return lastLine(answer, s.answerEnds)
}

// ResultEnd is AnswerEnd for a result after which the model continues: the marker of a
// thought at its end is taken for that of the next message.
func (s *Style) ResultEnd(result ir.Text) int {
	if s.resultEnds == nil {
		return -1
	}
	return lastLine(result, s.resultEnds)
}

// FenceEnd returns where the last line of words begins that come before a call or an
// answer, if it opens a fence, a space before it or not: it would be taken for a fence
// around the element. Else it is -1.
func (s *Style) FenceEnd(words ir.Text) int {
	if s.patterns.Thought != nil || !text.MayHold(words, fence[0]) {
		return -1
	}
	last, fences := 0, 0
	for line := 0; line >= 0; _, line = text.Newline(words, line) {
		if _, ok := text.Prefix(words, last, fence); ok && line > last {
			fences++
		}
		last = line
	}
	at, ok := text.Prefix(words, text.SkipSpaces(words, last), fence)
	if !ok || fences%2 == 1 {
		return -1
	}
	if !text.From(words, text.SkipLanguage(words, at)).Blank() {
		return -1
	}
	return last
}

// lastLine returns where the last line of t with something on it begins, if that is
// one of some words, white space around it aside, and not the first line of t; else -1.
func lastLine(t ir.Text, words []string) int {
	end := text.SkipSpaceBack(t, 0, t.Len())
	last := text.Last(t.Slice(0, end))
	for _, word := range words {
		if word[len(word)-1] != last {
			continue
		}
		if word == chainEnd {
			_, line := text.LastIndex(t, 0, end, "\n")
			if line >= 0 {
				if after, ok := ChainEndAt(t, text.SkipSpaces(t, line)); ok && after == end {
					return line
				}
			}
			continue
		}
		at := end - len(word)
		if !bytes.HasSuffix(t.B[:end], []byte(word)) {
			continue
		}
		if _, line := text.LastIndex(t, 0, at, "\n"); line >= 0 && text.SkipSpaces(t, line) == at {
			return line
		}
	}
	return -1
}
