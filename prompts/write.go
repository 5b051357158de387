package prompts

import (
	"slices"
	"strings"
)

// WriteCatalog writes a catalog in the wanted form or, where that form could
// not be read back, in the first one that can; used says which. No tools are
// the empty text.
func WriteCatalog(c *Catalog, want Form) (out string, used Form) {
	out, used, _ = writeCatalog(c, want, nil)
	return out, used
}

// writeCatalog is WriteCatalog. proven means that the text reads back as the tools.
func writeCatalog(c *Catalog, want Form, cache *Cache) (out string, used Form, proven bool) {
	if c.Form == FormVerbatim {
		return c.source, FormVerbatim, true
	}
	if want == c.Form && c.source != "" && !c.Python && !c.Raw && c.readsAs(c.source, want, cache) {
		return c.source, want, true
	}
	if len(c.Tools) == 0 {
		return "", want, true
	}
	for _, name := range [...]Form{want, FormJSON, FormOpenAI} {
		if n := formNumber(name); n >= 0 {
			if out, ok := c.write(n, cache); ok {
				return out, name, true
			}
		}
	}
	for n := range forms {
		if out, ok := c.write(n, cache); ok {
			return out, forms[n].name, true
		}
	}
	// Only definitions that JSON itself can't hold get here, and none is read so.
	n := formNumber(FormOpenAI)
	return forms[n].join(c.Tools, func(t *Tool) string { return newEntry(t, n).text }), FormOpenAI, false
}

// formNumber returns the place of the form of that name among all, or -1.
func formNumber(name Form) int {
	return slices.IndexFunc(forms[:], func(f form) bool { return f.name == name })
}

// write writes the tools in form n and reports whether what it wrote reads back as
// them. Where each entry has been proven alone and is read in the same way among
// others, so is the list; else all of it is read.
func (c *Catalog) write(n int, cache *Cache) (out string, ok bool) {
	proven := true
	out = forms[n].join(c.Tools, func(t *Tool) string {
		e := t.entry(n)
		proven = proven && e.proven
		return e.text
	})
	if proven && forms[n].uniform(c.Tools) {
		return out, true
	}
	return out, c.readsAs(out, forms[n].name, cache)
}

// uniform reports whether tools can be told apart by their entries: in lists of
// lines a description goes on up to the next arguments, which each tool has then, or
// none.
func (f *form) uniform(tools []Tool) bool {
	if !f.lines {
		return true
	}
	for i := range tools {
		if (tools[i].Parameters == nil) != (tools[0].Parameters == nil) {
			return false
		}
	}
	return true
}

// join puts the entries of tools together.
func (f *form) join(tools []Tool, entry func(*Tool) string) string {
	var b strings.Builder
	b.WriteString(f.open)
	for i := range tools {
		if i > 0 {
			b.WriteString(f.between)
		}
		if f.mark != nil {
			b.WriteString(f.mark(i + 1))
		}
		b.WriteString(entry(&tools[i]))
	}
	b.WriteString(f.end)
	return b.String()
}

// entry is a tool as a form writes it.
type entry struct {
	text string
	// proven means that a list reads back as its tools if all of its entries are
	// proven.
	proven bool
}

// entry returns the tool's entry in form n.
func (t *Tool) entry(n int) *entry {
	if !t.isMade() {
		return newEntry(t, n)
	}
	place := &t.made.entries[n]
	e := place.Load()
	if e == nil {
		e = newEntry(t, n)
		place.Store(e)
	}
	return e
}

func newEntry(t *Tool, n int) *entry {
	f := &forms[n]
	e := &entry{text: string(f.entry(nil, t))}
	if f.apart(t, e.text) {
		only := Catalog{Tools: []Tool{*t}}
		back, err := ReadCatalog(f.join(only.Tools, func(*Tool) string { return e.text }))
		e.proven = err == nil && back.Form == f.name && !back.Raw && EqualTools(back.Tools, only.Tools)
	}
	return e
}

// readsAs reports whether a text, standing alone, reads as the same tools.
func (c *Catalog) readsAs(s string, f Form, cache *Cache) bool {
	back, err := readCatalog(s, cache)
	return err == nil && back.Form == f && EqualTools(back.Tools, c.Tools)
}
