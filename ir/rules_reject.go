package ir

// rejectRules are the reasons why a record is not converted.
var rejectRules = []Rule{
	{
		Code: CodeBrokenArgs, Severity: Reject,
		Summary: "The argument is neither JSON nor a Python literal, and no repair that is allowed fixes it.",
		Details: "The text says what was expected where.",
		Remedy:  "Fix it in the source.",
		Example: Example{
			From: "react", To: "xml", Source: `Action: f` + "\n" + `Action Input: {"a": it}`,
			Says: "the argument is neither JSON nor a Python literal: expected a JSON value, found 'i'; fix it in the source, or let --repair all guess (unquoted-value)",
		},
	},
	{
		Code: CodeBrokenCall, Severity: Reject,
		Summary: "The call's tags or its fenced object are not whole.",
		Remedy:  "Fix it in the source, or check whether the message was cut off.",
		Example: Example{
			From: "xml", To: "react", Source: "<tool_use><name>f</tool_use>",
			Says: "<tool_use> without a <name> in it",
		},
	},
	{
		Code: CodeNoTranscript, Severity: Reject,
		Summary: "There is no call and no marker of any style: a file of text that is not a transcript or, with `--plain reject`, any record.",
		Remedy:  "Leave it out. If it is a transcript after all, name its style with `--from`.",
		Example: Example{
			From: "auto", To: "xml", Options: "plain=reject", Source: "[user]\n?\n[assistant]\nIt is nine.",
			Says: "no call and no marker of any style is in the record",
		},
	},
	{
		Code: CodeForeignStyle, Severity: Reject,
		Fields:  []string{"name"},
		Summary: "The record is in a style that toolspeak does not know; the text names the sign, or the message that a tool or a result in the user's turn answers although no call was found in it.",
		Remedy:  "If the sign is a key such as `tool_calls`, name the list of messages with `--field` and its shape with `--from`, as in `--field request.messages --from openai`. If the style has markers or tags, describe it in a style file (`--style-file`). Naming the style with `--from` reads past signs in the text, but not past keys.",
		Example: Example{
			From: "auto", To: "xml", Source: "[user]\n?\n[assistant]\n<function=f>\n{}\n</function>",
			Says: "the transcript speaks a style that is none of ours: it has <function=",
		},
	},
	{
		Code: CodeToolName, Severity: Reject,
		Fields:  []string{"style"},
		Summary: "The target can't hold the tool's name: it is empty, or has a line break, white space at an end, `</` in xml, or three backticks in tool-json.",
		Remedy:  "Rename the tool.",
		Example: Example{
			From: "react", To: "xml", Source: "Action: a</b\nAction Input: {}",
			Says: "xml can't write the tool's name \"a</b\"",
		},
	},
	{
		Code: CodeReadBack, Severity: Reject,
		Fields:  []string{"style"},
		Summary: "The result does not read back as intended, so it is kept out of your data.",
		Details: "Two causes are known. A text looks so much like a call or an answer of the target style that the repairs which are on by default would read it as one: " +
			"a thought that quotes another style's call, colour codes before a marker, a tool named `None`. " +
			"With `--read-back auto`, which is the default, that includes texts that quote so much of another style that `--from auto` takes the record for one of that. " +
			"Or an unclosed `<think>` is at the start of a message and something after it closes it. Any other is a fault of toolspeak.",
		Remedy: "Fix the source, or choose another target. If you will always read the result with `--from STYLE`, `--read-back style` keeps records that only detection gets wrong.",
	},
	{
		Code: CodeOutcomeUnknown, Severity: Reject,
		Fields:  []string{"style"},
		Summary: "The target must state the outcome, the source does not, and `--assume-outcome reject` was given.",
		Remedy:  "Choose `true` or `false`, or leave such records out.",
		Example: Example{
			From: "react", To: "tao", Options: "assume-outcome=reject", Source: "Thought: Hm.\nAnswer: Nine.",
			Says: "the source does not say whether the answer solved the task, and tao must",
		},
	},
	{
		Code: CodeAlternatives, Severity: Reject,
		Fields:  []string{"style"},
		Summary: "An alternative would become several messages, but there is room for one.",
		Remedy:  "Make records of the alternatives.",
		Example: Example{
			From: "xml", To: "react", Source: "[user]\n?\n[alternative]\n<answer>b</answer>\n\n<tool_use><name>f</name><arguments>{}</arguments></tool_use>",
			Says: "an alternative would become 2 messages, but there is room for one",
		},
	},
	{
		Code: CodeStrict, Severity: Reject,
		Summary: "The options refuse a repair, a loss or a note, whose severity and code begin the text.",
		Details: "With `--strict` that is a loss, a guess or a doubt, with `--strict=all` any; with `--repair none` a repair of the class safe or guess; with `--invented reject` an `invented-observation`.",
		Remedy:  "Do what helps for that code, or leave the option out.",
		Example: Example{
			From: "react", To: "xml", Options: "strict=all", Source: "It is nine.",
			Says: "repair plain-answer: a message without any marker of react is read as an answer",
		},
	},
	{
		Code: CodeNotJSON, Severity: Reject,
		Summary: "The record is not one JSON value.",
		Remedy:  "Fix it at the place named; a line of JSONL may have been cut in two.",
		Example: Example{
			To: "ir", Source: `{"messages": [}`,
			Says: "not JSON: expected a JSON value, found '}'",
		},
	},
	{
		Code: CodeInvalidUTF8, Severity: Reject,
		Summary: "The record holds bytes that are not UTF-8.",
		Remedy:  "Convert the file to UTF-8 first.",
	},
	{
		Code: CodeTooDeep, Severity: Reject,
		Summary: "Arrays and objects are nested more than 1,000 deep.",
		Remedy:  "Look at what wrote the record.",
	},
	{
		Code: CodeWrongType, Severity: Reject,
		Summary: "A value has the wrong type for its place.",
		Remedy:  "Fix the record, or name the layout with `--layout`.",
		Example: Example{
			To: "ir", Source: `{"messages": [{"role": "user", "content": 7}]}`,
			Says: "\"content\" is a number: expected a string or a list of parts",
		},
	},
	{
		Code: CodeUnknownRole, Severity: Reject,
		Summary: "A message has a role that no layout knows.",
		Details: "Of texts, the words that are read, in upper or lower case, are `system`, `developer`; `user`, `human`; `assistant`, `gpt`, `model`, `bot`, `ai`, `chatbot`; " +
			"`tool`, `observation`, `observations`, `function`, `tool_response`, `tool-response`, `function_response`, `function-response`, `tool_result`, `ipython`, `environment`.",
		Remedy: "Rename the role.",
		Example: Example{
			To: "ir", Source: `{"messages": [{"role": "narrator", "content": "a"}]}`,
			Says: "unknown role \"narrator\": expected user, assistant, system or tool, or another word for one of them",
		},
	},
	{
		Code: CodeUnknownLayout, Severity: Reject,
		Summary: "No transcript was found in the record, or more than one.",
		Details: "The text names the keys that were looked for and the first of those that the record has.",
		Remedy:  "Name the layout with `--layout`, or the transcript's place with `--field PATH`.",
		Example: Example{
			To: "ir", Source: `{"chat": "a"}`,
			Says: "no transcript found: expected a list under \"messages\" or \"conversations\", a string under \"text\", \"prompt\" and \"completion\", \"instruction\" and \"output\", or \"chosen\" and \"rejected\"; keys found: \"chat\"; --layout NAME or --field PATH says which hold the transcript",
		},
	},
	{
		Code: CodeLayoutTooNarrow, Severity: Reject,
		Summary: "The layout has one place for each message, and a message would become several or change its role; or the target is `ir` and the record has several transcripts.",
		Remedy:  "Convert to another style, or move the record to the layout `messages`.",
		Example: Example{
			To: "ir", Source: `{"chosen": [], "rejected": []}`,
			Says: "a neutral document holds one transcript, and the record has 2",
		},
	},
	{
		Code: CodeDuplicateKey, Severity: Reject,
		Summary: "A key that toolspeak reads or writes occurs twice.",
		Remedy:  "Leave one of them out.",
		Example: Example{
			To: "ir", Source: `{"messages": [], "messages": []}`,
			Says: "the key \"messages\" comes twice in the record",
		},
	},
	{
		Code: CodeBadDocument, Severity: Reject,
		Summary: "A neutral document has an unknown key, a key twice, or a value of the wrong type.",
		Remedy:  "Fix it; docs/styles.md lists the fields.",
		Example: Example{
			To: "ir", Source: `{"toolspeak": 1, "steps": [{"kind": "shout", "text": "a"}]}`,
			Says: "not a neutral document: step 1: unknown kind \"shout\"",
		},
	},
	{
		Code: CodeRecordTooLarge, Severity: Reject,
		Summary: "The record is larger than toolspeak holds in memory, or has more than 20,000 steps or messages of less than 128 bytes on average.",
		Remedy:  "Make several records of it.",
	},
	{
		Code: CodeRowUnreadable, Severity: Reject,
		Summary: "A row of a Parquet file can't be written as JSON: a string is not UTF-8, or the row is too large.",
		Details: "In the file of rejects it is `null`.",
		Remedy:  "Fix it where the file was made.",
	},
	{
		Code: CodeRowMismatch, Severity: Reject,
		Summary: "The converted record does not fit the columns of the Parquet file.",
		Details: "The text names the column, what was found and what was expected.",
		Remedy:  "Write JSONL with `-o FILE.jsonl`, or fix the record.",
	},
	{
		Code: CodeInternal, Severity: Reject,
		Summary: "toolspeak failed on the record; the others are not affected.",
		Remedy:  "Run the command again with `--debug`, which adds the place in the code, and report it, with the record.",
	},
}
