package layouts

import (
	"iter"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/signs"
	"github.com/toolspeak/toolspeak/ir"
)

// Gemini is the shape of Gemini's API: calls and results are parts of a content,
// often without ids.
const Gemini Layout = "gemini"

type gemini struct{}

func (gemini) about() *about { return &geminiAbout }

var geminiAbout = about{
	name: Gemini, what: "contents of Gemini's API", summary: "Gemini: functionCall and functionResponse in parts",
	keys: []string{"systemInstruction", "contents", "tools"}, list: "contents", adopts: true,
	holds: &convert.Target{
		Name: string(Gemini), Arguments: convert.ArgumentsObject, Itself: true, NamesResults: true, Reasoning: true, Sealed: true,
		Errors: true, Values: true, ObjectValues: true, UserParts: true, ResultParts: true, AnswerParts: true, UserPart: geminiImage, TextAfterCalls: true, PlainResults: true,
		Order: convert.Order{OnePrompt: true, ResultsNext: true, ResultsTogether: true},
	},
	tools: &toolRules{
		maxName: 128, others: "_-.:", letterFirst: true, keys: []string{"response", "responseJsonSchema", "behavior"},
		hosted: func(tool []byte) bool {
			return tool[0] == '{' && member(tool, 0, "type").End == 0 && member(tool, 0, geminiHosted[:]...).End > 0
		}, apart: true, form: &bareTool,
		own: func(tool []byte) bool {
			return tool[0] == '{' && !slices.ContainsFunc([]string{"name", "function", "toolSpec"}, func(key string) bool { return hasAll(tool, key) })
		},
	},
	choice: func(c *toolChoice) (out []byte, ok bool) {
		ok = c.parallel != "false"
		words := map[string]string{"auto": "AUTO", "none": "NONE", "any": "ANY", "tool": "ANY"}
		if c.mode == "" {
			return nil, ok
		}
		out = append(out, `"toolConfig": {"functionCallingConfig": {"mode": "`+words[c.mode]+`"`...)
		if c.mode == "tool" {
			out = append(out, `, "allowedFunctionNames": [`+quoted(c.name)+`]`...)
		}
		return append(out, "}}"...), ok
	},
}

// shows reports whether an element has parts, as in no other shape.
func (gemini) shows(r *Record) bool {
	list := r.value("contents")
	if r.is('[') {
		list = r.at
	}
	return r.showsItem(list, func(o *object) bool {
		parts := o.value("parts")
		// Parts with a type are those of other programs' messages.
		return parts.End > 0 && o.doc.B[parts.Start] == '[' && !r.showsItem(parts, func(part *object) bool { return part.has("type") })
	})
}

func (l gemini) find(r *Record, _ bool) *ir.Diagnostic {
	return r.readList(l, "contents", func(b *turnReader) {
		for _, key := range [...]string{"systemInstruction", "system_instruction"} {
			if at := r.value(key); at.End > 0 && !b.isNull(at) {
				b.takes(key)
				o := b.object(at)
				if parts, ok := o.takeKind("parts", '['); ok {
					at = parts
				}
				b.systemText(b.content(at, geminiWords), at)
				break
			}
		}
	}, (*turnReader).geminiContent)
}

// geminiContent reads a content: a message, or the results of calls.
func (b *turnReader) geminiContent(o *object) {
	if o.word("role") == "model" {
		b.begin(ir.RoleAssistant, o.at)
	} else {
		b.begin(ir.RoleUser, o.at)
	}
	parts, ok := o.takeKind("parts", '[')
	if !ok {
		parts, ok = o.takeKind("parts", '{') // the API takes one part for a list
	}
	if ok {
		b.geminiParts(parts)
	} else {
		b.block(content{})
	}
	b.keep(o)
}

// partsAt yields the parts of a list, or the only one.
func (b *turnReader) partsAt(at jsonx.Range) iter.Seq[jsonx.Range] {
	if b.first(at) == '[' {
		return b.doc.Elements(at.Start)
	}
	return func(yield func(jsonx.Range) bool) { yield(at) }
}

func (b *turnReader) geminiParts(list jsonx.Range) {
	said := blocks{b: b}
	for e := range b.partsAt(list) {
		o := b.object(e)
		switch {
		case o.has("functionCall") || o.has("function_call"):
			said.flush()
			b.geminiCall(&o)
		case b.isObject(&o, "functionResponse", "function_response"):
			said.flush()
			b.geminiResult(&o)
		case slices.ContainsFunc(geminiServed[:], func(key string) bool { return o.has(key) }):
			said.flush()
			b.geminiServed(&o)
		case o.isTrue("thought") && o.has("text"):
			said.flush()
			o.take("thought")
			t, _ := o.text("text")
			b.extra(b.reason(t, o.signature()), &o)
		default:
			said.add(e, geminiWords)
		}
	}
	if said.flush(); len(b.list) == b.begun {
		b.block(content{parts: []ir.Part{}})
	}
}

// isObject reports whether an object has an object under one of two keys: what else is there is a
// part that nobody knows.
func (b *turnReader) isObject(o *object, keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { at := o.value(key); return at.End > 0 && b.first(at) == '{' })
}

// geminiServed are the keys of parts of what the service ran itself: calls, and then what came back.
var geminiServed = [...]string{"executableCode", "executable_code", "toolCall", "codeExecutionResult", "code_execution_result", "toolResponse"}

