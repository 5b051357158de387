package dataset

import (
	"bytes"
	"slices"
	"sync"

	"github.com/toolspeak/toolspeak/internal/jsonx"
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
	value jsonx.Range
	bare  bool
	// system is the inside of the record's own system prompt, if it has one.
	system jsonx.Range
	// messages lie side by side with conv.Messages; one more follows where the
	// last message holds alternatives.
	messages []message
	// index tells where the values of raw end, if indexed.
	index   jsonx.Index
	indexed bool
	edits   []edit // room for those of a message
}

// records are those that were released: their memory serves the next ones.
var records = sync.Pool{New: func() any { return new(record) }}

// newRecord returns a record of these bytes that is not decoded yet. The caller
// may release it when nothing uses it or its conversation any more.
func newRecord(raw []byte) *record {
	r := records.Get().(*record)
	r.raw = raw
	return r
}

func (r *record) release() {
	const most = 1 << 12
	if cap(r.messages) > most {
		return // the memory of an unusual record is not worth keeping
	}
	clear(r.messages)
	clear(r.conv.Messages)
	*r = record{messages: r.messages[:0], conv: ir.Conversation{Messages: r.conv.Messages[:0]}, index: r.index, edits: r.edits[:0]}
	records.Put(r)
}

// check is check of the record's bytes, which makes the index on the way.
func (r *record) check() *ir.Diagnostic {
	if r.indexed = r.index.Scan(r.raw); r.indexed {
		return nil
	}
	return check(r.raw)
}

func (r *record) checked() jsonx.Value {
	if r.indexed {
		return jsonx.Value{B: r.raw, X: &r.index}
	}
	return jsonx.Value{B: r.raw}
}

// decode finds the transcript in raw, which has passed check. A record that
// can't be read but shows a foreign style is decoded as that and no more.
func decode(raw []byte, want Layout) (*record, *ir.Diagnostic) {
	r := &record{raw: raw}
	return r, r.read(want)
}

// read is decode for a record that passed its check.
func (r *record) read(want Layout) *ir.Diagnostic {
	s := jsonx.TrimSpace(r.raw)
	d := r.decode(s, want)
	if d == nil {
		return nil
	}
	if sign := foreignIn(r.raw, s.Start); sign != "" {
		r.conv = ir.Conversation{Foreign: sign}
		return nil
	}
	return d
}

func (r *record) decode(s jsonx.Range, want Layout) *ir.Diagnostic {
	switch r.raw[s.Start] {
	case '"':
		r.bare = true
		return r.text(s, want)
	case '[':
		r.bare = true
		return r.list(s, want)
	case '{':
		return r.object(s, want)
	}
	return rejectAt(r.raw, s.Start, ir.CodeWrongType, "the record is %s: expected an object, a list of messages or a string", kindOf(r.raw, s))
}

// text reads a transcript that is one JSON string.
func (r *record) text(s jsonx.Range, want Layout) *ir.Diagnostic {
	if want != Auto && want != Text {
		return rejectAt(r.raw, s.Start, ir.CodeUnknownLayout, "the transcript is a string: expected the layout %s", want)
	}
	r.layout, r.value = Text, s.Inside()
	r.conv.Flat, r.conv.Text = true, ir.Escaped(r.value.Of(r.raw))
	return nil
}

// list reads a list of messages.
func (r *record) list(s jsonx.Range, want Layout) *ir.Diagnostic {
	if want == Text {
		return rejectAt(r.raw, s.Start, ir.CodeUnknownLayout, "the record is a list: expected the layout text")
	}
	r.value, r.layout = s, want
	if want == Auto {
		r.layout = Messages
	}
	for e := range r.checked().Elements(s.Start) {
		r.messages = append(r.messages, message{object: e})
		number := len(r.messages)
		m := &r.messages[number-1]
		if d := m.decode(r.checked(), number); d != nil {
			r.messages = r.messages[:number-1]
			return d
		}
		if m.foreign != "" {
			r.conv.Foreign = m.foreign
			r.messages = r.messages[:number-1]
			return nil
		}
		if want == Auto && number == 1 && m.from {
			r.layout = ShareGPT
		}
	}
	return r.conversation()
}

