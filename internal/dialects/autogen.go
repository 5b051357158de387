package dialects

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// autoGenEvents are the types of events and messages of AutoGen that say something, and what
// others are.
var autoGenEvents = map[string]bool{
	"TextMessage": true, "ToolCallRequestEvent": true, "ToolCallExecutionEvent": true, "ThoughtEvent": true, "StopMessage": true, "HandoffMessage": true, "MultiModalMessage": true,
	"UserMessage": true, "AssistantMessage": true, "FunctionExecutionResultMessage": true, "SystemMessage": true, "StructuredMessage": true, "CodeGenerationEvent": true, "CodeExecutionEvent": true,
	"ToolCallSummaryMessage": false, "ModelClientStreamingChunkEvent": false, "MemoryQueryEvent": false, "UserInputRequestedEvent": false, "SelectSpeakerEvent": false, "SelectorEvent": false,
}

// isAutoGenEvent reports whether a value is an event or a message of AutoGen.
func isAutoGenEvent(v Value) bool {
	_, ok := autoGenEvents[Word(v, "type")]
	return ok && Word(v, "role") == "" && Has(v, "content") && (Has(v, "source") || Word(v, "type") != "TextMessage") && !Has(v, "kwargs")
}

// autoGenList returns the list of events that a value is, or has.
func autoGenList(v Value) Value {
	if v.IsObject() {
		v = Get(v, "messages")
	}
	return v
}

func isAutoGen(v Value) bool {
	if strings.HasSuffix(Word(v, "type"), "State") && (Has(v, "llm_context") || Has(v, "agent_states") || Has(v, "agent_state")) || Has(v, "agent_states") {
		return true
	}
	first := autoGenList(v).Get("0")
	if isAutoGenEvent(first) {
		return true
	}
	return v.IsArray() && Get(first, "messages").IsArray() && isAutoGenEvent(Get(first, "messages").Get("0"))
}

func readAutoGen(v Value) (all []*Builder) {
	switch {
	case Has(v, "agent_states"):
		Get(v, "agent_states").ForEach(func(name, state Value) bool {
			if inner := Get(state, "agent_state"); inner.IsObject() {
				state = inner
			}
			if Has(state, "llm_context") {
				b := newBuilder()
				b.autoGenAll(At(state, "llm_context", "messages").Array(), "")
				b.key("agent", name)
				all = append(all, b)
			}
			return true
		})
		return all
	case Has(v, "agent_state"):
		return readAutoGen(Get(v, "agent_state"))
	case Has(v, "llm_context"):
		b := newBuilder()
		b.autoGenAll(At(v, "llm_context", "messages").Array(), "")
		return one(b)
	}
	var events []Value
	for _, e := range autoGenList(v).Array() {
		if list := Get(e, "messages"); list.IsArray() && !isAutoGenEvent(e) { // the result of a task
			events = append(events, list.Array()...)
			continue
		}
		events = append(events, e)
	}
	var agents []string
	for _, e := range events {
		if from := Word(e, "source"); from != "" && from != "user" && !slices.Contains(agents, from) && autoGenEvents[Word(e, "type")] {
			agents = append(agents, from)
		}
	}
	if len(agents) < 2 {
		b := newBuilder()
		b.autoGenAll(events, "")
		b.rest(v, "messages")
		return one(b)
	}
	for _, agent := range agents {
		b := newBuilder()
		b.autoGenAll(events, agent)
		b.keys = b.keys.with("agent", agent)
		all = append(all, b)
	}
	return all
}

// autoGenAll reads events as one agent saw them: what others said is said by the user. "" is
// the one agent that there is.
func (b *Builder) autoGenAll(events []Value, agent string) {
	for _, e := range events {
		word, from := Word(e, "type"), Word(e, "source")
		own := agent == "" || from == agent
		said := Get(e, "content")
		if own {
			b.unread(e, "type", "source", "content", "thought", "target", "context")
		}
		switch speaks, known := autoGenEvents[word]; {
		case !known:
			b.fail("message %d is of the unknown type %.40q", b.number+2, word)
		case !speaks:
			b.leave(word)
		case word == "FunctionExecutionResultMessage" || word == "ToolCallExecutionEvent":
			for _, result := range said.Array() {
				if own {
					b.others(result, resultsKeys)
					value, failed := resultOf(result)
					b.result(Get(result, "call_id"), Get(result, "name"), value, failed)
				}
			}
		case word == "HandoffMessage" && own && b.repeats(said):
			b.leave(word)
		case word == "HandoffMessage" && agent != "" && Word(e, "target") == agent:
			b.autoGenAll(Get(e, "context").Array(), "")
			b.speak(ir.RoleUser, said)
		case word == "SystemMessage":
			b.speak(ir.RoleSystem, said)
		case word == "UserMessage", from == "user" && agent == "", !own && isText(said) && word != "ThoughtEvent":
			b.begin(ir.RoleUser)
			b.userParts(said)
		case !own:
		case word == "ThoughtEvent":
			b.begin(ir.RoleAssistant)
			b.say(readContent(said))
		default:
			b.autoGenModel(e, said)
		}
	}
}

// repeats reports whether words are those of the last result.
func (b *Builder) repeats(said Value) bool {
	n := len(b.t.Steps)
	return n > 0 && b.t.Steps[n-1].Kind == ir.Observation && b.t.Steps[n-1].Text.String() == textOf(said).String()
}

// autoGenModel reads what an agent says: words, or calls after what it thought.
func (b *Builder) autoGenModel(e, said Value) {
	if Word(e, "type") != "ToolCallRequestEvent" {
		b.begin(ir.RoleAssistant)
	} else {
		b.model()
	}
	if t := Get(e, "thought"); isText(t) {
		b.say(content{text: textOf(t)})
	}
	if said.IsArray() {
		if first := said.Get("0"); Has(first, "name") && Has(first, "arguments") {
			for _, call := range said.Array() {
				b.listedCall(call)
			}
			return
		}
	}
	b.say(readContent(said))
}
