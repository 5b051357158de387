package prompts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

const (
	tideTool = `{"type": "function", "function": {"name": "tide", "description": "Tells a <tide> & more", "parameters": {"type": "object", "properties": {"at": {"type": "string"}, "day": {"type": "integer"}}, "required": ["at"]}}}`
	bellTool = `{"type": "function", "function": {"name": "bell", "description": "Rings", "parameters": {"type": "object", "properties": {}}}}`
	tideBare = `{"name": "tide", "description": "Tells a <tide> & more", "parameters": {"type": "object", "properties": {"at": {"type": "string"}, "day": {"type": "integer"}}, "required": ["at"]}}`
	bellBare = `{"name": "bell", "description": "Rings", "parameters": {"type": "object", "properties": {}}}`
)

// framedPrompts are prompts in the frames of styles and of formats of models. In each, the
// lines that begin with a broken bar are rules of the task.
var framedPrompts = []struct{ name, style, prompt string }{
	{"list of definitions in <tools>", "hermes", "¦You keep a harbour.\n\n# Tools\n\nYou may call these functions.\n\nTheir signatures are in <tools></tools>:\n<tools>\n" + tideTool + "\n" + bellTool +
		"\n</tools>\n\nWrite each call as JSON in <tool_call></tool_call>:\n<tool_call>\n{\"name\": <the name>, \"arguments\": <an object>}\n</tool_call>\n\n¦Never ring the bell twice."},
	{"an array within a paragraph", "hermes", "¦You keep a harbour. The signatures of functions are within <tools></tools>. ¦Ask where a day is missing. Here are the tools: <tools> [" + tideTool + ", " + bellTool +
		"] </tools> Each call follows this schema: {'properties': {'name': {'type': 'string'}, 'arguments': {'type': 'object'}}} and is put into <tool_call></tool_call>, like:\n<tool_call>\n{'arguments': <an object>, 'name': <the name>}\n</tool_call>"},
	{"keys and values", "glm47", "# Tools\n\nYou have access to functions:\n<tools>\n" + tideTool + "\n" + bellTool + "\n</tools>\n\nA call is written so:\n<tool_call>{name}\n<arg_key>{key}</arg_key>\n<arg_value>{value}</arg_value>\n...\n</tool_call>\n\n¦Never ring the bell twice."},
	{"elements of parameters", "qwen3-coder", "¦You keep a harbour.\n\n# Tools\n\nThe following functions are available:\n\n<tools>\n<function>\n<name>tide</name>\n<description>Tells a <tide> & more</description>\n<parameters>\n<parameter>\n<name>at</name>\n<type>string</type>\n</parameter>\n" +
		"<parameter>\n<name>day</name>\n<type>integer</type>\n</parameter>\n<required>[\"at\"]</required>\n</parameters>\n</function>\n<function>\n<name>bell</name>\n<description>Rings</description>\n<parameters>\n</parameters>\n</function>\n</tools>\n\nCall them in the following format:\n\n<tool_call>\n" +
		"<function=name>\n<parameter=key>\nvalue\n</parameter>\n</function>\n</tool_call>\n\n<IMPORTANT>\n- A call is between <tool_call> and </tool_call>.\n¦- Never ring the bell twice.\n</IMPORTANT>"},
	{"blocks of functions", "openhands", "¦You keep a harbour.\n\nThese functions are available:\n\n---- BEGIN FUNCTION #1: tide ----\nDescription: Tells a <tide> & more\nParameters:\n  (1) at (string, required): where\n  (2) day (integer, optional): when\n---- END FUNCTION #1 ----\n\n---- BEGIN FUNCTION #2: bell ----\nDescription: Rings\nNo parameters are required for this function.\n---- END FUNCTION #2 ----\n\n" +
		"Call one like this:\n\n<function=name>\n<parameter=key>value</parameter>\n</function>\n\n<IMPORTANT>\nRemember:\n- A call starts with <function= and ends with </function>\n- All required parameters MUST be specified\n- Only call one function at a time\n</IMPORTANT>\n\n¦Never ring the bell twice."},
	{"names before the definitions", "muse", "¦Be brief.\n\nFunctions are called by a block such as\n<atem:function_calls>\n<atem:invoke name=\"$NAME\">\n<atem:parameter name=\"$KEY\">$VALUE</atem:parameter>\n</atem:invoke>\n</atem:function_calls>\n\nThese are the functions available in JSONSchema format:\n// Tool metadata\n{\"name\": \"tide\", \"description\": \"\"}\n{\"name\": \"bell\", \"description\": \"\"}\n// Function schemas\n" + tideBare + "\n" + bellBare + "\n\n¦Never ring the bell twice."},
	{"each tool in an element", "minimax-m2", "¦You keep a harbour.\n\n# Tools\nYou may call these tools, as JSON schemas:\n\n<tools>\n<tool>" + tideBare + "</tool>\n<tool>" + bellBare + "</tool>\n</tools>\n\nA call is XML:\n\n<minimax:tool_call>\n<invoke name=\"tool\">\n<parameter name=\"key\">value</parameter>\n</invoke>\n</minimax:tool_call>\n\n¦Be brief."},
	{"objects over lines", "llama3-json", "¦Be brief.\n\nCall a function as {\"name\": its name, \"parameters\": its arguments}. ¦Use no variables.\n\n" + strings.ReplaceAll(tideTool, ", ", ",\n    ") + "\n\n" + strings.ReplaceAll(bellTool, ", ", ",\n    ")},
	{"an array in tokens", "mistral-args", "¦Be brief.\n\n[AVAILABLE_TOOLS][" + tideTool + ", " + bellTool + "][/AVAILABLE_TOOLS]"},
	{"fences", "deepseek-v3", "¦Be brief.\n\nTo call, write:\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME\n```json\n{\"key\": 1}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>\n\nYou have access to these functions:\n\n```json\n" + tideTool + "\n```\n\n```json\n" + bellTool + "\n```"},
	{"calls in Python", "pythonic", "¦Be brief.\n\nThese are the functions that are available:\n\n[" + tideTool + ", " + bellTool + "]\n\nCall them as [name(key=value, other=value), name()]."},
	{"dialect of attributes", "deepseek-v32", "¦Be brief.\n\n## Tools\n\nYou can use these tools by a block such as\n<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"$NAME\">\n<｜DSML｜parameter name=\"$KEY\" string=\"true|false\">$VALUE</｜DSML｜parameter>\n...\n</｜DSML｜invoke>\n</｜DSML｜function_calls>\n\n" +
		"Write lists and objects, which parameters may be, as JSON.\n\nThe functions:\n<functions>\n" + tideBare + "\n" + bellBare + "\n</functions>\n\n¦Never ring the bell twice."},
	{"blobs", "langchain-json", "¦Be brief.\n\nYou have access to these tools:\n\ntide: Tells a <tide> & more, args: {'at': {'type': 'string'}, 'day': {'type': 'integer'}}\nbell: Rings, args: {}\n\nGive a json blob with the keys action and action_input:\n\n```\n{\n  \"action\": $NAME,\n  \"action_input\": $INPUT\n}\n```\n\n¦Never ring the bell twice.\n\nBegin!"},
	{"tags", "langchain-xml", "¦You keep a harbour.\n\nYou have access to the following tools:\n\ntide: Tells a <tide> & more\nbell: Rings\n\nCall one with <tool></tool> and <tool_input></tool_input>. The answer is in <observation></observation>:\n\n<tool>tide</tool><tool_input>Oban</tool_input>\n<observation>high</observation>\n\n" +
		"End with <final_answer></final_answer>:\n\n<final_answer>It is high.</final_answer>\n\n¦Never ring the bell twice."},
	{"brackets", "react-paper", "Solve the task in Thought, Action and Observation steps, where an Action is one of these:\n(1) tide[at], which Tells a <tide> & more\n(2) bell[], which Rings\n(3) Finish[answer], which ends the task.\n¦Never ring the bell twice.\nHere are some examples.\nQuestion: Is it high in Oban?\nThought 1: I look. It may be.\nAction 1: tide[Oban]\nObservation 1: high\nAction 2: Finish[yes]"},
}

