package dataset_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
)

// A twin is a record that says what others of its kind say under other keys, in another order or
// nested otherwise. Each text in it is a word of its own, by which one finds out what became of it.
type twins struct {
	*rand.Rand
	words, ids int
	// of is the name of the call that an argument or, where ids tell, a result belongs to.
	of map[string]string
}

type anyMap = map[string]any

// word returns a word that nothing else says.
func (g *twins) word(kind string) string {
	g.words++
	return fmt.Sprintf("%szq%dx", kind, g.words)
}

func (g *twins) one(of ...string) string { return of[g.IntN(len(of))] }

// often reports true in n of ten cases.
func (g *twins) often(n int) bool { return g.IntN(10) < n }

// twinCall is a call of a transcript with what it gave back.
type twinCall struct {
	id, name string
	args     anyMap
}

func (g *twins) call(before []twinCall) twinCall {
	c := twinCall{name: g.one("tide", "wind") + "_" + g.word("n"), args: anyMap{"at": g.word("a")}}
	if g.often(3) {
		c.args["deep"] = []any{anyMap{"x": g.word("a")}, 1.5, nil}
	}
	for _, w := range twinWord.FindAllString(fmt.Sprint(c.args), -1) {
		g.of[w] = twinWord.FindString(c.name)
	}
	switch {
	case len(before) > 0 && g.often(1):
		c.id = before[0].id // twice
	case g.often(8):
		g.ids++
		c.id = fmt.Sprintf("call%d", g.ids)
	}
	return c
}

// asArgs returns arguments as an object or as text.
func (g *twins) asArgs(c twinCall) any {
	if g.often(5) {
		return c.args
	}
	return string(g.json(c.args))
}

// json returns a value with the keys of its objects in any order.
func (g *twins) json(v any) []byte {
	var parts []string
	open, end := "[", "]"
	switch v := v.(type) {
	case anyMap:
		open, end = "{", "}"
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, fmt.Sprintf("%q: %s", key, g.json(v[key])))
		}
		g.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	case []any:
		for _, e := range v {
			parts = append(parts, string(g.json(e)))
		}
	default:
		b, _ := json.Marshal(v) // a string or a number
		return b
	}
	return []byte(open + strings.Join(parts, ", ") + end)
}

// withID gives an object the id of a call.
func (c twinCall) withID(o anyMap, key string) anyMap {
	if c.id != "" {
		o[key] = c.id
	}
	return o
}

// extra gives an object, now and then, a key that no shape has.
func (g *twins) extra(o anyMap) anyMap {
	if g.often(1) {
		o["zz_"+g.one("score", "meta")] = g.word("k")
	}
	return o
}

// twinShape writes turns as a kind of program does.
type twinShape struct {
	user   func(g *twins, text string) []any
	model  func(g *twins, reasoning, text string, calls []twinCall) []any
	result func(g *twins, c twinCall, text string) []any
	record func(g *twins, turns []any) anyMap
	// nameless means that results name no calls.
	nameless bool
}

func messagesOf(key string) func(g *twins, turns []any) anyMap {
	return func(_ *twins, turns []any) anyMap { return anyMap{key: turns} }
}

func (g *twins) roleContent(role, key, text string) anyMap {
	return g.extra(anyMap{"role": role, key: text})
}

