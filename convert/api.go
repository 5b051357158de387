package convert

import (
	"github.com/toolspeak/toolspeak/ir"
)

// Auto is the style name that asks for detection.
const Auto = "auto"

// Options says what to convert to, and how.
type Options struct {
	// From is the source's style; "" and "auto" mean: detect it.
	From string
	// To is the target's style. It must be set.
	To string
	// Observations moves the tools' results: "" leaves them where the source
	// had them, "user", "tool" and "inline" put them into a user message, a
	// tool's message, or the assistant's text.
	Observations string
	// AssumeOutcome is what tao says of an answer of which the source does not
	// say whether it solved the task: "true" (also ""), "false" or "reject".
	AssumeOutcome string
	// Strict makes a repair or a loss a reject.
	Strict bool
	// NoVerify leaves out reading back what was written.
	NoVerify bool
}

// Conversation is one transcript as its layout gave it.
type Conversation = ir.Conversation

// OutMessage is one message of the result.
type OutMessage struct {
	Role    ir.Role
	Content ir.Text
	// Source is the index of the message of the input whose place and keys
	// this one takes, or -1 for a new message. Sources grow: a message whose
	// index is missing was merged into the one before.
	Source int
}

// Output is what Convert made of a conversation.
type Output struct {
	// Flat tells which of Text and Messages is the result.
	Flat bool
	// Style is the style that the source was read in: a name, or Plain.
	Style string
	// Read is the transcript as it was read, Lowered the one that was written.
	Read, Lowered ir.Transcript
	// Text or Messages is the result, in the input's form. For the target "ir"
	// there is neither: Lowered is the result.
	Text         ir.Text
	Messages     []OutMessage
	Alternatives []ir.Text
	// Diagnostics are the repairs and losses, in order.
	Diagnostics []ir.Diagnostic
}

// Plain is the style's name of a transcript without a sign of any style.
const Plain = "plain"