// TestFrames takes prompts apart whose style or format shows in the marks of its page alone: the
// tools are read, each rule of the task stays, and nothing else does.
func TestFrames(t *testing.T) {
	for _, c := range framedPrompts {
		t.Run(c.name, func(t *testing.T) {
			var rules []string
			for _, r := range strings.Split(c.prompt, "¦")[1:] {
				first, _, _ := strings.Cut(r, "\n")
				if end := sentenceEnd(first); end < len(first) {
					first = first[:end]
				}
				rules = append(rules, strings.TrimSpace(first))
			}
			r := fresh.Read(strings.ReplaceAll(c.prompt, "¦", ""))
			require.NotNil(t, r.Style)
			assert.Equal(t, c.style, r.Style.Name)
			var names, about []string
			for _, tool := range r.ToolList.Tools {
				names, about = append(names, tool.Name), append(about, tool.Description)
			}
			assert.Equal(t, []string{"tide", "bell"}, names)
			assert.Equal(t, []string{"Tells a <tide> & more", "Rings"}, about)
			kept := r.KeptText()
			for _, rule := range rules {
				assert.Contains(t, kept, rule)
				kept = strings.Replace(kept, rule, "", 1)
			}
			kept = strings.NewReplacer("<IMPORTANT>", "", "</IMPORTANT>", "").Replace(kept)
			assert.Empty(t, strings.TrimSpace(kept), "what stays but is no rule")
		})
	}
}

