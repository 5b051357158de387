package dataset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

const (
	packedCall = `{"role": "assistant", "content": "", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": %s}`
	// packedRest is what follows a question.
	packedRest = `, {"role": "assistant", "content": "", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "1"}, {"role": "assistant", "content": "y"}]}`
)

// quoted returns a text as a JSON string.
func quoted(words string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(words) + `"`
}

// TestPartsInStrings: contents that are JSON in strings are the parts that they say, in
// every shape and in texts of a style. A record that is not converted keeps them.
func TestPartsInStrings(t *testing.T) {
	for name, c := range map[string]struct{ record, from, to, has string }{
		"openai": {
			`{"messages": [{"role": "user", "content": ` + quoted(`[{"type": "text", "text": "one \"two\""}, {"type": "image_url", "image_url": {"url": "https://a/b.png"}}]`) + `}` + packedRest,
			"openai", "anthropic", `"content": [{"type": "text", "text": "one \"two\""}, {"type": "image", "source": {"type": "url", "url": "https://a/b.png"}}]`,
		},
		"each part": {
			`{"messages": [{"role": "user", "content": [` + quoted(`{"type": "text", "text": "one"}`) + `, ` + quoted(`{"type": "text", "text": "two"}`) + `]}` + packedRest,
			"openai", "anthropic", `"content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]`,
		},
		"anthropic": {
			`{"system": ` + quoted(`[{"type": "text", "text": "S"}]`) + `, "messages": [{"role": "user", "content": ` + quoted(` [ {"type": "text", "text": "?"} ] `) + `}, {"role": "assistant", "content": ` +
				quoted("[\n{\"type\": \"tool_use\", \"id\": \"a\", \"name\": \"f\", \"input\": {\"n\": 1.0}}]") + `}, {"role": "user", "content": ` + quoted(`[{"type": "tool_result", "tool_use_id": "a", "content": "1"}]`) + `}]}`,
			"anthropic", "openai", `{"messages": [{"role": "system", "content": "S"}, {"role": "user", "content": [{"type": "text", "text": "?"}]}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{\"n\": 1.0}"}}]}`,
		},
		"responses": {
			`{"input": [{"role": "user", "content": ` + quoted(`[{"type": "input_text", "text": "?"}]`) + `}, {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}]}`,
			"responses", "openai", `{"role": "user", "content": [{"type": "text", "text": "?"}]}`,
		},
		"a style": {
			`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": ` + quoted(`[{"type": "text", "text": "Thought: t\nAction: f\nAction Input: {\"n\": 1.0}"}]`) + `}]}`,
			"react", "openai", `"tool_calls": [{"id": "call_0", "type": "function", "function": {"name": "f", "arguments": "{\"n\": 1.0}"}}]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, from := range []string{c.from, convert.Auto} {
				out, res, err := nativeEngine(t, convert.Options{From: from, To: c.to}).Record([]byte(c.record))
				require.NoError(t, err)
				require.Contains(t, string(out), c.has)
				require.Contains(t, codesOf(res.Diagnostics), ir.CodePartsInString)
			}
			same, res, err := nativeEngine(t, convert.Options{To: c.from}).Record([]byte(c.record))
			require.NoError(t, err)
			require.Equal(t, c.record, string(same))
			require.Contains(t, codesOf(res.Diagnostics), ir.CodePartsInString)
			for _, to := range []string{"openai", "anthropic", "react", "hermes", "ir"} {
				carries := dataset.Options{Options: convert.Options{To: to}, Carry: dataset.CarryBytes}
				away, err := dataset.New(carries)
				require.NoError(t, err)
				carries.To = c.from
				home, err := dataset.New(carries)
				require.NoError(t, err)
				out, _, err := away.Record([]byte(c.record))
				require.NoError(t, err, to)
				back, _, err := home.Record(out)
				require.NoError(t, err, "%s", out)
				require.Equal(t, c.record, string(back), "%s: %s", to, out)
			}
		})
	}
}

// TestPartsAreTexts: a text that only looks like parts stays what it is, and so does what
// a tool gave back, whatever that is.
func TestPartsAreTexts(t *testing.T) {
	to := nativeEngine(t, convert.Options{From: "openai", To: "anthropic"})
	for _, words := range []string{
		`[]`, `[{}]`, `[{"type": "text"}]`, `[{"type": "text", "text": null}]`, `[{"type": "point", "text": "x"}]`, `[{"text": "x"}]`, `[{"type": "text", "text": "x"}`,
		`[{"type": "text", "text": "x"}] is it`, `See [{"type": "text", "text": "x"}]`, `[{"type": "text", "text": "x"}, 1]`, `{"type": "text", "text": "x"}`, `[1, 2]`, `["x"]`,
	} {
		out, res, err := to.Record([]byte(`{"messages": [{"role": "user", "content": ` + quoted(words) + `}` + packedRest))
		require.NoError(t, err)
		require.Contains(t, string(out), `{"role": "user", "content": `+quoted(words)+`}`)
		require.NotContains(t, codesOf(res.Diagnostics), ir.CodePartsInString)
	}
	parts := quoted(`[{"type": "text", "text": "x"}]`)
	for _, record := range []string{
		`{"messages": [{"role": "user", "content": "?"}, ` + fmt.Sprintf(packedCall, parts) + `]}`,
		`{"messages": [{"role": "user", "content": [{"type": "text", "text": "?"}]}, {"role": "user", "content": ` + parts + `}` + packedRest,
	} {
		out, res, err := to.Record([]byte(record))
		require.NoError(t, err)
		require.Contains(t, string(out), parts)
		require.NotContains(t, codesOf(res.Diagnostics), ir.CodePartsInString)
	}
}
