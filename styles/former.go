package styles

import "github.com/toolspeak/toolspeak/ir"

// family says how a style writes steps.
type family uint8

// The families.
const (
	// markers: a step begins with a marker at the start of a line.
	markers family = iota
	// tags: calls, results and answers are in XML-like elements, thoughts are prose.
	tags
)

// says tells how a style says whether an answer solved the task.
type says uint8

// The ways to say the outcome.
const (
	nothing says = iota
	byThought
	byLine
	byKey
)

// former is a style in the keys of the files of older versions.
type former struct {
	Name   string
	Family family
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
	Tag tagNames

	// Variant marks a style that shares most of its markers with one of the
	// first five: it is detected only where it has more evidence than each of
	// those.
	Variant bool

	// ObjectArgs means that an argument is always a JSON object.
	ObjectArgs bool
	// ThoughtBeforeCall and ThoughtBeforeAnswer tell where the format instructions demand
	// a thought.
	ThoughtBeforeCall, ThoughtBeforeAnswer bool
	// Says tells how the outcome of an answer is said.
	Says says
	// NamesResults means that a result carries the name of its tool.
	NamesResults bool
	// MarksErrors means that a result can say that the call failed.
	MarksErrors bool

	// Sentences holds the fixed sentences that the format instructions dictate, by meaning.
	Sentences [ir.NumSentences]string
}

// tagNames are the element names of a style of the family Tags. What a style
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
type tagNames struct {
	Call, Name, Arguments, Result, Output, Error, Answer, Citation string
}

// blob reports whether a call is a JSON object.
func (s *former) blob() bool { return s.BlobTool != "" }
