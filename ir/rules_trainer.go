package ir

// trainerRules are what changes when records become rows for a trainer, and why rows
// are refused. The details name the places in the trainers' own code and documents.
var trainerRules = []Rule{
	{
		Code: CodeRowKey, Severity: Loss,
		Fields:  []string{"style", "name"},
		Summary: "A key of the record, other than its transcript, was left out of the row: the trainer would read it in place of the transcript, or accepts no other keys.",
		Details: "TRL chooses by the keys of the first row what all are: `prompt`, `text` and `input_ids` come before `messages` (its `data_utils.py`, `SFTTrainer._prepare_dataset`). OpenAI and Together describe rows without other keys (their guides to fine-tuning).",
		Remedy:  "If the rows need the key, rename it first.",
		Example: Example{
			To: "hermes", Options: "for=trl", Source: `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Nine."}], "text": "x"}`,
			Says: "the key \"text\" means something to trl, or no row may have it: it was left out",
		},
	},
	{
		Code: CodeSystemMoved, Severity: Note,
		Fields:  []string{"style"},
		Summary: "The record has its system prompt next to the messages, where the trainer does not look: it became the first message, unless that says the same.",
		Details: "Of the trainers only LLaMA-Factory (`columns.system` of `dataset_info.json`), axolotl and ms-swift read a column `system`.",
		Remedy:  "Nothing.",
		Example: Example{
			To: "hermes", Options: "for=trl", Source: `{"system": "Be brief.", "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Nine."}]}`,
			Says: "trl does not see a system prompt next to the messages: it became the first of them",
		},
	},
	{
		Code: CodeArgsFragile, Severity: Loss,
		Fields:  []string{"style", "tool"},
		Summary: "The trainer reads the arguments of a call as JSON and writes them again, and something in them does not keep its spelling.",
		Details: "Python's json keeps the last of two keys, and writes `1.10` as `1.1` and `1e400` as `Infinity`; columns of Arrow hold no integer beyond 64 bits, and where the values of one have several types, datasets 5.2 reads them with pandas' ujson, to which `0.3` is `0.30000000000000004`. TRL, verl and slime get objects from such columns; axolotl (`prompt_strategies/chat_template.py`), LLaMA-Factory (`data/formatter.py`), ms-swift and prime-rl parse strings.",
		Remedy:  "Choose the text of a style with `--to`: there arguments are text, and travel as they are.",
		Example: Example{
			To: "openai", Options: "for=axolotl", Source: exampleAsked + `{"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{\"n\": 1.10}"}}]}` + exampleEnd,
			Says: "axolotl reads the arguments of \"f\" and writes them anew: the number 1.10 becomes another spelling",
		},
	},
	{
		Code: CodeArgsNull, Severity: Loss,
		Fields:  []string{"style", "tool"},
		Summary: "The trainer leaves out nulls in arguments that are objects.",
		Details: "axolotl removes null from rows of a data set (`remove_none_values` of `prompt_strategies/chat_template.py`), but not from within a string.",
		Remedy:  "Leave out `--arguments object`: arguments that are strings keep nulls.",
		Example: Example{
			To: "openai", Options: "for=axolotl arguments=object", Source: exampleAsked + `{"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{\"n\": null}"}}]}` + exampleEnd,
			Says: "axolotl leaves out arguments that are null: those of \"f\" have one",
		},
	},
	{
		Code: CodeRowOrder, Severity: Reject,
		Fields:  []string{"style"},
		Summary: "The trainer refuses, drops or misreads rows with this order of messages.",
		Details: "LLaMA-Factory drops a conversation whose turns do not alternate, a human's first (`data/converter.py`). torchtune raises (`validate_messages` of `data/_messages.py`), and so does ms-swift (`_swift_encode` of `template/base.py`), which also looks for `Action:` and `Action Input:` in calls that have a result (`_format_tool_responses` of `agent_template/base.py`). verl masks as many tokens of a first message of the model as it begins with without a prompt (`MultiTurnSFTDataset._process_single_message`). Mistral's rules (mistral-common's `MistralRequestValidator`) and OpenAI's want a result for each call, before anything else is said, and no result without a call.",
		Remedy:  "Look at the source: a call or a result may be missing. Text in a style has no such rule for calls.",
		Example: Example{
			To: "openai", Options: "for=mistral", Source: exampleAsked + exampleModel + exampleCall + `, {"role": "user", "content": "Now?"}, {"role": "assistant", "content": "Nine."}` + exampleEnd,
			Says: "mistral wants the result of each call before anything else is said",
		},
	},
	{
		Code: CodeNothingTrained, Severity: Reject,
		Fields:  []string{"style"},
		Summary: "Nothing of the row would be trained.",
		Details: "TRL raises for such a row with `assistant_only_loss`, LLaMA-Factory and ms-swift drop it, and OpenAI refuses the file.",
		Remedy:  "Leave such records out, or choose with `--train` what is trained.",
		Example: Example{
			To: "openai", Options: "for=openai", Source: exampleAsked + exampleModel + `"weight": 0, ` + exampleCall + exampleEnd,
			Says: "nothing of the row is to be trained, and openai takes no such row",
		},
	},
}
