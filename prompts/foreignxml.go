package prompts

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

var (
	errNested    = errors.New("an element of a tool holds another")
	errBesideXML = errors.New("neither a tool nor white space")
)

// xmlNode is what a tool list has of XML: an element, or what is between elements.
type xmlNode struct {
	name     string // "" for text,
	other    bool   // and for what is neither an element nor text
	attrs    bool
	text     strings.Builder // of a text, or the texts directly in an element
	children []*xmlNode
}

// readForeignXML reads a <tools> element that is all of a text.
func readForeignXML(in source) (c ToolList, end int, err error) {
	root, err := parseXML(in.s)
	if err != nil {
		if c, ok := readRawXML(in); ok {
			return c, len(in.s), nil
		}
		return c, 0, err
	}
	for _, n := range root.children {
		switch {
		case n.name != "":
			t, err := n.tool()
			if err != nil {
				return c, 0, fmt.Errorf("tool %d: %w", len(c.Tools)+1, err)
			}
			c.add(&t, 0, 0)
		case n.other:
			return c, 0, errBesideXML
		case strings.Trim(n.text.String(), " \t\r\n") != "":
			return c, 0, fmt.Errorf("text between the tools: %q", shown(n.text.String()))
		}
	}
	return c, len(in.s), nil
}

// parseXML reads a text that is one element.
func parseXML(s string) (*xmlNode, error) {
	decoder := xml.NewDecoder(strings.NewReader(s))
	open := []*xmlNode{{}}
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		top := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			n := &xmlNode{name: token.Name.Local, attrs: len(token.Attr) > 0}
			if token.Name.Space != "" {
				n.name = token.Name.Space + ":" + n.name
			}
			top.children = append(top.children, n)
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			n := &xmlNode{}
			n.text.Write(token)
			top.text.Write(token)
			top.children = append(top.children, n)
		default:
			top.children = append(top.children, &xmlNode{other: true})
		}
	}
	if top := open[0].children; len(top) == 1 {
		return top[0], nil
	}
	return nil, errors.New("more than one element")
}

// tool reads a <tool> element.
func (n *xmlNode) tool() (d definition, err error) {
	if n.name != xmlTool || n.attrs {
		return d, fmt.Errorf("expected <%s>, found <%s>", xmlTool, n.name)
	}
	var seen []string
	for _, child := range n.children {
		if child.name == "" {
			continue
		}
		if child.attrs || slices.ContainsFunc(child.children, func(n *xmlNode) bool { return n.name != "" }) {
			return d, errNested
		}
		if slices.Contains(seen, child.name) {
			return d, fmt.Errorf("<%s> comes twice", child.name)
		}
		seen = append(seen, child.name)
		if err := d.element(child.name, child.text.String()); err != nil {
			return d, err
		}
	}
	if d.tool.Name == "" {
		return d, fmt.Errorf("there is no <%s>", xmlName)
	}
	return d, nil
}
