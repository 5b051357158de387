//go:build !js

package trainers

import (
	"encoding/json"
	"path"
	"strconv"
	"strings"
)

// trlConfig are the fields of TRL's SFTConfig: without assistant_only_loss all of a
// conversation is trained, and max_length cuts rows at 1024 tokens.
func trlConfig(r *Rows) []Sidecar { return r.sftConfig("assistant_only_loss") }

// sftConfig are fields of TRL's SFTConfig, with the one that says what is trained.
func (r *Rows) sftConfig(trains string) []Sidecar {
	length := "null"
	if r.Length > 0 {
		length = strconv.Itoa(r.Length)
	}
	return r.named("sft_config.json", "{\n  \""+trains+"\": true,\n  \"max_length\": "+length+",\n  \"packing\": false\n}\n")
}

// trlTurnsConfig are the fields of TRL's SFTConfig for rows of a prompt and a completion.
func trlTurnsConfig(r *Rows) []Sidecar { return r.sftConfig("completion_only_loss") }

// axolotlChat are the lines of axolotl's configuration for rows of messages. It ignores
// train keys unless they are named there.
func axolotlChat(r *Rows) []Sidecar {
	lines := append(axolotlData(r),
		"    type: chat_template",
		"    field_messages: messages",
		"    message_property_mappings:",
		"      role: role",
		"      content: content",
	)
	if r.shaped() {
		lines = append(lines, "    field_tools: tools")
	}
	lines = append(lines,
		"    roles_to_train: [assistant]",
		"    train_on_eos: turn",
		"    message_field_training: train",
		"    message_field_training_detail: train_detail",
		"train_on_inputs: false",
	)
	return r.named("axolotl.yaml", strings.Join(lines, "\n")+"\n"+r.length("sequence_len: "))
}

// axolotlSegments are the lines of axolotl's configuration for segments. With
// train_on_inputs it would train all of them.
func axolotlSegments(r *Rows) []Sidecar {
	lines := append(axolotlData(r), "    type: input_output", "train_on_inputs: false")
	return r.named("axolotl.yaml", strings.Join(lines, "\n")+"\n"+r.length("sequence_len: "))
}

// axolotlData are the lines that name the file.
func axolotlData(r *Rows) []string {
	kind := "json"
	if path.Ext(r.File) == ".parquet" {
		kind = "parquet"
	}
	return []string{"datasets:", "  - path: " + yamlText(r.File), "    ds_type: " + kind}
}

// swiftFlags are the flags of swift sft. Weights other than 0 and 1 are only heard where
// the loss is not binary.
func swiftFlags(r *Rows) []Sidecar {
	return r.named("swift.args", flagLines("--dataset", r.File, "--loss_scale", "default", "--is_binary_loss_scale", "false")+r.length("--max_length "))
}

// verlOverrides are settings of verl's SFT trainer as its command line has them.
func verlOverrides(r *Rows) []Sidecar {
	return r.named("verl.args", "data.train_files="+shellWord(r.File)+"\ndata.messages_key=messages\n"+r.length("data.max_length="))
}

// mistralData are the lines of mistral-finetune's configuration.
func mistralData(r *Rows) []Sidecar {
	return r.named("mistral.yaml", "data:\n  instruct_data: "+yamlText(r.File)+"\n"+r.length("seq_len: "))
}

// nemoDataset are the lines of NeMo Automodel's recipe. Without mask_generation_prompt the
// header of each turn of the model is trained.
func nemoDataset(r *Rows) []Sidecar {
	return r.named("nemo.yaml", "dataset:\n  _target_: nemo_automodel.components.datasets.llm.make_agent_chat_dataset\n  path: "+yamlText(r.File)+"\n  mask_generation_prompt: true\n"+r.length("  seq_length: "))
}

// slimeFlags are the flags of slime's training script.
func slimeFlags(r *Rows) []Sidecar {
	words := []string{"--prompt-data", r.File, "--input-key", "messages"}
	if r.shaped() {
		words = append(words, "--tool-key", "tools")
	}
	return r.named("slime.args", flagLines(words...))
}

// torchtuneDataset are the lines of torchtune's recipe.
func torchtuneDataset(r *Rows) []Sidecar {
	source := "json"
	if path.Ext(r.File) == ".parquet" {
		source = "parquet"
	}
	return r.named("torchtune.yaml", strings.Join([]string{
		"dataset:",
		"  _component_: torchtune.datasets.chat_dataset",
		"  source: " + source,
		"  data_files: " + yamlText(r.File),
		"  split: train",
		"  conversation_column: messages",
		"  conversation_style: openai",
		"  train_on_input: false",
		"",
	}, "\n")+r.length("tokenizer:\n  max_seq_len: "))
}

// unslothParts are the markers between which Unsloth trains, for templates of ChatML.
func unslothParts(r *Rows) []Sidecar {
	return r.named("unsloth.json", "{\n  \"instruction_part\": \"<|im_start|>user\\n\",\n  \"response_part\": \"<|im_start|>assistant\\n\""+r.lengthMember("max_seq_length")+"\n}\n")
}

// skyrlSettings are settings of SkyRL's main_sft, which trains the last message alone by
// default.
func skyrlSettings(r *Rows) []Sidecar {
	return r.named("skyrl.args", "train_datasets="+shellWord("['"+r.File+"']")+"\ntrain_dataset_splits="+shellWord("['train']")+"\ntrain_on_what=all_assistant_messages\n"+r.length("max_length="))
}

// mlxConfig are the lines of mlx-lm's configuration. It reads train.jsonl of a folder, and
// without mask_prompt it trains all of a row.
func mlxConfig(r *Rows) []Sidecar {
	return r.named("mlx.yaml", "train: true\ndata: "+yamlText(path.Dir(r.File))+"\nmask_prompt: true\n"+r.length("max_seq_length: "))
}

// tinkerConfig are arguments of tinker-cookbook's builder of data sets.
func tinkerConfig(r *Rows) []Sidecar {
	file, _ := json.Marshal(r.File) // strings can be written
	return r.named("tinker.json", "{\n  \"file_path\": "+string(file)+",\n  \"train_on_what\": \"customized\""+r.lengthMember("max_length")+"\n}\n")
}

// lengthMember is the last member of an object of JSON, with the length of the rows, or nothing
// where nobody counted.
func (r *Rows) lengthMember(key string) string {
	if r.Length == 0 {
		return ""
	}
	return ",\n  \"" + key + "\": " + strconv.Itoa(r.Length)
}

// length is a line with the length of the rows, or nothing where nobody counted.
func (r *Rows) length(before string) string {
	if r.Length == 0 {
		return ""
	}
	return before + strconv.Itoa(r.Length) + "\n"
}

// flagLines writes flags, one on a line with its value.
func flagLines(words ...string) string {
	var b strings.Builder
	for i := 0; i+1 < len(words); i += 2 {
		b.WriteString(words[i] + " " + shellWord(words[i+1]) + "\n")
	}
	return b.String()
}

// shellWord quotes a word for a shell, where it needs that.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:@%+,=", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// yamlText writes a string of YAML: as JSON, of which YAML holds all, unless it is plain.
func yamlText(s string) string {
	if _, err := strconv.ParseFloat(s, 64); err != nil && shellWord(s) == s && !strings.ContainsAny(s, ":@%,=") && !strings.HasPrefix(s, "-") {
		return s
	}
	quoted, _ := json.Marshal(s) // strings can be written
	return string(quoted)
}