var twinShapes = map[string]twinShape{
	"openai": {
		user: func(g *twins, text string) []any {
			if g.often(3) {
				return []any{g.extra(anyMap{"role": "user", "content": []any{anyMap{"type": "text", "text": text}}})}
			}
			return []any{g.roleContent("user", "content", text)}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			m := g.extra(anyMap{"role": "assistant"})
			switch {
			case text != "":
				m["content"] = text
			case g.often(7):
				m["content"] = nil
			}
			if reasoning != "" {
				m[g.one("reasoning_content", "reasoning", "thinking")] = reasoning
			}
			var list []any
			for _, c := range calls {
				inner := g.extra(anyMap{"name": c.name, g.one("arguments", "arguments", "args", "input", "kwargs", "parameters"): g.asArgs(c)})
				call := c.withID(anyMap{"type": "function", "function": inner}, g.one("id", "id", "call_id", "tool_call_id"))
				if g.often(2) {
					call = c.withID(inner, "id")
				}
				list = append(list, g.extra(call))
			}
			switch {
			case list == nil:
			case len(list) == 1 && g.often(1):
				m["function_call"] = anyMap{"name": calls[0].name, "arguments": g.asArgs(calls[0])}
			case g.often(1):
				m["tool_calls"] = string(g.json(list))
			default:
				m["tool_calls"] = list
			}
			return []any{m}
		},
		result: func(g *twins, c twinCall, text string) []any {
			m := g.extra(anyMap{"role": g.one("tool", "tool", "tool", "function"), g.one("content", "content", "content", "output", "result"): text})
			if g.often(3) {
				m[g.one("name", "tool_name")] = c.name
			}
			return []any{c.withID(m, g.one("tool_call_id", "tool_call_id", "toolCallId", "call_id"))}
		},
		record: func(g *twins, turns []any) anyMap {
			last, _ := turns[len(turns)-1].(anyMap)
			if g.often(1) && len(turns) > 1 && last["role"] == "assistant" {
				return anyMap{"messages": turns[:len(turns)-1], "response": anyMap{"choices": []any{anyMap{"index": 0, "message": last}}}}
			}
			return anyMap{g.one("messages", "messages", "conversations"): turns}
		},
	},
	"anthropic": {
		user: func(g *twins, text string) []any { return []any{g.roleContent("user", "content", text)} },
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			var blocks []any
			if reasoning != "" {
				blocks = append(blocks, anyMap{"type": "thinking", "thinking": reasoning, "signature": "s"})
			}
			if text != "" {
				blocks = append(blocks, g.extra(anyMap{"type": "text", "text": text}))
			}
			for _, c := range calls {
				blocks = append(blocks, g.extra(c.withID(anyMap{"type": "tool_use", "name": c.name, g.one("input", "input", "args", "arguments"): g.asArgs(c)}, "id")))
			}
			if len(calls) > 1 && g.often(2) {
				return []any{anyMap{"role": "assistant", "content": blocks[:1]}, anyMap{"role": "assistant", "content": blocks[1:]}}
			}
			return []any{anyMap{"role": "assistant", "content": blocks}}
		},
		result: func(g *twins, c twinCall, text string) []any {
			var said any = text
			if g.often(3) {
				said = []any{anyMap{"type": "text", "text": text}}
			}
			block := g.extra(c.withID(anyMap{"type": "tool_result", g.one("content", "content", "output"): said}, "tool_use_id"))
			return []any{anyMap{"role": "user", "content": []any{block}}}
		},
		record: messagesOf("messages"),
	},
	"gemini": {
		user: func(g *twins, text string) []any {
			return []any{anyMap{"role": "user", "parts": []any{g.extra(anyMap{"text": text})}}}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			var parts []any
			if reasoning != "" {
				parts = append(parts, anyMap{"text": reasoning, "thought": true})
			}
			if text != "" {
				parts = append(parts, anyMap{"text": text})
			}
			for _, c := range calls {
				parts = append(parts, anyMap{g.one("functionCall", "functionCall", "function_call"): g.extra(c.withID(anyMap{"name": c.name, g.one("args", "args", "arguments", "input"): g.asArgs(c)}, "id"))})
			}
			return []any{anyMap{"role": "model", "parts": parts}}
		},
		result: func(g *twins, c twinCall, text string) []any {
			var said any = anyMap{g.one("output", "result", "x"): text}
			if g.often(2) {
				said = text
			}
			o := g.extra(c.withID(anyMap{"name": c.name, g.one("response", "response", "result"): said}, "id"))
			return []any{anyMap{"role": g.one("user", "function"), "parts": []any{anyMap{g.one("functionResponse", "functionResponse", "function_response"): o}}}}
		},
		record: messagesOf("contents"),
	},
	"responses": {
		user: func(g *twins, text string) []any {
			return []any{g.extra(anyMap{"role": "user", "content": []any{anyMap{"type": "input_text", "text": text}}})}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) (items []any) {
			if reasoning != "" {
				items = append(items, anyMap{"type": "reasoning", "id": "r", "summary": []any{anyMap{"type": "summary_text", "text": reasoning}}})
			}
			if text != "" {
				items = append(items, g.extra(anyMap{"type": "message", "role": "assistant", "content": []any{anyMap{"type": "output_text", "text": text}}}))
			}
			for _, c := range calls {
				items = append(items, g.extra(c.withID(anyMap{"type": "function_call", "name": c.name, g.one("arguments", "arguments", "args"): g.asArgs(c)}, g.one("call_id", "call_id", "id"))))
			}
			return items
		},
		result: func(g *twins, c twinCall, text string) []any {
			return []any{g.extra(c.withID(anyMap{"type": "function_call_output", g.one("output", "output", "result", "content"): text}, "call_id"))}
		},
		record: func(g *twins, turns []any) anyMap {
			if i := len(turns) - 1; i > 0 && g.often(2) {
				return anyMap{"input": turns[:i], "output": turns[i:]}
			}
			return anyMap{"input": turns}
		},
	},
	"langchain-chat": {
		user: func(g *twins, text string) []any {
			return []any{g.extra(anyMap{"type": "human", "content": text})}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			var list []any
			for _, c := range calls {
				list = append(list, g.extra(c.withID(anyMap{"name": c.name, "args": c.args, "type": "tool_call"}, "id")))
			}
			m := g.extra(anyMap{"type": "ai", "content": text, "tool_calls": list})
			if reasoning != "" {
				m["additional_kwargs"] = anyMap{"reasoning_content": reasoning}
			}
			return []any{m}
		},
		result: func(g *twins, c twinCall, text string) []any {
			return []any{g.extra(c.withID(anyMap{"type": "tool", "name": c.name, "content": text}, "tool_call_id"))}
		},
		record: messagesOf("messages"),
	},
	"llamafactory": {
		user: func(g *twins, text string) []any { return []any{g.extra(anyMap{"from": "human", "value": text})} },
		model: func(g *twins, reasoning, text string, calls []twinCall) (list []any) {
			if reasoning != "" {
				text = "<think>\n" + reasoning + "\n</think>\n\n" + text
			}
			if len(calls) == 0 || text != "" && g.often(5) {
				list = append(list, anyMap{"from": "gpt", "value": text})
				text = ""
			}
			if len(calls) == 0 {
				return list
			}
			var all []any
			for _, c := range calls {
				all = append(all, anyMap{"name": c.name, g.one("arguments", "arguments", "args", "parameters"): g.asArgs(c)})
			}
			var said any = all
			if len(all) == 1 && g.often(5) {
				said = all[0]
			}
			b := g.json(said)
			if text != "" {
				b = []byte(text + "<tool_call>" + string(b) + "</tool_call>")
			}
			return append(list, anyMap{"from": "function_call", "value": string(b)})
		},
		result: func(g *twins, _ twinCall, text string) []any {
			return []any{g.extra(anyMap{"from": "observation", "value": text})}
		},
		record: messagesOf("conversations"), nameless: true,
	},
	"bedrock": {
		user: func(g *twins, text string) []any {
			return []any{anyMap{"role": "user", "content": []any{g.extra(anyMap{"text": text})}}}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			var blocks []any
			if reasoning != "" {
				blocks = append(blocks, anyMap{"reasoningContent": anyMap{"reasoningText": anyMap{"text": reasoning}}})
			}
			if text != "" {
				blocks = append(blocks, anyMap{"text": text})
			}
			for _, c := range calls {
				blocks = append(blocks, anyMap{"toolUse": g.extra(c.withID(anyMap{"name": c.name, "input": c.args}, "toolUseId"))})
			}
			return []any{anyMap{"role": "assistant", "content": blocks}}
		},
		result: func(g *twins, c twinCall, text string) []any {
			return []any{anyMap{"role": "user", "content": []any{anyMap{"toolResult": g.extra(c.withID(anyMap{"content": []any{anyMap{"text": text}}}, "toolUseId"))}}}}
		},
		record: messagesOf("messages"),
	},
	"vercel": {
		user: func(g *twins, text string) []any { return []any{g.roleContent("user", "content", text)} },
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			var parts []any
			if reasoning != "" {
				parts = append(parts, anyMap{"type": "reasoning", "text": reasoning})
			}
			if text != "" {
				parts = append(parts, anyMap{"type": "text", "text": text})
			}
			for _, c := range calls {
				parts = append(parts, g.extra(c.withID(anyMap{"type": "tool-call", "toolName": c.name, g.one("input", "args"): c.args}, "toolCallId")))
			}
			return []any{anyMap{"role": "assistant", "content": parts}}
		},
		result: func(g *twins, c twinCall, text string) []any {
			r := g.extra(c.withID(anyMap{"type": "tool-result", "toolName": c.name}, "toolCallId"))
			if g.often(5) {
				r["output"] = anyMap{"type": g.one("text", "json", "error-text"), "value": text}
			} else {
				r["result"] = text
			}
			return []any{anyMap{"role": "tool", "content": []any{r}}}
		},
		record: messagesOf("messages"),
	},
	"adp": {
		user: func(g *twins, text string) []any {
			return []any{g.extra(anyMap{"class_": "text_observation", "content": text, "source": "user"})}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) (list []any) {
			if len(calls) == 0 {
				return []any{anyMap{"class_": "message_action", "content": text, "reasoning": reasoning}}
			}
			for i, c := range calls {
				o := g.extra(c.withID(anyMap{"class_": "api_action", "function": c.name, g.one("kwargs", "kwargs", "arguments", "args"): c.args}, "tool_call_id"))
				if i == 0 {
					o["description"] = strings.TrimSpace(reasoning + " " + text)
				}
				list = append(list, o)
			}
			return list
		},
		result: func(g *twins, c twinCall, text string) []any {
			return []any{g.extra(c.withID(anyMap{"class_": "text_observation", "content": text, "source": "environment"}, "tool_call_id"))}
		},
		record: messagesOf("content"),
	},
	"cohere-v1": {
		user: func(g *twins, text string) []any { return []any{g.extra(anyMap{"role": "USER", "message": text})} },
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			m := g.extra(anyMap{"role": "CHATBOT", "message": strings.TrimSpace(reasoning + " " + text)})
			var list []any
			for _, c := range calls {
				list = append(list, g.extra(anyMap{"name": c.name, "parameters": c.args}))
			}
			if list != nil {
				m["tool_calls"] = list
			}
			return []any{m}
		},
		result: func(g *twins, c twinCall, text string) []any {
			return []any{g.extra(anyMap{"role": "TOOL", "tool_results": []any{g.extra(anyMap{"call": anyMap{"name": c.name, "parameters": c.args}, "outputs": []any{anyMap{"x": text}}})}})}
		},
		record: messagesOf("chat_history"), nameless: true,
	},
	"atif": {
		user: func(g *twins, text string) []any {
			return []any{g.extra(anyMap{"step_id": 1, "source": "user", "message": text})}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			o := g.extra(anyMap{"step_id": 1, "source": "agent", "message": text})
			if reasoning != "" {
				o["reasoning_content"] = reasoning
			}
			var list []any
			for _, c := range calls {
				list = append(list, g.extra(c.withID(anyMap{"function_name": c.name, g.one("arguments", "arguments", "args"): c.args}, "tool_call_id")))
			}
			if list != nil {
				o["tool_calls"] = list
			}
			return []any{o}
		},
		result: func(g *twins, c twinCall, text string) []any {
			r := g.extra(c.withID(anyMap{"content": text}, "source_call_id"))
			return []any{anyMap{"step_id": 1, "source": g.one("system", "agent"), "message": "", "observation": anyMap{"results": []any{r}}}}
		},
		record: func(_ *twins, turns []any) anyMap {
			return anyMap{"schema_version": "ATIF-v1.7", "agent": anyMap{"name": "a", "version": "1"}, "steps": turns}
		},
	},
	"swift": {
		user: func(g *twins, text string) []any { return []any{g.roleContent("user", "content", text)} },
		model: func(g *twins, reasoning, text string, calls []twinCall) (list []any) {
			if reasoning != "" {
				text = "<think>\n" + reasoning + "\n</think>\n\n" + text
			}
			if text != "" {
				list = append(list, anyMap{"role": "assistant", "content": text})
			}
			for _, c := range calls {
				b := g.json(anyMap{"name": c.name, g.one("arguments", "arguments", "parameters"): g.asArgs(c)})
				list = append(list, g.roleContent("tool_call", "content", string(b)))
			}
			return list
		},
		result: func(g *twins, _ twinCall, text string) []any {
			return []any{g.roleContent(g.one("tool_response", "tool"), "content", text)}
		},
		record: messagesOf("messages"), nameless: true,
	},
	"pydantic-ai": {
		user: func(g *twins, text string) []any {
			return []any{anyMap{"kind": "request", "parts": []any{g.extra(anyMap{"part_kind": "user-prompt", "content": text})}}}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			var parts []any
			if reasoning != "" {
				parts = append(parts, anyMap{"part_kind": "thinking", "content": reasoning})
			}
			if text != "" {
				parts = append(parts, anyMap{"part_kind": "text", "content": text})
			}
			for _, c := range calls {
				parts = append(parts, g.extra(c.withID(anyMap{"part_kind": "tool-call", "tool_name": c.name, "args": g.asArgs(c)}, "tool_call_id")))
			}
			return []any{g.extra(anyMap{"kind": "response", "parts": parts})}
		},
		result: func(g *twins, c twinCall, text string) []any {
			return []any{anyMap{"kind": "request", "parts": []any{g.extra(c.withID(anyMap{"part_kind": g.one("tool-return", "tool-return", "retry-prompt"), "tool_name": c.name, "content": text}, "tool_call_id"))}}}
		},
		record: messagesOf("messages"),
	},
	"otel": {
		user: func(g *twins, text string) []any {
			return []any{anyMap{"role": "user", "parts": []any{g.extra(anyMap{"type": "text", "content": text})}}}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			var parts []any
			if reasoning != "" {
				parts = append(parts, anyMap{"type": "reasoning", "content": reasoning})
			}
			if text != "" {
				parts = append(parts, anyMap{"type": "text", "content": text})
			}
			for _, c := range calls {
				parts = append(parts, g.extra(c.withID(anyMap{"type": "tool_call", "name": c.name, "arguments": g.asArgs(c)}, "id")))
			}
			return []any{anyMap{"role": "assistant", "parts": parts, "finish_reason": "stop"}}
		},
		result: func(g *twins, c twinCall, text string) []any {
			return []any{anyMap{"role": "tool", "parts": []any{g.extra(c.withID(anyMap{"type": "tool_call_response", g.one("response", "result"): text}, "id"))}}}
		},
		record: messagesOf("messages"),
	},
	"inspect": {
		user: func(g *twins, text string) []any { return []any{g.roleContent("user", "content", text)} },
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			m := g.extra(anyMap{"role": "assistant", "content": text, "source": "generate"})
			if reasoning != "" {
				m["content"] = []any{anyMap{"type": "reasoning", "reasoning": reasoning}, anyMap{"type": "text", "text": text}}
			}
			var list []any
			for _, c := range calls {
				list = append(list, g.extra(c.withID(anyMap{"function": c.name, "arguments": c.args, "type": "function"}, "id")))
			}
			if list != nil {
				m["tool_calls"] = list
			}
			return []any{m}
		},
		result: func(g *twins, c twinCall, text string) []any {
			m := g.extra(c.withID(anyMap{"role": "tool", "function": c.name, "content": text}, "tool_call_id"))
			if g.often(2) {
				m["error"] = anyMap{"type": "unknown", "message": text}
			}
			return []any{m}
		},
		record: func(g *twins, turns []any) anyMap {
			return anyMap{g.one("messages", "input"): turns}
		},
	},
	"llamaindex": {
		user: func(g *twins, text string) []any {
			return []any{anyMap{"role": "user", "blocks": []any{g.extra(anyMap{"block_type": "text", "text": text})}, "additional_kwargs": anyMap{}}}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			var blocks []any
			if reasoning != "" {
				blocks = append(blocks, anyMap{"block_type": "thinking", "content": reasoning})
			}
			blocks = append(blocks, anyMap{"block_type": "text", "text": text})
			for _, c := range calls {
				blocks = append(blocks, g.extra(c.withID(anyMap{"block_type": "tool_call", "tool_name": c.name, "tool_kwargs": g.asArgs(c)}, "tool_call_id")))
			}
			return []any{anyMap{"role": "assistant", "blocks": blocks, "additional_kwargs": g.extra(anyMap{})}}
		},
		result: func(g *twins, c twinCall, text string) []any {
			return []any{g.extra(anyMap{"role": "tool", "blocks": []any{anyMap{"block_type": "text", "text": text}}, "additional_kwargs": c.withID(anyMap{"name": c.name}, "tool_call_id")})}
		},
		record: messagesOf("messages"),
	},
	"mistral-conversations": {
		user: func(g *twins, text string) []any {
			return []any{g.extra(anyMap{"type": "message.input", "role": "user", "content": text})}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) (list []any) {
			if reasoning+text != "" {
				list = append(list, g.extra(anyMap{"type": "message.output", "content": strings.TrimSpace(reasoning + " " + text)}))
			}
			for _, c := range calls {
				list = append(list, g.extra(c.withID(anyMap{"type": "function.call", "name": c.name, "arguments": g.asArgs(c)}, "tool_call_id")))
			}
			return list
		},
		result: func(g *twins, c twinCall, text string) []any {
			return []any{g.extra(c.withID(anyMap{"type": "function.result", "result": text}, "tool_call_id"))}
		},
		record: func(g *twins, turns []any) anyMap {
			if i := 1 + g.IntN(len(turns)); g.often(5) {
				return anyMap{"inputs": turns[:i], "outputs": turns[i:]}
			}
			return anyMap{"entries": turns}
		},
	},
	"haystack-chat": {
		user: func(g *twins, text string) []any {
			return []any{g.extra(anyMap{"role": "user", "content": []any{anyMap{"text": text}}, "meta": anyMap{}})}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			var parts []any
			if reasoning != "" {
				parts = append(parts, anyMap{"reasoning": anyMap{"reasoning_text": reasoning, "extra": anyMap{}}})
			}
			if text != "" {
				parts = append(parts, anyMap{"text": text})
			}
			for _, c := range calls {
				parts = append(parts, anyMap{"tool_call": g.extra(c.withID(anyMap{"tool_name": c.name, "arguments": c.args}, "id"))})
			}
			return []any{anyMap{"role": "assistant", "content": parts}}
		},
		result: func(g *twins, c twinCall, text string) []any {
			return []any{anyMap{"role": "tool", "content": []any{anyMap{"tool_call_result": g.extra(anyMap{"result": text, "error": false, "origin": c.withID(anyMap{"tool_name": c.name, "arguments": c.args}, "id")})}}}}
		},
		record: messagesOf("messages"),
	},
	"vercel page": {
		user: func(g *twins, text string) []any {
			return []any{anyMap{"role": "user", "parts": []any{g.extra(anyMap{"type": "text", "text": text})}}}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) []any {
			parts := []any{anyMap{"type": "step-start"}}
			if reasoning != "" {
				parts = append(parts, anyMap{"type": "reasoning", "text": reasoning})
			}
			if text != "" {
				parts = append(parts, anyMap{"type": "text", "text": text})
			}
			for i, c := range calls {
				id := c.id
				if id == "" {
					id = fmt.Sprint("made", g.words, i)
				}
				o := g.extra(anyMap{"type": "tool-" + c.name, "toolCallId": id, "input": c.args, "state": "output-available", "output": g.word("o")})
				if g.often(3) {
					o["type"], o["toolName"] = "dynamic-tool", c.name
				}
				parts = append(parts, o)
			}
			return []any{anyMap{"role": "assistant", "parts": parts}}
		},
		result: func(*twins, twinCall, string) []any { return nil },
		record: messagesOf("messages"),
	},
	"session": {
		user: func(g *twins, text string) []any {
			return []any{anyMap{"type": "user", "uuid": "u", "sessionId": "s", "message": g.roleContent("user", "content", text)}}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) (lines []any) {
			line := func(block anyMap) {
				lines = append(lines, anyMap{"type": "assistant", "uuid": "u", "sessionId": "s", "message": anyMap{"role": "assistant", "id": fmt.Sprint("m", g.words), "content": []any{g.extra(block)}}})
			}
			if reasoning != "" {
				line(anyMap{"type": "thinking", "thinking": reasoning, "signature": "x"})
			}
			if text != "" {
				line(anyMap{"type": "text", "text": text})
			}
			for _, c := range calls {
				line(c.withID(anyMap{"type": "tool_use", "name": c.name, "input": c.args}, "id"))
			}
			return lines
		},
		result: func(g *twins, c twinCall, text string) []any {
			block := g.extra(c.withID(anyMap{"type": "tool_result", "content": text}, "tool_use_id"))
			return []any{anyMap{"type": "user", "uuid": "u", "sessionId": "s", "message": anyMap{"role": "user", "content": []any{block}}}}
		},
		record: messagesOf("loglines"),
	},
}

