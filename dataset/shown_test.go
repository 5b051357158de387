package dataset_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// stepsRead returns the steps of a record in short.
func stepsRead(t *testing.T, record string) (style string, steps []string) {
	t.Helper()
	in, err := nativeEngine(t, convert.Options{}).Inspect(&dataset.Record{Raw: []byte(record)})
	require.NoError(t, err)
	for _, s := range in.Transcripts[0].Steps {
		words := s.Kind.String() + " " + s.Tool.String() + s.Args.Raw.String()
		steps = append(steps, words+"|"+s.Text.String()+"|"+s.Rare().ID.String())
	}
	return in.Style, steps
}

// TestShownMessages reads the calls and results that a message has as a page shows them.
func TestShownMessages(t *testing.T) {
	const user = `{"messages": [{"role": "user", "content": "?"}, {"id": "m", "role": "assistant", `
	for name, record := range map[string]string{
		"a list next to the words": user + `"content": "It is low.", "toolInvocations": [{"state": "result", "step": 0, "toolCallId": "c", "toolName": "tide", "args": {"at": 1.0}, "result": "low"}]}]}`,
		"parts and the same list": user + `"content": "It is low.", "toolInvocations": [{"state": "result", "toolCallId": "c", "toolName": "tide", "args": {"at": 1.0}, "result": "low"}],
			"parts": [{"type": "step-start"}, {"type": "tool-invocation", "toolInvocation": {"state": "result", "toolCallId": "c", "toolName": "tide", "args": {"at": 1.0}, "result": "low"}}, {"type": "text", "text": "It is low."}]}]}`,
		"typed parts": user + `"parts": [{"type": "tool-tide", "toolCallId": "c", "state": "output-available", "input": {"at": 1.0}, "output": "low"}, {"type": "text", "text": "It is low."}]}]}`,
		"dynamic":     user + `"parts": [{"type": "dynamic-tool", "toolName": "tide", "toolCallId": "c", "state": "output-available", "input": {"at": 1.0}, "output": "low"}, {"type": "text", "text": "It is low."}]}]}`,
	} {
		style, steps := stepsRead(t, record)
		require.Equal(t, "vercel", style, name)
		require.Equal(t, []string{"user |?|", `call tide{"at": 1.0}||c`, "observation tide|low|c", "answer |It is low.|"}, steps, name)
		for _, to := range []string{"react", "openai", "anthropic"} {
			out, _, err := nativeEngine(t, convert.Options{To: to}).Record([]byte(record))
			require.NoError(t, err, name)
			require.Contains(t, string(out), "low")
		}
	}
	_, steps := stepsRead(t, user+`"content": "", "toolInvocations": [{"state": "call", "toolCallId": "c", "toolName": "a", "args": {}}, {"state": "partial-call", "toolCallId": "d", "toolName": "b", "args": {"x": 1}}]}]}`)
	require.Equal(t, []string{"user |?|", "call a{}||c", `call b{"x": 1}||d`}, steps, "calls without results")
}

// TestArgumentsAsMeant: what is no part of an argument does not become one.
func TestArgumentsAsMeant(t *testing.T) {
	for arguments, want := range map[string]string{
		`"null"`:   "{}",
		`" null "`: "{}",
		`null`:     "{}",
		"{\n  \"a\": 1.0,\n  \"b\": [\n    \"x, \\n y\"\n  ]\n}": `{"a": 1.0, "b": ["x, \n y"]}`,
		`{"a":1}`:        `{"a":1}`,
		`"{\"a\":   1}"`: `{"a":   1}`,
	} {
		in, err := nativeEngine(t, convert.Options{}).Inspect(&dataset.Record{Raw: []byte(
			"{\n\"messages\": [{\"role\": \"user\", \"content\": \"?\"}, {\"role\": \"assistant\", \"tool_calls\": [{\"id\": \"c\", \"type\": \"function\", \"function\": {\"name\": \"f\", \"arguments\": " + arguments + "}}]}]}")})
		require.NoError(t, err)
		for call := range in.Calls() {
			require.Equal(t, want, string(call.Args.Raw.B), arguments)
		}
	}
}

// TestResponsesWithoutCalls reads items of which none is a call.
func TestResponsesWithoutCalls(t *testing.T) {
	for _, record := range []string{
		`{"instructions": "S", "input": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}]}`,
		`{"input": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}], "tools": [{"type": "function", "name": "f", "parameters": {"type": "object"}}]}`,
		`{"id": 1, "input": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}]}`,
	} {
		style, steps := stepsRead(t, record)
		require.Equal(t, "responses", style)
		require.Equal(t, []string{"user |?|", "answer |a|"}, steps)
		out, _, err := nativeEngine(t, convert.Options{To: "openai"}).Record([]byte(record))
		require.NoError(t, err)
		back, _, err := nativeEngine(t, convert.Options{To: "responses"}).Record(out)
		require.NoError(t, err)
		if style, _ := stepsRead(t, string(back)); style != convert.Plain {
			require.Equal(t, "responses", style)
		}
	}
}

// TestRedactedReasoning is told as what it is.
func TestRedactedReasoning(t *testing.T) {
	for _, block := range []string{`{"type": "redacted_thinking", "data": "x"}`, `{"type": "thinking", "thinking": "", "signature": "x"}`} {
		for _, rest := range []string{`{"type": "text", "text": "a"}`, `{"type": "tool_use", "id": "c", "name": "f", "input": {}}`} {
			record := `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": [` + block + `, ` + rest + `]}]}`
			for _, to := range []string{"openai", "react", "xml", "gemini", "llamafactory"} {
				_, res, err := nativeEngine(t, convert.Options{To: to}).Record([]byte(record))
				require.NoError(t, err)
				require.Contains(t, codesOf(res.Diagnostics), ir.CodeSealedDropped, "%s to %s", record, to)
				require.NotContains(t, codesOf(res.Diagnostics), ir.CodeEmptyThought, "%s to %s", record, to)
			}
		}
	}
}
