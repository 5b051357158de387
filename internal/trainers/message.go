//go:build !js

package trainers

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// message is a message of a row.
type message struct {
	raw     []byte // its object
	role    ir.Role
	content jsonx.Range // in raw, the zero Range where it has none
	text    []byte      // the inside of a content in place of its own, or nil
	added   []byte      // members to add
	dropped []string    // keys that go
	source  int         // its number among those of the transcript, or -1
	// untrained means that it is the model's and not trained.
	untrained bool
}

// inside returns the inside of a message's string, escapes and all.
func (m *message) inside() []byte {
	if m.text != nil || m.content.End == 0 || m.raw[m.content.Start] != '"' {
		return m.text
	}
	return m.content.Inside().Of(m.raw)
}

// takeUp adds the content of the next message on a line of its own.
func (m *message) takeUp(next *message) {
	inside := append([]byte(nil), m.inside()...)
	if len(inside) > 0 {
		inside = append(inside, `\n`...)
	}
	m.text = append(inside, next.inside()...)
}

// endLine ends the content with a line feed, and reports whether there was none. A call
// after the content stands between it and the next message.
func (m *message) endLine() bool {
	inside := m.inside()
	if len(inside) == 0 || bytes.HasSuffix(plain(inside), []byte("\n")) || m.member("tool_calls") != nil || isCall(m.member("role")) {
		return false
	}
	m.text = append(append([]byte(nil), inside...), `\n`...)
	return true
}

// append appends the message.
func (m *message) append(dst []byte) []byte {
	if m.text == nil && m.added == nil && m.dropped == nil {
		return append(dst, m.raw...)
	}
	dst = append(dst, '{')
	for k := range jsonx.Members(m.raw, 0) {
		if slices.Contains(m.dropped, jsonx.Unquote(k.Key.Of(m.raw))) {
			continue
		}
		dst = append(jsonx.AppendComma(dst), m.raw[k.Key.Start-1:k.Value.Start]...)
		if k.Value == m.content && m.text != nil {
			dst = append(append(append(dst, '"'), m.text...), '"')
			continue
		}
		dst = append(dst, k.Value.Of(m.raw)...)
	}
	dst = append(dst, m.added...)
	return append(dst, '}')
}

// member returns the value of a key of the message, or nil.
func (m *message) member(key string) []byte {
	for k := range jsonx.Members(m.raw, 0) {
		if jsonx.Unquote(k.Key.Of(m.raw)) == key {
			return k.Value.Of(m.raw)
		}
	}
	return nil
}

// empty reports whether the message says nothing.
func (m *message) empty() bool {
	if m.member("tool_calls") != nil {
		return false
	}
	if m.text == nil && m.content.End > 0 && m.raw[m.content.Start] == '[' {
		for part := range jsonx.Elements(m.raw, m.content.Start) {
			if words := gjson.GetBytes(part.Of(m.raw), "text"); words.Type != gjson.String || strings.TrimSpace(words.Str) != "" {
				return false
			}
		}
		return true
	}
	return len(bytes.TrimSpace(m.inside())) == 0
}
