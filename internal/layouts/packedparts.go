package layouts

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Logs and columns of data bases, whose contents are strings, hold a content that is a list
// of parts as the JSON of that list, or each part as that of an object. Such a record is
// read as one that has the parts themselves.

// partLists are the keys whose lists have messages with such contents.
var partLists = [...]string{"messages", "conversations", "input", "prompt", "completion", "chosen", "rejected"}

// mayPackParts reports whether a content may be parts in strings, by how it begins.
func mayPackParts(b []byte, content jsonx.Range) bool {
	switch b[content.Start] {
	case '"':
		return b[jsonx.SkipSpace(b, content.Start+1)] == '['
	case '[':
		first := jsonx.SkipSpace(b, content.Start+1)
		return b[first] == '"' && b[first+1] == '{'
	}
	return false
}

// mayPackParts reports whether a content of the record may be parts in strings.
func (r *Record) mayPackParts() bool {
	return r.packsParts || slices.ContainsFunc(r.pieces, func(p piece) bool { return p.packsParts })
}

// openParts opens the record with the parts that are in strings in the place of these. It
// returns nil where there are none or where that can't be read.
func (e *Editor) openParts(raw []byte) *Record {
	if e.fields != nil {
		return nil
	}
	u := partsUnpacker{b: raw}
	u.record()
	slices.SortFunc(u.found, func(a, b edit) int { return a.at.Start - b.at.Start })
	if len(u.found) == 0 || u.lists {
		return nil
	}
	r, _, d := e.open(u.found.in(raw))
	if d != nil {
		return nil
	}
	if r.foreign != "" {
		r.Release()
		return nil
	}
	r.unpackedParts, r.raw = len(u.found), raw
	return r
}

// Repairs returns what was repaired in the record as a whole to find its transcripts.
func (r *Record) Repairs() []ir.Diagnostic {
	var notes []ir.Diagnostic
	if r.exchanged.alone {
		notes = append(notes, RequestMissing())
	}
	notes = append(append(notes, r.sessionNotes...), r.fieldNotes...)
	if r.unpackedParts == 0 {
		return notes
	}
	d := ir.Report(ir.CodePartsInString, "contents that are JSON in strings were read as the parts that they say ({count})")
	d.Count = r.unpackedParts
	return append(notes, d)
}

// partsUnpacker makes a record with parts in the place of the strings that hold them.
type partsUnpacker struct {
	b []byte
	// found are the contents that were in strings, and lists means that another is a list
	// of parts: a program that writes such lists writes strings that are none.
	found edits
	lists bool
	// blocks means that a part is one of Anthropic's API, whose system prompt may be a list.
	blocks bool
}

func (u *partsUnpacker) record() {
	at := jsonx.TrimSpace(u.b)
	if at.Start >= at.End {
		return
	}
	var system jsonx.Range
	switch u.b[at.Start] {
	case '[':
		u.messages(at)
	case '{':
		for m := range jsonx.Members(u.b, at.Start) {
			switch key := jsonx.Unquote(m.Key.Of(u.b)); {
			case key == "system":
				system = m.Value
			case u.b[m.Value.Start] == '[' && slices.Contains(partLists[:], key):
				u.messages(m.Value)
			}
		}
	}
	if u.blocks && system.End > 0 {
		u.content(system)
	}
}

// messages looks at the contents of a list's messages. What a tool gave back is what it
// says: many give back such JSON.
func (u *partsUnpacker) messages(list jsonx.Range) {
	for e := range jsonx.Elements(u.b, list.Start) {
		if u.b[e.Start] != '{' {
			return
		}
		var role, content jsonx.Range
		for m := range jsonx.Members(u.b, e.Start) {
			switch key := m.Key.Of(u.b); {
			case isKey(key, "role"), isKey(key, "from"):
				role = m.Value
			case isKey(key, "content"), isKey(key, "value"):
				content = m.Value
			}
		}
		if role.End == 0 || content.End == 0 || u.b[role.Start] != '"' {
			continue
		}
		if speaker, known := roleOf(jsonx.Unquote(role.Inside().Of(u.b))); known && speaker != ir.RoleTool {
			u.content(content)
		}
	}
}

func (u *partsUnpacker) content(at jsonx.Range) {
	if !mayPackParts(u.b, at) {
		u.lists = u.lists || u.b[at.Start] == '[' && !emptyValue(at.Of(u.b))
		return
	}
	parts := packedParts(u.b, at)
	if parts == nil {
		return
	}
	u.found = append(u.found, edit{at, parts})
	for e := range jsonx.Elements(parts, 0) {
		switch kind := member(parts, e.Start, "type"); string(kind.Inside().Of(parts)) {
		case "thinking", "redacted_thinking", "tool_use", "tool_result":
			u.blocks = true
		}
	}
}

// packedParts returns the list of parts that a string is the JSON of, or of the parts that the
// strings of a list are the JSON of. It is nil where there is none.
func packedParts(b []byte, at jsonx.Range) []byte {
	var list []byte
	if b[at.Start] == '[' {
		list = unpackedEach(b, at)
	} else if said := bytes.TrimSpace(jsonx.AppendUnquoted(nil, at.Inside().Of(b))); isPacked(said) {
		list = said
	}
	if list == nil {
		return nil
	}
	for e := range jsonx.Elements(list, 0) {
		if !isPart(list, e) {
			return nil
		}
	}
	return list
}

// unpackedEach returns the list of the JSON that the strings of a list are, or nil.
func unpackedEach(b []byte, at jsonx.Range) []byte {
	list := []byte{'['}
	for e := range jsonx.Elements(b, at.Start) {
		if b[e.Start] != '"' {
			return nil
		}
		part := bytes.TrimSpace(jsonx.AppendUnquoted(nil, e.Inside().Of(b)))
		if !jsonx.Valid(part) {
			return nil
		}
		list = append(jsonx.AppendComma(list), part...)
	}
	return append(list, ']')
}

// partKeys are the types of parts, each with the key that such a part has and what its value
// begins with.
var partKeys = map[string]struct {
	key   string
	value string
}{
	"text": {"text", `"`}, "input_text": {"text", `"`}, "output_text": {"text", `"`}, "refusal": {"refusal", `"`},
	"image_url": {"image_url", `{"`}, "input_image": {"image_url", `{"`}, "input_audio": {"input_audio", `{`}, "audio_url": {"audio_url", `{`}, "video_url": {"video_url", `{`},
	"file": {"file", `{`}, "input_file": {"file_data", `"`}, "image": {"source", `{`}, "document": {"source", `{`},
	"thinking": {"thinking", `"`}, "redacted_thinking": {"data", `"`}, "tool_use": {"input", `{"`}, "tool_result": {"tool_use_id", `"`},
}

// isPart reports whether a value is a part of a content by its type and what goes with that.
func isPart(b []byte, e jsonx.Range) bool {
	if b[e.Start] != '{' {
		return false
	}
	kind := member(b, e.Start, "type")
	if kind.End == 0 || b[kind.Start] != '"' {
		return false
	}
	known, ok := partKeys[string(kind.Inside().Of(b))]
	if !ok {
		return false
	}
	value := member(b, e.Start, known.key)
	return value.End > 0 && bytes.IndexByte([]byte(known.value), b[value.Start]) >= 0
}
