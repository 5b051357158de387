package prompts

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// TestWordedLists reads lists whose parameters are told in words, in every notation: the tools, each with
// its parameters and their types.
func TestWordedLists(t *testing.T) {
	const want = `{"moor":["ship:string","berth:integer"],"leave":["ship:string"]}`
	for _, c := range []struct{ name, list string }{
		{"bullets under bullets", "- moor: Moors a ship.\n  - ship (string, required): its name\n  - berth (integer): where\n- leave: Lets a ship go.\n  - ship (string): its name"},
		{"in parentheses", "- **moor**: Moors a ship (parameters: ship (string), berth (integer))\n- **leave**: Lets a ship go (parameters: ship (string))"},
		{"signatures as code", "* `moor(ship: str, berth: int = 4)`: Moors a ship.\n* `leave(ship: str)`: Lets a ship go."},
		{"numbers and labels", "1. moor\n   Description: Moors a ship.\n   Parameters:\n     - ship (string): its name\n     - berth (integer): where\n2. leave\n   Description: Lets a ship go.\n   Parameters:\n     - ship (string): its name"},
		{"YAML", "- name: moor\n  description: Moors a ship\n  parameters:\n    ship: string\n    berth: integer\n- name: leave\n  description: Lets a ship go\n  parameters:\n    ship: string"},
		{"names and types", "tool: moor\nargs: {\"ship\": \"string\", \"berth\": \"int\"}\ndescription: Moors a ship\n\ntool: leave\nargs: {\"ship\": \"string\"}\ndescription: Lets a ship go"},
		{"a table", "| Tool | Description | Parameters |\n| --- | :-- | --- |\n| `moor` | Moors a ship | ship: string, berth: integer |\n| leave | Lets a ship go | ship: str |"},
		{"between lines", "---- BEGIN FUNCTION #1: moor ----\nDescription: Moors a ship.\n\n* slowly\nParameters:\n  (1) ship (string, required): its name\nAllowed values: [`Anna`, `Bo`]\n  (2) berth (integer, optional): where\n\nat the quay\n---- END FUNCTION #1 ----\n\n---- BEGIN FUNCTION #2: leave ----\nDescription: Lets a ship go\nParameters:\n  (1) ship (string, required): its name\n---- END FUNCTION #2 ----"},
		{"an object of tools", `{"moor": {"description": "Moors a ship", "parameters": {"type": "object", "properties": {"ship": {"type": "string"}, "berth": {"type": "integer"}}}}, "leave": {"description": "Lets a ship go", "inputSchema": {"type": "object", "properties": {"ship": {"type": "string"}}}}}`},
		{"elements of elements", "<tools>\n<tool_description>\n<tool_name>moor</tool_name>\n<description>Moors a ship</description>\n<parameters>\n<parameter>\n<name>ship</name>\n<type>string</type>\n</parameter>\n<parameter>\n<name>berth</name>\n<type>integer</type>\n</parameter>\n</parameters>\n</tool_description>\n<tool_description>\n<tool_name>leave</tool_name>\n<parameters>\n<parameter>\n<name>ship</name>\n<type>string</type>\n</parameter>\n</parameters>\n</tool_description>\n</tools>"},
		{"on one line", `<tools> {"name": "moor", "description": "Moors a ship", "input_schema": {"properties": {"ship": {"type": "string"}, "berth": {"type": "integer"}}}} {"name": "leave", "description": "", "parameters": {"properties": {"ship": {"type": "string"}}}} </tools>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, ok := builtIn.findToolList("You run a harbour.\n\nThe tools:\n\n" + c.list + "\n\nGreet nobody.")
			require.True(t, ok)
			got := map[string][]string{}
			for _, tool := range gjson.ParseBytes(f.toolList.OpenAI()).Array() {
				own := []string{}
				tool.Get("function.parameters.properties").ForEach(func(key, value gjson.Result) bool {
					own = append(own, key.String()+":"+value.Get("type").String())
					return true
				})
				got[tool.Get("function.name").String()] = own
			}
			var tools map[string][]string
			require.NoError(t, json.Unmarshal([]byte(want), &tools))
			assert.Equal(t, tools, got)
			read, err := readToolList(c.list)
			if slices.Contains(Forms(), f.toolList.Form) && err == nil {
				out, form := WriteToolList(&read, FormJSON)
				back, err := readToolList(out)
				require.NoError(t, err)
				assert.True(t, equalTools(back.Tools, read.Tools), "as %s: %s", form, out)
			}
		})
	}
}

// TestNoWordedLists looks at lists that offer no tools.
func TestNoWordedLists(t *testing.T) {
	for _, prompt := range []string{
		"| Dish | Price |\n| --- | --- |\n| soup | 4 |", "1. Bake the bread.\n2. Description of the oven: hot", "- name: Anna\n  role: cook", "## Menu\nDescription: what we cook\nParameters: none of them",
		"- Name: Bo\n- Description: a dog\n", "---- BEGIN FUNCTION #1: x ----", "{\"a\": {\"b\": 1}}",
	} {
		f, ok := builtIn.findToolList(prompt)
		assert.False(t, ok, "%s: %v", prompt, f.toolList.Tools)
	}
}
