package exchange

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// isRequest reports whether an object has a list of messages.
func isRequest(o object) bool { return listKey(o) != "" }

// listKey returns the key of an object's list of messages, or "".
func listKey(o object) string {
	for _, key := range lists {
		if isMessages(o.get(key), key) {
			return key
		}
	}
	return ""
}

// isMessages reports whether a value is a list whose first element is a message or an item.
func isMessages(value []byte, key string) bool {
	list := elements(unpacked(value))
	if len(list) == 0 {
		return false
	}
	o := objectOf(list[0])
	switch {
	case o == nil:
		return false
	case key == "contents":
		return o.get("parts") != nil
	case key == "input":
		return o.get("role") != nil || o.get("type") != nil
	}
	return o.get("role") != nil
}

// requestIn returns the request that a value is, or has as its body, and under which key it
// has that.
func requestIn(value []byte) (request object, body string) {
	if len(value) == 0 || value[0] != '{' && value[0] != '"' {
		return nil, ""
	}
	o := objectOf(unpacked(value))
	if o == nil {
		return nil, ""
	}
	if isRequest(o) {
		return o, ""
	}
	if said := spoken(o); said != nil {
		return said, ""
	}
	for _, key := range bodyKeys {
		if inner := objectOf(unpacked(o.get(key))); inner != nil && isRequest(inner) {
			return inner, key
		}
	}
	return nil, ""
}

// spoken returns a request whose words are no list of messages as one that has a list: a
// prompt, the input of Responses, or a message of Cohere with what was said before.
func spoken(o object) object {
	var said [][]byte
	say := func(role string, words []byte) {
		said = append(said, object{{"role", jsonx.Quoted(role)}, {"content", words}}.json())
	}
	history := o.is("chat_history", '[')
	for _, e := range elements(history) {
		m := objectOf(e)
		if m.get("tool_calls") != nil || m.get("tool_results") != nil || o.get("tool_results") != nil {
			return nil // which are for the reader of its shape
		}
		role := "user"
		switch strings.ToUpper(m.word("role")) {
		case "CHATBOT":
			role = "assistant"
		case "SYSTEM":
			role = "system"
		}
		if words := m.is("message", '"'); words != nil {
			say(role, words)
		}
	}
	switch {
	case o.is("input", '"') != nil && (o.get("model") != nil || o.get("instructions") != nil):
		say("user", o.get("input"))
		return o.with("input", jsonx.List(said))
	case o.is("message", '"') != nil && o.get("tools") != nil:
		return nil // it may be answered by calls
	case o.is("message", '"') != nil:
		say("user", o.get("message"))
	case o.is("prompt", '"') != nil:
		say("user", o.get("prompt"))
	}
	if said == nil {
		return nil
	}
	return o.without("message", "prompt", "chat_history").with("messages", jsonx.List(said))
}
