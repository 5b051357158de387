package layouts

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

func (l openAI) put(w *mover, out *convert.Output) *ir.Diagnostic {
	c := openAIWriter{mover: w, out: out, arguments: out.Arguments, links: &w.r.written}
	if c.staysInPlace() {
		c.inPlace()
		return nil
	}
	if w.r.fits || w.r.steps != nil && w.r.layout.name() != OpenAI {
		if tools := w.r.editor.tools.do(wrappedLine, out.Lowered.Tools); tools != nil {
			out.Lowered.Tools = tools
		}
	}
	if w.r.is('[') && out.Lowered.Tools == nil && len(w.r.keys) <= len("{}") {
		w.raw("[")
		c.messages()
		w.raw("]")
		return nil
	}
	return w.object(l, out.System, func() {
		w.key("messages")
		w.raw("[")
		c.messages()
		w.raw("]")
		if tools := out.Lowered.Tools; tools != nil {
			w.raw(`, "tools": `)
			w.dst = append(w.dst, tools...)
		}
	})
}

// openAIWriter writes messages of Chat Completions.
type openAIWriter struct {
	*mover
	out       *convert.Output
	arguments convert.Arguments // "" means as the source's message has them
	objects   bool              // of this message, they are objects
	links     *dialogue.Links
}

// staysInPlace reports whether the list of messages stays where it is in the record. A
// trainer reads it under one key, with the prompt in it.
func (w *openAIWriter) staysInPlace() bool {
	r := w.r
	switch {
	case r.steps == nil || r.layout.name() != OpenAI || r.fits:
		return false
	case r.system.End > 0 && r.holds(r.value("system")):
		return false
	}
	if r.place.End > 0 {
		return r.staysAtPlace(r.layout)
	}
	return !r.editor.anew || r.is('[') || r.value("messages").End > 0
}

// inPlace writes the record with other messages in the place of its own: all but
// those that changed are copied.
func (w *openAIWriter) inPlace() {
	b, list := w.r.doc.B, w.r.openAIList()
	w.dst = append(w.dst, b[w.r.at.Start:list.Start+1]...)
	n := len(w.r.sources)
	if n > 0 {
		w.dst = append(w.dst, b[list.Start+1:w.r.sources[0].object.Start]...)
	}
	w.messages()
	if n > 0 {
		w.dst = append(w.dst, b[w.r.sources[n-1].object.End:list.End-1]...)
	} else {
		w.dst = append(w.dst, b[list.Start+1:list.End-1]...)
	}
	w.dst = append(w.dst, b[list.End-1:w.r.at.End]...)
}

// messages writes the messages of the lowered transcript.
func (w *openAIWriter) messages() {
	t := &w.out.Lowered
	w.links.Find(t.Steps)
	first := 0
	if t.System != nil {
		first = 1
		w.systemPrompt(t.System)
	}
	last := -1
	if first > 0 {
		last = 0
	}
	for at := 0; at < len(t.Steps); {
		end := at + 1
		for end < len(t.Steps) && t.Steps[end].Message == t.Steps[at].Message {
			end++
		}
		source := w.out.Sources[t.Steps[at].Message-first]
		if t.Steps[at].Message > 0 {
			w.gap(last, source)
		}
		last = source
		w.objects = w.arguments == convert.ArgumentsObject || w.arguments == "" && w.own(source) && w.r.sources[source].objects
		if !w.copied(t.Steps[at:end], source) {
			w.message(at, end, source)
		}
		at = end
	}
}

// own reports whether the message of the source of that number is one of a list that
// is written in place.
func (w *openAIWriter) own(source int) bool {
	return source >= 0 && source < len(w.r.sources) && w.r.layout.name() == OpenAI
}

// gap writes what is between two messages.
func (w *openAIWriter) gap(last, next int) {
	if w.own(last) && w.own(next) && next == last+1 && w.r.sources[last].object.End <= w.r.sources[next].object.Start {
		w.dst = append(w.dst, w.r.doc.B[w.r.sources[last].object.End:w.r.sources[next].object.Start]...)
		return
	}
	w.raw(", ")
}

