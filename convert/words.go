package convert

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// isProse reports whether words can be a message of the target without any tag: nothing
// in them needs escaping.
func (l *lowerer) isProse(words ir.Text) bool {
	if grammar.BeginsThink(words) || !text.MayHold(words, '<') && !l.flat {
		return !grammar.BeginsThink(words)
	}
	_, lines := l.target.Lexicon().Escape(nil, words, grammar.StyleMarks|grammar.RoleMarks|grammar.LenientMarks|grammar.ResultEnd, 0)
	return lines == 0
}

// wordsOf returns what a step says, where only its meaning is known in words of
// ours.
func wordsOf(s *ir.Step) ir.Text {
	if s.FixedSentence != ir.NoSentence && s.Text.Empty() {
		return text.Plain(grammar.SentenceWords(s.FixedSentence))
	}
	return s.Text
}

// joinTo appends words to the last step of a message, each on a new line.
func joinTo(out *message, words []ir.Text) {
	if len(words) == 0 {
		return
	}
	last := &out.items[len(out.items)-1]
	last.Text = join(append([]ir.Text{wordsOf(last)}, words...))
	last.FixedSentence = ir.NoSentence
}

// join returns texts with a line feed between each two.
func join(texts []ir.Text) ir.Text {
	if len(texts) == 1 {
		return texts[0]
	}
	list := make([][]byte, len(texts))
	for i, t := range texts {
		list[i] = t.B
	}
	return ir.Text{B: bytes.Join(list, []byte("\n"))}
}
