package prompts

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

const lineFormat = "\n\nUse the following format:\n\nThought: why\nAction: a tool\nAction Input: its input\nObservation: what came of it\n... (these can be repeated)\n\nBegin!"

// Parameters that a sentence gives a tool are no tools.
func TestParametersInSentences(t *testing.T) {
	const tide = `{"type": "object", "properties": {"port": {"type": "string", "description": "where"}, "day": {"type": "integer"}}, "required": ["port"]}`
	for name, c := range map[string]struct {
		list  string
		names []string
		first string
	}{
		"an array, and a sentence after it": {
			`tide: Call this tool to ask the tide table. Parameters: [{"name": "port", "type": "string", "description": "where", "required": true}, {"name": "day", "type": "integer"}] Format the arguments as a JSON object.` + "\n\n" +
				`moor: Call this tool to moor. Parameters: [] Format the arguments as a JSON object.`,
			[]string{"tide", "moor"}, tide,
		},
		"a Python list, without blank lines": {
			`tide: Call this tool to ask the tide table. Parameters: [{'name': 'port', 'type': 'string', 'description': 'where', 'required': 'True'}, {'name': 'day', 'type': 'integer', 'required': False}]` + "\n" +
				`moor: Call this tool to moor. Parameters: {}`,
			[]string{"tide", "moor"}, tide,
		},
		"headings": {
			"### tide\n\n" + `tide: Call this tool to ask the tide table. Parameters: ` + tide + " Format the arguments as a JSON object.\n\n### moor\n\n" + `moor: Call this tool to moor. Parameters: {"type": "object"}`,
			[]string{"tide", "moor"}, tide,
		},
		"schemas of their own": {
			`tide: Call this tool to ask the tide table. Parameters: [{"name": "port", "description": "where", "required": true, "schema": {"type": "string"}}]`,
			[]string{"tide"}, `{"type": "object", "properties": {"port": {"description": "where", "type": "string"}}, "required": ["port"]}`,
		},
	} {
		prompt := "You are a pilot. You have access to the following tools:\n\n" + c.list + lineFormat
		r := fresh.Read(prompt)
		require.NotNil(t, r.Style, name)
		var names []string
		for _, tool := range r.ToolList.Tools {
			names = append(names, tool.Name)
		}
		assert.Equal(t, c.names, names, name)
		assert.Equal(t, "Call this tool to ask the tide table.", r.ToolList.Tools[0].Description, name)
		assert.Equal(t, c.first, string(r.ToolList.Tools[0].Parameters), name)
		for _, to := range []string{"xml", "tool-input", "tao"} {
			out, _, _, err := fresh.anew(prompt, style(t, to), Options{})
			require.NoError(t, err)
			back := fresh.Read(out)
			assert.True(t, equalTools(r.ToolList.Tools, back.ToolList.Tools), "%s to %s: %s", name, to, out)
			assert.NotContains(t, out, "can be repeated")
		}
	}
	// Where no tool can be told from its sentence, its parameters are no list either.
	r := fresh.Read("A tool asks the tide table. Its parameters: [{\"name\": \"port\", \"type\": \"string\", \"description\": \"where\"}]" + lineFormat)
	assert.Empty(t, r.ToolList.Tools)
}

// Quoted lines are a list, as a conversational prompt has them under a heading.
func TestQuotedToolLines(t *testing.T) {
	prompt := "You sail with people.\n\nTOOLS:\n------\n\nThe pilot has access to the following tools:\n\n> tide: Asks the tide table\n> moor: Moors\n\nTo use a tool, please use the following format:\n\n```\nThought: Do I need a tool? Yes\nAction: one of [tide, moor]\nAction Input: its input\nObservation: the result\n```\n\nIf you need none, you MUST use the format:\n\n```\nThought: Do I need a tool? No\nAnswer: what you say\n```\n\nBegin!\n\nEarlier words:\nnone"
	for _, r := range []*Reading{fresh.Read(prompt)} {
		require.NotNil(t, r.Style)
		require.Len(t, r.ToolList.Tools, 2)
		assert.Equal(t, Tool{Name: "tide", Description: "Asks the tide table"}, r.ToolList.Tools[0])
		assert.Equal(t, "You sail with people.\n\nEarlier words:\nnone", r.KeptText())
	}
}

// A target with a place of its own for tools is told the same of a prompt as one of text.
func TestStripTells(t *testing.T) {
	tools, err := fresh.ParseDefinitions([]byte(`[{"name": "tide"}]`))
	require.NoError(t, err)
	for _, c := range []struct {
		prompt string
		opts   Options
		codes  []ir.Code
	}{
		{"You are a pilot.", Options{}, []ir.Code{ir.CodePromptKept}},
		{"Work in steps: Action Input: comes last.", Options{}, []ir.Code{ir.CodePromptKept}},
		{"You are a pilot.", Options{Mode: ModeKeep}, nil},
		{" \n", Options{}, nil},
		{"You are a pilot." + lineFormat, Options{}, []ir.Code{ir.CodeNoTools, ir.CodeInstructionsRemoved}},
		{"You are a pilot." + lineFormat, Options{RecordTools: &tools}, []ir.Code{ir.CodeInstructionsRemoved}},
	} {
		var got []ir.Code
		for _, d := range fresh.Strip(ir.Plain(c.prompt), c.opts).Diagnostics {
			if len(got) == 0 || got[len(got)-1] != d.Code {
				got = append(got, d.Code)
			}
		}
		assert.Equal(t, c.codes, got, c.prompt)
	}
	d := fresh.Strip(ir.Plain("Work in steps: Action Input: comes last."), Options{}).Diagnostics
	assert.Equal(t, "the prompt stays as it is: no format instructions of a known style were recognised in it, though it names Action Input:", d[0].Text())
}

// A list in a prompt that teaches no style stays there; what is written offers the record's own.
func TestListsInSentences(t *testing.T) {
	own, err := fresh.ParseDefinitions([]byte(`[{"name": "tide_for_port", "description": "d", "parameters": {}}]`))
	require.NoError(t, err)
	const prompt = "You are a pilot.\nYou have access of the following tools:\n1.harbour_hub: Knows ports.\n2.sea: Knows depths."
	for _, c := range []struct {
		own  *ToolList
		want int
	}{{nil, 0}, {&own, 1}} {
		out, _, _, err := fresh.anew(prompt, style(t, "xml"), Options{Mode: ModeAppend, RecordTools: c.own})
		require.NoError(t, err)
		assert.Contains(t, out, prompt)
		assert.NotContains(t, out, "<name>harbour_hub")
		assert.Len(t, fresh.Read(out).ToolList.Tools, c.want)
	}
}