// systemPrompt writes the leading system message.
func (w *openAIWriter) systemPrompt(s *ir.System) {
	if own := w.r.steps; own != nil && w.own(0) && own.System != nil && text.Equal(own.System.Text, s.Text) {
		w.dst = append(w.dst, w.r.sources[0].object.Of(w.r.doc.B)...)
		return
	}
	w.headOf(ir.RoleSystem, 0)
	w.text(s.Text)
	w.raw("}")
}

// headOf writes the beginning of a message in the place of the source of that number, whose
// word for the role it keeps.
func (w *openAIWriter) headOf(role ir.Role, source int) {
	if role == ir.RoleSystem && w.own(source) && w.r.sources[source].developer && !w.r.editor.anew {
		w.raw(`{"role": "developer", "content": `)
		return
	}
	w.head(role, false)
}

// copied writes a message as it is in the record, if nothing of it changed.
func (w *openAIWriter) copied(steps []ir.Step, source int) bool {
	if !w.own(source) {
		return false
	}
	from := &w.r.sources[source]
	if from.odd || w.arguments != "" && (from.objects && !w.objects || from.strings && w.objects) {
		return false
	}
	was := w.r.stepsOf(source)
	if len(was) != len(steps) {
		return false
	}
	for i := range was {
		if !sameStep(&was[i], &steps[i]) {
			return false
		}
	}
	w.dst = append(w.dst, from.object.Of(w.r.doc.B)...)
	return true
}

// stepsOf returns the steps of a message of the record.
func (r *Record) stepsOf(message int) []ir.Step {
	steps := r.steps.Steps
	from, to := 0, len(steps)
	for from < to { // they are in the order of their messages
		if mid := (from + to) / 2; steps[mid].Message < message {
			from = mid + 1
		} else {
			to = mid
		}
	}
	end := from
	for end < len(steps) && steps[end].Message == message {
		end++
	}
	return steps[from:end]
}

// sameStep reports whether two steps say the same in the same bytes; their messages
// may have other numbers.
func sameStep(a, b *ir.Step) bool {
	return a.Kind == b.Kind && a.Failed == b.Failed && bytes.Equal(a.Text.B, b.Text.B) && bytes.Equal(a.Tool.B, b.Tool.B) &&
		bytes.Equal(a.Args.Raw.B, b.Args.Raw.B) && a.Args.Form == b.Args.Form && sameMore(a, b)
}

// sameMore reports whether two steps say the same of what few steps say.
func sameMore(a, b *ir.Step) bool {
	alone := func(s *ir.Step) *ir.Transcript { return &ir.Transcript{Steps: []ir.Step{{More: s.More}}} }
	return a.More == b.More || ir.Diff(alone(a), alone(b)) == ""
}

// message writes a message, with the keys of the source's that steps have no word for.
func (w *openAIWriter) message(at, end, source int) {
	steps := w.out.Lowered.Steps[at:end]
	first := &steps[0]
	switch first.Role {
	case ir.RoleAssistant:
		w.model(steps)
	case ir.RoleTool:
		w.head(ir.RoleTool, false)
		w.parts(first)
		w.resultOf(first, at)
	default:
		w.headOf(first.Role, source)
		w.parts(first)
	}
	if train := first.Rare().Train; train != nil {
		w.raw(`, "weight": `)
		w.dst = append(w.dst, train...)
	}
	if w.own(source) && w.r.sources[source].extra > 0 {
		w.otherKeys(&w.r.sources[source], first.Role)
	}
	w.raw("}")
}

// resultOf writes which call a result answers: its id, and the name of its tool where
// the id does not say it.
func (w *openAIWriter) resultOf(it *ir.Step, at int) {
	m := it.Rare()
	if m.HasID {
		w.raw(`, "tool_call_id": `)
		w.text(m.ID)
	}
	if it.Tool.Empty() {
		return
	}
	if call := w.links.Call[at]; call >= 0 && m.HasID {
		if of := w.out.Lowered.Steps[call].Rare(); of.HasID && text.Equal(of.ID, m.ID) {
			return
		}
	}
	w.raw(`, "name": `)
	w.text(it.Tool)
}

