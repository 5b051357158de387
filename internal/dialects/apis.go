package dialects

import (
	"regexp"
	"slices"
	"strings"
)

// Requests and answers of APIs whose messages are no list of roles and words.

// exchanged returns the request that a value is, or has, and what came back. A request has one of
// the keys.
func exchanged(v Value, keys ...string) (request, response Value) {
	request, response = v, v
	if inner := Inside(Get(v, "request", "req", "request_body", "body")); Get(inner, keys...).Exists() {
		request, response = inner, Inside(Get(v, "response", "resp", "response_body", "answer", "result"))
	}
	return request, response
}

// otherMembers returns the members of an object but some.
func otherMembers(v Value, but ...string) (m members) {
	v.ForEach(func(key, value Value) bool {
		if !slices.Contains(but, key.Str) && (!isEmpty(value) || value.Raw == "false") {
			m = append(m, member{key.Str, []byte(value.Raw)})
		}
		return true
	})
	return m
}

// isCohere reports whether a value is a request of Cohere's API v1, an answer to one, or both.
func isCohere(v Value) bool {
	request, response := exchanged(v, "message", "chat_history")
	return isCohereRequest(request) || isCohereRequest(response)
}

func isCohereRequest(v Value) bool {
	if Get(v, "tool_results").Get("0.call").IsObject() || isText(Get(v, "message")) && List(Get(v, "tools")) != nil || isText(Get(v, "text")) && Get(v, "tool_calls").Get("0.parameters").Exists() {
		return true
	}
	for _, m := range Get(v, "chat_history").Array() {
		switch Word(m, "role") {
		case "USER", "CHATBOT", "SYSTEM", "TOOL":
			return Has(m, "message") || Has(m, "tool_calls") || Has(m, "tool_results")
		}
	}
	return false
}

// cohereReader reads turns of Cohere's API. open are the calls without a result.
type cohereReader struct {
	*Builder
	open []string
}

// callIn returns what tells a call from others: results repeat it.
func callIn(c Value) string {
	return Word(c, "name") + Get(c, "parameters").Get("@ugly").Raw
}

// model reads a turn of the model, whose words are under a key.
func (b *cohereReader) model(m Value, words string) {
	calls, said := Get(m, "tool_calls").Array(), Get(m, words)
	b.open = nil
	for _, c := range calls {
		b.open = append(b.open, callIn(c))
	}
	if len(calls) > 0 || !isEmpty(said) {
		b.message(called(said, calls, otherMembers(m, "role", words, "tool_calls")...))
	}
}

// results reads a list of results, and the calls that they name where nobody made these.
func (b *cohereReader) results(list Value, more members) {
	var missing, all []Value
	for _, r := range list.Array() {
		c := Get(r, "call")
		if i := slices.Index(b.open, callIn(c)); i >= 0 {
			b.open = slices.Delete(b.open, i, i+1)
		} else {
			missing = append(missing, c)
		}
		all = append(all, answer(none, Get(c, "name"), Get(r, resultsOfCohere...), false))
		more = append(more, otherMembers(r, append(resultsOfCohere, "call")...)...)
	}
	if missing != nil {
		b.message(called(none, missing))
	}
	for i, r := range all {
		if i == len(all)-1 {
			b.extra = append(b.extra, more...)
		}
		b.message(r)
	}
}

var resultsOfCohere = []string{"outputs", "output", "result"}

func readCohere(inner *Builder, v Value) {
	b := &cohereReader{Builder: inner}
	request, response := exchanged(v, "message", "chat_history")
	b.tools(Parse(Tools(Inside(Get(request, "tools")))))
	if preamble := Get(request, "preamble"); isText(preamble) {
		b.system(textOf(preamble))
	}
	history := Get(request, "chat_history").Array()
	if n := len(history); n > 0 && Word(history[n-1], "role") == "CHATBOT" && Word(history[n-1], "message") == Word(response, "text") && isText(Get(response, "text")) {
		if Has(history[n-1], "tool_calls") || !Has(response, "tool_calls") {
			response = none // it ends the history
		} else {
			history = history[:n-1]
		}
	}
	for _, m := range history {
		switch word := Word(m, "role"); word {
		case "CHATBOT":
			b.model(m, "message")
		case "TOOL":
			b.results(Get(m, "tool_results"), otherMembers(m, "role", "tool_results"))
		default:
			b.message(message(word, orNull(Get(m, "message")), otherMembers(m, "role", "message")...))
		}
	}
	said, after := Get(request, "message"), len(b.open) > 0
	if after {
		b.results(Get(request, "tool_results"), nil)
	}
	if !isEmpty(said) {
		b.message(asked(said))
	}
	if !after {
		b.results(Get(request, "tool_results"), nil)
	}
	var last members
	for _, key := range [...]string{"text", "tool_calls"} {
		if answered := Get(response, key); !isEmpty(answered) {
			last = append(last, member{key, []byte(answered.Raw)})
		}
	}
	b.model(Parse(last.json()), "text")
	b.restOf(v, request, response, words("chat_history message preamble tools tool_results text tool_calls"))
}

