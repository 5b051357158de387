package layouts

import (
	"github.com/toolspeak/toolspeak/ir"
)

// A log of the Responses API has a request and what came back in one record, each under a
// key of its own.

// findLog reads what a request had as "input", a list or what the user says, and what came
// back as "output".
func (l responses) findLog(r *Record) *ir.Diagnostic {
	r.layout = l
	if d := r.once("instructions", "input", "output", "tools"); d != nil {
		return d
	}
	b := r.turns(l)
	b.takes("input", "output", "tools")
	b.responsesPrompt()
	switch at := r.value("input"); {
	case at.End == 0 || b.isNull(at):
	case b.first(at) == '[':
		b.responsesItems(at)
	case b.isText(at):
		b.begin(ir.RoleUser, at)
		b.block(content{text: b.text(at)})
		b.items++
	default:
		return r.rejectAt(at.Start, ir.CodeWrongType, "\"input\" is %s: expected a list or a string", kindOf(r.doc.B, at))
	}
	b.end() // what the model said before is no part of what came back
	r.output = len(r.sources)
	b.responsesItems(r.value("output"))
	return b.done()
}

// responsesLists writes the items: those that a record of this shape had as "output" are
// that again.
func (w *stepWriter) responsesLists() {
	number := map[int]int{} // of the first item of each message: a step is an item
	for i := len(w.t.Steps) - 1; i >= 0; i-- {
		number[w.t.Steps[i].Message] = i
	}
	write := func(steps []ir.Step) {
		called := false
		for i := range steps {
			w.responsesItem(&steps[i], number[steps[0].Message]+i, called)
			called = steps[i].Kind == ir.Call
		}
	}
	all, log := w.t.Steps, w.same && !w.r.editor.anew && w.r.kind("output") == '['
	input := all
	for i := range all {
		if log && w.sourceOf(all[i].Message) >= w.r.output {
			input = all[:i]
			break
		}
	}
	w.comma()
	w.key("input")
	w.list(func() { w.eachMessage(input, write) })
	if log {
		w.comma()
		w.key("output")
		w.list(func() { w.eachMessage(all[len(input):], write) })
	}
}
