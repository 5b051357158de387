package prompts

import (
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/internal/memo"
)

// Cache remembers what there is to know of paragraphs and tools that come again,
// in bounded memory: most data sets have a few templates with other values, or
// another choice of tools, in each record. A nil Cache remembers nothing. It is
// safe for concurrent use.
type Cache struct {
	known      *Known
	paragraphs *memo.Cache[facts]
}

// How many bytes of paragraphs are remembered, and how long each may be.
const (
	maxParagraphs = 8 << 20
	maxParagraph  = 16 << 10
)

// NewCache returns a cache for prompts that are read with these styles: nil is the
// built-in ones.
func NewCache(known *Known) *Cache {
	return &Cache{known: known.orBuiltIn(), paragraphs: memo.New[facts](maxParagraphs)}
}

// facts returns the facts of a paragraph.
func (c *Cache) facts(k *Known, text string) *facts {
	if c == nil || c.known != k || len(text) > maxParagraph {
		return k.look(text)
	}
	f, again := c.paragraphs.Find(text)
	if f != nil {
		return f
	}
	f = k.look(text)
	if again {
		f.quoted = quoted(text)
		c.paragraphs.Keep(strings.Clone(text), f, len(f.quoted))
	}
	return f
}

// quoted returns a paragraph's text as diagnostics quote it.
func quoted(text string) string { return strconv.Quote(strings.TrimSpace(text)) }
