package readers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// nearMisses are texts of a model without a call that look like one.
var nearMisses = []string{
	// Plans, minutes and recipes.
	"- Action: repaint the fence\n- Owner: Ines\n- Due: Friday",
	"**Action:** water the tomatoes twice a day.\n**Why:** it is July.",
	"### Action\nTurn left at the mill.\n### Input\nTwo litres of petrol.",
	"Action items:\n1. Call the plumber.\n2. Order tiles.",
	"Actions: pull, twist, lift.",
	"The next action: nobody knows.",
	"Our plan of action: first the roof, then the walls.",
	"Class action: the court heard it in May.",
	"Call to action: sign below!",
	"Action: the film has plenty of it, and little else.",
	"ACTION: a genre of films with chases in them",
	"Action movies are loud.\nInput from viewers says so.",
	"Action: none of these",
	"Action: None",
	"Action: N/A\nReason: it solved itself.",
	"Action: Let me think about which drawer it is in.",
	"1. Action: open the valve slowly\n2. Observation: the needle moves to the right",
	"Observation: the cat sleeps at noon.\nConclusion: it is a cat.",
	"* Observation: birds\n* Thought: many birds",
	"Observation deck: open until nine.",
	"> Thought: he wrote that in 1912, in a letter.",
	"Thought for the day: be kind to your bees.",
	"Thoughts: mixed.\nFeelings: also mixed.",
	"Food for thought: bread.",
	"A penny for your thought: here it is.",
	"thought: I wonder who left the gate open",
	// Tools of the other kind.
	"Tool: a hammer with a short handle\nMaterial: oak",
	"Tools: saw, plane, chisel.",
	"Tool Name: bench vice, 20 kg",
	"- Tool: rake\n- Tool: spade\n- Tool: hoe",
	"Power tool: cordless, 18 V.",
	"Tool use among crows is well studied.",
	"The tool: it broke.",
	"Input: 230 V\nOutput: 12 V",
	"Tool input: there is a socket at the back of the amplifier.",
	"Args: they were had, mostly about money.",
	"async def before_tool(\n    self,\n    tool: BaseTool,\n    tool_args: dict[str, Any],\n) -> None: ...",
	"Traces a call.\n\nArgs:\n  tool: The tool that was called.\n  args: Its arguments.",
	"steps:\n  - name: build\n    action: docker/build\n    input: context",
	"Input voltage: 5 V. Act: accordingly.",
	"Act 2: the garden, by night.\nScene 1: enter a gardener.",
	"ACT: a test that some students take in spring",
	"Think: that is what the sign on the wall said.",
	// Formats that are spoken of.
	"Write `Action:` on one line and `Action Input:` on the next.",
	"The log says \"Action: look\" and nothing else.",
	"You would answer with Action: NAME and then with Action Input: JSON, in this order.",
	"| Action | Action Input |\n| --- | --- |\n| look | {} |",
	"// Action: look\n// Action Input: {}",
	"print('Action:', name)\nprint('Action Input:', args)",
	"\"Action: look\"\n\"Action Input: {}\"",
	"Action Input: {\"a\": 1}",
	"Action Input: {}\nAction: look around and then sit down",
	"A message begins with <tool_use> and ends with </tool_use>.",
	"```xml\n<Tool_Use>\n<name>look</name>\n<arguments>{}</arguments>\n</Tool_Use>\n```",
	"&lt;tool_use&gt;&lt;name&gt;look&lt;/name&gt;&lt;/tool_use&gt;",
	"<tools>\n<name>rake</name>\n</tools>",
	"<tool_used>\n<name>rake</name>\n<arguments>{}</arguments>\n</tool_used>",
	"<think>\n<Tool_Use><name>look</name><arguments>{}</arguments></Tool_Use>\n</think>\nIt is in the drawer.",
	"{\"tool\": \"look\", \"tool_input\": {}}",
	"```\n{\"tool\": \"look\", \"tool_input\": {}}\n```",
	// Other scripts and layouts.
	"这个动作：很难。",
	"操作：先打开盖子，再慢慢倒水",
	"思考：人生的意义是什么？\n\n答案因人而异。",
	"观察：天空是蓝色的。",
	"행동: 문을 열다",
	"Aktion: Fenster putzen\nEingabe: Wasser",
	"Action；look\nAction Input；{}",
	"Action: I should look at the shelf",
	"- Action: buy milk and eggs\n- Owner: Ann",
	"Action: buy milk, then rest",
	"So it was.\nAction: speaks louder than words",
	"    Action plan:\n    Input from all sides is welcome.",
}

// TestNearMisses finds no call in any of them, in any style, as a message and as
// a plain transcript, with guesses and without.
func TestNearMisses(t *testing.T) {
	require.GreaterOrEqual(t, len(nearMisses), 60)
	for _, s := range grammar.All() {
		for _, text := range nearMisses {
			for _, in := range []*ir.Conversation{
				{Messages: []ir.Message{{Role: ir.RoleUser, Content: ir.Plain("And?")}, {Role: ir.RoleAssistant, Content: ir.Plain(text)}}},
				{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(text)}}},
				{Flat: true, Text: ir.Plain("Question: And?\nAssistant: " + text)},
				{Flat: true, Text: ir.Plain("Question: " + text + "\nAssistant: Yes.")},
			} {
				for _, guess := range []bool{false, true} {
					res, err := readers.RecoverWith(s, in, readers.Options{Guess: guess})
					require.NoError(t, err, "%s: %s", s.Name, text)
					for i := range res.Transcript.Steps {
						require.NotEqual(t, ir.Call, res.Transcript.Steps[i].Kind, "%s: %s", s.Name, text)
					}
				}
			}
		}
	}
}
