//go:build !js

package trainers

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// judges are the keys under which records say how good they are, in the order in which
// they are asked.
var judges = map[string]int{"label": 1, "kto_tag": 2, "reward": 3, "score": 4, "success": 5, "solved": 6, "resolved": 7}

// judge finds out how good the row is, for trainers that want to know: what the record says
// under one of the keys of judges or, where none is there, the outcome of its last answer.
func (r *row) judge() *ir.Diagnostic {
	if r.Verdict == "" && r.Reward == "" {
		return nil
	}
	value := r.judgement()
	if value == nil {
		return r.reject(ir.CodeRowUnjudged, "{style} wants to know how good a row is, and the record says it under none of label, kto_tag, reward, score, success, solved and resolved")
	}
	if r.Reward != "" {
		switch value[0] {
		case 't':
			value = []byte("1.0")
		case 'f':
			value = []byte("0.0")
		}
		r.judged = append(appendKey([]byte("{"), r.Reward)[1:], value...)
		return nil
	}
	switch number := string(value); {
	case value[0] == 't' || number == "1" || number == "1.0":
		value = []byte("true")
	case value[0] == 'f' || isZero(value) || value[0] == '-':
		value = []byte("false")
	default:
		return r.reject(ir.CodeRowUnjudged, "{style} wants a row to be good or not, and the record says "+number)
	}
	if n := len(r.messages) - 1; r.DatasetInfo && value[0] == 't' && n >= 0 && r.messages[n].role == ir.RoleAssistant && len(r.messages[n].inside()) == 0 {
		return r.reject(ir.CodeRowOrder, "{style} takes a good answer without words for a bad one")
	}
	r.judged = append(appendKey([]byte("{"), r.Verdict)[1:], value...)
	return nil
}

// judgement returns what the record says of its quality: true, false or a number, or nil.
func (r *row) judgement() (value []byte) {
	best := len(judges) + 1
	if at := jsonx.TrimSpace(r.b).Start; r.b[at] == '{' {
		for m := range jsonx.Members(r.b, at) {
			v := m.Value.Of(r.b)
			if place := judges[jsonx.Unquote(m.Key.Of(r.b))]; place > 0 && place < best && bytes.IndexByte([]byte(`tf-0123456789`), v[0]) >= 0 {
				best, value = place, v
			}
		}
	}
	if value != nil {
		return value
	}
	for _, s := range slices.Backward(r.out.Read.Steps) {
		switch {
		case s.Kind != ir.Answer:
		case s.Outcome == ir.Success:
			return []byte("true")
		case s.Outcome == ir.Failure:
			return []byte("false")
		default:
			return nil
		}
	}
	return nil
}

// serviceRow returns what a shape wrote with the keys alone that a service takes.
func (r *row) serviceRow(b []byte) ([]byte, []ir.Diagnostic, *ir.Diagnostic) {
	r.b = b
	dst := append([]byte("{"), r.Begins...)
	for m := range jsonx.Members(b, jsonx.TrimSpace(b).Start) {
		key := jsonx.Unquote(m.Key.Of(b))
		if key == "system" && b[m.Value.Start] == '"' { // next to the messages
			r.system = m.Value.Of(b)
			continue
		}
		if !slices.Contains(r.Reads, key) {
			if key != "schemaVersion" {
				r.lose(ir.CodeRowKey, `the key {name} means something to {style}, or no row may have it: it was left out`).Name = key
			}
			continue
		}
		value := m.Value.Of(b)
		if string(value) == `{"tools": []}` { // which Bedrock refuses
			continue
		}
		if key == "tools" { // the guide to tuning knows no other name of a schema
			value = bytes.ReplaceAll(value, []byte(`"parametersJsonSchema":`), []byte(`"parameters":`))
		}
		dst = append(append(jsonx.AppendComma(dst), b[m.Key.Start-1:m.Value.Start]...), value...)
	}
	if prompt := r.out.Lowered.System; r.system != nil && prompt == nil {
		dst = fmt.Appendf(jsonx.AppendComma(dst), r.Prompt, r.system)
		r.systemMoved()
	} else if r.system != nil && jsonx.Unquote(r.system[1:len(r.system)-1]) == prompt.Text.String() {
		r.systemTwice()
	} else if r.system != nil {
		return nil, nil, r.reject(ir.CodeRowOrder, "{style} takes one system prompt, and the row has another next to the messages")
	}
	if d := r.calls(); d != nil {
		return nil, nil, d
	}
	steps, untrained := r.out.Lowered.Steps, 0
	if n := len(steps); n == 0 || steps[n-1].Role != ir.RoleAssistant || steps[n-1].Kind == ir.Observation {
		return nil, nil, r.reject(ir.CodeRowOrder, "{style} takes rows that end with the model")
	}
	for i := range steps {
		if s := &steps[i]; s.Role == ir.RoleAssistant && jsonx.FalseOrZero(s.Rare().Train) {
			untrained++
		}
	}
	if untrained == len(steps) {
		return nil, nil, r.nothing()
	}
	dst = jsonx.OneLine(append(dst, '}'))
	if d := r.fits(dst); d != nil {
		return nil, nil, d
	}
	return dst, r.losses, nil
}

