package exchange

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// answer is what a model gave back.
type answer struct {
	// choice is the number of the answer that is wanted alone, or -1, and choices how many
	// there are.
	choice, choices int
	// shape is the one of its API, "" for words alone.
	shape string
	// message is the message of a chat, and items are those of Responses. words means that
	// the message was words alone.
	message, items []byte
	words          []byte
	// rest is the answer without these.
	rest []byte
}

func (a *answer) found() bool { return a.message != nil || a.items != nil }

// read reads an answer: the object that the API gave back, a stream of its events, that as
// a string, or words alone.
func (a *answer) read(value []byte) {
	value = unpacked(value)
	switch value[0] {
	case '"':
		words := stringOf(value)
		if whole := streamed(words); whole != nil {
			a.readObject(objectOf(whole))
			return
		}
		if len(bytes.TrimSpace([]byte(words))) > 0 {
			a.words, a.choices = value, 1
			a.message = object{{"role", jsonx.Quoted("assistant")}, {"content", value}}.json()
		}
	case '[':
		list := elements(value)
		if whole := merged(list); whole != nil {
			a.readObject(objectOf(whole))
		} else if len(list) == 1 && list[0][0] == '{' { // a list of the one answer
			a.readObject(objectOf(list[0]))
		}
	case '{':
		a.readObject(objectOf(value))
	}
}

// readObject reads the object that an API gave back.
func (a *answer) readObject(o object) {
	if o == nil {
		return
	}
	if list := elements(o.is("choices", '[')); len(list) > 0 {
		a.readChoices(o, "choices", list, choiceMessage)
	} else if list := elements(o.is("candidates", '[')); len(list) > 0 {
		if a.readChoices(o, "candidates", list, candidateContent); a.found() {
			a.shape = gemini
		}
	} else if list := o.is("output", '['); list != nil {
		a.shape, a.items, a.choices, a.rest = responses, list, 1, o.without("output").json()
	} else if list := o.is("content", '['); list != nil && isBlocks(list) {
		message := object{{"role", jsonx.Quoted("assistant")}, {"content", list}}
		a.shape, a.message, a.choices, a.rest = anthropic, message.json(), 1, o.without("role", "type", "content").json()
	} else if m := objectOf(objectOf(o.get("output")).get("message")); m != nil {
		a.shape, a.message, a.choices = converse, m.json(), 1
		a.rest = o.with("output", objectOf(o.get("output")).without("message").json()).json()
	} else if m := objectOf(o.get("message")); m.word("type") == "message" && isBlocks(m.is("content", '[')) {
		a.readObject(m) // of a batch
		a.rest = o.withRest("message", a.rest).json()
	} else if m.get("role") != nil {
		a.shape, a.message, a.choices, a.rest = chat, spoke(m), 1, o.without("message").json()
	} else if o.word("role") == "assistant" && (o.get("content") != nil || o.get("tool_calls") != nil) {
		a.shape, a.message, a.choices = chat, spoke(o), 1
	} else if text := o.is("text", '"'); text != nil {
		a.message, a.choices, a.rest = object{{"role", jsonx.Quoted("assistant")}, {"content", text}}.json(), 1, o.without("text").json()
	} else {
		for _, key := range [...]string{"body", "parsed_body", "json", "data", "response", "complete_streaming_response", "outputBodyJson", "chunks"} {
			v := o.get(key)
			if v == nil {
				continue
			}
			if inner := unpacked(v); inner[0] == '{' {
				a.readObject(objectOf(inner))
			} else if inner[0] == '[' || inner[0] == '"' && streamed(stringOf(inner)) != nil {
				a.read(inner)
			}
			if a.found() {
				a.rest = o.withRest(key, a.rest).json()
				return
			}
		}
	}
}

// readCalls reads calls that are next to a request, without a message around them.
func (a *answer) readCalls(o object) {
	message := object{{"role", jsonx.Quoted("assistant")}, {"content", []byte("null")}}
	for _, key := range [...]string{"tool_calls", "function_call"} {
		if calls := unpacked(o.get(key)); len(calls) > 0 && (calls[0] == '[' || calls[0] == '{') && !isEmpty(calls) {
			message, o = message.with(key, calls), o.without(key)
		}
	}
	if len(message) > 2 {
		a.shape, a.message, a.choices, a.rest = chat, message.json(), 1, o.json()
	}
}

// readChoices takes the message that is wanted out of a list of choices.
func (a *answer) readChoices(o object, key string, list [][]byte, of func(choice object) (message, rest object)) {
	at := max(a.choice, 0)
	if at >= len(list) {
		return
	}
	message, rest := of(objectOf(list[at]))
	if message == nil {
		return
	}
	a.shape, a.message, a.choices = chat, spoke(message), len(list)
	kept := [][]byte{}
	if says(rest) || a.choice < 0 && len(list) > 1 {
		kept = append(kept, rest.json()) // which is not read as an answer again
	}
	if a.choice < 0 {
		kept = append(kept, list[at+1:]...)
	}
	a.rest = o.withRest(key, jsonx.List(kept)).json()
}

// says reports whether what is left of a choice says something.
func says(rest object) bool {
	return slices.ContainsFunc(rest, func(m member) bool { return m.key != "index" && !isEmpty(m.value) })
}

// choiceMessage returns the message of a choice: of a chat, or the text of a completion.
func choiceMessage(choice object) (message, rest object) {
	for _, key := range [...]string{"message", "delta"} {
		if m := objectOf(choice.get(key)); m != nil {
			return m, choice.without(key)
		}
	}
	if text := choice.is("text", '"'); text != nil {
		return object{{"role", jsonx.Quoted("assistant")}, {"content", text}}, choice.without("text")
	}
	return nil, choice
}

// candidateContent returns the content of a candidate of Gemini.
func candidateContent(candidate object) (message, rest object) {
	content := objectOf(candidate.get("content"))
	if content.get("parts") == nil {
		return nil, candidate
	}
	if content.get("role") == nil {
		content = append(object{{"role", jsonx.Quoted("model")}}, content...)
	}
	return content, candidate.without("content")
}

// spoke returns a message of the model without the keys that say nothing, with its role.
func spoke(m object) []byte {
	out := object{}
	if m.get("role") == nil {
		out = append(out, member{"role", jsonx.Quoted("assistant")})
	}
	for _, it := range m {
		if it.key == "content" || !isEmpty(it.value) {
			out = append(out, it)
		}
	}
	return out.json()
}

// isBlocks reports whether a list is one of blocks with a type, as Anthropic's API gives it back.
func isBlocks(list []byte) bool {
	for _, e := range elements(list) {
		switch objectOf(e).word("type") {
		case "text", "tool_use", "thinking", "redacted_thinking", "server_tool_use":
			return true
		case "":
			return false
		}
	}
	return jsonx.SkipSpace(list, 1) == len(list)-1
}
