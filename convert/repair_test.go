package convert

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// slip is a message with one slip, the repair that it needs and its place.
type slip struct {
	style, text string
	code        ir.Code
	class       ir.Class
	line, col   int
}

var slipTable = []slip{
	{"react", "Thought: hm\r\nAnswer: nine", ir.CodeLineEnds, ir.Safe, 1, 1},
	{"react", "Action: weigh\nAction Input: {'kg': True}", ir.CodePythonArgs, ir.Safe, 2, 15},
	{"react", "Thought: hm\nACTION: weigh\nACTION INPUT: {}", ir.CodeMarkerSpelling, ir.Safe, 2, 1},
	{"react", "Thought 1: hm\nAction 1: weigh\nAction Input 1: {}", ir.CodeMarkerSpelling, ir.Safe, 1, 1},
	{"react", "I see.\n**Action:** weigh\n**Action Input:** {}", ir.CodeMarkerSpelling, ir.Safe, 2, 1},
	{"react", "**Action: weigh**\n**Action Input: {}**", ir.CodeMarkerSpelling, ir.Safe, 1, 1},
	{"react", "思考：称一下\n动作：weigh\n动作输入：{}", ir.CodeMarkerSpelling, ir.Safe, 1, 1},
	{"react", "Thought: done\nFinal Answer: nine", ir.CodeMarkerSpelling, ir.Safe, 2, 1},
	{"react", "Thought: done\nAction: weigh\nInput: {}", ir.CodeMarkerSpelling, ir.Safe, 3, 1},
	{"react", "  Action: weigh\n  Action Input: {}", ir.CodeMarkerSpelling, ir.Safe, 1, 1},
	{"tool-input", "TOOL: weigh\nTOOL INPUT: sugar", ir.CodeMarkerSpelling, ir.Safe, 1, 1},
	{"tool-json", "**Tool:**\n```\n{\"tool\": \"weigh\", \"tool_input\": {}}\n```", ir.CodeMarkerSpelling, ir.Safe, 1, 1},
	{"tao", "action: weigh\nargs: {}", ir.CodeMarkerSpelling, ir.Safe, 1, 1},
	{"react", "Thought: go\nAction: weigh", ir.CodeMissingInput, ir.Safe, 2, 1},
	{"tool-json", "Thought: go\nTool:\n```\n{\"tool\": \"weigh\"}\n```", ir.CodeMissingInput, ir.Safe, 4, 1},
	{"hermes", "<tool_call>\n{\"name\": \"weigh\"}\n</tool_call>", ir.CodeMissingInput, ir.Safe, 2, 1},
	{"react", "Action: weigh({\"kg\": 2})", ir.CodeInlineArgs, ir.Safe, 1, 1},
	{"react", "Thought: go\nAction: weigh[two eggs]", ir.CodeInlineArgs, ir.Safe, 2, 1},
	{"react", "Action: `weigh`\nAction Input: {}", ir.CodeWrappedName, ir.Safe, 1, 9},
	{"react", "Thought:Thought: a\nAnswer: b", ir.CodeDoubledMarker, ir.Safe, 1, 1},
	{"tool-input", "Tool: weigh\nTool Input: eggs\nObservation:\nObservation: two\nFinal Answer: two", ir.CodeDoubledMarker, ir.Safe, 3, 1},
	{"react", "```\nThought: a\nAnswer: b\n```", ir.CodeFencedMessage, ir.Safe, 1, 1},
	{"react", "> Entering new AgentExecutor chain...\nThought: a\nAnswer: b\n\n> Finished chain.", ir.CodeTerminalPrint, ir.Safe, 1, 1},
	{"react", "\x1b[32mThought: a\x1b[0m\nAnswer: b", ir.CodeTerminalPrint, ir.Safe, 1, 1},
	{"react", "Action: weigh\nAction Input: {}\nObservation", ir.CodeStopWord, ir.Safe, 3, 1},
	{"react", "Action: weigh\nAction Input: {\"kg\": 2, n: 3}", ir.CodeArgsRepaired, ir.Safe, 2, 25},
	{"tao", "Action: weigh\nArgs: {\"kg\": 2, n: 3}", ir.CodeArgsRepaired, ir.Safe, 2, 17},
	{"tool-json", "Tool:\n```\n{\"tool\": \"weigh\", tool_input: {}}\n```", ir.CodeArgsRepaired, ir.Safe, 3, 19},
	{"xml", "<tool_use><name>weigh</name><arguments>{\"kg\": 2, n: 3}</arguments></tool_use>", ir.CodeArgsRepaired, ir.Safe, 1, 50},
	{"xml", "<Tool_Use><name>weigh</name><arguments>{}</arguments></Tool_Use>", ir.CodeTagSpelling, ir.Safe, 1, 1},
	{"xml", "So.\n\n<Answer >\nnine\n</Answer>", ir.CodeTagSpelling, ir.Safe, 3, 1},
	{"xml", "<tool_use><name>weigh</name><arguments>{\"kg\": \"&lt; 2\"}</arguments></tool_use>", ir.CodeXMLEntities, ir.Safe, 1, 48},
	{"xml", "<tool_use><name>weigh</name><arguments><![CDATA[{}]]></arguments></tool_use>", ir.CodeTagSpelling, ir.Safe, 1, 40},
	{"xml", "So.\n\n```xml\n<answer>\nnine\n</answer>\n```", ir.CodeFencedMessage, ir.Safe, 3, 1},
	{"xml", "<tool_use><name>weigh</name></tool_use>", ir.CodeMissingInput, ir.Safe, 1, 1},
	{"xml", "<tool_use><name>weigh</name><arguments>{}</arguments></tool_use>\n<tool_use_result>", ir.CodeStopWord, ir.Safe, 2, 1},
	{"hermes", "<Tool_Call>{'name': 'weigh', 'arguments': {}}", ir.CodeTagSpelling, ir.Safe, 1, 1},
	{"react", "Thought: hm\nAction: None\nAction Input: N/A\nAnswer: nine", ir.CodeNoCall, ir.Safe, 2, 1},
	{"react", "Action: weigh\nAction Input: {}\nObservation:", ir.CodeStopWord, ir.Safe, 3, 1},
	{"react", "Action: Action: weigh\nAction Input: {}", ir.CodeDoubledMarker, ir.Safe, 1, 1},
	{"react", "Action: weigh\nAction Input: ```json\n{}\n```", ir.CodeArgsRepaired, ir.Safe, 2, 15},
	{"react", "Action: weigh\nAction Input: weigh(kg=2)", ir.CodeInlineArgs, ir.Safe, 2, 15},
	{"xml", "I weigh it: <tool_use><name>weigh</name><arguments>{}</arguments></tool_use>", ir.CodeMidLineMarker, ir.Guess, 1, 13},
	{"react", "Thought: go. Action: weigh Action Input: {}", ir.CodeMidLineMarker, ir.Guess, 1, 14},
	{"react", "<think>Thought: a\nAnswer: b</think>", ir.CodeTurnInThink, ir.Guess, 1, 8},
	{"react", "Action: weigh\nAction Input: {\"kg\": 2", ir.CodeArgsGuessed, ir.Guess, 2, 23},
	{"react", "Thought: go\nAction: weigh\n[user]\nAction Input: {}", ir.CodeCutMessage, ir.Safe, 1, 1},
	{"langchain-json", "So.\n```json\n{\"action\": \"weigh\", \"action_input\": {}}\n```", ir.CodeMissingMarker, ir.Safe, 2, 1},
	{"langchain-json", "So: ```{\"action\": \"weigh\", \"action_input\": {}}```", ir.CodeMissingMarker, ir.Safe, 1, 5},
	{"tool-json", "Thought: go\nTool:\n{\"tool\": \"weigh\", \"tool_input\": {}}", ir.CodeMissingMarker, ir.Safe, 2, 1},
	{"react", "Action: weigh\nAction Input: ```json\n{\"kg\": 2}\n```", ir.CodeArgsRepaired, ir.Safe, 2, 15},
	{"tao", "Action: weigh\nArgs: scale({\"kg\": 2})", ir.CodeArgsRepaired, ir.Safe, 2, 7},
	{"react", "Action: ** two eggs **\nAction Input: {}", ir.CodeWrappedName, ir.Safe, 1, 9},
	{"react", "Action: weigh Action Input: {}", ir.CodeMidLineMarker, ir.Guess, 1, 1},
	{"xml", "Well: <tool_use><name>weigh</name><arguments>{}</arguments></tool_use>", ir.CodeMidLineMarker, ir.Guess, 1, 7},
	{"react", "Action: weigh\nAction Input: so {\"kg\": 2}", ir.CodeArgsGuessed, ir.Guess, 2, 15},
	{"tool-json", "Tool:\n```\n{\"tool\": \"weigh\", \"tool_input\": {}}\n```Tool:\n```\n{\"tool\": \"bake\", \"tool_input\": {}}\n```", ir.CodeGluedMarker, ir.Safe, 4, 4},
	{"react", "Thought:Action: weigh\nAction Input: {}", ir.CodeGluedMarker, ir.Safe, 1, 9},
	{"react", "Answer: two\nThought: once more\nAction: weigh\nAction Input: {}", ir.CodeCallAfterAnswer, ir.Guess, 1, 1},
	{"react-paper", "THOUGHT: The bowl is near.\nACTION: put eggs in bowl 2", ir.CodeCommandWords, ir.Guess, 2, 1},
	{"react-paper", "ACTION: take egg 1 from bowl 2", ir.CodeCommandWords, ir.Guess, 1, 1},
	{"langchain", "Thought: hm\nAction: the action to take, should be one of [weigh]\nAction Input: the input\nFinal Answer: nine", ir.CodeQuotedFormat, ir.Safe, 2, 1},
	{"react", "Use this format:\n```\nAction: weigh\nAction Input: {}\n```", ir.CodeQuotedFormat, ir.Safe, 3, 1},
	{"langchain-json", "Thought: hm\nAction:\n```\n$JSON_BLOB\n```\nThought: so\nAction:\n```\n{\"action\": \"weigh\", \"action_input\": {}}\n```", ir.CodeQuotedFormat, ir.Safe, 4, 1},
	{"tool-json", "Tool:\n```\n{\"tool\": \"weigh\", \"tool_input\": {}}\nI wait.", ir.CodeUnclosedCall, ir.Guess, 3, 36},
	{"hermes", "<tool_call>\n{\"name\": \"weigh\", \"arguments\": {}}\nI wait.", ir.CodeUnclosedCall, ir.Guess, 2, 35},
	{"react-paper", "Thought 1: go\nAction 1: weigh[two eg", ir.CodeArgsGuessed, ir.Guess, 2, 23},
	{"langchain-json", "Action:\n```\n{\"action\": \"weigh\", \"action_input\": {}}\n```\n```\n{\"action\": \"bake\", \"action_input\": {}}\n```", ir.CodeMissingMarker, ir.Safe, 5, 1},
	{"langchain-json", "\x1b[1mAction:\n```\n{\"action\": \"weigh\", \"action_input\": {}}\n```\x1b[0m light\x1b[32mAction:\n```\n{\"action\": \"bake\", \"action_input\": {}}\n```", ir.CodeTerminalPrint, ir.Safe, 1, 1},
	{"tool-json", "Tool:\n```\n{{\n\"tool\": \"weigh\", \"tool_input\": {\"kg\": {}}\n}}\n```", ir.CodeArgsRepaired, ir.Safe, 3, 1},
}

