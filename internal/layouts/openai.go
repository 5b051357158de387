package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// OpenAI is the shape of OpenAI's Chat Completions: a list of messages whose calls
// are under "tool_calls", or "function_call" as it was once.
const OpenAI Layout = "openai"

type openAI struct{}

func (openAI) name() Layout         { return OpenAI }
func (openAI) what() string         { return "messages of OpenAI's Chat Completions" }
func (openAI) summary() string      { return "Chat Completions: messages with tool_calls, or function_call" }
func (openAI) keys() []string       { return []string{"messages", "tools"} }
func (openAI) makes() convert.Shape { return convert.KeepShape }
func (openAI) holds() *convert.Target {
	return &convert.Target{
		Name: string(OpenAI), Arguments: convert.ArgumentsString, Chooses: true, TextCalls: "type", BrokenArgs: true, NeedsIDs: true, NamesResults: true, MaxID: 40,
		OneText: true, Reasoning: true, Refusals: true, UserParts: true, ResultParts: true, AnswerParts: true, UserPart: openAIImage, Weights: convert.Weights{Out: "0", In: "1"},
		Order: convert.Order{CallsTogether: true},
	}
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
				if silent = false; value[0] == '[' && r.showsItem(m.Value, func(o *object) bool { return o.is("type", "refusal") }) {
					return true
				}
			case isKey(key, "reasoning_content"), isKey(key, "reasoning"), isKey(key, "thinking"):
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
	s := openAIReader{stepReader: r.readSteps(l)}
	r.taken = append(r.taken, list)
	r.takeSystem()
	s.toolList()
	for e := range s.doc.Elements(list.Start) {
		if d := s.readMessage(e); d != nil {
			return d
		}
	}
	s.finish()
	return nil
}

// openAIReader reads messages of Chat Completions.
type openAIReader struct {
	*stepReader
	k openAIKeys
}

// openAIKeys are the values of a message's keys that steps have words for.
type openAIKeys struct {
	invocations, parts, role, content, calls, call, id, ids, toolID, name, reasoning, refusal, train, failed jsonx.Range
}

// slot returns where the value of a key goes, or nil for one that steps have no word
// for.
func (k *openAIKeys) slot(key []byte) *jsonx.Range {
	switch string(key) {
	case "role":
		return &k.role
	case "content":
		return &k.content
	case "tool_calls":
		return &k.calls
	case "function_call":
		return &k.call
	case "tool_call_id":
		return &k.id
	case "tool_call_ids":
		return &k.ids
	case "name":
		return &k.name
	case "reasoning_content", "reasoning", "thinking":
		return &k.reasoning
	case "refusal":
		return &k.refusal
	case "weight", "train":
		return &k.train
	case "id":
		return &k.toolID
	case "error":
		return &k.failed
	case "toolInvocations":
		return &k.invocations
	case "parts":
		return &k.parts
	}
	return nil
}

// toolList takes the tools that the record has next to its messages.
func (s *openAIReader) toolList() {
	for _, key := range [...]string{"tools", "functions"} {
		at := s.value(key)
		if at.End == 0 || s.transcript.Tools != nil || key != "tools" && !s.namesFunctions(at) {
			continue
		}
		if !emptyTools(s.raw(at)) {
			if s.transcript.Tools = s.toolsAt(at); s.transcript.Tools == nil {
				continue
			}
		}
		if s.place.End == 0 || !s.staysAtPlace(s.target()) {
			s.taken = append(s.taken, at)
		}
	}
}

// namesFunctions reports whether a list is one of functions, as the API had it once.
// Other programs keep lists of their own under that key.
func (s *openAIReader) namesFunctions(list jsonx.Range) bool {
	if s.first(list) != '[' {
		return false
	}
	for e := range s.doc.Elements(list.Start) {
		named := false
		if s.first(e) == '{' {
			for m := range s.doc.Members(e.Start) {
				named = named || isKey(m.Key.Of(s.doc.B), "name")
			}
		}
		if !named {
			return false
		}
	}
	return true
}

