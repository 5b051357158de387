package convert

import (
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
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
	// Shape is that of the result: "" keeps that of the source, "messages" and
	// "text" ask for a list of messages or for one plain transcript.
	Shape string
	// AssumeOutcome is what tao says of an answer of which the source does not
	// say whether it solved the task: "true" (also ""), "false" or "reject".
	AssumeOutcome string
	// Prompts says what becomes of system prompts: of the leading system message
	// and of the record's own one. The zero value translates those whose
	// contract is recognised. RecordTools is not used: each conversation brings
	// its own.
	Prompts prompts.Options
	// Strict says which repairs, losses and notes make a record a reject.
	Strict Strict
	// Repair is "safe" (also ""), "all", which allows guesses too, or "none",
	// which rejects a conversation that needs a repair of either class.
	Repair string
	// Invented says what becomes of a result that the model invented: "keep"
	// (also "") keeps it as text, "drop" leaves it out with what follows it in
	// its message, "reject" rejects the conversation.
	Invented string
	// XMLEntities is "keep" (also ""), or "decode", which reads &lt; and its like
	// in xml's names, arguments and results as the characters they stand for.
	XMLEntities string
	// Styles are known beside the built-in ones, by their names and to the
	// detection: what styles.Parse made of style files.
	Styles []*styles.Style
	// NoVerify leaves out reading back what was written.
	NoVerify bool
}

// The values of Options.Shape.
const (
	asMessages = "messages"
	asText     = "text"
)

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
	// System is what the record's own system prompt becomes, or nil where it
	// has none.
	System *ir.Text
	// Diagnostics are the repairs, losses and notes, in order.
	Diagnostics ir.Diagnostics

	// prompt and own are the translations of the leading system message and of
	// the record's own prompt, nil where there is none; tools is the catalog.
	prompt, own *translation
	tools       *toolbox

	memory
}

// Plain is the style's name of a transcript without a sign of any style.
const Plain = "plain"
