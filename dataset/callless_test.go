package dataset_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// TestShapesWithoutCalls reads a record without a call as one of the shape that its keys show,
// and leaves plain chat what it is.
func TestShapesWithoutCalls(t *testing.T) {
	const said = `"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}]`
	for _, c := range []struct{ record, style string }{
		{`{` + said + `}`, convert.Plain},
		{`{` + said + `, "tools": []}`, convert.Plain},
		{`{` + said + `, "tools": null, "id": 3}`, convert.Plain},
		{`{` + said + `, "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}]}`, "openai"},
		{`{"tools": [{"type": "function", "function": {"name": "f"}}], ` + said + `}`, "openai"},
		{`{` + said + `, "tools": "[{\"type\": \"function\", \"function\": {\"name\": \"f\"}}]"}`, "openai"},
		{`{` + said + `, "functions": [{"name": "f", "parameters": {"type": "object"}}]}`, "openai"},
		{`{` + said + `, "tools": [{"name": "f", "input_schema": {"type": "object"}}]}`, "anthropic"},
		{`{"system": [{"type": "text", "text": "S"}], ` + said + `}`, "anthropic"},
		{`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a", "reasoning_content": "r"}]}`, "openai"},
		{`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "reasoning": "r", "content": "a"}]}`, "openai"},
		{`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a", "reasoning_content": ""}]}`, convert.Plain},
		{`{"conversations": [{"from": "human", "value": "?"}, {"from": "gpt", "value": "a"}], "tools": "[{\"name\": \"f\"}]"}`, "llamafactory"},
		{`{"messages": [{"role": "user", "content": [{"type": "text", "value": "?"}]}, {"role": "assistant", "content": [{"type": "reasoning", "value": "r"}, {"type": "text", "value": "a"}]}]}`, "llamafactory"},
		{`{"conversations": [{"from": "human", "value": "?"}, {"from": "gpt", "value": "Thought: t\nAction: f\nAction Input: {}"}], "tools": "[{\"name\": \"f\"}]"}`, "react"},
		{`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "reasoning_content": "r", "content": "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"}], "tools": [{"type": "function", "function": {"name": "f"}}]}`, "hermes"},
	} {
		for _, to := range []string{"react", "openai", "anthropic", "ir"} {
			_, res, err := nativeEngine(t, convert.Options{To: to}).Record([]byte(c.record))
			require.NoError(t, err, c.record)
			require.Equal(t, c.style, res.Style, "%s to %s", c.record, to)
		}
		in, err := nativeEngine(t, convert.Options{}).Inspect(&dataset.Record{Raw: []byte(c.record)})
		require.NoError(t, err)
		require.Equal(t, c.style, in.Style)
	}
}

// TestToolsWithoutCalls writes the tools and the reasoning of a record without a call.
func TestToolsWithoutCalls(t *testing.T) {
	const record = `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a", "reasoning_content": "Because."}], "tools": [{"type": "function", "function": {"name": "tide_of", "parameters": {"type": "object", "properties": {}}}}]}`
	out, res, err := nativeEngine(t, convert.Options{To: "react"}).Record([]byte(record))
	require.NoError(t, err)
	require.Contains(t, string(out), "tide_of")
	require.Contains(t, string(out), "Because.")
	require.NotContains(t, codesOf(res.Diagnostics), ir.CodeFixedSentenceAdded)
}

// TestShapeOfNeighbours reads a record of plain chat as the others of its input, and brings it
// home with them.
func TestShapeOfNeighbours(t *testing.T) {
	const call = `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "r"}]}]}`
	const chat = `{"messages":[ {"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}], "id": 7}`
	for _, input := range []string{call + "\n" + chat + "\n", chat + "\n" + call + "\n" + chat + "\n"} {
		there := copied(t, dataset.Options{Options: convert.Options{To: "hermes"}, Carry: dataset.CarryBytes}, input)
		require.Contains(t, there, `\"home\":\"anthropic\"`)
		require.NotContains(t, there, `\"home\":\"plain\"`)
		require.Equal(t, input, copied(t, dataset.Options{Options: convert.Options{To: "anthropic"}, Carry: dataset.CarryBytes}, there))
	}
	text := `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {}"}]}`
	e := nativeEngine(t, convert.Options{To: "ir"})
	var read []string
	for rec, err := range e.Records(t.Context(), "", strings.NewReader(text+"\n"+chat+"\n"+text+"\n"+call+"\n")) {
		require.NoError(t, err)
		_, res, err := e.ConvertRecord(rec)
		require.NoError(t, err)
		read = append(read, res.Style)
	}
	require.Equal(t, []string{"react", convert.Plain, "react", "anthropic"}, read, "most of the others are of a style")
}

// copied returns what an engine makes of an input.
func copied(t *testing.T, opts dataset.Options, input string) string {
	t.Helper()
	e, err := dataset.New(opts)
	require.NoError(t, err)
	var out bytes.Buffer
	_, err = e.Copy(t.Context(), &out, strings.NewReader(input))
	require.NoError(t, err)
	return out.String()
}
