package ir

// noteRules are the changes that every good run has.
var noteRules = []Rule{
	{
		Code: CodeFixedSentenceAdded, Severity: Note,
		Fields:  []string{"style", "kind", "sentence"},
		Summary: "The target requires a thought there and the source has none: the target's fixed sentence was written.",
		Remedy:  "Nothing. The way back leaves the sentence out again.",
		Example: Example{
			From: "xml", To: "react", Source: "<answer>\nNine.\n</answer>",
			Says: "react wants a thought before this answer: its own sentence for \"can-answer\" was written",
		},
	},
	{
		Code: CodeFixedSentenceDropped, Severity: Note,
		Fields:  []string{"style", "sentence"},
		Summary: "The target has no such sentence and needs no thought there: the sentence was left out.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "Thought: I can answer without using any more tools.\nAnswer: Nine.",
			Says: "xml has no sentence that says \"can-answer\" and needs none here: it was left out",
		},
	},
	{
		Code: CodeArgsEscaped, Severity: Note,
		Fields:  []string{"style"},
		Summary: "A closing tag or a fence in a string of the argument is spelled with an escape, which leaves the value as it was.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: `Action: f` + "\n" + `Action Input: {"a": "</arguments>"}`,
			Says: "a tag or a fence inside the argument is spelled with an escape",
		},
	},
	{
		Code: CodeAnswerLineFeeds, Severity: Note,
		Fields:  []string{"style"},
		Summary: "The answer is on lines of its own between its tags; the style's original parser returns the line feeds as part of it.",
		Remedy:  "Nothing for training. If you run that parser, trim what it returns.",
		Example: Example{
			From: "react", To: "langchain-xml", Source: "Thought: a\nAnswer: Nine.",
			Says: "langchain-xml's own parser gives the answer with the line feeds inside its tags",
		},
	},
	{
		Code: CodeBareMarked, Severity: Note,
		Fields:  []string{"style"},
		Summary: "A result in a tool's message got the style's marker, since it would otherwise read as something else.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Options: "observations=tool", Source: "[user]\n?\n[assistant]\nAction: f\nAction Input: {}\n[tool]\n<tool_use_result>",
			Says: "the result got the style's marker, since without it it would read otherwise",
		},
	},
	{
		Code: CodeUnescapedLines, Severity: Note,
		Fields:  []string{"style", "count"},
		Summary: "Lines had a space before a marker, as toolspeak writes content that looks like one, and lost it.",
		Remedy:  "Nothing, if toolspeak wrote the source. If not, check whether the space belonged to the content.",
		Example: Example{
			From: "react", To: "xml", Source: "Thought: a\n Answer: b\nAnswer: c",
			Says: "1 line had a space before a marker of react, which was taken off",
		},
	},
	{
		Code: CodeResidue, Severity: Note,
		Fields:  []string{"style", "name", "count"},
		Summary: "Lines with markers of the source's style are left in what users say, or in a system prompt that was kept.",
		Details: "Such texts are copied as they are. Lines that begin with a marker of the target too are not counted.",
		Remedy:  "Look at a few: examples in users' messages teach the old style.",
		Example: Example{
			From: "react", To: "xml", Source: "[user]\nDo it like this:\nAction: f\nAction Input: {}\n[assistant]\nThought: a\nAnswer: b",
			Says: "what the user says or the prompt still has 2 lines with markers of the source's style",
		},
	},
	{
		Code: CodeUntypedValues, Severity: Note,
		Fields:  []string{"style", "count"},
		Summary: "The format writes values without types, and no tool list says them: what could be a number, a list or the like was read as text.",
		Remedy:  "Put the tools that the model was offered under `tools` in the record.",
		Example: Example{
			To:     "openai",
			Source: `{"messages": [{"role": "assistant", "content": "<tool_call>\n<function=f>\n<parameter=n>\n3\n</parameter>\n</function>\n</tool_call>"}]}`,
			Says:   "of the values 1 could be a number or the like: without the tool list it was read as text",
		},
	},
	{
		Code: CodeInstructionsRemoved, Severity: Note,
		Summary: "A paragraph of the prompt was taken for a part of the old format instructions and left out.",
		Details: "The text is the paragraph.",
		Remedy:  "Look at a few. Name the template with `--prompt-from`, or keep the whole prompt with `--prompt keep`.",
		Example: Example{
			From: "react", To: "xml", Source: "[system]\nUse these lines:\n\nAction: a tool\nAction Input: its JSON\n\n[user]\n?",
			Says: "\"Use these lines:\"",
		},
	},
	{
		Code: CodeExchangesUnread, Severity: Note,
		Fields:  []string{"count"},
		Summary: "A recording of HTTP traffic has other requests than those to a model, and they are not read.",
		Details: "It is said once of a recording, with its first record, and names the addresses and the keys of what was sent.",
		Remedy:  "Nothing, if none of them is a request to a model.",
	},
	{
		Code: CodeOtherField, Severity: Note,
		Summary: "The record has a value at several of the places that `--field` names: the first is converted, and the others stay as they are.",
		Remedy:  "Nothing, if the first is the transcript. Name several transcripts of a record with `&` between them: `--field 'a & b'`.",
	},
	{
		Code: CodeSessionLines, Severity: Note,
		Fields:  []string{"count"},
		Summary: "The log of a session has lines with messages that no model said or read: errors of the API, the program's own commands and notes, and lines that a resumed session repeats.",
		Remedy:  "Nothing. Such lines are no part of a transcript.",
		Example: Example{
			To: "react", Source: `{"loglines": [{"type": "user", "uuid": "1", "parentUuid": null, "message": {"role": "user", "content": "a"}}, {"type": "assistant", "uuid": "2", "parentUuid": "1", "isApiErrorMessage": true, "message": {"role": "assistant", "content": "API Error: 529"}}]}`,
			Says: "lines of the session that are no part of the transcript are left out: with an error in place of an answer 1, that the program wrote for itself or repeated 0",
		},
	},
}
