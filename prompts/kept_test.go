package prompts

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// What a prompt says of the task stays, wherever its words are next to those of the
// format instructions.
func TestTaskStays(t *testing.T) {
	const format = "\n\n- chart: draws a sea chart, args: {}\n\nUse the following format:\n\nThought: why\nAction: a tool\nAction Input: its input\n"
	for name, c := range map[string]struct{ before, kept string }{
		"a goal of one long line, without a full stop": {
			"You are a pilot. You have sailed these waters for thirty years.\nYour personal goal is: Bring every ship that enters the sound to its berth before the tide turns\nYou ONLY have these tools:",
			"You are a pilot. You have sailed these waters for thirty years.\nYour personal goal is: Bring every ship that enters the sound to its berth before the tide turns",
		},
		"a goal in letters without small ones": {
			"你的目标是：在潮水转向之前把每一艘进入海峡的船安全地带到它的泊位上并且记录下所有的时间和吃水深度\n你只能使用以下 tools:",
			"你的目标是：在潮水转向之前把每一艘进入海峡的船安全地带到它的泊位上并且记录下所有的时间和吃水深度",
		},
		"items of a list": {
			"1. Keep a log of every ship and of the depth that was measured at the entrance\n2. You ONLY have these tools:",
			"1. Keep a log of every ship and of the depth that was measured at the entrance",
		},
		"a line that was broken for its width": {
			"Keep a log. In all that you do for the ships that enter the sound, you may use\nthese tools:",
			"Keep a log.",
		},
	} {
		r := fresh.Read(c.before + format)
		require.NotNil(t, r.Style, name)
		require.Len(t, r.ToolList.Tools, 1, name)
		assert.Equal(t, c.kept, strings.TrimSpace(r.KeptText()), name)
	}
}

// A remark that is no part of a format stays, also in a section of format
// instructions, and so does the heading of a rule about tools.
func TestRemarksStay(t *testing.T) {
	const prompt = "You are a pilot.\n\n## Tool Rules\n\nAction: a tool\nAction Input: its input\n\nUse a tool for one ship only.\n\nNow begin! Please answer in the language of the captain.\n\n## Harbour\n\nIt has two piers."
	r := fresh.Read(prompt)
	require.NotNil(t, r.Style)
	assert.Equal(t, "You are a pilot.\n\n## Tool Rules\n\nUse a tool for one ship only.\n\nNow begin! Please answer in the language of the captain.\n\n## Harbour\n\nIt has two piers.", strings.TrimSpace(r.KeptText()))
}

