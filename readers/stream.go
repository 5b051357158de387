package readers

import (
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// EventKind says what an event of a stream tells.
type EventKind string

// The kinds of events.
const (
	// Words and Thought have a piece of the text of a step.
	Words   EventKind = "words"
	Thought EventKind = "thought"
	// CallBegins has the tool's name.
	CallBegins EventKind = "call begins"
	// Argument has a piece of the call's argument: of a JSON object or, where the argument
	// is none, of a text.
	Argument EventKind = "argument"
	// CallEnds says that the argument is complete.
	CallEnds EventKind = "call ends"
	// Result has a result that stands in the model's own message.
	Result EventKind = "result"
	// TakenBack says that the step, and those after it, were none: what they are follows. It
	// comes where only the end says what something was: a thought whose beginning was in the
	// prompt, or a call that was broken.
	TakenBack EventKind = "taken back"
)

// Event is what a piece of a message tells.
type Event struct {
	Kind EventKind
	// Step is the number of the step in the message: see [Message].
	Step int
	Text string
}

// Stream reads a message of the model while it comes. What it tells adds up to what
// [Reader.Read] makes of the whole message. It is for one goroutine at a time.
type Stream struct {
	reader *Reader
	tools  *Tools
	text   []byte
	read   int // how much of the text was read
	told   []toldStep
}

// toldStep is a step that was told of, as far as it was.
type toldStep struct {
	kind       EventKind
	name, text string
	ended      bool
}

// Stream begins a message. tools are those that the model was offered, as for [Reader.Read].
func (r *Reader) Stream(tools *Tools) *Stream { return &Stream{reader: r, tools: tools} }

// Feed takes the next piece of the message, which may end anywhere, and returns what it tells.
// A marker that may begin is waited for, and so is a call until its tool is known. In a message
// of more than a few thousand bytes it may wait for some more of them: see often.
func (s *Stream) Feed(piece string) []Event {
	s.text = append(s.text, piece...)
	if s.reader.style != nil || len(s.text) > often && (len(s.text)-s.read)*often/32 < len(s.text) {
		return nil
	}
	s.read = len(s.text)
	text := string(s.text)
	m := &reading{Reader: s.reader, t: text, text: ir.Plain(text), tools: s.tools, more: &more{}}
	m.read()
	return s.tell(stepsTold(m.Steps, m.more), false)
}

// often is the length of a message up to which each piece is looked at when it comes. In a
// longer one some wait, so that the whole takes time in proportion to its length.
const often = 4096

// End ends the message, and returns what was not told yet, and what the message says.
func (s *Stream) End() ([]Event, Message) {
	m := s.reader.Read(string(s.text), s.tools)
	return s.tell(stepsTold(m.Steps, nil), true), m
}

// stepsTold returns what there is to tell of steps. The last one may go on, where more is not
// nil.
func stepsTold(steps []ir.Step, k *more) []toldStep {
	list := make([]toldStep, len(steps))
	for i := range steps {
		it := &list[i]
		switch s := &steps[i]; s.Kind {
		case ir.Call:
			*it = toldStep{kind: CallBegins, name: s.Tool.String(), text: s.Args.Value.String(), ended: true}
			if s.Args.Form == ir.PlainText {
				it.text = s.Args.Raw.String()
			}
			if k != nil && k.open && i == len(steps)-1 {
				it.text, it.ended = string(k.args), false
			}
		case ir.Thought:
			*it = toldStep{kind: Thought, text: s.Text.String()}
		case ir.Observation:
			*it = toldStep{kind: Result, name: s.Tool.String(), text: s.Text.String()}
		default:
			*it = toldStep{kind: Words, text: s.Text.String()}
		}
	}
	return list
}

// tell returns what is new in a list of steps, and remembers it. Before the end, what was told
// already may be more than the list has.
func (s *Stream) tell(list []toldStep, end bool) (events []Event) {
	for i, now := range list {
		if i < len(s.told) {
			was := &s.told[i]
			shorter := !end && i == len(list)-1 && strings.HasPrefix(was.text, now.text)
			if now.kind == was.kind && now.name == was.name && (!was.ended || now.ended) && shorter {
				now.text = was.text
			}
			if now.kind != was.kind || now.name != was.name || was.ended && !now.ended || !strings.HasPrefix(now.text, was.text) {
				events = s.takeBack(events, i)
			}
		}
		events = s.step(events, i, now)
	}
	if end && len(s.told) > len(list) {
		events = s.takeBack(events, len(list))
	}
	return events
}

// takeBack takes back the steps from number i on.
func (s *Stream) takeBack(events []Event, i int) []Event {
	s.told = s.told[:i]
	return append(events, Event{Kind: TakenBack, Step: i})
}

// step tells what is new of step i.
func (s *Stream) step(events []Event, i int, now toldStep) []Event {
	if i == len(s.told) {
		s.told = append(s.told, toldStep{kind: now.kind, name: now.name})
		if now.kind == CallBegins {
			events = append(events, Event{CallBegins, i, now.name})
		}
	}
	was := &s.told[i]
	if piece := now.text[len(was.text):]; piece != "" {
		kind := now.kind
		if kind == CallBegins {
			kind = Argument
		}
		events = append(events, Event{kind, i, piece})
	}
	if now.ended && !was.ended {
		events = append(events, Event{Kind: CallEnds, Step: i})
	}
	*was = now
	return events
}
