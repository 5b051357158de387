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
