package layouts

// registry lists the layouts. A record is read in the first of them that it shows.
var registry = [...]layout{
	document{},
	openAI{},
	messages{},
	shareGPT{},
	plain{},
	preference{},
	promptCompletion{},
	alpaca{},
}
