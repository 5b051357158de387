package readers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// TestPrints reads what harnesses print: messages one after the other, in
// colours, and calls without a marker next to such with one. What is in a
// thought or a result is content.
func TestPrints(t *testing.T) {
	const (
		blob   = "```\n{\"action\": \"weigh\", \"action_input\": \"two eggs\"}\n```"
		other  = "```\n{\"action\": \"bake\", \"action_input\": \"two eggs\"}\n```"
		object = "{\"action\": \"weigh\", \"action_input\": \"two eggs\"}"
		on     = "\x1b[32;1m\x1b[1;3m"
		off    = "\x1b[0m"
	)
	for _, c := range []struct {
		name, style, text string
		calls             int
	}{
		{"glued", "langchain-json", "Action:\n" + blob + "Action:\n" + blob, 2},
		{"glued behind spaces", "langchain-json", "Action:\n" + blob + "  Thought: done\nAction:\n" + blob, 2},
		{"a thought's marker alone", "langchain-json", "Thought:Action:\n" + blob, 1},
		{"the same with a space is the thought's text", "react", "Thought: Action: weigh\nAction: weigh\nAction Input: {}", 1},
		{"seam behind a fence", "langchain-json", "Action:\n" + other + on + "Action:\n" + blob + off, 2},
		{"seam behind words", "langchain-json", on + "Action:\n" + blob + off + "two ounces" + off + on + "Action:\n" + blob, 2},
		{"seam before a fence", "langchain-json", on + "Action:\n" + blob + off + "two ounces" + off + blob, 2},
		{"seam before an object", "langchain-json", on + "> Entering new chain\n" + on + object + off + "two ounces" + off + "\n" + object, 2},
		{"seam in a plain style", "react", on + "Action: weigh\nAction Input: {}" + off + "two" + on + " Action: bake\nAction Input: {}" + off, 2},
		{"a result that begins like a call", "langchain", on + "Action: weigh\nAction Input: eggs" + off + "\nObservation: " + on + "Action: none\nAction Input" + off, 1},
		{"unmarked beside marked", "langchain-json", "Action:\n" + blob + "\n" + blob, 2},
		{"unmarked before marked", "langchain-json", blob + "\nAction:\n" + blob, 2},
		{"an example in a thought", "langchain-json", "Thought: such as\n" + blob + "\nAction:\n" + blob, 1},
		{"an example in a result", "langchain-json", "Action:\n" + blob + "\nObservation: such as\n" + blob, 1},
		{"an example in another style", "tool-json", "Tool:\n```\n{\"tool\": \"weigh\", \"tool_input\": {}}\n```\n```\n{\"tool\": \"weigh\", \"tool_input\": {}}\n```", 1},
		{"colours without a marker at a line start", "react", "It is " + on + "Action: weigh\nin green" + off, 0},
	} {
		s, err := grammar.Find(grammar.All(), c.style)
		require.NoError(t, err)
		for _, in := range []*ir.Conversation{
			{Flat: true, Text: ir.Plain(c.text)},
			{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(c.text)}}},
		} {
			res, err := readers.Recover(s, in)
			require.NoError(t, err, c.name)
			calls := 0
			for i := range res.Transcript.Steps {
				if res.Transcript.Steps[i].Kind == ir.Call {
					calls++
				}
			}
			require.Equal(t, c.calls, calls, "%s: %q", c.name, c.text)
		}
	}
}

// TestCommands reads commands in words as a guess, in a style with brackets only.
func TestCommands(t *testing.T) {
	for _, c := range []struct{ style, text, tool, input string }{
		{"react-paper", "THOUGHT: The shelf is near.\nACTION: go to shelf 1", "go", "to shelf 1"},
		{"react-paper", "Action: put egg 1 in/on bowl 2", "put", "egg 1 in/on bowl 2"},
		{"react-paper", "Action: Go to shelf 1", "", ""},
		{"react-paper", "Action: to be decided", "", ""},
		{"react-paper", "Action: go there.", "", ""},
		{"react-paper", "Well.\nAction: go to shelf 1", "", ""},
		{"react", "Thought: near\nAction: go to shelf 1", "", ""},
	} {
		s, err := grammar.Find(grammar.All(), c.style)
		require.NoError(t, err)
		for _, guess := range []bool{false, true} {
			in := &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(c.text)}}}
			res, err := readers.RecoverWith(s, in, readers.Options{Guess: guess})
			require.NoError(t, err, c.text)
			tool, input := "", ""
			for _, st := range res.Transcript.Steps {
				if st.Kind == ir.Call {
					tool, input = st.Tool.String(), st.Args.Raw.String()
				}
			}
			if !guess {
				require.Empty(t, tool, c.text)
				continue
			}
			require.Equal(t, c.tool, tool, c.text)
			require.Equal(t, c.input, input, c.text)
		}
	}
}

// TestResembles tells words of a transcript from others.
func TestResembles(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "hello\nworld": false, "Result: 3": false, "Answer: 3": false, "Thoughts: a\nActions: f": false,
		"a\n## Thought:\nb": true, "Tool: hammer": true, "I weigh it: <tool_use>": true, "思考：a": true,
	} {
		require.Equal(t, want, readers.Resembles(ir.Plain(text)), text)
	}
}
