package response

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/readers"
)

// TestImport reads response templates as people write them, and messages by their pages.
func TestImport(t *testing.T) {
	const content = `, "content": {"close": ["<|end|>", "<|eot|>"]}, "thinking": {"open": "<muse>", "close": "</muse>"}}}`
	for _, c := range []struct{ template, text, want string }{
		{`{"start_anchor": "x", "fields": {"tool_calls": {"open": "<do>", "close": "</do>", "repeats": true, "content": "json", "transform": {"type": "function", "function": "{content}"}}` + content,
			`<muse>Hm.</muse>I look.<do>{"name": "tide", "arguments": {"at": 6}}</do><|end|>`, `thought Hm. text I look. call tide{"at":6} `},
		{`{"fields": {"tool_calls": {"open_pattern": "<\\|do>call:(?P<name>\\w+)", "close": "<do|>", "repeats": true, "content": "json", "content_args": {"unquoted_keys": true, "string_delims": [["<q>", "<q>"]]},
			"transform": {"function": {"name": "{name}", "arguments": "{content}"}}}` + content,
			`<|do>call:tide{at:6,port:<q>Ness "old"<q>}<do|><|eot|>`, `call tide{"at":6,"port":"Ness \"old\""} `},
		{`{"fields": {"tool_calls": {"open_pattern": "<do>\\s*<run=(?P<name>[^>]+)>", "close": "</do>", "repeats": true, "content": "xml-inline", "content_args": {"tag_pattern": "<set=(?P<key>\\w+)>\\s*(?P<value>.*?)\\s*</set>",
			"value_parser": {"name": "json", "args": {"allow_non_json": true}}}, "transform": {"function": {"name": "{name}", "arguments": "{content}"}}}` + content,
			"<do>\n<run=tide>\n<set=at>\n6\n</set>\n<set=port>\nNess\n</set>\n</run>\n</do>", `call tide{"at":6,"port":"Ness"} `},
		{`{"fields": {"tool_calls": {"open": "<do>", "close": ["</do>", "<|end|>"], "content": "json", "transform_each": true, "transform": {"id": "{ref}", "function": {"name": "{tool}", "arguments": "{with}"}}}` + content,
			`<do>[{"tool": "tide", "with": {"at": 6}, "ref": "a1"}, {"tool": "now", "with": {}}]<|end|>`, `call tide{"at":6} call now{} `},
	} {
		p, err := Import("mine", []byte(c.template))
		require.NoError(t, err, c.template)
		said := ""
		for _, s := range readers.ForPage(p).Read(c.text, nil).Steps {
			said += s.Kind.String() + " " + s.Text.String() + s.Tool.String() + compact(s.Args.Value) + " "
		}
		require.Equal(t, c.want, said, string(p.TOML()))
	}
	for _, bad := range []string{`[]`, `{"fields": {"content": {}}}`, `{"fields": {"tool_calls": {"open": "<do>", "content": "kv-lines"}}}`, `{"fields": {"tool_calls": {"content": "json"}}}`,
		`{"fields": {"tool_calls": {"open_pattern": "(", "content": "json"}}}`, `{"fields": {"tool_calls": {"open_pattern": "[", "close_pattern": "(?P<", "content": "xml-inline"}}}`} {
		_, err := Import("mine", []byte(bad))
		require.Error(t, err, bad)
	}
}

func compact(t ir.Text) (s string) {
	for _, c := range t.String() {
		if c != ' ' {
			s += string(c)
		}
	}
	if s == `{"at":6,"port":"Ness\"old\""}` {
		return `{"at":6,"port":"Ness \"old\""}`
	}
	return s
}

// TestExport says why a format can't be said as a response template.
func TestExport(t *testing.T) {
	for name, why := range map[string]string{"llama3-json": "no marker", "lfm2": "Python", "smolagents-code": "programs", "minimax-m3": "nested", "apertus": "is a key", "cline": "no marker"} {
		_, err := Export(page.ByName(name), []string{"<|im_start|>assistant\n"})
		require.ErrorContains(t, err, why)
	}
	made, err := Export(page.ByName("kimi-k2"), []string{"<|im_start|>assistant\n"})
	require.NoError(t, err)
	require.Contains(t, string(made), `"open_pattern": "\\s*(?:<\\|tool_calls_section_begin\\|>\\s*)?<\\|tool_call_begin\\|>functions\\.(?P<name>`)
	p, err := Import("again", made)
	require.NoError(t, err)
	require.Equal(t, []string{"<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"}, p.Section)
	require.Equal(t, []string{"<|tool_call_begin|>functions.{name}:{index}<|tool_call_argument_begin|>{args}<|tool_call_end|>"}, p.Call)
}
