package grammar

import (
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// NotAtStart says that the first line of a value is after its marker and
// so is not at the start of a line.
const NotAtStart = -1

// NeedsEscaping reports whether a content line at offset i would be read as a marker
// or as an escaped one: zero or more spaces and then a marker of the set.
func (l *Lexicon) NeedsEscaping(t ir.Text, i int, set Set) bool {
	at := text.SkipSpaces(t, i)
	if _, ok := l.At(t, at, set); ok {
		return true
	}
	return set.Has(MarkLenient) && l.lenientAt(t, at)
}

// BeginsResult reports whether a message of the user would be read as a result or as an
// escaped one: zero or more spaces, and then what recovery, too, takes for a result's
// beginning.
func (l *Lexicon) BeginsResult(t ir.Text) bool {
	at := text.SkipSpaces(t, 0)
	if _, ok := l.At(t, at, ResultMark); ok || l.BeginsResultTag(t) {
		return true
	}
	open, ok := text.Prefix(t, at, l.errorTags[0])
	if !ok || l.errorTags[0] == "" {
		return false
	}
	start, end := text.LastIndex(t, open, t.Len(), l.errorTags[1])
	return start >= 0 && end == t.Len()
}

// BeginsMarkedResult reports the same of one that comes after an answer: there the style's own
// spelling alone begins a result.
func (l *Lexicon) BeginsMarkedResult(t ir.Text) bool {
	_, ok := l.At(t, text.SkipSpaces(t, 0), ResultMark)
	return ok
}

// BeginsResultTag reports whether a text begins with the tag of a result in whatever
// spelling.
func (l *Lexicon) BeginsResultTag(t ir.Text) bool {
	if l.resultTag == "" {
		return false
	}
	_, ok := text.OpenTag(t, text.SkipSpace(t, 0, t.Len()), l.resultTag)
	return ok
}

// Escape appends content to dst, in the spelling of content, with a space in
// front of each line that needs it. Lines are looked at from offset from on, which is
// the start of a line, or NotAtStart. It returns how many lines got a space.
func (l *Lexicon) Escape(dst []byte, content ir.Text, set Set, from int) ([]byte, int) {
	copied, escaped := 0, 0
	l.lines(content, from, func(line int) {
		if l.NeedsEscaping(content, line, set) {
			dst = append(dst, content.B[copied:line]...)
			dst = append(dst, ' ')
			copied = line
			escaped++
		}
	})
	return append(dst, content.B[copied:]...), escaped
}

// Unescape takes one space off each line of content that has one or more spaces
// before a marker of the set. It returns content itself where there is none,
// and else the offset of the first such line and their number.
func (l *Lexicon) Unescape(content ir.Text, set Set, from int) (out ir.Text, first, count int) {
	var buf []byte
	copied := 0
	l.lines(content, from, func(line int) {
		c, width := text.At(content, line)
		if c != ' ' || !l.NeedsEscaping(content, line, set) {
			return
		}
		if count == 0 {
			first = line
			buf = make([]byte, 0, content.Len())
		}
		buf = append(buf, content.B[copied:line]...)
		copied = line + width
		count++
	})
	if count == 0 {
		return content, 0, 0
	}
	return ir.Text{B: append(buf, content.B[copied:]...)}, first, count
}

// lines calls yield with the offset of each line start of t from offset from on.
func (l *Lexicon) lines(t ir.Text, from int, yield func(line int)) {
	if from >= 0 {
		yield(from)
	}
	for i := max(from, 0); ; {
		_, next := text.Newline(t, i)
		if next < 0 {
			return
		}
		yield(next)
		i = next
	}
}

// ThinkEnd returns the offset after a <think>…</think> block with which t
// begins, white space before it allowed, or 0: markers are sought after it.
func ThinkEnd(t ir.Text) int {
	open, ok := thinkStart(t)
	if !ok {
		return 0
	}
	_, end := text.Index(t, open, "</think>")
	return max(end, 0)
}

// BeginsThink reports whether t begins with <think>, closed or not.
func BeginsThink(t ir.Text) bool {
	_, ok := thinkStart(t)
	return ok
}

func thinkStart(t ir.Text) (int, bool) {
	return text.Prefix(t, text.SkipSpace(t, 0, t.Len()), "<think>")
}
