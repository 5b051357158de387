package ir

// promptRules are the losses of system prompts and tool lists.
var promptRules = []Rule{
	{
		Code: CodePromptKept, Severity: Loss,
		Summary: "No format instructions were recognised in the system prompt, or a template matches it in two ways: it stays as it is.",
		Remedy:  "Check whether it teaches a style after all; `--prompt append` adds the target's format instructions.",
		Example: Example{
			From: "react", To: "xml", Source: "[system]\nBe brief.\n[user]\n?",
			Says: "the prompt stays as it is: no format instructions of a known style were recognised in it",
		},
	},
	{
		Code: CodeExamplesRemoved, Severity: Loss,
		Summary: "Words of the system prompt that stood between examples of the old format were left out with them.",
		Details: "The text is all of these words. Words that name the format are reported as `instructions-removed`.",
		Remedy:  "Put rules of the task under a heading of their own.",
		Example: Example{
			From: "react", To: "xml", Source: "[system]\n# Format\nAction: a\nAction Input: b\n\n# Examples\nThe mayor asks.\n\nThought: a\nAction: b\n[user]\n?",
			Says: "\"The mayor asks.\"",
		},
	},
	{
		Code: CodePromptDropped, Severity: Loss,
		Summary: "A paragraph of the system prompt is gone because of `--prompt replace` or `--prompt drop`.",
		Details: "The text is the paragraph.",
		Remedy:  "Nothing, if you meant it.",
		Example: Example{
			From: "react", To: "xml", Options: "prompt=drop", Source: "[system]\nBe brief.\n[user]\n?",
			Says: "\"Be brief.\"",
		},
	},
	{
		Code: CodeTwoStyles, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "The system prompt teaches two styles: it stays as it is or, where a template matches one of them, the other stays.",
		Remedy:  "Split the data set, or name the template with `--prompt-from`.",
		Example: Example{
			From: "react", To: "xml", Source: "[system]\nAction: a\nAction Input: b\n\nTool: a\nTool Input: b\n[user]\n?",
			Says: "the prompt teaches react and tool-input: it is left as it is",
		},
	},
	{
		Code: CodeTemplateAmbiguous, Severity: Loss,
		Summary: "A template matches the system prompt in two ways and is not used.",
		Remedy:  "Put text between its placeholders.",
	},
	{
		Code: CodeToolListForm, Severity: Loss,
		Summary: "The form that was asked for can't hold these tools, and another was used.",
		Remedy:  "Choose `--tool-list json` or `openai`, which can hold all tools.",
	},
	{
		Code: CodeToolListUnread, Severity: Loss,
		Summary: "The tool list is in no known form and was copied as it is, or the record's `tools` can't be read.",
		Remedy:  "Report the form.",
	},
	{
		Code: CodeToolDropped, Severity: Loss,
		Summary: "A tool of the list is no function that the target can be given, such as a web search that another service runs itself: it was left out.",
		Details: "All others stay.",
		Remedy:  "Nothing, if no call is of this tool. Otherwise add a function of the same name to the list.",
		Example: Example{
			To: "openai", Source: `{"tools": [{"type": "web_search_20250305", "name": "web_search"}], ` + exampleTools,
			Says: `the tool "web_search_20250305" is no function and has no place in openai: it was left out`,
		},
	},
	{
		Code: CodeToolKeys, Severity: Loss,
		Summary: "A key of a tool's definition is none that the target's API takes, and was left out.",
		Remedy:  "Nothing, unless the key says something that the description does not.",
		Example: Example{
			To: "openai", Source: `{"tools": [{"name": "f", "signature": "f(x)", "input_schema": {"type": "object", "properties": {}}}], ` + exampleTools,
			Says: `"signature" of the tool "f" has no place in openai: it was left out`,
		},
	},
	{
		Code: CodeToolRenamed, Severity: Loss,
		Summary: "The target's API does not take a tool's name, because of its characters or its length: the tool has another name in the list and in calls.",
		Remedy:  "Nothing: the names are the same in each record. With `--carry`, the way back restores them.",
		Example: Example{
			To: "openai", Source: `{"tools": [{"name": "look it up", "input_schema": {"type": "object", "properties": {}}}], ` + exampleTools,
			Says: `openai takes no tool of the name "look it up": it is "look_it_up" there`,
		},
	},
	{
		Code: CodeToolSchema, Severity: Loss,
		Summary: "The parameters of a tool are no JSON schema of an object, which the target's API wants: a schema was made of them.",
		Details: "Names of parameters with their schemas become properties, and the schema of one value that of a property `input`, as such arguments become.",
		Remedy:  "Look at the schema.",
		Example: Example{
			To: "openai", Source: `{"tools": [{"name": "f", "input_schema": {"x": {"type": "string"}}}], ` + exampleTools,
			Says: `the parameters of the tool "f" are no schema of an object, as openai wants: an object was made of them`,
		},
	},
	{
		Code: CodeToolsInString, Severity: Note,
		Summary: "The tool list of a record that is in the target's shape is JSON in a string, as columns of data sets have it: it stays one, and the target's API takes a list.",
		Remedy:  "Nothing for training. For requests, write the record with `--for openai`, which makes it a list.",
		Example: Example{
			To: "openai", Source: `{"tools": "[{\"type\": \"function\", \"function\": {\"name\": \"f\"}}]", "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`,
			Says: "the tool list is JSON in a string and stays one: openai takes a list",
		},
	},
	{
		Code: CodeToolChoice, Severity: Loss,
		Summary: "The target's API has no word for what the record says about which tools are to be called (`tool_choice`, `parallel_tool_calls`, `toolConfig`), and that was left out.",
		Remedy:  "Nothing for training. For requests, say it in the API's own words.",
		Example: Example{
			To: "gemini", Source: `{"parallel_tool_calls": false, "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`,
			Says: "gemini has no word for what the record says about which tools are to be called: that was left out",
		},
	},
	{
		Code: CodeToolListDropped, Severity: Loss,
		Fields:  []string{"count"},
		Summary: "The template to write has no place for the tools.",
		Remedy:  "Add a placeholder such as `{tools}`.",
	},
	{
		Code: CodeTemplateUnmatched, Severity: Loss,
		Summary: "The template that `--prompt-from` names is not found in the system prompt.",
		Details: "The text says how the prompt was read instead.",
		Remedy:  "Compare the template with the prompt, character for character.",
	},
}

// exampleTools is the rest of a record with tools, whose messages are Anthropic's.
const exampleTools = `"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}]}`