// turns draws a transcript: rounds of calls with their results, which may come in another order, too
// early, twice or not at all.
func (g *twins) turns(s twinShape) (turns []any) {
	turns = append(turns, s.user(g, g.word("u"))...)
	var before []twinCall
	for range 1 + g.IntN(3) {
		var calls []twinCall
		for range 1 + g.IntN(3) {
			c := g.call(before)
			calls, before = append(calls, c), append(before, c)
		}
		said := map[bool]string{}
		for _, reasons := range [...]bool{true, false} {
			if g.often(4) {
				said[reasons] = g.word(map[bool]string{true: "r", false: "t"}[reasons])
			}
		}
		asked := s.model(g, said[true], said[false], calls)
		var results []any
		answered := slices.Clone(calls)
		if g.often(3) {
			g.Shuffle(len(answered), func(i, j int) { answered[i], answered[j] = answered[j], answered[i] })
		}
		for _, c := range answered {
			for n := g.IntN(20); n < 19; n = 19 { // one of twenty has none
				said := g.word("o")
				if g.tells(before, c) && !s.nameless {
					g.of[said] = twinWord.FindString(c.name)
				}
				results = append(results, s.result(g, c, said)...)
			}
		}
		if g.IntN(30) == 0 {
			turns = append(append(turns, results...), asked...)
		} else {
			turns = append(append(turns, asked...), results...)
		}
		if g.often(1) {
			turns = append(turns, s.user(g, g.word("u"))...)
		}
	}
	if g.often(7) {
		turns = append(turns, s.model(g, "", g.word("e"), nil)...)
	}
	return turns
}

