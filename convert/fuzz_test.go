package convert

import (
	"testing"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// seeds are messages of all styles, whole and broken.
var seeds = []string{
	"", "hello", "Thought: t\nAction: add\nAction Input: {\"a\": 1}", "Thought: t\nAnswer: 2\nAnswer: 3", "Thought:\nAction: f\nAction Input: {'a': None}\n",
	"Sure!\nThought: t\nAction: f\nAction Input: {}\nI will wait.", "Action: f\nAction Input: {\"a\": 1\nObservation: 2\nThought: u\nAnswer: 3",
	"Thought: t\nTool: Search\nTool Input: l1\nl2\n\nl3", "Tool: A\nTool Input: ```\nx\n```", "Observation: o\nFinal Answer: l1\nl2",
	"Thought: t\nTool:\n```json\n{\"tool\": \"f\", \"tool_input\": {\"a\": \"```\"}}\n```\nObservation: r", "Tool: ```{'tool': 'f', 'tool_input': (1,)}```", "Tool:\n```\n{\"tool\"",
	"Thought: t\nAction: f\nArgs: {\"a\": {}}\nObservation: r\n\nThought: u\nAnswer: 42\nSuccessful: True", "`Thought: h`\n`Answer: 42`\n`Successful: False`", "Answer: a\nSuccessful: maybe\nSuccessful: true \nrest",
	"I search.\n<tool_use>\n  <name>s</name>\n  <arguments>{\"t\": \"</arguments>\"}</arguments>\n</tool_use>\nDone.", "<tool_use><name>w</name><arguments>{'q': 1}</arguments></tool_use><answer>a</answer></answer> bye", "<answer>abc",
	"Thought 1: t\nAction 1: f[x]y] z\nObservation 1: o\nAction 2: finish[a\n]", "Action:\n```\n{\"action\": \"Final Answer\", \"action_input\": {\"a\": 1}}\n```\nso", "Action: Finish\nAction Input: {\"return_type\": \"give_answer\", \"final_answer\": 7}",
	"<tool_use_result><name>n</name><result>r</result></tool_use_result>\n<tool_use_result><result>s</result></tool_use_result>\nmore", "<think>\n<tool_use>\n</think>\nx", "Question: q\nAssistant: a\nSystem: s\n Question: r",
}

// fuzz checks one reader on any text, as a message and as a plain transcript,
// it ends, it gives texts that are in what it read, and
// what it gives converts to every style and reads back, or is refused.
func fuzz(f *testing.F, name string) {
	style, err := styles.Lookup(name)
	if err != nil {
		f.Fatal(err)
	}
	for i, s := range seeds {
		f.Add(s, seeds[(i+5)%len(seeds)], i%2 == 0, i%5 == 0)
	}
	f.Fuzz(func(t *testing.T, first, second string, escaped, flat bool) {
		if !utf8.ValidString(first) || !utf8.ValidString(second) {
			return // no container lets this in
		}
		in := &ir.Conversation{Messages: []ir.Message{
			{Role: ir.RoleUser, Content: ir.Plain(second)}, {Role: ir.RoleAssistant, Content: ir.Plain(first)},
			{Role: ir.RoleUser, Content: ir.Plain(second)}, {Role: ir.RoleAssistant, Content: ir.Plain(first)},
		}}
		if flat {
			in = &ir.Conversation{Flat: true, Text: ir.Plain(first + "\n" + second)}
		}
		res, err := readers.Read(grammar.Of(style), in)
		total := 0
		for i := range res.Transcript.Steps {
			total += res.Transcript.Steps[i].Text.Len()
		}
		if limit := 2 * (len(first) + len(second) + 1) * 6; total > limit {
			t.Fatalf("%d bytes of steps were read from less than %d", total, limit)
		}
		if err != nil {
			return
		}
		for _, to := range textStyles() {
			out, err := convertOnce(in, style, to)
			if err != nil && err.Code == ir.CodeReadBack && !openThink(&out.Lowered, to, in.Flat) && !refusedByRecovery(out, to) || err != nil && err.Code == ir.CodeInternal {
				t.Fatalf("%s to %s: %s\nin: %s\nout: %s", name, to.Name, err.Error(), show(in), show(out.Conversation()))
			}
		}
	})
}

func FuzzReact(f *testing.F)         { fuzz(f, "react") }
func FuzzLangchain(f *testing.F)     { fuzz(f, "langchain") }
func FuzzLangchainJSON(f *testing.F) { fuzz(f, "langchain-json") }
func FuzzReactPaper(f *testing.F)    { fuzz(f, "react-paper") }
func FuzzToolbench(f *testing.F)     { fuzz(f, "toolbench") }
func FuzzCrewai(f *testing.F)        { fuzz(f, "crewai") }
func FuzzToolInput(f *testing.F)     { fuzz(f, "tool-input") }
func FuzzToolJSON(f *testing.F)      { fuzz(f, "tool-json") }
func FuzzTao(f *testing.F)           { fuzz(f, "tao") }
func FuzzXML(f *testing.F)           { fuzz(f, "xml") }
