package dialects

import (
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/ir"
)

func isADK(v Value) bool {
	switch {
	case v.IsArray():
		return isADKCase(v.Get("0")) || isADKEvent(v.Get("0"))
	case Get(v, "eval_cases", "evalCases").IsArray(), isADKCase(v):
		return true
	}
	found := false
	Get(v, "events").ForEach(func(_, e Value) bool {
		found = isADKEvent(e)
		return !found
	})
	return found
}

func isADKEvent(v Value) bool {
	return isText(Get(v, "author")) && (Get(v, "content").Get("parts").IsArray() || Has(v, "invocationId") || Has(v, "invocation_id"))
}

func isADKCase(v Value) bool {
	return Get(v, "conversation").Get("0.user_content").IsObject() || Get(v, "conversation").Get("0.userContent").IsObject() || isText(Get(v, "query")) && Has(v, "expected_tool_use")
}

func readADK(v Value) (all []*Builder) {
	cases, events := Get(v, "eval_cases", "evalCases"), Get(v, "events")
	switch first := v.Get("0"); {
	case v.IsArray() && isADKEvent(first):
		events = v
	case v.IsArray() && isText(Get(first, "query")):
		return one(adkQueries(v))
	case v.IsArray():
		cases = v
	case !cases.IsArray() && isADKCase(v):
		return one(adkCase(v))
	}
	if cases.IsArray() {
		for _, e := range cases.Array() {
			all = append(all, adkCase(e))
		}
		return all
	}
	b := newBuilder()
	b.adkEvents(events)
	b.rest(v, "events")
	return one(b)
}

// adkEvents reads the events of a session. The author of a result is the agent.
func (b *Builder) adkEvents(list Value) {
	for _, e := range list.Array() {
		if data := Inside(Get(e, "event_data")); data.IsObject() { // a row of a database
			e = data
		}
		b.unread(e, "author", "content", "partial", "errorCode", "error_code")
		b.unread(Get(e, "content"), "parts", "role")
		switch {
		case Get(e, "partial").Type == gjson.True:
			b.leave("pieces of a streamed answer, which comes whole")
			for _, part := range At(e, "content", "parts").Array() {
				b.unread(part, "text", "thought", "functionCall", "function_call")
			}
		case Get(e, "errorCode", "error_code").Exists():
			b.leave("errors in the place of an answer")
		default:
			b.gemini(Get(e, "content"), Word(e, "author") == "user")
		}
	}
}

// gemini reads a content of Gemini's API: what the user says, or the model and its tools.
func (b *Builder) gemini(c Value, user bool) {
	parts := Get(c, "parts")
	if !parts.IsArray() {
		return
	}
	if user || Word(c, "role") == "user" {
		b.begin(ir.RoleUser)
		b.userParts(parts)
		return
	}
	b.begin(ir.RoleAssistant)
	b.modelParts(parts, false)
}

// adkCase reads a case of an eval set.
func adkCase(v Value) *Builder {
	b := newBuilder()
	if isText(Get(v, "query")) {
		return adkQueries(Parse([]byte("[" + v.Raw + "]")))
	}
	for _, turn := range Get(v, "conversation").Array() {
		details := At(turn, "app_details", "agent_details")
		details.ForEach(func(_, agent Value) bool {
			if b.t.System == nil {
				b.system(textOf(Get(agent, "instructions")))
			}
			b.tools(Get(agent, "tool_declarations"))
			return true
		})
		b.gemini(Get(turn, "user_content", "userContent"), true)
		data := Get(turn, "intermediate_data", "intermediateData")
		for _, e := range Get(data, "invocation_events", "invocationEvents").Array() {
			b.gemini(Get(e, "content"), Word(e, "author") == "user")
		}
		if uses := Get(data, "tool_uses", "toolUses").Array(); len(uses) > 0 {
			b.begin(ir.RoleAssistant)
			for _, use := range uses {
				b.callPart(use)
			}
			for _, response := range Get(data, "tool_responses", "toolResponses").Array() {
				b.resultPart(response)
			}
		}
		b.gemini(Get(turn, "final_response", "finalResponse"), false)
	}
	b.rest(v, "conversation")
	return b
}

// adkQueries reads cases as they were once: questions with the calls that are expected.
func adkQueries(list Value) *Builder {
	b := newBuilder()
	for _, e := range list.Array() {
		b.speak(ir.RoleUser, Get(e, "query"))
		for _, use := range Get(e, "expected_tool_use").Array() {
			b.begin(ir.RoleAssistant)
			b.call(none, Get(use, "tool_name"), Get(use, "tool_input"))
			if out := Get(use, "mock_tool_output"); out.Exists() {
				b.result(none, Get(use, "tool_name"), out, false)
			}
		}
		b.speak(ir.RoleAssistant, Get(e, "reference"))
	}
	return b
}