// tells reports whether the id of a call is that of no other.
func (g *twins) tells(calls []twinCall, c twinCall) bool {
	n := 0
	for _, other := range calls {
		if other.id == c.id {
			n++
		}
	}
	return c.id != "" && n == 1
}

var twinWord = regexp.MustCompile(`[a-z]zq\d+x`)

// unsaidIn returns the words of a record that neither what was made of it nor a loss accounts for.
// Only keys that no shape has may be lost, and results at the end that the model does not answer.
func unsaidIn(raw, out []byte, diags []ir.Diagnostic) (unsaid []string) {
	told := map[ir.Code]bool{}
	for i := range diags {
		told[diags[i].Code] = true
	}
	for _, w := range twinWord.FindAllString(string(raw), -1) {
		switch {
		case strings.Contains(string(out), w):
		case w[0] == 'k' && (told[ir.CodeMessageKeys] || told[ir.CodeSessionLines]):
		case (w[0] == 'o' || w[0] == 'u') && told[ir.CodeTurnTrimmed]:
		default:
			unsaid = append(unsaid, w)
		}
	}
	return unsaid
}

// mixed returns a word that is not with the call that it belongs to, unless it was told that results
// are not where their calls are.
func (g *twins) mixed(steps []ir.Step, told []ir.Code) string {
	late := slices.Contains(told, ir.CodeResultName) || slices.Contains(told, ir.CodeJoined) || slices.Contains(told, ir.CodeOpenCall) || slices.Contains(told, ir.CodeOrphanResult)
	for i := range steps {
		s := &steps[i]
		call := twinWord.FindString(s.Tool.String())
		said := s.Args.Raw.String()
		if s.Kind == ir.Observation {
			if said = s.Text.String(); late {
				said = ""
			}
		}
		for _, w := range twinWord.FindAllString(said, -1) {
			if of, ok := g.of[w]; ok && call != "" && of != call {
				return w + " with " + call
			}
		}
	}
	return ""
}

