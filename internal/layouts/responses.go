package layouts

import (
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Responses is the shape of OpenAI's Responses API: messages, calls, results and
// reasoning are elements of one list.
const Responses Layout = "responses"

type responses struct{}

func (responses) about() *about { return &responsesAbout }

var responsesAbout = about{
	name: Responses, what: "items of OpenAI's Responses API", summary: "Responses: function_call and function_call_output as items",
	keys: []string{"instructions", "input", "tools"}, list: "input", adopts: true,
	holds: &convert.Target{
		Name: string(Responses), Arguments: convert.ArgumentsString, Itself: true, BrokenArgs: true, TextCalls: "type", NeedsIDs: true, MaxID: 64,
		Reasoning: true, Sealed: true, Refusals: true, UserParts: true, ResultParts: true, AnswerParts: true, UserPart: responsesImage, ResultPart: responsesImage, PlainWords: true,
		TextAfterCalls: true, Commentary: true, Order: convert.Order{ModelTogether: true},
	},
	tools: &toolRules{
		maxName: 64, others: "_-", keys: []string{"strict", "async", "allowed_callers", "defer_loading", "output_schema"},
		hosted: hasType(
			"file_search", "computer", "computer_use_preview", "web_search", "web_search_2025_08_26", "web_search_preview", "web_search_preview_2025_03_11",
			"mcp", "code_interpreter", "programmatic_tool_calling", "image_generation", "local_shell", "shell", "namespace", "tool_search", "apply_patch",
		), custom: flatCustom, form: &bareTool,
		own: func(tool []byte) bool {
			kind := typeOf(tool)
			return kind == "function" && hasAll(tool, "name", "parameters", "strict") || kind != "" && kind != "function" && !hasAll(tool, "input_schema")
		},
	},
	choice: func(c *toolChoice) ([]byte, bool) {
		return c.openAI(`{"type": "function", "name": ` + quoted(c.name) + `}`), true
	},
}

// isResponsesItem reports whether an object is an item that only this shape has.
func isResponsesItem(o *object) bool {
	switch kind := o.peek("type"); kind {
	case "reasoning", "item_reference":
		return true
	case "message":
		return o.has("status")
	case "function_call", "custom_tool_call":
		return true
	default: // what the service runs itself
		_, call := servedCall(kind)
		return call || isServedResult(kind)
	}
}

// isResponsesPart reports whether a part of a content is one of this API.
func isResponsesPart(o *object) bool {
	switch o.peek("type") {
	case "input_text", "input_image", "input_file", "output_text", "refusal":
		return true
	}
	return false
}

// showsResponses reports whether a list is one of items.
func (r *Record) showsResponses(list jsonx.Range) bool {
	return r.showsItem(list, isResponsesItem) || r.showsBlock(list, "content", isResponsesPart)
}

func (responses) shows(r *Record) bool {
	if r.is('[') {
		return r.showsItem(r.at, isResponsesItem)
	}
	return r.showsResponses(r.value("input")) || r.showsResponses(r.value("output"))
}

func (l responses) find(r *Record, _ bool) *ir.Diagnostic {
	if r.place.End == 0 && r.is('{') && r.kind("output") == '[' {
		return l.findLog(r)
	}
	return r.readList(l, "input", (*turnReader).responsesPrompt, (*turnReader).responsesItem)
}

// responsesPrompt takes the system prompt.
func (b *turnReader) responsesPrompt() {
	if at := b.value("instructions"); b.isText(at) {
		b.takes("instructions")
		b.systemText(b.content(at, typedWords), at)
	}
}

// responsesItems reads the items of a list.
func (b *turnReader) responsesItems(list jsonx.Range) {
	for e := range b.doc.Elements(list.Start) {
		o := b.object(e)
		b.responsesItem(&o)
	}
}

// madeID returns the id that an item gets which needs one and has none.
func madeID(kind string, item int) string { return kind + "_" + strconv.Itoa(item) }

// takeMade takes the id of an item, and what goes with it, if it is a made one. A prompt that
// became instructions no longer counts as an item.
func (b *turnReader) takeMade(o *object, kind string) {
	if number, err := strconv.Atoi(strings.TrimPrefix(o.peek("id"), kind+"_")); err == nil && o.is("id", madeID(kind, number)) {
		o.take("id")
		if o.is("status", "completed") {
			o.take("status")
		}
	}
}

func (b *turnReader) responsesItem(o *object) {
	defer func() { b.items++ }()
	kind := o.peek("type")
	switch {
	case kind == "function_call", kind == "custom_tool_call":
		b.responsesCall(o, kind)
	case kind == "function_call_output", kind == "custom_tool_call_output":
		b.begin(ir.RoleTool, o.at)
		o.word("type")
		var said content
		if at, ok := b.resultOf(o, "output"); ok {
			said = b.content(at, typedWords)
		}
		it := b.say(ir.Observation, said)
		b.toolOf(it, o, "name")
		b.answers(it, o, "call_id")
		b.extra(it, o)
	case kind == "reasoning":
		b.model(o.at)
		b.responsesReasoning(o)
	case (kind == "message" || kind == "") && o.has("role"):
		b.responsesMessage(o)
	case b.serverItem(o, kind):
	default:
		switch o.peek("role") {
		case "system", "developer":
			b.begin(ir.RoleSystem, o.at)
		default:
			b.model(o.at)
		}
		b.say(ir.Prose, content{parts: []ir.Part{{Raw: b.raw(o.at)}}})
	}
}

func (b *turnReader) responsesCall(o *object, kind string) {
	b.model(o.at)
	o.word("type")
	keys := callKeys{name: "name", id: "call_id", args: "arguments"}
	if kind == "function_call" {
		b.callOf(o, keys)
		return
	}
	input, ok := o.text("input")
	if !ok { // it is that of another tool
		b.callOf(o, keys)
		return
	}
	keys.args = ""
	it := b.callOf(o, keys)
	it.Args = ir.Args{Raw: input, Form: ir.PlainText}
	b.addExtra(it, []byte(customCall))
}

// responsesReasoning reads reasoning: its words are those of the content or, where
// it has none, of the summary.
func (b *turnReader) responsesReasoning(o *object) {
	o.word("type")
	b.takeMade(o, "rs")
	var said content
	for _, key := range [...]string{"content", "summary"} {
		at := o.value(key)
		if at.End == 0 || b.first(at) != '[' {
			continue
		}
		if c := b.content(at, func(part *object) (ir.Text, bool) {
			if kind := part.peek("type"); kind == "summary_text" || kind == "reasoning_text" {
				return part.text("text")
			}
			return ir.Text{}, false
		}); len(c.parts) > 0 {
			o.take(key)
			said = c
			break
		}
	}
	if at := o.value("summary"); said.parts == nil && at.End > 0 && emptyValue(b.raw(at)) {
		o.take("summary")
	}
	it := b.reason(said.text, o.seal("encrypted_content"))
	if len(said.parts) > 1 {
		b.more(it).Parts = said.parts
	}
	b.extra(it, o)
}

func (b *turnReader) responsesMessage(o *object) {
	o.takeKind("type", '"')
	role := o.word("role")
	refusal := false
	var said content
	at, ok := o.take("content")
	if ok {
		b.notePacked(at, ir.Prose)
		said = b.content(at, func(part *object) (ir.Text, bool) {
			if part.is("type", "refusal") {
				refusal = true
				part.word("type")
				return part.text("refusal")
			}
			return typedWords(part)
		})
	}
	switch role {
	case "assistant":
		b.model(o.at)
		if refusal {
			b.takeMade(o, "msg")
			b.extra(b.refuses(at, said), o)
			return
		}
		b.extra(b.responsesWords(o, said), o)
		return
	case "system", "developer":
		b.begin(ir.RoleSystem, o.at)
		b.source().developer = role == "developer"
	case "user":
		b.begin(ir.RoleUser, o.at)
	default:
		b.begin(ir.RoleUser, o.at)
		b.unknownRole(role, "user, assistant, system and developer")
	}
	b.block(said)
	b.extra(&b.list[len(b.list)-1], o)
}

// responsesWords adds words of the model.
func (b *turnReader) responsesWords(o *object, said content) *ir.Step {
	switch {
	case o.is("phase", "commentary"):
		if len(b.list) == b.begun || b.list[len(b.list)-1].Kind != ir.Call {
			o.take("phase") // else they are no thought without it
		}
		return b.say(ir.Prose, said)
	case o.is("phase", "final_answer"):
		return b.say(ir.Answer, said)
	}
	return b.speak(said)
}

func (l responses) put(w *mover, out *convert.Output) *ir.Diagnostic {
	return w.shaped(l, out, func(w *stepWriter) {
		if w.t.System != nil && !w.keepsPrompt("instructions") {
			w.textMember("instructions", w.t.System.Text)
		}
		w.responsesLists()
		w.toolList(flatForm)
	})
}

// The beginnings of parts of text: of input, of output, and of refusals.
const (
	inputWords   = `{"type": "input_text", "text": `
	outputWords  = `{"type": "output_text", "text": `
	refusalWords = `{"type": "refusal", "refusal": `
)

// responsesItem writes the item of that number. called means that it follows a
// call of its message.
func (w *stepWriter) responsesItem(s *ir.Step, number int, called bool) {
	if extraOf(s, partKey) != nil {
		return
	}
	w.comma()
	if item := extraOf(s, itemKey); item != nil {
		w.json(item)
		return
	}
	more := s.Rare()
	switch {
	case s.Kind == ir.Call:
		w.responsesCall(s)
		return
	case s.Kind == ir.Observation:
		kind := "function_call_output"
		if w.custom[more.ID.String()] {
			kind = "custom_tool_call_output"
		}
		w.raw(`{"type": "` + kind + `"`)
		w.id("call_id", s)
		w.comma()
		w.key("output")
		w.content(s, inputWords)
	case more.Reasoning:
		w.responsesReasoning(s, number)
		return
	case s.Kind == ir.Prose && more.Parts != nil && len(more.Parts) == 1 && more.Parts[0].Raw != nil:
		w.json(more.Parts[0].Raw)
		return
	case s.Role == ir.RoleAssistant:
		w.responsesWords(s, number, called)
		return
	default:
		w.raw(`{"role": "` + s.Role.String() + `", "content": `)
		w.content(s, inputWords)
	}
	w.extra(s, "type")
	w.raw("}")
}

// responsesWords writes what the model says.
func (w *stepWriter) responsesWords(s *ir.Step, number int, called bool) {
	if extraOf(s, "status") != nil || s.Rare().Refusal {
		w.raw(`{"type": "message", "role": "assistant"`)
	} else {
		w.raw(`{"role": "assistant"`)
	}
	w.comma()
	w.key("content")
	switch {
	case s.Rare().Refusal:
		w.list(func() { w.parts(s, refusalWords) })
		if extraOf(s, "id") == nil {
			w.raw(`, "id": "` + madeID("msg", number) + `", "status": "completed"`)
		}
	default:
		w.content(s, outputWords)
	}
	if s.Kind == ir.Prose && !called && extraOf(s, "phase") == nil {
		w.raw(`, "phase": "commentary"`)
	}
	w.extra(s)
	w.raw("}")
}

func (w *stepWriter) responsesCall(s *ir.Step) {
	w.noteCustom(s)
	if isCustom(s) {
		w.raw(`{"type": "custom_tool_call"`)
	} else {
		w.raw(`{"type": "function_call"`)
	}
	w.id("call_id", s)
	w.textMember("name", s.Tool)
	w.comma()
	if isCustom(s) {
		w.key("input")
		w.text(s.Args.Raw)
	} else {
		w.key("arguments")
		w.argsText(&s.Args)
	}
	w.extra(s, "type")
	w.raw("}")
}

func (w *stepWriter) responsesReasoning(s *ir.Step, number int) {
	w.raw(`{"type": "reasoning"`)
	if extraOf(s, "id") == nil {
		w.raw(`, "id": "` + madeID("rs", number) + `"`)
	}
	key, texts := "content", `{"type": "reasoning_text", "text": `
	if extraOf(s, "summary") == nil {
		key, texts = "summary", `{"type": "summary_text", "text": `
	}
	w.comma()
	w.key(key)
	w.list(func() {
		if s.Rare().Parts != nil || !s.Text.Empty() {
			w.parts(s, texts)
		}
	})
	w.members(s.Rare().Sealed)
	w.extra(s)
	w.raw("}")
}
