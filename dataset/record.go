package dataset

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// record is a record that was decoded: the conversation, whose texts point into
// raw, and where its parts lie.
type record struct {
	raw    []byte
	layout Layout
	conv   ir.Conversation
	// value is the inside of the transcript's string or the list of messages;
	// bare tells that it is all of the record.
	value span
	bare  bool
	// system is the inside of the record's own system prompt, if it has one.
	system span
	// messages lie side by side with conv.Messages; one more follows where the
	// last message holds alternatives.
	messages []message
}

// decode finds the transcript in raw, which has passed check. A record that
// can't be read but shows a foreign style is decoded as that and no more.
func decode(raw []byte, want Layout) (*record, *ir.Diagnostic) {
	r := &record{raw: raw}
	s := trimSpace(raw)
	d := r.decode(s, want)
	if d == nil {
		return r, nil
	}
	if sign := foreignIn(raw, s.start); sign != "" {
		r.conv = ir.Conversation{Foreign: sign}
		return r, nil
	}
	return r, d
}

func (r *record) decode(s span, want Layout) *ir.Diagnostic {
	switch r.raw[s.start] {
	case '"':
		r.bare = true
		return r.text(s, want)
	case '[':
		r.bare = true
		return r.list(s, want)
	case '{':
		return r.object(s, want)
	}
	return rejectAt(r.raw, s.start, ir.CodeWrongType, "the record is %s: expected an object, a list of messages or a string", kindOf(r.raw, s))
}

// text reads a transcript that is one JSON string.
func (r *record) text(s span, want Layout) *ir.Diagnostic {
	if want != Auto && want != Text {
		return rejectAt(r.raw, s.start, ir.CodeUnknownLayout, "the transcript is a string: expected the layout %s", want)
	}
	r.layout, r.value = Text, s.inside()
	r.conv.Flat, r.conv.Text = true, ir.Escaped(r.value.of(r.raw))
	return nil
}

// list reads a list of messages.
func (r *record) list(s span, want Layout) *ir.Diagnostic {
	if want == Text {
		return rejectAt(r.raw, s.start, ir.CodeUnknownLayout, "the record is a list: expected the layout text")
	}
	r.value, r.layout = s, want
	if want == Auto {
		r.layout = Messages
	}
	for e := range elements(r.raw, s.start) {
		number := len(r.messages) + 1
		m, d := decodeMessage(r.raw, e, number)
		if d != nil {
			return d
		}
		if m.foreign != "" {
			r.conv.Foreign = m.foreign
			return nil
		}
		if want == Auto && number == 1 && m.from {
			r.layout = ShareGPT
		}
		r.messages = append(r.messages, m)
	}
	return r.conversation()
}

// conversation fills conv from messages.
func (r *record) conversation() *ir.Diagnostic {
	r.conv.Messages = make([]ir.Message, 0, len(r.messages))
	for i := range r.messages {
		m := &r.messages[i]
		last := i+1 == len(r.messages) && m.speaker == ir.RoleAssistant
		if m.alternatives != nil && !last {
			if len(m.alternatives) > 0 {
				return faultOf(i+1)(ir.CodeWrongType, "the content is a list of strings: only an assistant's message at the end may have alternatives")
			}
			m.alternatives, m.parts = nil, []part{}
		}
		if m.alternatives != nil {
			r.conv.HasAlternatives = true
			for _, a := range m.alternatives {
				r.conv.Alternatives = append(r.conv.Alternatives, ir.Escaped(a.of(r.raw)))
			}
			break
		}
		r.conv.Messages = append(r.conv.Messages, ir.Message{Role: m.speaker, Content: m.content(r.raw)})
	}
	return nil
}

// object reads a record with keys.
func (r *record) object(s span, want Layout) *ir.Diagnostic {
	found := map[string]span{}
	var keys []string
	for m := range members(r.raw, s.start) {
		key := name(r.raw, m.key)
		keys = append(keys, key)
		if !recordKey(key) {
			continue
		}
		if _, twice := found[key]; twice {
			return rejectAt(r.raw, m.key.start-1, ir.CodeDuplicateKey, "the key %q comes twice in the record", key)
		}
		found[key] = m.value
	}
	r.beside(found["system"], found["tools"])
	layout, d := chooseLayout(r.raw, found, want)
	if d != nil {
		return d
	}
	switch layout {
	case Text:
		return r.text(found["text"], Text)
	case Messages, ShareGPT:
		list := found[layoutKey(layout)]
		if r.raw[list.start] != '[' {
			return rejectAt(r.raw, list.start, ir.CodeWrongType, "%q is %s: expected a list of messages", layoutKey(layout), kindOf(r.raw, list))
		}
		return r.list(list, layout)
	}
	return rejectAt(r.raw, s.start, ir.CodeUnknownLayout,
		`no transcript found: expected a list under "messages" or "conversations", or a string under "text"; the record has %s`, nameKeys(keys))
}

// beside takes the record's own system prompt and its tools, given as values
// or, where the record has none, as empty spans.
func (r *record) beside(system, tools span) {
	if system.end > 0 && r.raw[system.start] == '"' {
		r.system = system.inside()
		r.conv.System, r.conv.HasSystem = ir.Escaped(r.system.of(r.raw)), true
	}
	if tools.end > 0 {
		r.conv.Tools = tools.of(r.raw)
	}
}

// recordKey tells whether a key of a record means something to us.
func recordKey(key string) bool {
	switch key {
	case "messages", "conversations", "text", "system", "tools":
		return true
	}
	return false
}

func layoutKey(l Layout) string {
	switch l {
	case Messages:
		return "messages"
	case ShareGPT:
		return "conversations"
	}
	return "text"
}

// chooseLayout finds out which of a record's keys holds the transcript. Auto
// means none.
func chooseLayout(raw []byte, found map[string]span, want Layout) (Layout, *ir.Diagnostic) {
	has := func(l Layout) bool {
		value, ok := found[layoutKey(l)]
		return ok && raw[value.start] != 'n' && (l != Text || raw[value.start] == '"')
	}
	switch {
	case want != Auto && (has(want) || want == Text):
		if has(want) {
			return want, nil
		}
		return Auto, nil
	case want != Auto:
		return Auto, reject(ir.CodeUnknownLayout, "the record has no %q: expected the layout %s", layoutKey(want), want)
	case has(Messages) && has(ShareGPT):
		return Auto, reject(ir.CodeUnknownLayout, `the record has "messages" and "conversations": --layout says which one holds the transcript`)
	case has(Messages):
		return Messages, nil
	case has(ShareGPT):
		return ShareGPT, nil
	case has(Text):
		return Text, nil
	}
	return Auto, nil
}

// nameKeys lists keys for a person, the first few of many.
func nameKeys(keys []string) string {
	const most = 8
	if len(keys) == 0 {
		return "no keys"
	}
	more := ""
	if len(keys) > most {
		keys, more = keys[:most], fmt.Sprintf(" and %d more", len(keys)-most)
	}
	quoted := make([]string, len(keys))
	for i, k := range keys {
		quoted[i] = fmt.Sprintf("%.40q", k)
	}
	return strings.Join(quoted, ", ") + more
}

// kindOf names what kind of JSON value stands at s.
func kindOf(raw []byte, s span) string {
	switch raw[s.start] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 'n':
		return "null"
	case 't', 'f':
		return string(bytes.TrimSpace(s.of(raw)))
	}
	return "a number"
}
