package ir

// carryRules are what goes wrong with what records carry for the way home.
var carryRules = []Rule{
	{
		Code: CodeCarryStale, Severity: Loss,
		Fields:  []string{"style", "count"},
		Summary: "The record carries what it lost on its way from this style, and was changed since: what belongs to the changed parts is left out.",
		Details: "All else comes back. If messages were added or removed, nothing of it does.",
		Remedy:  "Nothing, if the change was meant.",
		Example: Example{
			To: "react", Options: "carry=bytes", Source: `{"messages": [{"role": "user", "content": "Nine?"}, {"role": "assistant", "content": "<answer>\nYes.\n</answer>"}], "toolspeak": "{\"home\":\"react\",\"via\":\"xml\",\"sum\":\"\",\"patch\":[7,null,[[0,1,\"\",[]]]]}"}`,
			Says: "1 parts of the record changed since it left react: what they carried is left out",
		},
	},
	{
		Code: CodeCarryBroken, Severity: Loss,
		Summary: "What the record has under the key `toolspeak` is nothing that was carried, or says something else than the record.",
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
		Summary: "The record carries what it lost on its way from another style or shape than the target: it comes home on the way there.",
		Details: "Where records of several homes are in one input, each needs a run to its own.",
		Remedy:  "Run with `--to` the home that is named, over the records that are told.",
		Example: Example{
			To: "hermes", Options: "carry=bytes", Source: `{"messages": [{"role": "user", "content": "Nine?"}, {"role": "assistant", "content": "<answer>\nYes.\n</answer>"}], "toolspeak": "{\"home\":\"react\",\"via\":\"xml\",\"sum\":\"\",\"patch\":[7,null,[[0,1,\"\",[]]]]}"}`,
			Says: "the record comes home with --to react: on this way it carries that, too",
		},
	},
	{
		Code: CodeCarryNoPlace, Severity: Loss,
		Fields:  []string{"style"},
		Summary: "The record is to carry what it loses, and can't: it is not a JSON object, it has another value under the key `toolspeak`, or its shape is one that is only read.",
		Remedy:  "Move plain texts to records first: `--out-layout messages`.",
		Example: Example{
			To: "xml", Options: "carry=bytes", Source: `[{"role": "assistant", "content": "Action: f\nAction Input: {'a': 1}"}]`,
			Says: "the record has no place for the key \"toolspeak\": nothing is carried",
		},
	},
}
