package ir

// Conversation is one transcript as its layout gave it, before it is read into
// steps.
type Conversation struct {
	// Flat means that there is one plain text, Text, in place of Messages.
	Flat bool
	Text Text
	// Messages are the turns, in order, the system prompt among them.
	Messages []Message
	// Alternatives are further texts of which each continues Messages as the
	// assistant's last message (a list in place of the last message's value).
	Alternatives    []Text
	HasAlternatives bool
	Context
	// Weights are what the record says of the loss: at most one for each part of a
	// message, those of a message in order.
	Weights []Weight
	// Near names the style of the conversations next to this one, or is "": it is that of
	// this one where the evidence for it and for another is the same.
	Near string
	// RunsApart says of a print that the runs of agents which its tools started are
	// transcripts of their own.
	RunsApart bool
	// Foreign names a style that is not ours and that the record's keys show
	// ("tool_calls"), or is "".
	Foreign string
}

// Weight is what a record says of the loss for a message or a part of it.
type Weight struct {
	// Message is the index of the message, 0 in a plain transcript.
	Message int
	// Start and End are offsets in the spelling of its text; where End is 0 the weight is
	// that of the whole message.
	Start, End int
	// Train is true, false or a number, as JSON.
	Train []byte
}

// Context is what a record holds next to its transcript.
type Context struct {
	// System is the record's own system prompt; HasSystem tells an empty one
	// from none.
	System    Text
	HasSystem bool
	// Tools is the record's tool list, a JSON value, or nil.
	Tools []byte
}