// What the parameters of a tool are is read from elements and from brackets, too.
func TestFrameSchemas(t *testing.T) {
	want := map[string]string{
		"elements of parameters":  `{"type": "object", "properties": {"at": {"type": "string"}, "day": {"type": "integer"}}, "required": ["at"]}`,
		"brackets":                `{"type": "object", "properties": {"at": {"type": "string"}}, "required": ["at"]}`,
		"each tool in an element": `{"type": "object", "properties": {"at": {"type": "string"}, "day": {"type": "integer"}}, "required": ["at"]}`,
	}
	for _, c := range framedPrompts {
		if want[c.name] != "" {
			r := fresh.Read(strings.ReplaceAll(c.prompt, "¦", ""))
			require.Len(t, r.ToolList.Tools, 2)
			assert.Equal(t, want[c.name], string(r.ToolList.Tools[0].Parameters))
		}
	}
}

// A list that can't be read is copied to where the tools are, and is no loss in silence.
func TestFrameUnread(t *testing.T) {
	prompt := "You keep a harbour.\n\nThe signatures are in <tools></tools>:\n<tools>\n{\"name\": \"tide\", \"description\": \"two\nlines\"}\n</tools>\n\nCalls:\n<tool_call>\n{\"name\": N, \"arguments\": A}\n</tool_call>"
	out, r, _, err := fresh.anew(prompt, style(t, "react"), Options{})
	require.NoError(t, err)
	assert.Equal(t, FormVerbatim, r.ToolList.Form)
	assert.Contains(t, out, "{\"name\": \"tide\", \"description\": \"two\nlines\"}")
	assert.NotContains(t, out, "<tool_call>")
}

// Tools in a form that is not read stay in the prompt.
func TestFrameOfOtherLists(t *testing.T) {
	for _, prompt := range []string{
		"Be brief.\n\n<|tool>declaration:tide{description:<|\"|>Tides}<tool|>\n\nCall as <|tool_call>call:NAME{key:1}<tool_call|>.",
		"Be brief.\n\nFunction:\ndef tide(at: str\n    \"\"\"\n    Tides\n    \"\"\"\n\nCall as:\n<seed:tool_call>\n<function=name>\n<parameter=key>value</parameter>\n</function>\n</seed:tool_call>",
		"Tools:\n[{\"name\": \"tide\" \"description\": \"Tides\"}]\n\nCall as <tool_call>{\"name\": N, \"arguments\": A}</tool_call>.",
	} {
		r := fresh.Read(prompt)
		assert.Contains(t, r.KeptText(), "ides")
		assert.Empty(t, r.ToolList.Tools)
	}
}

// No text is a frame's that only speaks of elements of the same names.
func TestNoFrames(t *testing.T) {
	for _, prompt := range []string{
		"Explain what a <tool_call> is.", "Write pages with <function> elements and <parameter> elements.", "Answer as JSON with the keys \"name\" and \"arguments\".",
		"Use [brackets(like=this)] in code.", "Put code in <execute> blocks.", "1. search[term]: as you know it\n2. look[page]\n",
		"Cite as <tool>x</tool>.", "The action to take is yours. Finish[ing] is good.",
	} {
		r := fresh.Read(prompt)
		assert.Nil(t, r.Style, prompt)
		assert.Equal(t, prompt, r.KeptText())
	}
}

// The models of hermes were trained on one definition a line in <tools>.
func TestHermesListsTools(t *testing.T) {
	list, err := fresh.ParseDefinitions([]byte("[" + tideTool + ", " + bellTool + "]"))
	require.NoError(t, err)
	out, _, err := fresh.Render(style(t, "hermes"), &list, Options{})
	require.NoError(t, err)
	assert.Contains(t, out, "\n\n<tools>\n"+tideTool+"\n"+bellTool+"\n</tools>\n\n")
	again := fresh.Read(out)
	assert.Equal(t, list.Tools, again.ToolList.Tools)
	own, err := ParseTemplate("Tools:\n<tools>\n{{TOOLS}}\n</tools>\nCall with <tool_call> and \"arguments\".")
	require.NoError(t, err)
	out, _, err = fresh.Render(style(t, "hermes"), &list, Options{To: own})
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(out, "<tools>"))
}

// TestTemplatesOfModels reads what the chat templates of models write for two tools.
func TestTemplatesOfModels(t *testing.T) {
	root := os.Getenv("TOOLSPEAK_CORPUS")
	if root == "" {
		t.Skip("TOOLSPEAK_CORPUS is not set")
	}
	b, err := os.ReadFile(filepath.Join(root, "..", "tongues", "jinja", "jinja-cases.json"))
	require.NoError(t, err)
	recognised, read := 0, 0
	gjson.ParseBytes(b).ForEach(func(_, c gjson.Result) bool {
		text := c.Get("ok").String()
		if c.Get("scenario").String() != "sys-tools" || text == "" {
			return true
		}
		text, _, _ = strings.Cut(text, "Weather in Zürich")
		r := fresh.Read(text)
		if r.Style != nil {
			recognised++
			assert.Contains(t, []int{0, 2}, len(r.ToolList.Tools), c.Get("file").String())
			assert.NotContains(t, r.KeptText(), `"parameters": {"type"`, c.Get("file").String())
		}
		if len(r.ToolList.Tools) == 2 {
			read++
		}
		return true
	})
	assert.GreaterOrEqual(t, recognised, 44)
	assert.GreaterOrEqual(t, read, 51)
}
