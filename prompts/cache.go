package prompts

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/memo"
	"github.com/toolspeak/toolspeak/internal/text"
)

// cache remembers what there is to know of paragraphs and tools that come again,
// in bounded memory: most data sets have a few templates with other values, or
// another choice of tools, in each record. A nil cache remembers nothing. It is
// safe for concurrent use.
type cache struct {
	paragraphs  *memo.Cache[facts]
	definitions [numTexts]*memo.Cache[definition]
	// openings has definitions that are JSON objects by how these begin.
	openings *memo.Cache[[]knownObject]
	lists    *memo.Cache[list]
	// announced has what is read from paragraphs of which a sentence says that they
	// list tools, also where they do not.
	announced *memo.Cache[list]
}

// How many bytes of paragraphs, of lists and of each kind of definitions are
// remembered, and how long a paragraph or definition, and a list, may be.
const (
	maxCached = 8 << 20
	maxText   = 16 << 10
	maxList   = 256 << 10
)

// newCache returns a cache for prompts that are read with the same styles.
func newCache() *cache {
	c := &cache{
		paragraphs: memo.New[facts](maxCached), openings: memo.New[[]knownObject](maxCached),
		lists: memo.New[list](maxCached), announced: memo.New[list](maxCached),
	}
	for i := range c.definitions {
		c.definitions[i] = memo.New[definition](maxCached)
	}
	return c
}

// facts returns the facts of a paragraph.
func (c *cache) facts(k *known, text string) *facts {
	if c == nil || len(text) > maxText {
		return k.look(text)
	}
	f, again := c.paragraphs.Find(text)
	if f != nil {
		return f
	}
	f = k.look(text)
	if again {
		c.paragraphs.Keep(strings.Clone(text), f, 0)
	}
	return f
}

// definition is a tool as it was read from a text.
type definition struct {
	tool   Tool
	python bool
	// size is how much of the text was read.
	size int
}

// The kinds of texts that tools are read from.
type textKind uint8

const (
	objectText   textKind = iota // a JSON object
	labelledText                 // labelled lines, without the first label
	argsText                     // a line that ends in arguments, without its mark
	numTexts
)

// find returns what was read from a text, or nil. again reports that the text was
// met before.
func (c *cache) find(kind textKind, text string) (d *definition, again bool) {
	if c == nil || text == "" || len(text) > maxText {
		return nil, false
	}
	return c.definitions[kind].Find(text)
}

// keep reads a definition from a copy of a text and remembers it, if read finds that
// it depends on nothing else. It returns nil if not.
func (c *cache) keep(kind textKind, text string, read func(source) (definition, bool)) *definition {
	return c.keepOwn(kind, strings.Clone(text), read)
}

// keepOwn is keep for a text that is a copy.
func (c *cache) keepOwn(kind textKind, text string, read func(source) (definition, bool)) *definition {
	d, ok := read(newSource(text, nil))
	if !ok {
		return nil
	}
	const copies = 6 // of the text: its bytes, what was made of it, entries in some forms
	d.tool.made = newMade(d.tool)
	c.definitions[kind].Keep(text, &d, copies*len(text))
	return &d
}

// object reads a definition that is a JSON object.
func (c *cache) object(raw []byte) (Tool, error) {
	d, again := c.findObject(raw)
	if d == nil && again {
		d = c.keepObject(raw)
	}
	if d != nil {
		return d.tool, nil
	}
	return parseTool(raw)
}

// findObject is find for a JSON object.
func (c *cache) findObject(raw []byte) (d *definition, again bool) {
	if c == nil || len(raw) > maxText {
		return nil, false
	}
	return c.definitions[objectText].FindBytes(raw)
}

// keepObject is keep for a JSON object.
func (c *cache) keepObject(raw []byte) *definition {
	text := string(raw)
	d := c.keepOwn(objectText, text, func(in source) (definition, bool) {
		t, err := parseTool(in.bytes())
		return definition{tool: t, size: len(in.s)}, err == nil
	})
	if d != nil && len(text) >= objectOpening && !mayBeDeep(raw) {
		keepOpening(c.openings, text, knownObject{text, d})
	}
	return d
}

// knownObject is a definition with the object that it was read from.
type knownObject struct {
	text string
	*definition
}

// objectOpening is how much of an object it is looked for by, in bytes: most have another
// name or description there. variants is how many are remembered that begin alike.
const (
	objectOpening = 80
	variants      = 8
)

