package templates

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLearnSamples learns formats that no page has from messages in which the calls are marked,
// or seen by the tools that are offered, and reads and writes the samples by the page.
func TestLearnSamples(t *testing.T) {
	const tools = `"tools": [{"type": "function", "function": {"name": "tide", "parameters": {"properties": {"at": {"type": "string"}, "days": {"type": "integer"}}}}}, {"name": "moon", "parameters": {"properties": {"phase": {"type": "string"}, "n": {"type": "integer"}}}}]`
	const tide, moon = `{"name": "tide", "arguments": {"at": "Ness", "days": 3}}`, `{"name": "moon", "arguments": {"phase": "full", "n": 8}}`
	for _, c := range []struct{ name, file, call, param string }{
		{"an object after the name", `{"text": "I look.<lamp tide>{\"at\": \"Ness\", \"days\": 3}</lamp>", "calls": [` + tide + `]}
{"text": "More.<lamp tide>{\"at\": \"Ness\", \"days\": 3}</lamp><lamp moon>{\"phase\": \"full\", \"n\": 8}</lamp>", "calls": [` + tide + `, ` + moon + `]}`, "<lamp {name}>{args}</lamp>", ""},
		{"elements", `{"text": "<fn name=\"tide\"><p k=\"at\">Ness</p><p k=\"days\">3</p></fn>", "calls": [` + tide + `]}
{"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "<fn name=\"tide\"><p k=\"at\">Ness</p><p k=\"days\">3</p></fn><fn name=\"moon\"><p k=\"phase\">full</p><p k=\"n\">8</p></fn>", "tool_calls": [{"function": ` + tide + `}, {"function": {"name": "moon", "arguments": "{\"phase\": \"full\", \"n\": 8}"}}]}]}`, `<fn name="{name}">{params}</fn>`, `<p k="{key}">{value}</p>`},
		{"a list", `{"text": "Sure. %%[{\"fn\": \"tide\", \"with\": {\"at\": \"Ness\", \"days\": 3}}]%%", "calls": [` + tide + `]}
{"text": "%%[{\"fn\": \"tide\", \"with\": {\"at\": \"Ness\", \"days\": 3}}, {\"fn\": \"moon\", \"with\": {\"phase\": \"full\", \"n\": 8}}]%%", "calls": [` + tide + `, ` + moon + `]}`, "%%{call}%%", ""},
		{"lines that were seen", `{` + tools + `, "text": "Let me see.\n<<begin>>\n<<do tide>>\n<<at := Ness>>\n<<days := 3>>\n<</do>>\n<<end>>"}
{"text": "<<begin>>\n<<do tide>>\n<<at := Ness>>\n<<days := 3>>\n<</do>>\n<<do moon>>\n<<phase := full>>\n<<n := 8>>\n<</do>>\n<<end>>"}`, "<<do {name}>>\n{params}\n<</do>>", "<<{key} := {value}>>"},
		{"objects that were seen", `{` + tools + `, "text": "I look.\n@call tide {\"at\": \"Ness\", \"days\": 3} @end"}
{"text": "Now\n@call tide {\"at\": \"Oban\", \"days\": 4} @end"}`, "@call {name} {args} @end", ""},
	} {
		list, tools, err := Samples([]byte(c.file))
		require.NoError(t, err, c.name)
		l, err := LearnSamples(list, tools)
		require.NoError(t, err, c.name)
		require.Equal(t, []string{c.call}, l.Page.Call, c.name)
		if c.param != "" {
			require.Equal(t, []string{c.param}, l.Page.Param, c.name)
		}
		require.Zero(t, l.Failed, "%s: %q", c.name, l.Proof)
		require.Zero(t, l.Differs, "%s: %q", c.name, l.Proof)
		require.NotEmpty(t, l.Unknown)
	}
	for _, bad := range []string{``, `{"text": "x"}`, `{"text": "x", "calls": [{"name": "f", "arguments": 3}]}`} {
		_, _, err := Samples([]byte(bad))
		require.Error(t, err, bad)
	}
	for _, bad := range []string{`{"text": "nothing here", "calls": [` + tide + `]}`, `{"text": "tide", "calls": [` + tide + `]}`, `{"text": "tide Ness 3 moon", "calls": [` + tide + `, ` + moon + `]}`} {
		list, tools, err := Samples([]byte(bad))
		require.NoError(t, err)
		_, err = LearnSamples(list, tools)
		require.Error(t, err, bad)
	}
}
