package readers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// TestLenientTags reads calls whose tags are spelled otherwise, and no call where
// tags are spoken of.
func TestLenientTags(t *testing.T) {
	xml, err := grammar.Find(grammar.All(), "xml")
	require.NoError(t, err)
	for _, c := range []struct {
		text string
		code ir.Code // "": no call
		args string
	}{
		{`<Tool_Use><Name>weigh</Name><Arguments>{"kg": 2}</Arguments></Tool_Use>`, ir.CodeTagSpelling, `{"kg": 2}`},
		{`<tool_use id="7" ok='>'><name>weigh</name><arguments>{"kg": 2}</arguments></tool_use>`, ir.CodeTagSpelling, `{"kg": 2}`},
		{`< tool_use ><name >weigh</ name><arguments>{"kg": 2}</arguments ></tool_use >`, ir.CodeTagSpelling, `{"kg": 2}`},
		{"<tool_use>\n<arguments>{\"kg\": 2}</arguments>\n<name>weigh</name>\n</tool_use>", ir.CodeTagSpelling, `{"kg": 2}`},
		{"<tool_use><name>weigh</name><arguments>{\"kg\": 2}</arguments>", ir.CodeTagSpelling, `{"kg": 2}`},
		{"<tool_use><name>weigh</name><arguments>{\"kg\": 2}", ir.CodeTagSpelling, `{"kg": 2}`},
		{"<tool_use><name>weigh</name><arguments>{\"kg\": 2}</tool_use>", ir.CodeTagSpelling, `{"kg": 2}`},
		{"<tool_use><name>weigh</name><arguments><![CDATA[{\"kg\": 2}]]></arguments></TOOL_USE>", ir.CodeTagSpelling, `{"kg": 2}`},
		{"<tool_use><name>weigh</name></tool_use>", ir.CodeMissingInput, ""},
		{"<tool_use><name>weigh</name><arguments></arguments></tool_use >", ir.CodeTagSpelling, ""},
		{"<tool_use><name>weigh</name><arguments>{\"s\": \"a < b & </arguments>\"}</arguments></Tool_use>", ir.CodeTagSpelling, `{"s": "a < b & </arguments>"}`},
		{"```xml\n<Tool_Use><name>weigh</name><arguments>{}</arguments></Tool_Use>\n```", "", ""},
		{"<think><Tool_Use><name>weigh</name><arguments>{}</arguments></Tool_Use></think>Done.", "", ""},
		{"Write <tool_use id=\"1\"> and then the name.", "", ""},
		{"<Tool_Use> is the tag.", "", ""},
		{"<tool_user><name>weigh</name><arguments>{}</arguments></tool_user>", "", ""},
		{" <tool_use>\n  <name>weigh</name>\n", "", ""},
		{"<Answer sheet>", "", ""},
	} {
		in := &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(c.text)}}}
		res, err := readers.Recover(xml, in)
		require.NoError(t, err, c.text)
		var calls []ir.Step
		for _, s := range res.Transcript.Steps {
			if s.Kind == ir.Call {
				calls = append(calls, s)
			}
		}
		if c.code == "" {
			require.Empty(t, calls, c.text)
			continue
		}
		require.Len(t, calls, 1, c.text)
		require.Equal(t, "weigh", calls[0].Tool.String(), c.text)
		require.Equal(t, c.args, calls[0].Args.Value.String(), c.text)
		require.NotEmpty(t, res.Diagnostics, c.text)
		require.Equal(t, c.code, res.Diagnostics[0].Code, c.text)
		require.Equal(t, [2]int{1, 1}, [2]int{res.Diagnostics[0].Pos.Line, res.Diagnostics[0].Pos.Column}, c.text)
	}
}

// TestNoCallElement reads, in a style without an element around a call, a closing
// tag before a name as the words that it is.
func TestNoCallElement(t *testing.T) {
	style, err := grammar.Find(grammar.All(), "langchain-xml")
	require.NoError(t, err)
	res, err := readers.Recover(style, &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain("</x><tool>weigh</tool>")}}})
	require.NoError(t, err)
	require.Equal(t, ir.Answer, res.Transcript.Steps[0].Kind)
}
