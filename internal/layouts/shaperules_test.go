package layouts

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// refusalsOf returns the codes of what would be refused of a record of a shape.
func refusalsOf(t *testing.T, shape, record string) (codes []ir.Code) {
	t.Helper()
	e, err := NewEditor(Options{Layout: Layout(shape)})
	require.NoError(t, err)
	r, d := e.Open([]byte(record))
	require.Nil(t, d, record)
	tr, d := r.Transcript(0)
	require.Nil(t, d, record)
	for _, d := range Refusals(tr.Steps) {
		codes = append(codes, d.Code)
	}
	return codes
}

// ruleRecords are records that break no rule, and changes of them with the rules that
// these break.
var ruleRecords = []struct {
	shape, record string
	broken        []brokenRule
}{
	{
		"openai", `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}, {"id": "b", "type": "function", "function": {"name": "g", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "b", "content": "2"}, {"role": "tool", "tool_call_id": "a", "content": "1"}, {"role": "assistant", "content": "Done."}]}`,
		[]brokenRule{
			{`"name": "f"`, `"name": "f.g"`, ir.CodeNameRefused},
			{`"name": "f"`, `"name": "` + strings.Repeat("f", 65) + `"`, ir.CodeNameRefused},
			{`"id": "a"`, `"id": ""`, ir.CodeIDRefused + " " + ir.CodeIDUnknown + " " + ir.CodeResultMissing},
			{`"a"`, `"` + strings.Repeat("a", 41) + `"`, ir.CodeIDRefused},
			{`"id": "b"`, `"id": "a"`, ir.CodeIDRepeated + " " + ir.CodeIDUnknown + " " + ir.CodeResultMissing},
			{`"tool_call_id": "b"`, `"tool_call_id": "c"`, ir.CodeIDUnknown + " " + ir.CodeResultMissing},
			{`{"role": "tool", "tool_call_id": "b", "content": "2"}, `, ``, ir.CodeResultMissing},
			{`{"role": "tool", "tool_call_id": "a"`, `{"role": "user", "content": "Well?"}, {"role": "tool", "tool_call_id": "a"`, ir.CodeResultLate},
			{`"arguments": "{}"}}, {`, `"arguments": "go"}}, {`, ir.CodeArgsRefused},
			{`, {"role": "tool", "tool_call_id": "a", "content": "1"}, {"role": "assistant", "content": "Done."}`, ``, ""},
		},
	},
	{
		"responses", `{"input": [{"role": "user", "content": "?"}, {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}, {"type": "function_call", "call_id": "b", "name": "g", "arguments": "{}"}, {"type": "function_call_output", "call_id": "a", "output": "1"}, {"type": "function_call_output", "call_id": "b", "output": "2"}, {"role": "assistant", "content": "Done."}]}`,
		[]brokenRule{
			{`"name": "f"`, `"name": "f g"`, ir.CodeNameRefused},
			{`"a"`, `"` + strings.Repeat("a", 65) + `"`, ir.CodeIDRefused},
			{`"call_id": "b", "name"`, `"call_id": "a", "name"`, ir.CodeIDRepeated + " " + ir.CodeIDUnknown + " " + ir.CodeResultMissing},
			{`{"type": "function_call_output", "call_id": "a", "output": "1"}, `, ``, ir.CodeResultMissing},
			{`"arguments": "{}"`, `"arguments": "[]"`, ir.CodeArgsRefused},
		},
	},
	{
		"anthropic", `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}, {"type": "tool_use", "id": "b", "name": "g", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "1"}, {"type": "tool_result", "tool_use_id": "b", "content": "2"}]}, {"role": "assistant", "content": "Done."}]}`,
		[]brokenRule{
			{`"name": "f"`, `"name": "f.g"`, ir.CodeNameRefused},
			{`"a"`, `"a b"`, ir.CodeIDRefused},
			{`"id": "b"`, `"id": "a"`, ir.CodeIDRepeated + " " + ir.CodeIDUnknown + " " + ir.CodeResultMissing},
			{`, {"type": "tool_result", "tool_use_id": "b", "content": "2"}`, ``, ir.CodeResultMissing},
			{`, {"type": "tool_result", "tool_use_id": "b", "content": "2"}]}`, `]}, {"role": "assistant", "content": "Hm."}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "b", "content": "2"}]}`, ir.CodeResultLate},
			{`"input": {}`, `"input": [1]`, ir.CodeArgsRefused},
		},
	},
	{
		"gemini", `{"contents": [{"role": "user", "parts": [{"text": "?"}]}, {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}, {"functionCall": {"name": "g", "args": {}}}]}, {"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {"output": "1"}}}, {"functionResponse": {"name": "g", "response": {"output": "2"}}}]}, {"role": "model", "parts": [{"text": "Done."}]}]}`,
		[]brokenRule{
			{`"f"`, `"f g"`, ir.CodeNameRefused},
			{`, {"functionResponse": {"name": "g", "response": {"output": "2"}}}`, ``, ir.CodeResultMissing},
			{`, {"functionResponse": {"name": "g", "response": {"output": "2"}}}]}`, `]}, {"role": "user", "parts": [{"text": "Well?"}]}, {"role": "user", "parts": [{"functionResponse": {"name": "g", "response": {"output": "2"}}}]}`, ir.CodeResultLate},
			{`"args": {}`, `"args": 1`, ir.CodeArgsRefused},
		},
	},
	{
		"llamafactory", `{"conversations": [{"from": "human", "value": "?"}, {"from": "function_call", "value": "{\"name\": \"f\", \"arguments\": {}}"}, {"from": "observation", "value": "1"}, {"from": "gpt", "value": "Done."}]}`,
		[]brokenRule{
			{`, {"from": "gpt", "value": "Done."}`, ``, ir.CodeRoleOrder},
			{`{"from": "human", "value": "?"}, `, ``, ir.CodeRoleOrder},
			{`{"from": "observation"`, `{"from": "human", "value": "Well?"}, {"from": "observation"`, ir.CodeRoleOrder},
			{`\"arguments\": {}`, `\"arguments\": [1]`, ir.CodeArgsRefused},
		},
	},
	{
		"swift", `{"messages": [{"role": "user", "content": "?"}, {"role": "tool_call", "content": "{\"name\": \"f\", \"arguments\": {}}"}, {"role": "tool_response", "content": "1"}, {"role": "assistant", "content": "Done."}]}`,
		[]brokenRule{
			{`{"role": "assistant"`, `{"role": "tool_response", "content": "2"}, {"role": "assistant"`, ir.CodeRoleOrder},
			{`\"arguments\": {}`, `\"arguments\": [1]`, ir.CodeArgsRefused},
		},
	},
	{
		"atif", `{"schema_version": "ATIF-v1.7", "agent": {"name": "a", "version": "1"}, "steps": [{"step_id": 1, "source": "user", "message": "?"}, {"step_id": 2, "source": "agent", "message": "", "tool_calls": [{"tool_call_id": "a", "function_name": "f", "arguments": {}}], "observation": {"results": [{"source_call_id": "a", "content": "1"}]}}]}`,
		[]brokenRule{
			{`"tool_call_id": "a", `, ``, ir.CodeIDRefused + " " + ir.CodeIDUnknown},
			{`"source_call_id": "a"`, `"source_call_id": "b"`, ir.CodeIDUnknown},
			{`, "observation"`, `}, {"step_id": 3, "source": "user", "message": "Well?", "observation"`, ir.CodeResultLate},
			{`"arguments": {}`, `"arguments": "x"`, ir.CodeArgsRefused},
		},
	},
	{
		"adp", `{"id": "t", "content": [{"class_": "text_observation", "content": "?", "source": "user"}, {"class_": "api_action", "function": "f", "kwargs": {}, "tool_call_id": "a"}, {"class_": "text_observation", "content": "1", "source": "environment", "tool_call_id": "a"}, {"class_": "api_action", "function": "g", "kwargs": {}, "tool_call_id": "b"}, {"class_": "text_observation", "content": "2", "source": "environment", "tool_call_id": "b"}]}`,
		[]brokenRule{
			{`"kwargs": {}, "tool_call_id": "a"`, `"kwargs": {}`, ir.CodeIDRefused + " " + ir.CodeIDUnknown},
			{`"environment", "tool_call_id": "b"`, `"environment", "tool_call_id": "c"`, ir.CodeIDUnknown},
			{`"kwargs": {}`, `"kwargs": [1]`, ir.CodeArgsRefused},
		},
	},
}

