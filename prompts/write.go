package prompts

import (
	"slices"
)

// WriteToolList writes a tool list in the wanted form or, where it could not be read back
// from that form, in the first one from which it can; used says which. No tools are the
// empty text, and a list that could not be read is the text that it was.
func WriteToolList(c *ToolList, want Form) (out string, used Form) {
	w, used := writeToolList(c, want, false)
	return w.text, used
}

// written is a tool list as text. proven means that it reads back as the tools.
type written struct {
	text   string
	proven bool
}

// writeToolList is WriteToolList. read means that the tools are as they were read: an element
// reads in the same way alone, while what else a prompt holds may have ended another list.
func writeToolList(c *ToolList, want Form, read bool) (out written, used Form) {
	if c.Form == FormVerbatim {
		return written{text: c.source, proven: true}, FormVerbatim
	}
	if want == c.Form && c.source != "" && !c.Python && !c.Raw && (read && want == FormToolsXML || c.readsAs(c.source, want)) {
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
	return written{text: forms[n].join(c.Tools)}, FormOpenAI
}

// formNumber returns the place of the form of that name among all, or -1.
func formNumber(name Form) int {
	return slices.IndexFunc(forms[:], func(f form) bool { return f.name == name })
}

// write writes the tools in form n and finds out whether what it wrote reads back as
// them: a form may know it.
func (c *ToolList) write(n int) (out written) {
	f := &forms[n]
	out.text = f.join(c.Tools)
	held := f.holds != nil && !slices.ContainsFunc(c.Tools, func(t Tool) bool { return !f.holds(&t) })
	out.proven = held || c.readsAs(out.text, f.name)
	return out
}

// join puts the entries of tools together.
func (f *form) join(tools []Tool) string {
	b := []byte(f.open)
	for i := range tools {
		if i > 0 {
			b = append(b, f.between...)
		}
		if f.mark != nil {
			b = append(b, f.mark(i+1)...)
		}
		b = f.entry(b, &tools[i])
	}
	b = append(b, f.end...)
	return string(b)
}

// readsAs reports whether a text, standing alone, reads as the same tools.
func (c *ToolList) readsAs(s string, f Form) bool {
	back, err := readToolList(s)
	return err == nil && back.Form == f && !back.Raw && equalTools(back.Tools, c.Tools)
}
