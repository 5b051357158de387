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

// Pairing finds out which call an observation answers (rule R16): the calls of
// the latest turn are open until they are answered, in order.
type Pairing struct {
	open     []Text
	closed   int // how many at the beginning of open are answered
	answered bool
}

// Call notes a call of the tool of that name. The first call after an
// observation begins a new turn.
func (p *Pairing) Call(name Text) {
	if p.answered {
		p.Reset()
	}
	p.open = append(p.open, name)
}

// Reset forgets the open calls: the user asked something new or an answer was given.
func (p *Pairing) Reset() { p.open, p.closed, p.answered = p.open[:0], 0, false }

// Next returns the name of the first open call and closes it; it is empty
// where no call is open.
func (p *Pairing) Next() Text {
	p.answered = true
	if p.closed == len(p.open) {
		return Text{}
	}
	p.closed++
	return p.open[p.closed-1]
}

// Named closes the first open call of that name or, without one, the first.
func (p *Pairing) Named(name Text) {
	p.answered = true
	for i := p.closed; i < len(p.open); i++ {
		if EqualText(p.open[i], name) {
			// Those before it move up: closed ones are at the beginning.
			copy(p.open[p.closed+1:i+1], p.open[p.closed:i])
			p.closed++
			return
		}
	}
	p.closed = min(p.closed+1, len(p.open))
}

// Clone returns a pairing that continues apart from p.
func (p *Pairing) Clone() Pairing {
	return Pairing{open: append([]Text(nil), p.open[p.closed:]...), answered: p.answered}
}

// HasInlineResults reports whether among the steps of one message a result
// follows a call.
func HasInlineResults(steps []Step) bool {
	called := false
	for i := range steps {
		switch steps[i].Kind {
		case Call:
			called = true
		case Observation:
			if called {
				return true
			}
		}
	}
	return false
}