// A rule of the task stays, whatever is around it: each sentence and each item is looked at.
func TestRulesStay(t *testing.T) {
	const list = "- chart: draws a sea chart, args: {}"
	for name, c := range map[string]struct {
		prompt string
		stays  []string
		goes   []string
	}{
		"words of a marker in prose": {
			"You are a pilot.\n\n" + list + "\n\nGive depths in tool inputs in metres. The action input is valid JSON.\n\nThought: why\nAction: a tool\nAction Input: its input",
			[]string{"Give depths in tool inputs in metres."}, []string{"The action input is valid JSON."},
		},
		"numbered rules": {
			"You are a pilot.\n\nRemember:\n1. Think in at most 2 lines.\n2. The `Action Input` is one JSON object.\n3. Always end with the \"moor\" tool. If you can't, say \"I have to anchor\".\n\nUse these tools:\n\n" + list + "\n\nThought: why\nAction: a tool\nAction Input: its input",
			[]string{"Remember:\n1. Think in at most 2 lines.\n3. Always end with the \"moor\" tool. If you can't, say \"I have to anchor\"."},
			[]string{"Action", "2."},
		},
		"bullets in another order": {
			"You are a pilot.\n\n## Tools and format\n\n* Never write \"Observation:\" yourself.\n* Never ask a tool the same twice.\n* Name the chart in the answer.\n\n" + list + "\n\nThought: why\nAction: a tool\nAction Input: its input\n\nBegin!",
			[]string{"## Tools and format\n\n* Never ask a tool the same twice.\n* Name the chart in the answer."},
			[]string{"Observation", "Begin"},
		},
		"a rule between sentences of a format": {
			"You are a pilot.\n\n" + list + "\n\nWrite `Action:` and a tool. Ships over 9 m of draught wait for the tide. Then write `Action Input:` and its input.",
			[]string{"Ships over 9 m of draught wait for the tide."},
			[]string{"Action", "Then write"},
		},
		"a rule and a lead in one sentence": {
			"You are a pilot.\n\n" + list + "\n\nReport depths in fathoms and use the following format:\n\nQuestion: what the captain asks\nThought: why\nAction: a tool\nAction Input: its input",
			[]string{"Report depths in fathoms"},
			[]string{"following format", "Question:", "Action"},
		},
		"tags": {
			"You are a pilot.\n\n## Tool Rules\n\n" + list + "\n\n1. Write <tool_use> with <arguments> in it.\n2. Put what the almanac says into a <source> tag.\n3. Wrap the answer in <answer> tags. Give heights in metres. For example:\n<answer>\nThe tide is 2 m.\n</answer>\n4. Do not guess.",
			[]string{"2. Put what the almanac says into a <source> tag.\n3. Give heights in metres.\n4. Do not guess."},
			[]string{"tool_use", "<answer>", "For example"},
		},
		"a fenced block of the task": {
			"You are a pilot.\n\n## Format\n\n```\nAction: a tool\nAction Input: its input\n```\n\nDepths are logged so:\n\n```\n12.5 fathoms\n```\n\n" + list,
			[]string{"Depths are logged so:\n\n```\n12.5 fathoms\n```"},
			[]string{"Action"},
		},
		"Chinese": {
			"你是领航员。\n\n" + list + "\n\n请写 `Action:` 和工具。答案不超过三句话。然后写 `Action Input:` 和参数。",
			[]string{"答案不超过三句话。"},
			[]string{"Action"},
		},
	} {
		for _, to := range []string{"hermes", "tao"} {
			out, r, diags, err := fresh.anew(c.prompt, style(t, to), Options{})
			require.NoError(t, err, name)
			require.NotNil(t, r.Style, name)
			require.Len(t, r.ToolList.Tools, 1, name)
			kept := r.KeptText()
			for _, words := range c.stays {
				assert.Contains(t, kept, words, name)
				assert.Contains(t, out, words, name)
			}
			for _, words := range c.goes {
				assert.NotContains(t, kept, words, name)
			}
			for _, d := range diags {
				for _, words := range c.stays {
					assert.NotContains(t, d.Text(), words, name)
				}
			}
		}
	}
}

// Words of examples that are not those of formats are one loss.
func TestExamplesAreALoss(t *testing.T) {
	const prompt = "You are a pilot.\n\n## Format\n\nAction: a tool\nAction Input: its input\n\n## Examples\n\nThe mayor asks.\n\nThought: why\nAction: chart\n\nNever wake the harbour master.\n\nThought: why not\nAction: log"
	_, _, diags, err := fresh.anew(prompt, style(t, "xml"), Options{})
	require.NoError(t, err)
	var losses []string
	for _, d := range diags {
		if d.Severity == ir.Loss {
			losses = append(losses, string(d.Code)+" "+d.Text())
		}
	}
	assert.Equal(t, []string{`examples-removed "The mayor asks.\n\nAction: chart\n\nNever wake the harbour master.\n\nThought: why not\nAction: log"`}, losses)
	stripped := fresh.Strip(ir.Plain(prompt), Options{})
	assert.Contains(t, codes(stripped.Diagnostics, ir.Loss), ir.CodeExamplesRemoved)
}

