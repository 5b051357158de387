package layouts

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/signs"
	"github.com/toolspeak/toolspeak/ir"
)

// callKeys are the keys under which a shape has what a call is.
type callKeys struct{ name, id, args string }

// The keys of calls and results in other shapes and programs, the most usual first.
var (
	nameSynonyms     = []string{"name", "function_name", "functionName", "tool_name", "toolName", "function", "tool"}
	callIDSynonyms   = []string{"id", "call_id", "callId", "tool_call_id", "toolCallId", "tool_use_id", "toolUseId"}
	resultIDSynonyms = []string{"tool_call_id", "toolCallId", "call_id", "callId", "tool_use_id", "toolUseId", "source_call_id"}
	resultSynonyms   = []string{"content", "output", "result", "response", "return_value", "value", "tool_output", "tool_result", "observation", "text"}
	toolSynonyms     = []string{"name", "tool_name", "toolName", "function_name", "functionName", "tool"}
	// wrapperSynonyms are those of an object in a call that has its name and arguments.
	wrapperSynonyms = []string{"function", "functionCall", "function_call", "tool_call", "toolCall"}
)

// callOf adds the call that an object is.
func (b *turnReader) callOf(o *object, own callKeys) *ir.Step {
	it := b.step(ir.Call, ir.Text{})
	if !b.readCall(it, nil, o, own) {
		b.fail(b.fault(ir.CodeWrongType, "the call has no string under %q", own.name))
	}
	return it
}

// readCall reads the call that an object is, and reports whether it has a name. What a
// wrapper in it lacks is looked for next to the wrapper; nil means that it may have one.
func (s *turnReader) readCall(it *ir.Step, inner, o *object, own callKeys) bool {
	if inner == nil {
		inner = s.wrapperIn(o, own)
	}
	among := []*object{inner, o}
	if inner == nil {
		among = among[1:]
	}
	name, ok := s.firstOf(among, own.name, nameSynonyms, func(at jsonx.Range) bool { return s.isText(at) })
	if ok {
		it.Tool = s.text(name)
	}
	if own.id != "" {
		at, found := s.firstOf(among, own.id, callIDSynonyms, s.saysMore)
		if !found {
			at, _ = o.drop(own.id) // an empty one, or null
		}
		s.id(it, at)
	}
	if own.args != "" {
		at, found := s.firstOf(among, own.args, signs.ArgumentKeys, s.saysMore)
		for _, o := range among {
			if !found {
				at, found = o.drop(own.args) // an empty text, or null
			}
		}
		s.arguments(it, at)
	}
	if inner != nil {
		s.extraIn(it, inner)
	}
	s.extra(it, o)
	return ok
}

// wrapperIn takes the object within a call that has its name or its arguments, or returns
// nil.
func (s *turnReader) wrapperIn(o *object, own callKeys) *object {
	for _, key := range wrapperSynonyms {
		at := o.value(key)
		if at.End == 0 || s.first(at) != '{' {
			continue
		}
		inner := s.object(at)
		if inner.hasAny(own.name, nameSynonyms) || inner.hasAny(own.args, signs.ArgumentKeys) {
			o.take(key)
			return &inner
		}
	}
	return nil
}

// hasAny reports whether a key, or one of others, has a value other than null.
func (o *object) hasAny(key string, others []string) bool {
	return o.has(key) || slices.ContainsFunc(others, o.has)
}

// firstOf takes a value that is as it should be: what the first of some objects has under
// its own key or else under one of others, which is reported.
func (s *turnReader) firstOf(among []*object, own string, others []string, is func(at jsonx.Range) bool) (jsonx.Range, bool) {
	for _, o := range among {
		if at := o.value(own); at.End > 0 && is(at) {
			if at, ok := o.take(own); ok {
				return at, true
			}
		}
	}
	for _, o := range among {
		for _, key := range others {
			if at := o.value(key); key == own || at.End == 0 || !is(at) {
				continue
			}
			if at, ok := o.take(key); ok {
				s.source().odd = true
				s.report(s.number(), ir.Reportf(ir.CodeOtherKey, "what %s has under %q was read from %q", s.transcript.Shape, own, key))
				o.drop(own)
				return at, true
			}
		}
	}
	return jsonx.Range{}, false
}

// saysMore reports whether a value is neither null nor an empty string.
func (s *turnReader) saysMore(at jsonx.Range) bool {
	return !s.isNull(at) && !(s.isText(at) && at.End-at.Start == len(`""`))
}

// resultOf takes what a result says: under the shape's own key, or under another where
// there is nothing.
func (s *turnReader) resultOf(o *object, own string) (jsonx.Range, bool) {
	among := []*object{o}
	if at, ok := s.firstOf(among, own, resultSynonyms, s.saysMore); ok {
		return at, true
	}
	at, ok := o.drop(own)
	return at, ok && !s.isNull(at)
}

// answers takes the id of the call that a result answers.
func (s *turnReader) answers(it *ir.Step, o *object, own string) {
	if at, ok := s.firstOf([]*object{o}, own, resultIDSynonyms, s.saysMore); ok {
		s.id(it, at)
		return
	}
	at, _ := o.drop(own) // an empty one, or null
	s.id(it, at)
}

// toolOf takes the name of the tool whose result it is.
func (s *turnReader) toolOf(it *ir.Step, o *object, own string) {
	if at, ok := s.firstOf([]*object{o}, own, toolSynonyms, s.isText); ok {
		it.Tool = s.text(at)
	}
}

// innerKey is the key of Extra for what a call or a result has in its wrapper next to its
// name, its id and what it says. What is next to the wrapper is next to this key.
const innerKey = "function"

// extraIn keeps the members of a wrapper that were not taken.
func (s *turnReader) extraIn(it *ir.Step, inner *object) {
	if rest := inner.rest(); rest != nil {
		s.padding(inner)
		s.addExtra(it, append(append([]byte(`{"`+innerKey+`": `), rest...), '}'))
	}
}

// extra gives a step the members of an object that were not taken.
func (s *turnReader) extra(it *ir.Step, o *object) {
	if rest := o.rest(); rest != nil {
		s.padding(o)
		s.addExtra(it, rest)
	}
}

// padding reports null under keys that were not taken, once a message. In an item of ADP
// it is as good as any other value.
func (s *turnReader) padding(o *object) {
	if s.layout.about().nulls || !o.padded() {
		return
	}
	if n := len(s.repairs); n > 0 && s.repairs[n-1].Code == ir.CodeNullPadding && s.repairs[n-1].Message == len(s.sources) {
		return
	}
	s.repair(ir.CodeNullPadding, "null under a key that may be missing was read as nothing")
}

// addExtra gives a step the members of an object, which may be nil.
func (s *turnReader) addExtra(it *ir.Step, rest []byte) {
	if rest == nil {
		return
	}
	if was := it.Rare().Extra; was != nil {
		rest = append(append(rest[:len(rest)-1], ", "...), was[1:]...)
	}
	s.more(it).Extra = rest
}
