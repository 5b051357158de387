package ir

// nativeRules are the repairs of native tool calls.
var nativeRules = []Rule{
	{
		Code: CodeArgsDouble, Severity: Repair, Class: Safe,
		Fields:  []string{"style"},
		Summary: "A call's arguments are a JSON string in a JSON string: the inner one was read.",
		Remedy:  "Let the program that wrote it call its JSON encoder once.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "\"{\\\"n\\\": 1}\""}}]}]}`,
			Says: "the arguments are JSON in a string in a string: the inner one was read",
		},
	},
	{
		Code: CodeArgsMissing, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style"},
		Summary: "A call's arguments are missing, null or empty, and were read as `{}`.",
		Remedy:  "Nothing, for a tool without parameters.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": ""}}]}]}`,
			Says: "the call has no arguments: they were read as {}",
		},
	},
	{
		Code: CodeNullPadding, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style"},
		Summary: "A key that may be missing has the value null, as Parquet files and object dumps pad records, and was read as missing.",
		Remedy:  "Nothing. OpenAI's own types refuse such messages.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?", "name": null}, {"role": "assistant", "content": "", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`,
			Says: "null under a key that may be missing was read as nothing",
		},
	},
	{
		Code: CodePartsInString, Severity: Repair, Class: PlainReading,
		Fields:  []string{"count"},
		Summary: "A message's content is a list of parts that is JSON in a string, or whose parts are, as logs and columns of data bases hold it: the parts were read.",
		Details: "A string is read so only if all of it is such a list, and no content of the record is a list itself. The result of a tool stays what it says.",
		Remedy:  "Nothing. A record that is not converted keeps its strings; others get lists.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "[{\"type\": \"text\", \"text\": \"?\"}]"}, {"role": "assistant", "content": "", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`,
			Says: "contents that are JSON in strings were read as the parts that they say (1)",
		},
	},
	{
		Code: CodeToolCallFlat, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style"},
		Summary: "A call has its name and arguments directly, not under `function`.",
		Remedy:  "Nothing. The call is written with the wrapper.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "tool_calls": [{"id": "a", "name": "f", "arguments": "{}"}]}]}`,
			Says: "the call's name and arguments are not under \"function\"",
		},
	},
	{
		Code: CodeOtherKey, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style"},
		Summary: "A part of a call or of a result is under a key of another program, and the shape's own key has nothing: it was read from there.",
		Details: "So are names, ids, arguments (`args`, `input`, `kwargs`, `parameters` …) and what results say (`output`, `result` …). Where both keys have something, the shape's own is read, and the other is among the other keys.",
		Remedy:  "Nothing, unless the key means something else in your data: then rename it.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "args": {"n": 1}}}]}]}`,
			Says: `what openai has under "arguments" was read from "args"`,
		},
	},
}

// What examples of Chat Completions are made of: a question, the model's next message
// up to what else it has, a call, and the end of the record.
const (
	exampleAsked = `{"messages": [{"role": "user", "content": "?"}, `
	exampleModel = `{"role": "assistant", `
	exampleCall  = `"tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}`
	exampleEnd   = `]}`
)

