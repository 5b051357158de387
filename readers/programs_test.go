package readers

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// callsOf returns the calls that a format reads in a text, as lines.
func callsOf(t *testing.T, format, text string, tools *Tools) (lines []string, m Message) {
	t.Helper()
	r, err := New(format)
	require.NoError(t, err)
	m = r.Read(text, tools)
	for _, s := range m.Steps {
		if s.Kind == ir.Call {
			lines = append(lines, s.Tool.String()+" "+s.Args.Value.String())
		}
	}
	return lines, m
}

// Programs are one call each, whatever calls are in them; prose that is none stays prose.
func TestPrograms(t *testing.T) {
	code := func(s string) string {
		b, err := json.Marshal(s)
		require.NoError(t, err)
		return `{"code": ` + string(b) + "}"
	}
	for _, c := range []struct {
		format, text string
		want         []string
	}{
		{"smolagents-code", "Thought: I look.\n<code>\nx = tide(\"Ness\")\nprint(x)\n</code>", []string{"python " + code("x = tide(\"Ness\")\nprint(x)")}},
		{"smolagents-code", "Code:\n```py\nfinal_answer(3)\n```<end_code>", []string{"python " + code("final_answer(3)")}},
		{"smolagents-code", "Code:\n```python\nf(g(1))\n```", []string{"python " + code("f(g(1))")}},
		{"smolagents-code", "<code>\nprint(1)", []string{"python " + code("print(1)")}},
		{"codeact", "I run it.\n<execute>\nimport os\n</execute>", []string{"python " + code("import os")}},
		{"codeact", "<execute_bash>ls -la</execute_bash>", []string{"execute_bash " + code("ls -la")}},
		{"gemma3", "```tool_code\nprint(tide(city=\"Ness\"))\n```", []string{`tide {"city": "Ness"}`}},
		{"tool_code", "```tool_code\ntide(city='Ness', days=3)\n```", []string{`tide {"city": "Ness", "days": 3}`}},
		{"gemma3", "```tool_code\nx = tide(city=where())\nprint(x)\n```", []string{"python " + code("x = tide(city=where())\nprint(x)")}},
		{"python-tag", "<|python_tag|>brave_search.call(query=\"tide\")<|eom_id|>", []string{`brave_search {"query": "tide"}`}},
		{"python-tag", "<|python_tag|>{\"name\": \"f\", \"parameters\": {}}", nil},
		{"nexus", "Call: tide(city='Ness'); now()<bot_end> \nThought: both.", []string{`tide {"city": "Ness"}`, `now {}`}},
		{"gorilla", "<<function>>tide(city='Ness')<<function>>now()", []string{`tide {"city": "Ness"}`, `now {}`}},
		{"glm4", "tide\n{\"city\": \"Ness\"}", []string{`tide {"city": "Ness"}`}},
		{"chatglm4", "<|assistant|>tide\n{\"city\": \"Ness\"}<|observation|>", []string{`tide {"city": "Ness"}`}},
		{"qwen_zh", "好。\n✿FUNCTION✿: tide\n✿ARGS✿: {\"city\": \"Ness\"}\n✿RESULT✿: high\n✿RETURN✿: It is high.", []string{`tide {"city": "Ness"}`}},
		{"qwen_en_parallel", "✿FUNCTION✿: tide\n✿ARGS✿: {\"city\": \"Ness\"}\n✿FUNCTION✿: now\n✿ARGS✿: {}\n✿RESULT✿", []string{`tide {"city": "Ness"}`, `now {}`}},
		{"deepseek-v4.1", "<｜DSML｜ calls>\n<｜DSML｜ invoke name=\"tide\">\n<｜DSML｜ parameter name=\"city\" string=\"true\">Ness</｜DSML｜ parameter>\n</｜DSML｜ invoke>\n</｜DSML｜ calls>", []string{`tide {"city": "Ness"}`}},
		{"musespark1x", "to=tide<|message|><atem:function_calls>\n<atem:invoke name=\"tide\">\n<atem:parameter name=\"city\">Ness</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>", []string{`tide {"city": "Ness"}`}},
	} {
		got, _ := callsOf(t, c.format, c.text, nil)
		require.Equal(t, c.want, got, "%s: %q", c.format, c.text)
	}
}

// Elements with the names of tools are calls where the tool was offered or is always there;
// those of a page are none.
func TestOffered(t *testing.T) {
	tools, err := ParseTools([]byte(`[{"name": "tide", "parameters": {"properties": {"city": {"type": "string"}, "days": {"type": "integer"}}}}]`))
	require.NoError(t, err)
	for _, c := range []struct {
		text string
		want []string
	}{
		{"I look.\n\n<tide>\n<city>Ness</city>\n<days>3</days>\n</tide>", []string{`tide {"city": "Ness", "days": 3}`}},
		{"<div>\n<b>bold</b>\n</div>\n<write_to_file>\n<path>a.html</path>\n<content>\n<div>\n<b>bold</b>\n</div>\n</content>\n</write_to_file>", []string{`write_to_file {"path": "a.html", "content": "<div>\n<b>bold</b>\n</div>"}`}},
		{"<list_files></list_files>", []string{`list_files {}`}},
		{"<ebb>\n<city>Ness</city>\n</ebb>", nil},
	} {
		got, _ := callsOf(t, "roo", c.text, tools)
		require.Len(t, got, len(c.want), c.text)
		for i := range got {
			name, args, _ := strings.Cut(got[i], " ")
			wantName, wantArgs, _ := strings.Cut(c.want[i], " ")
			require.Equal(t, wantName, name)
			require.JSONEq(t, wantArgs, args)
		}
	}
}

// A call that is an argument is read as no call, and named.
func TestNested(t *testing.T) {
	for format, text := range map[string]string{
		"nexus":     "Call: tide(city=town(of=\"me\"))<bot_end>",
		"pythonic":  "[tide(city=geo.town(of=\"me\"))]",
		"gorilla":   "<<function>>tide(city=town())",
		"lfm2":      "<|tool_call_start|>[tide(days=3, city=town())]<|tool_call_end|>",
		"olmo3":     "<function_calls>tide(city=town(1))</function_calls>",
		"toolace":   "[now(), tide(city=town(of=\"me\"))]",
		"codeagent": "",
	} {
		got, m := callsOf(t, format, text, nil)
		require.Empty(t, got, text)
		require.Equal(t, text != "", len(m.Nested) > 0, text)
	}
}
