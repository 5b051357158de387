package convert

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// quoting are messages of the model that quote what some style takes for a call, an
// answer or a result, in words that are none in their own style. After the style of
// each are those that it is written in.
var quoting = []struct {
	name, from string
	to         []string
	model      string
	refused    bool
}{
	{name: "a fenced object after a call", from: "xml", to: []string{"langchain-json", "tool-json"},
		model: "<tool_use>\n  <name>a</name>\n  <arguments>{\"x\": 1}</arguments>\n</tool_use>\n\n```\n{\"action\": \"b\", \"action_input\": \"no\"}\n```"},
	{name: "a fenced object before a call", from: "xml", to: []string{"langchain-json", "tool-json"},
		model: "```\n{\"action\": \"b\", \"action_input\": \"no\"}\n```\n\n<tool_use>\n  <name>a</name>\n  <arguments>{\"x\": 1}</arguments>\n</tool_use>"},
	{name: "a tag with a space", from: "react", to: []string{"hermes"},
		model: "Thought: t\nAnswer: a\n<tool_call >\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call >"},
	{name: "tags with capitals", from: "react", to: []string{"cherry", "hermes", "xml"},
		model: "Thought: t\nAnswer: a\n<Tool_Use>\n<name>f</name>\n<arguments>{}</arguments>\n</Tool_Use>"},
	{name: "a call of hermes", from: "xml", to: []string{"hermes"},
		model: "<answer>\nSay\n<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>\n</answer>"},
	{name: "an indented call of hermes", from: "xml", to: []string{"hermes"},
		model: "<answer>\nSay\n  <tool_call>\n  {\"name\": \"f\", \"arguments\": {}}\n  </tool_call>\n</answer>"},
	{name: "a stop word", from: "xml", to: []string{"react", "langchain", "tool-input", "tool-json", "tao", "react-paper"},
		model: "<answer>\nIt is\nObservation:\n</answer>"},
	{name: "half of a stop word", from: "xml", to: []string{"react", "langchain", "tool-input", "tool-json"},
		model: "<answer>\nIt is\nObservation\n</answer>"},
	{name: "the end of a chain", from: "xml", to: []string{"react", "langchain"},
		model: "<answer>\nIt is\n> Finished chain.\n</answer>"},
	{name: "a tool named None", from: "xml", to: []string{"react", "langchain", "tool-input"},
		model: "<tool_use>\n  <name>None</name>\n  <arguments>{}</arguments>\n</tool_use>", refused: true},
	{name: "the marker of another style in an argument", from: "langchain", to: []string{"tool-input"},
		model: "Thought: t\nAction: f\nAction Input: Tool Input:x", refused: true},
	{name: "colours", from: "xml", to: []string{"react", "langchain"},
		model: "a\n\x1b[32mAction: f\nAction Input: {}\x1b[0m\n\n<tool_use>\n  <name>a</name>\n  <arguments>{\"x\": 1}</arguments>\n</tool_use>", refused: true},
	{name: "colours in an answer", from: "xml", to: []string{"react", "langchain"},
		model: "<answer>\na\n\x1b[32mAction: f\nAction Input: {}\x1b[0m\n</answer>", refused: true},
	{name: "a fenced object as an argument", from: "langchain-json", to: []string{"langchain", "tool-input", "langchain-xml"},
		model: "Action:\n```\n{\"action\": \"f\", \"action_input\": \"```\\n{\\\"a\\\": 1}\\n```\"}\n```", refused: true},
	{name: "markers of another style in a thought", from: "tool-json", to: []string{"tool-input"},
		model: "Thought: t\nAction: add\nAction Input: {\"a\": 1}", refused: true},
}

