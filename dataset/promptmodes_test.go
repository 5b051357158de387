package dataset_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/prompts"
)

// Each way to treat system prompts works wherever a layout keeps them.
func TestPromptModesInEachLayout(t *testing.T) {
	const prompt = `You are Bo.\n\nThought: why\nAction: f\nAction Input: {}\n\nBe brief.`
	const system, ask, say = `{"role": "system", "content": "` + prompt + `"}`, `{"role": "user", "content": "?"}`, `{"role": "assistant", "content": "Answer: a"}`
	list := func(messages ...string) string { return "[" + strings.Join(messages, ", ") + "]" }
	for name, c := range map[string]struct {
		in     string
		fields []string
	}{
		"messages":           {in: `{"messages": ` + list(system, ask, say) + `}`},
		"sharegpt":           {in: `{"conversations": [{"from": "system", "value": "` + prompt + `"}, {"from": "gpt", "value": "Answer: a"}]}`},
		"own system":         {in: `{"system": "` + prompt + `", "messages": ` + list(ask, say) + `}`},
		"both":               {in: `{"system": "` + prompt + `", "messages": ` + list(system, ask, say) + `}`},
		"text":               {in: `{"text": "System: ` + prompt + `\nQuestion: ?\nAnswer: a"}`},
		"prompt, completion": {in: `{"prompt": ` + list(system, ask) + `, "completion": ` + list(say) + `}`},
		"a prompt alone":     {in: `{"prompt": ` + list(system) + `, "completion": ` + list(ask, say) + `}`},
		"completion, system": {in: `{"system": "` + prompt + `", "prompt": "?", "completion": "Answer: a"}`},
		"preference":         {in: `{"prompt": ` + list(system, ask) + `, "chosen": ` + list(say) + `, "rejected": ` + list(say) + `}`},
		"preference, twice":  {in: `{"chosen": ` + list(system, ask, say) + `, "rejected": ` + list(system, ask, say) + `}`},
		"alpaca":             {in: `{"system": "` + prompt + `", "instruction": "?", "input": "", "output": "Answer: a"}`},
		"alpaca, history":    {in: `{"instruction": "?", "output": "Answer: a", "history": [["a", "Answer: b"]], "system": "` + prompt + `"}`},
		"a field":            {in: `{"data": {"turns": ` + list(system, ask, say) + `}}`, fields: []string{"data.turns"}},
		"a string":           {in: `{"data": "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(list(system, ask, say)) + `"}`, fields: []string{"data"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, mode := range []prompts.Mode{prompts.ModeAuto, prompts.ModeKeep, prompts.ModeReplace, prompts.ModeAppend, prompts.ModeDrop} {
				for _, style := range []string{"xml", "tao", "react"} {
					e, err := dataset.New(dataset.Options{Fields: c.fields, Options: convert.Options{From: "react", To: style, Prompts: prompts.Options{Mode: mode}}})
					require.NoError(t, err)
					out, _, err := e.Record([]byte(c.in))
					require.NoError(t, err, "%s %s", mode, style)
					require.True(t, gjson.ValidBytes(out))
					text := string(out)
					require.Equal(t, mode != prompts.ModeDrop && mode != prompts.ModeReplace, strings.Contains(text, "You are Bo."), "%s %s: %s", mode, style, text)
					require.Equal(t, mode == prompts.ModeKeep || style == "react" && mode != prompts.ModeReplace && mode != prompts.ModeDrop, strings.Contains(text, "Thought: why"), "%s %s: %s", mode, style, text)
				}
			}
		})
	}
}
