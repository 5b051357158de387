package ir

// Span is a part of the text of a message that was written: from offset Start up to,
// but not including, offset End. Message is its index among the messages, and 0 in a
// plain transcript.
type Span struct{ Message, Start, End int }

// StepSpan is the span in which a step was written, with its markers. Step is its index
// among the steps.
type StepSpan struct {
	Step int
	Span
}
