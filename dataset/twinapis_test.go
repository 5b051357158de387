package dataset_test

// twinShapes are the shapes of the APIs.
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
}