// restOf keeps the keys of a record, and those of the request and the answer in it.
func (b *Builder) restOf(v, request, response Value, read []string) {
	if request.Raw != v.Raw {
		b.rest(v, "request", "req", "request_body", "body", "response", "resp", "response_body", "answer", "result")
		b.rest(response, read...)
	}
	b.rest(request, read...)
}

// mistralLists are the keys of lists of the entries of a conversation of Mistral's API.
var mistralLists = []string{"inputs", "entries", "outputs"}

// isMistral reports whether a value is a conversation of Mistral's API, or a request or an answer
// of one.
func isMistral(v Value) bool {
	request, response := exchanged(v, mistralLists...)
	return hasEntries(request) || hasEntries(response)
}

func hasEntries(v Value) bool {
	for _, key := range mistralLists {
		for _, e := range List(Get(v, key)) {
			switch Word(e, "type") {
			case "message.input", "message.output", "function.call", "function.result", "tool.execution", "agent.handoff":
				return true
			}
		}
	}
	return false
}

func readMistral(b *Builder, v Value) {
	request, response := exchanged(v, mistralLists...)
	b.request(request)
	for _, from := range [...]Value{request, response} {
		for _, key := range mistralLists {
			at := Inside(Get(from, key))
			if isText(at) {
				b.message(message("user", at.Raw))
			}
			for _, e := range List(at) {
				b.entry(e)
			}
		}
		if request.Raw == response.Raw {
			break
		}
	}
	b.restOf(v, request, response, append(mistralLists, "tools", "instructions"))
}

// entry reads an entry of a conversation.
func (b *Builder) entry(e Value) {
	id, name := Get(e, "tool_call_id", "id"), Get(e, "name")
	switch word := Word(e, "type"); word {
	case "message.input", "message.output":
		role := Word(e, "role")
		if role == "" {
			role = map[bool]string{true: "user", false: "assistant"}[word == "message.input"]
		}
		b.message(message(role, orNull(Get(e, "content")), otherMembers(e, "type", "role", "content", "object")...))
	case "function.call", "tool.execution":
		b.model()
		b.extra = append(b.extra, otherMembers(e, "type", "object", "tool_call_id", "id", "name", "arguments", "info")...)
		b.call(id, name, Get(e, "arguments"))
		if info := Get(e, "info"); !isEmpty(info) {
			b.result(id, name, info, false)
		}
	case "function.result":
		b.extra = append(b.extra, otherMembers(e, "type", "object", "tool_call_id", "id", "name", "result")...)
		b.result(id, name, Get(e, "result"), false)
	default:
		b.leave("entries of the type " + word)
	}
}

// isSWEText reports whether a value is a trajectory of SWE-agent whose commands are in the text.
func isSWEText(v Value) bool {
	for _, m := range List(Get(v, "trajectory")) {
		return Has(m, "role") && (Has(m, "text") || Has(m, "system_prompt"))
	}
	return false
}

var fence = regexp.MustCompile("(?m)^```.*$")

// readSWEText reads messages whose last fenced block is a command, as SWE-agent took it. The user's
// turn after a command is what that gave back.
func readSWEText(b *Builder, v Value) {
	open := false
	for _, m := range List(Get(v, "trajectory")) {
		role, said := Word(m, "role"), Get(m, "text", "system_prompt")
		more := otherMembers(m, "role", "text", "system_prompt")
		words, command, ok := lastFenced(said.Str)
		switch {
		case open && role == "user":
			b.extra = append(b.extra, more...)
			b.result(none, none, said, false)
			open = false
		case role == "ai" && ok:
			args := members{{"command", quoted(command)}}
			c := call(none, Parse([]byte(`"bash"`)), Parse(args.json()))
			b.message(called(spelled(words), []Value{c}, more...))
			open = true
		default:
			b.message(message(role, orNull(said), more...))
			open = false
		}
	}
	b.rest(v, "trajectory")
}

// lastFenced parts a text from the last fenced block in it.
func lastFenced(s string) (words, block string, ok bool) {
	at := fence.FindAllStringIndex(s, -1)
	if len(at) < 2 {
		return s, "", false
	}
	from, to := at[len(at)-2], at[len(at)-1]
	words = strings.TrimSpace(s[:from[0]])
	if after := strings.TrimSpace(s[to[1]:]); after != "" {
		words = strings.TrimSpace(words + "\n" + after)
	}
	return words, strings.Trim(s[from[1]:to[0]], "\r\n"), true
}
