package ir

import "bytes"

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

// Untrained reports whether a weight in the loss is none: false, or a number that is zero
// in any spelling. No weight at all is not.
func Untrained(weight []byte) bool {
	if len(weight) == 0 || weight[0] == 't' {
		return false
	}
	digits, _, _ := bytes.Cut(bytes.ToLower(weight), []byte("e"))
	return weight[0] == 'f' || len(bytes.Trim(digits, "-0.")) == 0
}
