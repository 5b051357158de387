package layouts

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestToolFit promises what becomes of tools that an API does not take.
func TestToolFit(t *testing.T) {
	for _, c := range []struct {
		to         Layout
		list, want string
		codes      string
	}{
		{OpenAI, `[{"name": "f", "parameters": {"type": "object"}, "strict": true}]`, "stays", ""},
		{OpenAI, `[{"name": "f", "signature": "f()", "strict": "yes"}]`, `[{"type": "function", "function": {"name": "f"}}]`, "tool-keys tool-keys"},
		{OpenAI, `[{"name": "a b"}, {"name": "a_b"}, {"name": "f"}]`,
			`[{"type": "function", "function": {"name": "a_b_4m7u2a"}}, {"type": "function", "function": {"name": "a_b"}}, {"type": "function", "function": {"name": "f"}}]`, "tool-renamed"},
		{Responses, `[{"name": "f", "parameters": {"q": {"type": "string"}}}]`, `[{"name": "f", "parameters": {"type": "object", "properties": {"q": {"type": "string"}}}}]`, "tool-schema"},
		{Responses, `[{"name": "f", "parameters": {"properties": {}}}]`, `[{"name": "f", "parameters": {"type": "object", "properties": {}}}]`, ""},
		{Responses, `[{"name": "f", "parameters": {"type": "string"}}]`,
			`[{"name": "f", "parameters": {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}}]`, "tool-schema"},
		{Anthropic, `[{"name": "f", "parameters": {"type": "dict", "properties": {"q": {"type": "str"}}, "required": ["q"]}}]`,
			`[{"name": "f", "parameters": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}}]`, "tool-schema tool-schema"},
		{Gemini, `[{"name": "f", "parameters": {"type": "object", "properties": {"type": {"type": "int, optional", "default": {"type": "str"}}, "s": {"type": "list", "items": {"type": "String, required"}}}}}]`,
			`[{"name": "f", "parameters": {"type": "object", "properties": {"type": {"type": "integer", "default": {"type": "str"}}, "s": {"type": "array", "items": {"type": "string"}}}}}]`, "tool-schema"},
		{Responses, `[{"name": "f", "parameters": "none"}]`, `[{"name": "f"}]`, "tool-schema"},
		{Anthropic, `[{"name": "f", "parameters": [{"name": "q", "type": "string"}]}]`, `[{"name": "f", "parameters": {"type": "object", "properties": {"q": {"type": "string"}}}}]`, "tool-schema"},
		{Anthropic, `[{"type": "web_search_20250305", "name": "web_search"}, {"googleSearch": {}}]`, `[{"type": "web_search_20250305", "name": "web_search"}]`, "tool-dropped"},
		{Anthropic, `[{"type": "custom", "name": "sql", "format": {"type": "text"}}]`,
			`[{"name": "sql", "parameters": {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}}]`, "tool-schema"},
		{OpenAI, `[{"type": "custom", "name": "sql", "format": {"type": "grammar", "syntax": "lark", "definition": "x"}}]`,
			`[{"type": "custom", "custom": {"name": "sql", "format": {"type": "grammar", "grammar": {"syntax": "lark", "definition": "x"}}}}]`, ""},
		{Responses, `[{"type": "custom", "custom": {"name": "sql", "format": {"type": "grammar", "grammar": {"syntax": "lark", "definition": "x"}}}}]`,
			`[{"type": "custom", "name": "sql", "format": {"type": "grammar", "syntax": "lark", "definition": "x"}}]`, ""},
		{Gemini, `[{"googleSearch": {}}, {"name": "2f", "strict": false}, {"functionDeclarations": [{"name": "g"}], "urlContext": {}}]`,
			`[{"name": "tool_2f"}, {"name": "g"}, {"googleSearch": {}}, {"urlContext": {}}]`, "tool-renamed"},
		{Gemini, `[{"name": "a.b:c-d"}]`, "stays", ""},
		{Gemini, `[{"codeExecution": {}}, {"name": "f"}]`, `[{"name": "f"}, {"codeExecution": {}}]`, ""},
		{Bedrock, `[{"googleSearch": {}}, {"type": "web_search"}, {"name": "f"}]`, `[{"name": "f"}]`, "tool-dropped tool-dropped"},
		{Vercel, `[{"type": "provider-defined", "id": "x.search", "name": "search", "args": {}}, {"urlContext": {}}]`,
			`[{"type": "provider-defined", "id": "x.search", "name": "search", "args": {}}]`, "tool-dropped"},
		{Swift, `[{"name": "a b", "parameters": {"type": "string"}, "x": 1}]`, "stays", ""},
		{Swift, `[{"name": "a"}, {"type": "web_search"}]`, `[{"name": "a"}]`, "tool-dropped"},
	} {
		f := byName(c.to).about().tools.fit([]byte(c.list), c.to.String())
		if c.want == "stays" {
			require.Nil(t, f, c.list)
			continue
		}
		require.NotNil(t, f, c.list)
		require.Equal(t, c.want, string(f.list), c.list)
		var codes []string
		for _, d := range f.losses {
			for range d.Number() {
				codes = append(codes, string(d.Code))
			}
		}
		slices.Sort(codes)
		require.Equal(t, c.codes, strings.Join(codes, " "), c.list)
		require.Nil(t, byName(c.to).about().tools.fit(f.list, c.to.String()), "what was made fits: %s", f.list)
	}
}