// readMessage reads a message.
func (s *openAIReader) readMessage(e jsonx.Range) *ir.Diagnostic {
	s.message(ir.RoleUser, e)
	if s.first(e) != '{' {
		return s.fault(ir.CodeWrongType, "the message is %s: expected an object", kindOf(s.doc.B, e))
	}
	if d := s.members(e); d != nil {
		return d
	}
	if !s.isText(s.k.role) {
		return s.fault(ir.CodeWrongType, `the message has no string under "role"`)
	}
	word := said(s.raw(s.k.role.Inside()))
	role, known := roleOf(word)
	if !known {
		return s.fault(ir.CodeUnknownRole, "unknown role %.40q: known are user, assistant, system, developer, tool and function", word)
	}
	s.role, s.source().developer = role, word == "developer"
	if word != role.String() && (s.editor.anew || word != "developer") {
		s.source().odd = true
	}
	if s.k.name.End > 0 && role != ir.RoleTool {
		s.source().extra++ // who speaks
	}
	var d *ir.Diagnostic
	switch role {
	case ir.RoleSystem:
		d = s.systemMessage()
	case ir.RoleUser:
		_, d = s.content(ir.User)
	case ir.RoleTool:
		if s.source().extra > 0 {
			s.otherResultKeys(e)
		}
		d = s.result()
	case ir.RoleAssistant:
		d = s.model(e)
	}
	if d == nil {
		s.trained()
	}
	return d
}

// members finds the values of the message's keys.
func (s *openAIReader) members(e jsonx.Range) *ir.Diagnostic {
	s.k = openAIKeys{}
	var from, value jsonx.Range
	null := false
	for m := range s.doc.Members(e.Start) {
		key := m.Key.Of(s.doc.B)
		at := s.k.slot(key)
		switch {
		case at == nil && string(key) == "from" && from.End == 0:
			from = m.Value
		case at == nil && string(key) == "value" && value.End == 0:
			value = m.Value
		case at == nil:
			s.source().extra++
		case at.End > 0 && at == &s.k.reasoning:
			s.source().extra++ // the same once more, under another key
		case at.End > 0:
			return s.fault(ir.CodeDuplicateKey, "the key %q comes twice in the message", key)
		case s.isNull(m.Value) && at != &s.k.content:
			null = null || at != &s.k.refusal && at != &s.k.reasoning
			if s.editor.anew || at != &s.k.refusal && at != &s.k.reasoning && at != &s.k.call {
				s.source().odd = true // the API's own types refuse it
			}
		default:
			*at = m.Value
		}
	}
	s.shareGPTWords(from, value)
	if null {
		s.repair(ir.CodeNullPadding, "null under a key that may be missing was read as nothing")
	}
	return nil
}

// shareGPTWords takes the role and the content of a message that has them under the keys of
// ShareGPT, if it has none under its own.
func (s *openAIReader) shareGPTWords(from, value jsonx.Range) {
	take := func(slot *jsonx.Range, at jsonx.Range, is bool) {
		switch {
		case at.End == 0:
		case is:
			*slot = at
			s.source().odd = true
		default:
			s.source().extra++
		}
	}
	shareGPT := s.k.role.End == 0 && s.isText(from)
	take(&s.k.role, from, shareGPT)
	take(&s.k.content, value, shareGPT && s.k.content.End == 0)
}

// trained gives the steps of the message their weight in the loss.
func (s *openAIReader) trained() {
	if s.k.train.End == 0 {
		return
	}
	switch c := s.first(s.k.train); {
	case c == 't', c == 'f', c == '-', '0' <= c && c <= '9':
		for i := s.begun; i < len(s.list); i++ {
			s.more(&s.list[i]).Train = s.raw(s.k.train)
		}
	default:
		s.source().extra++
	}
}
