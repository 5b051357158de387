package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

func (l openAI) put(w *mover, out *convert.Output) *ir.Diagnostic {
	s := w.steps(l, out)
	s.arguments, s.gaps = out.Arguments, true
	s.r.written.Find(s.t.Steps)
	if s.staysInPlace() {
		s.inPlace()
		return nil
	}
	if w.r.fits || w.r.steps != nil && !s.same {
		s.functionTools()
	}
	if w.r.is('[') && s.t.Tools == nil && len(w.r.keys) <= len("{}") {
		s.list(s.openAIMessages)
		return nil
	}
	return w.object(l, out.System, func() {
		w.key("messages")
		s.list(s.openAIMessages)
		s.jsonMember("tools", s.t.Tools)
	})
}

// functionTools makes the tool list one of OpenAI's, if it can be read.
func (w *stepWriter) functionTools() {
	if tools := w.r.editor.tools.do(wrappedLine, w.t.Tools); tools != nil {
		w.t.Tools = tools
	}
}

// staysInPlace reports whether the list of messages stays where it is in the record. A
// trainer reads it under one key, with the prompt in it.
func (w *stepWriter) staysInPlace() bool {
	r := w.r
	switch {
	case !w.same || r.fits || r.system.End > 0 && r.holds(r.value("system")):
		return false
	case r.place.End > 0:
		return r.staysAtPlace(r.layout)
	}
	return !r.editor.anew || r.is('[') || r.value("messages").End > 0
}

// inPlace writes the record with other messages in the place of its own: all but
// those that changed are copied.
func (w *stepWriter) inPlace() {
	b, list := w.r.doc.B, w.r.openAIList().Inside()
	first, last := list.Start, list.Start
	if n := len(w.r.sources); n > 0 {
		first, last = w.r.sources[0].object.Start, w.r.sources[n-1].object.End
	}
	w.dst = append(w.dst, b[w.r.at.Start:first]...)
	w.ready = len(w.dst)
	w.openAIMessages()
	w.dst = append(w.dst, b[last:w.r.at.End]...)
}

// openAIMessages writes the messages of the lowered transcript.
func (w *stepWriter) openAIMessages() {
	w.leading()
	w.eachMessage(w.t.Steps, w.openAIMessage)
}

// openAIMessage writes a message, with the keys of the source's that steps have no word for.
func (w *stepWriter) openAIMessage(steps []ir.Step) {
	w.comma()
	first := &steps[0]
	source := w.sourceOf(first.Message)
	if first.Role == ir.RoleAssistant {
		w.openAITurn(steps, w.arguments == convert.ArgumentsObject || w.arguments == "" && source >= 0 && w.r.sources[source].objects)
	} else {
		w.headOf(first.Role, source)
		w.content(first, anthropicWords)
	}
	if first.Role == ir.RoleTool {
		w.openAIResult(first)
	}
	w.jsonMember("weight", first.Rare().Train)
	if source >= 0 {
		for _, m := range w.r.sources[source].rest {
			if !m.taken {
				w.comma()
				w.dst = append(w.dst, w.r.doc.B[m.Key.Start-1:m.Value.End]...)
			}
		}
	}
	w.raw("}")
}

// openAIResult writes which call a result answers: its id, and the name of its tool where
// the id does not say it.
func (w *stepWriter) openAIResult(it *ir.Step) {
	w.id("tool_call_id", it)
	if it.Tool.Empty() {
		return
	}
	if call := w.r.written.Call[w.at]; call >= 0 && it.Rare().HasID {
		if of := w.t.Steps[call].Rare(); of.HasID && text.Equal(of.ID, it.Rare().ID) {
			return
		}
	}
	w.textMember("name", it.Tool)
}

// openAITurn writes what a message of the model says and calls. objects means that
// arguments are.
func (w *stepWriter) openAITurn(steps []ir.Step, objects bool) {
	w.head(ir.RoleAssistant, false)
	var reasoning, words, refusal *ir.Step
	calls := steps[len(steps):]
	for i := range steps {
		switch it := &steps[i]; {
		case it.Kind == ir.Call && len(calls) == 0:
			calls = steps[i:]
		case it.Kind == ir.Call:
		case it.Kind == ir.Thought && it.Rare().Reasoning:
			reasoning = it
		case it.Rare().Refusal:
			refusal = it
		default:
			words = it
		}
	}
	switch {
	case words != nil:
		w.content(words, anthropicWords)
	case objects && refusal == nil: // templates refuse null
		w.raw(`""`)
	default:
		w.raw("null")
	}
	if refusal != nil {
		w.textMember("refusal", refusal.Text)
	}
	if reasoning != nil {
		w.textMember("reasoning_content", reasoning.Text)
	}
	if len(calls) == 0 {
		return
	}
	w.raw(`, "tool_calls": `)
	w.list(func() {
		for i := range calls {
			w.openAICall(&calls[i], objects)
		}
	})
}

func (w *stepWriter) openAICall(s *ir.Step, objects bool) {
	w.comma()
	w.raw(`{"id": `)
	w.text(s.Rare().ID)
	kind, args := "function", "arguments"
	if isCustom(s) {
		kind, args = "custom", "input"
	}
	w.raw(`, "type": "` + kind + `", "` + kind + `": {"name": `)
	w.text(s.Tool)
	w.comma()
	w.key(args)
	switch {
	case s.Args.Form != ir.JSON:
		w.text(s.Args.Raw)
	case objects:
		w.argsValue(&s.Args)
	default:
		w.text(s.Args.Value)
	}
	w.members(extraOf(s, innerKey))
	w.raw("}")
	w.extra(s, innerKey, "type")
	w.raw("}")
}
