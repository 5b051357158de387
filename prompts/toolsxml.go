package prompts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// The element names of the form tools-xml.
const (
	xmlTools       = "tools"
	xmlTool        = "tool"
	xmlName        = "name"
	xmlDescription = "description"
	xmlArguments   = "arguments"
)

// readXML reads a <tools> element. What is written as toolspeak writes it is read in
// one pass, and the rest by a parser for XML.
func readXML(in source) (c ToolList, end int, err error) {
	if !strings.HasPrefix(in.s, "<"+xmlTools+">") {
		return c, 0, errOther
	}
	const closing = "</" + xmlTools + ">"
	k := strings.Index(in.s, closing)
	if k < 0 {
		return c, 0, fmt.Errorf("%s is missing", closing)
	}
	end = k + len(closing)
	in = in.to(end)
	if l := in.cache.list(in.s, readNewXML); l != nil {
		return l.toolList, end, nil
	}
	return readNewXML(in)
}

// readNewXML reads a <tools> element that is all of a text.
func readNewXML(in source) (c ToolList, end int, err error) {
	r := xmlReader{in: in}
	switch r.tools() {
	case xmlRead:
		return r.toolList, len(in.s), nil
	case xmlBroken:
		if c, ok := readRawXML(in); ok {
			return c, len(in.s), nil
		}
		return c, 0, &xmlError{in.s}
	case xmlText:
		return c, 0, &xmlError{in.s}
	}
	return readForeignXML(in)
}

// xmlError says what is wrong with a text that is no <tools> element. Whoever tries
// several readers does not ask, and to find out takes as long as to read.
type xmlError struct{ text string }

// Error reads the text and says what is wrong with it.
func (e *xmlError) Error() string {
	_, _, err := readForeignXML(newSource(e.text, nil))
	if err == nil {
		return "no list of tools"
	}
	return err.Error()
}

// element takes an element of a <tool>. Elements that are not known hold JSON.
func (d *definition) element(key, content string) error {
	t := &d.tool
	switch key {
	case xmlName:
		t.Name = strings.TrimSpace(content)
	case xmlDescription:
		t.Description = content
	case xmlArguments:
		raw := bytes.TrimSpace([]byte(content))
		if len(raw) == 0 {
			return nil
		}
		if raw[0] == '{' && jsonx.Valid(raw) {
			t.Parameters = raw
			return nil
		}
		schema, n, isPython, err := value(raw)
		if err != nil || n != len(raw) || raw[0] != '{' {
			return fmt.Errorf("<%s> holds no JSON object: %q", key, shown(string(raw)))
		}
		t.Parameters, d.python = schema, isPython
	default:
		raw := []byte(content)
		if !json.Valid(raw) {
			raw = appendQuoted(nil, content)
		}
		t.Extra = append(t.Extra, Member{key, raw})
	}
	return nil
}

// readRawXML reads a <tools> element whose texts are not escaped, as several
// harnesses write it: what is between two tags is the text. The tags come
// in their order, and arguments end where their JSON ends.
func readRawXML(in source) (c ToolList, ok bool) {
	r := rawXML{in: in}
	r.tag("<" + xmlTools + ">")
	for r.tag("<" + xmlTool + ">") {
		var t Tool
		if !r.tag("<"+xmlName+">") || !r.until("</"+xmlName+">", &t.Name) {
			return c, false
		}
		t.Name = strings.TrimSpace(t.Name)
		if r.tag("<"+xmlDescription+">") && !r.until("</"+xmlDescription+">", &t.Description) {
			return c, false
		}
		if r.tag("<" + xmlArguments + ">") {
			r.space()
			raw, n, python, err := value(in.from(r.at).bytes())
			if err != nil || in.s[r.at] != '{' {
				return c, false
			}
			t.Parameters, c.Python = raw, c.Python || python
			r.at += n
			if !r.tag("</" + xmlArguments + ">") {
				return c, false
			}
		}
		if !r.tag("</"+xmlTool+">") || t.Name == "" {
			return c, false
		}
		c.Tools = append(c.Tools, t)
	}
	c.Raw = true
	return c, r.tag("</"+xmlTools+">") && r.at == len(in.s)
}

type rawXML struct {
	in source
	at int
}

func (r *rawXML) space() {
	r.at = len(r.in.s) - len(strings.TrimLeft(r.in.s[r.at:], " \t\r\n"))
}

// tag goes after a tag that comes next, white space aside.
func (r *rawXML) tag(tag string) bool {
	at := r.at
	r.space()
	if !strings.HasPrefix(r.in.s[r.at:], tag) {
		r.at = at
		return false
	}
	r.at += len(tag)
	return true
}

// until takes the text up to a tag and goes after it.
func (r *rawXML) until(tag string, out *string) bool {
	text, _, ok := strings.Cut(r.in.s[r.at:], tag)
	if ok {
		*out = text
		r.at += len(text) + len(tag)
	}
	return ok
}

// appendXML appends a tool's element. Quotes stay quotes, so that a schema reads as
// the JSON that it is.
func appendXML(dst []byte, t *Tool) []byte {
	dst = append(dst, "\n  <"+xmlTool+">"...)
	dst = appendElement(dst, xmlName, t.Name)
	dst = appendElement(dst, xmlDescription, t.Description)
	if t.Parameters != nil {
		dst = appendElement(dst, xmlArguments, t.Parameters)
	}
	for _, m := range t.Extra {
		dst = appendElement(dst, m.Key, m.Value)
	}
	return append(dst, "\n  </"+xmlTool+">"...)
}

func appendElement[T string | json.RawMessage](dst []byte, key string, content T) []byte {
	dst = append(append(append(dst, "\n    <"...), key...), '>')
	dst = appendXMLText(dst, content)
	return append(append(append(dst, "</"...), key...), '>')
}

// appendXMLText appends a text as an element holds it. What XML can't hold becomes
// U+FFFD, and is found to be another when it is read back.
func appendXMLText[T string | json.RawMessage](dst []byte, s T) []byte {
	from := 0
	for i := plainXML(s, 0); i < len(s); i = plainXML(s, i) {
		as, width := xmlEscapes[s[i]], 1
		if s[i] >= utf8.RuneSelf {
			var r rune
			r, width = utf8.DecodeRuneInString(string(s[i:min(i+utf8.UTFMax, len(s))]))
			if r == 0xFFFE || r == 0xFFFF || r == utf8.RuneError {
				as = "\uFFFD" // also where it says so
			}
		}
		if as != "" {
			dst = append(append(dst, s[from:i]...), as...)
			from = i + width
		}
		i += width
	}
	return append(dst, s[from:]...)
}

// xmlEscapes is what stands for an ASCII character in text, where it is not itself.
var xmlEscapes = func() (out [256]string) {
	for c := range ' ' {
		out[c] = "\uFFFD"
	}
	out['\t'], out['\n'], out['\r'] = "", "", "&#xD;"
	out['&'], out['<'], out['>'] = "&amp;", "&lt;", "&gt;"
	return out
}()
