package dataset_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

// TestRowsOfCalls reads rows of data sets in which a list of calls answers a question, under the
// keys that such sets have, as values and packed into strings.
func TestRowsOfCalls(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "openai"}})
	require.NoError(t, err)
	tools := []any{map[string]any{"name": "tide", "description": "d", "parameters": map[string]any{"city": map[string]any{"type": "str"}}}}
	for _, calls := range []string{
		`[{"name": "tide", "arguments": {"city": "Ness"}}]`, `[{"function": {"name": "tide", "arguments": "{\"city\": \"Ness\"}"}, "type": "function"}]`,
	} {
		for _, question := range []string{"query", "question", "instruction", "prompt", "input", "user_query"} {
			for _, answer := range []string{"answers", "answer", "output", "response", "function_calls", "ground_truth"} {
				for _, list := range []string{"tools", "functions", "available_tools"} {
					packed, err := json.Marshal(tools)
					require.NoError(t, err)
					for _, row := range []map[string]any{
						{question: "Tide?", list: tools, answer: json.RawMessage(calls), "id": 7}, {question: "Tide?", list: string(packed), answer: calls, "id": 7},
					} {
						raw, err := json.Marshal(row)
						require.NoError(t, err)
						out, _, err := e.Record(raw)
						require.NoError(t, err, string(raw))
						oneTide(t, out)
					}
				}
			}
		}
	}
	out, _, err := e.Record([]byte(`{"system": "Be brief.", "instruction": "Tide?", "input": "At Ness.", "tools": [], "output": "[{\"name\": \"tide\", \"arguments\": {\"city\": \"Ness\"}}]"}`))
	require.NoError(t, err)
	require.Contains(t, string(out), `"Tide?\nAt Ness."`)
}

// TestListsOfCallsInTags reads the rows of APIGen in SmolTalk, and turns of calls with other words for them.
func TestListsOfCallsInTags(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "openai"}})
	require.NoError(t, err)
	for _, said := range []string{"<tool_call>[{\\\"name\\\": \\\"tide\\\", \\\"arguments\\\": {\\\"city\\\": \\\"Ness\\\"}}]</tool_call>", "<tool_call>[\\n{\\\"name\\\": \\\"tide\\\", \\\"arguments\\\": {\\\"city\\\": \\\"Ness\\\"}}\\n]</tool_call>", "<tool_call>\\n[{\\\"name\\\": \\\"tide\\\", \\\"arguments\\\": {\\\"city\\\": \\\"Ness\\\"}}]\\n</tool_call>"} {
		out, _, err := e.Record([]byte(`{"messages": [{"role": "user", "content": "Tide?"}, {"role": "assistant", "content": "` + said + `"}]}`))
		require.NoError(t, err, said)
		oneTide(t, out)
	}
	for _, words := range [][2]string{{"function_call", "observation"}, {"function-call", "function-response"}, {"tool_call", "tool_response"}, {"tool-call", "tool"}} {
		out, _, err := e.Record([]byte(`{"conversations": [{"from": "human", "value": "Tide?"}, {"from": "` + words[0] + `", "value": "{\"name\": \"tide\", \"arguments\": {\"city\": \"Ness\"}}"}, {"from": "` + words[1] + `", "value": "high"}, {"from": "gpt", "value": "High."}]}`))
		require.NoError(t, err, words)
		oneTide(t, out)
	}
}

// TestOddWordsOfDialects names a tool that is no name, and reads guarded words of a prompt.
func TestOddWordsOfDialects(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "openai"}})
	require.NoError(t, err)
	for _, name := range []string{`{"x": "f"}`, `["f"]`} {
		_, _, err = e.Record([]byte(`{"messages": [{"role": "user", "content": "Tide?"}, {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "a", "toolName": ` + name + `, "input": {"q": 1}}]}]}`))
		require.ErrorContains(t, err, "without a name")
	}
	out, _, err := e.Record([]byte(`{"system": [{"text": "Be brief."}, {"cachePoint": {"type": "default"}}, {"guardContent": {"text": {"text": "Stay calm."}}}], "messages": [{"role": "user", "content": [{"text": "Tide?"}]}, {"role": "assistant", "content": [{"toolUse": {"toolUseId": "1", "name": "tide", "input": {"city": "Ness"}}}]}]}`))
	require.NoError(t, err)
	require.Contains(t, string(out), "Be brief.\\nStay calm.")
}

// oneTide requires a record to have one call, of tide at Ness.
func oneTide(t *testing.T, out []byte) {
	t.Helper()
	var record struct {
		Messages []struct {
			Calls []struct {
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
	}
	require.NoError(t, json.Unmarshal(out, &record))
	found := 0
	for _, m := range record.Messages {
		for _, c := range m.Calls {
			found++
			require.Equal(t, "tide", c.Function.Name)
			require.JSONEq(t, `{"city": "Ness"}`, c.Function.Arguments)
		}
	}
	require.Equal(t, 1, found, string(out))
}
