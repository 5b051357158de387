package layouts

import (
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// OpenAI is the shape of OpenAI's Chat Completions: a list of messages whose calls
// are under "tool_calls", or "function_call" as it was once.
const OpenAI Layout = "openai"

type openAI struct{}

func (openAI) about() *about { return &openAIAbout }

var openAIAbout = about{
	name: OpenAI, what: "messages of OpenAI's Chat Completions", summary: "Chat Completions: messages with tool_calls, or function_call",
	keys: []string{"messages", "tools"}, list: "messages", usual: true, inPlace: true, adopts: true,
	holds: &convert.Target{
		Name: string(OpenAI), Arguments: convert.ArgumentsString, Chooses: true, TextCalls: "type", BrokenArgs: true, NeedsIDs: true, NamesResults: true, MaxID: 40,
		OneText: true, Reasoning: true, Refusals: true, UserParts: true, ResultParts: true, AnswerParts: true, UserPart: openAIImage, Weights: convert.Weights{Out: "0", In: "1"},
		Order: convert.Order{CallsTogether: true},
	},
	tools: &toolRules{
		maxName: 64, others: "_-", keys: []string{"strict"}, hosted: never, custom: wrappedCustom, form: &wrappedTool,
		own: func(tool []byte) bool {
			kind := typeOf(tool)
			return (kind == "function" || kind == "custom") && isObject(tool, kind)
		},
	},
	choice: func(c *toolChoice) ([]byte, bool) {
		return c.openAI(`{"type": "function", "function": {"name": ` + quoted(c.name) + `}}`), true
	},
}

// shows reports whether a message of the record has calls, or a refusal. An empty or
// null "tool_calls" is no sign, and neither is the role tool: prompt styles use it too.
// Reasoning is one where there are no words that a prompt style could be in.
func (openAI) shows(r *Record) bool {
	list := r.openAIList()
	if list.End == 0 || r.doc.B[list.Start] != '[' {
		return false
	}
	for e := range r.doc.Elements(list.Start) {
		if r.doc.B[e.Start] != '{' {
			return false
		}
		reasons, silent := false, true
		for m := range r.doc.Members(e.Start) {
			value := m.Value.Of(r.doc.B)
			switch key := m.Key.Of(r.doc.B); {
			case emptyValue(value):
			case isKey(key, "toolInvocations") && value[0] == '[', isKey(key, "parts") && value[0] == '[' && r.showsItem(m.Value, func(o *object) bool { return o.has("toolInvocation") || o.has("toolCallId") }):
				return true
			case isKey(key, "tool_calls"), isKey(key, "function_call"), isKey(key, "refusal") && value[0] == '"':
				return true
			case isKey(key, "content"):
				if value[0] == '[' && r.showsItem(m.Value, func(o *object) bool { return o.is("type", "thinking") && o.first("thinking") == '[' }) {
					return true
				}
				if silent = false; value[0] == '[' && r.showsItem(m.Value, func(o *object) bool { return o.is("type", "refusal") }) {
					return true
				}
			case isKey(key, "reasoning_content"), isKey(key, "reasoning"), isKey(key, "thinking"), isKey(key, "reasoning_details"):
				reasons = true
			}
		}
		if reasons && silent {
			return true
		}
	}
	return false
}

// openAIList returns the list of messages: the record itself, or what is under a key.
func (r *Record) openAIList() jsonx.Range {
	switch {
	case r.place.End > 0:
		return r.place
	case r.is('['):
		return r.at
	}
	return r.value(r.messagesKey())
}

// messagesKey returns the key of the list of messages: "messages" or, where there is none,
// "conversations" if the record has that.
func (r *Record) messagesKey() string {
	if r.value("messages").End == 0 && r.value("conversations").End > 0 {
		return "conversations"
	}
	return "messages"
}

func (l openAI) find(r *Record, _ bool) *ir.Diagnostic {
	list := r.openAIList()
	switch {
	case !r.is('[') && !r.is('{'):
		return r.noRecord()
	case r.place.End > 0 && r.doc.B[list.Start] != '[':
		return r.rejectAt(list.Start, ir.CodeWrongType, "the transcript is %s: expected a list of messages", kindOf(r.doc.B, list))
	case list.End == 0 || r.doc.B[list.Start] == 'n':
		return r.lacksKey("messages")
	case r.doc.B[list.Start] != '[':
		return r.rejectAt(list.Start, ir.CodeWrongType, "\"messages\" is %s: expected a list of messages", kindOf(r.doc.B, list))
	}
	if d := r.once("messages", "conversations", "tools", "functions", "system"); d != nil {
		return d
	}
	b := r.turns(l)
	r.takeSystem()
	b.openAITools()
	return b.openAIMessages(list)
}

// openAITools takes the tools that the record has next to its messages.
func (b *turnReader) openAITools() {
	for _, key := range [...]string{"tools", "functions"} {
		at := b.value(key)
		if at.End == 0 || b.transcript.Tools != nil || key != "tools" && !b.namesFunctions(at) {
			continue
		}
		if !emptyTools(b.raw(at)) {
			if b.transcript.Tools = b.toolsAt(at); b.transcript.Tools == nil {
				continue
			}
		}
		if b.place.End == 0 || !b.staysAtPlace(b.target()) {
			b.taken = append(b.taken, at)
		}
	}
}

// namesFunctions reports whether a list is one of functions, as the API had it once.
// Other programs keep lists of their own under that key.
func (b *turnReader) namesFunctions(list jsonx.Range) bool {
	if b.first(list) != '[' {
		return false
	}
	for e := range b.doc.Elements(list.Start) {
		if b.first(e) != '{' || member(b.doc.B, e.Start, "name").End == 0 {
			return false
		}
	}
	return true
}

// openAIMessages reads the messages of a list, and makes them the record's.
func (b *turnReader) openAIMessages(list jsonx.Range) *ir.Diagnostic {
	b.Record.taken = append(b.Record.taken, list)
	for e := range b.doc.Elements(list.Start) {
		from := len(b.objects)
		o := b.object(e)
		b.begin(ir.RoleUser, e)
		if b.openAIMessage(&o); b.failed != nil {
			break
		}
		if b.rest(&o); b.source().rest == nil {
			b.objects = b.objects[:from]
		}
	}
	return b.done()
}

// rest notes the members of a message that were not taken: one that changed has them, too.
func (b *turnReader) rest(o *object) {
	for i := range o.members {
		if !o.members[i].taken {
			b.source().extra++
			b.source().rest = o.members
		}
	}
}

func (b *turnReader) openAIMessage(o *object) {
	if b.first(o.at) != '{' {
		b.fail(b.fault(ir.CodeWrongType, "the message is %s: expected an object", kindOf(b.doc.B, o.at)))
		return
	}
	b.openAIKeys(o)
	shareGPT := o.value("role").End == 0 && o.first("from") == '"'
	at, ok := o.takeKind("role", '"')
	if shareGPT {
		at, ok = o.take("from")
		b.source().odd = true
	}
	word := ""
	if ok {
		word = jsonx.Unquote(b.raw(at.Inside()))
	}
	role, known := roleOf(word)
	switch {
	case b.failed != nil:
		return
	case !ok:
		b.fail(b.fault(ir.CodeWrongType, `the message has no string under "role"`))
		return
	case !known:
		b.unknownRole(word, "user, assistant, system, developer, tool and function")
		return
	}
	b.role, b.source().developer = role, word == "developer"
	if word != role.String() && (b.editor.anew || !b.source().developer) {
		b.source().odd = true
	}
	key := "content"
	if shareGPT && o.value(key).End == 0 {
		key = "value"
	}
	switch role {
	case ir.RoleUser:
		b.openAIContent(ir.User, o, key)
	case ir.RoleSystem:
		if it := b.openAIContent(ir.Prose, o, key); b.number() == 0 && it.More != nil {
			b.source().odd = true // of the system prompt, the text alone is kept
		}
	case ir.RoleTool:
		b.openAIResult(o, key)
	case ir.RoleAssistant:
		b.openAITurn(o, key)
	}
	for _, key := range [...]string{"weight", "train"} {
		switch c := o.first(key); {
		case c == 't', c == 'f', c == '-', '0' <= c && c <= '9':
			at, _ := o.take(key)
			b.weigh(at, b.begun)
		}
	}
}

// openAIKeys looks at the keys of a message for which steps have words: each comes once, and
// null under one says nothing.
func (b *turnReader) openAIKeys(o *object) {
	padded := false
	for i := range o.members {
		m := &o.members[i]
		key := string(m.Key.Of(b.doc.B))
		null := b.isNull(m.Value)
		switch key {
		default:
			continue
		case "content":
			null = false
		case "refusal", "reasoning_content", "reasoning", "thinking", "function_call":
			if m.taken = null; null {
				padded = padded || key == "function_call"
				b.source().odd = b.source().odd || b.editor.anew
			}
		case "role", "tool_calls", "tool_call_id", "tool_call_ids", "name", "weight", "train", "id", "error", "toolInvocations", "parts":
			if m.taken = null; null {
				padded, b.source().odd = true, true // the API's own types refuse it
			}
		}
		if null {
			continue
		}
		for k := range o.members[:i] {
			if other := &o.members[k]; !other.taken && isKey(other.Key.Of(b.doc.B), key) {
				b.fail(b.fault(ir.CodeDuplicateKey, "the key %q comes twice in the message", key))
			}
		}
	}
	if padded {
		b.repair(ir.CodeNullPadding, "null under a key that may be missing was read as nothing")
	}
}

// openAIContent adds a step with what a message says under a key.
func (b *turnReader) openAIContent(kind ir.Kind, o *object, key string) *ir.Step {
	at, ok := jsonx.Range{}, false
	if kind == ir.Observation {
		at, ok = b.resultOf(o, key)
	} else {
		at, ok = o.drop(key)
	}
	if !ok || b.isNull(at) {
		b.source().odd = true
		if b.role != ir.RoleAssistant {
			b.repair(ir.CodeNullPadding, "null or no content was read as an empty text")
		}
		return b.step(kind, ir.Text{})
	}
	switch c := b.first(at); {
	case c == '"', c == '[':
		b.notePacked(at, kind)
	case kind == ir.Observation:
		b.source().odd = true
	default:
		b.fail(b.fault(ir.CodeWrongType, `"content" is %s: expected a string or a list of parts`, kindOf(b.doc.B, at)))
	}
	refused := false
	said := b.content(at, func(part *object) (words ir.Text, ok bool) {
		kind := part.peek("type")
		if kind != "text" && kind != "refusal" {
			return words, false
		}
		if words, ok = part.text("text"); !ok {
			words, ok = part.text("refusal")
		}
		part.take("type")
		refused = refused || ok && kind == "refusal"
		return words, ok
	})
	if said.parts != nil {
		b.openAIParts(at)
	}
	for _, rest := range said.rests {
		if rest != nil {
			b.source().extra++
		}
	}
	said.rests = nil
	if len(b.list) > b.begun && b.list[b.begun].Rare().Reasoning {
		said.parts = slices.DeleteFunc(said.parts, isReasoning)
		if said.parts != nil && len(said.parts) == 0 {
			return &b.list[b.begun]
		}
	}
	if it := b.reasonedFirst(&said); it != nil {
		return it
	}
	if refused && kind == ir.Answer {
		it := b.refuses(at, said)
		it.More.Parts = nil
		return it
	}
	return b.say(kind, said)
}

// openAIParts looks at the elements of a content, which are objects for the API.
func (b *turnReader) openAIParts(list jsonx.Range) {
	for e := range b.doc.Elements(list.Start) {
		switch b.first(e) {
		case '{':
		case '"':
			b.source().odd = true
		default:
			b.fail(b.fault(ir.CodeWrongType, "the part is %s: expected an object", kindOf(b.doc.B, e)))
		}
	}
}

// openAIResult reads a message of a tool.
func (b *turnReader) openAIResult(o *object, key string) {
	it := b.openAIContent(ir.Observation, o, key)
	ids := o.value("tool_call_ids")
	switch {
	case o.has("tool_call_id"):
		b.idOf(it, o, "tool_call_id")
	case ids.End > 0 && b.first(ids) == '[':
		o.take("tool_call_ids")
		b.source().odd = true
		for e := range b.doc.Elements(ids.Start) {
			b.id(it, e)
			break
		}
	case o.has("id"):
		b.idOf(it, o, "id")
		b.source().odd = true
	default:
		b.answers(it, o, "tool_call_id")
	}
	b.toolOf(it, o, "name")
	if at, ok := o.take("error"); ok {
		it.Failed = b.first(at) == 't' || b.isText(at) && b.saysMore(at)
		b.source().odd = true
	}
}
