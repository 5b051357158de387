package convert

import "github.com/toolspeak/toolspeak/ir"

// OutMessage is one message of the result.
type OutMessage struct {
	Role    ir.Role
	Content ir.Text
	// Source is the index of the message of the input whose place and keys
	// this one takes, or -1 for a new message. Sources grow: a message whose
	// index is missing was merged into the one before.
	Source int
	// Train is what the message says of the loss: a weight, or a list of parts with their
	// weights as axolotl's train_detail has it, as JSON; nil says nothing.
	Train []byte
}

// Output is what Convert made of a conversation.
type Output struct {
	// Flat reports which of Text and Messages is the result.
	Flat bool
	// Style is the style that the source was read in: a name, or Plain.
	Style string
	// Looks says what a transcript looks like in which the style of Options.From found
	// nothing.
	Looks Looks
	// Read is the transcript as it was read, Lowered the one that was written.
	Read, Lowered ir.Transcript
	// Text or Messages is the result, in the input's form. For a
	// Target there is neither: Lowered is the result.
	Text         ir.Text
	Messages     []OutMessage
	Alternatives []ir.Text
	// Spans are where the steps of the model's messages are in Text or in Messages,
	// where Options.Spans asks for it: offsets in the spelling, markers included,
	// steps counted in Lowered.Steps. What is between two spans belongs to neither.
	Spans []ir.StepSpan
	// Weights are what the source says of the loss, for each of Lowered.Steps, where the
	// text of a style was written and Options.Spans asks for it; nil if it says nothing.
	Weights [][]byte
	// Trained are the parts of Text or Messages that are trained, in order; package
	// train fills them in.
	Trained []ir.Span
	// Sources are for a Target the messages of the source whose places those of
	// Lowered take, or -1; a leading system prompt is none of them.
	Sources []int
	// Tools is the tool list of a shape that the text of a style did not take up.
	Tools []byte
	// Taught reports whether a system prompt that was written offers the tools. For a Target
	// it says whether one may: Options.Prompts asks neither to keep prompts nor to drop them.
	Taught bool
	// Arguments is how the Target is to write the arguments of calls; "" is as the source,
	// which is of the same shape, has them.
	Arguments Arguments
	// System is what the record's own system prompt becomes, or nil where it
	// has none.
	System *ir.Text
	// Diagnostics are the repairs, losses and notes, in order.
	Diagnostics []ir.Diagnostic

	// prompt and own are the translations of the leading system message and of
	// the record's own prompt, nil where there is none; tools is the tool list.
	prompt, own *translation
	// opening is the prompt in the user's first turn, or nil.
	opening *opening
	tools   toolbox
	// plain means that who is not told the style takes what was written for the target's.
	plain bool

	*memory // nil in one that was not converted
}
