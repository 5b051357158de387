package readers

import (
	"errors"

	"github.com/toolspeak/toolspeak/internal/grammar"
	strict "github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// lines reads a message of a style, whose steps begin at line starts, as a conversation of that
// message alone is read. What is said of it are the repairs.
func (r *Reader) lines(words ir.Text) (m Message) {
	res, err := strict.Read(r.style, &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: words}}})
	m.Steps = res.Transcript.Steps
	for i := range res.Diagnostics {
		d := &res.Diagnostics[i]
		at := Span{offset(words, d.Pos), offset(words, d.End)}
		m.Repairs = append(m.Repairs, Repair{d.Code, Span{at.Start, max(at.Start, at.End)}, d.Text()})
	}
	if broken, ok := errors.AsType[*ir.Diagnostic](err); ok {
		start := r.callBefore(words, offset(words, broken.Pos))
		if len(m.Steps) == 0 || m.Steps[len(m.Steps)-1].Pos.Offset < grammar.ThinkEnd(words) {
			m.Steps, start = nil, 0 // the call was read before the words in front of it
		}
		m.Unread = []Span{{start, words.Len()}}
	}
	return m
}

// offset returns the offset of a place, or 0 where the text has no such place.
func offset(words ir.Text, p ir.Place) int {
	near, _ := text.Around(words, text.Place(p), 0, 0)
	return near.Offset
}

// callBefore returns where the last call at or before an offset begins, or the text.
func (r *Reader) callBefore(words ir.Text, upTo int) (start int) {
	for gap, line := 0, 0; gap >= 0 && line <= upTo; gap, line = text.Newline(words, line) {
		if _, ok := r.style.Lexicon().At(words, line, 1<<grammar.MarkCall); ok {
			start = line
		}
	}
	return start
}
