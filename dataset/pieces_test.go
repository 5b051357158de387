package dataset_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// TestNativePlaces: native tool calls are read wherever their place is clear, and what is
// written is at that place again, with the record's other keys.
func TestNativePlaces(t *testing.T) {
	const (
		asked  = `{"role": "user", "content": "go"}`
		called = `{"role": "assistant", "content": "x", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}`
		object = `{"role": "assistant", "content": "x", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": {}}}]}`
		said   = `{"role": "assistant", "content": "no"}`
		result = `{"role": "tool", "tool_call_id": "a", "content": "1"}`
		call   = `{"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}`
		python = `{"type": "function_call", "call_id": "a", "name": "f", "arguments": "{'h': True}"}`
		output = `{"type": "function_call_output", "call_id": "a", "output": "1"}`

		steps     = `{"role": "assistant", "content": "Why: x\nDo: f\nWith: {}"}`
		saw       = `{"role": "user", "content": "Saw: 1"}`
		done      = `{"role": "assistant", "content": "Done: no"}`
		templated = `{"role": "system", "content": "Calls."}`
	)
	for _, c := range []struct{ name, to, record, want string }{
		{"conversations", "steps", `{"id": 1, "conversations": [` + asked + `, ` + called + `], "n": 1.0}`, `{"id": 1, "messages": [` + asked + `, ` + steps + `], "n": 1.0}`},
		{"conversations to their own shape", "openai", `{"id": 1, "conversations": [` + asked + `,` + called + `]}`, `{"id": 1, "conversations": [` + asked + `,` + called + `]}`},
		{"conversations in the words of ShareGPT", "openai", `{"conversations": [{"from": "human", "value": "go"}, {"from": "gpt", "value": "x", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}], "n": 1}]}`,
			`{"conversations": [` + asked + `, ` + strings.TrimSuffix(called, "}") + `, "n": 1}]}`},
		{"conversations in the words of ms-swift", "steps", `{"conversations": [` + asked + `, {"role": "assistant", "content": "x\n"}, {"role": "tool_call", "content": "{\"name\": \"f\", \"arguments\": {}}"}]}`,
			`{"messages": [` + asked + `, {"role": "assistant", "content": "Why: x\n\nDo: f\nWith: {}"}]}`},
		{"messages have words of their own", "openai", `{"messages": [` + asked + `, {"role": "assistant", "content": "x", "from": "gpt", "value": 1, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`,
			`{"messages": [` + asked + `, {"role": "assistant", "content": "x", "from": "gpt", "value": 1, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`},

		{"prompt and completion", "steps", `{"id": 1, "prompt": [` + asked + `], "completion": [` + object + `, ` + result + `, ` + said + `]}`,
			`{"id": 1, "prompt": [` + asked + `], "completion": [` + steps + `, ` + saw + `, ` + done + `]}`},
		{"a prompt with calls of its own", "steps", `{"prompt": [` + asked + `, ` + called + `, ` + result + `], "completion": [` + said + `], "n": null}`,
			`{"prompt": [` + asked + `, ` + steps + `, ` + saw + `], "completion": [` + done + `], "n": null}`},
		{"a prompt that is a string", "steps", `{"prompt": "go", "completion": [` + object + `]}`, `{"prompt": [` + asked + `], "completion": [` + steps + `]}`},
		{"prompt and completion to their own shape", "openai", ` {"prompt":[` + asked + `],"id":1,"completion":[` + called + `]}`, ` {"prompt":[` + asked + `],"id":1,"completion":[` + called + `]}`},
		{"prompt and completion in their own shape, whose arguments are objects", "openai", `{"prompt": [` + asked + `], "id": 1, "completion": [` + object + `]}`, `{"prompt": [` + asked + `], "id": 1, "completion": [` + object + `]}`},
		{"prompt and completion in their own shape, changed", "openai", `{"prompt": [` + asked + `], "id": 1, "completion": [` + strings.Replace(called, `"{}"`, `"\"{}\""`, 1) + `]}`, `{"prompt": [` + asked + `], "completion": [` + called + `], "id": 1}`},
		{"prompt and completion to another shape", "responses", `{"prompt": [` + asked + `], "id": 1, "completion": [` + called + `]}`,
			`{"prompt": [` + asked + `], "completion": [{"role": "assistant", "content": "x"}, ` + call + `], "id": 1}`},
		{"prompt and completion where there is no list to cut", "atif", `{"prompt": [` + asked + `], "id": 1, "completion": [` + said + `, ` + called + `]}`,
			`{"schema_version": "ATIF-v1.7", "agent": {"name": "toolspeak", "version": "1"}, "steps": [{"step_id": 1, "source": "user", "message": "go"}, {"step_id": 2, "source": "agent", "message": "no"}, {"step_id": 3, "source": "agent", "message": "x", "tool_calls": [{"tool_call_id": "a", "function_name": "f", "arguments": {}}]}], "extra": {"id": 1}}`},
		{"a prompt that ends as the completion begins", "llamafactory", `{"prompt": [` + asked + `, ` + said + `], "completion": [` + called + `]}`,
			`{"conversations": [{"from": "human", "value": "go"}, {"from": "function_call", "value": "no\nx<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>"}]}`},

		{"a preference", "steps", `{"prompt": [` + asked + `], "chosen": [` + object + `], "rejected": [` + said + `], "score": 1.0}`,
			`{"prompt": [` + asked + `], "chosen": [` + steps + `], "rejected": [` + done + `], "score": 1.0}`},
		{"a preference whose pieces have the prompt", "steps", `{"prompt": "go", "chosen": [` + asked + `, ` + object + `], "rejected": [` + asked + `, ` + said + `]}`,
			`{"prompt": "go", "chosen": [` + asked + `, ` + steps + `], "rejected": [` + asked + `, ` + done + `]}`},
		{"a preference to its own shape", "openai", `{"prompt": [` + asked + `], "chosen": [` + called + `], "rejected": [` + said + `]}`, `{"prompt": [` + asked + `], "chosen": [` + called + `], "rejected": [` + said + `]}`},

		{"a preference to a shape whose prompt is apart", "anthropic", `{"prompt": [{"role": "system", "content": "s"}, ` + asked + `], "chosen": [` + called + `, ` + result + `, ` + said + `], "rejected": [` + said + `]}`,
			`{"system": "s", "prompt": [` + asked + `], "chosen": [{"role": "assistant", "content": [{"type": "text", "text": "x"}, {"type": "tool_use", "id": "a", "name": "f", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "1"}]}, ` + said + `], "rejected": [` + said + `]}`},
		{"a preference to a shape of two messages a call", "swift", `{"prompt": [` + asked + `], "chosen": [` + called + `], "rejected": [` + said + `], "n": 1.0}`,
			`{"prompt": [` + asked + `], "chosen": [{"role": "assistant", "content": "x\n"}, {"role": "tool_call", "content": "{\"name\": \"f\", \"arguments\": {}}"}], "rejected": [` + said + `], "n": 1.0}`},
		{"a preference in Gemini's contents", "openai", `{"prompt": [{"role": "user", "parts": [{"text": "go"}]}], "chosen": [{"role": "model", "parts": [{"functionCall": {"id": "a", "name": "f", "args": {}}}]}], "rejected": [{"role": "model", "parts": [{"text": "no"}]}]}`,
			`{"prompt": [{"role": "user", "content": [{"type": "text", "text": "go"}]}], "chosen": [` + strings.Replace(called, `"x"`, `null`, 1) + `], "rejected": [{"role": "assistant", "content": [{"type": "text", "text": "no"}]}]}`},
		{"a preference in items of Responses", "steps", `{"prompt": [` + asked + `], "chosen": [` + call + `, ` + output + `, ` + said + `], "rejected": [` + said + `]}`,
			`{"prompt": [` + asked + `], "chosen": [` + strings.Replace(steps, `Why: x\n`, ``, 1) + `, ` + saw + `, ` + done + `], "rejected": [` + done + `]}`},

		{"a request and its response", "steps", `{"id": 1, "input": "go", "output": [` + call + `], "model": "m"}`, `{"id": 1, "messages": [` + asked + `, {"role": "assistant", "content": "Do: f\nWith: {}"}], "model": "m"}`},
		{"a request and its response, to their own shape", "responses", `{"input":[` + asked + `,` + call + `,` + output + `],"output":[` + said + `]}`, `{"input":[` + asked + `,` + call + `,` + output + `],"output":[` + said + `]}`},
		{"a request and its response, changed", "responses", `{"input": "go", "output": [` + python + `]}`, `{"input": [` + asked + `], "output": [` + strings.Replace(call, `{}`, `{\"h\": true}`, 1) + `]}`},
		{"a response alone", "openai", `{"object": "response", "output": [` + call + `]}`,
			`{"object": "response", "messages": [{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, res, err := stepsEngine(t, c.to).Record([]byte(c.record))
			require.NoError(t, err)
			got := strings.Replace(string(out), templated+", ", "", 1)
			require.Equal(t, c.want, got, "%v", res.Diagnostics)
		})
	}
}

// stepsEngine is nativeEngine for a shape, or for the style of testdata/steps.toml, whose
// format instructions are not written.
func stepsEngine(t *testing.T, to string) *dataset.Engine {
	t.Helper()
	opts := convert.Options{To: to}
	if to == "steps" {
		text, err := os.ReadFile("../testdata/steps.toml")
		require.NoError(t, err)
		style, err := styles.Parse(text, "steps.toml")
		require.NoError(t, err)
		opts.Styles, opts.Prompts = []*styles.Style{style}, keepPrompts
	}
	return nativeEngine(t, opts)
}

// TestNativePlacesRefused: what has no place is rejected with what to do.
func TestNativePlacesRefused(t *testing.T) {
	const called = `{"role": "assistant", "content": "x", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}`
	for _, c := range []struct {
		name, to, record string
		code             ir.Code
		says             string
	}{
		{"a key that no shape has", "react", `{"conversation": [` + called + `]}`, ir.CodeUnknownLayout, "it looks as if it were at conversation: try --field conversation"},
		{"calls deep in the record", "react", `{"prompt": "go", "completion": "x", "raw": {"choices": [{"message": ` + called + `}]}}`, ir.CodeForeignStyle, "--field says"},
		{"a preference to one transcript", "atif", `{"chosen": [` + called + `], "rejected": [` + called + `]}`, ir.CodeLayoutTooNarrow, "the record has 2"},
		{"a preference with two system prompts", "anthropic", `{"chosen": [{"role": "system", "content": "a"}, ` + called + `], "rejected": [{"role": "system", "content": "b"}, ` + called + `]}`, ir.CodeLayoutTooNarrow, "theirs differ"},
		{"a preference whose pieces begin within a message", "llamafactory", `{"prompt": [{"role": "user", "content": "go"}, {"role": "assistant", "content": "no"}], "chosen": [` + called + `], "rejected": [` + called + `]}`, ir.CodeLayoutTooNarrow, "is within a message"},
		{"a broken call in one piece", "react", `{"chosen": [` + called + `], "rejected": [{"role": "assistant", "tool_calls": [{}]}]}`, ir.CodeWrongType, `in "rejected": the call has no string under "name"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := nativeEngine(t, convert.Options{To: c.to}).Record([]byte(c.record))
			require.Equal(t, c.code, codeOf(err), "%v", err)
			require.Contains(t, err.Error(), c.says)
		})
	}
}

