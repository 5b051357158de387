package layouts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// TestKnownTools: a tool list that several records in a row have is not scanned again, and
// they and all others are read as before.
func TestKnownTools(t *testing.T) {
	list := `[{"type": "function", "function": {"name": "f", "description": "` + strings.Repeat(`Says \u0041. `, 30) + `"}}]`
	record := func(tools string) []byte {
		return []byte(`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "\u0041", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{\"a\": [1]}"}}]}], "tools": ` + tools + `, "b": {"c": [1]}}`)
	}
	e, err := NewEditor(Options{})
	require.NoError(t, err)
	for range 4 {
		_, d := e.Open(record(list))
		require.Nil(t, d)
	}
	require.NotNil(t, e.known.list.Load())
	for tools, known := range map[string]bool{
		list:                                 true,
		list[:len(list)-1] + `, "x"]`:        false,
		`{"a": ` + list + `}`:                false,
		strings.Replace(list, "f", "g", 1):   false,
		list + `, "more": ` + list + `, "d"`: false,
	} {
		alone, err := NewEditor(Options{})
		require.NoError(t, err)
		a, rejected := alone.Open(record(tools))
		b, d := e.Open(record(tools))
		require.Equal(t, rejected, d)
		if d != nil {
			continue
		}
		require.Equal(t, known, b.knownTools != nil, tools)
		require.Equal(t, a.members, b.members)
		require.Equal(t, showSteps(a.steps), showSteps(b.steps))
		require.Equal(t, string(a.transcript.Tools), string(b.transcript.Tools))
	}
}

// TestTellsShape: what shows another shape than that of messages has a key that tells it.
func TestTellsShape(t *testing.T) {
	files, err := filepath.Glob("testdata/shapes/*/*.txtar")
	require.NoError(t, err)
	told := map[Layout]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		e, err := NewEditor(Options{})
		require.NoError(t, err)
		r := e.newRecord(txtar.Parse(text).Files[0].Data)
		if r.check() != nil || !r.is('{') {
			continue
		}
		for m := range r.doc.Members(r.at.Start) {
			r.members = append(r.members, m)
		}
		for _, l := range registry {
			if l.name() == Anthropic {
				break
			}
			if l.shows(r) {
				told[l.name()] = true
				require.True(t, r.mayShowOthers(), "%s: %s", l.name(), file)
			}
		}
	}
	require.Contains(t, told, ATIF)
	require.Contains(t, told, Gemini)
	require.Contains(t, told, Responses)
}
