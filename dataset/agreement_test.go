package dataset_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/styles"
)

// Results are where the system prompt of their row says, and begin as it says: from each
// shape and style to each style.
func TestRowsAgreeWithTheirPrompt(t *testing.T) {
	const native = `{"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Wind?"},` +
		`{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "wind", "arguments": "{\"at\": \"Ness\"}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "low"},` +
		`{"role": "assistant", "content": null, "tool_calls": [{"id": "b", "type": "function", "function": {"name": "wind", "arguments": "{\"at\": \"Kirk\"}"}}]}, {"role": "tool", "tool_call_id": "b", "content": "high"},` +
		`{"role": "assistant", "content": "Ness is calm."}],` +
		`"tools": [{"type": "function", "function": {"name": "wind", "description": "Asks.", "parameters": {"type": "object", "properties": {"at": {"type": "string"}}}}}]}`
	sources := map[string]string{"openai": native}
	for _, shape := range []string{"anthropic", "gemini", "responses", "llamafactory", "swift", "atif", "adp", "ir"} {
		out, _, err := nativeEngine(t, convert.Options{To: shape}).Record([]byte(native))
		require.NoError(t, err, shape)
		sources[shape] = string(out)
	}
	for _, s := range styles.All() {
		for _, place := range []convert.Observations{convert.UserObservations, convert.ToolObservations} {
			out, _, err := nativeEngine(t, convert.Options{To: s.Name, Observations: place}).Record([]byte(native))
			require.NoError(t, err, s.Name)
			sources[s.Name+" "+string(place)] = string(out)
		}
	}
	rows := 0
	for name, record := range sources {
		from, _, _ := strings.Cut(name, " ")
		for _, to := range styles.All() {
			for _, place := range []convert.Observations{convert.KeepObservations, convert.UserObservations, convert.ToolObservations, convert.InlineObservations} {
				e, err := dataset.New(dataset.Options{Options: convert.Options{From: from, To: to.Name, Observations: place}})
				require.NoError(t, err)
				out, _, err := e.Record([]byte(record))
				require.NoError(t, err, "%s to %s", name, to.Name)
				agrees(t, out, to, place)
				rows++
			}
		}
	}
	t.Log(rows, "rows")
}

// agrees checks that a row's results are where its system prompt says.
func agrees(t *testing.T, row []byte, to *styles.Style, place convert.Observations) {
	t.Helper()
	doc := gjson.ParseBytes(row)
	messages := append(doc.Get("messages").Array(), doc.Get("conversations").Array()...)
	prompt := doc.Get("system").String()
	text := func(m gjson.Result) string { return m.Get("content").String() + m.Get("value").String() }
	role := func(m gjson.Result) string { return m.Get("role").String() + m.Get("from").String() }
	if prompt == "" {
		prompt = text(messages[0])
	}
	_, said, ok := strings.Cut(prompt, "Stop after the call. The tool's result ")
	require.True(t, ok, "%s: %s", to.Name, row)
	where, said, _ := strings.Cut(said, ":\n\n")
	begins, _, _ := strings.Cut(said, "RESULT")
	begins, _, _ = strings.Cut(begins, "NAME")
	begins = strings.TrimRight(begins, " 0123456789:")
	for _, words := range []string{"low", "high"} {
		i := slices.IndexFunc(messages, func(m gjson.Result) bool {
			return strings.Contains(text(m), words) && role(m) != "system"
		})
		require.GreaterOrEqual(t, i, 0, "%s: %s", to.Name, row)
		m := messages[i]
		switch where {
		case "arrives in the next user message":
			require.Contains(t, []string{"user", "human"}, role(m), "%s %s: %s", to.Name, place, row)
			require.True(t, strings.HasPrefix(text(m), begins), "%s %q: %s", to.Name, begins, row)
			require.NotEqual(t, convert.ToolObservations, place)
		case "is the next message, whose role is tool":
			require.Contains(t, []string{"tool", "observation"}, role(m), "%s %s: %s", to.Name, place, row)
			require.Equal(t, words, text(m), "%s: %s", to.Name, row)
		case "is then written after it, in the same message":
			require.Contains(t, []string{"assistant", "gpt"}, role(m), "%s %s: %s", to.Name, place, row)
			require.Contains(t, text(m), begins)
			require.Equal(t, convert.InlineObservations, place)
		default:
			require.Fail(t, where)
		}
	}
}
