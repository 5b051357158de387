package recall

// reasons says why toolspeak reads an input like none of the parsers.
var reasons = map[string]string{}

func init() {
	for why, cases := range map[string][]string{
		"Constants of Python are values of JSON: none is dropped, none becomes a string.":                                      {"7.1 py consts"},
		"The marker of an answer is enough, a thought need not stand before it.":                                               {"7.1 answer only"},
		"A marker at the start of a line ends the input before it, so each call and result keeps its own.":                     {"7.2 hallucinated obs", "7.2 both", "7.2 two"},
		"Each call of a message is read, and the second is reported.":                                                          {"7.3 two fences"},
		"A limit: a blob without an input is rejected.":                                                                        {"7.3 no input"},
		"An argument is read as a whole value, whatever braces, quotes or members it has.":                                     {"7.4 nested args", "7.4 brace in string", "7.4 empty args", "7.4 single quotes", "7.5 close tag in arg", "7.5 py dict"},
		"A limit: the fence around the argument stays, as plain text.":                                                         {"7.4 fence args"},
		"The name of a tool may hold dots and hyphens.":                                                                        {"7.4 dotted tool"},
		"Markers in another case, with a full-width colon, or of a sibling style are read where the style's own give no call.": {"7.1 fullwidth", "7.2 lower", "7.2 fa lower"},
		"Quotes or backticks around a tool's name are taken off.":                                                              {"7.1 quoted tool", "7.1 backtick tool"},
		"A call with its argument in brackets, or without one, is a call.":                                                     {"7.1 tool call syn", "7.1 no input", "7.2 no input", "7.5 no arguments", "7.5 self-closing args"},
		"An argument that is not quite JSON is mended, each change reported.":                                                  {"7.3 single quotes", "7.3 trailing comma", "7.5 bad json"},
		"What a fence's language is called does not matter, and what is inside a value does not either.":                       {"7.3 JSON tag", "7.3 fence in thought", "7.3 fence in arg"},
		"A call that the end of the message cuts behind its argument is whole.":                                                {"7.5 missing close tool_use", "7.5 missing close args"},
		"Backticks around a marker's line belong to neither the answer nor the outcome.":                                       {"7.4 backticks lines"},
		"A call that was made stays a call where an answer follows it; the answer is a step of its own.":                       {"7.4 both", "7.4 halluc"},
		"A call need not have a thought before it.":                                                                            {"7.4 no thought"},
		"Markers count at the start of a line; the same word inside a thought is text.":                                        {"7.4 answer in thought", "7.4 args word in thought"},
		"The outcome's line says neither True nor False, and stays in the answer.":                                             {"7.4 Final Answer"},
		"An answer reaches to the last closing tag, so that nothing of it is lost.":                                            {"7.5 answer nested"},
		"An answer that is not closed, as a stop word leaves it, is an answer.":                                                {"7.5 answer unclosed"},
		"What stands inside <think> is thought and was not called.":                                                            {"7.5 think"},
	} {
		for _, name := range cases {
			reasons[name] = why
		}
	}
}