// conversation fills conv from messages.
func (r *record) conversation() *ir.Diagnostic {
	r.conv.Messages = slices.Grow(r.conv.Messages, len(r.messages))
	for i := range r.messages {
		m := &r.messages[i]
		last := i+1 == len(r.messages) && m.speaker == ir.RoleAssistant
		if m.alternatives != nil && !last {
			if len(m.alternatives) > 0 {
				return messageFault(i+1).is(ir.CodeWrongType, "the content is a list of strings: only an assistant's message at the end may have alternatives")
			}
			m.alternatives, m.parts = nil, []part{}
		}
		if m.alternatives != nil {
			r.conv.HasAlternatives = true
			for _, a := range m.alternatives {
				r.conv.Alternatives = append(r.conv.Alternatives, ir.Escaped(a.Of(r.raw)))
			}
			break
		}
		r.conv.Messages = append(r.conv.Messages, ir.Message{Role: m.speaker, Content: m.content(r.raw)})
	}
	return nil
}

// object reads a record with keys.
func (r *record) object(s jsonx.Range, want Layout) *ir.Diagnostic {
	var found keyed
	for m := range r.checked().Members(s.Start) {
		at := found.at(m.Key.Of(r.raw))
		if at == nil {
			continue
		}
		if at.End > 0 {
			return rejectAt(r.raw, m.Key.Start-1, ir.CodeDuplicateKey, "the key %q comes twice in the record", jsonx.Unquote(m.Key.Of(r.raw)))
		}
		*at = m.Value
	}
	r.beside(found.system, found.tools)
	layout, d := chooseLayout(r.raw, s, &found, want)
	if d != nil {
		return d
	}
	switch layout {
	case Text:
		return r.text(found.text, Text)
	case Messages, ShareGPT:
		list := *found.slot(layoutKey(layout))
		if r.raw[list.Start] != '[' {
			return rejectAt(r.raw, list.Start, ir.CodeWrongType, "%q is %s: expected a list of messages", layoutKey(layout), kindOf(r.raw, list))
		}
		return r.list(list, layout)
	}
	if want == Text {
		return absent(r.raw, s, `the record has no string under "text": expected the layout text`)
	}
	return noTranscript(r.raw, s)
}

// beside takes the record's own system prompt and its tools, given as values
// or, where the record has none, as empty spans.
func (r *record) beside(system, tools jsonx.Range) {
	if system.End > 0 && r.raw[system.Start] == '"' {
		r.system = system.Inside()
		r.conv.System, r.conv.HasSystem = ir.Escaped(r.system.Of(r.raw)), true
	}
	if tools.End > 0 {
		r.conv.Tools = tools.Of(r.raw)
	}
}

// keyed are the values of a record under the keys that mean something to us. A
// key that is missing has an empty span.
type keyed struct{ messages, conversations, text, system, tools jsonx.Range }

// at is slot for the inside of a key's string. Keys that mean nothing, of which
// a record may have many, cost nothing.
func (k *keyed) at(inside []byte) *jsonx.Range {
	if bytes.IndexByte(inside, '\\') >= 0 {
		return k.slot(ir.Escaped(inside).String())
	}
	switch string(inside) {
	case "messages", "conversations", "text", "system", "tools":
		return k.slot(string(inside))
	}
	return nil
}

// slot returns the place of a key's value, or nil.
func (k *keyed) slot(key string) *jsonx.Range {
	switch key {
	case "messages":
		return &k.messages
	case "conversations":
		return &k.conversations
	case "text":
		return &k.text
	case "system":
		return &k.system
	case "tools":
		return &k.tools
	}
	return nil
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
func chooseLayout(raw []byte, s jsonx.Range, found *keyed, want Layout) (Layout, *ir.Diagnostic) {
	has := func(l Layout) bool {
		value := *found.slot(layoutKey(l))
		return value.End > 0 && raw[value.Start] != 'n' && (l != Text || raw[value.Start] == '"')
	}
	switch {
	case want != Auto && (has(want) || want == Text):
		if has(want) {
			return want, nil
		}
		return Auto, nil
	case want != Auto:
		return Auto, lacksKey(raw, s, layoutKey(want), want)
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

// kindOf names what kind of JSON value stands at s.
func kindOf(raw []byte, s jsonx.Range) string {
	switch raw[s.Start] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 'n':
		return "null"
	case 't', 'f':
		return string(bytes.TrimSpace(s.Of(raw)))
	}
	return "a number"
}
