package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// ADP is the shape of the Agent Data Protocol: a list of actions and observations.
const ADP Layout = "adp"

type adp struct{}

func (adp) about() *about { return &adpAbout }

var adpAbout = about{
	name: ADP, what: "a trajectory of the Agent Data Protocol", summary: "Agent Data Protocol: actions and observations with class_",
	keys: []string{"content"}, nulls: true,
	holds: &convert.Target{
		Name: string(ADP), Arguments: convert.ArgumentsObject, Itself: true, NeedsIDs: true, NamesResults: true, Reasoning: true, TextCalls: "class_", PlainText: true, NoTools: true,
		Order: convert.Order{NoPrompt: true, OneCall: true},
	},
}

func (adp) shows(r *Record) bool {
	return r.showsItem(r.value("content"), func(o *object) bool { return o.has("class_") })
}

// adpID is the id of a trajectory that has none.
const adpID = "toolspeak"

func (l adp) find(r *Record, _ bool) *ir.Diagnostic {
	return r.readList(l, "content", func(b *turnReader) {
		if r.kind("schema_version") == '"' {
			b.takes("schema_version")
		}
		if at := r.value("id"); b.isText(at) && isKey(at.Inside().Of(b.doc.B), adpID) {
			b.takes("id")
		}
	}, (*turnReader).adpItem)
}

func (b *turnReader) adpItem(o *object) {
	switch kind := o.peek("class_"); kind {
	case "api_action", "code_action", "message_action":
		b.begin(ir.RoleAssistant, o.at)
		b.adpAction(o, kind)
	case "text_observation":
		b.adpText(o)
	case "web_observation", "image_observation":
		b.adpSight(o)
	default:
		b.begin(ir.RoleUser, o.at)
		b.fail(b.fault(ir.CodeForeignStyle, "unknown class %.40q: known are api_action, code_action, message_action, text_observation, web_observation and image_observation", kind))
	}
}

func (b *turnReader) adpAction(o *object, kind string) {
	if o.says("reasoning_content") {
		t, _ := o.text("reasoning_content")
		b.reason(t, nil)
	}
	if o.says("description") {
		t, _ := o.text("description")
		b.step(ir.Thought, t)
	}
	switch kind {
	case "api_action":
		o.word("class_")
		b.callOf(o, callKeys{name: "function", id: "tool_call_id", args: "kwargs"})
		return
	case "code_action": // its class stays in Extra
		code, _ := o.text("content")
		it := b.callOf(o, callKeys{name: "language", id: "tool_call_id"})
		it.Args = ir.Args{Raw: code, Form: ir.PlainText}
		return
	default:
		o.word("class_")
		t, _ := o.text("content")
		b.extra(b.step(ir.Answer, t), o)
	}
}

func (b *turnReader) adpText(o *object) {
	o.word("class_")
	source := o.word("source")
	switch {
	case source == "agent":
		b.begin(ir.RoleAssistant, o.at)
		t, _ := o.text("content")
		b.extra(b.step(ir.Prose, t), o)
	case source == "user" && !o.has("tool_call_id"):
		b.begin(ir.RoleUser, o.at)
		t, _ := o.text("content")
		b.extra(b.step(ir.User, t), o)
	default:
		b.begin(ir.RoleTool, o.at)
		var said content
		if at, ok := b.resultOf(o, "content"); ok {
			said = b.content(at, typedWords)
		}
		it := b.say(ir.Observation, said)
		b.answers(it, o, "tool_call_id")
		b.toolOf(it, o, "name")
		b.extra(it, o)
	}
}

// adpSight adds a page or an image. It is a result where a call came before it, and
// what the user shows where none did.
func (b *turnReader) adpSight(o *object) {
	called := false
	for i := len(b.list) - 1; i >= 0 && !called; i-- {
		called = b.list[i].Kind == ir.Call || b.list[i].Kind == ir.Observation
	}
	kind, role := ir.User, ir.RoleUser
	if called && !o.is("source", "user") {
		kind, role = ir.Observation, ir.RoleTool
	}
	b.begin(role, o.at)
	it := b.say(kind, content{parts: []ir.Part{{Raw: b.raw(o.at)}}})
	if kind == ir.Observation {
		b.idOf(it, o, "tool_call_id")
	}
}

func (l adp) put(w *mover, out *convert.Output) *ir.Diagnostic {
	return w.shaped(l, out, func(w *stepWriter) {
		w.keepsMember(w.same, "schema_version")
		w.comma()
		if w.r.value("id").End == 0 {
			w.raw(`"id": "` + adpID + `", `)
		}
		w.raw(`"content": `)
		w.list(func() { w.eachMessage(w.t.Steps, w.adpItem) })
	})
}

// adpItem writes a message: an action with the thoughts before it, or an
// observation.
func (w *stepWriter) adpItem(steps []ir.Step) {
	w.comma()
	s := &steps[len(steps)-1]
	if s.Rare().Parts != nil && len(s.Rare().Parts) == 1 && s.Rare().Parts[0].Raw != nil {
		w.json(s.Rare().Parts[0].Raw)
		return
	}
	switch {
	case s.Kind == ir.Call && extraOf(s, "class_") != nil:
		w.raw("{")
		w.textMember("language", s.Tool)
		w.textMember("content", s.Args.Raw)
	case s.Kind == ir.Call:
		w.raw(`{"class_": "api_action"`)
		w.textMember("function", s.Tool)
		w.comma()
		w.key("kwargs")
		w.argsValue(&s.Args)
	case s.Kind == ir.Answer:
		w.raw(`{"class_": "message_action"`)
		w.textMember("content", s.Text)
	default:
		w.raw(`{"class_": "text_observation"`)
		w.textMember("content", s.Text)
		w.raw(`, "source": "` + adpSources[s.Kind] + `"`)
		if s.Kind == ir.Observation && !s.Tool.Empty() {
			w.textMember("name", s.Tool)
		}
	}
	for i := range steps[:len(steps)-1] {
		key := "description"
		if steps[i].Rare().Reasoning {
			key = "reasoning_content"
		}
		w.textMember(key, steps[i].Text)
	}
	w.id("tool_call_id", s)
	w.extra(s)
	w.raw("}")
}

// adpSources say where the words of observations come from.
var adpSources = [...]string{ir.User: "user", ir.Observation: "environment", ir.Prose: "agent"}
