package prompts

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/beevik/etree"
)

// The element names of the form tools-xml.
const (
	xmlTools       = "tools"
	xmlTool        = "tool"
	xmlName        = "name"
	xmlDescription = "description"
	xmlArguments   = "arguments"
)

var errNested = errors.New("an element of a tool holds another")

// readXML reads a <tools> element.
func readXML(in source) (c Catalog, end int, err error) {
	s := in.s
	if !strings.HasPrefix(s, "<"+xmlTools+">") {
		return c, 0, errOther
	}
	const closing = "</" + xmlTools + ">"
	k := strings.Index(s, closing)
	if k < 0 {
		return c, 0, fmt.Errorf("%s is missing", closing)
	}
	end = k + len(closing)
	doc := etree.NewDocument()
	doc.ReadSettings.ValidateInput = true
	if err := doc.ReadFromString(s[:end]); err != nil {
		if c, ok := readRawXML(in.to(end)); ok {
			return c, end, nil
		}
		return c, 0, err
	}
	for _, token := range doc.Root().Child {
		switch v := token.(type) {
		case *etree.Element:
			t, python, err := xmlToolOf(v)
			if err != nil {
				return c, 0, fmt.Errorf("tool %d: %w", len(c.Tools)+1, err)
			}
			c.Python = c.Python || python
			c.Tools = append(c.Tools, t)
		case *etree.CharData:
			if !v.IsWhitespace() {
				return c, 0, fmt.Errorf("text between the tools: %q", clip(v.Data))
			}
		default:
			return c, 0, errors.New("neither a tool nor white space")
		}
	}
	return c, end, nil
}

// xmlToolOf reads a <tool> element. Elements that are not known hold JSON.
func xmlToolOf(e *etree.Element) (t Tool, python bool, err error) {
	if e.Tag != xmlTool || len(e.Attr) > 0 {
		return t, false, fmt.Errorf("expected <%s>, found <%s>", xmlTool, e.FullTag())
	}
	seen := map[string]bool{}
	for _, child := range e.ChildElements() {
		if len(child.ChildElements()) > 0 || len(child.Attr) > 0 {
			return t, false, errNested
		}
		key, content := child.FullTag(), child.Text()
		if seen[key] {
			return t, false, fmt.Errorf("<%s> comes twice", key)
		}
		seen[key] = true
		switch key {
		case xmlName:
			t.Name = strings.TrimSpace(content)
		case xmlDescription:
			t.Description = content
		case xmlArguments:
			if content = strings.TrimSpace(content); content == "" {
				continue
			}
			raw, n, isPython, err := value([]byte(content))
			if err != nil || n != len(content) || content[0] != '{' {
				return t, false, fmt.Errorf("<%s> holds no JSON object: %q", key, clip(content))
			}
			t.Parameters, python = raw, isPython
		default:
			if !json.Valid([]byte(content)) {
				content = quote(content)
			}
			t.Extra = append(t.Extra, Member{key, json.RawMessage(content)})
		}
	}
	if t.Name == "" {
		return t, false, fmt.Errorf("there is no <%s>", xmlName)
	}
	return t, python, nil
}

// readRawXML reads a <tools> element whose texts are not escaped, as several
// harnesses write it: what stands between two tags is the text. The tags come
// in their order, and arguments end where their JSON ends.
func readRawXML(in source) (c Catalog, ok bool) {
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
			raw, n, python, err := value(in.b[r.at:])
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

// tag goes behind a tag that comes next, white space aside.
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

// until takes the text up to a tag and goes behind it.
func (r *rawXML) until(tag string, out *string) bool {
	text, _, ok := strings.Cut(r.in.s[r.at:], tag)
	if ok {
		*out = text
		r.at += len(text) + len(tag)
	}
	return ok
}

func writeXML(tools []Tool) string {
	doc := etree.NewDocument()
	// Quotes stay quotes, so that a schema reads as the JSON that it is.
	doc.WriteSettings.CanonicalText = true
	doc.WriteSettings.CanonicalEndTags = true
	root := doc.CreateElement(xmlTools)
	for i := range tools {
		t := &tools[i]
		root.CreateText("\n  ")
		e := root.CreateElement(xmlTool)
		add := func(key, content string) {
			e.CreateText("\n    ")
			e.CreateElement(key).SetText(content)
		}
		add(xmlName, t.Name)
		add(xmlDescription, t.Description)
		if t.Parameters != nil {
			add(xmlArguments, string(t.Parameters))
		}
		for _, m := range t.Extra {
			add(m.Key, string(m.Value))
		}
		e.CreateText("\n  ")
	}
	root.CreateText("\n")
	out, err := doc.WriteToString()
	if err != nil {
		return ""
	}
	return out
}
