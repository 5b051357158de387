package dataset

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

// natives are records of which the mutated ones are made.
var natives = []string{
	`{"messages": [{"role": "system", "content": [{"type": "text", "text": "s"}]}, {"role": "user", "content": [{"type": "text", "text": "q"}, {"type": "image_url", "image_url": {"url": "u"}}]}, {"role": "assistant", "content": null, "reasoning_content": "r", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{\"a\": 1}"}}, {"id": "c2", "type": "custom", "custom": {"name": "g", "input": "x"}}]}, {"role": "tool", "tool_call_id": "c1", "content": "low"}, {"role": "assistant", "function_call": {"name": "f", "arguments": "{}"}}, {"role": "function", "name": "f", "content": "x"}, {"role": "assistant", "refusal": "no", "weight": 1}], "tools": [{"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {"a": {"type": "integer", "enum": [1]}}, "required": ["a"]}}}], "tool_choice": {"type": "function", "function": {"name": "f"}}}`,
	`{"system": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral"}}], "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": [{"type": "thinking", "thinking": "t", "signature": "x"}, {"type": "text", "text": "w"}, {"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "is_error": true, "content": [{"type": "text", "text": "low"}]}, {"type": "text", "text": "and?"}]}, {"role": "assistant", "content": "done"}], "tools": [{"name": "f", "description": "d", "input_schema": {"type": "object", "properties": {"a": {"type": "integer"}}}}]}`,
	`{"systemInstruction": {"parts": [{"text": "s"}]}, "contents": [{"role": "user", "parts": [{"text": "q"}, {"inlineData": {"mimeType": "image/png", "data": "eA=="}}]}, {"role": "model", "parts": [{"text": "t", "thought": true}, {"functionCall": {"id": "c1", "name": "f", "args": {"a": 1}}}]}, {"role": "user", "parts": [{"functionResponse": {"id": "c1", "name": "f", "response": {"output": "low"}}}]}, {"role": "model", "parts": [{"text": "done"}]}], "tools": [{"functionDeclarations": [{"name": "f", "description": "d", "parameters": {"type": "OBJECT", "properties": {"a": {"type": "INTEGER"}}}}]}]}`,
	`{"instructions": "s", "input": [{"role": "user", "content": [{"type": "input_text", "text": "q"}]}, {"type": "reasoning", "id": "r", "summary": [{"type": "summary_text", "text": "t"}]}, {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}, {"type": "function_call_output", "call_id": "c1", "output": "low"}, {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "done"}]}], "tools": [{"type": "function", "name": "f", "parameters": {"type": "object", "properties": {}}}]}`,
	`{"schema_version": "ATIF-v1.7", "agent": {"name": "a", "version": "1", "tool_definitions": [{"type": "function", "function": {"name": "f"}}]}, "steps": [{"step_id": 1, "source": "user", "message": "q"}, {"step_id": 2, "source": "agent", "message": "w", "reasoning_content": "r", "tool_calls": [{"tool_call_id": "c1", "function_name": "f", "arguments": {"a": 1}}], "observation": {"results": [{"source_call_id": "c1", "content": "low"}]}}]}`,
	`{"id": "x", "content": [{"class_": "text_observation", "content": "q", "source": "user"}, {"class_": "api_action", "function": "f", "kwargs": {"a": 1}, "description": "w", "tool_call_id": "c1"}, {"class_": "text_observation", "content": "low", "source": "environment"}, {"class_": "code_action", "language": "python", "content": "1"}, {"class_": "message_action", "content": "done"}]}`,
	`{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "w"}, {"role": "tool_call", "content": "{\"name\": \"f\", \"arguments\": {\"a\": 1}}"}, {"role": "tool_response", "content": "low"}, {"role": "assistant", "content": "done", "loss": true}], "tools": "[{\"type\": \"function\", \"function\": {\"name\": \"f\"}}]"}`,
	`{"system": "s", "conversations": [{"from": "human", "value": "q"}, {"from": "function_call", "value": "{\"name\": \"f\", \"arguments\": {\"a\": 1}}"}, {"from": "observation", "value": "low"}, {"from": "gpt", "value": "done"}], "tools": "[{\"name\": \"f\"}]"}`,
	`{"toolspeak": 2, "system": {"text": "s"}, "tools": [{"name": "f"}], "steps": [{"kind": "user", "text": "q", "message": 0}, {"kind": "call", "tool": "f", "args": {"a": 1}, "message": 1, "id": "c1"}, {"kind": "observation", "tool": "f", "text": "low", "message": 2, "role": "tool"}, {"kind": "answer", "text": "done", "message": 3}]}`,
	`{"task_id": 1, "traj": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "w", "tool_calls": [{"id": "c1", "name": "f", "arguments": {"a": 1}, "requestor": "assistant"}]}, {"role": "tool", "id": "c1", "content": "low", "requestor": "assistant", "error": false}]}`,
	`{"history": [{"role": "system", "content": "s", "agent": "main"}, {"role": "assistant", "content": "w", "thought": "w", "action": "ls", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "bash", "arguments": "{}"}}], "agent": "main"}, {"role": "tool", "content": "low", "tool_call_ids": ["c1"]}], "trajectory": [], "info": {}}`,
	`{"responses_create_params": {"input": [{"role": "user", "content": "q"}], "tools": []}, "response": {"output": [{"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}, {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "done"}]}]}}`,
	`{"prompt": [{"role": "user", "content": "q"}], "chosen": [{"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}], "rejected": [{"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {}"}]}`,
	`{"messages": [{"role": "user", "content": [{"type": "text", "text": "q"}]}, {"role": "assistant", "content": ["Thought: t\nAction: f\nAction Input: {}", "Answer: a"]}], "tools": [{"name": "f"}], "system": "s"}`,
	`{"segments": [{"label": false, "text": "q"}, {"label": true, "text": "Thought: t\nAction: f\nAction Input: {}"}]}`,
	`{"instruction": "q", "input": "", "output": "Thought: t\nAction: f\nAction Input: {}", "history": [["a", "b"]]}`,
}

