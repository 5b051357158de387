package layouts

import "slices"

// registry lists the layouts. A record is read in the first of them that it shows.
var registry = withFormats(slices.Concat([]layout{
	document{},
	atif{},
	adp{},
}, dialectShapes, traces, []layout{
	gemini{},
	responses{},
	nemoGym{},
	session{},
	anthropic{},
	openAI{},
	openAIBatch{},
	swift{},
	llamaFactory{},
	messages{},
	shareGPT{},
	chatTemplate{},
	plain{},
	segments{},
	preference{},
	promptCompletion{},
	alpaca{},
}))

// withFormats returns the layouts and, after them, the formats of models.
func withFormats(list []layout) []layout {
	for _, f := range formats() {
		list = append(list, f)
	}
	return list
}
