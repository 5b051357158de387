// Package gen makes transcripts for property tests: well-formed ones with
// hostile words in every place.
package gen

import (
	"fmt"
	"sort"
	"strings"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// tokens are what a reader of some style might take for syntax.
var tokens = []string{
	"Thought:", "Action:", "Action Input:", "Observation:", "Answer:", "Final Answer:", "Tool:", "Tool Input:",
	"Args:", "Successful: True", "Successful: False", "`Thought:", "`Answer:", "`Successful: True`",
	"<tool_use>", "</tool_use>", "<tool_use_result>", "</tool_use_result>", "<name>", "</name>", "<arguments>", "</arguments>",
	"<result>", "</result>", "<error>", "</error>", "<answer>", "</answer>", "<citation>u</citation>", "<think>", "</think>", "Thought 1:", "Action 12: f[x]", "f[", "]", "finish",
	"<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<tool>", "</tool>", "<tool_input>", "</tool_input>",
	"<observation>", "</observation>", "<final_answer>", "</final_answer>",
	"```", "```json", `{"tool": "x", "tool_input": {}}`, `{"a": 1}`, `{'a': None}`, "{broken",
	"Question:", "User:", "Human:", "Task:", "Assistant:", "System:",
	"I need to use a tool to help me answer the question.", "I can answer without using any more tools.",
}

// fillers are what is around the tokens.
var fillers = []string{"", "", "\n", "\n\n", " ", "  ", "\t", "\r", "\r\n", "word", "two words", "é", "中文", "😀", "\\", "\\n", `"`, "'", "`", "<", "&amp;", "\x00"}

// Hits counts how often each case was made: a token after 0, 1 or 2 spaces, at
// the start of a line or within one, in each place.
type Hits map[string]int

// Places are where hostile words are put.
var Places = []string{"user", "thought", "args", "text-args", "observation", "answer", "text", "name"}

func (h Hits) note(place, token string, spaces int, atStart bool) {
	where := "inside"
	if atStart {
		where = "at the start"
	}
	h[fmt.Sprintf("%s %q behind %d spaces, %s of a line", place, token, spaces, where)]++
}

// Missing lists the cases at line starts that were never made, and Rarest the
// count of the rarest one that was.
func (h Hits) Missing() (missing []string, rarest int) {
	for _, place := range Places[:len(Places)-1] {
		for _, token := range tokens {
			for spaces := 0; spaces <= 2; spaces++ {
				key := fmt.Sprintf("%s %q behind %d spaces, at the start of a line", place, token, spaces)
				switch n := h[key]; {
				case n == 0:
					missing = append(missing, key)
				case rarest == 0 || n < rarest:
					rarest = n
				}
			}
		}
	}
	sort.Strings(missing)
	return missing, rarest
}

// Generator draws transcripts.
type Generator struct {
	T    *rapid.T
	Hits Hits
	// Tokens are further words that a reader might take for syntax.
	Tokens []string
}

// words draws hostile words for a place.
func (g *Generator) words(place string) string {
	var b strings.Builder
	for n := rapid.IntRange(0, 4).Draw(g.T, "pieces"); n > 0; n-- {
		b.WriteString(rapid.SampledFrom(fillers).Draw(g.T, "filler"))
		if rapid.IntRange(0, 2).Draw(g.T, "hostile") == 0 {
			continue
		}
		if rapid.Bool().Draw(g.T, "line") && b.Len() > 0 {
			b.WriteString("\n")
		}
		spaces := rapid.IntRange(0, 2).Draw(g.T, "spaces")
		token := rapid.SampledFrom(tokens).Draw(g.T, "token")
		if len(g.Tokens) > 0 && rapid.Bool().Draw(g.T, "own") {
			token = rapid.SampledFrom(g.Tokens).Draw(g.T, "own token")
		}
		g.Hits.note(place, token, spaces, b.Len() == 0 || strings.HasSuffix(b.String(), "\n"))
		b.WriteString(strings.Repeat(" ", spaces) + token)
	}
	b.WriteString(rapid.SampledFrom(fillers).Draw(g.T, "end"))
	return b.String()
}

func (g *Generator) text(place string) ir.Text { return ir.Plain(g.words(place)) }

func (g *Generator) name() ir.Text {
	return ir.Plain(rapid.SampledFrom([]string{"search", "web search", "加法", "a.b-c", `q"q`, `b\s`, "Thought:", "x", "`f`"}).Draw(g.T, "name"))
}

// args draws an argument: an object with hostile strings, another JSON value or
// plain text.
func (g *Generator) args() ir.Args {
	form := rapid.IntRange(0, 5).Draw(g.T, "form")
	if form == 0 {
		return ir.Args{Raw: g.text("text-args"), Form: ir.PlainText}
	}
	value := rapid.SampledFrom([]string{"{}", "1.0", "[1, 2]", "12345678901234567890", "null", "{\n \"a\": 1e400\n}", `"x"`, `{"a": 1, "a": 2}`}).Draw(g.T, "value")
	if form > 2 {
		quoted := literal.Quote(nil, ir.Plain(g.words("args")))
		value = `{"q": ` + string(quoted) + `, "n": [1.10, true]}`
	}
	raw := ir.Plain(value)
	return ir.Args{Raw: raw, Form: ir.JSON, Value: raw}
}

// Transcript draws a transcript of a few messages.
func (g *Generator) Transcript() *ir.Transcript {
	t := &ir.Transcript{}
	message := 0
	if rapid.Bool().Draw(g.T, "system") {
		t.System = &ir.System{Text: g.text("user")}
		message = 1
	}
	for n := rapid.IntRange(1, 6).Draw(g.T, "messages"); n > 0; n-- {
		switch rapid.IntRange(0, 4).Draw(g.T, "message") {
		case 0:
			t.Steps = append(t.Steps, ir.Step{Kind: ir.User, Text: g.text("user"), Message: message})
		case 1:
			t.Steps = append(t.Steps, g.observation(message))
		default:
			t.Steps = append(t.Steps, g.model(message)...)
		}
		message++
	}
	return t
}

func (g *Generator) observation(message int) ir.Step {
	s := ir.Step{Kind: ir.Observation, Text: g.text("observation"), Message: message}
	if rapid.IntRange(0, 2).Draw(g.T, "tool") == 0 {
		s.Role, s.Bare = ir.RoleTool, true
	}
	if rapid.IntRange(0, 3).Draw(g.T, "named") == 0 {
		s.Tool = g.name()
	}
	s.Failed = rapid.IntRange(0, 5).Draw(g.T, "failed") == 0
	return s
}

// model draws a message of the model: mostly the canonical sequence, sometimes
// any sequence at all.
func (g *Generator) model(message int) []ir.Step {
	var kinds []ir.Kind
	switch rapid.IntRange(0, 3).Draw(g.T, "shape") {
	case 0:
		kinds = []ir.Kind{ir.Thought, ir.Call}
	case 1:
		kinds = []ir.Kind{ir.Thought, ir.Answer}
	case 2:
		kinds = rapid.SampledFrom([][]ir.Kind{{ir.Call}, {ir.Answer}, {ir.Call, ir.Call}, {ir.Prose, ir.Thought, ir.Call, ir.Prose},
			{ir.Thought, ir.Call, ir.Observation, ir.Thought, ir.Answer}}).Draw(g.T, "sequence")
	default:
		kinds = rapid.SliceOfN(rapid.SampledFrom([]ir.Kind{ir.Thought, ir.Call, ir.Prose, ir.Answer, ir.Observation}), 1, 4).Draw(g.T, "any")
	}
	var out []ir.Step
	for _, k := range kinds {
		s := ir.Step{Kind: k, Role: ir.RoleAssistant, Message: message}
		switch k {
		case ir.Call:
			s.Tool, s.Args = g.name(), g.args()
		case ir.Thought:
			s.Text = g.text("thought")
			s.FixedSentence = ir.FixedSentence(max(0, rapid.IntRange(-6, int(ir.CannotAnswer)).Draw(g.T, "stock")))
		case ir.Answer:
			s.Text = g.text("answer")
			s.Outcome = ir.Outcome(rapid.IntRange(0, 2).Draw(g.T, "outcome"))
		case ir.Prose:
			s.Text = g.text("text")
		case ir.Observation:
			s.Text = g.text("observation")
		}
		out = append(out, s)
	}
	return out
}

// openers begin a message in each style, so that hostile words come after
// something that is read.
var openers = map[string][]string{
	"react":          {"Thought: a\nAction: f\nAction Input: {}", "Action: f\nAction Input: {'a': True}", "Thought: b\nAnswer: c", "Observation: d"},
	"tool-input":     {"Thought: a\nTool: f\nTool Input: x", "Tool: f\nTool Input: {}", "Final Answer: c", "Observation: d"},
	"crewai":         {"Thought: a\nAction: f\nAction Input: {\"a\": 1}", "Action: f\nAction Input: x", "Thought: I now can give a great answer\nFinal Answer: c", "Observation: d"},
	"langchain-json": {"Thought: a\nAction:\n```\n{\"action\": \"f\", \"action_input\": \"x\"}\n```", "Action: ```json\n{'action': 'f', 'action_input': {'a': None}}```", "Action:\n```\n{\"action\": \"Final Answer\", \"action_input\": \"c\"}\n```", "Final Answer: c", "Observation: d"},
	"react-paper":    {"Thought 1: a\nAction 1: f[x]", "Action:f[{\"a\": 1}] so", "Action 2:\nf[a]b]", "Thought: b\nAction 3: Finish[c]", "Observation 1: d"},
	"toolbench":      {"Thought: a\nAction: f\nAction Input: {\"a\": 1}", "Action: Finish\nAction Input: {\"return_type\": \"give_answer\", \"final_answer\": \"c\"}", "Action: finish\nAction Input: {\"return_type\": \"give_up_and_restart\"}", "Action: Finish\nAction Input: {'final_answer': 1}", "Observation: d"},
	"langchain":      {"Thought: a\nAction: f\nAction Input: x", "Action: f\nAction Input: {'a': True}", "Final Answer: c", "Observation: d"},
	"tool-json":      {"Thought: a\nTool:\n```\n{\"tool\": \"f\", \"tool_input\": {}}\n```", "Final Answer: c", "Observation: d"},
	"tao":            {"Thought: a\nAction: f\nArgs: {}", "Answer: c\nSuccessful: False", "`Answer: c`\n`Successful: True`", "Observation: d"},
	"hermes": {"a\n<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>", "<tool_call>{'name': 'f', 'arguments': {'a': None}}</tool_call>",
		"<tool_response>\nd\n</tool_response>", "<tool_response>d</tool_response>\n<tool_response>\ne </tool_response>", "<think>a</think>\n"},
	"langchain-xml": {"a\n<tool>f</tool><tool_input>x</tool_input>", "<tool>f</tool>\n<tool_input>{}</tool_input>", "<final_answer>c</final_answer>", "<observation>d</observation>"},
	"cherry":        {"<tool_use>\n<name>f</name>\n<arguments>{}</arguments>\n</tool_use>", "<tool_use_result><name>f</name><result>d</result></tool_use_result>", "<error>e</error>", "<think>a</think>\nb"},
	"xml": {"<tool_use>\n<name>f</name>\n<arguments>{}</arguments>\n</tool_use>", "a\n\n<answer>\nc\n</answer>", "<answer>c",
		"<tool_use_result><name>f</name><result>d</result></tool_use_result>", "<tool_use_result><result>d</result></tool_use_result>\n<tool_use_result><error>e</error></tool_use_result>\nmore"},
}

// Conversation draws a conversation of hostile words, some of them after what
// a style's message begins with.
func (g *Generator) Conversation(style string) *ir.Conversation {
	content := func() ir.Text {
		s := ""
		for n := rapid.IntRange(0, 3).Draw(g.T, "openers"); n > 0; n-- {
			s += rapid.SampledFrom(openers[style]).Draw(g.T, "opener") + rapid.SampledFrom([]string{"\n", "\n\n", "", " "}).Draw(g.T, "gap")
		}
		s += g.words("text")
		return ir.Plain(s)
	}
	c := &ir.Conversation{}
	if rapid.IntRange(0, 3).Draw(g.T, "flat") == 0 {
		c.Flat, c.Text = true, content()
		return c
	}
	for n := rapid.IntRange(1, 5).Draw(g.T, "messages"); n > 0; n-- {
		role := rapid.SampledFrom([]ir.Role{ir.RoleUser, ir.RoleAssistant, ir.RoleAssistant, ir.RoleTool, ir.RoleSystem}).Draw(g.T, "role")
		c.Messages = append(c.Messages, ir.Message{Role: role, Content: content()})
	}
	return c
}
