package ir

// nativeRules are the repairs of native tool calls.
var nativeRules = []Rule{
	{
		Code: CodeArgsDouble, Severity: Repair, Class: Safe,
		Fields:  []string{"style"},
		Summary: "A call's arguments are a JSON string in a JSON string, of which the inner one was read.",
		Remedy:  "Let the program that wrote it call its JSON encoder once.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "\"{\\\"n\\\": 1}\""}}]}]}`,
			Says: "the arguments are JSON in a string in a string: the inner one was read",
		},
	},
	{
		Code: CodeArgsMissing, Severity: Repair,
		Fields:  []string{"style"},
		Summary: "A call's arguments are missing, null or empty, and were read as `{}`.",
		Remedy:  "Nothing, for a tool without parameters.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": ""}}]}]}`,
			Says: "the call has no arguments: they were read as {}",
		},
	},
	{
		Code: CodeNullPadding, Severity: Repair,
		Fields:  []string{"style"},
		Summary: "A key that may be missing has the value null, as Parquet files and object dumps pad records, and was read as missing.",
		Remedy:  "Nothing. OpenAI's own types refuse such messages.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?", "name": null}, {"role": "assistant", "content": "", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`,
			Says: "null under a key that may be missing was read as nothing",
		},
	},
	{
		Code: CodeToolCallFlat, Severity: Repair,
		Fields:  []string{"style"},
		Summary: "A call has its name and arguments in itself and not under `function`.",
		Remedy:  "Nothing. The call is written with the wrapper.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "tool_calls": [{"id": "a", "name": "f", "arguments": "{}"}]}]}`,
			Says: "the call's name and arguments are not under \"function\"",
		},
	},
	{
		Code: CodeUnmatchedResult, Severity: Repair,
		Fields:  []string{"style"},
		Summary: "A result answers no call that is open: it has an id that none of them has, or there is none.",
		Details: "It is kept. Calls are open until they have a result or, after a result, a new call is made.",
		Remedy:  "Look at the source: a call may be missing.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "b", "content": "1"}]}`,
			Says: "the result answers no call before it",
		},
	},
	{
		Code: CodeOpenCall, Severity: Repair,
		Fields:  []string{"style", "tool"},
		Summary: "A call has no result, and none is made up.",
		Details: "Transcripts often end so.",
		Remedy:  "Nothing, at the end of a transcript. In the middle of one, servers refuse it.",
		Example: Example{
			To: "react", Source: `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`,
			Says: "the call of \"f\" has no result",
		},
	},
}
