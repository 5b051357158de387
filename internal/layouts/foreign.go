package layouts

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// Keys and words that only styles with native tool calls have. A record that
// shows one is never converted in part: converting it is another style's work.

// foreignType reports whether a role, or the type of a message or of a part of
// its content, belongs to native tool calls.
func foreignType(word string) bool {
	switch word {
	case "tool_use", "tool-call", "tool-result", "tool_call", "tool_calls", "tool_result", "tool_response", "server_tool_use",
		"function_call", "function_call_output", "function_response", "reasoning", "thinking", "redacted_thinking":
		return true
	}
	return false
}

// foreignKey reports whether a message's key shows native tool calls.
func foreignKey(b []byte, key string, value jsonx.Range) bool {
	switch key {
	case "tool_calls", "function_call", "toolInvocations":
		return !emptyValue(value.Of(b))
	case "refusal":
		return b[value.Start] == '"' && !emptyValue(value.Of(b))
	case "class_":
		return true // agent-data-protocol
	}
	return false
}

func emptyValue(v []byte) bool {
	switch v[0] {
	case 'n', 'f':
		return true
	case '[', '{':
		return jsonx.SkipSpace(v, 1) == len(v)-1
	case '"':
		return len(v) == len(`""`)
	}
	return false
}

// foreignIn looks for a foreign sign anywhere in the value at offset at. It is
// asked about records that can't be read, to say more than that.
func foreignIn(doc jsonx.Value, at int) string {
	switch doc.B[at] {
	case '[':
		for e := range doc.Elements(at) {
			if sign := foreignIn(doc, e.Start); sign != "" {
				return sign
			}
		}
	case '{':
		for m := range doc.Members(at) {
			key := jsonx.Unquote(m.Key.Of(doc.B))
			if foreignKey(doc.B, key, m.Value) {
				return key
			}
			if word := foreignWord(doc.B, key, m.Value); word != "" {
				return word
			}
			if sign := foreignIn(doc, m.Value.Start); sign != "" {
				return sign
			}
		}
	}
	return ""
}

// foreignWord returns the value of a type or role that is foreign.
func foreignWord(b []byte, key string, value jsonx.Range) string {
	if b[value.Start] != '"' || bytes.IndexByte(value.Of(b), '_') < 0 {
		return ""
	}
	switch key {
	case "type", "role", "from":
		word := jsonx.Unquote(value.Inside().Of(b))
		if _, role := roleOf(word); foreignType(word) && (key == "type" || !role) {
			return word
		}
	}
	return ""
}
