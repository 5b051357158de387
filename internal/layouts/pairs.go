package layouts

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// Pairs of a better and a worse answer have other keys in the files of other programs. Such a record
// is read as one with "prompt", "chosen" and "rejected".

// pairKeys are the keys of the better and the worse answer.
var pairKeys = [...][2]string{
	{"preferred_output", "non_preferred_output"}, {"response_chosen", "response_rejected"}, {"chosen_response", "rejected_response"}, {"response_j", "response_k"},
}

// mayBeWorse is a quick look at a key: false is certain.
func mayBeWorse(key []byte) bool {
	return bytes.HasPrefix(key, []byte("response_")) || bytes.HasPrefix(key, []byte("rejected")) || bytes.HasPrefix(key, []byte("non_"))
}

// pairAnew returns the record with the usual keys of a pair, or nil where it is no pair with others.
func (r *Record) pairAnew() []byte {
	both := r.bothOutputs()
	if r.editor.asked != nil || r.editor.fields != nil || both == nil && !slices.ContainsFunc(r.members, func(m jsonx.Member) bool { return mayBeWorse(m.Key.Of(r.doc.B)) }) {
		return nil
	}
	names := map[string]string{}
	if both != nil {
		names["output"], names[""] = "chosen", "rejected"
	}
	if r.hasPieces("chosen", "rejected") {
		if r.kind("prompt")|r.kind("messages")|r.kind("conversations") != 0 {
			return nil
		}
		names["chosen"], names["rejected"] = "chosen", "rejected"
	} else if r.value("chosen").End > 0 || r.value("rejected").End > 0 {
		return nil
	}
	for _, keys := range pairKeys {
		if r.value(keys[0]).End > 0 && r.value(keys[1]).End > 0 {
			names[keys[0]], names[keys[1]] = "chosen", "rejected"
		}
	}
	for _, key := range [...]string{"prompt", "question", "query", "instruction", "input", "messages", "conversations"} {
		if r.value(key).End > 0 {
			if names[key] = key; r.kind("messages") != '[' && r.kind("conversations") != '[' {
				names[key] = "prompt"
			}
			break
		}
	}
	if len(names) < 3 {
		return r.secondAnswer()
	}
	out := []byte{'{'}
	add := func(key string, value []byte) { out = jsonx.AppendMember(out, key, value) }
	for _, m := range r.members {
		key, value := jsonx.Unquote(m.Key.Of(r.doc.B)), m.Value.Of(r.doc.B)
		as, ok := names[key]
		input := r.value("input")
		if asks := as == "prompt" && key == "instruction" || key == "input" && names["instruction"] != ""; asks && value[0] == '"' && r.kind("input") == '"' {
			if key == "input" {
				continue // it follows the instruction
			}
			if said := input.Inside().Of(r.doc.B); len(said) > 0 {
				value = slices.Concat(value[:len(value)-1], []byte(`\n`), said, []byte(`"`))
			}
		}
		if !ok {
			add(key, value)
			continue
		}
		if key == "output" && both != nil {
			add("chosen", both[0])
			add("rejected", both[1])
			continue
		}
		if list := member(r.doc.B, m.Value.Start, "messages"); value[0] == '{' && as == "prompt" && list.End > 0 { // OpenAI's file
			for inner := range r.doc.Members(m.Value.Start) {
				if name := jsonx.Unquote(inner.Key.Of(r.doc.B)); name != "messages" {
					add(name, inner.Value.Of(r.doc.B))
				}
			}
			value = list.Of(r.doc.B)
		}
		add(as, value)
	}
	return append(out, '}')
}

// bothOutputs returns the better and the worse answer of a record whose "output" is a list of these, or
// nil.
func (r *Record) bothOutputs() (both [][]byte) {
	if r.kind("output") != '[' || r.kind("instruction") != '"' || r.value("chosen").End+r.value("rejected").End > 0 {
		return nil
	}
	for e := range r.doc.Elements(r.value("output").Start) {
		if both = append(both, e.Of(r.doc.B)); r.doc.B[e.Start] != '"' || len(both) > 2 {
			return nil
		}
	}
	if len(both) < 2 {
		return nil
	}
	return both
}

// secondAnswer is pairAnew for ms-swift's pairs: messages, and what the model said worse in the place
// of the last of them, or of all.
func (r *Record) secondAnswer() []byte {
	list, answer := r.value("messages"), r.value("rejected_response")
	if worse := r.value("rejected_messages"); worse.End > 0 {
		answer = worse
	}
	if list.End == 0 || answer.End == 0 || r.doc.B[list.Start] != '[' {
		return nil
	}
	var last jsonx.Range
	for e := range r.doc.Elements(list.Start) {
		last = e
	}
	if last.End == 0 || r.doc.B[last.Start] != '{' || !speaksAsModel(r.doc.B, last) || member(r.doc.B, last.Start, "role").End == 0 {
		return nil
	}
	rejected := answer.Of(r.doc.B)
	switch rejected[0] {
	case '"':
		before := r.doc.B[list.Start:last.Start]
		rejected = append(append(append([]byte(nil), before...), `{"role": "assistant", "content": `...), rejected...)
		rejected = append(rejected, "}]"...)
	case '[':
	default:
		return nil
	}
	out := []byte(`{"chosen": `)
	out = append(append(append(out, list.Of(r.doc.B)...), `, "rejected": `...), rejected...)
	for _, m := range r.members {
		switch key := jsonx.Unquote(m.Key.Of(r.doc.B)); key {
		case "messages", "rejected_response", "rejected_messages":
		default:
			out = jsonx.AppendMember(out, key, m.Value.Of(r.doc.B))
		}
	}
	return append(out, '}')
}
