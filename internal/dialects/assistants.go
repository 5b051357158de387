package dialects

import (
	"slices"

	"github.com/toolspeak/toolspeak/ir"
)

// pageOf returns the elements of a list, or of a page of the API.
func pageOf(v Value) []Value {
	if v.IsObject() {
		v = Get(v, "data")
	}
	return v.Array()
}

// isAssistants reports whether a value is a thread with its messages, or a page of them.
func isAssistants(v Value) bool {
	for _, list := range [...]Value{Get(v, "messages"), Get(v, "data"), v} {
		if all := pageOf(list); len(all) > 0 && Word(all[0], "object") == "thread.message" {
			return true
		}
	}
	return false
}

// readAssistants reads messages and, in their places between them, the calls of run steps. The
// API gives both back the newest first.
func readAssistants(b *Builder, v Value) {
	messages := pageOf(Get(v, "messages"))
	if messages == nil {
		messages = pageOf(v)
	}
	steps := pageOf(Get(v, "run_steps", "steps"))
	runs := pageOf(Get(v, "runs"))
	byTime := func(a, b Value) int {
		if d := Get(a, "created_at").Int() - Get(b, "created_at").Int(); d != 0 {
			return int(d)
		}
		return 0
	}
	for _, list := range [...][]Value{messages, steps, runs} {
		slices.Reverse(list)
		slices.SortStableFunc(list, byTime)
	}
	for _, run := range runs {
		b.system(textOf(Get(run, "instructions")))
		b.tools(Get(run, "tools"))
		b.key("model", Get(run, "model"))
		break
	}
	var all []Value
	all = append(all, messages...)
	for _, s := range steps {
		if Word(s, "type") == "tool_calls" {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, byTime)
	for _, e := range all {
		if details := Get(e, "step_details"); details.IsObject() {
			b.runStep(Get(details, "tool_calls").Array())
			continue
		}
		switch Word(e, "role") {
		case "assistant":
			b.begin(ir.RoleAssistant)
			b.modelParts(Get(e, "content"), false)
		default:
			b.begin(ir.RoleUser)
			b.userParts(Get(e, "content"))
		}
	}
	if len(messages) > 0 {
		b.key("thread", Get(messages[0], "thread_id"))
	}
	b.rest(v, "messages", "runs", "run_steps", "steps", "data", "object", "first_id", "last_id", "has_more")
}

// runStep reads the calls of a step, and what they gave back after them.
func (b *Builder) runStep(calls []Value) {
	b.model()
	for _, c := range calls {
		switch word := Word(c, "type"); {
		case Get(c, "function").IsObject():
			b.listedCall(c)
		case Get(c, word).IsObject():
			args := Get(c, word)
			if in := Get(args, "input"); in.Exists() {
				args = in
			}
			b.call(Get(c, "id"), Parse(quoted(word)), args)
		}
	}
	for _, c := range calls {
		word := Word(c, "type")
		inner := Get(c, word)
		if out := Get(inner, "output", "outputs", "results"); out.Exists() {
			b.result(Get(c, "id"), none, out, false)
		}
	}
}
