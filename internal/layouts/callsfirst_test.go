package layouts

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/gen"
)

// TestCallsFirst: what a record is does not depend on the one before it. After one of Chat
// Completions the quick look is taken first.
func TestCallsFirst(t *testing.T) {
	const called = `{"role": "assistant", "content": "x", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}`
	before := []byte(`{"messages": [` + called + `]}`)
	quick := 0
	same := func(t require.TestingT, record []byte) {
		if r, _, d := (&Editor{tools: newToolCache()}).open(record); d == nil {
			if r.is('{') && r.callsFirst() {
				quick++
			}
		}
		alone, err := NewEditor(Options{})
		require.NoError(t, err)
		after, err := NewEditor(Options{})
		require.NoError(t, err)
		_, d := after.Open(before)
		require.Nil(t, d)
		require.True(t, after.calls.Load())
		a, rejected := alone.Open(record)
		b, d := after.Open(record)
		require.Equal(t, rejected, d, "%s", record)
		if d != nil {
			return
		}
		require.Equal(t, a.Layout(), b.Layout(), "%s", record)
		require.Equal(t, a.foreign, b.foreign)
		x, rejected := a.Transcript(0)
		y, d := b.Transcript(0)
		require.Equal(t, rejected, d)
		require.Equal(t, x.Diagnostics, y.Diagnostics)
		if require.Equal(t, x.Steps == nil, y.Steps == nil, "%s", record); x.Steps != nil {
			require.Equal(t, showSteps(x.Steps), showSteps(y.Steps))
		}
	}
	for _, record := range []string{
		`{"messages": [], "conversations": [` + called + `]}`,
		`{"messages": [` + called + `], "conversations": [` + called + `]}`,
		`{"messages": [` + called + `], "input": [{"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}]}`,
		`{"messages": [` + called + `], "messages": []}`,
		`{"messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}, ` + called + `]}`,
		`{"messages": [{"role": "assistant", "tool_calls": [{"requestor": "u", "name": "f", "arguments": {}}]}, ` + called + `]}`,
		`{"messages": [1, ` + called + `]}`,
		`{"messages": [{"role": "assistant", "tool_calls": [1]}]}`,
		`{"messages": [{"role": "assistant", "content": "Thought: x\nAction: f\nAction Input: {}", "tool_calls": []}]}`,
		`{"trajectory": [], "history": [` + called + `], "messages": [` + called + `]}`,
		`{"toolspeak": 1, "steps": [], "messages": [` + called + `]}`,
	} {
		same(t, []byte(record))
	}
	files, err := filepath.Glob("testdata/shapes/*/*.txtar")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		a := txtar.Parse(text)
		same(t, a.Files[0].Data)
		for _, f := range a.Files[2:] {
			if record, _, _ := bytes.Cut(f.Data, []byte("\n")); strings.HasPrefix(string(record), "{") {
				same(t, record)
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		g := gen.Generator{T: rt, Hits: gen.Hits{}}
		same(rt, g.OpenAI(rapid.Bool().Draw(rt, "canonical")))
	})
	require.Greater(t, quick, 50)
}
