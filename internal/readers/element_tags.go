package readers

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

func closingTag(name string) string { return "</" + name + ">" }

// isExact reports whether a tag is spelled as the style does.
func isExact(tag ir.Text, name string) bool {
	said := string(tag.B)
	return said == "<"+name+">" || said == closingTag(name)
}

// openAt reports whether the opening tag of a name is at offset i, and returns the offset after it.
// It may have attributes, another case and spaces, unless it has to be exact.
func (p *elementReader) openAt(i int, name string, g grade) (end int, ok bool) {
	end, ok = text.OpenTag(p.t, i, name)
	return end, ok && name != "" && (g > gradeExact || isExact(p.t.Slice(i, end), name))
}

// closeAt is openAt for a closing tag.
func (p *elementReader) closeAt(i int, name string, g grade) (end int, ok bool) {
	end, ok = closeTag(p.t, i, name)
	return end, ok && name != "" && (g > gradeExact || isExact(p.t.Slice(i, end), name))
}

// nextClosing finds the first closing tag of a name after offset i.
func (p *elementReader) nextClosing(i int, name string, g grade) (start, end int) {
	if g > gradeExact {
		return p.ahead.next(p.t, i, name, nextClose)
	}
	return p.ahead.next(p.t, i, closingTag(name), text.Index)
}

// closeTag reads a closing tag at offset i in whatever spelling.
func closeTag(t ir.Text, i int, name string) (end int, ok bool) {
	end, ok = text.Prefix(t, i, "</")
	if !ok {
		return i, false
	}
	if end, ok = text.FoldedPrefix(t, text.SkipSpace(t, end, t.Len()), name); !ok {
		return i, false
	}
	end, ok = text.Prefix(t, text.SkipSpace(t, end, t.Len()), ">")
	return end, ok
}

// nextClose finds the first closing tag of a name after offset i.
func nextClose(t ir.Text, i int, name string) (start, end int) {
	for {
		start, behind := text.Index(t, i, "</")
		if start < 0 {
			return -1, -1
		}
		if end, ok := closeTag(t, start, name); ok {
			return start, end
		}
		i = behind
	}
}

// lastClosing returns where the last closing tag of a name begins, or -1.
func lastClosing(t ir.Text, start int, name string) int {
	last := -1
	for at, end := nextClose(t, start, name); at >= 0; at, end = nextClose(t, end, name) {
		last = at
	}
	return last
}

// spelledAt looks for an opening tag of a call or an answer in whatever spelling
// at offset at.
func (p *elementReader) spelledAt(at int) (grammar.Found, bool) {
	if end, ok := text.OpenTag(p.t, at, p.style.CallTag()); ok && p.callAfter(end) {
		return grammar.Found{Mark: grammar.MarkCall, End: end}, true
	}
	if p.style.Tag.Answer == "" || at >= p.lastAnswer {
		return grammar.Found{}, false
	}
	end, ok := text.OpenTag(p.t, at, p.style.Tag.Answer)
	return grammar.Found{Mark: grammar.MarkAnswer, End: end}, ok
}

// callAfter reports whether what must be after the opening tag of a call
// begins after offset i: one of its parts, its object, or the rest of its name
// and the argument.
func (p *elementReader) callAfter(i int) bool {
	t, tag := p.t, p.style.Tag
	at := text.SkipSpace(t, i, t.Len())
	switch {
	case p.style.HoldsJSON():
		return prefixed(t, at, "{") || prefixed(t, at, fence)
	case tag.Call == "":
		stop := bytes.IndexAny(t.B[i:min(len(t.B), i+mostName+1)], "<\n")
		end, ok := closeTag(t, i+max(stop, 0), tag.Name)
		if ok {
			_, ok = text.OpenTag(t, text.SkipSpace(t, end, t.Len()), tag.Arguments)
		}
		return ok
	}
	_, ok := text.OpenTag(t, at, tag.Name)
	if !ok {
		_, ok = text.OpenTag(t, at, tag.Arguments)
	}
	return ok
}

// attribute returns the value of an attribute of the tag that is between at
// and end.
func attribute(t ir.Text, at, end int, name string) (value ir.Text, ok bool) {
	_, open := text.LastIndex(t, at, end, " "+name+"=")
	if open < 0 || open >= end || t.B[open] != '"' && t.B[open] != '\'' {
		return ir.Text{}, false
	}
	n := bytes.IndexByte(t.B[open+1:end], t.B[open])
	if n < 0 {
		return ir.Text{}, false
	}
	return t.Slice(open+1, open+1+n), true
}

const cdataOpen, cdataClose = "<![CDATA[", "]]>"

// cdata takes off a CDATA section that is the whole of words.
func cdata(words ir.Text) ir.Text {
	trimmed := words.Trim()
	open, ok := text.Prefix(trimmed, 0, cdataOpen)
	stop, end := text.Index(trimmed, open, cdataClose)
	if !ok || stop < 0 || end != trimmed.Len() {
		return words
	}
	return trimmed.Slice(open, stop)
}
