package dataset_test

import (
	"fmt"
	"strings"
)

// twinLogs are the shapes of what programs log.
var twinLogs = map[string]twinShape{
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
	"mistral-entries": {
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
			return []any{anyMap{"type": "user", "uuid": g.uuid(), "sessionId": "s", "message": g.roleContent("user", "content", text)}}
		},
		model: func(g *twins, reasoning, text string, calls []twinCall) (lines []any) {
			line := func(block anyMap) {
				lines = append(lines, anyMap{"type": "assistant", "uuid": g.uuid(), "sessionId": "s", "message": anyMap{"role": "assistant", "id": fmt.Sprint("m", g.words), "content": []any{g.extra(block)}}})
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
			return []any{anyMap{"type": "user", "uuid": g.uuid(), "sessionId": "s", "message": anyMap{"role": "user", "content": []any{block}}}}
		},
		record: messagesOf("loglines"),
	},
}
