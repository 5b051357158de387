package prompts

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// listPlace is where a frame has its tool list, which may be another in each prompt: an
// array on a line that becomes a list each of whose entries proves itself.
type listPlace struct {
	// form is the number of the form that is written.
	form int
	// ascii means that the list's spelling has no byte above 0x7F: a list that differs in that
	// may be spelled otherwise.
	ascii bool
	// marks are lines of the template that no entry may hold.
	marks []string
}

// listMarks are what the tool lists begin with that a frame is searched for.
var listMarks = []string{nameLabels[1], "<" + xmlTools + ">", "[{", "[\n", "[ {", "{\"", "{'", "{\n", "{ "}

// placeList finds out whether the tool list may be another: whether it would be found at the
// same place, whatever it is, and nothing else of the translation depends on it.
func (f *frame) placeList(k *known) {
	i := 0
	for i < len(f.paragraphs) && f.paragraphs[i].kind != toolListBlock {
		i++
	}
	list := &f.out.ToolList
	if i == len(f.paragraphs) || f.strip || f.out.Style == f.to || list.Python || list.Form != FormJSON && list.Form != FormOpenAI {
		return
	}
	p := &f.paragraphs[i]
	a, b := f.said[:p.Start], f.said[p.End:]
	if !p.removed || !isArrayLine(p.Text) || b != "" && b[0] != '\n' || argsAt(a) >= 0 || argsAt(b) >= 0 {
		return
	}
	if slices.ContainsFunc(listMarks, func(m string) bool { return strings.Contains(f.said[:p.Start+1], m) }) {
		return
	}
	place := &listPlace{form: formNumber(FormToolsXML), marks: k.templateLines(f.to)}
	if want := f.opts.Form; place.marks == nil || want != FormToolsXML && (want != "" || formOf(f.to) != FormToolsXML) {
		return
	}
	// What both begin and end with keeps its spelling: the list is no part of it.
	spelled, now := f.source.B[p.start:p.end], f.out.Text.String()
	if spelled[0] != '[' || spelled[len(spelled)-1] != ']' || text.CommonPrefix(f.said, now) > p.Start || text.CommonSuffix(f.said, now) > len(b) {
		return
	}
	w := list.write(place.form)
	tools := f.spell(nil, &w)
	at := bytes.Index(f.out.Text.B, tools)
	if !w.proven || at < 0 || bytes.Count(f.out.Text.B, tools) > 1 {
		return
	}
	place.ascii = text.IsASCII(ir.Text{B: spelled})
	f.list, p.free, p.at, p.size = place, true, at, len(tools)
}

// isArrayLine reports whether a text begins and ends as an array of objects that is a line.
func isArrayLine(s string) bool {
	return strings.HasPrefix(s, "[{") && strings.HasSuffix(s, "}]") && strings.IndexByte(s, '\n') < 0
}

// templateLines returns the longest line of each text of a style's own template, or nil where
// the template has more than tools in it or such elements as their list has.
func (k *known) templateLines(to *styles.Style) (out []string) {
	t := (*Template)(nil)
	if to != nil {
		t = k.instructions(to, ResultsUser)
	}
	if t == nil || !t.has(slotTools) || t.has(slotNames) || strings.Contains(k.opening, "[{") || strings.Contains(k.opening, "]\n") {
		return nil
	}
	for i := range t.parts {
		s := t.text(i)
		if strings.Contains(s, xmlTools+">") {
			return nil
		}
		longest := ""
		for line := range strings.Lines(s) {
			if line = strings.TrimSpace(line); len(line) > len(longest) {
				longest = line
			}
		}
		if longest == "" {
			return nil
		}
		out = append(out, longest)
	}
	return out
}

// spell appends what was written as the translation spells it.
func (f *frame) spell(dst []byte, w *written) []byte {
	switch {
	case !f.source.Esc:
		return append(dst, w.text...)
	case w.escaped != "" && (w.ascii || !f.ascii):
		return append(dst, w.escaped...)
	}
	return text.AppendEscaped(dst, []byte(w.text), f.ascii)
}

// frameTool is a tool with the object that it was read from, as it is spelled and as it says.
type frameTool struct {
	spelled, text string
	// to is the style whose template no entry of the tool interferes with.
	to *styles.Style
	// escaped means that the spelling is that inside a JSON string, ascii that it has no byte above 0x7F.
	escaped, ascii bool
	*definition
}

// listReader reads the list with which a prompt's spelling begins, where a frame has its own.
type listReader struct {
	*frame
	b  []byte
	at int
	// tools are those that were read. ascii means that the spelling as far as it has been read
	// has no byte above 0x7F.
	tools []Tool
	ascii bool
	// rest is what the spelling says from where the first object is that was not known, in the
	// same as a source.
	rest  *text.Decoded
	begin int
	in    source
	// said is the list as far as it has been read, now what is written.
	said, now []byte
}

