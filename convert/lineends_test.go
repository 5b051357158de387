package convert

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestLineEnds has messages of each style with CR LF read as those with line feeds,
// plain or spelled, alone or as a plain transcript, and says so once.
func TestLineEnds(t *testing.T) {
	for style, call := range map[string]string{
		"react":         "Thought: I look.\nAction: f\nAction Input: {\"a\": 1}",
		"langchain":     "**Thought:** I look.\n**Action:** f\n**Action Input:** some words",
		"tool-input":    "thought: I look.\ntool: f\ntool input: some words",
		"tao":           "Thought: I look.\nAction: f\nArgs: {\"a\": 1}",
		"xml":           "I look.\n\n<tool_use>\n  <name>f</name>\n  <arguments>{\"a\": 1}</arguments>\n</tool_use>",
		"tool-json":     "Thought: I look.\nTool:\n```\n{\n  \"tool\": \"f\",\n  \"tool_input\": {\"a\": 1}\n}\n```",
		"hermes":        "I look.\n\n<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>",
		"langchain-xml": "I look.\n\n<tool>f</tool><tool_input>{\"a\": 1}</tool_input>",
	} {
		c := made(t, Options{From: style, To: "react"})
		if style == "react" {
			c = made(t, Options{From: style, To: "xml"})
		}
		lf := says(call)
		want, report, err := c.Messages(lf)
		require.NoError(t, err)
		require.NotContains(t, codes(report), string(ir.CodeLineEnds))
		got, report, err := c.Messages(says(strings.ReplaceAll(call, "\n", "\r\n")))
		require.NoError(t, err, style)
		require.Equal(t, 1, strings.Count(strings.Join(codes(report), " "), string(ir.CodeLineEnds)), style)
		for i := range want {
			require.Equal(t, want[i].Content.String(), got[i].Content.String(), style)
		}
		text, report, err := c.Text("Question: q\r\n" + strings.ReplaceAll(call, "\n", "\r\n"))
		require.NoError(t, err)
		require.NotContains(t, text, "\r", style)
		require.Contains(t, codes(report), string(ir.CodeLineEnds))
	}
}

// TestLineEndsAfter: once a message of the model had CR LF, one of it in which no marker
// follows a line end is read alike.
func TestLineEndsAfter(t *testing.T) {
	in := says("Thought: a\r\nAction: f\r\nAction Input: {}")
	in = append(in, ir.Message{Role: ir.RoleUser, Content: ir.Plain("Observation: 1\r\n2")}, ir.Message{Role: ir.RoleAssistant, Content: ir.Plain("Answer: b\r\nc")})
	out, _, err := made(t, Options{From: "react", To: "tao"}).Messages(in)
	require.NoError(t, err)
	require.Contains(t, out[len(out)-1].Content.String(), "Answer: b\nc\n")
	require.Contains(t, out[len(out)-2].Content.String(), "1\r\n2")
}

// TestLineEndsAsContent keeps each CR that may be content.
func TestLineEndsAsContent(t *testing.T) {
	c := made(t, Options{From: "react", To: "xml"})
	for _, words := range []string{
		"Thought: a\nAnswer: b\r\nc",   // line ends differ
		"Thought: a\r\rb\r\nAnswer: c", // a CR of its own
		"Answer: a\r\nb\r\n",           // no marker follows
		"Thought: a\r\nAction: f\nAction Input: {}",
	} {
		out, report, err := c.Messages(says(words))
		require.NoError(t, err, words)
		require.NotContains(t, codes(report), string(ir.CodeLineEnds), words)
		require.Equal(t, strings.Count(words, "\r"), strings.Count(out[len(out)-1].Content.String(), "\r"), words)
	}
	result := []ir.Message{
		{Role: ir.RoleUser, Content: ir.Plain("q\r\nAction: x")},
		{Role: ir.RoleAssistant, Content: ir.Plain("Thought: a\nAction: f\nAction Input: {}")},
		{Role: ir.RoleTool, Content: ir.Plain("1\r\nAnswer: 2")},
	}
	out, _, err := c.Messages(result)
	require.NoError(t, err)
	require.Equal(t, result[0].Content.String(), out[0].Content.String())
	require.Contains(t, out[2].Content.String(), result[2].Content.String())
}

func codes(r Report) []string {
	var out []string
	for _, d := range r.Diagnostics {
		out = append(out, string(d.Code))
	}
	return out
}
