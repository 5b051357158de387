package prompts

import (
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/text"
)

// WriteToolList writes a tool list in the wanted form or, where it could not be read back
// from that form, in the first one from which it can; used says which. No tools are the
// empty text, and a list that could not be read is the text that it was.
func WriteToolList(c *ToolList, want Form) (out string, used Form) {
	w, used := writeToolList(c, want, false, nil)
	return w.text, used
}

// written is a text with what is known of it.
type written struct {
	text string
	spelling
	// proven means that the text reads back as the tools.
	proven bool
}

// spelling is how a text that is UTF-8 is spelled inside a JSON string. It is not
// known where escaped is empty.
type spelling struct {
	escaped string
	ascii   bool
}

func newSpelling(s string) spelling {
	if !utf8.ValidString(s) {
		return spelling{}
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	*buf = append((*buf)[:0], s...)
	n := len(*buf)
	*buf = text.AppendEscaped(*buf, (*buf)[:n:n], false)
	escaped := (*buf)[n:]
	return spelling{string(escaped), text.IsASCII(text.Escaped(escaped))}
}

// writeToolList is WriteToolList. read means that the tools are as they were read: an element
// reads in the same way alone, while what else a prompt holds may have ended another list.
func writeToolList(c *ToolList, want Form, read bool, cache *cache) (out written, used Form) {
	if c.Form == FormVerbatim {
		return written{text: c.source, proven: true}, FormVerbatim
	}
	if want == c.Form && c.source != "" && !c.Python && !c.Raw && (read && want == FormToolsXML || c.readsAs(c.source, want, cache)) {
		return written{text: c.source, proven: true}, want
	}
	if len(c.Tools) == 0 {
		return written{proven: true}, want
	}
	for _, name := range [...]Form{want, FormJSON, FormOpenAI} {
		if n := formNumber(name); n >= 0 {
			if out := c.write(n); out.proven {
				return out, name
			}
		}
	}
	for n := range forms {
		if out := c.write(n); out.proven {
			return out, forms[n].name
		}
	}
	// Only definitions that JSON itself can't hold get here, and none is read so.
	n := formNumber(FormOpenAI)
	return written{text: forms[n].join(c.Tools, forms[n].entry)}, FormOpenAI
}

// formNumber returns the place of the form of that name among all, or -1.
func formNumber(name Form) int {
	return slices.IndexFunc(forms[:], func(f form) bool { return f.name == name })
}

// write writes the tools in form n and finds out whether what it wrote reads back as
// them. Where each entry has been proven alone and is read in the same way among
// others, so is the list; else, or where most of them are new and an entry is no proof
// of itself, all of it is read.
func (c *ToolList) write(n int) written {
	if !c.isMade() {
		return c.writeNew(n)
	}
	place := &c.made.entries[n]
	w := place.Load()
	if w == nil {
		made := c.writeNew(n)
		made.spelling = newSpelling(made.text)
		w = &made
		place.Store(w)
	}
	return *w
}

func (c *ToolList) writeNew(n int) (out written) {
	f := &forms[n]
	known := 0
	for i := range c.Tools {
		if c.Tools[i].isMade() {
			known++
		}
	}
	if f.holds == nil && 2*known < len(c.Tools) || !f.uniform(c.Tools) {
		out.text = f.join(c.Tools, f.entry)
		out.proven = f.uniform(c.Tools) && c.provenInParts(n) || c.readsAs(out.text, f.name, nil)
		return out
	}
	out.proven = true
	out.text = f.join(c.Tools, func(dst []byte, t *Tool) []byte {
		e := t.entry(n)
		out.proven = out.proven && e.proven
		return append(dst, e.text...)
	})
	if out.proven = out.proven || c.readsAs(out.text, f.name, nil); known == len(c.Tools) {
		out.spelling = c.spellingOf(n)
	}
	return out
}

// spellingOf puts the spelling of a list together from that of its entries, if it is
// known of all.
func (c *ToolList) spellingOf(n int) spelling {
	known, ascii := true, true
	s := spelledForms[n].join(c.Tools, func(dst []byte, t *Tool) []byte {
		e := t.entry(n)
		known, ascii = known && e.escaped != "", ascii && e.ascii
		return append(dst, e.escaped...)
	})
	if !known {
		return spelling{}
	}
	return spelling{s, ascii}
}

// spelledForms are the forms with what is between the entries as it is spelled inside
// a JSON string.
var spelledForms = func() (out [numForms]form) {
	for i, f := range forms {
		f.open, f.between, f.end = newSpelling(f.open).escaped, newSpelling(f.between).escaped, newSpelling(f.end).escaped
		out[i] = f
	}
	return out
}()

// provenInParts reports whether parts of a long list read back as their tools, and
// all tools are read alike in any list: the memory for a second list is saved.
func (c *ToolList) provenInParts(n int) bool {
	const long = 500 // tools
	f := &forms[n]
	for from := 0; from < len(c.Tools); from += long {
		part := ToolList{Tools: c.Tools[from:min(from+long, len(c.Tools))]}
		if len(part.Tools) == len(c.Tools) {
			return false
		}
		apart := true
		text := f.join(part.Tools, func(dst []byte, t *Tool) []byte {
			before := len(dst)
			dst = f.entry(dst, t)
			apart = apart && f.apart(t, string(dst[before:]))
			return dst
		})
		back, err := readToolList(text, nil)
		if !apart || err != nil || back.Form != f.name || back.Raw || !equalTools(back.Tools, part.Tools) {
			return false
		}
	}
	return true
}

// uniform reports whether tools can be told apart by their entries: in lists of
// lines a description continues up to the next arguments, which each tool has then, or
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
func (f *form) join(tools []Tool, entry func([]byte, *Tool) []byte) string {
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	b := append((*buf)[:0], f.open...)
	for i := range tools {
		if i > 0 {
			b = append(b, f.between...)
		}
		if f.mark != nil {
			b = append(b, f.mark(i+1)...)
		}
		b = entry(b, &tools[i])
	}
	b = append(b, f.end...)
	*buf = b
	return string(b)
}

// buffers are for texts until it is known how long they are.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// entry returns the tool's entry in form n. It is proven if a list reads back as its
// tools where all of its entries are proven.
func (t *Tool) entry(n int) *written {
	if !t.isMade() {
		return newEntry(t, n)
	}
	place := &t.made.entries[n]
	e := place.Load()
	if e == nil {
		e = newEntry(t, n)
		e.spelling = newSpelling(e.text)
		place.Store(e)
	}
	return e
}

func newEntry(t *Tool, n int) *written {
	f := &forms[n]
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	*buf = f.entry((*buf)[:0], t)
	e := &written{text: string(*buf)}
	switch {
	case f.holds != nil && f.holds(t):
		e.proven = true
	case f.apart(t, e.text):
		only := ToolList{Tools: []Tool{*t}}
		back, err := readToolList(f.join(only.Tools, func(dst []byte, _ *Tool) []byte { return append(dst, e.text...) }), nil)
		e.proven = err == nil && back.Form == f.name && !back.Raw && equalTools(back.Tools, only.Tools)
	}
	return e
}

// readsAs reports whether a text, standing alone, reads as the same tools.
func (c *ToolList) readsAs(s string, f Form, cache *cache) bool {
	back, err := readToolList(s, cache)
	return err == nil && back.Form == f && !back.Raw && equalTools(back.Tools, c.Tools)
}