// geminiServed reads such a part. The step has all of it.
func (b *turnReader) geminiServed(o *object) {
	whole := append(append([]byte(`{"`+itemKey+`": `), b.raw(o.at)...), '}')
	if code := o.either("executableCode", "executable_code"); code.End > 0 {
		it := b.step(ir.Call, ir.Text{})
		it.Tool = ir.Plain("code_execution")
		b.arguments(it, code)
		b.more(it).Extra = whole
		return
	}
	if at, ok := o.take("toolCall"); ok {
		call := b.object(at)
		it := b.step(ir.Call, ir.Text{})
		it.Tool, _ = call.text("toolType")
		if args, ok := call.take("args"); ok {
			b.arguments(it, args)
		} else {
			it.Args = emptyArgs
		}
		b.idOf(it, &call, "id")
		b.more(it).Extra = whole
		return
	}
	part, key := b.object(o.either("codeExecutionResult", "code_execution_result")), "output"
	if at, ok := o.take("toolResponse"); ok {
		part, key = b.object(at), "response"
	}
	var said content
	if at, ok := b.resultOf(&part, key); ok {
		said = b.servedValue(at)
	}
	it := b.say(ir.Observation, said)
	it.Failed = part.has("outcome") && part.word("outcome") != "OUTCOME_OK"
	b.answers(it, &part, "id")
	b.more(it).Extra = whole
}

func geminiWords(part *object) (ir.Text, bool) { return part.text("text") }

// signature takes the signature of a part.
func (o *object) signature() []byte {
	if s := o.seal("thoughtSignature"); s != nil {
		return s
	}
	return o.seal("thought_signature")
}

// either takes one of two keys.
func (o *object) either(a, b string) jsonx.Range {
	if at, ok := o.take(a); ok {
		return at
	}
	at, _ := o.take(b)
	return at
}

func (b *turnReader) geminiCall(o *object) {
	call := b.object(o.either("functionCall", "function_call"))
	it := b.step(ir.Call, ir.Text{})
	keys := callKeys{name: "name", id: "id", args: "args"}
	if !call.hasAny(keys.args, signs.ArgumentKeys) {
		keys.args, it.Args = "", emptyArgs // they may be left out
	}
	if !b.readCall(it, &call, o, keys) {
		b.fail(b.fault(ir.CodeWrongType, `the call has no string under "name"`))
	}
}

func (b *turnReader) geminiResult(o *object) {
	res := b.object(o.either("functionResponse", "function_response"))
	said, key := b.geminiResponse(&res)
	it := b.say(ir.Observation, said)
	it.Failed = key == "error"
	if key != "" && key != "output" && key != "error" {
		b.addExtra(it, []byte(`{"`+responseKey+`": "`+key+`"}`))
	}
	b.toolOf(it, &res, "name")
	b.idOf(it, &res, "id")
	b.extraIn(it, &res)
	b.extra(it, o)
}

func (l gemini) put(w *mover, out *convert.Output) *ir.Diagnostic {
	return w.shaped(l, out, func(w *stepWriter) {
		if w.t.System != nil && !w.keepsPrompt("systemInstruction", "system_instruction") {
			w.comma()
			w.raw(`"systemInstruction": {"parts": [{"text": `)
			w.text(w.t.System.Text)
			w.raw("}]}")
		}
		w.messageList("contents", nil, w.geminiContent)
		w.toolList(jsonForm)
	})
}

// geminiText is what a part of text begins with.
const geminiText = `{"text": `

func (w *stepWriter) geminiContent(steps []ir.Step) {
	w.comma()
	role := "user"
	if steps[0].Role == ir.RoleAssistant {
		role = "model"
	}
	w.raw(`{"role": "` + role + `", "parts": `)
	w.list(func() {
		for i := range steps {
			w.geminiPart(&steps[i])
		}
	})
	w.raw("}")
}

func (w *stepWriter) geminiPart(s *ir.Step) {
	if isWords(s) {
		w.parts(s, geminiText)
		return
	}
	w.comma()
	if item := extraOf(s, itemKey); item != nil {
		w.json(item)
		return
	}
	switch more := s.Rare(); {
	case more.Reasoning:
		w.raw(geminiText)
		w.text(s.Text)
		w.raw(`, "thought": true`)
		w.members(more.Sealed)
	case s.Kind == ir.Call:
		w.raw(`{"functionCall": {`)
		w.id("id", s)
		w.textMember("name", s.Tool)
		w.comma()
		w.key("args")
		w.argsValue(&s.Args)
		w.members(extraOf(s, innerKey))
		w.raw("}")
	default:
		w.raw(`{"functionResponse": {`)
		w.id("id", s)
		w.textMember("name", s.Tool)
		w.comma()
		w.geminiResponse(s)
		w.members(extraOf(s, innerKey))
		w.raw("}")
	}
	w.extra(s, innerKey, responseKey)
	w.raw("}")
}

// geminiTools returns a tool list with its functions in one declaration, and each other tool
// on its own.
func geminiTools(list []byte) []byte {
	tools, ok := readTools(list)
	if !ok {
		return nil
	}
	var functions []tool
	var all [][]byte
	for i := range tools {
		if tools[i].hosted == nil {
			functions = append(functions, tools[i])
		} else {
			all = append(all, tools[i].hosted)
		}
	}
	if len(functions) > 0 || all == nil {
		all = slices.Insert(all, 0, append(appendTools([]byte(`{"functionDeclarations": `), functions, &jsonTool), '}'))
	}
	return jsonx.List(all)
}
