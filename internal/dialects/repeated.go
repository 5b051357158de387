package dialects

import (
	"github.com/toolspeak/toolspeak/ir"
)

// Messages knows the messages of the requests of a conversation, which repeat each other: each is
// read once.
type Messages struct {
	is   map[string]messageKind
	read map[string]*Builder
}

// messageKind is what a value in a list of messages is.
type messageKind uint8

const (
	unseen messageKind = iota
	noMessage
	aMessage
	anItem // whose message may go on with the next item
)

// NewMessages returns an empty memory.
func NewMessages() *Messages {
	return &Messages{is: map[string]messageKind{}, read: map[string]*Builder{}}
}

// kindOf says what an element of a list is.
func (k *Messages) kindOf(e Value) messageKind {
	if k != nil {
		if kind := k.is[e.Raw]; kind != unseen {
			return kind
		}
	}
	kind := noMessage
	if v := Inside(e); IsMessage(v) || isPair(v) || said(v) {
		if kind = aMessage; isItem(Unwrapped(v)) {
			kind = anItem
		}
	}
	if k != nil {
		k.is[e.Raw] = kind
	}
	return kind
}

// add adds messages to a transcript.
func (k *Messages) add(b *Builder, list []Value) {
	alone := k != nil
	for _, m := range list {
		alone = alone && k.kindOf(m) == aMessage
	}
	for _, m := range list {
		if !alone {
			b.message(m)
			continue
		}
		one, seen := k.read[m.Raw]
		if !seen {
			one = newBuilder()
			one.message(m)
			if one.end(); one.failed != nil || one.t.System != nil || one.t.Tools != nil || one.order != nil {
				one = nil // it says more than its steps
			}
			k.read[m.Raw] = one
		}
		if one == nil {
			b.message(m)
		} else {
			b.again(one)
		}
	}
}

// again adds the steps of messages that were read before.
func (b *Builder) again(one *Builder) {
	b.end()
	from := b.number + 1
	for _, s := range one.t.Steps {
		s.Message += from
		s.Pos.Message += from
		if id := s.Rare().ID; s.Kind == ir.Call && s.Rare().HasID {
			b.calls[id.String()] = s.Tool.String()
		} else if s.Kind == ir.Observation && s.Tool.Empty() {
			s.Tool = ir.Plain(b.calls[id.String()])
		}
		b.t.Steps = append(b.t.Steps, s)
	}
	b.number += one.number + 1
}
