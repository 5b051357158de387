package grammar

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Form is a page whose steps begin at line starts, with what was derived from it.
type Form struct {
	page     *page.Page
	lexicon  Lexicon
	patterns Patterns
	// success and failure are the words for outcomes.
	success, failure string
	sentences        [ir.NumSentences]string
	// answerEnds and resultEnds are the lines that readers leave out at the end of an
	// answer and of a result.
	answerEnds, resultEnds []string
	// openAnswer means that nothing is after an answer.
	openAnswer bool
}

// FormOf derives what readers and emitters need from a page.
func FormOf(p *page.Page) *Form {
	f := &Form{
		page: p, lexicon: newLexicon(p), patterns: newPatterns(p), answerEnds: stopLines,
		success: p.Outcome.Success, failure: p.Outcome.Failure,
	}
	if answer := f.patterns.Answer; p.Thought != nil {
		f.resultEnds = []string{headOf(p, "thought")}
		f.answerEnds = append([]string{headOf(p, "result")}, stopLines...)
		f.openAnswer = len(answer) > 0 && answer[len(answer)-1].Hole == "text"
	}
	for m := ir.NeedTool; int(m) < ir.NumSentences; m++ {
		f.sentences[m] = p.Sentences[m.String()]
	}
	return f
}

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
func (f *Form) Answers(name ir.Text) bool {
	return f.page.Finish.Name != "" && bytes.EqualFold(name.B, []byte(f.page.Finish.Name))
}

// ResultsQuote reports whether an answer's marker right after that of a result is a line of the
// result, if another marker follows: the style wants a thought before an answer, and ends with it.
func (f *Form) ResultsQuote() bool {
	return f.page.Thought != nil && slices.Contains(f.page.Wants, "answer") && !f.page.Nested
}

// QuotesAnswer reports whether an answer is written as a JSON string.
func (f *Form) QuotesAnswer() bool { return f.page.QuotesAnswer() }

// Lexicon returns what a reader of the style looks for at the start of a line.
func (f *Form) Lexicon() *Lexicon { return &f.lexicon }

// Patterns returns those by which the style is written.
func (f *Form) Patterns() *Patterns { return &f.patterns }

// AnswersByCall reports whether an answer is a call of a tool.
func (f *Form) AnswersByCall() bool { return f.page.Finish.Name != "" }

// Said returns the word for the outcome of an answer.
func (f *Form) Said(o ir.Outcome) string {
	if o == ir.Success || o != ir.Failure && f.AnswersByCall() {
		return f.success
	}
	return f.failure
}

// SentenceOf returns the meaning that t has as a fixed sentence of the style, or
// ir.NoSentence. Only the exact sentence counts.
func (f *Form) SentenceOf(t ir.Text) ir.FixedSentence {
	for meaning := ir.NeedTool; int(meaning) < ir.NumSentences; meaning++ {
		if sentence := f.sentences[meaning]; sentence != "" && text.EqualString(t, sentence) {
			return meaning
		}
	}
	return ir.NoSentence
}

// SentenceText returns the fixed sentence of a meaning.
func (f *Form) SentenceText(m ir.FixedSentence) ir.Text { return ir.Plain(f.sentences[m]) }