// otherKeys writes the keys of a message that steps have no word for.
func (w *openAIWriter) otherKeys(from *source, role ir.Role) {
	var keys openAIKeys
	object := from.object
	b := w.r.doc.B
	shareGPT := member(b, object.Start, "role").End == 0
	for m := range w.r.doc.Members(object.Start) {
		key := m.Key.Of(b)
		at := keys.slot(key)
		if at == &keys.name && role != ir.RoleTool && b[m.Value.Start] != 'n' {
			at = nil
		}
		if at == nil && !slices.Contains(from.others, m.Value) && !(shareGPT && (string(key) == "from" || string(key) == "value")) {
			w.raw(", ")
			w.dst = append(w.dst, b[m.Key.Start-1:m.Value.End]...)
		}
	}
}

// parts writes the content of a step: a string, or the list that it was.
func (w *openAIWriter) parts(it *ir.Step) {
	parts := it.Rare().Parts
	if parts == nil {
		w.text(it.Text)
		return
	}
	w.raw("[")
	for i := range parts {
		w.comma()
		if parts[i].Raw != nil {
			w.dst = append(w.dst, parts[i].Raw...)
			continue
		}
		w.raw(`{"type": "text", "text": `)
		w.text(parts[i].Text)
		w.raw("}")
	}
	w.raw("]")
}

// model writes a message of the model.
func (w *openAIWriter) model(steps []ir.Step) {
	w.head(ir.RoleAssistant, false)
	var reasoning, words *ir.Step
	calls := steps[len(steps):]
	for i := range steps {
		switch it := &steps[i]; {
		case it.Kind == ir.Thought && it.Rare().Reasoning:
			reasoning = it
		case it.Kind == ir.Call:
			calls = steps[i:]
		default:
			words = it
		}
		if len(calls) > 0 {
			break
		}
	}
	switch {
	case words != nil && words.Rare().Refusal:
		w.raw(`null, "refusal": `)
		w.text(words.Text)
	case words != nil:
		w.parts(words)
	case w.objects: // templates refuse null
		w.raw(`""`)
	default:
		w.raw("null")
	}
	if reasoning != nil {
		w.raw(`, "reasoning_content": `)
		w.text(reasoning.Text)
	}
	if len(calls) == 0 {
		return
	}
	w.raw(`, "tool_calls": [`)
	for i := range calls {
		w.comma()
		w.call(&calls[i])
	}
	w.raw("]")
}

// call writes a call.
func (w *openAIWriter) call(it *ir.Step) {
	m := it.Rare()
	rest := stepWriter{mover: w.mover}
	w.raw(`{"id": `)
	w.text(m.ID)
	if isCustom(it) {
		w.raw(`, "type": "custom", "custom": {"name": `)
		w.text(it.Tool)
		w.raw(`, "input": `)
		w.text(it.Args.Raw)
	} else {
		w.raw(`, "type": "function", "function": {"name": `)
		w.text(it.Tool)
		w.raw(`, "arguments": `)
		switch {
		case it.Args.Form != ir.JSON:
			w.text(it.Args.Raw)
		case w.objects:
			w.json(it.Args.Value)
		default:
			w.text(it.Args.Value)
		}
	}
	rest.members(extraOf(it, innerKey))
	w.raw("}")
	rest.extra(it, innerKey, "type")
	w.raw("}")
}

// json writes a text that is JSON as a value, on one line.
func (w *mover) json(value ir.Text) {
	at := len(w.dst)
	w.dst = value.AppendPlain(w.dst)
	jsonx.BreaksToSpaces(w.dst[at:])
	if value.Esc && text.HasLoneSurrogate(value) {
		w.dst = append(w.dst[:at], spell.EscapeSurrogates(w.dst[at:])...)
	}
}