// odd are values that stand where a record has others.
var odd = []string{`null`, `1`, `-0.5`, `true`, `""`, `"a"`, `"{"`, `"[]"`, `[]`, `{}`, `[[]]`, `[null]`, `[{}]`, `{"type": "text"}`, `{"": []}`, `"\ud800"`, `[["a", []]]`}

// mutated returns a value with one of the values in it changed, which counts down to 0.
func mutated(r *rand.Rand, v any, at *int) any {
	if *at--; *at == 0 {
		var with any
		_ = json.Unmarshal([]byte(odd[r.IntN(len(odd))]), &with)
		switch r.IntN(6) {
		case 0:
			return []any{v}
		case 1:
			return []any{with, v}
		case 2:
			return map[string]any{"content": v, "type": with}
		}
		return with
	}
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = mutated(r, v[i], at)
		}
		if r.IntN(20) == 0 && len(v) > 0 {
			return append(v, v[r.IntN(len(v))])
		}
	case map[string]any:
		keys := slices.Sorted(func(yield func(string) bool) {
			for k := range v {
				if !yield(k) {
					return
				}
			}
		})
		for _, k := range keys {
			if v[k] = mutated(r, v[k], at); *at == 0 && r.IntN(8) == 0 {
				delete(v, k)
			}
		}
	}
	return v
}

// Values of other types, at any place of a record, are rejects and repairs, and no fault.
func TestMutatedRecords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var engines []*Engine
	for _, to := range append([]string{"react", "hermes", "xml", "tao"}, layouts.ShapeNames()...) {
		if e, err := New(Options{Options: convert.Options{To: to, Repair: convert.RepairAll, Debug: true}}); err == nil {
			engines = append(engines, e)
		}
	}
	carries, err := New(Options{Options: convert.Options{To: "openai"}, Carry: CarryBytes})
	require.NoError(t, err)
	trains, err := New(Options{For: "trl"})
	require.NoError(t, err)
	engines = append(engines, carries, trains)
	for range testlong.Size(3_000, 60_000) {
		var v any
		require.NoError(t, json.Unmarshal([]byte(natives[r.IntN(len(natives))]), &v))
		for range 1 + r.IntN(3) {
			at := 1 + r.IntN(60)
			v = mutated(r, v, &at)
		}
		raw, err := json.Marshal(v)
		require.NoError(t, err)
		e := engines[r.IntN(len(engines))]
		rec := &Record{Raw: raw}
		_, _, failed := e.Record(raw)
		requireNoFault(t, failed, raw, e.opts.To)
		switch r.IntN(4) {
		case 0:
			_, failed = e.Detect(rec)
		case 1:
			var found Inspection
			found, failed = e.Inspect(rec)
			found.Release()
		case 2:
			_, failed = e.ToolLists(prompts.New())(rec)
		default:
			layouts.LabelsOf(raw)
		}
		requireNoFault(t, failed, raw, "reading")
	}
}

func requireNoFault(t *testing.T, err error, raw []byte, what string) {
	t.Helper()
	require.NotErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeInternal}, "%s: %s", what, raw)
}