// brokenRule is a change of a record, and the codes that it is then reported with.
type brokenRule struct {
	old, new string
	codes    ir.Code
}

// TestShapeRules breaks each rule of each shape, and no other.
func TestShapeRules(t *testing.T) {
	broken := map[string]bool{}
	for _, test := range ruleRecords {
		require.Empty(t, refusalsOf(t, test.shape, test.record), test.shape)
		for _, b := range test.broken {
			record := strings.Replace(test.record, b.old, b.new, 1)
			if len(b.old) == len(`"a"`) { // the result has it, too
				record = strings.ReplaceAll(test.record, b.old, b.new)
			}
			require.NotEqual(t, test.record, record, b.old)
			codes := map[string]bool{}
			for _, c := range refusalsOf(t, test.shape, record) {
				codes[string(c)] = true
				broken[test.shape+" "+string(c)] = true
			}
			want := map[string]bool{}
			for _, c := range strings.Fields(string(b.codes)) {
				want[c] = true
			}
			assert.Equal(t, want, codes, "%s: %s", test.shape, record)
		}
	}
	for _, r := range shapeRules {
		assert.True(t, broken[r.Shape+" "+string(r.Code)], "nothing breaks %s of %s", r.Code, r.Shape)
		assert.NotNil(t, shapeOf(r.Shape), r.Shape)
		assert.Regexp(t, `^https://`, r.Source)
		assert.NotNil(t, r.Code.Rule(), r.Code)
	}
}