// readList reads the array with which a prompt's spelling begins. It returns how long it is.
func (f *frame) readList(b []byte) (c change, n int, ok bool) {
	const usual = 8 // tools
	said, now := buffers.Get().(*[]byte), buffers.Get().(*[]byte)
	defer buffers.Put(said)
	r := listReader{frame: f, b: b, ascii: true, tools: make([]Tool, 0, usual), said: append((*said)[:0], '['), now: (*now)[:0]}
	form := &forms[f.list.form]
	r.now = r.append(r.now, form.open)
	if ok = len(b) > 1 && b[0] == '[' && r.read(); ok {
		r.now = r.append(r.now, form.end)
	}
	*said, *now = r.said, r.now
	if !ok || r.ascii != f.list.ascii {
		buffers.Put(now)
		return c, 0, false
	}
	c.tools = &ToolList{Tools: r.tools, Form: arrayForm(r.tools), source: string(r.said)}
	c.spelled, c.room = r.now, now
	return c, r.at, true
}

// append appends a text of a form.
func (r *listReader) append(dst []byte, s string) []byte {
	return r.spell(dst, &written{text: s})
}

// read reads the objects: those whose spelling is known as they are, and the others from
// what they say.
func (r *listReader) read() bool {
	for r.at = 1; ; {
		if t := r.known(r.b[r.at:]); t != nil {
			r.said = append(r.said, t.text...)
			r.ascii = r.ascii && t.ascii
			r.at += len(t.spelled)
			if !r.add(&t.tool, true) {
				return false
			}
		} else if !r.decoded() {
			return false
		}
		from := r.at
		if r.at = after(r.b, from); r.at == from {
			return false
		}
		r.said = append(r.said, r.b[from:r.at]...)
		if r.b[from] == ']' {
			return true
		}
	}
}

// after returns the offset after what follows an object: the end of the array, or what is
// before the next. It is i where nothing of that follows.
func after(s []byte, i int) int {
	if i < len(s) && (s[i] == ']' || s[i] == ',') {
		for i++; i < len(s) && s[i-1] != ']' && s[i] == ' '; i++ {
		}
	}
	return i
}

// known returns the tool of the object with which a spelling begins, or nil.
func (r *listReader) known(b []byte) *frameTool {
	if len(b) < objectOpening {
		return nil
	}
	all, _ := r.by.cache.frames.tools.FindBytes(b[:objectOpening])
	if all == nil {
		return nil
	}
	for i := range *all {
		t := &(*all)[i]
		if t.to == r.to && t.escaped == r.source.Esc && len(b) >= len(t.spelled) && string(b[:len(t.spelled)]) == t.spelled {
			return t
		}
	}
	return nil
}

// add adds a tool to the list, and its entry to what is written. looked means that the
// entry is known to hold no line of the template.
func (r *listReader) add(t *Tool, looked bool) bool {
	if t.Description == "" && t.Parameters == nil {
		return false
	}
	r.tools = append(r.tools, *t)
	if t.isMade() {
		e := t.entry(r.list.form)
		r.now = r.spell(r.now, e)
		return e.proven && (looked || !r.holdsMark(e.text))
	}
	form := &forms[r.list.form]
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	*buf = form.entry((*buf)[:0], t)
	if r.source.Esc {
		r.now = text.AppendEscaped(r.now, *buf, r.frame.ascii)
	} else {
		r.now = append(r.now, *buf...)
	}
	return form.holds(*buf, t) && !r.holdsMark(string(*buf))
}

// holdsMark reports whether a text has a line of the template.
func (r *listReader) holdsMark(s string) bool {
	return slices.ContainsFunc(r.list.marks, func(m string) bool { return strings.Contains(s, m) })
}

// decoded reads an object from what it says.
func (r *listReader) decoded() bool {
	if r.rest == nil {
		r.begin = r.at
		r.rest = text.Decode(ir.Text{B: r.b[r.at:], Esc: r.source.Esc})
		r.in = newSource(r.rest.Said, r.by.cache)
	}
	i := r.rest.SaidAt(r.at - r.begin)
	var object objectReader
	if i == len(r.in.s) || r.in.s[i] != '{' {
		return false
	}
	n, err := object.read(r.in.from(i))
	if err != nil {
		return false
	}
	one := r.in.s[i : i+n]
	from := r.at
	r.at = r.begin + r.rest.Offset(i+n)
	spelled := r.b[from:r.at]
	ascii := text.IsASCII(ir.Text{B: spelled})
	r.ascii = r.ascii && ascii
	if strings.IndexByte(one, '\n') >= 0 || argsAt(one) >= 0 || !r.add(&object.tool, false) {
		return false
	}
	r.said = append(r.said, one...)
	if object.tool.isMade() && len(spelled) >= objectOpening && len(spelled) <= maxText {
		d := object.definition
		t := frameTool{string(spelled), strings.Clone(one), r.to, r.source.Esc, ascii, &d}
		keepOpening(r.by.cache.frames.tools, t.spelled, t)
	}
	return true
}
