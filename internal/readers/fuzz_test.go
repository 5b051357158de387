package readers_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// refusals are the codes with which a reader may refuse a conversation.
var refusals = map[ir.Code]bool{ir.CodeBrokenArgs: true, ir.CodeBrokenCall: true, ir.CodeToolName: true}

// seeds are what models write, whole and broken: two messages each.
var seeds = [][2]string{
	{"", ""},
	{"Thought: t\nAction: add\nAction Input: {\"a\": 1, \"b\": {}}\n", "Observation: 2"},
	{"I need it.\n\nAction: add\n\n\nAction Input: {'pages': ('x',), 'ok': None}, along those lines.", "Observation:\n"},
	{"Thought: t\nAction: add\nAction Input: {\"a\": 1,}", " Observation: x"},
	{"Thought: t\r\nAction: add\r\nAction Input: {{\"a\": 1}}\r\n", "Error: no"},
	{"Thought: a\n  Thought: b\nAnswer: It\nAnswer: is\n Question: x", "Question: y\n User: z"},
	{"Thought: t\nTool: Search\nTool Input: l1\n Tool: x\n\nl3\nObservation: y\nFinal Answer: z", "Observation: a\nObservation: b"},
	{"Tool: A\nTool Input: ```\nx\n```\nTool: B\nTool Input:", "\nObservation: x"},
	{"Thought: t\nTool:\n```json\n{\"tool\": \"f\", \"tool_input\": {\"a\": \"```\"}}\n``` and", "Observation: r"},
	{"Tool: ```{'tool_input': {'a': [True]}, 'tool': 'f', \"id\": 1}```", "x"},
	{"Thought: t\nAction: f\nArgs: {\"a\": 12345678901234567890}\nObservation: r\n\nThought: u\nAnswer: 42\nSuccessful: True", "Observation: 1"},
	{"`Thought: h`\n`Answer: 42`\n`Successful: False`\nbye", "Task: more\nSystem: s"},
	{"I search.\n\n<tool_use>\n  <name>s</name>\n  <arguments>{\"t\": \"</arguments>\"}</arguments>\n</tool_use>\n\nDone.", "<tool_use_result>\n  <name>s</name>\n  <result>r</result>\n</tool_use_result>"},
	{"<think>\n<tool_use>\n</think>\n\n<tool_use><name>w</name><arguments>{'q': 1}</arguments></tool_use><answer>a</answer></answer> bye", "<error>e</error>"},
	{"Thought 1: t\nAction 1: f[x]y] z\nObservation 1: o\nAction 2: finish[a\n]", "Observation 12: x"},
	{"Action:\n```\n{\"action\": \"Final Answer\", \"action_input\": {\"a\": 1}}\n```\nso", "Action:f[{\"a\": \"\\n\"}]"},
	{"Action: Finish\nAction Input: {\"return_type\": \"give_answer\", \"final_answer\": 7}", "Action: Finish\nAction Input: {\"return_type\": \"give_up_and_restart\"}"},
	{"<answer>\nabc\n", "<tool_use_result><result>s</result></tool_use_result>\n<tool_use_result><name>n</name><error>e</error></tool_use_result>\n\nmore"},
	{"<tool_use>\n <name>n</name> <arguments>\n {} </arguments>\n</tool_use>\n<tool_use_result>\nx </result></tool_use_result>", "<tool_use_result>"},
	{"I ask.\n<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": \"</tool_call>\"}}\n</tool_call>\n<tool_call>{'name': 'g', 'arguments': {}}</tool_call> so", "<tool_response>\nr\n</tool_response>\n<tool_response>s</tool_response>"},
	{"<tool>f</tool><tool_input>x < y</tool_input>\n<observation>1</observation>\n<final_answer>z", "<observation>\n a\n</observation>"},
	{"\\n\\u0041\"\\\"\t", "é中😀\x00"},
}

