package readers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestUnclosedAtTheEnd reads calls whose last closers the model left out, in formats of all
// kinds: they are calls, and are reported.
func TestUnclosedAtTheEnd(t *testing.T) {
	for name, text := range map[string]string{
		"functionary31": `<function=g>{"b": 1}</function><function=f>{"a": "x"}`,
		"deepseek-v3":   "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{\"a\": \"x\"}\n```",
		"muse":          "<atem:function_calls>\n<atem:invoke name=\"f\">\n<atem:parameter name=\"a\">x</atem:parameter>",
		"minicpm5":      `<function name="f"><param name="a">x</param>`,
		"functiongemma": `<start_function_call>call:f{a:<escape>x<escape>}`,
		"inkling":       `<|message_model|>f<|content_invoke_tool_json|>{"name": "f", "args": {"a": "x"}}`,
		"nemotron2":     `<TOOLCALL>[{"name": "f", "arguments": {"a": "x"}}]`,
		"kimi-k2":       `<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a": "x"}`,
	} {
		r, err := New(name)
		require.NoError(t, err)
		m := r.Read(text, nil)
		last := m.Steps[len(m.Steps)-1]
		require.Equal(t, ir.Call, last.Kind, name)
		require.Equal(t, `f {"a": "x"}`, last.Tool.String()+" "+last.Args.Value.String(), name)
		require.NotEmpty(t, m.Repairs, name)
		require.Empty(t, m.Unread, name)
		whole := r.Read(text[:len(text)-4], nil) // within the argument: no call, and named
		require.True(t, len(whole.Unread) > 0 || len(whole.Repairs) > 0, name)
	}
}

// TestOtherMembers reads calls in JSON with members that the format doesn't know: none is lost
// without a word.
func TestOtherMembers(t *testing.T) {
	for _, c := range []struct{ format, text, args, extra, repair string }{
		{"nemotron2", `<TOOLCALL>[{"name": "f", "arguments": {"a": 1}, "why": "so", "type": "function"}]</TOOLCALL>`, `{"a": 1}`, `{"why": "so"}`, ""},
		{"nemotron2", `<TOOLCALL>[{"name": "f", "args": {"a": 1}}]</TOOLCALL>`, `{"a": 1}`, "", "the arguments of a call were read from the key args"},
		{"llama3-json", `{"name": "f", "input": {"a": 1}, "id": "x"}`, `{"a": 1}`, `{"id": "x"}`, "the arguments of a call were read from the key input"},
		{"llamacpp-generic", `{"tool_call": {"name": "f", "arguments": {"a": 1}}, "response": "I look."}`, `{"a": 1}`, `{"response": "I look."}`, ""},
		{"json", `{"name": "f", "function": "g", "arguments": {"a": 1}}`, `{"a": 1}`, `{"function": "g"}`, ""},
	} {
		r, err := New(c.format)
		require.NoError(t, err)
		m := r.Read(c.text, nil)
		require.Len(t, m.Steps, 1, c.text)
		s := m.Steps[0]
		require.Equal(t, "f "+c.args, s.Tool.String()+" "+s.Args.Value.String())
		require.Equal(t, c.extra, string(s.Rare().Extra))
		said := ""
		for _, r := range m.Repairs {
			said += r.Text
		}
		require.Equal(t, c.repair, said)
	}
}
