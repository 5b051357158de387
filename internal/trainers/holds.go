package trainers

import "github.com/toolspeak/toolspeak/convert"

// holds are what rows hold less than their shape.
var holds = map[string]func(*convert.Target){
	// Gemini's shape as its guide to tuning shows it is without ids and thoughts.
	"gemini": func(t *convert.Target) { t.Reasoning, t.Sealed, t.ThinkBlocks, t.NoIDs = false, false, true, true },
	// Calls are on a line of their own, as the templates of models write them.
	"line-before-call": func(t *convert.Target) { t.Order.LineBeforeCall = true },
	"chat":             plainChat,
	// Ids have nine letters and digits, and no words are next to calls.
	"mistral": func(t *convert.Target) {
		plainChat(t)
		t.Name, t.ExactID, t.CallsAlone = "mistral", 9, true
	},
}

// plainChat is what servers take of chat messages: no key for hidden reasoning.
func plainChat(t *convert.Target) {
	t.Reasoning, t.ThinkBlocks, t.BrokenArgs, t.ResultParts = false, true, false, false
	t.Order.ResultsNext = true
}
