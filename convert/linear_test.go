package convert

import (
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// repeated are pieces that, a hundred thousand times in a row, would take hours
// to a reader that looks for the end of each from its beginning.
var repeated = []string{
	"Thought:", "Thought:\n", "Thought: a\n", "Observation: a\nThought: b\n", "Action: a\nAction Input: {", "Action Input: [1,\n", "Tool:\n```\n{\n", "Tool:\n```\n{\"tool\": \"a\", \"tool_input\": {}}\n```\n",
	"Action: a\nArgs: {'a': '\n", "Tool Input: {'a': \"\"\"\n", "Successful: \n", "Answer: a\nSuccessful: True\n", "`Answer: a`\n", " Thought:\n", "          ", "\\", "\\n", "\n", "```",
	"<tool_use>", "<tool_use>\n", "<tool_use><name>x\n", "<tool_use><name>x</name><arguments>\n", "<tool_use><name>x</name><arguments>[</arguments></tool_use>\n",
	"<tool_use><name>x</name><arguments>{}</arguments></tool_use>\n", "<answer>\n", "<answer>a</answer>\n", "</answer>", "<think>", "</think>", "<think></think>\n",
	"<tool_use_result>\n", "<tool_use_result><name>", "<tool_use_result><name><result></result></tool_use_result>\n", "<tool_use_result><result>", "</result>", "</result></tool_use_result>", "<tool_use_result><name>x</name><result>y</result></tool_use_result>\n",
	"Question: q\n", "Assistant: \n", "Observation: \n", "{{", "[", "{'a':", "\"", "'''",
}

// other returns a style of the other family.
func other(s *styles.Style) *styles.Style {
	all := textStyles()
	if s.Family == styles.Tags {
		return all[0]
	}
	return all[len(all)-1]
}

// TestLinear reads and converts a megabyte of each piece in every style, in
// each place. It asserts nothing of the time: what is not linear runs into the
// test's time limit.
func TestLinear(t *testing.T) {
	const size = 1 << 20
	for _, piece := range repeated {
		flood := ir.Plain(strings.Repeat(piece, size/len(piece)))
		spelled := ir.Escaped(flood.Append(nil, true, true))
		call := map[string]string{
			"react": "Action: a\nAction Input: {}", "tool-input": "Tool: a\nTool Input: {}", "tool-json": "Tool:\n```\n{\"tool\": \"a\", \"tool_input\": {}}\n```",
			"tao": "Action: a\nArgs: {}", "xml": "<tool_use><name>a</name><arguments>{}</arguments></tool_use>",
		}
		for _, s := range textStyles() {
			for _, in := range []*ir.Conversation{
				{Flat: true, Text: flood},
				{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: spelled}}},
				{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(call[s.Name] + "\n" + flood.String())}}},
				{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(call[s.Name])}, {Role: ir.RoleUser, Content: flood}}},
				{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(call[s.Name])}, {Role: ir.RoleTool, Content: ir.Plain("<tool_use_result><result>" + flood.String())}}},
			} {
				if _, err := convertOnce(in, s, other(s)); err != nil && err.Code == ir.CodeInternal {
					t.Fatal(err)
				}
			}
		}
	}
}
