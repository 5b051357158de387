package prompts

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// holdsXML reports whether an entry that appendXML wrote reads as the tool: it is compared
// with the tool as it is read, so that nothing has to be made of it. Where it says no, the
// entry may still hold the tool.
func holdsXML(entry []byte, t *Tool) bool {
	r := entryReader{entry, 0}
	if len(t.Outer) > 0 || t.Name == "" || strings.TrimSpace(t.Name) != t.Name {
		return false
	}
	if !r.tag("\n  <"+xmlTool+">") || !holdsElement(&r, xmlName, t.Name) || !holdsElement(&r, xmlDescription, t.Description) {
		return false
	}
	if p := t.Parameters; p != nil && (len(p) == 0 || p[0] != '{' || p[len(p)-1] != '}' || !jsonx.Valid(p) || !holdsElement(&r, xmlArguments, p)) {
		return false
	}
	for i, m := range t.Extra {
		switch m.Key {
		case xmlTools, xmlTool, xmlName, xmlDescription, xmlArguments:
			return false
		}
		for _, other := range t.Extra[:i] {
			if other.Key == m.Key {
				return false
			}
		}
		if !isElementName(m.Key) || !json.Valid(m.Value) || !holdsElement(&r, m.Key, m.Value) {
			return false
		}
	}
	return r.tag("\n  </"+xmlTool+">") && r.at == len(r.b)
}

// entryReader reads the entry of a tool and compares it with what it is to say.
type entryReader struct {
	b  json.RawMessage
	at int
}

// tag goes after the text that is to come next.
func (r *entryReader) tag(s string) bool {
	end := r.at + len(s)
	if end > len(r.b) || string(r.b[r.at:end]) != s {
		return false
	}
	r.at = end
	return true
}

// holdsElement goes after an element that has that text.
func holdsElement[T string | json.RawMessage](r *entryReader, key string, content T) bool {
	return r.tag("\n    <") && r.tag(key) && r.tag(">") && holdsText(r, content) && r.tag("</") && r.tag(key) && r.tag(">")
}

// holdsText goes to the tag before which there is text that says s. The signs < and >
// stand for themselves in no text.
func holdsText[T string | json.RawMessage](r *entryReader, s T) bool {
	b := r.b
	for {
		i := plainXML(b, r.at)
		n := i - r.at
		if n > len(s) || string(b[r.at:i]) != string(s[:n]) {
			return false
		}
		r.at, s = i, s[n:]
		if i == len(b) || b[i] == '<' {
			return len(s) == 0
		}
		if len(s) == 0 {
			return false
		}
		switch c := b[i]; {
		case c == '&':
			n = r.entity(s[0])
		case c == '\n' || c == '\t':
			n = 1
			if c != s[0] {
				return false
			}
		case c >= utf8.RuneSelf:
			run := beyondASCII(b[i:])
			n = len(run)
			if n > len(s) || string(run) != string(s[:n]) || !mayBeXML(run) {
				return false
			}
			r.at, s = i+n, s[n:]
			continue
		default:
			return false
		}
		if n == 0 {
			return false
		}
		r.at, s = i+n, s[1:]
	}
}

// entity returns how long the entity is that stands for an ASCII character at this place, or 0.
func (r *entryReader) entity(c byte) int {
	for _, e := range &xmlEntities {
		if n := r.at + len(e.name); e.text[0] == c && n <= len(r.b) && string(r.b[r.at:n]) == e.name {
			return len(e.name)
		}
	}
	return 0
}

// beyondASCII returns the characters with which a text begins that are not ASCII.
func beyondASCII(b []byte) []byte {
	n := 0
	for n < len(b) && b[n] >= utf8.RuneSelf {
		n++
	}
	return b[:n]
}

// mayBeXML reports whether XML can hold characters that are not ASCII.
func mayBeXML(run []byte) bool {
	const lead = 0xEF // with which U+FFFE and U+FFFF begin
	return utf8.Valid(run) && (bytes.IndexByte(run, lead) < 0 || !bytes.ContainsAny(run, "\uFFFE\uFFFF"))
}

// isElementName reports whether a text is a name of an element, as open reads it.
func isElementName(s string) bool {
	r := xmlReader{in: source{s: "<" + s + ">"}}
	return r.open() == s && s != ""
}
