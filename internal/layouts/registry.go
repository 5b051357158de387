package layouts

// registry lists the layouts. A record is read in the first of them that it shows.
var registry = [...]layout{
	document{},
	atif{},
	adp{},
	gemini{},
	responses{},
	nemoGym{},
	sweAgent{},
	session{},
	anthropic{},
	tau2{},
	openAI{},
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
}