// TestPiecesAreOneList: the messages of a prompt and its completion become what they do in
// one list, wherever it is cut.
func TestPiecesAreOneList(t *testing.T) {
	t.Parallel()
	engines := map[string]*dataset.Engine{}
	targets := []string{"react", "xml", "hermes", "openai", "anthropic", "swift", "llamafactory", "gemini", "responses"}
	for _, to := range targets {
		engines[to] = nativeEngine(t, convert.Options{From: "openai", To: to, ReadBack: convert.ReadBackStyle})
	}
	cut, joined := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		g := gen.Generator{T: rt, Hits: gen.Hits{}}
		list := gjson.GetBytes(g.OpenAI(false), "messages").Array()
		to := rapid.SampledFrom(targets).Draw(rt, "to")
		var raw []string
		for _, m := range list {
			raw = append(raw, m.Raw)
		}
		at := rapid.IntRange(0, len(raw)).Draw(rt, "at")
		one, _, wanted := engines[to].Record(fmt.Appendf(nil, `{"messages": [%s]}`, strings.Join(raw, ", ")))
		two, res, err := engines[to].Record(fmt.Appendf(nil, `{"prompt": [%s], "completion": [%s]}`, strings.Join(raw[:at], ", "), strings.Join(raw[at:], ", ")))
		require.Equal(rt, codeOf(wanted), codeOf(err), "%v\n%v", wanted, err)
		if err != nil {
			return
		}
		if slices.ContainsFunc(res.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == ir.CodePiecesJoined }) {
			require.Equal(rt, string(one), string(two))
			joined++
			return
		}
		var want struct{ Messages, Conversations, Contents, Input []json.RawMessage }
		var got struct{ Prompt, Completion []json.RawMessage }
		require.NoError(rt, json.Unmarshal(one, &want))
		require.NoError(rt, json.Unmarshal(two, &got))
		require.Equal(rt, slices.Concat(want.Messages, want.Conversations, want.Contents, want.Input), slices.Concat(got.Prompt, got.Completion))
		if len(got.Prompt) > 0 && len(got.Completion) > 0 {
			cut++
		}
	})
	require.NotZero(t, cut)
	t.Logf("%d cut, %d joined", cut, joined)
}
