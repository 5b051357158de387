package layouts

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/signs"
	"github.com/toolspeak/toolspeak/ir"
)

// callRecords are records of each shape with a call and its result, whose keys are
// NAME, ARGS, and SAYS in the place of the shape's own.
var callRecords = map[Layout]string{
	OpenAI:       `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "", "tool_calls": [{"id": "a", "type": "function", "function": {NAME: "f", ARGS: {"n": 1}}}]}, {"role": "tool", "tool_call_id": "a", SAYS: "one"}]}`,
	Anthropic:    `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", NAME: "f", ARGS: {"n": 1}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", SAYS: "one"}]}]}`,
	Responses:    `{"input": [{"role": "user", "content": "?"}, {"type": "function_call", "call_id": "a", NAME: "f", ARGS: {"n": 1}}, {"type": "function_call_output", "call_id": "a", SAYS: "one"}]}`,
	Gemini:       `{"contents": [{"role": "user", "parts": [{"text": "?"}]}, {"role": "model", "parts": [{"functionCall": {NAME: "f", ARGS: {"n": 1}}}]}, {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {"output": "one"}}}]}]}`,
	Swift:        `{"messages": [{"role": "user", "content": "?"}, {"role": "tool_call", "content": {NAME: "f", ARGS: {"n": 1}}}, {"role": "tool_response", SAYS: "one"}]}`,
	LlamaFactory: `{"conversations": [{"from": "human", "value": "?"}, {"from": "function_call", "value": "{\"NAME\": \"f\", \"ARGS\": {\"n\": 1}}"}, {"from": "observation", "SAYS": "one"}]}`,
	ATIF:         `{"schema_version": "ATIF-v1.7", "agent": {"name": "x", "version": "1"}, "steps": [{"step_id": 1, "source": "user", "message": "?"}, {"step_id": 2, "source": "agent", "message": "", "tool_calls": [{"tool_call_id": "a", NAME: "f", ARGS: {"n": 1}}], "observation": {"results": [{"source_call_id": "a", SAYS: "one"}]}}]}`,
	ADP:          `{"content": [{"class_": "text_observation", "source": "user", "content": "?"}, {"class_": "api_action", NAME: "f", ARGS: {"n": 1}, "tool_call_id": "a"}, {"class_": "text_observation", "source": "environment", SAYS: "one", "tool_call_id": "a"}]}`,
}

// openedAs reads a record as one of a shape.
func openedAs(t *testing.T, shape Layout, raw string) *Record {
	t.Helper()
	e, err := NewEditor(Options{Layout: shape})
	require.NoError(t, err)
	r, d := e.Open([]byte(raw))
	require.Nil(t, d, raw)
	return r
}

// TestCallKeys promises that a call keeps its arguments, and a result what it says,
// whatever known key they are under: in each shape.
func TestCallKeys(t *testing.T) {
	for shape, record := range callRecords {
		for _, name := range nameSynonyms {
			for _, args := range signs.ArgumentKeys {
				for _, says := range resultSynonyms {
					quote := func(s string) string { return `"` + s + `"` }
					if shape == LlamaFactory {
						quote = func(s string) string { return s }
					}
					raw := strings.NewReplacer("NAME", quote(name), "ARGS", quote(args), "SAYS", quote(says)).Replace(record)
					r := openedAs(t, shape, raw)
					var call, result *ir.Step
					for i := range r.transcript.Steps {
						switch s := &r.transcript.Steps[i]; s.Kind {
						case ir.Call:
							call = s
						case ir.Observation:
							result = s
						}
					}
					require.NotNil(t, call, raw)
					require.NotNil(t, result, raw)
					require.Equal(t, "f", call.Tool.String(), raw)
					require.JSONEq(t, `{"n": 1}`, call.Args.Value.String(), raw)
					require.Equal(t, "one", result.Text.String(), raw)
					require.Nil(t, call.Rare().Extra, raw)
					for _, d := range r.repairs {
						require.NotEqual(t, ir.CodeArgsMissing, d.Code, raw)
					}
				}
			}
		}
	}
}

// TestCallsOfOthers reads calls as other programs have them in "tool_calls".
func TestCallsOfOthers(t *testing.T) {
	for call, want := range map[string]string{
		`{"name": "tide", "args": {"at": "Ness"}, "id": "c1", "type": "tool_call"}`:                                     `tide {"at": "Ness"} #c1`,
		`{"id": "c1", "name": "tide", "input": "{\"at\": 1}"}`:                                                          `tide {"at": 1} #c1`,
		`{"toolCallId": "c1", "toolName": "tide", "args": {"at": 1}}`:                                                   `tide {"at": 1} #c1`,
		`{"id": "c1", "function": "tide", "kwargs": {"at": 1}}`:                                                         `tide {"at": 1} #c1`,
		`{"id": "c1", "function": {"name": "tide"}, "args": {"at": 1}}`:                                                 `tide {"at": 1} #c1`,
		`{"id": "c1", "name": "tide", "function": {"arguments": "{\"at\": 1}"}}`:                                        `tide {"at": 1} #c1`,
		`{"id": "c1", "type": "function", "function": {"name": "tide", "arguments": null, "args": {"at": 1}}}`:          `tide {"at": 1} #c1`,
		`{"id": "c1", "type": "function", "function": {"name": "tide", "arguments": "", "parameters": {"at": 1}}}`:      `tide {"at": 1} #c1`,
		`{"id": "c1", "type": "function", "index": 0, "function": {"name": "tide", "arguments": "{}", "strict": true}}`: `tide {} #c1 {"index": 0, "function": {"strict": true}}`,
		`{"id": "c1", "type": "function", "name": "wind", "function": {"name": "tide", "arguments": "{}"}}`:             `tide {} #c1 {"name": "wind"}`,
		`{"id": "c1", "type": "function", "function": {"name": "tide", "arguments": "{\"a\": 1}", "args": {"b": 2}}}`:   `tide {"a": 1} #c1 {"function": {"args": {"b": 2}}}`,
		`{"id": "c1", "type": "function", "function": {"name": "tide"}}`:                                                `tide {} #c1 args-missing`,
	} {
		r := openedAs(t, OpenAI, `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "tool_calls": [`+call+`]}]}`)
		it := r.transcript.Steps[1]
		got := fmt.Sprintf("%s %s #%s", it.Tool, it.Args.Value, it.Rare().ID)
		if extra := it.Rare().Extra; extra != nil {
			got += " " + string(extra)
		}
		for _, d := range r.repairs {
			if d.Code == ir.CodeArgsMissing {
				got += " " + string(d.Code)
			}
		}
		require.Equal(t, want, got, call)
	}
}
