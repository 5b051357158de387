package prompts

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCodeLists reads lists of tools that are code, declarations or sections.
func TestCodeLists(t *testing.T) {
	const city = `{"name": "weather", "description": "Tells the weather.\nAnywhere.", "parameters": `
	for _, c := range []struct{ name, list, want string }{
		{"TypeScript", "namespace functions {\n\n// Tells the weather.\n// Anywhere.\ntype weather = (_: {\n  // The city\n  city: string,\n  days?: number, // default: 3\n  unit?: \"c\" | \"f\",\n  at: { lat: number; near?: boolean }[],\n}) => any;\n\ntype now = () => string;\n\n} // namespace functions",
			city + `{"type": "object", "properties": {"city": {"type": "string", "description": "The city"}, "days": {"type": "number", "default": 3}, "unit": {"enum": ["c", "f"], "type": "string"}, ` +
				`"at": {"type": "array", "items": {"type": "object", "properties": {"lat": {"type": "number"}, "near": {"type": "boolean"}}, "required": ["lat"]}}}, "required": ["city", "at"]}}, {"name": "now", "description": "", "parameters": {"type": "object", "properties": {}}, "return": {"type": "string"}}`},
		{"TypeScript without a namespace", "// Tells the weather.\n// Anywhere.\ntype weather = (_: {city: string | null, \"odd-key\"?: Array<Record<string, Place>>}) => any;",
			city + `{"type": "object", "properties": {"city": {"type": ["string", "null"]}, "odd-key": {"type": "array", "items": {"type": "object", "additionalProperties": {"title": "Place"}}}}, "required": ["city"]}}`},
		{"Python", "```python\ndef weather(city: str, days: Optional[int] = 3, tags: List[str] = None, unit: Literal[\"c\", \"f\"] = 'c') -> dict:\n    \"\"\"Tells the weather.\n    Anywhere.\n\n    Args:\n        city (str): The city:\n            any of them\n        days: How many\n    \"\"\"\n    pass\n\n\ndef now():\n    '''Now'''\n```",
			city + `{"type": "object", "properties": {"city": {"type": "string", "description": "The city:\nany of them"}, "days": {"type": "integer", "default": 3, "description": "How many"}, "tags": {"type": "array", "items": {"type": "string"}}, "unit": {"enum": ["c", "f"], "type": "string", "default": "c"}}, "required": ["city"]}, ` +
				`"return": {"type": "object"}}, {"name": "now", "description": "Now", "parameters": {"type": "object", "properties": {}}}`},
		{"a docstring that names another", "def weather(city: str):\n    \"\"\"Tells the weather.\n    Anywhere.\n\n    Returns:\n        text\n\n    Args:\n        None of them\n    \"\"\"",
			`{"name": "weather", "description": "Tells the weather.\nAnywhere.\n\nReturns:\n    text\n\nArgs:\n    None of them", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}`},
		{"declarations", "<|tool>declaration:weather{description:<|\"|>Tells the weather.\nAnywhere.<|\"|>,parameters:{properties:{city:{type:<|\"|>STRING<|\"|>,enum:[<|\"|>A, B<|\"|>],nullable:true}},required:[<|\"|>city<|\"|>],type:<|\"|>OBJECT<|\"|>}}<tool|>",
			city + `{"properties": {"city": {"type": "string", "enum": ["A, B"], "nullable": true}}, "required": ["city"], "type": "object"}}`},
		{"sections", "### weather\nDescription: Tells the weather.\nAnywhere.\n\nParameters: {\"type\": \"object\"}\n\n### now\nDescription: Now\n\nParameters: {}",
			city + `{"type": "object"}}, {"name": "now", "description": "Now", "parameters": {}}`},
		{"labels and fences", "Function: weather\n**Description**: Tells the weather.\nAnywhere.\nParameters:\n```json\n{\"type\": \"object\"}\n```", city + `{"type": "object"}}`},
		{"raw JSON", "[{\"name\": \"weather\", \"description\": \"Tells the weather.\nAnywhere.\", \"parameters\": {\"type\": \"object\"}}, {\"type\": \"function\", \"function\": {\"name\": \"now\", \"description\": \"say \"now\"\", \"parameters\": {}}}]",
			city + `{"type": "object"}}, {"name": "now", "description": "say \"now\"", "parameters": {}}`},
		{"HTML's escapes", "Use the function 'weather' to 'Tells the weather.\nAnywhere.'\n{&#34;name&#34;: &#34;weather&#34;, &#34;description&#34;: &#34;Tells the weather.\\nAnywhere.&#34;, &#34;parameters&#34;: {&#34;a&#34;: &#34;&lt;b&gt;&#34;}}", city + `{"a": "<b>"}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			prompt := "Be brief.\n\nTools:\n\n" + c.list + "\n\nBe kind."
			f, ok := builtIn.findToolList(prompt)
			require.True(t, ok)
			assert.Equal(t, "["+c.want+"]", string(f.toolList.Definitions()))
			assert.True(t, f.definite())
			assert.Empty(t, strings.TrimSpace(strings.Replace(c.list, strings.TrimSpace(prompt[f.start:f.end]), "", 1)), "what is not of the list")
		})
	}
}

// TestNoCodeLists looks at code that offers no tools.
func TestNoCodeLists(t *testing.T) {
	for _, prompt := range []string{
		"Write code such as:\n```python\ndef f(a):\n    return a\n```", "type f = (a", "namespace of the cluster: {x}", "### Style\nDescription: short\n\n### Tone\nDescription: kind", "declaration:x{y",
		"<|tool>declaration:x{y:<tool|>", "def f(a: str", "def f(\"a", "type f = (_: {\n// a\nb\n",
	} {
		f, ok := builtIn.findToolList(prompt)
		assert.False(t, ok && f.definite(), "%s: %v", prompt, f.toolList.Tools)
	}
}
