package ir

// refusalRules are what those who take a shape would refuse: a server, a validator, a
// trainer. Nothing is repaired; check reports them.
var refusalRules = []Rule{
	{
		Code: CodeNameRefused, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style", "tool"},
		Summary: "The name of a called tool is too long, or has characters that users of the shape refuse.",
		Details: "Only `check` reports it.",
		Remedy:  "Rename the tool, in the calls and in the tool list.",
	},
	{
		Code: CodeIDRefused, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style", "tool"},
		Summary: "The id of a call is missing, too long, or has characters that users of the shape refuse.",
		Details: "Only `check` reports it.",
		Remedy:  "Convert to the shape from another one: ids are then made or replaced.",
	},
	{
		Code: CodeIDRepeated, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style", "tool"},
		Summary: "Two calls of one message have the same id.",
		Details: "Only `check` reports it.",
		Remedy:  "Let the program that wrote it give each call its own id.",
	},
	{
		Code: CodeIDUnknown, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style"},
		Summary: "A result has no id, or one that belongs to no open call.",
		Details: "Only `check` reports it.",
		Remedy:  "Look at the source: the call may be missing.",
	},
	{
		Code: CodeResultMissing, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style", "tool"},
		Summary: "A call has no result before the transcript continues.",
		Details: "Only `check` reports it. A call at the end of a transcript may be without a result.",
		Remedy:  "Add the result, or take the call out.",
	},
	{
		Code: CodeResultLate, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style", "tool"},
		Summary: "A result comes after something else was said, where it has to follow its call.",
		Details: "Only `check` reports it.",
		Remedy:  "Convert to the shape from another one: results are then put after their calls.",
	},
	{
		Code: CodeRoleOrder, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style"},
		Summary: "The roles of the messages are in an order that users of the shape refuse.",
		Details: "Only `check` reports it.",
		Remedy:  "Convert to the shape from another one: messages are then joined.",
	},
	{
		Code: CodeArgsRefused, Severity: Repair, Class: PlainReading,
		Fields:  []string{"style", "tool"},
		Summary: "The arguments of a call are not JSON, or not an object.",
		Details: "Only `check` reports it.",
		Remedy:  "Repair them in the source, or convert the record with `--repair all`.",
	},
}
