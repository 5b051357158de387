package readers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
)

// TestRanges has diagnostics begin and end where what they speak of does, in both
// spellings of a text.
func TestRanges(t *testing.T) {
	for _, c := range []struct {
		style, text string
		code        ir.Code
		want        string // the text between the two places
	}{
		{"react", "Thought: é\nAction: f\nAction Input: {'é': True}\nmore", ir.CodePythonArgs, "{'é': True}"},
		{"react", "Thought: é\nAction: f\nAction Input: {'é': True}\nmore \n", ir.CodeTextAfterArgs, "more"},
		{"react", "Action: f\nAction Input: {'a':\n 1}", ir.CodePythonArgs, "{'a':\n 1}"},
		{"xml", "<tool_use><name>f</name><arguments> {'a': 1} </arguments></tool_use>", ir.CodePythonArgs, "{'a': 1}"},
		{"tool-json", "Tool:\n```\n{'tool': 'f', 'tool_input': {}}\n```", ir.CodePythonArgs, "{'tool': 'f', 'tool_input': {}}"},
		{"react", "ACTION:  f\nACTION INPUT: {}", ir.CodeMarkerSpelling, "ACTION:"},
		{"react", "**Action:** f\n**Action Input:** {}", ir.CodeMarkerSpelling, "**Action:**"},
		{"react", "Thought: Go.\nAction: f\n\n", ir.CodeMissingInput, "Action: f"},
		{"react", "Thought: Go.\nAction: f({\"a\": 1})", ir.CodeInlineArgs, "Action: f({\"a\": 1})"},
		{"react", "Action: f\nAction Input: {\"é\": 1, b: 2}", ir.CodeArgsRepaired, ""},
		{"react", "Action: f\nAction Input: {\"é\": 1, /* é */ \"b\": 2}", ir.CodeArgsRepaired, "/* é */"},
		{"react", "Action: f\nAction Input: {\"a\": \"é\", it}\n", ir.CodeBrokenArgs, "it}"},
		{"xml", "<tool_use><name>f</name><arguments>{\"a\": it}\n</arguments></tool_use>", ir.CodeBrokenArgs, "it}"},
		{"tool-json", "Tool:\n```\n{\"tool\": \"f\", \"tool_input\": {\"a\": it}}\n```", ir.CodeBrokenArgs, "it}}"},
		{"react", "Thought: a\n Answer: b\n Answer: c\nAnswer: d", ir.CodeUnescapedLines, " Answer: b"},
	} {
		style, err := grammar.Find(grammar.All(), c.style)
		require.NoError(t, err)
		content := ir.Plain(c.text)
		res, err := Recover(style, &ir.Conversation{Messages: []ir.Message{
			{Role: ir.RoleUser, Content: ir.Plain("?")}, {Role: ir.RoleAssistant, Content: content},
		}})
		diags := res.Diagnostics
		if reject, ok := err.(*ir.Diagnostic); ok {
			diags = append(diags, *reject)
		}
		found := false
		for _, d := range diags {
			if found = d.Code == c.code; found {
				require.Equal(t, c.want, between(c.text, d.Pos, d.End), "%s of %q", c.code, c.text)
				break
			}
		}
		require.True(t, found, "%q is not reported with %s: %v", c.text, c.code, diags)
	}
}

// between returns the text between two places.
func between(text string, from, to ir.Place) string {
	lines := strings.Split(text, "\n")
	offset := func(p ir.Place) int {
		n := 0
		for _, line := range lines[:p.Line-1] {
			n += len(line) + 1
		}
		return n + len(string([]rune(lines[p.Line-1])[:p.Column-1]))
	}
	return text[offset(from):offset(to)]
}