// TestTwins draws records of the shapes with other keys, orders, nesting, ids and nulls, and converts
// them: each word of them is in what was written, or the record is a reject, or losses account for it.
func TestTwins(t *testing.T) {
	targets := append([]string{"react", "xml", "hermes"}, layouts.ShapeNames()...)
	targets = slices.DeleteFunc(targets, func(to string) bool { return layouts.IsShape(to) && layouts.TargetOf(to) == nil })
	r := rand.New(rand.NewPCG(7, 24))
	names := slices.Sorted(maps.Keys(twinShapes))
	rejects, all := map[string]int{}, 0
	for range testlong.Size(2_000, 40_000) {
		g := &twins{Rand: r, of: map[string]string{}}
		name := names[r.IntN(len(names))]
		s := twinShapes[name]
		record := s.record(g, g.turns(s))
		if g.often(3) {
			record["id"] = g.word("i")
		}
		raw := g.json(record)
		to := targets[r.IntN(len(targets))]
		out, diags, err := shaped("", to, raw)
		all++
		var d *ir.Diagnostic
		if errors.As(err, &d) {
			require.NotEqual(t, ir.CodeInternal, d.Code, "%s to %s: %s", name, to, raw)
			rejects[name+": "+string(d.Code)]++
			continue
		}
		require.NoError(t, err)
		fault := fmt.Sprint(unsaidIn(raw, out, diags))
		if fault == "[]" {
			doc, _, err := shaped(to, "ir", out)
			require.NoError(t, err, "%s to %s: %s", name, to, out)
			read, _, err := ir.ParseDocument(doc)
			require.NoError(t, err)
			fault = g.mixed(read.Steps, codesOf(diags))
		}
		if fault != "" {
			t.Errorf("%s to %s: %s in silence\n%s\n%s\n%v", name, to, fault, raw, out, codesOf(diags))
		}
	}
	t.Logf("%d records, rejects: %v", all, rejects)
}