// TestToolChoice promises that what a request says of its tools is said in the words of
// the other API, or reported.
func TestToolChoice(t *testing.T) {
	for _, c := range []struct {
		to         Layout
		said, want string
		ok         bool
	}{
		{Anthropic, `{"tool_choice": "auto"}`, `"tool_choice": {"type": "auto"}`, true},
		{Anthropic, `{"tool_choice": "required", "parallel_tool_calls": false}`, `"tool_choice": {"type": "any", "disable_parallel_tool_use": true}`, true},
		{Anthropic, `{"tool_choice": {"type": "function", "function": {"name": "f"}}}`, `"tool_choice": {"type": "tool", "name": "f"}`, true},
		{Anthropic, `{"parallel_tool_calls": true}`, "", true},
		{Responses, `{"tool_choice": {"type": "function", "function": {"name": "f"}}}`, `"tool_choice": {"type": "function", "name": "f"}`, true},
		{OpenAI, `{"tool_choice": {"type": "tool", "name": "f", "disable_parallel_tool_use": true}}`,
			`"tool_choice": {"type": "function", "function": {"name": "f"}}, "parallel_tool_calls": false`, true},
		{OpenAI, `{"toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["f"]}}}`, `"tool_choice": {"type": "function", "function": {"name": "f"}}`, true},
		{OpenAI, `{"tool_config": {"function_calling_config": {"mode": "NONE"}}}`, `"tool_choice": "none"`, true},
		{Gemini, `{"tool_choice": "required"}`, `"toolConfig": {"functionCallingConfig": {"mode": "ANY"}}`, true},
		{Gemini, `{"tool_choice": "auto", "parallel_tool_calls": false}`, `"toolConfig": {"functionCallingConfig": {"mode": "AUTO"}}`, false},
		{OpenAI, `{"tool_choice": {"type": "file_search"}}`, "", false},
		{Anthropic, `{"tool_choice": 7}`, "", false},
		{OpenAI, `{"toolConfig": {"tools": [], "toolChoice": {"tool": {"name": "f"}}}}`, `"tool_choice": {"type": "function", "function": {"name": "f"}}`, true},
		{OpenAI, `{"toolConfig": {"toolChoice": {"any": {}}}}`, `"tool_choice": "required"`, true},
		{OpenAI, `{"toolConfig": {"tools": []}}`, "", true},
		{OpenAI, `{"toolChoice": {"type": "tool", "toolName": "f"}}`, `"tool_choice": {"type": "function", "function": {"name": "f"}}`, true},
		{Bedrock, `{"tool_choice": "required"}`, `"toolChoice": {"any": {}}`, true},
		{Bedrock, `{"tool_choice": "none"}`, "", false},
		{Vercel, `{"tool_choice": {"type": "any"}, "parallel_tool_calls": false}`, `"toolChoice": "required"`, false},
	} {
		var choice toolChoice
		understood := true
		for _, key := range choiceKeys {
			if at := member([]byte(c.said), 0, key); at.End > 0 {
				understood = choice.readChoice(key, at.Of([]byte(c.said))) && understood
			}
		}
		out, ok := byName(c.to).about().choice(&choice)
		require.Equal(t, c.want, string(out), c.said)
		require.Equal(t, c.ok, ok && understood, c.said)
	}
}

// TestToolForms promises that a tool list is read in the form of whatever API, wherever it is.
func TestToolForms(t *testing.T) {
	const schema = `{"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}`
	const want = `[{"type": "function", "function": {"name": "f", "description": "d", "parameters": ` + schema + `}}]`
	for _, list := range []string{
		want,
		`[{"type": "function", "name": "f", "description": "d", "parameters": ` + schema + `}]`,
		`[{"name": "f", "description": "d", "input_schema": ` + schema + `}]`,
		`[{"name": "f", "description": "d", "inputSchema": ` + schema + `}]`,
		`[{"name": "f", "description": "d", "args_schema": ` + schema + `}]`,
		`[{"name": "f", "description": "d", "args": {"q": {"type": "string"}}}]`,
		`[{"name": "f", "description": "d", "parameter_definitions": {"q": {"type": "str", "required": true}}}]`,
		`[{"functionDeclarations": [{"name": "f", "description": "d", "parameters": ` + schema + `}]}]`,
		`{"function_declarations": [{"name": "f", "description": "d", "parameters": ` + schema + `}]}`,
		`[{"toolSpec": {"name": "f", "description": "d", "inputSchema": {"json": ` + schema + `}}}]`,
		`{"tools": [{"toolSpec": {"name": "f", "description": "d", "inputSchema": {"json": ` + schema + `}}}], "toolChoice": {"auto": {}}}`,
		`{"f": {"description": "d", "inputSchema": ` + schema + `}}`,
		`{"f": {"description": "d", "parameters": ` + schema + `}}`,
		`{"name": "f", "description": "d", "parameters": ` + schema + `}`,
	} {
		require.JSONEq(t, want, string(toolTasks[wrappedLine]([]byte(list))), list)
		require.JSONEq(t, want, string(wrappedTool.list(toolsIn([]byte(list)))), list)
	}
	for _, other := range []string{`{"mode": "AUTO"}`, `{"functionCallingConfig": {"mode": "ANY"}}`, `{}`, `{"f": {}}`, `{"f": 1}`} {
		require.Nil(t, toolsIn([]byte(other)), other)
	}
	const hosted = `[{"type": "provider-defined", "id": "x.search", "name": "search", "args": {}}]`
	require.Equal(t, hosted, string(toolTasks[wrappedLine]([]byte(hosted))), "the service has it")
	require.Equal(t, `[{"args": {}}]`, string(toolTasks[wrappedLine]([]byte(`[{"args": {}}]`))), "no element goes")
}
