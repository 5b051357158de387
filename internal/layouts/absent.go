package layouts

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/exchange"
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
	found, export := r.likely(r.at.Start), r.export()
	path := found.path
	const most = 8
	switch {
	case found.count > 1 && len(found.others) > 0:
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout,
			`no transcript under "messages", "conversations" or "text"; it looks as if there were %d at %[2]s, and some at %[3]s, too: --field %[2]s makes a record of each of the former, and each other place needs a run of its own`,
			found.count, quotePath(path), strings.Join(found.others[:min(len(found.others), most)], ", "))
	case found.count > 1:
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout,
			`no transcript under "messages", "conversations" or "text"; it looks as if there were %d at %[2]s: try --field %[2]s, which makes a record of each`, found.count, quotePath(path))
	case len(found.others) > 0 && export == "":
		named := append([]string{path}, found.others[:min(len(found.others), most-1)]...)
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout,
			`no transcript under "messages", "conversations" or "text"; it looks as if there were some at %d places, such as %s: --field PATH takes those of one, so each needs a run`,
			1+len(found.others), strings.Join(named, ", "))
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

// maxPath is how many steps a path has at most that likely finds: so deep the
// index of the record reaches.
const maxPath = 5

// likely is where a transcript may be: the path of lists of messages, the first of several
// such paths, and how many there are at it.
type likely struct {
	path  string
	count int
	// others are the other paths.
	others []string
}

// likely returns where the value at offset at may have a transcript.
func (r *Record) likely(at int) (found likely) {
	r.walkLikely(at, maxPath, nil, &found)
	return found
}

// isElsewhere reports whether the record has a list of messages at a place that no layout
// has.
func (r *Record) isElsewhere() bool {
	path := r.likely(r.at.Start).path
	return path != "" && path != "input"
}

// walkLikely looks for lists of messages in the value at offset at, which is at a path.
func (r *Record) walkLikely(at, depth int, path []string, found *likely) {
	if depth == 0 {
		return
	}
	look := func(name string, value jsonx.Range) {
		own := append(path[:len(path):len(path)], name)
		if !r.isMessageList(value.Start) {
			r.walkLikely(value.Start, depth-1, own, found)
			return
		}
		found.add(own)
	}
	switch r.doc.B[at] {
	case '{':
		for m := range r.doc.Members(at) {
			if c := r.doc.B[m.Value.Start]; c == '{' || c == '[' {
				look(gjson.Escape(jsonx.Unquote(m.Key.Of(r.doc.B))), m.Value)
			}
		}
	case '[':
		for e := range r.doc.Elements(at) {
			switch c := r.doc.B[e.Start]; {
			case c == '{' && exchange.IsCall(e.Of(r.doc.B)):
				found.add(append(path[:len(path):len(path)], "[]"))
			case c == '{' || c == '[':
				look("[]", e)
			}
		}
	}
}

// add counts a place.
func (l *likely) add(path []string) {
	text := strings.ReplaceAll(strings.Join(path, "."), ".[]", "[]")
	if l.path == "" {
		l.path = text
	}
	switch {
	case l.path == text:
		l.count++
	case !slices.Contains(l.others, text):
		l.others = append(l.others, text)
	}
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
	if path != "" && !plainWord(path, "._-") {
		return strconv.Quote(path)
	}
	return path
}

// lacksKey says that the record lacks a key of its layout.
func (r *Record) lacksKey(key string) *ir.Diagnostic {
	return r.absent(fmt.Sprintf("the record has no %q: expected the layout %s", key, r.layout.about().name))
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
