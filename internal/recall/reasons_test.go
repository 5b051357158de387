package recall

// reasons says why toolspeak reads an input like none of the parsers.
var reasons = map[string]string{}

func init() {
	for why, cases := range map[string][]string{
		"Constants of Python are values of JSON: none is dropped, none becomes a string.":                  {"7.1 py consts"},
		"The marker of an answer is enough, a thought need not stand before it.":                           {"7.1 answer only"},
		"A marker at the start of a line ends the input before it, so each call and result keeps its own.": {"7.2 hallucinated obs", "7.2 both", "7.2 two"},
		"A limit: the style that was at hand has the keys tool and tool_input and does not read action.":   {"7.3 std", "7.3 json tag", "7.3 inline fence", "7.3 inline json fence", "7.3 two fences", "7.3 no input", "7.3 FA blob", "7.3 text after"},
		"An argument is read as a whole value, whatever braces, quotes or members it has.":                 {"7.4 nested args", "7.4 brace in string", "7.4 empty args", "7.4 single quotes", "7.5 close tag in arg", "7.5 py dict"},
		"A limit: the fence around the argument stays, as plain text.":                                     {"7.4 fence args"},
		"The name of a tool may hold dots and hyphens.":                                                    {"7.4 dotted tool"},
		"A limit: markers in lower case are not read.":                                                     {"7.4 lower"},
		"Backticks around a marker's line belong to neither the answer nor the outcome.":                   {"7.4 backticks lines"},
		"A call that was made stays a call where an answer follows it; the answer is a step of its own.":   {"7.4 both", "7.4 halluc"},
		"A call need not have a thought before it.":                                                        {"7.4 no thought"},
		"Markers count at the start of a line; the same word inside a thought is text.":                    {"7.4 answer in thought", "7.4 args word in thought"},
		"A limit: the marker of a neighbouring style is not read.":                                         {"7.4 Final Answer"},
		"An answer reaches to the last closing tag, so that nothing of it is lost.":                        {"7.5 answer nested"},
		"An answer that is not closed, as a stop word leaves it, is an answer.":                            {"7.5 answer unclosed"},
		"What stands inside <think> is thought and was not called.":                                        {"7.5 think"},
	} {
		for _, name := range cases {
			reasons[name] = why
		}
	}
}
