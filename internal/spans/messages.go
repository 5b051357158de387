package spans

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/dialects"
)

// numbered returns messages that attributes had by number, as messages of a chat. One without a
// role has that of whoever speaks.
func numbered(list []Value, speaker string) []byte {
	var out []Value
	for _, e := range list {
		o := objectOf(e)
		var m members
		role := o.word("role")
		if role == "" {
			role = speaker
		}
		m.add("role", string(quoted(role)))
		content := o.get("content")
		if inner := dialects.Inside(content); inner.IsArray() && role != "tool" { // parts
			content = inner
		}
		m.add("content", content.Raw)
		m.keepAll(o, "tool_call_id", "reasoning", "refusal", "finish_reason")
		if calls := o.list("tool_calls"); len(calls) > 0 {
			m.add("tool_calls", string(listOf(calls)))
		} else if call := o.word("function_call.name"); call != "" {
			var c members
			c.add("name", string(quoted(call)))
			c.keep("arguments", o, "function_call.arguments")
			m.add("tool_calls", "["+string(c.json())+"]")
		}
		out = append(out, dialects.Parse(m.json()))
	}
	return listOf(out)
}

// inferred returns messages of OpenInference as messages of a chat.
func inferred(list []Value) []byte {
	var out []Value
	for _, e := range list {
		o := objectOf(e).unwrapped("message")
		var m members
		role := o.word("role")
		if role == "" {
			role = "assistant"
		}
		m.add("role", string(quoted(role)))
		var parts, calls []Value
		for _, c := range o.list("contents") {
			parts = append(parts, contentPart(c))
		}
		switch content := o.get("content"); {
		case says([]byte(content.Raw)) || len(parts) == 0:
			m.add("content", content.Raw)
		default:
			m.add("content", string(listOf(parts)))
		}
		m.keepAll(o, "tool_call_id", "name")
		m.keep("reasoning", o, "reasoning_content", "reasoning")
		for _, c := range o.list("tool_calls") {
			t := objectOf(c).unwrapped("tool_call")
			var call members
			call.keep("id", t, "id")
			call.keep("name", t, "function.name", "name")
			if args := t.get("function.arguments", "function.arguments_json", "arguments"); args.Exists() {
				call.add("arguments", args.Raw)
			}
			calls = append(calls, dialects.Parse(call.json()))
		}
		if name := o.get("function_call_name"); len(calls) == 0 && name.Type == gjson.String {
			var call members
			call.add("name", name.Raw)
			call.keep("arguments", o, "function_call_arguments_json")
			calls = append(calls, dialects.Parse(call.json()))
		}
		if len(calls) > 0 {
			m.add("tool_calls", string(listOf(calls)))
		}
		out = append(out, dialects.Parse(m.json()))
	}
	return listOf(out)
}

// contentPart returns a part of a message of OpenInference as one of a chat.
func contentPart(v Value) Value {
	o := objectOf(v).unwrapped("message_content")
	var m members
	for i := range o {
		if key := o[i].key; !strings.Contains(key, ".") {
			m.add(key, o[i].value.Raw)
		}
	}
	if url := o.get("image.image.url", "image.url"); url.Exists() && !o.get("image").Exists() {
		m.add("image", `{"image": {"url": `+url.Raw+`}}`)
	}
	return dialects.Parse(m.json())
}

// prompted returns texts as what a user says.
func prompted(list []Value) []byte {
	var out []Value
	for _, e := range list {
		if inner := objectOf(e).get("prompt.text", "completion.text", "text"); inner.Exists() {
			e = inner
		}
		if e.Type == gjson.String {
			out = append(out, dialects.Parse([]byte(`{"role": "user", "content": `+e.Raw+"}")))
		}
	}
	return listOf(out)
}

// spanEvents takes the messages that a span has as events.
func (x *Span) spanEvents(events Value) {
	var list []Value
	for _, e := range events.Array() {
		a := attributesOf(objectOf(e).get("attributes", "fields"))
		name := dialects.Word(e, "name")
		if name == "" {
			name = a.word("event", "event.name")
		}
		switch {
		case name == "gen_ai.content.prompt":
			x.Input = []byte(x.whole(a.get("gen_ai.prompt")).Raw)
		case name == "gen_ai.content.completion":
			x.Output = []byte(x.whole(a.get("gen_ai.completion")).Raw)
		case name == "gen_ai.client.inference.operation.details":
			x.messages(a)
			return
		case strings.HasPrefix(name, "gen_ai."):
			var m members
			m.add("event.name", string(quoted(name)))
			body := a
			if inner := objectOf(a.get("gen_ai.event.content")); inner != nil {
				body = inner
			}
			for i := range body {
				m.add(body[i].key, body[i].value.Raw)
			}
			list = append(list, dialects.Parse(m.json()))
		}
	}
	if list != nil {
		x.eventList(list)
	}
}

// eventList takes messages that are events, in order.
func (x *Span) eventList(events []Value) {
	var in, out []Value
	for _, e := range events {
		o := objectOf(e)
		name := o.word("event.name", "name")
		message := eventMessage(name, o)
		if name == "gen_ai.choice" {
			out = append(out, message)
		} else if message.Exists() {
			in = append(in, message)
		}
	}
	x.Input, x.Output = listOf(in), listOf(out)
}

// event takes a message that is a record of its own.
func (x *Span) event(name string, a object, body Value) {
	x.Kind, x.Call = Event, name
	o := objectOf(body)
	if o == nil {
		o = a
	}
	message := eventMessage(name, o)
	if name == "gen_ai.choice" {
		x.Output = []byte(message.Raw)
	} else {
		x.Input = []byte(message.Raw)
	}
}

// eventRoles are the roles of messages by the names of their events.
var eventRoles = map[string]string{"gen_ai.system.message": "system", "gen_ai.user.message": "user", "gen_ai.assistant.message": "assistant", "gen_ai.tool.message": "tool", "gen_ai.choice": "assistant"}

// eventMessage returns the message that an event is.
func eventMessage(name string, o object) Value {
	role := eventRoles[name]
	if word := o.word("role"); role == "" || word != "" && name != "gen_ai.choice" {
		role = word
	}
	if role == "" {
		return Value{}
	}
	inner := o
	if name == "gen_ai.choice" {
		if v := dialects.Inside(o.get("message")); v.IsObject() {
			inner = objectOf(v)
		} else if v.Type == gjson.String || v.IsArray() {
			inner = object{{"content", v}}
		}
	}
	var m members
	m.add("role", string(quoted(role)))
	content := inner.get("content", "gen_ai.prompt", "gen_ai.completion")
	if parts := dialects.Inside(content); parts.IsArray() && (role != "tool" || strings.Contains(parts.Raw, `"toolResult"`)) {
		content = parts
	}
	m.add("content", content.Raw)
	calls := dialects.Inside(inner.get("tool_calls"))
	if !calls.IsArray() {
		calls = dialects.Inside(o.get("tool_calls"))
	}
	if calls.IsArray() {
		m.add("tool_calls", calls.Raw)
	}
	if role == "tool" {
		m.keep("tool_call_id", inner, "id", "tool_call_id")
	}
	if name == "gen_ai.choice" {
		m.keep("finish_reason", o, "finish_reason")
	}
	return dialects.Parse(m.json())
}