// nativeLossRules are the losses and notes between native tool calls and text.
var nativeLossRules = []Rule{
	{
		Code: CodeResultValue, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "A result that is JSON, not a string, became the text of that JSON.",
		Remedy:  "Nothing, if the model is to see the JSON.",
		Example: Example{
			To: "react", Source: exampleAsked + exampleModel + exampleCall + `, {"role": "tool", "tool_call_id": "a", "content": {"n": 1}}` + exampleEnd,
			Says: "a result that is JSON and no text became the text of it",
		},
	},
	{
		Code: CodeTrainDropped, Severity: Loss,
		Fields:  []string{"style", "count", "kind"},
		Summary: "The target can't say what is trained: it has no place for the training weight of a message, or of a part of one.",
		Remedy:  "`--out-layout segments` says it to the character; or choose the messages to train on in the trainer's configuration.",
		Example: Example{
			To: "gemini", Source: exampleAsked + exampleModel + `"weight": 0, ` + exampleCall + exampleEnd,
			Says: "gemini has no place for the weight of a message in the loss",
		},
	},
	{
		Code: CodeSealedDropped, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "The target has no place for data that only the provider of the reasoning can read, such as a signature.",
		Remedy:  "Nothing, unless the model that wrote the transcript is to continue it.",
		Example: Example{
			To: "react", Source: `{"toolspeak": 2, "steps": [{"kind": "thought", "text": "Look.", "sealed": "c2ln"}, {"kind": "answer", "text": "Nine."}]}`,
			Says: "react has no place for what only the maker of the reasoning can read",
		},
	},
	{
		Code: CodeThoughtDropped, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "A thought was left out, as `--thoughts drop` asks for.",
		Remedy:  "Nothing.",
	},
	{
		Code: CodeRefusalDropped, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "The target can't say that an answer is a refusal; its text stays.",
		Remedy:  "Nothing.",
		Example: Example{
			To: "react", Source: exampleAsked + `{"role": "assistant", "content": null, "refusal": "No."}, ` + exampleModel + exampleCall + exampleEnd,
			Says: "react can't say that an answer is a refusal",
		},
	},
	{
		Code: CodeReasoningAsThink, Severity: Note,
		Fields:  []string{"style"},
		Summary: "Hidden reasoning became a think block in the text.",
		Details: "The way back makes hidden reasoning of it again.",
		Remedy:  "Nothing. `--thoughts` says where thoughts go.",
		Example: Example{
			To: "react", Source: exampleAsked + exampleModel + `"reasoning_content": "Look.", ` + exampleCall + exampleEnd,
			Says: "hidden reasoning became a think block in the text",
		},
	},
	{
		Code: CodeRoleWord, Severity: Note,
		Fields:  []string{"style"},
		Summary: "Messages of the role `developer` were read as those of `system`, and are called so in the result.",
		Details: "To OpenAI's API both are the same. `--carry` brings the role back on the way home.",
		Remedy:  "Nothing.",
		Example: Example{
			To: "anthropic", Source: `{"messages": [{"role": "developer", "content": "Be brief."}, {"role": "user", "content": "?"}, {"role": "assistant", ` + exampleCall + exampleEnd,
			Says: "the role \"developer\" was read as \"system\"",
		},
	},
	{
		Code: CodeIDMade, Severity: Note,
		Fields:  []string{"style"},
		Summary: "The target needs an id for each call, and the source has none: it was made from the call's place in the transcript.",
		Remedy:  "Nothing.",
		Example: Example{
			From: "react", To: "openai", Source: "Action: f\nAction Input: {}",
			Says: "the call had no id and got one",
		},
	},
	{
		Code: CodeIDChanged, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "The target can't hold the call's id, which is too long or that of another open call: the call and its result got another.",
		Remedy:  "Nothing.",
		Example: Example{
			To: "openai", Source: exampleAsked + `{"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}, {"id": "a", "type": "function", "function": {"name": "g", "arguments": "{}"}}]}` + exampleEnd,
			Says: "the call has the id of another one that is open, and got its own",
		},
	},
	{
		Code: CodeCallsSplit, Severity: Note,
		Fields:  []string{"style"},
		Summary: "Several calls of one message became messages of their own, each followed by its result, as `--parallel split` asks for.",
		Remedy:  "Nothing.",
	},
	{
		Code: CodeResultOrder, Severity: Note,
		Fields:  []string{"style"},
		Summary: "Results came in another order than their calls, and were put in that of the calls.",
		Details: "The target's results don't say which call they answer: the first one answers the first call.",
		Remedy:  "Nothing.",
		Example: Example{
			To: "react", Source: exampleAsked + `{"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}, {"id": "b", "type": "function", "function": {"name": "g", "arguments": "{}"}}]}` + `, {"role": "tool", "tool_call_id": "b", "content": "2"}, {"role": "tool", "tool_call_id": "a", "content": "1"}` + exampleEnd,
			Says: "the results were put in the order of their calls, by which react pairs them",
		},
	},
	{
		Code: CodeIDDropped, Severity: Note,
		Fields:  []string{"style"},
		Summary: "The target has no place for the id of a call, or of a result that answers no call.",
		Remedy:  "Nothing. Results follow their calls.",
		Example: Example{
			To: "react", Source: exampleAsked + exampleModel + exampleCall + exampleEnd,
			Says: "react has no place for the id of a call",
		},
	},
	{
		Code: CodeTurnMerged, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "Consecutive messages of one speaker became one, since the target requires it.",
		Remedy:  "Nothing, if the order is right.",
		Example: Example{
			To: "llamafactory", Source: exampleAsked + `{"role": "user", "content": "Now?"}, ` + exampleModel + exampleCall + exampleEnd,
			Says: "messages that follow each other are one in llamafactory",
		},
	},
	{
		Code: CodeTurnTrimmed, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "A message at the end of a transcript was left out: the target must end with the model.",
		Remedy:  "Nothing, for training: there is nothing to learn after it.",
		Example: Example{
			To: "llamafactory", Source: exampleAsked + exampleModel + exampleCall + `, {"role": "tool", "tool_call_id": "a", "content": "1"}` + exampleEnd,
			Says: "llamafactory must end with the model: the message at the end was left out",
		},
	},
	{
		Code: CodeLineAdded, Severity: Note,
		Fields:  []string{"style"},
		Summary: "The text before a call got a line feed at its end, since the target's program puts the call right after it.",
		Remedy:  "Nothing.",
		Example: Example{
			To: "swift", Source: exampleAsked + exampleModel + `"content": "Look.", ` + exampleCall + exampleEnd,
			Says: "the words before a call got a line feed, since swift puts the call right after them",
		},
	},
}