// TestRepairs makes each repair at its place, in its class only, plain and
// escaped, and refuses it where none is allowed. Each converts and reads back in its style.
func TestRepairs(t *testing.T) {
	seen := map[ir.Code]bool{}
	for _, s := range slipTable {
		seen[s.code] = true
		name := fmt.Sprintf("%s %s %q", s.style, s.code, s.text)
		require.Equal(t, s.class, s.code.Class(), name)
		in := s.conversation(ir.Plain(s.text))
		for _, level := range []Repair{RepairNone, RepairSafe, RepairAll} {
			to := "xml"
			if source, err := styles.Lookup(s.style); err == nil && source.InElements() {
				to = "react"
			}
			c, err := New(Options{From: s.style, To: to, Repair: level, XMLEntities: "decode", ReadBack: ReadBackStyle})
			require.NoError(t, err)
			out, err := c.Convert(in)
			if level == RepairNone && s.class == ir.Safe {
				require.True(t, errors.Is(err, &ir.Diagnostic{Code: ir.CodeStrict}), "%s: %v", name, err)
				continue
			}
			allowed := level == "all" || s.class == ir.Safe && level == "safe"
			require.Equal(t, allowed, reported(out.Diagnostics, s), "%s at %s: %v %v", name, level, out.Diagnostics, err)
			if allowed {
				require.NoError(t, err, name)
				require.NoError(t, c.Verify(out.Conversation(), out), name)
			}
		}
	}
	for _, r := range ir.Rules() {
		if (r.Class == ir.Safe || r.Class == ir.Guess) && r.Code != ir.CodeArgsDouble && r.Code != ir.CodeCutCall { // of native tool calls, and of prints
			require.True(t, seen[r.Code], "%s has no row", r.Code)
		}
	}
}

