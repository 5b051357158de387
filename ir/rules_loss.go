package ir

// lossRules are the losses of lowering and of records.
var lossRules = []Rule{
	{
		Code: CodeForeignCall, Severity: Loss,
		Fields:  []string{"style", "name"},
		Summary: "A message holds a call that the style or shape of the record does not read, and it became text.",
		Details: "Where the style is detected, and where a shape that was not named has no call in its fields, such records are rejected as `foreign-style`.",
		Remedy:  "Read with `--from auto` to keep such records out, or describe their style in a style file (`--style-file`).",
		Example: Example{
			From: "react", To: "xml", Source: "[user]\n?\n[assistant]\n<function=f>{}</function>",
			Says: "a call that react does not read became text: it has <function=",
		},
	},
	{
		Code: CodeMissingThought, Severity: Loss,
		Fields:  []string{"style", "kind"},
		Summary: "The target requires a thought there, the source has none, and the target has no fixed sentence: the line was left out.",
		Remedy:  "Nothing, unless the program that reads the result requires a thought.",
		Example: Example{
			From: "react", To: "tool-input", Source: "Action: f\nAction Input: {}",
			Says: "tool-input wants a thought before this call, and there is none",
		},
	},
	{
		Code: CodeNestedRun, Severity: Loss,
		Summary: "A tool ran an agent of its own: the calls of that run are in the print, and not in the record.",
		Details: "The model of the outer run saw no more of it than the result. In a file or a cell of a notebook such a run is a record of its own; a field of a record gives one transcript.",
		Remedy:  "If you want the inner runs as records, put the text into a .txt file and convert that.",
		Example: Example{
			To: "react", Source: `{"text": "> Entering new A chain...\nAction: f\nAction Input: {}\n> Entering new B chain...\nAction: g\nAction Input: {}\nObservation: 1\nFinal Answer: 1\n> Finished chain.\nObservation: 1\nFinal Answer: 2\n> Finished chain."}`,
			Says: "a run within a tool was left out: 1 call, 1 result, 1 answer",
		},
	},
	{
		Code: CodeFixedSentenceReplaced, Severity: Loss,
		Fields:  []string{"style", "sentence", "outcome"},
		Summary: "The sentence of the thought contradicts the outcome; the sentence that agrees was written.",
		Remedy:  "Look at the source: one of the two is wrong.",
		Example: Example{
			From: "tao", To: "react", Source: "Thought: I have enough information to answer. I will use the user's language.\nAnswer: No.\nSuccessful: False",
			Says: "the thought's sentence contradicts the answer's outcome: the one for \"cannot-answer\" was written",
		},
	},
	{
		Code: CodeEmptyThought, Severity: Loss,
		Fields:  []string{"style", "kind"},
		Summary: "An empty thought was left out, since the target can't hold one.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "Thought:\nAnswer: Nine.",
			Says: "a thought without words was left out",
		},
	},
	{
		Code: CodeEmptyText, Severity: Loss,
		Fields:  []string{"style", "kind"},
		Summary: "Text that is only white space was left out.",
		Remedy:  "Nothing.",
		Example: Example{
			To: "react", Source: `{"toolspeak": 1, "steps": [{"kind": "text", "text": " "}, {"kind": "answer", "text": "Nine."}]}`,
			Says: "words that are only white space were left out",
		},
	},
	{
		Code: CodeEmptyArgs, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "The empty argument became `{}`.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "tool-input", To: "react", Source: "Tool: f\nTool Input:",
			Says: "the empty argument became {}",
		},
	},
	{
		Code: CodeArgsWrapped, Severity: Loss,
		Fields:  []string{"style", "name"},
		Summary: "The argument is not an object and was put under the key `input`, or under that of the tool's only string parameter.",
		Details: "It is not unwrapped on the way back.",
		Remedy:  "If the tool's parameter has another name, rename the key.",
		Example: Example{
			From: "tool-input", To: "react", Source: "Tool: f\nTool Input: six",
			Says: "the argument is not an object and became the value of \"input\"",
		},
	},
	{
		Code: CodeArgsQuoted, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "A text that would read as JSON or Python became a JSON string.",
		Remedy:  "Nothing.",
		Example: Example{
			To: "tool-input", Source: `{"toolspeak": 1, "steps": [{"kind": "call", "tool": "f", "input": "{}"}]}`,
			Says: "the argument would not read as text and became a JSON string",
		},
	},
	{
		Code: CodeArgsType, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "The argument is neither an object nor a text, and the program that the target style comes from fails on it.",
		Remedy:  "Make it an object, with the value under the name of the tool's parameter.",
		Example: Example{
			From: "tool-input", To: "langchain-json", Source: "Thought: a\nTool: f\nTool Input: null",
			Says: "langchain-json's own parser takes an object or a text as the argument and fails on this one",
		},
	},
	{
		Code: CodeArgsText, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "The argument became text, since the target has no such values: a JSON string became its content and, in brackets, any other value except an object became its JSON.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "tool-input", To: "react-paper", Source: "Thought: a\nTool: f\nTool Input: \"six\"",
			Says: "react-paper has text in its place: the argument became text",
		},
	},
	{
		Code: CodeBlobKey, Severity: Loss,
		Fields:  []string{"name"},
		Summary: "The fenced object of a call has other keys, which were left out.",
		Remedy:  "If they matter, move them into `tool_input`.",
		Example: Example{
			From: "tool-json", To: "xml", Source: "Tool:\n```\n{\"tool\": \"f\", \"tool_input\": {}, \"id\": 7}\n```",
			Says: "the call's object has a further key \"id\", which is left out",
		},
	},
	{
		Code: CodeOutcomeDropped, Severity: Loss,
		Fields:  []string{"style", "outcome"},
		Summary: "The target can't say whether the answer solved the task.",
		Details: "In the report, `outcome-dropped-false` counts those that had not.",
		Remedy:  "Decide whether failed records belong in the result at all.",
		Example: Example{
			From: "tao", To: "xml", Source: "Answer: No.\nSuccessful: False",
			Says: "xml can't say that the answer's outcome was False",
		},
	},
	{
		Code: CodeOutcomeAssumed, Severity: Loss,
		Fields:  []string{"style", "outcome"},
		Summary: "The target must state the outcome, and the source does not.",
		Remedy:  "Choose with `--assume-outcome true`, `false` or `reject`.",
		Example: Example{
			From: "xml", To: "tao", Source: "<answer>\nNine.\n</answer>",
			Says: "the source does not say the outcome: True is assumed",
		},
	},
	{
		Code: CodeEscapedLines, Severity: Loss,
		Fields:  []string{"style", "count"},
		Summary: "Lines that would read as markers of the target got a space in front.",
		Remedy:  "Nothing, if toolspeak reads the result. Other programs see the space.",
		Example: Example{
			From: "xml", To: "react", Source: "It says\nAnswer: b\n\n<answer>\nc\n</answer>",
			Says: "1 line that would read as a marker of react got a space in front",
		},
	},
	{
		Code: CodeJoined, Severity: Loss,
		Fields:  []string{"style", "kind"},
		Summary: "Two texts share the one place that the target has for them.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "Sure.\nThought: a\nAnswer: b",
			Says: "it was joined with the words before: there is one place for both",
		},
	},
	{
		Code: CodePiecesJoined, Severity: Loss,
		Summary: "A prompt and its completion became one transcript: the target has no place for two, or the border is within one of its messages.",
		Remedy:  "Convert to a shape whose messages are a list (`openai`, `anthropic`, `responses`, `gemini`, `swift`, `llamafactory`) to keep the two keys.",
		Example: Example{
			To: "atif", Source: `{"prompt": [{"role": "user", "content": "?"}], "completion": [{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`,
			Says: `what is under "prompt" and under "completion" became one transcript: where the second begins is not said any more`,
		},
	},
	{
		Code: CodeTextAsThought, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "Words between steps became a thought, since they would read as one.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "xml", To: "react", Source: "<tool_use_result><name>f</name><result>1</result></tool_use_result>\n\nSo.\n\n<tool_use_result><name>g</name><result>2</result></tool_use_result>",
			Says: "words became a thought, since they would read as one",
		},
	},
	{
		Code: CodeThoughtAsText, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "A thought became words, since in xml neither a call nor an answer follows it.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "xml", Source: "Action: f\nAction Input: {}\nThought: Now I wait.",
			Says: "a thought became words, since no call or answer follows it",
		},
	},
	{
		Code: CodeTextAsAnswer, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "Words alone in their message would read as an answer and became one.",
		Remedy:  "Nothing.",
		Example: Example{
			To: "react", Source: `{"toolspeak": 1, "steps": [{"kind": "text", "text": "Nine."}]}`,
			Says: "words alone in a message would read as an answer and became one",
		},
	},
	{
		Code: CodeThoughtAlone, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "A thought alone in its message was written as prose, which styles of tags read as an answer.",
		Remedy:  "Nothing, or join the message with the next.",
		Example: Example{
			From: "react", To: "xml", Source: "Thought: I wonder.",
			Says: "a thought alone in its message is written as prose, which xml reads as an answer",
		},
	},
	{
		Code: CodeMessageSplit, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "A message holds more than the target's may, and became several, the first of which keeps the other keys.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "xml", To: "react", Source: "[user]\n?\n[assistant]\n<tool_use><name>f</name><arguments>{}</arguments></tool_use>\n[user]\n<tool_use_result><name>f</name><result>1</result></tool_use_result>\nAnd?",
			Says: "the message holds more than one step, which became messages of their own",
		},
	},
	{
		Code: CodeErrorDropped, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "The target can't say that a call failed; the words of the result stay.",
		Remedy:  "Nothing, if the words say it.",
		Example: Example{
			From: "xml", To: "react", Source: "[user]\n?\n[assistant]\n<tool_use><name>f</name><arguments>{}</arguments></tool_use>\n[user]\n<tool_use_result><name>f</name><error>down</error></tool_use_result>",
			Says: "react can't say that a call failed",
		},
	},
	{
		Code: CodeResultName, Severity: Loss,
		Fields:  []string{"style", "tool"},
		Summary: "The target pairs results with calls in order, and this one answers another call.",
		Remedy:  "Order the results in the source as the calls are.",
		Example: Example{
			From: "xml", To: "react", Source: "[user]\n?\n[assistant]\n<tool_use><name>f</name><arguments>{}</arguments></tool_use>\n[user]\n<tool_use_result><name>g</name><result>1</result></tool_use_result>",
			Says: "react can't say that this is a result of \"g\"",
		},
	},
	{
		Code: CodePartsJoined, Severity: Loss,
		Summary: "A message has several text parts, which were read as one and written to the first.",
		Remedy:  "Nothing.",
		Example: Example{
			To: "xml", Source: `{"messages": [{"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}]}`,
			Says: "2 text parts were joined into the first",
		},
	},
	{
		Code: CodeMessageKeys, Severity: Loss,
		Summary: "Other keys of a message, a call or a result have no place in the result: the target is `ir` or another shape, or `--observations inline` joined the message with the one before.",
		Details: "The keys of the record stay.",
		Remedy:  "Convert to another style, which keeps them, or move them to the record.",
		Example: Example{
			To: "ir", Source: `{"messages": [{"role": "user", "content": "a", "id": 7}]}`,
			Says: "other keys of the message have no place in the document (1 left out)",
		},
	},
	{
		Code: CodePartsDropped, Severity: Loss,
		Summary: "A message has parts that are not text, and the target has no place for them.",
		Remedy:  "Convert to a style or to a shape that keeps them, or use `--carry`.",
		Example: Example{
			To: "ir", Source: `{"messages": [{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image"}]}]}`,
			Says: "parts that are not text have no place in the document (1 left out)",
		},
	},
	{
		Code: CodeOtherChoices, Severity: Loss,
		Fields:  []string{"count"},
		Summary: "A request has several answers (`n` above 1): the first is the end of the transcript, and the others are not converted.",
		Details: "They stay where the record has them. A recording of HTTP traffic gives a record for each answer.",
		Remedy:  "Make a record of each answer to convert all of them.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?"}], "choices": [{"message": {"role": "assistant", "content": "a"}}, {"message": {"role": "assistant", "content": "b"}}]}`,
			Says: "the model gave 2 answers: the first is read, and the others stay where they are in the record",
		},
	},
	{
		Code: CodeListKeys, Severity: Loss,
		Summary: "The records are elements of a list in a larger record, and what that has next to the list is in none of them.",
		Details: "It is said once of a list, with its first record, and names the keys.",
		Remedy:  "Nothing, if the keys say nothing of the records.",
	},
	{
		Code: CodeBranchesLeftOut, Severity: Loss,
		Fields:  []string{"count"},
		Summary: "The log of a coding agent's session has other transcripts than the one that is read: a user went back and began a branch, and the others were given up.",
		Details: "In a file of lines it is said once of a session, with its first record; agents and what came before a compaction are records of their own there. Of a record with `loglines` one transcript is read.",
		Remedy:  "Use `--branches all` to make records of the branches that were given up.",
		Example: Example{
			To: "react", Source: `{"loglines": [{"type": "user", "uuid": "1", "parentUuid": null, "message": {"role": "user", "content": "a"}}, {"type": "user", "uuid": "2", "parentUuid": null, "message": {"role": "user", "content": "b"}}, {"type": "assistant", "uuid": "3", "parentUuid": "2", "message": {"role": "assistant", "content": "c"}}]}`,
			Says: "other transcripts of the session are left out (1): branches that were given up, agents, or what came before a compaction",
		},
	},
}
