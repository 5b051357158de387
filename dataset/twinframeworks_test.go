package dataset_test

import (
	"strings"
)

// twinFrameworks are the shapes of data sets and frameworks.
var twinFrameworks = map[string]twinShape{
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
}
