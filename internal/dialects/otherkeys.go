package dialects

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// keySet returns keys that are read.
func keySet(lists ...[]string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for _, key := range list {
			set[key] = true
		}
	}
	return set
}

func words(s string) []string { return strings.Fields(s) }

// The keys that are read of each kind of value. Any other one is kept with the step.
var (
	typeKeys      = words("type block_type content_type part_kind $type kind")
	messageKeysOf = words(`role Role from content Content parts blocks items Items contents value text tool_calls toolCalls toolInvocations function_call additional_kwargs
		reasoning_content reasoning thinking tool_plan reasoning_text thought refusal invalid_tool_calls instructions lc example`)
	messageKeys     = keySet(typeKeys, messageKeysOf)
	toolMessageKeys = keySet(typeKeys, idKeys, nameKeys, resultKeys, words(`role Role from Content parts blocks items Items contents value text additional_kwargs tool_call_ids function
		is_error isError IsError status outcome errorText error_text error lc`))
	typeOnly     = keySet(typeKeys)
	repeatedKeys = keySet(words("id type function index"))
	outputKeys   = keySet(words("type value"))
	wrapperKeys  = keySet(words("type data lc id kwargs"))
	kwargsKeys   = keySet(words("tool_calls function_call reasoning_content tool_call_id"))
	wordsKeys    = keySet(typeKeys, words("text Text content value refusal json state"))
	reasonKeys   = keySet(typeKeys, words("text thinking reasoning content summary reasoning_content reasoning_text signature encrypted_content thoughtSignature redactedContent data reasoningText thought state reasoningContent"))
	callKeys     = keySet(typeKeys, idKeys, nameKeys, argsKeys, words("function function_call plugin_name PluginName tool_call state output result errorText error_text step toolInvocation toolUse functionCall function_call toolResult functionResponse function_response tool_result tool_call_result content"))
	resultsKeys  = keySet(typeKeys, idKeys, nameKeys, resultKeys, words("origin is_error isError IsError status outcome errorText error_text error plugin_name PluginName tool_result toolResult functionResponse function_response"))
	itemKeys     = keySet(words("type role content summary encrypted_content call_id id name arguments input output status action queries code results outputs"))
)

// synonyms are keys of which the first that has something is read. Others of them are kept, unless
// they say the same.
var synonyms = [...][]string{argsKeys, resultKeys}

// second reports whether a key is a synonym of one that is read in its place.
func second(v Value, key string) bool {
	for _, keys := range synonyms {
		if slices.Contains(keys, key) && Get(v, key).Raw != Get(v, keys...).Raw {
			return true
		}
	}
	return false
}

// others keeps the keys of a value that are not read with the next step.
func (b *Builder) others(v Value, read map[string]bool) {
	if !v.IsObject() {
		return
	}
	v.ForEach(func(key, value Value) bool {
		if (!read[key.String()] || second(v, key.String())) && (!isEmpty(value) || value.Raw == "false") {
			b.extra = append(b.extra, member{key.String(), bytes.TrimSpace([]byte(value.Raw))})
		}
		return true
	})
}

// wrapped keeps the keys around the object that a part wraps.
func (b *Builder) wrapped(part, v Value) {
	if part.IsObject() && part.Raw != v.Raw {
		b.others(part, callKeys)
	}
}

// part keeps the keys of a part that are not read: of what wraps its object, too.
func (b *Builder) part(part, v Value, read map[string]bool) {
	if b.others(v, read); part.IsObject() && part.Raw != v.Raw {
		b.others(part, read)
	}
}

// parts keeps the keys of the parts of a result that are not read.
func (b *Builder) parts(list Value) {
	if list.IsArray() && isParts(list) {
		for _, part := range list.Array() {
			if kind, v := kindOf(part); kind == wordsPart {
				b.part(part, v, wordsKeys)
			}
		}
	}
}

// withExtra gives a step the keys that were kept for it. Of those of one name it has the first.
func (b *Builder) withExtra(s *ir.Step) {
	if len(b.extra) == 0 {
		return
	}
	seen := map[string]string{}
	for _, m := range b.extra {
		if was, ok := seen[m.key]; ok && was != string(m.value) {
			b.leave("keys of parts that have another value in their message: " + m.key)
		} else {
			seen[m.key] = string(m.value)
		}
	}
	more(s).Extra, b.extra = b.extra.json(), nil
}

// restOfKeys gives the keys that no step has taken to the last step of a message, which began
// with a number of steps.
func (b *Builder) restOfKeys(begun int) {
	switch {
	case len(b.extra) == 0:
		return
	case len(b.t.Steps) > begun && more(&b.t.Steps[len(b.t.Steps)-1]).Extra == nil:
		b.withExtra(&b.t.Steps[len(b.t.Steps)-1])
		return
	}
	for _, m := range b.extra {
		b.leave("keys of a message that is no step: " + m.key)
	}
	b.extra = nil
}

// unread counts the keys of an element that are not read.
func (b *Builder) unread(v Value, read ...string) {
	if !v.IsObject() {
		return
	}
	known := keySet(read)
	v.ForEach(func(key, value Value) bool {
		if !known[key.String()] && (!isEmpty(value) || value.Raw == "false") {
			b.leave("other keys: " + key.String())
		}
		return true
	})
}
