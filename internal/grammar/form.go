package grammar

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// headOf returns what the first pattern of a key begins with.
func headOf(p *page.Page, key string) string {
	for _, h := range p.Heads() {
		switch {
		case h.Of != key:
		case h.Numbered:
			return h.Text + ":"
		default:
			return h.Text
		}
	}
	return ""
}

// Answers reports whether a call of the tool name is an answer.
func (s *Style) Answers(name ir.Text) bool {
	return s.Finish.Name != "" && bytes.EqualFold(name.B, []byte(s.Finish.Name))
}

// ResultsQuote reports whether an answer's marker right after that of a result is a line of the
// result, if another marker follows: the style wants a thought before an answer, and ends with it.
func (s *Style) ResultsQuote() bool {
	return s.Thought != nil && slices.Contains(s.Wants, "answer") && !s.Nested
}

// Lexicon returns what a reader of the style looks for at the start of a line.
func (s *Style) Lexicon() *Lexicon { return &s.lexicon }

// Patterns returns those by which the style is written.
func (s *Style) Patterns() *Patterns { return &s.patterns }

// AnswersByCall reports whether an answer is a call of a tool.
func (s *Style) AnswersByCall() bool { return s.Finish.Name != "" }

// Said returns the word for the outcome of an answer.
func (s *Style) Said(o ir.Outcome) string {
	if o == ir.Success || o != ir.Failure && s.AnswersByCall() {
		return s.Outcome.Success
	}
	return s.Outcome.Failure
}

// SentenceOf returns the meaning that t has as a fixed sentence of the style, or
// ir.NoSentence. Only the exact sentence counts.
func (s *Style) SentenceOf(t ir.Text) ir.FixedSentence {
	for meaning := ir.NeedTool; int(meaning) < ir.NumSentences; meaning++ {
		if sentence := s.Sentences[meaning.String()]; sentence != "" && text.EqualString(t, sentence) {
			return meaning
		}
	}
	return ir.NoSentence
}

// SentenceText returns the fixed sentence of a meaning.
func (s *Style) SentenceText(m ir.FixedSentence) ir.Text { return ir.Plain(s.Sentences[m.String()]) }
