package dataset_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// TestPairingInText: where results have no ids, those of one turn come in the order of
// their calls, and what would read as the result of another call is reported.
func TestPairingInText(t *testing.T) {
	const (
		asked = `{"messages": [{"role": "user", "content": "go"}, `
		calls = `{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{\"n\": 1}"}}, {"id": "b", "type": "function", "function": {"name": "f", "arguments": "{\"n\": 2}"}}]}, `
		one   = `{"role": "tool", "tool_call_id": "a", "content": "one"}`
		two   = `{"role": "tool", "tool_call_id": "b", "content": "two"}`
		late  = asked + `{"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}, {"type": "tool_use", "id": "b", "name": "g", "input": {}}]}, ` +
			`{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "one"}, {"type": "text", "text": "Go on."}]}, ` +
			`{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "b", "content": "two"}]}]}`
	)
	for _, c := range []struct {
		name, to, record string
		want             []string // results, after reading back
		code             ir.Code
	}{
		{"swapped", "react", asked + calls + two + ", " + one + "]}", []string{"one", "two"}, ir.CodeResultOrder},
		{"swapped, named", "xml", asked + calls + two + ", " + one + "]}", []string{"one", "two"}, ir.CodeResultOrder},
		{"swapped, to swift", "swift", asked + calls + two + ", " + one + "]}", []string{"one", "two"}, ir.CodeResultOrder},
		{"the first has none", "react", asked + calls + two + "]}", []string{"two"}, ir.CodeResultName},
		{"the first has none, named", "xml", asked + calls + two + "]}", []string{"two"}, ir.CodeResultName},
		{"the first has none, to swift", "swift", asked + calls + two + "]}", []string{"two"}, ir.CodeResultName},
		{"the second has none", "react", asked + calls + one + "]}", []string{"one"}, ""},
		{"late", "react", late, []string{"one", "two"}, ir.CodeResultName},
		{"late, in tags", "hermes", late, []string{"one", "two"}, ir.CodeResultName},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, res, err := nativeEngine(t, convert.Options{To: c.to}).Record([]byte(c.record))
			require.NoError(t, err)
			found := false
			for i := range res.Diagnostics {
				code := res.Diagnostics[i].Code
				found = found || code == c.code
				require.False(t, c.code == "" && (code == ir.CodeResultName || code == ir.CodeResultOrder), code)
			}
			require.Equal(t, c.code != "", found)
			doc, _, err := nativeEngine(t, convert.Options{From: c.to, To: "ir"}).Record(out)
			require.NoError(t, err)
			var results []string
			for _, s := range stepsOf(t, doc).Steps {
				if s.Kind == ir.Observation {
					results = append(results, s.Text.String())
				}
			}
			require.Equal(t, c.want, results, "%s", out)
		})
	}
}
