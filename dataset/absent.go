package dataset

import (
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// noTranscript says that the object at s has none of the keys by which a layout
// is recognised.
func noTranscript(raw []byte, s jsonx.Range) *ir.Diagnostic {
	return absent(raw, s, `no transcript found: expected a list under "messages" or "conversations", a string under "text", `+
		`"prompt" and "completion", "instruction" and "output", or "chosen" and "rejected"`)
}

// lacksKey says that the object at s lacks a key of the layout that was named.
func lacksKey(raw []byte, s jsonx.Range, key string, want Layout) *ir.Diagnostic {
	return absent(raw, s, fmt.Sprintf("the record has no %q: expected the layout %s", key, want))
}

// absent says what was missed in the object at s, which keys it has, and which
// flags name another place.
func absent(raw []byte, s jsonx.Range, missed string) *ir.Diagnostic {
	keys := nameKeys(raw, s)
	if keys == "" {
		return rejectAt(raw, s.Start, ir.CodeUnknownLayout, "%s; the record has no keys", missed)
	}
	return rejectAt(raw, s.Start, ir.CodeUnknownLayout,
		"%s; keys found: %s; --layout NAME or --field PATH says which hold the transcript", missed, keys)
}

// nameKeys lists the keys of the object at s for a person, the beginnings of the
// first few of many. What a terminal would obey is escaped.
func nameKeys(raw []byte, s jsonx.Range) string {
	const most, long = 8, 40
	var quoted []string
	more := 0
	for m := range jsonx.Members(raw, s.Start) {
		if len(quoted) == most {
			more++
			continue
		}
		key := jsonx.Unquote(m.Key.Of(raw))
		if runes := []rune(key); len(runes) > long {
			key = string(runes[:long]) + "…"
		}
		quoted = append(quoted, fmt.Sprintf("%q", key))
	}
	list := strings.Join(quoted, ", ")
	if more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return list
}
