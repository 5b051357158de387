package layouts

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// The tags of texts that hold reasoning and calls.
const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
	callOpen   = "<tool_call>"
	callClose  = "</tool_call>"
)

// reasoned adds the think block that a text begins with as reasoning, and returns
// the text after it.
func (b *turnReader) reasoned(t ir.Text) ir.Text {
	at, ok := text.Prefix(t, 0, thinkOpen)
	if !ok {
		return text.From(t, b.unopened(t))
	}
	end, after := text.Index(t, at, thinkClose)
	if end < 0 {
		return t
	}
	inner, usual := unpadded(t.Slice(at, end))
	next, apart := text.Prefix(t, after, "\n\n")
	if b.editor.anew && (!usual || !apart && after < t.Len()) {
		b.source().odd = true
	}
	b.reason(inner, nil)
	return text.From(t, next)
}

// unopened adds the words before a </think> as reasoning, where the prompt opened that and
// the message says nothing before it. It returns the offset after it, or 0.
func (s *turnReader) unopened(t ir.Text) int {
	if s.role != ir.RoleAssistant || len(s.list) > s.begun {
		return 0
	}
	end, after, ok := text.UnopenedThink(t)
	if !ok {
		return 0
	}
	if words := t.Slice(0, end).Trim(); !words.Empty() {
		s.more(s.step(ir.Thought, words)).Reasoning = true
	}
	s.repair(ir.CodeUnopenedThink, "</think> without <think>: the words before it were read as reasoning")
	s.source().odd = true
	return text.SkipSpace(t, after, t.Len())
}

// unpadded takes a line feed off both ends of the inside of a think block, where
// there is one at each.
func unpadded(t ir.Text) (inner ir.Text, ok bool) {
	from, ok := text.Prefix(t, 0, "\n")
	if !ok {
		return t, false
	}
	to, _ := text.LastIndex(t, from, t.Len(), "\n")
	if to < 0 {
		return t, false
	}
	if _, end := text.Index(t, to, "\n"); end < t.Len() {
		return t, false
	}
	return t.Slice(from, to), true
}

// callText adds the words and the calls of a text: JSON, or words with JSON in tags
// after them.
func (b *turnReader) callText(t ir.Text) {
	if start, end := text.Index(t, 0, callOpen); start >= 0 {
		if stop, _ := text.LastIndex(t, end, t.Len(), callClose); stop >= 0 {
			if start > 0 {
				b.speak(content{text: t.Slice(0, start)})
			}
			if !b.taggedCalls(t, end) {
				b.callJSON(t.Slice(end, stop))
			}
			return
		}
	}
	b.callJSON(t)
}

// taggedCalls adds the calls of a text in which each is in tags of its own, the first from
// an offset on. It reports whether there are several.
func (b *turnReader) taggedCalls(t ir.Text, from int) bool {
	rest := text.From(t, from).B
	var calls [][]byte
	for {
		at := jsonx.SkipSpace(rest, 0)
		var n jsonx.Nesting
		end, ok := n.Scan(rest[at:])
		if !ok || !jsonx.Valid(rest[at:at+end]) {
			return false
		}
		calls = append(calls, rest[at:at+end])
		rest = bytes.TrimSpace(rest[at+end:])
		if rest, ok = bytes.CutPrefix(rest, []byte(callClose)); !ok {
			return false
		}
		if rest = bytes.TrimSpace(rest); len(rest) == 0 {
			break
		}
		if rest, ok = bytes.CutPrefix(rest, []byte(callOpen)); !ok {
			return false
		}
	}
	if len(calls) == 1 {
		return false
	}
	b.source().odd = true
	for _, call := range calls {
		b.callJSON(ir.Text{B: call})
	}
	return true
}

// callJSON adds the calls of a text that is JSON: an object, or a list of them.
func (b *turnReader) callJSON(t ir.Text) {
	plain := t.B
	at := jsonx.TrimSpace(plain)
	if !jsonx.Valid(plain) || plain[at.Start] != '{' && plain[at.Start] != '[' {
		b.fail(b.fault(ir.CodeBrokenCall, "the call is not JSON: %.60q", plain))
		return
	}
	doc := b.doc
	b.doc = jsonx.Value{B: plain}
	if plain[at.Start] == '{' {
		b.callObject(at)
	} else {
		for e := range b.doc.Elements(at.Start) {
			b.callObject(e)
		}
	}
	b.doc = doc
}

// callObject adds a call that is an object with a name and arguments. Its id stays in
// Extra: the shapes that have such calls have no ids.
func (b *turnReader) callObject(at jsonx.Range) {
	o := b.object(at)
	if kind := o.peek("type"); kind == "function" || kind == "tool_call" {
		o.word("type")
		b.source().odd = true
	}
	b.callOf(&o, callKeys{name: "name", args: "arguments"})
}
