package dataset

import "bytes"

// Keys and words that only styles with native tool calls have. A record that
// shows one is never converted in part: converting it is another style's work.

// foreignType tells whether a role, or the type of a message or of a part of
// its content, belongs to native tool calls.
func foreignType(word string) bool {
	switch word {
	case "tool_use", "tool_call", "tool_calls", "tool_result", "tool_response", "server_tool_use",
		"function_call", "function_call_output", "function_response":
		return true
	}
	return false
}

// foreignKey tells whether a message's key shows native tool calls.
func foreignKey(b []byte, key string, value span) bool {
	switch key {
	case "tool_calls", "function_call":
		return !emptyValue(value.of(b))
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
		return skipSpace(v, 1) == len(v)-1
	case '"':
		return len(v) == len(`""`)
	}
	return false
}

// foreignIn looks for a foreign sign anywhere in the value at offset at. It is
// asked about records that can't be read, to say more than that.
func foreignIn(b []byte, at int) string {
	switch b[at] {
	case '[':
		for e := range elements(b, at) {
			if sign := foreignIn(b, e.start); sign != "" {
				return sign
			}
		}
	case '{':
		for m := range members(b, at) {
			key := name(b, m.key)
			if foreignKey(b, key, m.value) {
				return key
			}
			if word := foreignWord(b, key, m.value); word != "" {
				return word
			}
			if sign := foreignIn(b, m.value.start); sign != "" {
				return sign
			}
		}
	}
	return ""
}

// foreignWord returns the value of a type or role that is foreign.
func foreignWord(b []byte, key string, value span) string {
	if b[value.start] != '"' || bytes.IndexByte(value.of(b), '_') < 0 {
		return ""
	}
	switch key {
	case "type", "role", "from":
		if word := name(b, value.inside()); foreignType(word) {
			return word
		}
	}
	return ""
}
