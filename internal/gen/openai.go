package gen

import (
	"encoding/json"
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// OpenAI draws a record of OpenAI's Chat Completions in all that is met of it: ids
// that come again or are missing, results in another order, late or of no call, calls
// without a wrapper, arguments in every spelling, null where nothing is, parts,
// reasoning, refusals, failures, keys that nobody knows. With canonical it is as
// toolspeak writes it.
func (g *Generator) OpenAI(canonical bool) []byte {
	o := openAI{Generator: g, canonical: canonical}
	var list []string
	if o.one(3, "system") {
		list = append(list, `{"role": "system", "content": `+o.quoted("user")+`}`)
	}
	for n := rapid.IntRange(1, 6).Draw(g.T, "messages"); n > 0; n-- {
		switch rapid.IntRange(0, 5).Draw(g.T, "message") {
		case 0:
			list = append(list, o.message(`{"role": "user", "content": `+o.content("user")+`}`))
		case 1:
			list = append(list, o.message(`{"role": "assistant", "content": `+o.quoted("answer")+o.reasoning()+`}`))
		case 2:
			if canonical {
				continue
			}
			list = append(list, o.odd())
		default:
			list = append(list, o.turn()...)
		}
	}
	record := `{"id": 1, "messages": [` + strings.Join(list, ", ") + `]`
	if o.one(2, "tools") {
		record += `, "tools": [{"type": "function", "function": {"name": "search", "description": ` + o.quoted("text") + `, "parameters": {"type": "object", "properties": {"q": {"type": "string"}}}}}]`
	}
	return []byte(record + "}")
}

// openAI draws messages.
type openAI struct {
	*Generator
	canonical bool
	calls     int
}

// one reports whether one of n cases is drawn.
func (o *openAI) one(n int, what string) bool { return rapid.IntRange(1, n).Draw(o.T, what) == 1 }

// quoted draws hostile words as a JSON string.
func (o *openAI) quoted(place string) string { return quote(o.words(place)) }

func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string can be encoded
	}
	return strings.TrimSpace(b.String())
}

// message adds keys that nobody knows to a message, or null.
func (o *openAI) message(s string) string {
	if o.canonical {
		return s
	}
	s = strings.TrimSuffix(s, "}")
	if o.one(5, "extra") {
		s += `, "turn_idx": 3, "note": ` + o.quoted("text")
	}
	if o.one(6, "weight") {
		s += `, "weight": 0`
	}
	if o.one(6, "null") {
		s += `, "function_call": null`
	}
	return s + "}"
}

// content draws a content: a string, or a list of parts.
func (o *openAI) content(place string) string {
	if !o.one(5, "parts") {
		return o.quoted(place)
	}
	parts := []string{`{"type": "text", "text": ` + o.quoted(place) + `}`}
	if o.one(2, "image") {
		parts = append(parts, `{"type": "image_url", "image_url": {"url": "https://a/b.png"}}`)
	}
	if o.one(2, "second") {
		parts = append(parts, `{"type": "text", "text": `+o.quoted(place)+`}`)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (o *openAI) reasoning() string {
	if o.one(4, "reasoning") {
		return `, "reasoning_content": ` + quote("r"+o.words("thought"))
	}
	return ""
}

// odd draws a message of the model or a tool that is met now and then.
func (o *openAI) odd() string {
	return o.message(rapid.SampledFrom([]string{
		`{"role": "assistant", "content": null, "refusal": ` + o.quoted("answer") + `}`,
		`{"role": "assistant", "content": null}`,
		`{"role": "assistant", "content": ""` + o.reasoning() + `}`,
		`{"role": "developer", "content": ` + o.quoted("user") + `}`,
		`{"role": "tool", "tool_call_id": "zz", "content": ` + o.quoted("observation") + `}`,
		`{"role": "tool", "name": "search", "content": ` + o.quoted("observation") + `}`,
		`{"role": "tool", "content": {"n": [1.10]}}`,
		`{"role": "function", "name": "x", "content": null}`,
		`{"role": "assistant", "content": ` + o.quoted("thought") + `, "function_call": {"name": "x", "arguments": "{}"}}`,
	}).Draw(o.T, "odd"))
}

// turn draws a message of the model with calls, and what tools say.
func (o *openAI) turn() []string {
	var calls, results []string
	n := rapid.IntRange(1, 3).Draw(o.T, "calls")
	for range n {
		id := fmt.Sprintf("id%d", o.calls)
		if o.calls++; !o.canonical && o.one(4, "again") {
			id = "id0"
		}
		calls = append(calls, o.call(id))
		results = append(results, o.result(id))
	}
	content := "null"
	if o.one(2, "words") {
		content = quote("t" + o.words("thought"))
	}
	model := o.message(`{"role": "assistant", "content": ` + content + o.reasoning() + `, "tool_calls": [` + strings.Join(calls, ", ") + `]}`)
	results = rapid.Permutation(results).Draw(o.T, "order")
	if !o.canonical && o.one(4, "missing") {
		results = results[1:]
	}
	if !o.canonical && o.one(5, "late") {
		results = append([]string{`{"role": "user", "content": "Well?"}`}, results...)
	}
	return append([]string{model}, results...)
}

func (o *openAI) result(id string) string {
	s := `{"role": "tool", "tool_call_id": "` + id + `", "content": ` + o.content("observation") + `}`
	if o.canonical {
		return s
	}
	if o.one(5, "named") {
		s = strings.TrimSuffix(s, "}") + `, "name": ` + quote(o.name().String()) + `}`
	}
	if o.one(6, "no id") {
		s = `{"role": "tool", "content": ` + o.quoted("observation") + `}`
	}
	if o.one(6, "failed") {
		s = strings.TrimSuffix(s, "}") + `, "error": true}`
	}
	return o.message(s)
}

// call draws a call.
func (o *openAI) call(id string) string {
	name := quote(rapid.SampledFrom([]string{"search", "加法", "a.b-c", "x"}).Draw(o.T, "tool"))
	args := `{"q": ` + o.quoted("args") + `, "n": [1.10, true]}`
	if o.canonical {
		return `{"id": "` + id + `", "type": "function", "function": {"name": ` + name + `, "arguments": ` + quote(args) + `}}`
	}
	arguments := rapid.SampledFrom([]string{
		quote(args), args, quote(quote(args)), `""`, "null", `"{}"`, quote(`{'a': None}`), quote("plain words"), quote(`{"cut": `), `"[1, 2]"`, `"7"`, quote(`{"a": 1, "a": 2}`), quote(`{"a": 1} and more`),
	}).Draw(o.T, "arguments")
	switch rapid.IntRange(0, 5).Draw(o.T, "wrapper") {
	case 0:
		return `{"id": "` + id + `", "name": ` + name + `, "arguments": ` + arguments + `}`
	case 1:
		return `{"function": {"arguments": ` + arguments + `, "name": ` + name + `}}`
	case 2:
		return `{"id": "` + strings.Repeat("x", 50) + id + `", "type": "function", "index": 0, "function": {"name": ` + name + `, "arguments": ` + arguments + `}}`
	}
	return `{"id": "` + id + `", "type": "function", "function": {"name": ` + name + `, "arguments": ` + arguments + `}}`
}
