package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Swift is the shape of ms-swift: calls and results are messages of the roles
// tool_call and tool_response.
const Swift Layout = "swift"

type swift struct{}

func (swift) about() *about { return &swiftAbout }

var swiftAbout = about{
	name: Swift, what: "messages of ms-swift", summary: "messages of the roles tool_call and tool_response",
	keys: []string{"messages", "tools"}, list: "messages", tools: &functionsOnly,
	holds: &convert.Target{
		Name: string(Swift), Arguments: convert.ArgumentsObject, Itself: true, NoIDs: true, NamesResults: true, OneText: true, ThinkBlocks: true, Reasoning: true, Values: true, ObjectValues: true,
		PlainText: true, Weights: convert.Weights{Out: "false", In: "true", Scales: true}, StepTrain: true, Order: convert.Order{ModelTogether: true, ResultsSorted: true, LineBeforeCall: true},
	},
}

// shows reports whether a message is a call. A result alone is no sign: those of
// prompt styles may be tool responses too.
func (swift) shows(r *Record) bool {
	return r.showsItem(r.openAIList(), func(o *object) bool { return turnRoleOf(o.peek("role")) == callTurn })
}

func (l swift) find(r *Record, _ bool) *ir.Diagnostic {
	return r.readList(l, r.messagesKey(), func(*turnReader) { r.takeSystem() }, (*turnReader).swiftMessage)
}

func (b *turnReader) swiftMessage(o *object) {
	word := o.word("role")
	role := turnRoleOf(word)
	if role == modelTurn || role == callTurn {
		b.model(o.at)
	} else {
		b.begin(role.speaker(), o.at)
	}
	first := len(b.list)
	at, ok := o.take("content")
	if role == resultTurn && !(ok && b.saysMore(at)) {
		if other, says := b.resultOf(o, "content"); says {
			at, ok = other, true
		}
	}
	switch {
	case role == unknownTurn:
		b.unknownRole(word, "system, user, assistant, tool_call and tool_response")
	case role == callTurn && ok && b.first(at) == '{':
		b.callObject(at)
	case role == callTurn && b.isText(at):
		b.callJSON(b.text(at))
	case role == callTurn:
		b.fail(b.fault(ir.CodeBrokenCall, `the call has neither a string nor an object under "content"`))
	default:
		b.swiftWords(role, at, ok)
	}
	if role == resultTurn {
		it := &b.list[len(b.list)-1]
		b.toolOf(it, o, "name")
	}
	b.swiftLoss(o, first)
	if len(b.list) > first {
		b.extra(&b.list[len(b.list)-1], o)
	} else {
		b.keep(o)
	}
}

// swiftWords adds what a message says that is no call.
func (b *turnReader) swiftWords(role turnRole, at jsonx.Range, ok bool) {
	var said content
	if ok {
		said = b.content(at, typedWords)
	}
	switch {
	case role == resultTurn:
		b.say(ir.Observation, said)
	case role != modelTurn:
		b.block(said)
	default:
		before := len(b.list)
		if said.parts == nil {
			said.text = b.reasoned(said.text)
		}
		if len(b.list) == before || !said.text.Empty() {
			b.speak(said)
		}
	}
}

// swiftLoss gives steps their weight in the loss: a number, or whether they count.
func (b *turnReader) swiftLoss(o *object, first int) {
	counts, ok := o.take("loss")
	if scale, scaled := o.take("loss_scale"); scaled && (!ok || b.first(counts) == 't') {
		counts, ok = scale, true
	}
	if ok {
		b.weigh(counts, first)
	}
}

func (l swift) put(w *mover, out *convert.Output) *ir.Diagnostic {
	return w.shaped(l, out, func(w *stepWriter) {
		w.messageList("messages", w.leading, w.swiftMessages)
		w.toolString()
	})
}

// leading writes the system prompt as a message of its own, unless the record's stays.
func (w *stepWriter) leading() {
	if w.t.System != nil && !w.keepsLeading() {
		w.headOf(ir.RoleSystem, 0)
		w.text(w.t.System.Text)
		w.raw("}")
	}
}

// headOf writes the beginning of a message in the place of the source of that number, whose
// word for the role it keeps.
func (w *stepWriter) headOf(role ir.Role, source int) {
	if role == ir.RoleSystem && w.same && source >= 0 && source < len(w.r.sources) && w.r.sources[source].developer && !w.r.editor.anew {
		w.raw(`{"role": "developer", "content": `)
		return
	}
	w.head(role, false)
}

// swiftMessages writes a message: of the model, one for each call, and one before
// them for reasoning and words.
func (w *stepWriter) swiftMessages(steps []ir.Step) {
	for i := 0; i < len(steps); i++ {
		s := &steps[i]
		switch {
		case s.Kind == ir.Call:
			w.swiftMessage("tool_call", s, func() { w.plain(appendCall(nil, s)) })
		case s.Rare().Reasoning:
			words := appendThink(nil, s.Text)
			if i+1 < len(steps) && isWords(&steps[i+1]) {
				i++
				s = &steps[i]
				words = append(words, s.Text.B...)
			}
			w.swiftMessage("assistant", s, func() { w.plain(words) })
		case s.Kind == ir.Observation:
			w.swiftResult(s)
		default:
			w.swiftMessage(s.Role.String(), s, func() { w.text(s.Text) })
		}
	}
}

// swiftResult writes a result, which answers the first open call unless it says the
// name of another.
func (w *stepWriter) swiftResult(s *ir.Step) {
	w.swiftMessage("tool_response", s, func() {
		if more := s.Rare(); more.Value != nil {
			w.json(more.Value)
		} else {
			w.text(s.Text)
		}
		if !s.Tool.Empty() {
			w.textMember("name", s.Tool)
		}
	})
}

func (w *stepWriter) swiftMessage(role string, s *ir.Step, content func()) {
	w.comma()
	w.raw(`{"role": "` + role + `", "content": `)
	content()
	switch train := s.Rare().Train; {
	case train == nil:
	case train[0] == 't' || train[0] == 'f':
		w.jsonMember("loss", train)
	default:
		w.raw(`, "loss": true`)
		w.jsonMember("loss_scale", train)
	}
	w.raw("}")
}
