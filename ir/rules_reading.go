package ir

// readingRules are the repairs that read a source by its style's rules.
var readingRules = []Rule{
	{
		Code: CodeMissingThoughtMarker, Severity: Repair, Class: PlainReading,
		Summary: "Words before the first marker were taken for the thought.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "I look.\nAction: f\nAction Input: {}",
			Says: "words before the first marker are taken for the thought",
		},
	},
	{
		Code: CodePlainAnswer, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style"},
		Summary: "The message has no marker of the style and was read as an answer.",
		Remedy:  "Look at a few: another style, or a marker that is misspelled or not at the start of a line, reads the same way.",
		Example: Example{
			From: "react", To: "xml", Source: "It is nine.",
			Says: "a message without any marker of react is read as an answer",
		},
	},
	{
		Code: CodeNoMarkers, Severity: Repair, Class: PlainReading,
		Summary: "The record holds no call and no marker of any style.",
		Details: "What the model says in it was read as answers.",
		Remedy:  "Nothing, if it is chat without tools. `--plain reject` keeps such records out.",
		Example: Example{
			From: "auto", To: "xml", Source: "[user]\n?\n[assistant]\nIt is nine.",
			Says: "no call and no marker of any style is in the record; --plain reject keeps such records out",
		},
	},
	{
		Code: CodeOtherStyle, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style", "name", "count"},
		Summary: "The style that was named found neither a call nor a marked answer in the record, and the markers of another one are there.",
		Details: "The report sums such records up under `looks_like`.",
		Remedy:  "Name that style with `--from`, or let `--from auto` find the style of each record.",
		Example: Example{
			From: "xml", To: "react", Source: "Thought: a\nAction: f\nAction Input: x\nObservation: b\nThought: c\nFinal Answer: d",
			Says: "the record looks like langchain, not xml: 6 markers against 0",
		},
	},
	{
		Code: CodeMarkerLike, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style", "count"},
		Summary: "In a message with markers as the style spells them, other lines look like markers, and were kept as text.",
		Details: "They are in bold, in another case, or spelled otherwise. `--repair all` reads them.",
		Remedy:  "Look at a few. If they are markers, convert with `--repair all`.",
		Example: Example{
			From: "react", To: "xml", Source: "Thought: a\nAction: f\nAction Input: {}\n\n**Action:** g\n**Action Input:** {}",
			Says: "2 lines look like markers of react and were kept as text",
		},
	},
	{
		Code: CodeCallLike, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style", "name"},
		Summary: "Words of the model look like a call in a style that toolspeak does not know, and were kept as text: they are quoted, in code, or in the middle of prose.",
		Remedy:  "Look at a few. If they are calls, leave such records out, or describe the style in a style file (`--style-file`).",
		Example: Example{
			From: "auto", To: "xml", Source: "[user]\n?\n[assistant]\nWrite `<function=f>{}</function>` to call it.",
			Says: "what looks like a call in no known style, <function=, was kept as text",
		},
	},
	{
		Code: CodeOtherText, Severity: Repair, Class: PlainReading,
		Summary: "The file is a page, a table, source code or the like by its name, and there are calls in it: all of it was read as one transcript.",
		Remedy:  "Copy the transcript to a `.txt` file, make JSONL of a table, or name the style with `--from`.",
	},
	{
		Code: CodeTextAfterArgs, Severity: Repair, Class: PlainReading,
		Summary: "Words after a call's argument were kept as text.",
		Remedy:  "Check whether the argument ends where it should.",
		Example: Example{
			From: "react", To: "xml", Source: "Action: f\nAction Input: {}\nDone.",
			Says: "words after the call's argument are kept as text",
		},
	},
	{
		Code: CodeUnclosedTag, Severity: Repair, Class: PlainReading,
		Summary: "An answer or a result is not closed; the rest of the message was taken for it.",
		Remedy:  "Check whether the message was cut off.",
		Example: Example{
			From: "xml", To: "react", Source: "<answer>\nIt is nine.",
			Says: "<answer> is not closed: all that follows is taken for the answer",
		},
	},
	{
		Code: CodeInventedObservation, Severity: Repair, Class: PlainReading,
		Summary: "The model wrote a result itself, but the real one follows.",
		Details: "The invented result and all that follows it in its message were kept as text.",
		Remedy:  "For training, drop such records: they teach the model to invent results. `--invented drop` leaves the invention out, `--invented reject` makes it a reject.",
		Example: Example{
			From: "react", To: "xml", Source: "[user]\n?\n[assistant]\nAction: f\nAction Input: {}\nObservation: 1\n[user]\nObservation: 2",
			Says: "the model wrote a result itself, but the real one follows: it is kept as text",
		},
	},
	{
		Code: CodeMissingSuccessful, Severity: Repair, Class: PlainReading,
		Fields:  []string{"name"},
		Summary: "A tao answer has no line that gives the outcome, which tao's own programs take for a failure.",
		Remedy:  "Add the line to the source, or accept that the outcome is unknown.",
		Example: Example{
			From: "tao", To: "react", Source: "Answer: It is nine.",
			Says: "the answer has no line \"Successful:\": whether it solved the task is unknown",
		},
	},
	{
		Code: CodeSeveralCalls, Severity: Repair, Class: PlainReading,
		Summary: "A message holds more than one call, which its format instructions don't allow.",
		Remedy:  "Nothing, unless the program that reads the result takes one call per message.",
		Example: Example{
			From: "react", To: "xml", Source: "Action: f\nAction Input: {}\nAction: g\nAction Input: {}",
			Says: "a second call in one message",
		},
	},
	{
		Code: CodeWrappedLine, Severity: Repair, Class: PlainReading,
		Summary: "A final line of tao was in backticks, which were taken off.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "tao", To: "react", Source: "`Answer: Yes.`\n`Successful: True`",
			Says: "the line is in backticks, which were taken off",
		},
	},
	{
		Code: CodeToolListPython, Severity: Repair, Class: PlainReading,
		Summary: "A tool's schema in the system prompt, or the whole tool list, is a Python literal and was read as the JSON that it means.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "[system]\nUse these lines:\n\nAction: a tool\nAction Input: its JSON\n\n> Tool Name: f\nTool Description: d\nTool Args: {'type': 'object'}\n[user]\n?",
			Says: "a tool's schema is a Python literal and was read as the JSON that it means",
		},
	},
	{
		Code: CodeToolListXML, Severity: Repair, Class: PlainReading,
		Summary: "The texts in the system prompt's `<tools>` are not escaped, so they are not valid XML, and were read as they are.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "xml", To: "react", Source: "[system]\n<tools><tool><name>f</name><description>a < b</description><arguments>{}</arguments></tool></tools>\n\n<tool_use><name>f</name><arguments>{}</arguments></tool_use>\n[user]\n?",
			Says: "the <tools> are not well-formed XML: their texts are not escaped",
		},
	},
	{
		Code: CodeToolNames, Severity: Repair, Class: PlainReading,
		Summary: "The list of names in the system prompt is not that of its tools, whose names were written.",
		Remedy:  "Nothing.",
	},
	{
		Code: CodeNoTools, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style"},
		Summary: "The system prompt teaches a style and offers no tool.",
		Remedy:  "Check whether the tools are elsewhere. They are found under the record's key `tools`.",
		Example: Example{
			From: "react", To: "xml", Source: "[system]\nUse these lines:\n\nAction: a tool\nAction Input: its JSON\n\n[user]\n?",
			Says: "the prompt teaches react and offers no tool",
		},
	},
	{
		Code: CodeUnknownTool, Severity: Repair, Class: PlainReading,
		Fields:  []string{"tool"},
		Summary: "The call names a tool that is not in the tool list.",
		Details: "The call stays as it is.",
		Remedy:  "Check whether the model made the tool up.",
		Example: Example{
			To: "xml", Source: `{"tools": [{"name": "f"}], "messages": [{"role": "assistant", "content": "Action: g\nAction Input: {}"}]}`,
			Says: "there is no tool \"g\" in the tool list",
		},
	},
	{
		Code: CodeArgsSchema, Severity: Repair, Class: PlainReading,
		Fields:  []string{"tool", "name"},
		Summary: "The call lacks a parameter that its tool requires, or has one that the tool does not know.",
		Details: "The call stays as it is.",
		Remedy:  "Check whether the call teaches what you want it to.",
		Example: Example{
			To: "xml", Source: `{"tools": [{"name": "f", "parameters": {"type": "object", "properties": {}}}], "messages": [{"role": "assistant", "content": "Action: f\nAction Input: {\"a\": 1}"}]}`,
			Says: "\"f\" takes no parameter \"a\"",
		},
	},
}