// slipCut parts the message of a slip that is cut over two.
const slipCut = "\n[user]\n"

// conversation returns the slip's message after a question.
func (s *slip) conversation(content ir.Text) *ir.Conversation {
	in := &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleUser, Content: ir.Plain("?")}, {Role: ir.RoleAssistant, Content: content}}}
	if first, second := text.Index(content, 0, slipCut); first >= 0 {
		in.Messages[1].Content = content.Slice(0, first)
		in.Messages = append(in.Messages, ir.Message{Role: ir.RoleUser, Content: text.From(content, second)})
	}
	return in
}

// reported reports whether the repair of a slip was made at its place.
func reported(diags []ir.Diagnostic, s slip) bool {
	for _, d := range diags {
		if d.Code == s.code && d.Severity == ir.Repair && d.Message == strings.Count(s.text, slipCut)+2 && d.Pos.Line == s.line && d.Pos.Column == s.col {
			return true
		}
	}
	return false
}

// TestInvented keeps, drops or rejects a result that the model invented.
func TestInvented(t *testing.T) {
	in := &ir.Conversation{Messages: []ir.Message{
		{Role: ir.RoleUser, Content: ir.Plain("?")},
		{Role: ir.RoleAssistant, Content: ir.Plain("Action: weigh\nAction Input: {}\nObservation: heavy\nAction: eat\nAction Input: {}")},
		{Role: ir.RoleUser, Content: ir.Plain("Observation: light")},
	}}
	for _, c := range []struct {
		invented, text string
	}{{"keep", "Observation: heavy\nAction: eat\nAction Input: {}"}, {"", "Observation: heavy\nAction: eat\nAction Input: {}"}, {"drop", ""}} {
		converter, err := New(Options{From: "react", Target: Neutral(), Invented: Invented(c.invented), Repair: "none"})
		require.NoError(t, err)
		out, err := converter.Convert(in)
		require.NoError(t, err)
		kept, calls := "", 0
		for i := range out.Read.Steps {
			switch s := &out.Read.Steps[i]; s.Kind {
			case ir.Prose:
				kept += s.Text.String()
			case ir.Call:
				calls++
			}
		}
		require.Equal(t, c.text, kept, c.invented)
		require.Equal(t, 1, calls, c.invented)
	}
	converter, err := New(Options{From: "react", Target: Neutral(), Invented: "reject", Repair: "all"})
	require.NoError(t, err)
	_, err = converter.Convert(in)
	require.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeStrict})
}

// TestEntities decodes entities in JSON's strings in place, and in a value that
// was spelled for XML as a whole.
func TestEntities(t *testing.T) {
	for _, c := range [][3]string{
		{"decode", `{"a": "1 &lt; 2 &amp;&amp; &quot;x&quot;"}`, `{"a": "1 < 2 && \"x\""}`},
		{"decode", `{&quot;a&quot;: &#39;b&#39;}`, `{"a": "b"}`},
		{"decode", `{"a": "&nope; & b"}`, `{"a": "&nope; & b"}`},
		{"keep", `{"a": "1 &lt; 2"}`, `{"a": "1 &lt; 2"}`},
	} {
		content := ir.Plain("<tool_use><name>f</name><arguments>" + c[1] + "</arguments></tool_use>")
		converter, err := New(Options{From: "xml", To: "react", XMLEntities: XMLEntities(c[0])})
		require.NoError(t, err)
		out, err := converter.Convert(&ir.Conversation{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: content}}})
		require.NoError(t, err, c[1])
		require.Equal(t, c[2], out.Read.Steps[0].Args.Value.String(), c[1])
		require.NoError(t, converter.Verify(out.Conversation(), out))
	}
}
