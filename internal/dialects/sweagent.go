package dialects

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// isSWEAgent reports whether a value is a trajectory of SWE-agent.
func isSWEAgent(v Value) bool {
	return Get(v, "trajectory").IsArray() && Has(v.Get("history.0"), "role")
}

// readSWEAgent reads the history of the agent. Of an action in the words of the model the program says
// what it took for it; the user's next message is its result.
func readSWEAgent(b *Builder, v Value) {
	open, native := false, slices.ContainsFunc(Get(v, "history").Array(), func(m Value) bool { return callsOf(m) != nil })
	for _, m := range Get(v, "history").Array() {
		action, thought, word := Get(m, "action"), Get(m, "thought"), Word(m, "message_type")
		m = without(m, "thought", "action")
		acts := Word(m, "role") == "assistant" && !native && strings.TrimSpace(action.Str) != ""
		if acts && isText(thought) {
			if m = without(m, "content"); strings.TrimSpace(thought.Str) != "" {
				m = withMember(m, "content", spelled(strings.TrimSpace(thought.Str)).Raw)
			}
		}
		switch {
		case word == "demonstration", Get(m, "is_demo").Bool():
			b.leave("demonstrations that the program put into the prompt")
		case Word(m, "role") == "user" && open && word == "observation":
			b.result(none, none, Get(m, "content"), false)
			open = false
		default:
			b.message(m)
			if open = acts; open {
				b.call(none, spelled("command"), action)
			}
		}
	}
	for range Get(v, "attempts").Array() {
		b.leave("attempts, of which the one that was chosen is read")
	}
	b.rest(v, "history", "attempts")
}

// without returns an object without some keys.
func without(v Value, keys ...string) Value {
	b := Builder{}
	b.rest(v, keys...)
	return Parse(b.keys.json())
}

// isLoneEvent reports whether a value is an event of OpenHands that has a file of its own.
func isLoneEvent(v Value) bool { return v.IsObject() && isOpenHandsEvent(v) }

func readLoneEvent(b *Builder, _ Value) {
	d := ir.Report(ir.CodeNoTranscript, "this is one event of OpenHands, whose sessions have a file for each: make one file of them, such as with jq -s . events/*.json > session.json")
	b.failed = &d
}
