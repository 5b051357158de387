package ir

// recoveryRules are the repairs of docs/reference/recovery.md: other spellings, and guesses.
var recoveryRules = []Rule{
	{
		Code: CodePythonArgs, Severity: Repair, Class: Safe,
		Summary: "The argument, or the call's fenced object, is a Python literal and was read as the JSON that it means.",
		Remedy:  "Nothing. If your program printed a dictionary, let it print JSON.",
		Example: Example{
			From: "react", To: "xml", Source: "Action: f\nAction Input: {'a': True}",
			Says: "the argument is a Python literal and was read as the JSON that it means",
		},
	},
	{
		Code: CodeLineEnds, Severity: Repair, Class: Safe,
		Summary: "Each line of a message ends in CR LF and was read as if it ended in LF.",
		Details: "It is reported once a record. Where line ends differ within a message, CR is content.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "Thought: a\r\nAnswer: b",
			Says: "the lines end in CR LF, which was read as LF",
		},
	},
	{
		Code: CodeMarkerSpelling, Severity: Repair, Class: Safe,
		Fields:  []string{"style"},
		Summary: "A marker is in another case, numbered, in bold, after a sign of Markdown, indented, has a full-width colon, or is in the words of a related style, of Chinese, or of a program's print.",
		Details: "Such markers are looked for only where the markers as the style spells them give neither a call nor an answer.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "ACTION: f\nACTION INPUT: {}",
			Says: "a marker of react in another spelling",
		},
	},
	{
		Code: CodeMissingInput, Severity: Repair, Class: Safe,
		Fields:  []string{"name"},
		Summary: "A call has no marker, or a call's object no key, for its input: it was read as a call without an argument.",
		Details: "Its name must be a plain identifier and, where the marker is missing, a thought must come before it or its own marker be spelled as the style does.",
		Remedy:  "Check whether the message was cut off.",
		Example: Example{
			From: "react", To: "xml", Source: "Thought: Go.\nAction: f",
			Says: "a call without its input's marker: it has no argument",
		},
	},
	{
		Code: CodeInlineArgs, Severity: Repair, Class: Safe,
		Summary: "A call has no marker for its input, but an argument in brackets or in a fence after its name, or an object with both.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: `Action: f({"a": 1})`,
			Says: "a call whose argument is in brackets or a fence after its name, or in an object with it",
		},
	},
	{
		Code: CodeWrappedName, Severity: Repair, Class: Safe,
		Summary: "The tool's name was in quotes, backticks, stars or brackets, which were taken off.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "Action: `f`\nAction Input: {}",
			Says: "the tool's name is in quotes, backticks, stars or brackets, which were taken off",
		},
	},
	{
		Code: CodeDoubledMarker, Severity: Repair, Class: Safe,
		Summary: "The same marker comes twice with nothing in between, and one was left out.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "Thought:Thought: a\nAnswer: b",
			Says: "the same marker comes twice",
		},
	},
	{
		Code: CodeFencedMessage, Severity: Repair, Class: Safe,
		Summary: "The whole message, or a call or an answer in tags, was in a code fence, which was taken off.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "```\nThought: a\nAnswer: b\n```",
			Says: "the whole message is in a fence, which was taken off",
		},
	},
	{
		Code: CodeTerminalPrint, Severity: Repair, Class: Safe,
		Summary: "Colour codes of a terminal, or the lines that a chain prints when it starts and ends, were left out.",
		Details: "Colour codes are left out only where one is right before a marker. In a print with colours that say who speaks, what nobody says is left out too.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "> Entering new AgentExecutor chain...\nThought: a\nAnswer: b",
			Says: "a line that the chain printed when it started was left out",
		},
	},
	{
		Code: CodeStopWord, Severity: Repair, Class: Safe,
		Summary: "The rest of a stop word at the end of the message was left out.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "Action: f\nAction Input: {}\nObservation",
			Says: "what is left of a stop word was left out",
		},
	},
	{
		Code: CodeFrameDropped, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style", "name"},
		Summary: "The frame in which a chain of the source's style put what the user says, such as `Question:` and a last line `Thought:`, was left out.",
		Remedy:  "Nothing. `--residue keep` keeps such frames.",
		Example: Example{
			From: "react", To: "xml", Source: "[user]\nQuestion: High tide?\nThought:\n[assistant]\nThought: a\nAnswer: b",
			Says: "\"Question: … Thought:\" is the frame of a chain in the source's style, and was left out",
		},
	},
	{
		Code: CodeMidLineMarker, Severity: Repair, Class: Guess,
		Fields:  []string{"style"},
		Summary: "Markers or tags in the middle of a line were read, since there are none elsewhere.",
		Remedy:  "Look at a few: prose may speak of markers.",
		Example: Example{
			From: "react", To: "xml", Options: "repair=all", Source: "Thought: I look. Action: f Action Input: {}",
			Says: "a marker of react in the middle of a line",
		},
	},
	{
		Code: CodeTurnInThink, Severity: Repair, Class: Guess,
		Summary: "The whole turn is in `<think>` and was read.",
		Remedy:  "Check whether the model meant to answer.",
		Example: Example{
			From: "react", To: "xml", Options: "repair=all", Source: "<think>Thought: a\nAnswer: b</think>",
			Says: "the whole turn is in <think>",
		},
	},
	{
		Code: CodeArgsRepaired, Severity: Repair, Class: Safe,
		Fields:  []string{"name", "tool"},
		Summary: "The argument is neither JSON nor a Python literal, and was fixed without changing its content.",
		Details: "The text names the change.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: `Action: f` + "\n" + `Action Input: {"a": 1, b: 2}`,
			Says: "the argument was repaired: key-quotes, \"\" became \"\\\"\"",
		},
	},
	{
		Code: CodeArgsGuessed, Severity: Repair, Class: Guess,
		Fields:  []string{"name"},
		Summary: "The argument is neither JSON nor a Python literal, and was fixed by a change that is a guess.",
		Details: "The text names the change.",
		Remedy:  "Look at the value.",
		Example: Example{
			From: "react", To: "xml", Options: "repair=all", Source: `Action: f` + "\n" + `Action Input: {"a": 1`,
			Says: "the argument was repaired: missing-close, \"\" became \"}\"",
		},
	},
	{
		Code: CodeTagSpelling, Severity: Repair, Class: Safe,
		Fields:  []string{"style"},
		Summary: "Tags are spelled differently than the style does: with attributes, in another case, with spaces, in another order, with CDATA, or without a closing tag at the end or before the next element.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "xml", To: "react", Source: `<Tool_Use id="1"><name>f</name><arguments>{}</arguments></Tool_Use>`,
			Says: "the tags of the call are spelled otherwise than xml does",
		},
	},
	{
		Code: CodeXMLEntities, Severity: Repair, Class: Safe,
		Summary: "With `--xml-entities decode`, entities in a name, an argument or a result were read as the characters that they stand for.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "xml", To: "react", Options: "xml-entities=decode", Source: `<tool_use><name>f</name><arguments>{"a": "1 &lt; 2"}</arguments></tool_use>`,
			Says: "entities were decoded",
		},
	},
	{
		Code: CodeNoCall, Severity: Repair, Class: Safe,
		Summary: "The model named no tool and gave no argument, in words such as `None`: the lines were read as content, not as a call.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "Thought: a\nAction: None\nAction Input: None\nAnswer: b",
			Says: "the model says that it calls no tool: the text there is content",
		},
	},
	{
		Code: CodeCutMessage, Severity: Repair, Class: Safe,
		Summary: "A message is split in two: a call's argument, a result, or a thought is in the message after the one with its marker.",
		Remedy:  "Look at what made the messages.",
		Example: Example{
			From: "react", To: "xml", Source: "[assistant]\nAction: f\n[user]\nAction Input: {}",
			Says: "the argument of the call before it was read from here",
		},
	},
	{
		Code: CodeMissingMarker, Severity: Repair, Class: Safe,
		Summary: "A call of a style with fenced objects has no marker or no fence, but is an object with both of a call's keys.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "langchain-json", To: "xml", Source: "```json\n{\"action\": \"f\", \"action_input\": {}}\n```",
			Says: "an object with a call's keys that lacks the call's marker or its fence",
		},
	},
	{
		Code: CodeGluedMarker, Severity: Repair, Class: Safe,
		Fields:  []string{"style"},
		Summary: "A marker is right after the fence that closes a call, or a call's marker right after that of a thought, not on a line of its own.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "langchain-json", To: "xml", Source: "Action:\n```\n{\"action\": \"f\", \"action_input\": {}}\n```Action:\n```\n{\"action\": \"g\", \"action_input\": {}}\n```",
			Says: "a marker of langchain-json right after a call's fence or another marker",
		},
	},
	{
		Code: CodeCallAfterAnswer, Severity: Repair, Class: Guess,
		Summary: "Calls follow an answer, which is the end in this style, and were read: in a message where they follow a thought, in a plain transcript anywhere.",
		Remedy:  "Check whether several runs were printed in one text.",
		Example: Example{
			From: "react", To: "xml", Options: "repair=all", Source: "Answer: a\nThought: b\nAction: f\nAction Input: {}",
			Says: "an answer with a call after it: the text continues",
		},
	},
	{
		Code: CodeCommandWords, Severity: Repair, Class: Guess,
		Summary: "In a style whose calls are a name with brackets, a call is written as a command in words: the first names the tool, the others are its argument.",
		Remedy:  "Check whether it is a command and not a plan.",
		Example: Example{
			From: "react-paper", To: "xml", Options: "repair=all", Source: "Thought: I look\nACTION: go to shelf 1",
			Says: "a call in words, without brackets: the first names the tool, the others are its argument",
		},
	},
	{
		Code: CodeQuotedFormat, Severity: Repair, Class: Safe,
		Summary: "Format instructions are quoted, with their own words or a sentence in the place of a tool's name, or as an example after a line that announces a format: the lines were read as content, not as a call.",
		Details: "A sentence after which a result follows is a call: a program took it for one.",
		Remedy:  "Nothing, unless a tool has such a name.",
		Example: Example{
			From: "react", To: "xml", Source: "Thought: you should always think\nAction: the action to take, should be one of [f]\nAction Input: the input\nAnswer: b",
			Says: "the words of format instructions, or a sentence, in the place of a tool's name: what is there is content",
		},
	},
	{
		Code: CodeUnclosedCall, Severity: Repair, Class: Guess,
		Summary: "A call's fence or tag is not closed, and words follow: the call was taken to end where its object or its last part does.",
		Remedy:  "Check whether the message was cut off.",
		Example: Example{
			From: "hermes", To: "react", Options: "repair=all", Source: "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\nI wait.",
			Says: "<tool_call> is not closed, and words follow: the call ends where its last part does",
		},
	},
	{
		Code: CodeCutCall, Severity: Repair, Class: Safe,
		Summary: "A plain transcript ends within the argument of a call: the incomplete call was kept as text.",
		Details: "With `--repair all` the argument is completed where that is possible.",
		Remedy:  "Look for the rest of the log.",
	},
}
