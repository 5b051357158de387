package dialects

import (
	"fmt"

	"github.com/toolspeak/toolspeak/ir"
)

// Predictions of DSPy's ReAct: a trajectory in which each step has its number in its keys.

// trajectoryOf returns the trajectory of a prediction, or what is one itself.
func trajectoryOf(v Value) Value {
	if t := Get(v, "trajectory"); t.IsObject() {
		return t
	}
	return v
}

func isDSPy(v Value) bool {
	t := trajectoryOf(v)
	return isText(Get(t, "tool_name_0")) && Has(t, "tool_args_0")
}

// readDSPy reads a prediction: thoughts, calls and results by their number, and the fields that it
// predicts, of which the last is the answer.
func readDSPy(b *Builder, v Value) {
	t := trajectoryOf(v)
	if question := Get(v, "question", "query", "user_request"); isText(question) {
		b.speak(ir.RoleUser, question)
	}
	var known []string
	key := func(word string, n int) Value {
		known = append(known, fmt.Sprintf("%s_%d", word, n))
		return Get(t, known[len(known)-1])
	}
	for n := 0; isText(key("tool_name", n)) || Has(t, fmt.Sprintf("thought_%d", n)); n++ {
		name := key("tool_name", n)
		b.begin(ir.RoleAssistant)
		b.say(readContent(key("thought", n)))
		args, result := key("tool_args", n), key("observation", n)
		if isText(name) && name.Str != "finish" {
			b.call(none, name, args)
			if result.Exists() {
				b.result(none, name, result, false)
			}
		}
	}
	b.rest(t, append(known, "trajectory", "question", "query", "user_request")...)
	if t.Raw != v.Raw {
		var last Value
		v.ForEach(func(key, value Value) bool {
			if !isText(value) && key.Str != "trajectory" {
				b.key(key.Str, value)
			} else if isText(value) && key.Str != "question" && key.Str != "query" && key.Str != "user_request" && key.Str != "reasoning" {
				last = value
			}
			return true
		})
		if reasoning := Get(v, "reasoning"); isText(reasoning) && last.Exists() {
			b.begin(ir.RoleAssistant)
			b.reason(textOf(reasoning), nil)
		}
		if last.Exists() {
			b.model()
			b.say(readContent(last))
		}
	}
}
