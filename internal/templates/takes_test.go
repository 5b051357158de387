package templates

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/takes"
)

var update = flag.Bool("update", false, "write the table of what templates take anew")

// tableNames are the files of templates whose rows the table has, by the name of the row.
var tableNames = map[string]string{
	"apertus": "Apertus-8B-Instruct", "command-r-plus": "CohereForAI-c4ai-command-r-plus-tool_use", "command-r7b": "CohereForAI-c4ai-command-r7b-12-2024-tool_use",
	"deepseek-r1-distill": "deepseek-ai-DeepSeek-R1-Distill-Qwen-32B", "deepseek-v3.1": "deepseek-ai-DeepSeek-V3.1", "deepseek-v3.2": "deepseek-ai-DeepSeek-V3.2",
	"firefunction-v2": "fireworks-ai-llama-3-firefunction-v2", "functionary-v3.1": "meetkai-functionary-medium-v3.1", "functionary-v3.2": "meetkai-functionary-medium-v3.2",
	"functiongemma": "tool_chat_template_functiongemma", "gemma-4": "google-gemma-4-31B-it", "glm-4.6": "GLM-4.6", "glm-4.7-flash": "GLM-4.7-Flash", "gpt-oss": "openai-gpt-oss-120b",
	"granite-3.3": "ibm-granite-granite-3.3-2B-Instruct", "granite-4.0": "ibm-granite-granite-4.0", "granite-4.1": "ibm-granite-granite-4.1", "hermes-2-pro": "NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use",
	"hermes-3": "NousResearch-Hermes-3-Llama-3.1-8B-tool_use", "kimi-k2": "moonshotai-Kimi-K2", "kimi-k2-thinking": "Kimi-K2-Thinking", "lfm2.5": "LFM2.5-8B-A1B", "ling-3.0-flash": "inclusionai-ling-3.0-flash",
	"llama-3.1": "meta-llama-Llama-3.1-8B-Instruct", "llama-3.2": "meta-llama-Llama-3.2-3B-Instruct", "llama-4-json": "tool_chat_template_llama4_json", "llama-4-pythonic": "tool_chat_template_llama4_pythonic",
	"minimax-m2": "MiniMax-M2", "ministral-3-reasoning": "mistralai-Ministral-3-14B-Reasoning-2512", "mistral-nemo": "mistralai-Mistral-Nemo-Instruct-2407", "mistral-small-3.2": "Mistral-Small-3.2-24B-Instruct-2506",
	"nemotron-3-nano": "NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", "phi-3.5": "microsoft-Phi-3.5-mini-instruct", "phi-4-mini": "tool_chat_template_phi4_mini", "qwen2.5": "Qwen-Qwen2.5-7B-Instruct",
	"qwen3": "Qwen-Qwen3-0.6B", "qwen3-coder": "Qwen3-Coder", "qwen3.5": "qwen35", "seed-oss": "ByteDance-Seed-OSS", "smollm3": "HuggingFaceTB-SmolLM3-3B", "solar-open": "upstage-Solar-Open-100B",
	"gemma-3": "gemma3", "xlam-llama": "tool_chat_template_xlam_llama", "chatml": "template_chatml", "falcon": "template_falcon", "internlm2": "tool_chat_template_internlm2_tool",
}

// TestTakesTable: the table says what rendering the templates finds out.
func TestTakesTable(t *testing.T) {
	files := map[string]string{}
	trl, err := filepath.Glob("../../.trainers/lib/*/site-packages/trl/chat_templates/*.jinja")
	require.NoError(t, err)
	for _, file := range append(trl, realTemplates(t)...) {
		files[strings.TrimSuffix(filepath.Base(file), ".jinja")] = file
	}
	var list []takes.Takes
	for name, file := range tableNames {
		if files[file] == "" { // its row stays
			row, ok := takes.Named(name)
			require.True(t, ok, "%s: no template %s", name, file)
			list = append(list, row)
			continue
		}
		row := open(t, files[file]).Takes()
		row.Name = name
		list = append(list, row)
	}
	slices.SortFunc(list, func(a, b takes.Takes) int { return strings.Compare(a.Name, b.Name) })
	var text strings.Builder
	text.WriteString("[\n")
	for i := range list {
		row, err := json.Marshal(list[i])
		require.NoError(t, err)
		text.WriteString(string(row))
		if i+1 < len(list) {
			text.WriteByte(',')
		}
		text.WriteByte('\n')
	}
	text.WriteString("]\n")
	const path = "../takes/table.json"
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o644))
	}
	was, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(was), text.String(), "-update writes the table")
}