// preferenceRow returns a record of two transcripts, if the trainer takes it. What both continue is
// the prompt, whatever its key is, and messages are in the words of chat.
func (r *row) preferenceRow(b []byte) ([]byte, []ir.Diagnostic, *ir.Diagnostic) {
	r.b = b
	values := map[string][]byte{}
	for m := range jsonx.Members(b, jsonx.TrimSpace(b).Start) {
		values[jsonx.Unquote(m.Key.Of(b))] = m.Value.Of(b)
	}
	shared := ""
	for _, key := range [...]string{"messages", "conversations", "prompt"} {
		if v := values[key]; v != nil && (v[0] == '[' || key == "prompt") {
			shared = key
		}
	}
	for _, key := range [...]string{shared, "chosen", "rejected"} {
		if v := values[key]; v != nil && v[0] == '[' {
			values[key] = r.textAlone(v)
		}
	}
	prompt := values[shared]
	if prompt != nil && prompt[0] == '[' {
		prompt = inChat(prompt)
		for _, key := range [...]string{"chosen", "rejected"} {
			if v := values[key]; v != nil {
				values[key] = inChat(v)
			}
		}
		if system := values["system"]; system != nil && system[0] == '"' && len(system) > len(`""`) && shared != "prompt" {
			first := slices.Concat([]byte(`[{"role": "system", "content": `), system, []byte("}"))
			if len(prompt) > len("[]") {
				first = jsonx.AppendComma(first)
			}
			prompt = append(first, prompt[1:]...)
			delete(values, "system")
		}
	}
	dst := []byte("{")
	for m := range jsonx.Members(b, jsonx.TrimSpace(b).Start) {
		name, key := m.Key.Of(b), jsonx.Unquote(m.Key.Of(b))
		value, ok := values[key]
		switch {
		case !ok:
			continue
		case key == shared:
			name, value = []byte("prompt"), prompt
		case key == "chosen" || key == "rejected":
			if d := r.answerOf(value, key); d != nil {
				return nil, nil, d
			}
		case key != "margin" && slices.Contains(r.Reads, key):
			r.lose(ir.CodeRowKey, `the key {name} means something to {style}, or no row may have it: it was left out`).Name = key
			continue
		}
		dst = append(append(append(append(jsonx.AppendComma(dst), '"'), name...), `": `...), value...)
	}
	if values["chosen"] == nil || values["rejected"] == nil {
		return nil, nil, r.reject(ir.CodeRowOrder, `{style} takes rows with what was "chosen" and what was "rejected"`)
	}
	dst = jsonx.OneLine(append(dst, '}'))
	if d := r.fits(dst); d != nil {
		return nil, nil, d
	}
	return dst, r.losses, nil
}

// textAlone returns messages whose contents in parts are one text each.
func (r *row) textAlone(list []byte) []byte {
	out := []byte("[")
	for e := range jsonx.Elements(list, 0) {
		m := message{raw: e.Of(list), source: -1}
		out = jsonx.AppendComma(out)
		for k := range jsonx.Members(m.raw, 0) {
			if key := jsonx.Unquote(k.Key.Of(m.raw)); (key == "content" || key == "value") && m.raw[k.Value.Start] == '[' {
				m.content = k.Value
				r.joinParts(&m)
			}
		}
		if m.text == nil {
			out = append(out, m.raw...)
			continue
		}
		out = append(append(append(out, m.raw[:m.content.Start]...), '"'), m.text...)
		out = append(append(out, '"'), m.raw[m.content.End:]...)
	}
	return append(out, ']')
}

// inChat returns what is said as a list of messages with a role and a content: a list of them, one,
// or what the model answers.
func inChat(value []byte) []byte {
	switch value[0] {
	case '"':
		return slices.Concat([]byte(`[{"role": "assistant", "content": `), value, []byte("}]"))
	case '{':
		value = slices.Concat([]byte("["), value, []byte("]"))
	}
	out := []byte("[")
	for e := range jsonx.Elements(value, 0) {
		if out = jsonx.AppendComma(out); value[e.Start] != '{' {
			out = append(out, e.Of(value)...)
			continue
		}
		out = append(out, '{')
		for m := range jsonx.Members(value, e.Start) {
			name, said := m.Key.Of(value), m.Value.Of(value)
			switch string(name) {
			case "from":
				name = []byte("role")
				if role := layouts.ChatRole(said); role != nil {
					said = role
				}
			case "value":
				name = []byte("content")
			}
			out = append(append(append(append(jsonx.AppendComma(out), '"'), name...), `": `...), said...)
		}
		out = append(out, '}')
	}
	return append(out, ']')
}

// answerOf rejects a transcript of a pair that is no list of messages with the model's last.
func (r *row) answerOf(list []byte, key string) *ir.Diagnostic {
	if list[0] == '"' {
		return nil
	}
	last := ""
	for e := range jsonx.Elements(list, 0) {
		m := message{raw: e.Of(list)}
		if m.raw[0] != '{' {
			break
		}
		last = string(m.member("role"))
	}
	if last != `"assistant"` {
		return r.reject(ir.CodeRowOrder, `{style} takes lists of messages that end with the model, and "`+key+`" is none`)
	}
	return nil
}
