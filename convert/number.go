package convert

import (
	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// number writes the messages into the transcript: messages are numbered, results
// are paired with their calls.
func (l *lowerer) number(out *lowered, common int, ends []int) {
	first := 0
	if out.transcript.System != nil {
		first = 1
	}
	l.pairing.Reset()
	pairing := &l.pairing
	list := l.list[:0]
	l.src = l.src[:0]
	for i := range l.messages[:common] {
		g := &l.messages[i]
		l.src = append(l.src, g.src)
		list = l.finish(list, g, first+i, pairing)
	}
	if out.src = l.src; len(list) > 0 {
		out.transcript.Steps = list[:len(list):len(list)]
	}
	l.list = list
	for _, end := range ends {
		fork := pairing.Clone()
		out.transcript.Alternatives = append(out.transcript.Alternatives, l.finish(nil, &l.messages[end-1], first+common, &fork))
	}
}

// finish appends the steps of a message to dst as those of the message of that
// number.
func (l *lowerer) finish(dst []ir.Step, g *message, message int, pairing *dialogue.Open) []ir.Step {
	l.asTools(g)
	for k := range g.items {
		it := &g.items[k]
		it.Role, it.Message = g.role, message
		switch it.Kind {
		case ir.Call:
			l.open = true
			pairing.Call(it)
		case ir.User, ir.Answer:
			l.open = it.Kind == ir.Answer && l.target != nil
			pairing.Reset()
		case ir.Observation:
			l.pair(it, pairing)
		}
		dst = append(dst, *it)
	}
	return dst
}

// asTools makes a user's message that begins with a result a tool's, where it would read as
// a question: neither a call nor an answer is before it.
func (l *lowerer) asTools(g *message) {
	if len(g.items) == 0 || g.items[0].Kind != ir.Observation || g.role != ir.RoleUser || l.open || l.flat || l.shape != nil {
		return
	}
	g.role = ir.RoleTool
	l.lose(&g.items[0], ir.CodeOrphanResult, "a result without a call before it was put in a tool's message: in the user's it would read as a question")
}

// pair finds the tool whose result an observation is, as a reader of the target
// will.
func (l *lowerer) pair(it *ir.Step, pairing *dialogue.Open) {
	if l.shape != nil {
		return
	}
	if l.target.NamesResults && !it.Bare {
		if it.Tool.Empty() {
			it.Tool = pairing.Next()
			return
		}
		l.checkName(it)
		pairing.Named(it.Tool)
		return
	}
	name := pairing.Next()
	if !it.Tool.Empty() && !text.Equal(name, it.Tool) {
		l.lose(it, ir.CodeResultName, "{style} can't say that this is a result of {tool}").Tool = it.Tool.String()
	}
	it.Tool = name
}