// TestQuotedCalls: what is text in the source is text for who reads the result with
// the repairs that are on by default, or the record is a reject.
func TestQuotedCalls(t *testing.T) {
	for _, q := range quoting {
		for _, to := range q.to {
			for _, shape := range []Shape{KeepShape, TextShape} {
				t.Run(q.name+" "+to+" "+fmt.Sprint(shape), func(t *testing.T) {
					c, err := New(Options{From: q.from, To: to, Shape: shape, ReadBack: ReadBackStyle})
					require.NoError(t, err)
					in := &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleUser, Content: ir.Plain("q")}, {Role: ir.RoleAssistant, Content: ir.Plain(q.model)}}}
					out, err := c.Convert(in)
					if q.refused {
						require.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeReadBack})
						return
					}
					require.NoError(t, err)
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

// TestHostileTexts puts whatever some style takes for syntax into each step of a
// transcript. What was written reads, with the default options, as what was meant, and
// few texts are refused.
func TestHostileTexts(t *testing.T) {
	texts := slices.Concat(repeated, slips)
	for _, q := range quoting {
		texts = append(texts, q.model, "a\n"+q.model, "a\n "+q.model+"\n")
	}
	for _, to := range textStyles() {
		t.Run(to.Name, func(t *testing.T) {
			c, err := New(Options{To: to.Name, ReadBack: ReadBackStyle})
			require.NoError(t, err)
			written, refused := 0, 0
			for _, text := range texts {
				for place := range 6 {
					out, err := c.ConvertTranscript(Transcript{Transcript: holding(ir.Plain(text), place)})
					switch {
					case err == nil:
						written++
						readsAsLowered(t, to.Name, out)
					case errors.Is(err, &ir.Diagnostic{Code: ir.CodeReadBack}):
						refused++
						require.True(t, refusedByRecovery(out, to) || openThink(&out.Lowered, to, false), "%q in step %d: %v", text, place, err)
					default:
						require.ErrorIs(t, err, &ir.Diagnostic{Severity: ir.Reject})
					}
				}
			}
			t.Logf("%d written, %d refused", written, refused)
			require.Less(t, refused, written/20)
		})
	}
}

// holding returns a transcript with a text in one of its steps.
func holding(text ir.Text, place int) *ir.Transcript {
	args := ir.Plain("{}")
	t := &ir.Transcript{Steps: []ir.Step{
		{Kind: ir.User, Text: ir.Plain("q")},
		{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 1, Text: ir.Plain("t")},
		{Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: ir.Plain("f"), Args: ir.Args{Raw: args, Value: args}},
		{Kind: ir.Observation, Message: 2, Tool: ir.Plain("f"), Text: ir.Plain("r")},
		{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 3, Text: ir.Plain("t")},
		{Kind: ir.Answer, Role: ir.RoleAssistant, Message: 3, Text: ir.Plain("a")},
	}}
	if s := &t.Steps[place]; s.Kind == ir.Call {
		s.Args = ir.Args{Raw: text, Form: ir.PlainText}
	} else {
		s.Text = text
	}
	return t
}

// TestLinearEscapes floods what read-back looks at: the time of a flood is that of its
// size. It asserts nothing of it: what is not linear runs into the test's time limit.
func TestLinearEscapes(t *testing.T) {
	t.Parallel()
	size := testlong.Size(1<<11, 1<<18)
	var converters []*Converter
	for _, to := range textStyles() {
		c, err := New(Options{To: to.Name})
		require.NoError(t, err)
		converters = append(converters, c)
	}
	for _, piece := range []string{
		" <tool_use><name>\n", "  <Tool_Use>\n<name>\n", " <tool_call>\n{\n", "<tool_call >{", "\n <", "\\n<", "\\<", "```\n", " ```\n", "```{\"action\":\n",
		"\nObservation", "\n Observation:", "> Finished chain.\n", "\n    ", "<tool_use_result>\n", "\x1b[1m\nAction:",
	} {
		for _, end := range []string{"", "\n</tool_use>", "\n</tool_call>", "\nObservation:", "\n```"} {
			flood := ir.Plain(strings.Repeat(piece, size/len(piece)) + end)
			for _, c := range converters {
				for _, place := range []int{1, 3, 5} {
					_, err := c.ConvertTranscript(Transcript{Transcript: holding(flood, place)})
					require.NotErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeInternal})
				}
			}
		}
	}
}