// slips are what recovery is for: two messages each.
var slips = [][2]string{
	{"**Thought:** t\n**Action:** `f`\n**Action Input:** {a: 1,}", "**Observation:** x"},
	{"思考：t\n动作：f\n动作输入：{“a”：1}", "观察：x"},
	{"```\n1. Thought : t\n2) ACTION_1: f({\"a\": 1\n```", "\x1b[1mObservation:\x1b[0m x"},
	{"> Entering new chain...\n`Action:` [f]\n`Action-Input:` ```json\n{\"a\": 1}\n```\nObservation", "问题：x"},
	{"<think>I see. Action: f Action Input: \"{}\"</think>", "- Observation 1 : x"},
	{"Thought:Thought: Action: None\nAction Input: None\nTOOL:\n```\n{tool: 'f', 'tool_input': 1", "Observation: x\nThought:"},
	{"- <Tool_Use id='1' name=\"f\"><Arguments><![CDATA[{}]]></Arguments ></ tool_use>", "<TOOL_USE_RESULT a=\"b\"><Name>f</Name><result><![CDATA[x]]></Result></Tool_Use_Result>"},
	{"I go.\n```xml\n<tool_use><name>f<arguments>{&quot;a&quot;: &#x31;}</argum\n```", "<Tool_Response>\nx</tool_response >"},
	{"so <tool_use><name>f</name><arguments>{}</arguments></tool_use> and <answer>a</answer>", "<Observation>x</observation>"},
	{"  <tool_call>\n```json\n{'name': 'f', \"arguments\": \"{}\"}\n```", "<Tool>f</Tool><Tool_input>x</tool_"},
}

// conversation makes a chat of two texts, or a plain transcript.
func conversation(first, second string, flat bool) *ir.Conversation {
	if flat {
		return &ir.Conversation{Flat: true, Text: ir.Plain("Question: " + second + "\n" + first + "\n" + second)}
	}
	return &ir.Conversation{Messages: []ir.Message{
		{Role: ir.RoleSystem, Content: ir.Plain(second)},
		{Role: ir.RoleUser, Content: ir.Plain("q")}, {Role: ir.RoleAssistant, Content: ir.Plain(first)},
		{Role: ir.RoleUser, Content: ir.Plain(second)}, {Role: ir.RoleAssistant, Content: ir.Plain(first)},
		{Role: ir.RoleTool, Content: ir.Plain(second)}, {Role: ir.RoleTool, Content: ir.Plain(first)},
	}, HasAlternatives: true, Alternatives: []ir.Text{ir.Plain(first), ir.Plain(second)}}
}

// fuzzReader reads any text, strictly and with recovery. What it is read as has to be
// within it: no step is longer than what was read, and every diagnostic names a place that
// is there.
func fuzzReader(f *testing.F, name string) {
	style, err := grammar.Find(grammar.All(), name)
	require.NoError(f, err)
	for i, seed := range append(append([][2]string(nil), seeds...), slips...) {
		f.Add(seed[0], seed[1], uint8(i), i%3 == 0)
	}
	ways := []func(c *ir.Conversation) (readers.Result, error){
		func(c *ir.Conversation) (readers.Result, error) { return readers.Read(style, c) },
		func(c *ir.Conversation) (readers.Result, error) { return readers.Recover(style, c) },
		func(c *ir.Conversation) (readers.Result, error) {
			return readers.RecoverWith(style, c, readers.Options{Guess: true, Entities: true, DropInvented: true})
		},
	}
	f.Fuzz(func(t *testing.T, first, second string, _ uint8, flat bool) {
		if !utf8.ValidString(first) || !utf8.ValidString(second) {
			return // no container lets this in
		}
		plain := conversation(first, second, flat)
		for i, read := range ways {
			got, err := read(plain)
			checkResult(t, plain, &got, err, i > 0)
		}
	})
}

// checkResult checks what a reader made of a conversation. Without recovery no
// argument is repaired.
func checkResult(t *testing.T, c *ir.Conversation, res *readers.Result, err error, recovers bool) {
	t.Helper()
	var refused *ir.Diagnostic
	if err != nil {
		require.ErrorAs(t, err, &refused)
		require.True(t, refusals[refused.Code], "%s", refused)
		require.Equal(t, ir.Reject, refused.Severity)
		checkPlace(t, c, *refused)
	}
	for _, d := range res.Diagnostics {
		require.NotEqual(t, ir.Reject, d.Severity, "%s", d)
		if d.Code == ir.CodeBlobKey {
			continue
		}
		checkPlace(t, c, d)
	}
	sizes := map[int]int{}
	last := 0
	for _, s := range res.Transcript.Steps {
		require.GreaterOrEqual(t, s.Message, last, "messages are read in order")
		last = s.Message
		sizes[s.Pos.Message] += s.Text.Len() + s.Args.Raw.Len()
		if s.Kind == ir.Call {
			sizes[s.Pos.Message] += s.Tool.Len()
			require.False(t, s.Tool.Empty(), "a call names its tool")
			require.True(t, recovers || s.Args.Form != ir.Broken)
		}
	}
	total := 0
	for message, size := range sizes {
		total += size
		if !c.Flat && !recovers { // where a message is cut, its call has its argument in the next
			require.LessOrEqual(t, size, 2*c.Messages[message].Content.Len(), "a message is not read twice") // a literal read from Python may be longer
		}
	}
	if c.Flat {
		require.LessOrEqual(t, total, 2*c.Text.Len(), "a transcript is not read twice")
	}
}

