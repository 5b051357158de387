package ir

// carryRules are what goes wrong with what records carry for the way home.
var carryRules = []Rule{
	{
		Code: CodeCarryStale, Severity: Loss,
		Fields:  []string{"style", "count"},
		Summary: "The record carries what it lost when it was converted from this style, but was changed since: what belongs to the changed parts is left out.",
		Details: "All else comes back. If messages were added or removed, nothing of it does.",
		Remedy:  "Nothing, if the change was meant.",
		Example: Example{
			To: "react", Options: "carry=bytes", Source: `{"messages": [{"role": "user", "content": "Nine?"}, {"role": "assistant", "content": "<answer>\nYes.\n</answer>"}], "toolspeak": "{\"home\":\"react\",\"via\":\"xml\",\"sum\":\"\",\"patch\":[7,null,[[0,1,\"\",[]]]]}"}`,
			Says: "1 parts of the record changed since it left react: what they carried is left out",
		},
	},
	{
		Code: CodeCarryBroken, Severity: Loss,
		Summary: "The value under the key `toolspeak` is not carried data, or it contradicts the record.",
		Details: "What is none of ours stays under its key. What contradicts the record is left out: it may add what the record can't say, and must not change what it says.",
		Remedy:  "Find out who wrote it.",
		Example: Example{
			To: "react", Options: "carry=bytes", Source: `{"messages": [{"role": "user", "content": "Nine?"}, {"role": "assistant", "content": "<answer>\nYes.\n</answer>"}], "toolspeak": "{}"}`,
			Says: "the key \"toolspeak\" holds nothing that was carried: it lacks home, via or patch",
		},
	},
	{
		Code: CodeCarryElsewhere, Severity: Note,
		Fields:  []string{"style"},
		Summary: "The record carries what it lost when it was converted from another style or shape than the target: only a conversion to that one restores it.",
		Details: "Where records of several homes are in one input, each needs a run to its own.",
		Remedy:  "Convert the records named here with `--to` and the style or shape named here.",
		Example: Example{
			To: "hermes", Options: "carry=bytes", Source: `{"messages": [{"role": "user", "content": "Nine?"}, {"role": "assistant", "content": "<answer>\nYes.\n</answer>"}], "toolspeak": "{\"home\":\"react\",\"via\":\"xml\",\"sum\":\"\",\"patch\":[7,null,[[0,1,\"\",[]]]]}"}`,
			Says: "the record comes home with --to react: on this way it carries that, too",
		},
	},
	{
		Code: CodeCarryNoPlace, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "The record can't carry what it loses: it is not a JSON object, it has another value under the key `toolspeak`, or its shape is one that is only read.",
		Remedy:  "Turn plain texts into records first: `--out-layout messages`.",
		Example: Example{
			To: "xml", Options: "carry=bytes", Source: `[{"role": "assistant", "content": "Action: f\nAction Input: {'a': 1}"}]`,
			Says: "the record has no place for the key \"toolspeak\": nothing is carried",
		},
	},
}