// A rule of the task is in the new prompt or in a loss, wherever it stands: on a line of its own, as an
// item, after the words of a line, or within them.
func TestNoRuleGoesUntold(t *testing.T) {
	list := "tide: Tells tides, args: {\"at\": {\"type\": \"string\"}}\nbell: Rings, args: {}"
	formats := map[string]string{
		"react":      "Answer the questions as best you can. You have access to the following tools:\n\n" + list + "\n\nUse the following format:\n\nQuestion: the input question you must answer\nThought: you should always think about what to do\nAction: the action to take, should be one of [tide, bell]\nAction Input: the input to the action\nObservation: the result of the action\n... (this Thought/Action/Action Input/Observation can repeat N times)\nThought: I now know the final answer\nFinal Answer: the final answer to the original input question\n\nBegin!",
		"fences":     "You are a pilot.\n\n## Tools\n\nYou have access to the following tools:\n\n" + list + "\n\n## Output Format\n\nPlease answer in the following format:\n\n```\nThought: I need to use a tool to help me answer the question.\nAction: tool name (one of tide, bell) if using a tool.\nAction Input: the input to the tool, in a JSON format representing the kwargs (e.g. {\"input\": \"hello world\", \"num_beams\": 5})\n```\n\nPlease ALWAYS start with a Thought.\n\nThen respond in the following format:\n\n```\nThought: I can answer without using any more tools.\nAnswer: [your answer here]\n```",
		"blob":       "Respond to the human as best you can. You have access to the following tools:\n\n" + list + "\n\nUse a json blob to specify a tool by providing an action key (tool name) and an action_input key (tool input).\n\nValid \"action\" values: \"Final Answer\" or tide, bell\n\n```\n{\n  \"action\": $TOOL_NAME,\n  \"action_input\": $INPUT\n}\n```\n\nFollow this format:\n\nQuestion: input question to answer\nThought: consider previous and subsequent steps\nAction:\n```\n$JSON_BLOB\n```\nObservation: action result\n\nBegin!",
		"elements":   "You are a pilot.\n\nTool use is formatted using XML-style tags:\n\n<tool_use>\n<name>tool_name</name>\n<arguments>json_arguments</arguments>\n</tool_use>\n\nTools:\n\n<tools>\n<tool>\n<name>tide</name>\n<description>Tells tides</description>\n<arguments>{}</arguments>\n</tool>\n</tools>\n\nWrap the answer in <answer> tags:\n<answer>your answer</answer>",
		"definition": "You are a pilot.\n\n# Tools\n\nYou may call one or more functions.\n\n<tools>\n" + tideTool + "\n</tools>\n\nFor each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:\n<tool_call>\n{\"name\": <function-name>, \"arguments\": <args-json-object>}\n</tool_call>",
	}
	rules := []string{"Never ring at night.", "at most 3 sentences", "Ships over nine metres wait for the tide table", "Antworte nur auf Deutsch.", "答案不超过三句话。", "Siempre cite las fuentes."}
	places := []struct{ before, after string }{{"\n", "\n"}, {"\n- ", "\n"}, {"\n2. ", "\n"}, {" ", "\n"}, {", ", "\n"}, {" (", ")\n"}, {"\n\n", "\n\n"}}
	tried := 0
	for name, format := range formats {
		for at, c := range format + "\n" {
			if c != '\n' {
				continue
			}
			for _, rule := range rules {
				for _, p := range places {
					prompt := format[:at] + p.before + rule + p.after + strings.TrimPrefix(format[at:], "\n")
					for _, to := range []string{"hermes", ""} {
						var told strings.Builder
						if to == "" {
							native := fresh.Strip(ir.Plain(prompt), Options{})
							tellTo(&told, native.Text.String(), native.ToolList.OpenAI(), native.Diagnostics)
						} else if out, r, diags, err := fresh.anew(prompt, style(t, to), Options{}); assert.NoError(t, err) {
							tellTo(&told, out, r.ToolList.OpenAI(), diags)
						}
						tried++
						if !strings.Contains(told.String(), rule) {
							t.Errorf("%s, to %q: %q is nowhere\n%s\n--\n%s", name, to, rule, prompt, told.String())
						}
					}
				}
			}
		}
	}
	t.Log(tried, "prompts")
}

// tellTo writes down what a prompt became and what was said of it, but for notes.
func tellTo(b *strings.Builder, prompt string, tools []byte, diags []ir.Diagnostic) {
	var list []any
	_ = json.Unmarshal(tools, &list)
	fmt.Fprintln(b, prompt, list)
	for _, d := range diags {
		if words, err := strconv.Unquote(d.Text()); err == nil && d.Severity == ir.Loss {
			fmt.Fprintln(b, words)
		}
	}
}
