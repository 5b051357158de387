package prompts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beevik/etree"

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

// readXML reads a <tools> element.
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
	if first := strings.TrimLeft(in.s[len("<"+xmlTools+">"):], " \t\r\n"); first[0] != '<' {
		return c, 0, errBesideXML // which takes no look at the rest
	}
	tools, err := parseXML(in.s)
	if err != nil {
		if c, end, rawErr := readElements(in); rawErr == nil && end == len(in.s) {
			return c, end, nil
		}
		return c, 0, err
	}
	for _, child := range tools.Child {
		switch child := child.(type) {
		case *etree.Element:
			d, err := xmlToolOf(child)
			if err != nil {
				return c, 0, fmt.Errorf("tool %d: %w", len(c.Tools)+1, err)
			}
			c.add(&d)
		case *etree.CharData:
			if strings.Trim(child.Data, " \t\r\n") != "" {
				return c, 0, errBesideXML
			}
		default:
			return c, 0, errBesideXML
		}
	}
	return c, len(in.s), nil
}

var errBesideXML = errors.New("neither a tool nor white space")

// parseXML reads a text that is one element.
func parseXML(s string) (*etree.Element, error) {
	doc := etree.NewDocument()
	if err := doc.ReadFromString(s); err != nil {
		return nil, err
	}
	if len(doc.Child) != 1 || doc.Root() == nil {
		return nil, errors.New("more than one element")
	}
	return doc.Root(), nil
}

// xmlToolOf reads a <tool> element.
func xmlToolOf(e *etree.Element) (d definition, err error) {
	if e.FullTag() != xmlTool || len(e.Attr) > 0 {
		return d, fmt.Errorf("expected <%s>, found <%s>", xmlTool, e.FullTag())
	}
	var seen []string
	for _, token := range e.Child {
		if words, ok := token.(*etree.CharData); ok && strings.TrimSpace(words.Data) != "" {
			return d, errBesideXML
		}
	}
	for _, child := range e.ChildElements() {
		name := child.FullTag()
		if len(child.Attr) > 0 || len(child.ChildElements()) > 0 {
			return d, errors.New("an element of a tool holds another")
		}
		if slices.Contains(seen, name) {
			return d, fmt.Errorf("<%s> comes twice", name)
		}
		seen = append(seen, name)
		var text strings.Builder // which may be in parts
		for _, token := range child.Child {
			if part, ok := token.(*etree.CharData); ok {
				text.WriteString(part.Data)
			}
		}
		if err := d.element(name, text.String()); err != nil {
			return d, err
		}
	}
	if d.tool.Name == "" {
		return d, fmt.Errorf("there is no <%s>", xmlName)
	}
	return d, nil
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

// appendXML appends a tool's element. Quotes stay quotes, so that a schema reads as
// the JSON that it is.
func appendXML(dst []byte, t *Tool) []byte {
	add := func(key, content string) {
		dst = append(append(append(dst, "\n    <"...), key...), '>')
		dst = append(append(append(append(dst, xmlEscaper.Replace(content)...), "</"...), key...), '>')
	}
	dst = append(dst, "\n  <"+xmlTool+">"...)
	add(xmlName, t.Name)
	add(xmlDescription, t.Description)
	if t.Parameters != nil {
		add(xmlArguments, string(t.Parameters))
	}
	for _, m := range t.Extra {
		add(m.Key, string(m.Value))
	}
	return append(dst, "\n  </"+xmlTool+">"...)
}

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
