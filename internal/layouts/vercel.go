package layouts

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Vercel's AI SDK keeps messages as a page shows them: one of the model has its calls, their
// results and what it said after them, under "toolInvocations" or in "parts".

// invocation is a call of such a message with its result, if it has one.
type invocation struct{ name, id, args, result, failure jsonx.Range }

// shownTurn is what the model says at once: words, and calls after them.
type shownTurn struct {
	thought, words jsonx.Range
	calls          []invocation
}

// isShownMessage reports whether a message has calls as pages show them.
func isShownMessage(o *object) bool {
	if at := o.value("toolInvocations"); at.End > 0 && o.doc.B[at.Start] == '[' && !emptyValue(at.Of(o.doc.B)) {
		return true
	}
	at := o.value("parts")
	if at.End == 0 || o.doc.B[at.Start] != '[' || !o.has("role") {
		return false
	}
	for e := range o.doc.Elements(at.Start) {
		if _, ok := invocationOf(o.doc, e); ok {
			return true
		}
	}
	return false
}

// invocationOf reads a part or an element of a list as a call.
func invocationOf(doc jsonx.Value, at jsonx.Range) (v invocation, ok bool) {
	if doc.B[at.Start] != '{' {
		return v, false
	}
	kind := member(doc.B, at.Start, "type")
	inner := at
	if held := member(doc.B, at.Start, "toolInvocation"); held.End > 0 && doc.B[held.Start] == '{' {
		inner = held
	}
	v.id = member(doc.B, inner.Start, "toolCallId")
	v.name = member(doc.B, inner.Start, "toolName")
	v.args = member(doc.B, inner.Start, "args", "input", "rawInput")
	v.result = member(doc.B, inner.Start, "result", "output")
	v.failure = member(doc.B, inner.Start, "errorText")
	const prefix = `"tool-`
	if v.name.End == 0 && kind.End > 0 && strings.HasPrefix(string(kind.Of(doc.B)), prefix) {
		v.name = jsonx.RangeOf(kind.Start+len(prefix)-1, kind.End) // with a byte in the place of its quote
	}
	return v, v.id.End > 0 && v.name.End > 0
}

// shown reads a message of the model as pages show it.
func (s *openAIReader) shown(e jsonx.Range) *ir.Diagnostic {
	var turns []shownTurn
	turn := shownTurn{}
	next := func() {
		turns = append(turns, turn)
		turn = shownTurn{}
	}
	for _, at := range s.shownParts() {
		if v, ok := invocationOf(s.doc, at); ok {
			turn.calls = append(turn.calls, v)
			continue
		}
		if turn.calls != nil {
			next()
		}
		switch words := member(s.doc.B, at.Start, "text", "reasoning"); {
		case words.End == 0 || !s.isText(words) || emptyValue(s.raw(words)):
		case string(member(s.doc.B, at.Start, "type").Of(s.doc.B)) == `"reasoning"`:
			turn.thought = words
		default:
			if turn.words.End > 0 {
				next()
			}
			turn.words = words
		}
	}
	if next(); s.k.parts.End == 0 && s.isText(s.k.content) && !emptyValue(s.raw(s.k.content)) {
		turns = append(turns, shownTurn{words: s.k.content})
	}
	for i := range turns {
		if i > 0 {
			s.message(ir.RoleAssistant, e)
		}
		s.source().odd = true
		s.shownTurn(e, &turns[i])
	}
	return nil
}

// shownParts returns what the message is made of, in order.
func (s *openAIReader) shownParts() (all []jsonx.Range) {
	list := s.k.parts
	if list.End == 0 || s.first(list) != '[' {
		list, s.k.parts = s.k.invocations, jsonx.Range{}
	}
	for at := range s.doc.Elements(list.Start) {
		if s.first(at) == '{' {
			all = append(all, at)
		}
	}
	return all
}

// shownTurn adds the steps of what the model says at once, and the results of its calls.
func (s *openAIReader) shownTurn(e jsonx.Range, turn *shownTurn) {
	if turn.thought.End > 0 {
		s.more(s.step(ir.Thought, s.text(turn.thought))).Reasoning = true
	}
	if turn.words.End > 0 {
		kind := ir.Answer
		if turn.calls != nil {
			kind = ir.Thought
		}
		s.step(kind, s.text(turn.words))
	}
	for _, v := range turn.calls {
		it := s.step(ir.Call, ir.Text{})
		it.Tool = s.text(v.name)
		s.id(it, v.id)
		s.arguments(it, v.args)
	}
	for _, v := range turn.calls {
		at := v.result
		if v.failure.End > 0 && s.isText(v.failure) {
			at = v.failure
		}
		if at.End == 0 {
			continue // it was not done
		}
		s.message(ir.RoleTool, e)
		s.source().odd = true
		it := s.step(ir.Observation, ir.Text{B: s.raw(at)})
		if s.isText(at) {
			it.Text = s.text(at)
		} else {
			s.more(it).Value = s.raw(at)
		}
		it.Failed = at == v.failure
		s.id(it, v.id)
	}
}
