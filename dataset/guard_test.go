package dataset

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

// fault is what an engine fails with that was made in no proper way.
var fault = &ir.Diagnostic{Code: ir.CodeInternal}

// What panics on a record, its opening included, is a reject of that record, wherever the
// record comes in.
func TestGuard(t *testing.T) {
	unable := &Engine{maxRecord: MaxRecord} // has no editor: opening panics
	rec := &Record{Raw: []byte(`{"messages": []}`)}
	for name, call := range map[string]func(*Engine) error{
		"Record":        func(e *Engine) error { _, _, err := e.Record(rec.Raw); return err },
		"ConvertRecord": func(e *Engine) error { _, _, err := e.ConvertRecord(rec); return err },
		"AppendRecord":  func(e *Engine) error { _, _, err := e.AppendRecord(nil, rec); return err },
		"TraceRecord":   func(e *Engine) error { _, _, err := e.TraceRecord(rec, func(*convert.Output) {}); return err },
		"Detect":        func(e *Engine) error { _, err := e.Detect(rec); return err },
		"Inspect":       func(e *Engine) error { _, err := e.Inspect(rec); return err },
		"ToolLists":     func(e *Engine) error { _, err := e.ToolLists(prompts.New())(rec); return err },
	} {
		err := call(unable)
		require.ErrorIs(t, err, fault, name)
		assert.NotContains(t, err.Error(), ".go:", name)
	}
	unable.opts.Debug = true
	_, _, err := unable.Record(rec.Raw)
	assert.ErrorContains(t, err, "called from dataset/engine.go:")
	assert.Equal(t, rec.Raw, []byte(`{"messages": []}`))
	assert.Equal(t, 3, unable.find(&Record{Number: 3}, asReject(err)).Record)
}

// faulty fails on records that say "panic".
func faulty() *Engine {
	return engineOf(func(in *ir.Conversation) *convert.Output {
		if strings.Contains(in.Text.String(), "panic") {
			panic("a fault")
		}
		return louder(in)
	})
}

// The records around one on which toolspeak fails become what they become without it.
func TestGuardBatch(t *testing.T) {
	const in = `{"text": "one"}` + "\n" + `{"text": "panic"}` + "\n" + `{"text": "two"}` + "\n"
	const want = `{"text": "ONE"}` + "\n" + `{"text": "TWO"}` + "\n"
	for _, workers := range []int{1, 3} {
		var out, rejects bytes.Buffer
		report, err := faulty().CopyWith(t.Context(), &out, strings.NewReader(strings.Repeat(in, 50)),
			CopyOptions{RunOptions: RunOptions{Workers: workers}, Rejects: &rejects})
		require.NoError(t, err)
		assert.Equal(t, strings.Repeat(want, 50), out.String())
		assert.Equal(t, strings.Repeat(`{"text": "panic"}`+"\n", 50), rejects.String())
		assert.Equal(t, 50, report.Rejected)
	}
	var out, aside bytes.Buffer
	report, err := faulty().Filter(t.Context(), &out, &aside, NamedReader{Name: "in", Reader: strings.NewReader(in)})
	require.NoError(t, err)
	assert.Equal(t, want, out.String())
	assert.Contains(t, aside.String(), `{"toolspeak_reject":{"code":"internal","reason":"a fault of toolspeak, please report it with the record: a fault"`)
	assert.Equal(t, 1, report.Rejected)
}

// Records that are valid JSON and no proper transcripts: parts, tools and calls that are
// of another type than they should be.
func TestHostileRecords(t *testing.T) {
	for _, raw := range []string{
		`{"contents": [{"parts": []}], "tools": [{"functionDeclarations": [[]]}]}`,
		`{"contents": [{"parts": [[]]}]}`,
		`{"contents": [{"role": "model", "parts": [null, 1, "a", {"functionCall": []}]}]}`,
		`{"messages": [{"role": "user", "content": [null, {"type": "tool_result"}]}]}`,
		`{"messages": [{"role": "assistant", "content": [[], {"type": "tool_use", "input": []}]}], "tools": [[]]}`,
		`{"text": "FinalAnswer:\nCalling function: f with args: {}"}`,
	} {
		for _, to := range []string{"react", "xml", "ir", "openai", "anthropic", "gemini"} {
			e, err := New(Options{Options: convert.Options{To: to}})
			require.NoError(t, err)
			_, _, err = e.Record([]byte(raw))
			assert.NotErrorIs(t, err, fault, "%s: %s", to, raw)
			_, err = e.Filter(t.Context(), io.Discard, nil, NamedReader{Name: "in", Reader: strings.NewReader(raw)})
			assert.NoError(t, err)
		}
	}
}
