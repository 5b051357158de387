// Package styles says what a prompt style is, as data: its name, its markers or
// tags, its fixed sentences and what it can say. Readers and emitters share it,
// so that a style of a known family is an entry in this package and no new code.
package styles

import (
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// Family says how a style writes steps.
type Family uint8

// The families.
const (
	// Markers: a step begins with a marker at the start of a line.
	Markers Family = iota
	// Tags: calls, results and answers are in XML-like elements, thoughts are prose.
	Tags
)

// Says tells how a style says whether an answer solved the task.
type Says uint8

// The ways to say the outcome.
const (
	Nothing Says = iota
	ByThought
	ByLine
	ByKey
)

// Style is one way of writing steps as text.
type Style struct {
	Name   string
	Family Family
	// Summary describes the style in a few words.
	Summary string
	// Source names the program or prompt that the style comes from.
	Source string

	// The markers of the family Markers, each with its colon. Input is empty
	// where the call has no second marker; Outcome is set where Says is ByLine.
	Thought, Call, Input, Observation, Answer, Outcome string
	// CallToo, ObservationToo and ResultToo are other markers of a call and of results
	// that programs of the style print. They are read, and escaped in content, but not
	// written.
	CallToo, ObservationToo, ResultToo string
	// Prints is how lines begin in which programs of the style print calls although
	// they are not written with its markers: where nothing else is found, such a line
	// says that a text is a print of the style.
	Prints string
	// BlobTool and BlobInput are the keys of the JSON object that holds a
	// call, where the style has one. An Input next to them is read, not written.
	BlobTool, BlobInput string
	// Wrapped allows each of the final lines to be in single backticks.
	Wrapped bool

	// Brackets means that a call is NAME[ARGUMENT] after its marker: there is
	// no Input, and the argument is the text up to the last bracket.
	Brackets bool
	// Numbered means that the markers of thoughts, calls and results carry the
	// number of their step before the colon. They are read without it too.
	Numbered bool
	// Nested means that in a plain transcript an answer ends at the next marker:
	// chains of such agents print the answers of those that they call.
	Nested bool
	// AnswerTool names the tool whose call gives the answer, where the style
	// has one; case does not count. Answer, if set, is then read and not written.
	AnswerTool string
	// AnswerKey is the key of the answer in that call's object, where it is not
	// the whole argument. OutcomeKey is the one that says the outcome, with the
	// value Solved or GaveUp.
	AnswerKey, OutcomeKey, Solved, GaveUp string

	// Tag holds the element names of the family Tags.
	Tag TagNames

	// Variant marks a style that shares most of its markers with one of the
	// first five: it is detected only where it has more evidence than each of
	// those (rule R26).
	Variant bool

	// ObjectArgs means that an argument is always a JSON object.
	ObjectArgs bool
	// ThoughtBeforeCall and ThoughtBeforeAnswer tell where the format instructions demand
	// a thought.
	ThoughtBeforeCall, ThoughtBeforeAnswer bool
	// Says tells how the outcome of an answer is said.
	Says Says
	// NamesResults means that a result carries the name of its tool.
	NamesResults bool
	// MarksErrors means that a result can say that the call failed.
	MarksErrors bool

	// Sentences holds the fixed sentences that the format instructions dictate, by meaning.
	Sentences [ir.NumSentences]string

	lexicon          Lexicon
	opening, closing TagNames
	// outcomeSign is the OutcomeKey in its quotes.
	outcomeSign string
	affixes     Affixes
	sentences   [ir.NumSentences]ir.Text
	// answerEnds and resultEnds are the lines that readers leave out at the end of an
	// answer and of a result.
	answerEnds, resultEnds []string
	// place is the file and line that the style was read from, or "".
	place string
}

// TagNames are the element names of a style of the family Tags. What a style
// does not have is empty:
//   - without Call, a call is a Name element and an Arguments element;
//   - where the style has a BlobTool, Call holds a JSON object with the keys
//     BlobTool and BlobInput, and there is no Arguments;
//   - without Output, the text of a result is right in Result, on lines of
//     its own, and can say neither its tool nor an error;
//   - without Error, a result can't say that the call failed;
//   - without Answer, an answer is a message of prose alone.
//
// Citation is what prompts ask for in answers: an element that names a source. It is
// content to readers and emitters.
type TagNames struct {
	Call, Name, Arguments, Result, Output, Error, Answer, Citation string
}

// Blob reports whether a call is a JSON object: fenced in the family Markers, in
// the call's element in the family Tags.
func (s *Style) Blob() bool { return s.BlobTool != "" }

// ProseAnswer reports whether an answer is a message of prose alone.
func (s *Style) ProseAnswer() bool { return s.Family == Tags && s.Tag.Answer == "" }

// BareResult reports whether a result is its text alone, between two tags.
func (s *Style) BareResult() bool { return s.Family == Tags && s.Tag.Output == "" }

// OutcomeSign is how an object spells the OutcomeKey: in quotes.
func (s *Style) OutcomeSign() string { return s.outcomeSign }

// Opening returns the opening tags of the elements, such as "<answer>"; those of
// elements that the style does not have are empty.
func (s *Style) Opening() *TagNames { return &s.opening }

// Closing returns the closing tags of the elements, such as "</answer>"; those of
// elements that the style does not have are empty.
func (s *Style) Closing() *TagNames { return &s.closing }

// tags returns the tags that begin with begin.
func (t TagNames) tags(begin string) TagNames {
	tag := func(name string) string {
		if name == "" {
			return ""
		}
		return begin + name + ">"
	}
	return TagNames{
		Call: tag(t.Call), Name: tag(t.Name), Arguments: tag(t.Arguments), Result: tag(t.Result),
		Output: tag(t.Output), Error: tag(t.Error), Answer: tag(t.Answer),
	}
}

// CallTag is the element that a call begins with.
func (s *Style) CallTag() string {
	if s.Tag.Call == "" {
		return s.Tag.Name
	}
	return s.Tag.Call
}

// Answers reports whether a call of the tool name is an answer.
func (s *Style) Answers(name ir.Text) bool {
	const spelled = 6 // bytes that one character of a JSON string may take
	if s.AnswerTool == "" || name.Len() > spelled*len(s.AnswerTool) {
		return false
	}
	return strings.EqualFold(name.String(), s.AnswerTool)
}

// QuotesAnswer reports whether an answer is written as a JSON string.
func (s *Style) QuotesAnswer() bool {
	return s.AnswerTool != "" && (s.Blob() || s.AnswerKey != "")
}

// MustSay reports whether an answer always says its outcome.
func (s *Style) MustSay() bool { return s.Says == ByLine || s.Says == ByKey }

// KeepsLineFeeds reports whether the parser that the style comes from takes all between
// an answer's tags for the answer: that of the styles whose calls are two elements side
// by side.
func (s *Style) KeepsLineFeeds() bool { return s.Tag.Call == "" && s.Tag.Answer != "" }

// TextInBlob reports whether a JSON string as a blob's input is a text argument.
func (s *Style) TextInBlob() bool { return s.Blob() && !s.ObjectArgs }

// Lexicon returns what a reader of the style looks for at the start of a line.
func (s *Style) Lexicon() *Lexicon { return &s.lexicon }

// Affixes returns the constant pieces that an emitter of the style writes.
func (s *Style) Affixes() *Affixes { return &s.affixes }

// SentenceOf returns the meaning that t has as a fixed sentence of the style, or
// ir.NoSentence. Only the exact sentence counts (rule R3).
func (s *Style) SentenceOf(t ir.Text) ir.FixedSentence {
	for meaning := ir.NeedTool; int(meaning) < ir.NumSentences; meaning++ {
		if sentence := s.Sentences[meaning]; sentence != "" && t.EqualString(sentence) {
			return meaning
		}
	}
	return ir.NoSentence
}

// StockText returns the fixed sentence of a meaning.
func (s *Style) SentenceText(m ir.FixedSentence) ir.Text { return s.sentences[m] }

// ThoughtNeeded reports whether the format instructions demand a thought before a step of
// kind k.
func (s *Style) ThoughtNeeded(k ir.Kind) bool {
	return k == ir.Call && s.ThoughtBeforeCall || k == ir.Answer && s.ThoughtBeforeAnswer
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

// Mentions returns the words by which a system prompt teaches the style.
func (s *Style) Mentions() []Mention {
	var call, other []string
	switch s.Family {
	case Markers:
		call, other = []string{s.Call, s.Input}, []string{s.Thought, s.Observation, s.Answer, s.Outcome}
		if s.Blob() {
			call[1] = `"` + s.BlobInput + `"`
		}
		if s.Brackets {
			// Prompts write the markers with and without numbers.
			call = []string{strings.TrimSuffix(s.Call, ":"), s.AnswerTool + "["}
			other = []string{strings.TrimSuffix(s.Thought, ":"), strings.TrimSuffix(s.Observation, ":")}
		}
	case Tags:
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
