package convert

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// chain is the prompt of a chain that sends no system message.
const chain = `Answer the question. You have access to the following tools:

tide: height of the tide at a port
boats: boats in sight

Use the following format:

Question: the question to answer
Thought: think about what to do
Action: the tool, one of [tide, boats]
Action Input: the input to the tool
Observation: what the tool returned
... (these can repeat)
Thought: I know it
Final Answer: the answer to the question

Begin!

Question: High or low in Oban?
Thought:`

// A user's first turn that teaches the style of the transcript is translated to all other
// styles, with its tools, and the model's cue at its end goes.
func TestOpening(t *testing.T) {
	for _, to := range textStyles() {
		if to.Name == "langchain" {
			continue
		}
		c, err := New(Options{To: to.Name})
		require.NoError(t, err)
		out, report, err := c.Messages(chained(chain))
		require.NoError(t, err, to.Name)
		turn := out[0].Content.String()
		require.Contains(t, turn, "Question: High or low in Oban?", to.Name)
		require.False(t, strings.HasSuffix(turn, "Thought:"), to.Name)
		require.NotContains(t, turn, "the input to the tool", to.Name)
		require.Equal(t, out[0].Role, ir.RoleUser)
		read := prompts.New().Read(turn)
		require.Equal(t, to.Name, read.Style.Name)
		require.Len(t, read.ToolList.Tools, 2, to.Name)
		found := false
		for _, d := range report.Diagnostics {
			found = found || d.Code == ir.CodeInstructionsRemoved && d.Message == 1
			require.NotEqual(t, ir.CodeResidue, d.Code, "%s: %s", to.Name, turn)
		}
		require.True(t, found, to.Name)
	}
}

// chained is a run of a chain whose prompt is the user's turn.
func chained(prompt string) []ir.Message {
	return []ir.Message{
		{Role: ir.RoleUser, Content: ir.Plain(prompt)},
		{Role: ir.RoleAssistant, Content: ir.Plain(" I look it up.\nAction: tide\nAction Input: {\"port\": \"Oban\"}")},
		{Role: ir.RoleUser, Content: ir.Plain("Observation: 2 m")},
		{Role: ir.RoleAssistant, Content: ir.Plain("Thought: so\nFinal Answer: Low.")},
	}
}

// The instructions that toolspeak writes come back as they were, from each style to each other.
func TestOpeningComesBack(t *testing.T) {
	tools, err := prompts.New().ParseDefinitions([]byte(`[{"name": "tide", "description": "Height of the tide.", "parameters": {"type": "object", "properties": {"port": {"type": "string"}}}}]`))
	require.NoError(t, err)
	for _, from := range textStyles() {
		body, _, err := prompts.New().Render(from, &tools, prompts.Options{})
		require.NoError(t, err)
		was := "You are kind.\n\n" + body + "\nHigh or low in Oban?"
		args := ir.Plain(`{"port": "Oban"}`)
		call := ir.Step{Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: ir.Plain("tide"), Args: ir.Args{Form: ir.JSON, Raw: args, Value: args}}
		for _, to := range textStyles() {
			if to == from {
				continue
			}
			there := convertedSteps(t, from, []ir.Step{{Kind: ir.User, Role: ir.RoleUser, Text: ir.Plain(was)}, {Kind: ir.Thought, Role: ir.RoleAssistant, Message: 1, Text: ir.Plain("I look.")}, call})
			there = messagesTo(t, from, to, there)
			require.NotEqual(t, was, there[0].Content.String(), "%s to %s", from.Name, to.Name)
			require.Equal(t, was, messagesTo(t, to, from, there)[0].Content.String(), "%s to %s", from.Name, to.Name)
		}
	}
}

// messagesTo converts messages of one style to another.
func messagesTo(t *testing.T, from, to *styles.Style, in []ir.Message) []ir.Message {
	t.Helper()
	c, err := New(Options{From: from.Name, To: to.Name})
	require.NoError(t, err)
	out, _, err := c.Messages(in)
	require.NoError(t, err, "%s to %s", from.Name, to.Name)
	return out
}

// convertedSteps writes steps as messages of a style.
func convertedSteps(t *testing.T, s *styles.Style, steps []ir.Step) []ir.Message {
	t.Helper()
	c, err := New(Options{To: s.Name})
	require.NoError(t, err)
	out, err := c.ConvertTranscript(Transcript{Transcript: &ir.Transcript{Steps: steps}})
	require.NoError(t, err)
	return out.Conversation().Messages
}

// Every other turn stays what the user said.
func TestNoOpening(t *testing.T) {
	plain := "Is it open? " + strings.Repeat("Please look again. ", 10)
	for name, c := range map[string]struct {
		opts Options
		in   []ir.Message
	}{
		"the same style":           {Options{To: "langchain"}, chained(chain)},
		"prompts are kept":         {Options{To: "xml", Prompts: prompts.Options{Mode: prompts.ModeKeep}}, chained(chain)},
		"another style is spoken":  {Options{To: "react", From: "xml"}, []ir.Message{{Role: ir.RoleUser, Content: ir.Plain(chain)}, {Role: ir.RoleAssistant, Content: ir.Plain("<answer>\nIt is a prompt.\n</answer>")}}},
		"nothing is spoken":        {Options{To: "xml"}, []ir.Message{{Role: ir.RoleUser, Content: ir.Plain(chain)}, {Role: ir.RoleAssistant, Content: ir.Plain("It is a prompt.")}}},
		"it teaches nothing":       {Options{To: "xml"}, chained(plain)},
		"it names markers":         {Options{To: "xml"}, chained(plain + "What do Action: and Action Input: mean?")},
		"it quotes a transcript":   {Options{To: "xml"}, chained(plain + "\n\nThought: so\nAction: tide\nAction Input: {}\nObservation: low\n\nWhat is wrong there?")},
		"a system prompt teaches":  {Options{To: "xml"}, append([]ir.Message{{Role: ir.RoleSystem, Content: ir.Plain(chain)}}, chained(chain)...)},
		"the model speaks first":   {Options{To: "xml"}, append([]ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain("Thought: so\nFinal Answer: Hello.")}}, chained(chain)...)},
		"it is not the first turn": {Options{To: "xml"}, append(chained(plain), chained(chain)...)},
	} {
		conv, err := New(c.opts)
		require.NoError(t, err)
		out, _, err := conv.Messages(c.in)
		require.NoError(t, err, name)
		said := map[string]bool{}
		for _, m := range out {
			said[m.Content.String()] = true
		}
		for _, m := range c.in {
			if words := m.Content.String(); m.Role == ir.RoleUser && !strings.HasPrefix(words, "Observation") {
				require.True(t, said[words], name)
			}
		}
	}
}
