package prompts

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestReadToolList(t *testing.T) {
	obj := json.RawMessage(`{"type": "object"}`)
	sig := func(s string) []Member { return []Member{{signatureKey, json.RawMessage(quote(s))}} }
	for name, c := range map[string]struct {
		text string
		form Form
		want []Tool
	}{
		"tool lines":             {"> Tool Name: a\nTool Description: b\nTool Args: {\"type\": \"object\"}\n\n> Tool Name: c\nTool Description: d\ne\n", FormToolLines, []Tool{{Name: "a", Description: "b", Parameters: obj}, {Name: "c", Description: "d\ne"}}},
		"python schema":          {"> Tool Name: a\nTool Description: b\nTool Args: {'type': 'object'}", FormToolLines, []Tool{{Name: "a", Description: "b", Parameters: obj}}},
		"arguments first":        {"Tool Name: run it(x: str) -> str\nTool Arguments: {\"type\": \"object\"}\nTool Description: b\nc\nTool Name: e\nTool Arguments: {}\nTool Description: f", FormToolLines, []Tool{{Name: "run it", Description: "b\nc", Parameters: obj, Extra: sig("(x: str) -> str")}, {Name: "e", Description: "f", Parameters: json.RawMessage("{}")}}},
		"args lines":             {"a: b\n- c, args: {\"type\": \"object\"}\nGet Issue: \nd, args: {}", FormArgsLines, []Tool{{Name: "a", Description: "b\n- c", Parameters: obj}, {Name: "Get Issue", Description: "\nd", Parameters: json.RawMessage("{}")}}},
		"args lines, signature":  {"a(q: str) -> list: b, args: {}", FormArgsLines, []Tool{{Name: "a", Description: "b", Parameters: json.RawMessage("{}"), Extra: sig("(q: str) -> list")}}},
		"plain lines":            {"a: b\nc: d", FormArgsLines, []Tool{{Name: "a", Description: "b"}, {Name: "c", Description: "d"}}},
		"names of words":         {"ask a friend: ask a friend(q: str) - b\nThe input: c\nd: e", FormArgsLines, []Tool{{Name: "ask a friend", Description: "ask a friend(q: str) - b\nThe input: c"}, {Name: "d", Description: "e"}}},
		"dash":                   {"a - b: c\nmore\nd(x: int = 3) -> str - e", FormDash, []Tool{{Name: "a", Description: "b: c\nmore"}, {Name: "d", Description: "e", Extra: sig("(x: int = 3) -> str")}}},
		"bullets":                {"- a: b\n- **c**: d, args: {\"type\": \"object\"}\n- `e` - f", FormBullets, []Tool{{Name: "a", Description: "b"}, {Name: "c", Description: "d", Parameters: obj}, {Name: "e", Description: "f"}}},
		"numbered":               {"1.a: b\n2. c: d\n3) e: f", FormNumbered, []Tool{{Name: "a", Description: "b"}, {Name: "c", Description: "d"}, {Name: "e", Description: "f"}}},
		"json":                   {"[\n  {\"name\": \"a\", \"strict\": true}\n]", FormJSON, []Tool{{Name: "a", Extra: []Member{{"strict", json.RawMessage("true")}}}}},
		"json, python":           {"[{'name': 'a', 'description': 'b', 'parameters': {\"type\": \"object\"}}]", FormJSON, []Tool{{Name: "a", Description: "b", Parameters: obj}}},
		"json lines":             {"{\"name\": \"a\"}\n{\"name\": \"b\"}", FormJSONLines, []Tool{{Name: "a"}, {Name: "b"}}},
		"openai":                 {`[{"type":"function","function":{"name":"a","parameters":{"type": "object"}},"id":7}]`, FormOpenAI, []Tool{{Name: "a", Parameters: obj, Wrapped: true, Outer: []Member{{"id", json.RawMessage("7")}}}}},
		"openai lines":           {`{"type":"function","function":{"name":"a"}}`, FormOpenAILines, []Tool{{Name: "a", Wrapped: true}}},
		"xml":                    {"<tools>\n\n<tool>\n  <name>a</name>\n  <description>x &lt; y</description>\n  <arguments>\n    {\"type\": \"object\"}\n  </arguments>\n</tool>\n</tools>", FormToolsXML, []Tool{{Name: "a", Description: "x < y", Parameters: obj}}},
		"xml, not escaped":       {"<tools>\n<tool>\n<name>a</name>\n<description>x & y < z</description>\n<arguments>\n{\"type\": \"object\"}\n</arguments>\n</tool>\n</tools>", FormToolsXML, []Tool{{Name: "a", Description: "x & y < z", Parameters: obj}}},
		"nothing":                {" \n", FormNone, nil},
		"an empty list":          {"[]", FormJSON, nil},
		"an empty <tools>":       {"<tools></tools>", FormToolsXML, nil},
		"schema over many lines": {"> Tool Name: a\nTool Description: b\nTool Args: {\n  \"type\": \"object\"\n}\n", FormToolLines, []Tool{{Name: "a", Description: "b", Parameters: json.RawMessage("{\n  \"type\": \"object\"\n}")}}},
	} {
		got, err := readToolList(c.text)
		require.NoError(t, err, name)
		assert.Equal(t, c.form, got.Form, name)
		assert.True(t, equalTools(c.want, got.Tools), "%s: %+v", name, got.Tools)
		if !got.Python && !got.Raw && got.Form != FormNone {
			again, used := WriteToolList(&got, got.Form)
			assert.Equal(t, got.Form, used, name)
			assert.Equal(t, c.text, again, name)
		}
	}
}

