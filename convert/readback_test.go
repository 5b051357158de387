package convert

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// quoting are messages of the model that quote what some style takes for a call, an
// answer or a result, in words that are none in their own style. Behind the style of
// each are those that it is written in.
var quoting = []struct {
	name, from string
	to         []string
	model      string
}{
	{"a fenced object behind a call", "xml", []string{"langchain-json", "tool-json"},
		"<tool_use>\n  <name>a</name>\n  <arguments>{\"x\": 1}</arguments>\n</tool_use>\n\n```\n{\"action\": \"b\", \"action_input\": \"no\"}\n```"},
	{"a fenced object before a call", "xml", []string{"langchain-json", "tool-json"},
		"```\n{\"action\": \"b\", \"action_input\": \"no\"}\n```\n\n<tool_use>\n  <name>a</name>\n  <arguments>{\"x\": 1}</arguments>\n</tool_use>"},
	{"a tag with a space", "react", []string{"hermes"}, "Thought: t\nAnswer: a\n<tool_call >\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call >"},
	{"tags with capitals", "react", []string{"cherry", "hermes", "xml"}, "Thought: t\nAnswer: a\n<Tool_Use>\n<name>f</name>\n<arguments>{}</arguments>\n</Tool_Use>"},
	{"a call of hermes", "xml", []string{"hermes"}, "<answer>\nSay\n<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>\n</answer>"},
	{"an indented call of hermes", "xml", []string{"hermes"}, "<answer>\nSay\n  <tool_call>\n  {\"name\": \"f\", \"arguments\": {}}\n  </tool_call>\n</answer>"},
	{"a stop word", "xml", []string{"react", "langchain", "tool-input", "tool-json", "tao", "react-paper"}, "<answer>\nIt is\nObservation:\n</answer>"},
	{"half of a stop word", "xml", []string{"react", "langchain", "tool-input", "tool-json"}, "<answer>\nIt is\nObservation\n</answer>"},
	{"the end of a chain", "xml", []string{"react", "langchain"}, "<answer>\nIt is\n> Finished chain.\n</answer>"},
	{"a tool named None", "xml", []string{"react", "langchain", "tool-input"}, "<tool_use>\n  <name>None</name>\n  <arguments>{}</arguments>\n</tool_use>"},
	{"the marker of another style in an argument", "langchain", []string{"tool-input"}, "Thought: t\nAction: f\nAction Input: Tool Input:x"},
	{"colours", "xml", []string{"react", "langchain", "tool-input"}, "a\n\x1b[32mAction: f\nAction Input: {}\x1b[0m\n\n<tool_use>\n  <name>a</name>\n  <arguments>{\"x\": 1}</arguments>\n</tool_use>"},
	{"colours in an answer", "xml", []string{"react", "langchain"}, "<answer>\na\n\x1b[32mAction: f\nAction Input: {}\x1b[0m\n</answer>"},
	{"a fenced object as an argument", "langchain-json", []string{"langchain", "tool-input", "langchain-xml"},
		"Action:\n```\n{\"action\": \"f\", \"action_input\": \"```\\n{\\\"a\\\": 1}\\n```\"}\n```"},
	{"markers of another style in a thought", "tool-json", []string{"tool-input", "react"}, "Thought: t\nAction: add\nAction Input: {\"a\": 1}"},
}

// TestQuotedCalls: what is text in the source is text for who reads the result with
// the repairs that are on by default, or the record is a reject.
func TestQuotedCalls(t *testing.T) {
	for _, q := range quoting {
		for _, to := range q.to {
			for _, shape := range []Shape{KeepShape, TextShape} {
				t.Run(q.name+" "+to+" "+fmt.Sprint(shape), func(t *testing.T) {
					c, err := New(Options{From: q.from, To: to, Shape: shape})
					require.NoError(t, err)
					in := &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleUser, Content: ir.Plain("q")}, {Role: ir.RoleAssistant, Content: ir.Plain(q.model)}}}
					out, err := c.Convert(in)
					t.Logf("%v\n%s", err, show(out.Conversation()))
					if err != nil {
						require.True(t, errors.Is(err, &ir.Diagnostic{Code: ir.CodeReadBack}), err)
						return
					}
					readsAsLowered(t, to, out)
				})
			}
		}
	}
}

// readsAsLowered makes sure that who reads a result with the default options finds in
// it what was meant.
func readsAsLowered(t require.TestingT, to string, out *Output, own ...*styles.Style) {
	c, err := New(Options{From: to, To: "xml", Styles: own})
	require.NoError(t, err)
	again, err := c.ReadConversation(out.Conversation())
	require.NoError(t, err)
	require.Empty(t, ir.Diff(&out.Lowered, &again.Read))
}
