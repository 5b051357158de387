//go:build !js

package trainers

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/layouts"
)

// chat are the shapes that a trainer of chat messages takes.
var chat = []string{string(layouts.OpenAI)}

// trlReads are the keys of a row that mean something to TRL.
var trlReads = []string{
	"messages", "conversations", "tools", "prompt", "completion", "text", "input_ids", "labels", "assistant_masks", "completion_mask", "chat_template_kwargs",
	"images", "image", "chosen", "rejected", "segments",
}

// table has all trainers: what convert, dataset and the documents know of one is its
// entry.
var table = []Trainer{
	{
		Name: "trl", Title: "TRL 1.16 SFTTrainer", To: "hermes", Shapes: chat, Layout: layouts.Messages,
		arguments: convert.ArgumentsObject, parses: true, sidecar: trlConfig,
		chatTemplate: true, rules: rules{reads: trlReads, toolsText: true},
	},
	{
		Name: "trl-turns", Title: "TRL 1.16 SFTTrainer, prompt and completion", To: "hermes", Shapes: chat, Layout: layouts.Messages, Format: "jsonl",
		arguments: convert.ArgumentsObject, parses: true, sidecar: trlTurnsConfig,
		chatTemplate: true, rules: rules{reads: trlReads, toolsText: true, endsWithModel: true, turns: true},
	},
	{
		Name: "trl-text", Title: "TRL 1.16 SFTTrainer, prompt and completion as text", To: "react", Layout: layouts.Segments, Format: "jsonl",
		sidecar: trlTurnsConfig, rules: rules{reads: trlReads, turns: true},
	},
	{
		Name: "axolotl", Title: "axolotl 0.21 chat_template", To: string(layouts.OpenAI), Shapes: chat, Layout: layouts.Messages,
		arguments: convert.ArgumentsString, parses: true, sidecar: axolotlChat,
		chatTemplate: true, rules: rules{
			reads: []string{"messages", "tools", "system", "segments", "input_ids", "labels", "attention_mask", "images"},
			nulls: true, toolsText: true, flag: Flag{Key: "train", Detail: "train_detail"}, flagged: true,
		},
	},
	{
		Name: "axolotl-segments", Title: "axolotl 0.21 input_output", To: "react", Layout: layouts.Segments, sidecar: axolotlSegments,
		rules: rules{reads: []string{"segments", "messages", "conversations", "input_ids", "labels", "attention_mask"}},
	},
	{
		Name: "llamafactory", Title: "LLaMA-Factory 0.9.5", To: string(layouts.LlamaFactory), Shapes: []string{string(layouts.LlamaFactory)}, Layout: layouts.ShareGPT,
		parses: true, holds: lineBeforeCall, sidecar: datasetInfo, ownTemplates: true,
		rules: rules{fill: []string{"system", "tools"}, systemKey: true, alternates: true, userFirst: true, wholeTools: true, oneSystem: true},
	},
	{
		Name: "swift", Title: "ms-swift 4.6", To: string(layouts.Swift), Shapes: []string{string(layouts.Swift), string(layouts.OpenAI)}, Layout: layouts.Messages,
		parses: true, loose: true, holds: lineBeforeCall, sidecar: swiftFlags,
		rules: rules{
			pairs: true, wholeTools: true, oneSystem: true,
			reads: []string{
				"messages", "tools", "system", "query", "response", "history", "conversations", "conversation", "images", "videos", "audios", "objects",
				"rejected_response", "rejected_messages", "label", "channel", "margin", "chat_template_kwargs",
			},
			flag: Flag{Key: "loss"}, flagged: true,
		},
	},
	{
		Name: "openai", Title: "OpenAI fine-tuning", To: string(layouts.OpenAI), Shapes: chat, Layout: layouts.Messages, Format: "jsonl",
		arguments: convert.ArgumentsString, holds: plainChat,
		rules: rules{
			reads: []string{"messages", "tools", "parallel_tool_calls", "functions"}, closed: true, parts: true, endsWithModel: true, answered: true, toolNames: 64,
			flag: Flag{Key: "weight", Number: true},
		},
	},
	{
		Name: "verl", Title: "verl 0.9.1 MultiTurnSFTDataset", To: "hermes", Layout: layouts.Messages, Format: "parquet", sidecar: verlOverrides,
		chatTemplate: true, rules: rules{reads: []string{"messages", "tools", "enable_thinking", "images", "videos"}, askedFirst: true},
	},
	{
		Name: "mistral", Title: "mistral-finetune", To: string(layouts.OpenAI), Shapes: chat, Layout: layouts.Messages, Format: "jsonl",
		arguments: convert.ArgumentsString, holds: mistralChat, sidecar: mistralData,
		rules: rules{
			reads: []string{"messages", "interactions", "tools", "available_tools", "text"}, closed: true, endsWithModel: true, answered: true, toolNames: 64,
			userFirst: true, saysSomething: true, oneSystem: true, wholeTools: true, lastOnly: true, flag: Flag{Key: "weight", Number: true},
		},
	},
	{
		Name: "nemo", Title: "NeMo Automodel 0.7 agent_chat", To: "hermes", Shapes: []string{string(layouts.Swift), string(layouts.LlamaFactory), string(layouts.OpenAI)},
		Layout: layouts.Messages, arguments: convert.ArgumentsString, parses: true, sidecar: nemoDataset,
		chatTemplate: true, rules: rules{reads: []string{"messages", "tools", "conversations", "conversation"}, toolsText: true},
	},
	{
		Name: "slime", Title: "slime", To: "hermes", Shapes: chat, Layout: layouts.Messages,
		arguments: convert.ArgumentsObject, parses: true, sidecar: slimeFlags,
		chatTemplate: true, rules: rules{reads: []string{"messages", "tools", "metadata", "label"}, toolsText: true, flag: Flag{Key: "step_loss_mask", Number: true}},
	},
	{
		Name: "prime-rl", Title: "prime-rl", To: string(layouts.OpenAI), Shapes: chat, Layout: layouts.Messages,
		arguments: convert.ArgumentsString, parses: true,
		chatTemplate: true, rules: rules{reads: []string{"messages", "prompt", "completion", "tools", "tool_defs"}, toolsText: true},
	},
	{
		Name: "torchtune", Title: "torchtune 0.6.1 chat_dataset", To: "hermes", Layout: layouts.Messages, sidecar: torchtuneDataset,
		rules: rules{reads: []string{"messages", "conversations"}, alternates: true, userFirst: true, oneSystem: true},
	},
	{
		Name: "unsloth", Title: "Unsloth", To: "hermes", Layout: layouts.ShareGPT, sidecar: unslothParts,
		chatTemplate: true, rules: rules{reads: []string{"conversations", "messages", "text", "input_ids", "labels"}, alternates: true, userFirst: true, oneSystem: true},
	},
	{
		Name: "together", Title: "Together fine-tuning", To: string(layouts.OpenAI), Shapes: chat, Layout: layouts.Messages, Format: "jsonl",
		arguments: convert.ArgumentsString, holds: plainChat,
		rules: rules{
			reads: []string{"messages", "tools", "prompt", "completion", "text", "preferred_output", "non_preferred_output"}, closed: true, parts: true,
			flag: Flag{Key: "weight", Number: true},
		},
	},
	{
		Name: "art", Title: "OpenPipe ART 0.5 train_sft_from_file", To: "hermes", Shapes: chat, Layout: layouts.Messages, Format: "jsonl",
		arguments: convert.ArgumentsString, parses: true, chatTemplate: true, rules: rules{reads: []string{"messages", "tools", "loss_mask"}, userFirst: true},
	},
	{
		Name: "art-rollouts", Title: "OpenPipe ART 0.5 Trajectory", To: string(layouts.OpenAI), Shapes: chat, Layout: layouts.Messages, Format: "jsonl",
		arguments: convert.ArgumentsString, rules: rules{reads: []string{"messages_and_choices", "tools", "metrics", "metadata"}, closed: true, key: "messages_and_choices", reward: "reward"},
	},
	{
		Name: "verifiers", Title: "verifiers 0.1 results", To: string(layouts.OpenAI), Shapes: chat, Layout: layouts.Messages, Format: "jsonl",
		arguments: convert.ArgumentsString, parses: true, rules: rules{reads: []string{"prompt", "completion"}, toolsText: true, parted: true, userFirst: true, reward: "reward"},
	},
	{
		Name: "skyrl", Title: "SkyRL 0.4 SFTTrainer", To: "hermes", Shapes: chat, Layout: layouts.Messages, sidecar: skyrlSettings,
		arguments: convert.ArgumentsString, parses: true, chatTemplate: true,
		rules: rules{reads: []string{"messages", "tools", "system"}, toolsText: true, endsWithModel: true, userFirst: true, oneSystem: true},
	},
	{
		Name: "mlx", Title: "mlx-lm 0.32 lora", To: "hermes", Shapes: chat, Layout: layouts.Messages, Format: "jsonl", sidecar: mlxConfig,
		arguments: convert.ArgumentsObject, parses: true, chatTemplate: true,
		rules: rules{reads: []string{"messages", "tools", "prompt", "completion", "text"}, endsWithModel: true, userFirst: true, lastOnly: true, lastAlways: true},
	},
	{
		Name: "tinker", Title: "tinker-cookbook 0.6 FromConversationFileBuilder", To: "hermes", Layout: layouts.Messages, Format: "jsonl", sidecar: tinkerConfig,
		rules: rules{reads: []string{"messages"}, flag: Flag{Key: "trainable"}, flaggedAll: true},
	},
	{
		Name: "gemini-tuning", Title: "tuning of Gemini on Vertex AI", To: string(layouts.Gemini), Shapes: []string{string(layouts.Gemini)}, Layout: layouts.Messages, Format: "jsonl",
		holds: geminiTuning, rules: rules{reads: []string{"systemInstruction", "contents", "tools"}, service: true, prompt: `"systemInstruction": {"parts": [{"text": %s}]}`, endsWithModel: true, answered: true, toolNames: 64},
	},
	{
		Name: "bedrock-tuning", Title: "tuning of Amazon Nova on Bedrock", To: string(layouts.Bedrock), Shapes: []string{string(layouts.Bedrock)}, Layout: layouts.Messages, Format: "jsonl",
		rules: rules{reads: []string{"system", "messages", "toolConfig"}, begins: `"schemaVersion": "bedrock-conversation-2024"`, service: true, prompt: `"system": [{"text": %s}]`, endsWithModel: true, answered: true, toolNames: 64},
	},
	{
		Name: "trl-kto", Title: "TRL 1.16 KTOTrainer", To: "hermes", Shapes: chat, Layout: layouts.Messages, Format: "jsonl",
		arguments: convert.ArgumentsObject, parses: true, chatTemplate: true,
		rules: rules{reads: trlReads, toolsText: true, endsWithModel: true, turns: true, verdict: "label"},
	},
	{
		Name: "llamafactory-kto", Title: "LLaMA-Factory 0.9.5, KTO", To: string(layouts.LlamaFactory), Shapes: []string{string(layouts.LlamaFactory)}, Layout: layouts.ShareGPT,
		parses: true, holds: lineBeforeCall, sidecar: datasetInfo, ownTemplates: true,
		rules: rules{fill: []string{"system", "tools"}, systemKey: true, alternates: true, userFirst: true, wholeTools: true, oneSystem: true, verdict: "kto_tag"},
	},
	{
		Name: OfPairs, Title: "TRL 1.16 DPOTrainer and RewardTrainer", To: "hermes", Format: "jsonl",
		chatTemplate: true, rules: rules{reads: trlReads, preference: true},
	},
}

// geminiTuning is Gemini's shape as its guide to tuning shows it: without ids and thoughts.
func geminiTuning(t *convert.Target) {
	t.Reasoning, t.Sealed, t.ThinkBlocks, t.NoIDs = false, false, true, true
}

// lineBeforeCall puts calls on a line of their own, as the templates of models do.
func lineBeforeCall(t *convert.Target) { t.Order.LineBeforeCall = true }

// plainChat is what servers take of chat messages: no key for hidden reasoning.
func plainChat(t *convert.Target) {
	t.Reasoning, t.ThinkBlocks, t.BrokenArgs = false, true, false
	t.Order.ResultsNext = true
}

// mistralChat is plainChat with ids of nine letters and digits, and without words next to
// calls.
func mistralChat(t *convert.Target) {
	plainChat(t)
	t.Name, t.ExactID, t.CallsAlone = "mistral", 9, true
}
