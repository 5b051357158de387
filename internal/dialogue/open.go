// Package dialogue finds out which call a result answers: for readers, lowering, layouts
// and the rules of trainers alike.
//
// The calls of the latest turn that has some are open. Each is closed by one result, and
// all of them by the first call after a result. In the text of a style results have no
// ids: Open says which call is next. Results of native tool calls name their
// call, and may come late: Links pairs those of a whole transcript.
package dialogue

import (
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Open are the open calls of a conversation that is gone through from its beginning. The
// zero value has none.
type Open struct {
	calls []call
	first int // the first of calls that may not be closed
	// near is the first of calls that a result without an id may answer: those before it
	// were made before the user spoke, or other calls are nearer.
	near     int
	bare     int // the first without an id of those that may be open
	answered bool

	// byID and byTool have the places in calls of an id and of a tool, where there are
	// many calls. They are made at the first result: a turn has all its calls before it.
	byID, byTool map[string][]int
}

type call struct {
	step   int // its index among the steps, for Links
	group  int // the message that it is in
	tool   ir.Text
	more   *ir.More
	closed bool
}

// few is how many calls are compared one by one.
const few = 32

// Call notes a call. The first call after a result begins a new turn.
func (o *Open) Call(s *ir.Step) { o.call(0, s) }

func (o *Open) call(step int, s *ir.Step) {
	if o.answered {
		o.Reset()
	}
	o.calls = append(o.calls, call{step: step, group: s.Message, tool: s.Tool, more: s.More})
}

// Reset forgets the open calls: in the text of a style, where the user asked something
// new or an answer was given.
func (o *Open) Reset() {
	o.calls, o.first, o.near, o.bare, o.answered = o.calls[:0], 0, 0, 0, false
	o.byID, o.byTool = nil, nil
}

// Clone returns the open calls to continue with apart from o.
func (o *Open) Clone() Open {
	return Open{calls: append([]call(nil), o.calls[o.skip():]...), answered: o.answered}
}

// Next closes the first open call and returns its tool's name, which is empty where
// no call is open.
func (o *Open) Next() ir.Text {
	at := o.said(ir.Text{}, false)
	if at == len(o.calls) {
		return ir.Text{}
	}
	return o.close(at).tool
}

// Named closes the first open call of a tool or, without one, the first.
func (o *Open) Named(tool ir.Text) {
	if at := o.said(tool, true); at < len(o.calls) {
		o.close(at)
	}
}

// said returns the place of the call that a result answers in the text of a style, or the
// end of calls.
func (o *Open) said(tool ir.Text, named bool) int {
	o.answered = true
	if named {
		if at := o.find(&o.byTool, tool, call.ofTool); at >= 0 {
			return at
		}
	}
	return o.skip()
}

// asked notes that the user spoke: results without an id answer no call before that, but
// by the name of a tool.
func (o *Open) asked() { o.near = len(o.calls) }

// results notes that so many results follow, none of which has an id. They answer the
// calls right before them: those of an earlier message only if there are results for all.
func (o *Open) results(n int) {
	if o.answered { // some were answered before
		return
	}
	open := len(o.calls) - o.near
	for at := o.near; at < len(o.calls); {
		end := at + 1
		for end < len(o.calls) && o.calls[end].group == o.calls[at].group {
			end++
		}
		if open -= end - at; open < max(n, 1) {
			break
		}
		at, o.near = end, end
	}
}

// result closes the call that a result of native tool calls answers and returns the
// index of its step, or -1: the first open call of its id; where no open call has that,
// or it has no id, the nearest of its tool; and where it has neither id nor tool, the
// nearest without an id, if there is one, or else the nearest.
func (o *Open) result(s *ir.Step) int {
	at, more := -1, s.Rare()
	if more.HasID {
		at = o.find(&o.byID, more.ID, call.ofID)
	}
	if at < 0 && !s.Tool.Empty() {
		at = o.nearest(s.Tool)
	}
	if at < 0 && !more.HasID && s.Tool.Empty() {
		for o.near < len(o.calls) && o.calls[o.near].closed {
			o.near++
		}
		if o.near < len(o.calls) {
			at = o.unnamed()
		}
	}
	o.answered = true
	if at < 0 {
		return -1
	}
	return o.close(at).step
}

// unnamed returns the place of the nearest open call without an id: where calls have ids, their
// results have them, too. Without one it is the nearest.
func (o *Open) unnamed() int {
	for o.bare = max(o.bare, o.near); o.bare < len(o.calls); o.bare++ {
		if _, named := o.calls[o.bare].ofID(); !named && !o.calls[o.bare].closed {
			return o.bare
		}
	}
	return o.near
}

// nearest returns the place of the first open call of a tool among those that are near
// or, where none is, among all: -1 where there is none.
func (o *Open) nearest(tool ir.Text) int {
	if len(o.calls) <= few {
		for at := o.near; at < len(o.calls); at++ {
			if !o.calls[at].closed && text.Equal(o.calls[at].tool, tool) {
				return at
			}
		}
	}
	return o.find(&o.byTool, tool, call.ofTool)
}

// skip returns the place of the first open call, or the end of calls.
func (o *Open) skip() int {
	for o.first < len(o.calls) && o.calls[o.first].closed {
		o.first++
	}
	return o.first
}

func (o *Open) close(at int) *call {
	o.calls[at].closed = true
	return &o.calls[at]
}

func (c call) ofTool() (ir.Text, bool) { return c.tool, true }

func (c call) ofID() (ir.Text, bool) {
	if c.more == nil {
		return ir.Text{}, false
	}
	return c.more.ID, c.more.HasID
}

// find returns the place of the first open call of a name, or -1.
func (o *Open) find(index *map[string][]int, name ir.Text, of func(call) (ir.Text, bool)) int {
	if len(o.calls) <= few {
		for at := o.skip(); at < len(o.calls); at++ {
			if o.calls[at].closed {
				continue
			}
			if is, ok := of(o.calls[at]); ok && text.Equal(is, name) {
				return at
			}
		}
		return -1
	}
	if *index == nil {
		*index = map[string][]int{}
		for at, c := range o.calls {
			if is, ok := of(c); ok && !c.closed {
				(*index)[is.String()] = append((*index)[is.String()], at)
			}
		}
	}
	key := name.String()
	places := (*index)[key]
	for len(places) > 0 && o.calls[places[0]].closed {
		places = places[1:]
	}
	(*index)[key] = places
	if len(places) == 0 {
		return -1
	}
	return places[0]
}
