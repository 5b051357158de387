package layouts

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// callsFirst reports whether the record shows native tool calls of Chat Completions and no
// other shape can show: what all layouts would be asked for is seen in one pass up to the
// first calls. Where it is in doubt it reports false.
func (r *Record) callsFirst() bool {
	list := r.value("messages")
	if list.End == 0 || r.doc.B[list.Start] != '[' || r.hasValue("conversations") {
		return false
	}
	if r.mayShowOthers() {
		return false
	}
	for e := range r.doc.Elements(list.Start) {
		if r.doc.B[e.Start] != '{' {
			return false
		}
		var calls jsonx.Range
		for m := range r.doc.Members(e.Start) {
			first := r.doc.B[m.Value.Start]
			switch key := m.Key.Of(r.doc.B); string(key) {
			case "tool_calls":
				if first == '[' {
					calls = m.Value
				}
			case "content":
				if first == '[' {
					return false
				}
			}
		}
		if calls.End > 0 && !emptyValue(calls.Of(r.doc.B)) {
			return r.isWrapped(calls)
		}
	}
	return false
}

// mayShowOthers reports whether the record shows a shape that is known by other keys of the
// record than its messages. Where it has none of the keys that they look at, none is asked.
func (r *Record) mayShowOthers() bool {
	if !slices.ContainsFunc(r.members, func(m jsonx.Member) bool { return tellsShape(m.Key.Of(r.doc.B)) }) {
		return false
	}
	for _, l := range registry {
		if l.about().list == "messages" {
			break // it and those after it look at the messages
		}
		if l.shows(r) {
			return true
		}
	}
	return false
}

// tellsShape reports whether a shape is known by a key of its records, or whether the key is
// spelled with escapes.
func tellsShape(key []byte) bool {
	switch string(key) {
	case "toolspeak", "schema_version", "agent", "steps", "content", "contents", "input", "output", "responses_create_params", "response",
		"trajectory", "history", "loglines", "message", "type", "sessionId", "uuid":
		return true
	}
	return bytes.IndexByte(key, '\\') >= 0
}

// isWrapped reports whether the first of calls has its name and arguments in a wrapper.
func (r *Record) isWrapped(calls jsonx.Range) bool {
	for e := range r.doc.Elements(calls.Start) {
		if r.doc.B[e.Start] != '{' {
			return false
		}
		for m := range r.doc.Members(e.Start) {
			if string(m.Key.Of(r.doc.B)) == "function" {
				return r.doc.B[m.Value.Start] == '{'
			}
		}
		return false
	}
	return false
}
