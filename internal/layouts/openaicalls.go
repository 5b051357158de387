package layouts

import (
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// model reads a message of the model: reasoning, words, then calls, or an answer.
func (s *openAIReader) model(e jsonx.Range) *ir.Diagnostic {
	if s.k.invocations.End > 0 || s.k.parts.End > 0 {
		b := turnReader{stepReader: s.stepReader}
		if o := b.object(e); isShownMessage(&o) {
			return s.fault(ir.CodeUnknownLayout, "the message has its calls as pages of Vercel's AI SDK show them: name the shape with --from vercel")
		}
		s.source().extra++
	}
	if s.isText(s.k.reasoning) && s.k.reasoning.End-s.k.reasoning.Start > len(`""`) {
		s.more(s.step(ir.Thought, s.text(s.k.reasoning))).Reasoning = true
	} else if s.k.reasoning.End > 0 {
		s.source().extra++
	}
	packed := s.packedCalls()
	calls := s.k.calls.End > 0 && s.first(s.k.calls) == '[' && !emptyValue(s.raw(s.k.calls)) || packed != nil
	legacy := s.k.call.End > 0 && s.first(s.k.call) == '{'
	switch {
	case s.k.calls.End > 0 && s.first(s.k.calls) != '[' && packed == nil && !emptyValue(s.raw(s.k.calls)):
		return s.fault(ir.CodeWrongType, `"tool_calls" is %s: expected a list of calls`, kindOf(s.doc.B, s.k.calls))
	case s.k.call.End > 0 && !legacy:
		return s.fault(ir.CodeWrongType, `"function_call" is %s: expected an object`, kindOf(s.doc.B, s.k.call))
	case !calls && !legacy:
		s.source().odd = s.source().odd || s.k.calls.End > 0
		return s.answer()
	}
	if s.refuses() {
		s.source().extra++
	}
	if d := s.words(); d != nil {
		return d
	}
	if packed != nil {
		return s.callsIn(jsonx.Value{B: packed})
	}
	if calls {
		for e := range s.doc.Elements(s.k.calls.Start) {
			if d := s.call(e); d != nil {
				return d
			}
		}
	}
	if legacy {
		return s.legacyCall()
	}
	return nil
}

// packedCalls returns the list of calls that is in a string, as in columns of Parquet
// files, or nil.
func (s *openAIReader) packedCalls() []byte {
	if !s.isText(s.k.calls) {
		return nil
	}
	list := s.text(s.k.calls).AppendPlain(nil)
	if !isPacked(list) {
		return nil
	}
	return list[jsonx.TrimSpace(list).Start:]
}

// callsIn reads a list of calls that is not part of the record's JSON.
func (s *openAIReader) callsIn(list jsonx.Value) *ir.Diagnostic {
	if s.editor.anew {
		s.source().odd = true
	}
	doc := s.doc
	defer func() { s.doc = doc }()
	s.doc = list
	for e := range list.Elements(0) {
		if d := s.call(e); d != nil {
			return d
		}
	}
	return nil
}

// silent reports whether the message has no words.
func (s *openAIReader) silent() bool {
	at := s.k.content
	return at.End == 0 || s.isNull(at) || emptyValue(s.raw(at))
}

// refuses reports whether the message has words under "refusal".
func (s *openAIReader) refuses() bool {
	return s.isText(s.k.refusal) && s.k.refusal.End-s.k.refusal.Start > len(`""`)
}

// answer reads a message without calls.
func (s *openAIReader) answer() *ir.Diagnostic {
	silent := s.silent()
	if s.refuses() {
		if !silent {
			if _, d := s.content(ir.Prose); d != nil {
				return d
			}
		}
		s.more(s.step(ir.Answer, s.text(s.k.refusal))).Refusal = true
		return nil
	}
	if silent && len(s.list) > s.begun { // it has reasoning
		return nil
	}
	_, d := s.content(ir.Answer)
	return d
}

// words reads what the model says before its calls.
func (s *openAIReader) words() *ir.Diagnostic {
	if s.silent() {
		return nil
	}
	_, d := s.content(ir.Thought)
	return d
}

// call reads an element of "tool_calls".
func (s *openAIReader) call(e jsonx.Range) *ir.Diagnostic {
	if s.first(e) != '{' {
		return s.fault(ir.CodeWrongType, "the call is %s: expected an object", kindOf(s.doc.B, e))
	}
	var id, kind, function, custom jsonx.Range
	usual := true
	for m := range s.doc.Members(e.Start) {
		switch string(m.Key.Of(s.doc.B)) {
		case "id":
			id = m.Value
		case "type":
			kind = m.Value
		case "function":
			function = m.Value
		case "custom":
			custom = m.Value
		default:
			usual = false
		}
	}
	it := s.step(ir.Call, ir.Text{})
	if custom.End > 0 && s.first(custom) == '{' && function.End == 0 {
		return s.custom(e, custom, it)
	}
	if !usual || function.End == 0 || s.first(function) != '{' || !s.function(function, it) {
		return s.otherCall(e, it)
	}
	s.id(it, id)
	if id.End == 0 || s.isNull(id) || kind.End == 0 || string(s.raw(kind)) != `"function"` {
		s.source().odd = true
	}
	return nil
}

// function reads the name and the arguments of a call, and reports whether there is nothing
// else.
func (s *openAIReader) function(e jsonx.Range, it *ir.Step) bool {
	var name, arguments jsonx.Range
	for m := range s.doc.Members(e.Start) {
		switch string(m.Key.Of(s.doc.B)) {
		case "name":
			name = m.Value
		case "arguments":
			arguments = m.Value
		default:
			return false
		}
	}
	if !s.isText(name) || arguments.End == 0 || !s.saysMore(arguments) {
		return false
	}
	it.Tool = s.text(name)
	s.arguments(it, arguments)
	return true
}

// openAICall are the keys of a call.
var openAICall = callKeys{name: "name", id: "id", args: "arguments"}

// otherCall reads a call that has other keys than the API's, or lacks some.
func (s *openAIReader) otherCall(e jsonx.Range, it *ir.Step) *ir.Diagnostic {
	o := s.object(e)
	inner := s.wrapperIn(&o, openAICall)
	if kind := o.peek("type"); inner == nil || kind != "function" || !o.has("id") {
		s.source().odd = true
	}
	o.drop("type")
	if inner == nil {
		s.repair(ir.CodeToolCallFlat, "the call's name and arguments are not under \"function\"")
	}
	objects := s.source().objects
	if !s.readCall(it, inner, &o, openAICall) {
		return s.fault(ir.CodeWrongType, `the call has no string under "name"`)
	}
	if !o.has(openAICall.args) && (inner == nil || !inner.has(openAICall.args)) {
		s.source().objects = objects // objects under other keys are written as the API has them
	}
	return nil
}

// legacyCall reads the call of a message that can have only one.
func (s *openAIReader) legacyCall() *ir.Diagnostic {
	s.source().odd = true
	it := s.step(ir.Call, ir.Text{})
	if s.function(s.k.call, it) {
		return nil
	}
	o := s.object(s.k.call)
	if !s.readCall(it, nil, &o, openAICall) {
		return s.fault(ir.CodeWrongType, `the call has no string under "name"`)
	}
	return nil
}

// custom reads a call of a custom tool, whose argument is a text.
func (s *openAIReader) custom(e, custom jsonx.Range, it *ir.Step) *ir.Diagnostic {
	o, inner := s.object(e), s.object(custom)
	input, ok := inner.takeKind("input", '"')
	if !ok || inner.first("name") != '"' {
		return s.fault(ir.CodeWrongType, `the call of a custom tool has no strings under "name" and "input"`)
	}
	o.take("custom")
	o.drop("type")
	s.readCall(it, &inner, &o, callKeys{name: "name", id: "id"})
	it.Args = ir.Args{Raw: s.text(input), Form: ir.PlainText}
	s.addExtra(it, []byte(customCall))
	if !it.Rare().HasID {
		s.source().odd = true
	}
	return nil
}
