package layouts

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// rejectAt is reject with the place of an offset in the record.
func (r *Record) rejectAt(offset int, code ir.Code, format string, args ...any) *ir.Diagnostic {
	return rejectAt(r.doc.B, offset, code, format, args...)
}

// noRecord says that a value is none that can hold a transcript.
func (r *Record) noRecord() *ir.Diagnostic {
	return r.rejectAt(r.at.Start, ir.CodeWrongType, "the record is %s: expected an object, a list of messages or a string", kindOf(r.doc.B, r.at))
}

// noTranscript says that the record has none of the keys by which a layout is
// recognised, and where else there is what looks like a transcript.
func (r *Record) noTranscript() *ir.Diagnostic {
	path, export := r.likelyPath(r.at.Start, maxPath), r.export()
	switch {
	case path != "" && export != "":
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout,
			"the record looks like %[2]s; it looks as if a transcript were at %[1]s: try --field %[1]s", quotePath(path), export)
	case export != "":
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout,
			`the record looks like %s, which holds no list of messages: write one under "messages"`, export)
	case path != "":
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout,
			`no transcript under "messages", "conversations" or "text"; it looks as if it were at %[1]s: try --field %[1]s`, quotePath(path))
	}
	return r.absent(`no transcript found: expected a list under "messages" or "conversations", a string under "text", ` +
		`"prompt" and "completion", "instruction" and "output", or "chosen" and "rejected"`)
}

// maxPath is how many steps a path has at most that likelyPath finds: so deep the
// index of the record reaches.
const maxPath = 5

// likelyPath returns the path of the first list of messages in the value at offset
// at, or "".
func (r *Record) likelyPath(at, depth int) string {
	if depth == 0 {
		return ""
	}
	step := func(name string, value jsonx.Range) string {
		if r.isMessageList(value.Start) {
			return name
		}
		if rest := r.likelyPath(value.Start, depth-1); rest != "" {
			return name + "." + rest
		}
		return ""
	}
	switch r.doc.B[at] {
	case '{':
		for m := range r.doc.Members(at) {
			if path := step(gjson.Escape(jsonx.Unquote(m.Key.Of(r.doc.B))), m.Value); path != "" {
				return path
			}
		}
	case '[':
		n := 0
		for e := range r.doc.Elements(at) {
			if path := step(strconv.Itoa(n), e); path != "" {
				return path
			}
			n++
		}
	}
	return ""
}

// isMessageList reports whether the value at offset at is a list whose first
// element is a message.
func (r *Record) isMessageList(at int) bool {
	if r.doc.B[at] != '[' {
		return false
	}
	for e := range r.doc.Elements(at) {
		return isMessage(r.doc, e.Start)
	}
	return false
}

// quotePath quotes a path for a shell where it is more than a word.
func quotePath(path string) string {
	for i := range len(path) {
		if c := path[i]; c != '.' && c != '_' && c != '-' && (c < '0' || '9' < c && c < 'A' || 'Z' < c && c < 'a' || 'z' < c) {
			return strconv.Quote(path)
		}
	}
	return path
}

// lacksKey says that the record lacks a key of its layout.
func (r *Record) lacksKey(key string) *ir.Diagnostic {
	return r.absent(fmt.Sprintf("the record has no %q: expected the layout %s", key, r.layout.name()))
}

// absent says what was missed in the record, which keys it has, and which flags
// name another place.
func (r *Record) absent(missed string) *ir.Diagnostic {
	if len(r.members) == 0 {
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout, "%s; the record has no keys", missed)
	}
	return r.rejectAt(r.at.Start, ir.CodeUnknownLayout,
		"%s; keys found: %s; --layout NAME or --field PATH says which hold the transcript", missed, r.listKeys())
}

// listKeys lists the keys of the record for a person, the beginnings of the first
// few of many. What a terminal would obey is escaped.
func (r *Record) listKeys() string {
	const most, long = 8, 40
	var quoted []string
	for _, m := range r.members[:min(most, len(r.members))] {
		quoted = append(quoted, fmt.Sprintf("%q", clip.Dots(jsonx.Unquote(m.Key.Of(r.doc.B)), long)))
	}
	list := strings.Join(quoted, ", ")
	if more := len(r.members) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}

// kindOf names what kind of JSON value is at r.
func kindOf(raw []byte, r jsonx.Range) string {
	switch raw[r.Start] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 'n':
		return "null"
	case 't', 'f':
		return string(bytes.TrimSpace(r.Of(raw)))
	}
	return "a number"
}
