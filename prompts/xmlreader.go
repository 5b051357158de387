package prompts

import (
	"encoding/json"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// xmlReader reads a <tools> element that is written as toolspeak and most harnesses
// write it: elements without attributes, with text in them.
type xmlReader struct {
	in       source
	at       int
	toolList ToolList
}

// xmlResult is what a text was found to be.
type xmlResult uint8

const (
	// xmlUnsure: it may be XML or not, and hold tools or not.
	xmlUnsure xmlResult = iota
	// xmlRead: it holds tools, which have been read.
	xmlRead
	// xmlBroken: it is not well-formed.
	xmlBroken
	// xmlText: it holds text where a tool was expected.
	xmlText
)

// tools reads all of the text, which begins with <tools>.
func (r *xmlReader) tools() xmlResult {
	r.at = len("<" + xmlTools + ">")
	for {
		if result := r.space(); result != xmlRead {
			return result
		}
		rest := r.in.from(r.at)
		if rest.s == "</"+xmlTools+">" {
			return xmlRead
		}
		d, result := rest.xmlTool()
		if result != xmlRead {
			return result
		}
		r.toolList.add(&d, r.at+d.size, len(r.in.s))
		r.at += d.size
	}
}

// space continues to the next tag. It returns xmlRead where only white space is before it.
func (r *xmlReader) space() xmlResult {
	for r.at < len(r.in.s) {
		switch r.in.s[r.at] {
		case ' ', '\t', '\n':
			r.at++
		case '<':
			return xmlRead
		case '\r', '&':
			return xmlUnsure
		default:
			return xmlText
		}
	}
	return xmlText
}

// xmlTool reads the <tool> element with which a text begins.
func (in source) xmlTool() (definition, xmlResult) {
	text := ""
	const closing = "</" + xmlTool + ">"
	if k := strings.Index(in.s, closing); in.cache != nil && k >= 0 {
		text = in.s[:k+len(closing)]
	}
	known, again := in.cache.find(elementText, text)
	if known == nil && again {
		known = in.cache.keep(elementText, text, func(in source) (definition, bool) {
			d, result := in.xmlElements()
			return d, result == xmlRead && d.size == len(in.s)
		})
	}
	if known != nil {
		return *known, xmlRead
	}
	return in.xmlElements()
}

// xmlElements reads a <tool> element.
func (in source) xmlElements() (d definition, result xmlResult) {
	if !strings.HasPrefix(in.s, "<"+xmlTool+">") {
		return d, xmlUnsure
	}
	r := xmlReader{in: in, at: len("<" + xmlTool + ">")}
	var seen []string
	for r.space() == xmlRead {
		if strings.HasPrefix(in.s[r.at:], "</"+xmlTool+">") {
			d.size = r.at + len("</"+xmlTool+">")
			if d.tool.Name == "" {
				return d, xmlUnsure
			}
			return d, xmlRead
		}
		key := r.open()
		if key == "" || slices.Contains(seen, key) {
			return d, xmlUnsure
		}
		seen = append(seen, key)
		content, result := r.text()
		switch {
		case result != xmlRead:
			return d, result
		case !r.closes(key) || d.element(key, content) != nil:
			return d, xmlUnsure
		}
		r.at += len("</") + len(key) + len(">")
	}
	return d, xmlUnsure
}

// closes reports whether the tag that closes an element comes next.
func (r *xmlReader) closes(key string) bool {
	s := r.in.s[r.at:]
	n := len("</") + len(key)
	return len(s) > n && s[1] == '/' && s[2:n] == key && s[n] == '>'
}

// open reads a tag that opens an element, and returns the element's name or "".
func (r *xmlReader) open() string {
	i := r.at + 1
	for i < len(r.in.s) && (isIdentifier(r.in.s[i]) || i > r.at+1 && (r.in.s[i] == '-' || r.in.s[i] == '.')) {
		i++
	}
	if i == r.at+1 || i == len(r.in.s) || r.in.s[i] != '>' || '0' <= r.in.s[r.at+1] && r.in.s[r.at+1] <= '9' {
		return ""
	}
	key := r.in.s[r.at+1 : i]
	r.at = i + 1
	return key
}

// text reads text up to the next tag.
func (r *xmlReader) text() (content string, result xmlResult) {
	from, i := r.at, r.at
	plain := true
	s := r.in.s
	for i = plainXML(s, i); i < len(s) && s[i] != '<'; i = plainXML(s, i+1) {
		plain = plain && (s[i] == '\n' || s[i] == '\t')
	}
	if r.at = i; i == len(s) {
		return "", xmlUnsure
	}
	content = s[from:i]
	if !plain {
		if !isXMLText(content) {
			return "", xmlUnsure
		}
		if content, result = unescapeXML(content); result != xmlRead {
			return "", result
		}
	}
	if !startsTag(s[i:]) {
		return "", xmlBroken
	}
	return content, xmlRead
}

// plainXML returns the offset of the first byte from i on that is not itself in XML,
// or may not be, or len(s). It looks at eight bytes at a time.
func plainXML[T string | json.RawMessage](s T, i int) int {
	for ; len(s)-i >= 8; i += 8 {
		w := word(s, i)
		amp, open, end := w^'&'*eachByte, w^'<'*eachByte, w^'>'*eachByte
		// The lowest bit that is set is exact: a borrow can only spoil those above it.
		if odd := ((w - ' '*eachByte) | (amp - eachByte) | (open - eachByte) | (end - eachByte) | w) & highBits; odd != 0 {
			return i + bits.TrailingZeros64(odd)>>3
		}
	}
	for i < len(s) && s[i] >= ' ' && s[i] < utf8.RuneSelf && s[i] != '&' && s[i] != '<' && s[i] != '>' {
		i++
	}
	return i
}

const eachByte, highBits = 0x0101010101010101, 0x8080808080808080

// word returns the eight bytes at offset i, the first as the lowest.
func word[T string | json.RawMessage](s T, i int) uint64 {
	_ = s[i+7]
	return uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
		uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
}

// startsTag reports whether the sign < with which a text begins may be that of a tag.
func startsTag(s string) bool {
	c := byte(0)
	if len(s) > 1 {
		c = s[1]
	}
	return isLetter(c) || c == '_' || c == ':' || c == '/' || c == '!' || c == '?' || c >= 0x80
}

// isXMLText reports whether a text may be in XML and means itself there, but for
// what & begins.
func isXMLText(s string) bool {
	all := uint64(0)
	for i := 0; i < len(s); {
		if len(s)-i >= 8 {
			w := word(s, i)
			end := w ^ '>'*eachByte
			if ((w-' '*eachByte)&^w|(end-eachByte)&^end)&highBits == 0 {
				all |= w
				i += 8
				continue
			}
		}
		c := s[i]
		if c < ' ' && c != '\t' && c != '\n' || c == '>' && strings.HasSuffix(s[:i], "]]") {
			return false
		}
		all |= uint64(c)
		i++
	}
	const lead = 0xEF // with which U+FFFE and U+FFFF begin
	return all&highBits == 0 || utf8.ValidString(s) &&
		(strings.IndexByte(s, lead) < 0 || !strings.Contains(s, "\uFFFE") && !strings.Contains(s, "\uFFFF"))
}

// xmlEntities are the entities that every XML parser knows.
var xmlEntities = [...]struct{ name, text string }{{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", `"`}, {"&apos;", "'"}, {"&#xD;", "\r"}}

// unescapeXML puts characters in the place of entities.
func unescapeXML(s string) (string, xmlResult) {
	k := strings.IndexByte(s, '&')
	if k < 0 {
		return s, xmlRead
	}
	var b strings.Builder
	b.Grow(len(s))
	for k >= 0 {
		b.WriteString(s[:k])
		s = s[k:]
		found := false
		for _, e := range &xmlEntities {
			if strings.HasPrefix(s, e.name) {
				b.WriteString(e.text)
				s, found = s[len(e.name):], true
				break
			}
		}
		if !found {
			if isBare(s) {
				return "", xmlBroken
			}
			return "", xmlUnsure
		}
		k = strings.IndexByte(s, '&')
	}
	b.WriteString(s)
	return b.String(), xmlRead
}

// isBare reports whether the sign & with which a text begins surely begins no entity.
func isBare(s string) bool {
	for _, c := range []byte(s[1:]) {
		if c == ';' || c == '#' || c >= 0x80 {
			return false
		}
		if !isIdentifier(c) && c != '-' && c != '.' && c != ':' {
			return true
		}
	}
	return false
}