func TestNoToolList(t *testing.T) {
	for _, s := range []string{
		"There are no tools today.", `[{"title": "a"}]`, `[{"name": "a", "name": "b"}]`, `[{"name": 3}]`, `{"name": "a"} and more`,
		"<tools><tool><name>a</name></tools>", "<tools><tool><description>a</description></tool></tools>", "<tools>words</tools>",
		`[1, 2]`, `["a"]`, "<tools><tool><name>a</name><name>b</name></tool></tools>", "You can - it is you", "1. a: b\n\n4. c",
	} {
		c, err := readToolList(s)
		if s[0] == '1' {
			require.NoError(t, err)
			assert.Len(t, c.Tools, 1)
			continue
		}
		assert.ErrorContains(t, err, "not a list of tools in any known form", "%q gave %+v", s, c.Tools)
	}
}

func TestParseDefinitions(t *testing.T) {
	for _, s := range []string{
		`[{"name": "a", "parameters": {}}]`, `"[{\"name\": \"a\", \"parameters\": {}}]"`, `[{"type": "function", "function": {"name": "a", "parameters": {}}}]`,
		`{"name": "a", "parameters": {}}`,
	} {
		c, err := fresh.ParseDefinitions([]byte(s))
		require.NoError(t, err, s)
		require.Len(t, c.Tools, 1, s)
		assert.Equal(t, "a", c.Tools[0].Name)
		assert.Equal(t, "{}", string(c.Tools[0].Parameters))
	}
	for _, s := range []string{`7`, `"x"`, `[{"description": "a"}]`, `[{"name": "a"}] []`, `"[`} {
		_, err := fresh.ParseDefinitions([]byte(s))
		assert.Error(t, err, s)
	}
	for _, s := range []string{``, `null`, `""`, `[]`, `"[]"`} {
		c, err := fresh.ParseDefinitions([]byte(s))
		assert.NoError(t, err, s)
		assert.Empty(t, c.Tools, s)
	}
}

func TestDefinition(t *testing.T) {
	tool := Tool{Name: "a", Description: "b", Parameters: json.RawMessage(`{"x":1.0}`)}
	assert.Equal(t, `{"type": "function", "function": {"name": "a", "description": "b", "parameters": {"x":1.0}}}`, string(tool.Definition()))
}

