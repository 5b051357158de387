// Package grammar holds what readers and emitters derive from a style: the markers that
// they look for, the constant pieces that they write, and which lines of content have
// to be escaped.
package grammar

import (
	"bytes"
	"strings"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// Style is a style with what was derived from it.
type Style struct {
	*styles.Style

	lexicon          Lexicon
	opening, closing styles.TagNames
	// success and failure are the words for outcomes.
	success, failure Affix
	// outcomeSign is the OutcomeKey in its quotes.
	outcomeSign string
	patterns    Patterns
	sentences   [ir.NumSentences]ir.Text
	// answerEnds and resultEnds are the lines that readers leave out at the end of an
	// answer and of a result.
	answerEnds, resultEnds []string
	// openAnswer means that nothing is after an answer.
	openAnswer bool
	mentions   []Mention
}

// Of returns a style with what is derived from it: one of those of All, if it is built
// in, else a new one.
func Of(s *styles.Style) *Style {
	for _, g := range all {
		if g.Style == s {
			return g
		}
	}
	return derive(s)
}

var all = derived(styles.All())

// All returns the built-in styles. The caller owns the slice.
func All() []*Style { return append([]*Style(nil), all...) }

// With returns the built-in styles and then those of own, or the error of [styles.With].
func With(own ...*styles.Style) ([]*Style, error) {
	list, err := styles.With(own...)
	if err != nil {
		return nil, err
	}
	return append(All(), derived(list[len(all):])...), nil
}

// Lookup returns the built-in style of that name, or the error of [styles.Lookup].
func Lookup(name string) (*Style, error) {
	s, err := styles.Lookup(name)
	if err != nil {
		return nil, err
	}
	return Of(s), nil
}

// Find returns the style of that name in a list, or a *styles.UnknownError.
func Find(list []*Style, name string) (*Style, error) {
	known := make([]string, 0, len(list))
	for _, s := range list {
		if s.Name == name {
			return s, nil
		}
		known = append(known, s.Name)
	}
	return nil, &styles.UnknownError{Name: name, Known: known}
}

func derived(list []*styles.Style) []*Style {
	out := make([]*Style, len(list))
	for i, s := range list {
		out[i] = derive(s)
	}
	return out
}

func derive(of *styles.Style) *Style {
	s := &Style{Style: of}
	s.opening, s.closing = tags(s.Tag, "<"), tags(s.Tag, "</")
	s.lexicon, s.patterns = newLexicon(s.Page()), newPatterns(s.Page())
	s.success, s.failure = NewAffix(of.Page().Outcome.Success), NewAffix(of.Page().Outcome.Failure)
	s.outcomeSign = `"` + s.OutcomeKey + `"`
	s.answerEnds = stopLines
	if answer := s.patterns.Answer; s.patterns.Thought != nil {
		s.resultEnds = []string{s.Thought}
		s.answerEnds = append([]string{s.Observation}, stopLines...)
		s.openAnswer = len(answer) > 0 && answer[len(answer)-1].Hole == "text"
	}
	s.mentions = s.teaching()
	for i, sentence := range s.Sentences {
		s.sentences[i] = ir.Plain(sentence)
	}
	return s
}

// BareResult reports whether a result is its text alone, between two tags.
func (s *Style) BareResult() bool { return s.Family == styles.Tags && s.Tag.Output == "" }

// OutcomeSign is how an object spells the OutcomeKey: in quotes.
func (s *Style) OutcomeSign() string { return s.outcomeSign }

// Opening returns the opening tags of the elements, such as "<answer>"; those of
// elements that the style does not have are empty.
func (s *Style) Opening() *styles.TagNames { return &s.opening }

// Closing returns the closing tags of the elements, such as "</answer>"; those of
// elements that the style does not have are empty.
func (s *Style) Closing() *styles.TagNames { return &s.closing }

// Answers reports whether a call of the tool name is an answer.
func (s *Style) Answers(name ir.Text) bool {
	const spelled = 6 // bytes that one character of a JSON string may take
	if s.AnswerTool == "" || name.Len() > spelled*len(s.AnswerTool) {
		return false
	}
	if !name.Esc || bytes.IndexByte(name.B, '\\') < 0 {
		return bytes.EqualFold(name.B, []byte(s.AnswerTool))
	}
	return strings.EqualFold(name.String(), s.AnswerTool)
}

// MarksAnswer reports whether readers of the text know an answer for one, so that a result
// after it is known for one, too: all but prose without a tag where answers have one.
func (s *Style) MarksAnswer(answer *ir.Step) bool {
	return !answer.Unmarked || s.Family == styles.Markers || s.ProseAnswer()
}

// ResultsQuote reports whether an answer's marker right after that of a result is a line of the
// result, if another marker follows: the style wants a thought before an answer, and ends with it.
func (s *Style) ResultsQuote() bool { return s.ThoughtBeforeAnswer && !s.Nested }

// QuotesAnswer reports whether an answer is written as a JSON string.
func (s *Style) QuotesAnswer() bool { return s.Page().QuotesAnswer() }

// MustSay reports whether an answer always says its outcome.
func (s *Style) MustSay() bool { return s.Says == styles.ByLine || s.Says == styles.ByKey }

// KeepsLineFeeds reports whether the parser that the style comes from takes all between
// an answer's tags for the answer: that of the styles whose calls are two elements side
// by side.
func (s *Style) KeepsLineFeeds() bool { return s.Tag.Call == "" && s.Tag.Answer != "" }

// TextInBlob reports whether a JSON string as a blob's input is a text argument.
func (s *Style) TextInBlob() bool { return s.Blob() && !s.ObjectArgs }

// Lexicon returns what a reader of the style looks for at the start of a line.
func (s *Style) Lexicon() *Lexicon { return &s.lexicon }

// Patterns returns those by which the style is written.
func (s *Style) Patterns() *Patterns { return &s.patterns }

// AnswersByCall reports whether an answer is a call of a tool.
func (s *Style) AnswersByCall() bool { return s.Page().Finish.Name != "" }

// Said returns the word for the outcome of an answer.
func (s *Style) Said(o ir.Outcome) Affix {
	if o == ir.Success || o != ir.Failure && s.AnswersByCall() {
		return s.success
	}
	return s.failure
}

// SentenceOf returns the meaning that t has as a fixed sentence of the style, or
// ir.NoSentence. Only the exact sentence counts.
func (s *Style) SentenceOf(t ir.Text) ir.FixedSentence {
	for meaning := ir.NeedTool; int(meaning) < ir.NumSentences; meaning++ {
		if sentence := s.Sentences[meaning]; sentence != "" && text.EqualString(t, sentence) {
			return meaning
		}
	}
	return ir.NoSentence
}

// SentenceText returns the fixed sentence of a meaning.
func (s *Style) SentenceText(m ir.FixedSentence) ir.Text { return s.sentences[m] }

// Mentions returns the words by which a system prompt teaches the style. They are not to
// be changed.
func (s *Style) Mentions() []Mention { return s.mentions }

func (s *Style) teaching() []Mention {
	var call, other []string
	switch s.Family {
	case styles.Markers:
		call, other = []string{s.Call, s.Input}, []string{s.Thought, s.Observation, s.Answer, s.Outcome}
		if s.Blob() {
			call[1] = `"` + s.BlobInput + `"`
		}
		if s.Brackets {
			// Prompts write the markers with and without numbers.
			call = []string{strings.TrimSuffix(s.Call, ":"), s.AnswerTool + "["}
			other = []string{strings.TrimSuffix(s.Thought, ":"), strings.TrimSuffix(s.Observation, ":")}
		}
	case styles.Tags:
		call, other = []string{"<" + s.CallTag() + ">", "<" + s.Tag.Arguments + ">"}, []string{"<" + s.Tag.Result + ">"}
		if s.Blob() {
			call[1] = `"` + s.BlobInput + `"`
		}
		if s.Tag.Answer != "" {
			other = append(other, "<"+s.Tag.Answer+">")
		}
	}
	var all []Mention
	for _, word := range call {
		all = append(all, s.mention(word, true))
	}
	for _, word := range other {
		if word != "" {
			all = append(all, s.mention(word, false))
		}
	}
	return all
}

func (s *Style) mention(word string, call bool) Mention {
	if s.Brackets {
		word = strings.ToLower(word)
	}
	return Mention{Text: word, Fold: s.Brackets, Call: call}
}

// tags returns the tags that begin with begin.
func tags(t styles.TagNames, begin string) styles.TagNames {
	tag := func(name string) string {
		if name == "" {
			return ""
		}
		return begin + name + ">"
	}
	return styles.TagNames{
		Call: tag(t.Call), Name: tag(t.Name), Arguments: tag(t.Arguments), Result: tag(t.Result),
		Output: tag(t.Output), Error: tag(t.Error), Answer: tag(t.Answer),
	}
}

// Mention is a word by which a system prompt shows that it teaches a style: a
// marker, a tag or a key.
type Mention struct {
	Text string
	// Fold: upper and lower case are the same.
	Fold bool
	// Call: a call is written with it. A prompt that teaches the style mentions
	// all of these.
	Call bool
}

// SentenceWords returns the words in which the first style that has a stock
// sentence for the meaning says it: what is written where only the meaning is
// known and the target has no sentence of its own.
func SentenceWords(meaning ir.FixedSentence) string {
	for _, s := range all {
		if s.Sentences[meaning] != "" {
			return s.Sentences[meaning]
		}
	}
	return ""
}

// MeaningOf returns the meaning that t has as a fixed sentence of any built-in style, or
// ir.NoSentence.
func MeaningOf(t ir.Text) ir.FixedSentence {
	for _, s := range all {
		if meaning := s.SentenceOf(t); meaning != ir.NoSentence {
			return meaning
		}
	}
	return ir.NoSentence
}
