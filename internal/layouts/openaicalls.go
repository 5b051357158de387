package layouts

import (
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// openAITurn reads a message of the model: reasoning, words, then calls, or an answer.
func (b *turnReader) openAITurn(o *object, key string) {
	if isShownMessage(o) {
		b.fail(b.fault(ir.CodeUnknownLayout, "the message has its calls as pages of Vercel's AI SDK show them: name the shape with --from vercel"))
	}
	b.openAIReasoning(o, key)
	calls, list := b.openAICalls(o)
	legacy, isLegacy := o.take("function_call")
	if isLegacy && b.first(legacy) != '{' {
		b.fail(b.fault(ir.CodeWrongType, `"function_call" is %s: expected an object`, kindOf(b.doc.B, legacy)))
		return
	}
	said := o.value(key)
	silent := said.End == 0 || emptyValue(b.raw(said))
	switch acts := calls.B != nil || isLegacy; {
	case acts && silent:
	case acts:
		b.openAIContent(ir.Thought, o, key)
	case o.says("refusal"):
		if !silent {
			b.openAIContent(ir.Prose, o, key)
		}
		t, _ := o.text("refusal")
		b.more(b.step(ir.Answer, t)).Refusal = true
	case !silent || len(b.list) == b.begun: // else it has reasoning
		b.openAIContent(ir.Answer, o, key)
	}
	o.drop(key)
	if o.first("refusal") == '"' && !o.says("refusal") {
		o.take("refusal")
	}
	if calls.B != nil {
		record := b.doc
		b.doc = calls
		for e := range calls.Elements(list.Start) {
			b.openAICall(e)
		}
		b.doc = record
	}
	if isLegacy { // a message can have only one
		b.source().odd = true
		call := b.object(legacy)
		b.callOf(&call, callOfOpenAI)
	}
}

// openAIReasoning reads the reasoning of a message, which may also be among the parts of its
// content, as in Mistral's API, or in a list of its own, as OpenRouter has it.
func (b *turnReader) openAIReasoning(o *object, content string) {
	var known ir.Text
	for _, key := range [...]string{"reasoning_content", "reasoning", "thinking"} {
		if o.says(key) {
			known, _ = o.text(key)
			b.reason(known, nil)
			break
		}
	}
	for _, key := range [...]string{content, "reasoning_details"} {
		at := o.value(key)
		if at.End == 0 || b.first(at) != '[' {
			continue
		}
		said := b.content(at, b.listedReasoning)
		details, same := key != content, text.Equal(said.text, known)
		if details && !said.text.Empty() {
			o.take(key)
			if hasOther(said.parts) || !known.Empty() && !same {
				b.source().extra++
			}
		}
		if said.text.Empty() || same || details && !known.Empty() {
			continue
		}
		it := b.reason(said.text, nil)
		for e := range b.doc.Elements(at.Start) {
			if o := b.object(e); !details && it.More.Sealed == nil {
				it.More.Sealed = o.seal("signature")
			}
		}
		b.source().odd, known = b.source().odd || b.editor.anew, said.text
	}
}

// listedReasoning returns the words of an element of a list that is reasoning.
func (b *turnReader) listedReasoning(part *object) (t ir.Text, ok bool) {
	switch kind := part.peek("type"); {
	case kind == "thinking" && part.first("thinking") == '[':
		t = b.content(part.value("thinking"), typedWords).text
	case kind == "thinking":
		t, _ = part.text("thinking")
	case kind == "reasoning" && part.says("reasoning"): // Inspect's
		t, _ = part.text("reasoning")
	case kind == "reasoning.text", kind == "reasoning":
		t, _ = part.text("text")
	case kind == "reasoning.summary":
		t, _ = part.text("summary")
	}
	return t, !t.Empty()
}

// isReasoning reports whether a part of a content is reasoning, which was read.
func isReasoning(part ir.Part) bool {
	if part.Raw == nil {
		return false
	}
	switch kind := string(member(part.Raw, 0, "type").Of(part.Raw)); kind {
	case `"thinking"`, `"reasoning"`:
		words := member(part.Raw, 0, "thinking", "reasoning", "text")
		return words.End-words.Start > len(`""`)
	}
	return false
}

// openAICalls takes the list of a message's calls, which may be in a string, as in columns of
// Parquet files. Where there are none, the document that it is in has no bytes.
func (b *turnReader) openAICalls(o *object) (doc jsonx.Value, list jsonx.Range) {
	at, ok := o.take("tool_calls")
	if ok && b.isText(at) {
		if packed := b.text(at).B; isPacked(packed) {
			b.source().odd = b.source().odd || b.editor.anew
			return jsonx.Value{B: packed}, jsonx.TrimSpace(packed)
		}
	}
	switch {
	case !ok:
	case emptyValue(b.raw(at)):
		b.source().odd = true
	case b.first(at) != '[':
		b.fail(b.fault(ir.CodeWrongType, `"tool_calls" is %s: expected a list of calls`, kindOf(b.doc.B, at)))
	default:
		return b.doc, at
	}
	return doc, list
}

// callOfOpenAI are the keys of a call.
var callOfOpenAI = callKeys{name: "name", id: "id", args: "arguments"}

// openAICall reads an element of "tool_calls".
func (b *turnReader) openAICall(e jsonx.Range) {
	o := b.object(e)
	switch {
	case b.first(e) != '{':
		b.fail(b.fault(ir.CodeWrongType, "the call is %s: expected an object", kindOf(b.doc.B, e)))
		return
	case o.first("custom") == '{' && o.value("function").End == 0:
		b.openAICustom(&o)
		return
	}
	inner := b.wrapperIn(&o, callOfOpenAI)
	if inner == nil || o.peek("type") != "function" || !o.has("id") {
		b.source().odd = true
	}
	o.drop("type")
	if inner == nil {
		b.repair(ir.CodeToolCallFlat, "the call's name and arguments are not under \"function\"")
	}
	objects := b.source().objects
	if !b.readCall(b.step(ir.Call, ir.Text{}), inner, &o, callOfOpenAI) {
		b.fail(b.fault(ir.CodeWrongType, `the call has no string under "name"`))
	}
	if !o.has(callOfOpenAI.args) && (inner == nil || !inner.has(callOfOpenAI.args)) {
		b.source().objects = objects // objects under other keys are written as the API has them
	}
}

// openAICustom reads a call of a custom tool, whose argument is a text.
func (b *turnReader) openAICustom(o *object) {
	inner := b.object(o.value("custom"))
	input, ok := inner.text("input")
	if !ok || inner.first("name") != '"' {
		b.fail(b.fault(ir.CodeWrongType, `the call of a custom tool has no strings under "name" and "input"`))
		return
	}
	o.take("custom")
	o.drop("type")
	it := b.step(ir.Call, ir.Text{})
	b.readCall(it, &inner, o, callKeys{name: "name", id: "id"})
	it.Args = ir.Args{Raw: input, Form: ir.PlainText}
	b.addExtra(it, []byte(customCall))
	if !it.Rare().HasID {
		b.source().odd = true
	}
}