// A form that can't hold a tool list is not used.
func TestFormFallsBack(t *testing.T) {
	for name, c := range map[string]struct {
		form Form
		tool Tool
		want Form
	}{
		"dash has no parameters":        {FormDash, Tool{Name: "a", Description: "b", Parameters: json.RawMessage("{}")}, FormJSON},
		"a name over two lines":         {FormToolLines, Tool{Name: "a\nb", Description: "c"}, FormJSON},
		"a description like arguments":  {FormArgsLines, Tool{Name: "a", Description: "b, args: {}", Parameters: nil}, FormJSON},
		"keys beside the function":      {FormJSON, Tool{Name: "a", Wrapped: true, Outer: []Member{{"x", json.RawMessage("1")}}}, FormOpenAI},
		"a lone surrogate in XML":       {FormToolsXML, Tool{Name: "a", Description: "\xed\xa0\xbd"}, FormJSON},
		"a control character in XML":    {FormToolsXML, Tool{Name: "a", Description: "\x00"}, FormJSON},
		"a key that is no element name": {FormToolsXML, Tool{Name: "a", Extra: []Member{{"x y", json.RawMessage("1")}}}, FormJSON},
	} {
		text, used := WriteToolList(&ToolList{Tools: []Tool{c.tool}}, c.form)
		assert.Equal(t, c.want, used, name)
		back, err := readToolList(text)
		require.NoError(t, err, name)
		assert.True(t, equalTools([]Tool{c.tool}, back.Tools), "%s: %q", name, text)
	}
}

func TestParseForm(t *testing.T) {
	f, err := ParseForm("tool-lines")
	assert.NoError(t, err)
	assert.Equal(t, FormToolLines, f)
	_, err = ParseForm("verbatim")
	assert.ErrorContains(t, err, "known are args-lines, bullets, dash")
}

// drawText draws text out of pieces that the forms are made of.
func drawText(t *rapid.T, label string) string {
	pieces := []string{
		"a", "Search", " ", "\n", "\n\n", ": ", " - ", ", args: ", "{}", "{", "}", "- ", "1. ", "2. ", "[", "]", `"`, "'", "\\", "&", "<", ">", "</tool>",
		"> Tool Name: x", "Tool Args: {}", "Tool Description:", "é", "文", "🙂", "\xed\xa0\xbd", "\t", "\r", "(", ")", " -> ", "`", "**", "</tools>",
	}
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(t, label), "")
}

func drawTool(t *rapid.T) Tool {
	name := "t" + rapid.StringMatching(`[a-z0-9_]{0,6}`).Draw(t, "name")
	if rapid.IntRange(0, 3).Draw(t, "odd name") == 0 {
		name = drawText(t, "name")
	}
	tool := Tool{Name: name, Description: drawText(t, "description")}
	schemas := []string{"", "{}", `{"type": "object", "properties": {"a": {"type":"string"}}}`, "{\n \"a\": 1.0\n}", `{"x": "</arguments> & <b> \u00e9 \\ \" , args: {}"}`, "{\"a\":\r\n[1e400]}"}
	if s := rapid.SampledFrom(schemas).Draw(t, "parameters"); s != "" {
		tool.Parameters = json.RawMessage(s)
	}
	switch rapid.IntRange(0, 6).Draw(t, "extra") {
	case 0:
		tool.sign("(q: str) -> str")
	case 1:
		tool.Extra = []Member{{"strict", json.RawMessage("true")}, {"x y", json.RawMessage(`[1, "a"]`)}}
	case 2:
		tool.Wrapped, tool.Outer = true, []Member{{"cache", json.RawMessage(`{"a":  1}`)}}
	}
	return tool
}

// Whatever the tools, what is written reads back as the same tools.
func TestToolListsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := ToolList{Tools: rapid.SliceOfN(rapid.Custom(drawTool), 1, 4).Draw(t, "tools")}
		if rapid.IntRange(0, 3).Draw(t, "without schemas") == 0 {
			for i := range c.Tools {
				c.Tools[i].Parameters = nil
			}
		}
		for _, f := range Forms() {
			text, used := WriteToolList(&c, f)
			back, err := readToolList(text)
			if err != nil || !equalTools(back.Tools, c.Tools) || back.Form != used {
				t.Fatalf("%s, written as %s, read as %s %v:\n%s\n%+v", f, used, back.Form, err, text, back.Tools)
			}
		}
	})
}

// Every form holds plain tools, and every form but dash holds those that are
// hard to carry.
func TestFormsHold(t *testing.T) {
	plain := &ToolList{Tools: []Tool{{Name: "a", Description: "b"}, {Name: "c_d", Description: "e\nf"}}}
	for _, f := range Forms() {
		_, used := WriteToolList(plain, f)
		assert.Equal(t, f, used)
		if f != FormDash {
			_, used = WriteToolList(&ToolList{Tools: hostile()}, f)
			assert.Equal(t, f, used)
		}
	}
}