// checkPlace checks that a diagnostic's place is one of the conversation.
func checkPlace(t *testing.T, c *ir.Conversation, d ir.Diagnostic) {
	t.Helper()
	content := c.Text
	if !c.Flat {
		require.LessOrEqual(t, d.Message, len(c.Messages)+1)
		require.Positive(t, d.Message)
		if d.Message == len(c.Messages)+1 {
			return // an alternative: which one is not said
		}
		content = c.Messages[d.Message-1].Content
	} else {
		require.Equal(t, 1, d.Message)
	}
	lines := strings.Split(content.String(), "\n")
	require.Positive(t, d.Pos.Line, "%s", d)
	require.LessOrEqual(t, d.Pos.Line, len(lines), "%s in %q", d, content.String())
	require.Positive(t, d.Pos.Column, "%s", d)
	require.LessOrEqual(t, d.Pos.Column, utf8.RuneCountInString(lines[d.Pos.Line-1])+1, "%s in %q", d, content.String())
}

func FuzzReact(f *testing.F)         { fuzzReader(f, "react") }
func FuzzLangchain(f *testing.F)     { fuzzReader(f, "langchain") }
func FuzzLangchainJSON(f *testing.F) { fuzzReader(f, "langchain-json") }
func FuzzReactPaper(f *testing.F)    { fuzzReader(f, "react-paper") }
func FuzzToolbench(f *testing.F)     { fuzzReader(f, "toolbench") }
func FuzzCrewai(f *testing.F)        { fuzzReader(f, "crewai") }
func FuzzToolInput(f *testing.F)     { fuzzReader(f, "tool-input") }
func FuzzToolJSON(f *testing.F)      { fuzzReader(f, "tool-json") }
func FuzzTao(f *testing.F)           { fuzzReader(f, "tao") }
func FuzzXML(f *testing.F)           { fuzzReader(f, "xml") }
func FuzzHermes(f *testing.F)        { fuzzReader(f, "hermes") }
func FuzzLangchainXML(f *testing.F)  { fuzzReader(f, "langchain-xml") }
func FuzzCherry(f *testing.F)        { fuzzReader(f, "cherry") }

// FuzzDetect counts evidence in any text: it ends, finds no more evidence than there are
// lines, and puts the best style first.
func FuzzDetect(f *testing.F) {
	for i, seed := range seeds {
		f.Add(seed[0], seed[1], uint8(i), i%3 == 0)
	}
	f.Add("<tool_call>\n{}", "[TOOL_CALLS] []", uint8(1), false)
	f.Fuzz(func(t *testing.T, first, second string, _ uint8, flat bool) {
		if !utf8.ValidString(first) || !utf8.ValidString(second) {
			return
		}
		plain := conversation(first, second, flat)
		got := readers.NewDetector(grammar.All()).Detect(plain)

		lines := 0
		for _, m := range append([]ir.Message{{Content: plain.Text}}, plain.Messages...) {
			lines += 1 + strings.Count(m.Content.String(), "\n")
		}
		lines += 2 + strings.Count(first+second, "\n")
		for i, c := range got.Candidates {
			require.LessOrEqual(t, c.Evidence, lines)
			require.True(t, c.Evidence > 0 || c.Taught)
			if i > 0 {
				require.GreaterOrEqual(t, got.Candidates[i-1].Evidence, c.Evidence)
			}
		}
		if len(got.Candidates) == 0 {
			require.Nil(t, best(got))
		} else {
			require.Same(t, got.Candidates[0].Style, best(got))
		}
	})
}
