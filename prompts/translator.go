package prompts

import "github.com/toolspeak/toolspeak/styles"

// Translator reads, writes and translates system prompts. It remembers paragraphs and
// tools that come again, in bounded memory: most data sets have a few templates with other
// values, or another choice of tools, in each record. It is safe for concurrent use.
type Translator struct {
	known *known
	// cache is nil where nothing is remembered.
	cache *cache
}

// New returns a Translator that recognises the built-in styles and own, which are from
// styles.Parse.
func New(own ...*styles.Style) *Translator {
	t := &Translator{builtIn, newCache()}
	if len(own) > 0 {
		t.known = know(own...)
	}
	return t
}
