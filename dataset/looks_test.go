package dataset_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
)

// A style that was named and finds nothing does not hide what the records look like; one
// that finds something is not compared with others.
func TestLooksLike(t *testing.T) {
	const record = `{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "Thought: a\nAction: f\nAction Input: x\nObservation: b\nThought: c\nFinal Answer: d"}]}` + "\n"
	const chat = `{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]}` + "\n"
	for from, want := range map[string]map[string]dataset.LooksLike{
		"xml":       {"langchain": {Records: 2, Markers: 12, Against: 0}},
		"hermes":    {"langchain": {Records: 2, Markers: 12, Against: 0}},
		"langchain": nil,
		"react":     nil,
		"auto":      nil,
	} {
		o := dataset.Options{}
		o.From, o.To = from, "tao"
		engine, err := dataset.New(o)
		require.NoError(t, err)
		var out strings.Builder
		report, err := engine.CopyWith(t.Context(), &out, strings.NewReader(record+chat+record), dataset.CopyOptions{
			Name: "in.jsonl", RunOptions: dataset.RunOptions{OnReject: dataset.SkipRejects, Workers: 1},
		})
		require.NoError(t, err)
		require.Equal(t, want, report.LooksLike, from)
	}
}

// A record that is rejected is compared, too: the style that was named may be why.
func TestRejectLooksLike(t *testing.T) {
	const record = `{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "Thought: a\n<tool_use>\n<name>f</name>\n<arguments>{1</arguments>\n</tool_use>\nAction: f\nAction Input: x\nObservation: b\nThought: c\nFinal Answer: d"}]}` + "\n"
	o := dataset.Options{}
	o.From, o.To = "xml", "tao"
	engine, err := dataset.New(o)
	require.NoError(t, err)
	report, err := engine.CopyWith(t.Context(), new(strings.Builder), strings.NewReader(record+record), dataset.CopyOptions{
		Name: "in.jsonl", RunOptions: dataset.RunOptions{OnReject: dataset.SkipRejects, Workers: 1},
	})
	require.NoError(t, err)
	require.Equal(t, 2, report.Rejected)
	require.Equal(t, map[string]dataset.LooksLike{"langchain": {Records: 2, Markers: 12, Against: 2}}, report.LooksLike)
}
