package dialects

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Runs of agents: files in which a program keeps the steps of a run rather than messages.

// asked returns a message of the user, and called one of the model with words and calls.
func asked(words Value) Value { return message("user", orNull(words)) }

func called(words Value, calls []Value, more ...member) Value {
	if len(calls) > 0 {
		more = append(more, member{"tool_calls", []byte(listOf(calls))})
	}
	return message("assistant", orNull(words), more...)
}

// failure returns what a tool gave back under one key or, where it failed, under another.
func failure(v Value, result, fault string) (said Value, failed bool) {
	if said = Get(v, fault); isEmpty(said) {
		return Get(v, result), false
	}
	return said, true
}

// isTrae reports whether a value is a trajectory of Trae.
func isTrae(v Value) bool {
	first := traeSteps(v).Get("0")
	return Get(first, "input_messages", "llm_messages").Exists() && Get(first, "response", "llm_response").Exists()
}

// traeSteps returns what was asked of the model and what it answered. Older files have it in the
// steps of the agent alone.
func traeSteps(v Value) Value {
	if list := Get(v, "llm_interactions"); len(list.Array()) > 0 {
		return list
	}
	return Get(v, "agent_steps")
}

// readTrae reads requests of which each has what is new, or all that was said.
func readTrae(v Value) []*Builder {
	var all []*Builder
	b := newBuilder()
	answered := map[string]bool{}
	result := func(r Value) {
		if id := Word(r, "call_id"); r.IsObject() && (id == "" || !answered[id]) {
			said, failed := failure(r, "result", "error")
			b.message(answer(Get(r, "call_id"), none, said, failed || Get(r, "success").Type == gjson.False))
			answered[id] = true
		}
	}
	for i, e := range traeSteps(v).Array() {
		list := Get(e, "input_messages", "llm_messages").Array()
		if i > 0 && len(list) > 0 && Word(list[0], "role") == "system" { // all of it, again
			all = append(all, b)
			b, answered = newBuilder(), map[string]bool{}
		}
		for _, m := range list {
			if r := Get(m, "tool_result"); r.IsObject() {
				result(r)
			} else if c := Get(m, "tool_call"); c.IsObject() {
				b.message(called(Get(m, "content"), []Value{traeCall(c)}))
			} else {
				b.message(m)
			}
		}
		said := Get(e, "response", "llm_response")
		var calls []Value
		for _, c := range Get(said, "tool_calls").Array() {
			calls = append(calls, traeCall(c))
		}
		if !isEmpty(Get(said, "content")) || calls != nil {
			b.message(called(Get(said, "content"), calls))
		}
	}
	for _, step := range Get(v, "agent_steps").Array() { // of which the last may not have been sent
		for _, r := range Get(step, "tool_results").Array() {
			result(r)
		}
	}
	all = Longest(append(all, b))
	for _, b := range all {
		b.rest(v, "llm_interactions", "agent_steps")
	}
	return all
}

func traeCall(c Value) Value { return call(Get(c, "call_id"), Get(c, "name"), Get(c, "arguments")) }

// isBrowserUse reports whether a value is what browser-use keeps of a run, or the list of its steps.
func isBrowserUse(v Value) bool {
	is := false
	browserSteps(v).ForEach(func(_, e Value) bool {
		said := Get(e, "model_output")
		is = Get(e, "state").IsObject() && Get(said, "action").IsArray()
		return !said.Exists()
	})
	return is
}

func browserSteps(v Value) Value {
	if v.IsArray() {
		return v
	}
	return Get(v, "history")
}

func browserMessages(b *Builder, v Value) (list []Value) {
	if v.IsObject() {
		b.rest(v, "history")
	}
	for _, e := range browserSteps(v).Array() {
		if state := Get(e, "state_message"); isText(state) {
			list = append(list, asked(state))
		} else {
			b.leave("states of the browser")
		}
		said := Get(e, "model_output")
		if !said.IsObject() {
			b.leave("steps without an answer of the model")
			continue
		}
		var words []string
		for _, at := range []Value{said, Get(said, "current_state")} {
			for _, key := range [...]string{"evaluation_previous_goal", "memory", "next_goal"} {
				if s := Word(at, key); s != "" {
					words = append(words, key+": "+s)
				}
			}
		}
		var calls, results []Value
		given := Get(e, "result").Array()
		for i, action := range Get(said, "action").Array() {
			action.ForEach(func(name, args Value) bool {
				if args.Type == gjson.Null { // of an action that the model did not take
					return true
				}
				calls = append(calls, call(none, name, args))
				if i < len(given) {
					said, failed := failure(given[i], "extracted_content", "error")
					if isEmpty(said) {
						said = Get(given[i], "long_term_memory")
					}
					results = append(results, answer(none, name, said, failed))
				}
				return true
			})
		}
		list = append(list, called(spelled(strings.Join(words, "\n")), calls, member{"reasoning", []byte(orNull(Get(said, "thinking")))}))
		list = append(list, results...)
	}
	return list
}

// isRunEvent reports whether a value is an event that LangChain streams of a run.
func isRunEvent(v Value) bool {
	return strings.HasPrefix(Word(v, "event"), "on_") && Has(v, "data") && (Has(v, "run_id") || Has(v, "name"))
}

