package dataset

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/await"
	"github.com/toolspeak/toolspeak/internal/testlong"
)

// TestMemoryOfARecord: what a record takes is bounded by a multiple of its size,
// whatever it holds; a record for which it can't be is a reject. Allocations are
// counted, which don't depend on when the collector runs: what is in use at one time is
// less.
func TestMemoryOfARecord(t *testing.T) {
	chat := `{"messages": [{"role": "system", "content": "%s"}, {"role": "user", "content": "?"}, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {}"}]}`
	turns := func(unit string, n int) string { return strings.TrimRight(strings.Repeat(unit, n), ", ") }
	tests := map[string]struct {
		record   string
		rejected bool
	}{
		"tools in lines":   {record: fmt.Sprintf(chat, `You have these tools:\n\n`+strings.Repeat(`f: Does this., args: {\"a\": {\"title\": \"A\"}}\n`, 40_000))},
		"tools in a list":  {record: fmt.Sprintf(chat, `Tools:\n\n[`+turns(`{\"name\": \"f\", \"description\": \"d\", \"parameters\": {}}, `, 40_000)+`]`)},
		"one long text":    {record: fmt.Sprintf(chat, strings.Repeat("word ", 400_000))},
		"a long history":   {record: `{"history": [` + turns(`["a", "b"], `, 150_000) + `], "instruction": "?", "output": "Answer: a"}`, rejected: true},
		"tiny messages":    {record: `{"messages": [` + turns(`{"role":"user","content":"a"},`, 80_000) + `]}`, rejected: true},
		"tiny steps":       {record: `{"messages": [{"role": "assistant", "content": "` + strings.Repeat(`Thought: a\nAction: f\nAction Input: {}\nObservation: b\n`, 40_000) + `"}]}`, rejected: true},
		"tiny text turns":  {record: strings.Repeat("Question: a\n", testlong.Size(100_000, 200_000)), rejected: true},
		"empty text turns": {record: strings.Repeat("User:\n", testlong.Size(100_000, 400_000)), rejected: true},
		"tiny tool calls": {record: `{"messages": [` + turns(`{"role": "assistant", "content": null, "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, `,
			15_000) + `]}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			e, err := New(Options{Options: convert.Options{To: "xml"}})
			require.NoError(t, err)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			report, err := e.CopyWith(t.Context(), io.Discard, strings.NewReader(test.record), CopyOptions{Rejects: io.Discard})
			runtime.ReadMemStats(&after)
			require.NoError(t, err)
			require.Equal(t, 1, report.Records)
			require.Equal(t, test.rejected, report.Rejected == 1, "%v", report)
			const atLeast = 160 << 20 // buffers, caches, and the steps that any record may have
			took := int(after.TotalAlloc - before.TotalAlloc)
			require.Less(t, took, atLeast+20*len(test.record), "%d bytes", len(test.record))
			t.Logf("%.1f MB: %.0f MB", float64(len(test.record))/1e6, float64(took)/1e6)
		})
	}
}

// stopAtEnd is a reader that stops the run when all is read.
type stopAtEnd struct {
	io.Reader
	stop context.CancelFunc
}

func (s stopAtEnd) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil {
		s.stop()
	}
	return n, err
}

// TestStoppedInRecord: a run that is stopped does not wait for a large record.
func TestStoppedInRecord(t *testing.T) {
	record := `{"messages": [{"role": "assistant", "content": "Answer: ` + strings.Repeat("a", await.Large) + `"}]}`
	for name, copied := range map[string]func(ctx context.Context, e *Engine, dst io.Writer, src io.Reader) error{
		"one worker": func(ctx context.Context, e *Engine, dst io.Writer, src io.Reader) error {
			_, err := e.CopyWith(ctx, dst, src, CopyOptions{RunOptions: RunOptions{Workers: 1}})
			return err
		},
		"workers": func(ctx context.Context, e *Engine, dst io.Writer, src io.Reader) error {
			_, err := e.CopyWith(ctx, dst, src, CopyOptions{RunOptions: RunOptions{Workers: 3}})
			return err
		},
		"filter": func(ctx context.Context, e *Engine, dst io.Writer, src io.Reader) error {
			_, err := e.Filter(ctx, dst, nil, NamedReader{Reader: src})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := New(Options{Options: convert.Options{From: "react", To: "xml"}})
			require.NoError(t, err)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var dst bytes.Buffer
			require.NoError(t, copied(ctx, e, &dst, strings.NewReader(record)))
			require.NotEmpty(t, dst.Bytes())
			dst.Reset()
			require.ErrorIs(t, copied(ctx, e, &dst, stopAtEnd{strings.NewReader(record), stop}), context.Canceled)
			require.Empty(t, dst.Bytes())
		})
	}
}