// keepOpening remembers what is known of an object, with others that begin alike.
func keepOpening[T any](c *memo.Cache[[]T], text string, value T) {
	all := []T{value}
	if old := c.Peek(text[:objectOpening]); old != nil {
		all = append(all, (*old)[:min(len(*old), variants-1)]...)
	}
	c.Keep(text[:objectOpening], &all, len(all)*len(text))
}

// objectAt returns what was read from the JSON object with which a text begins, or nil. An
// object that is known is found without a look for its end.
func (c *cache) objectAt(text string) *definition {
	if c == nil || len(text) < objectOpening {
		return nil
	}
	if all, _ := c.openings.Find(text[:objectOpening]); all != nil {
		for i := range *all {
			if one := &(*all)[i]; strings.HasPrefix(text, one.text) {
				return one.definition
			}
		}
	}
	return nil
}

// knownObject returns what was read from a JSON object, or nil.
func (c *cache) knownObject(raw string) *definition {
	if c == nil || len(raw) > maxText {
		return nil
	}
	return c.definitions[objectText].Peek(raw)
}

// list is a tool list as it was read from a text that holds all of it.
type list struct {
	toolList ToolList
	// size is how much of the text was read.
	size        int
	entries     [numForms]atomic.Pointer[written]
	definitions func() []byte
}

// list returns what was read from a text that holds a list, or nil. The second time
// that the text is met it is read, from a copy, and remembered; read must find the
// same list whatever follows the text.
func (c *cache) list(text string, read func(source) (ToolList, int, error)) *list {
	if c == nil || text == "" || len(text) > maxList {
		return nil
	}
	l, again := c.lists.Find(text)
	if l != nil || !again {
		return l
	}
	text = strings.Clone(text)
	toolList, size, err := read(newSource(text, c))
	if err != nil {
		return nil
	}
	l = newList(toolList, size)
	c.lists.Keep(text, l, listCopies*len(text))
	return l
}

// listCopies is how many times the text of a list its memory is: its bytes, the
// definitions, the list as some forms write it.
const listCopies = 5

// newList returns a list that is to be remembered, with its tools.
func newList(toolList ToolList, size int) *list {
	l := &list{toolList: toolList, size: size}
	tools := slices.Clip(toolList.Tools)
	for i := range tools {
		if tools[i].made == nil {
			tools[i].made = newMade(tools[i])
		}
	}
	l.definitions = sync.OnceValue(func() []byte { return newDefinitions(tools) })
	l.toolList.Tools, l.toolList.made = tools, l
	return l
}

// plainList reads a paragraph as a plain list of tools, which has none where it is
// no such list.
func (c *cache) plainList(k *known, in source) ToolList {
	if c == nil || len(in.s) > maxList {
		return k.plainList(in)
	}
	l, again := c.announced.Find(in.s)
	if l == nil && again {
		text := strings.Clone(in.s)
		l = newList(k.plainList(newSource(text, c)), len(text))
		c.announced.Keep(text, l, listCopies*len(text))
	}
	if l == nil {
		return k.plainList(in)
	}
	return l.toolList
}

// isMade reports whether the tools still are those of the list that was remembered.
func (c *ToolList) isMade() bool {
	if c.made == nil || len(c.Tools) == 0 || len(c.Tools) != len(c.made.toolList.Tools) {
		return false
	}
	for i := range c.Tools {
		if t := &c.Tools[i]; t.made != c.made.toolList.Tools[i].made || !t.isMade() {
			return false
		}
	}
	return true
}

// isPython reports whether a value that was read as a Python literal is surely no
// JSON, whatever follows it.
func isPython(s string) bool {
	_, err := literal.JSON(text.Text{B: []byte(s)}, 0)
	return err != nil && err.Offset < len(s)
}

// made is what is made of a tool when it is asked for, and then remembered.
type made struct {
	tool Tool
	// definition is the tool in an array of definitions.
	definition func() []byte
	entries    [numForms]atomic.Pointer[written]
}

func newMade(t Tool) *made {
	m := &made{tool: t}
	m.definition = sync.OnceValue(func() []byte { return slices.Clip(appendDefinition(nil, &m.tool)) })
	return m
}

// isMade reports whether the tool still is the one that something was made of: its
// fields are anyone's to change.
func (t *Tool) isMade() bool {
	if t.made == nil {
		return false
	}
	return t.Wrapped == t.made.tool.Wrapped && t.equal(&t.made.tool)
}