// readRunEvents reads the requests to models that the events have, with their answers, or where
// they have none the answers and results in order.
func readRunEvents(v Value) []*Builder {
	asked := map[string]Value{}
	var all []*Builder
	events := newBuilder() // in order
	first := true
	for _, e := range v.Array() {
		data, kind := Get(e, "data"), Word(e, "event")
		input := Get(data, "input")
		switch kind {
		case "on_chain_start":
			if list := messagesIn(input); first && list.IsArray() {
				events.messages(list)
				first = false
			}
		case "on_chat_model_start":
			asked[Word(e, "run_id")] = input
		case "on_chat_model_end":
			said := Get(data, "output")
			if inner := said.Get("generations.0.0.message"); inner.Exists() {
				said = inner
			}
			if isText(said) {
				events.fail("what the model says is the text of a Python object: write the events with langchain_core.load.dumps")
				return one(events)
			}
			if !input.Exists() {
				input = asked[Word(e, "run_id")]
			}
			if list := messagesIn(input); list.IsArray() {
				b := newBuilder()
				if list.Get("0").IsArray() {
					list = list.Get("0")
				}
				b.messages(list)
				b.message(said)
				all = append(all, b)
			}
			events.message(said)
		case "on_tool_end", "on_tool_error":
			said, failed := failure(data, "output", "error")
			if _, is := roleOf(Unwrapped(said)); !is {
				said = answer(Get(data, "tool_call_id"), Get(e, "name"), said, failed)
			}
			events.message(said)
			if len(all) > 0 {
				all[len(all)-1].message(said)
			}
		}
	}
	if all == nil {
		all = one(events)
		if len(events.t.Steps) == 0 {
			events.fail("the events have no on_chat_model_end: they say what a model wrote only in pieces")
		}
	}
	all = Longest(all)
	for _, e := range v.Array() {
		if strings.HasPrefix(Word(e, "event"), "on_ch") {
			all[0].countKeys(At(e, "data", "input"), nil)
		}
	}
	return all
}

// isAgentResult reports whether a value is what an agent of LangChain gave back with the steps that
// it took, also as programs on top of it keep it.
func isAgentResult(v Value) bool {
	v = inItem(v)
	steps := stepsTaken(v)
	name, _, _ := stepTaken(steps.Get("0"))
	return isText(name) && (Has(v, "output") || Has(v, "text") || Has(v, "input") || Has(v, "question"))
}

func inItem(v Value) Value {
	if v.IsArray() && !v.Get("1").Exists() {
		v = v.Get("0")
	}
	if inner := Get(v, "json"); inner.IsObject() { // n8n
		return inner
	}
	return v
}

func stepsTaken(v Value) Value { return Get(v, "intermediate_steps", "intermediateSteps", "usedTools") }

// stepTaken returns the tool that was called, the step's action and what the tool gave back.
func stepTaken(step Value) (name, action, said Value) {
	action = Get(step, "action")
	switch {
	case step.IsArray():
		action, said = step.Get("0"), step.Get("1")
	case Has(step, "toolOutput"):
		action, said = step, Get(step, "toolOutput")
	default:
		said = Get(step, "observation")
	}
	if inner := Get(action, "kwargs"); Has(action, "lc") {
		action = inner
	}
	return Get(action, "tool"), action, said
}

func readAgentResult(v Value) []*Builder {
	b := newBuilder()
	v = inItem(v)
	b.messages(Get(v, "chat_history"))
	if said := Get(v, "input", "question", "chatInput"); said.Exists() {
		b.message(asked(said))
	}
	for _, step := range stepsTaken(v).Array() {
		name, action, said := stepTaken(step)
		log := Word(action, "log")
		for _, sign := range [...]string{"Invoking:", "Action:", "```", "\nAction", "Calling "} {
			log, _, _ = strings.Cut(log, sign)
		}
		log = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(log), "Thought:"))
		id := Get(action, "tool_call_id", "toolCallId")
		b.message(called(spelled(log), []Value{call(id, name, Get(action, "tool_input", "toolInput"))}))
		b.message(answer(id, name, said, false))
	}
	if said := Get(v, "output", "text"); !isEmpty(said) {
		b.message(called(said, nil))
	}
	b.rest(v, "chat_history", "input", "question", "chatInput", "output", "text", "intermediate_steps", "intermediateSteps", "usedTools")
	return one(b)
}

// isExample reports whether a value is an example of a data set of LangSmith or Langfuse that has
// messages on both sides.
func isExample(v Value) bool {
	return IsMessages(messagesIn(Get(v, "inputs"))) && IsMessages(messagesIn(Get(v, "outputs"))) && !Has(v, "run_type")
}

func readExample(v Value) []*Builder {
	b, whole := newBuilder(), newBuilder()
	b.request(Get(v, "inputs"))
	b.messages(messagesIn(Get(v, "inputs")))
	given := messagesIn(Get(v, "outputs"))
	if whole.messages(given); len(b.Marks()) > 0 && IsPrefix(b.Marks(), whole.Marks()) {
		whole.keepFirst(b)
		b = whole
	} else {
		b.messages(given)
	}
	b.rest(v, "inputs", "outputs")
	return one(b)
}
