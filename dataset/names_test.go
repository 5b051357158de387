package dataset_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

// TestStyleInShapes: a record of a shape whose words hold calls in a style or a format is read as
// that also where its name is given.
func TestStyleInShapes(t *testing.T) {
	said := map[string]string{
		"hermes":      "I look.\n<tool_call>\n{\"name\": \"tide\", \"arguments\": {\"at\": \"Ness\"}}\n</tool_call>",
		"react":       "Thought: I look.\nAction: tide\nAction Input: {\"at\": \"Ness\"}",
		"qwen3-coder": "I look.\n<tool_call>\n<function=tide>\n<parameter=at>\nNess\n</parameter>\n</function>\n</tool_call>",
	}
	shapes := map[string]string{
		"responses": `{"input": [{"role": "user", "content": "q"}], "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": %s}]}]}`,
		"anthropic": `{"system": "s", "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": [{"type": "text", "text": %s}]}]}`,
		"gemini":    `{"contents": [{"role": "user", "parts": [{"text": "q"}]}, {"role": "model", "parts": [{"text": %s}]}]}`,
		"bedrock":   `{"messages": [{"role": "user", "content": [{"text": "q"}]}, {"role": "assistant", "content": [{"text": %s}]}]}`,
		"langchain": `{"messages": [{"type": "human", "content": "q"}, {"type": "ai", "content": %s}]}`,
		"vercel":    `{"messages": [{"role": "user", "parts": [{"type": "text", "text": "q"}]}, {"role": "assistant", "parts": [{"type": "text", "text": %s}]}]}`,
		"session":   `{"loglines": [{"type": "user", "sessionId": "s", "uuid": "1", "message": {"role": "user", "content": "q"}}, {"type": "assistant", "sessionId": "s", "uuid": "2", "parentUuid": "1", "message": {"role": "assistant", "content": [{"type": "text", "text": %s}]}}]}`,
		"pair":      `{"request": {"messages": [{"role": "user", "content": "q"}]}, "response": {"choices": [{"message": {"role": "assistant", "content": %s}}]}}`,
	}
	for style, words := range said {
		for name, shape := range shapes {
			for _, from := range []string{"", style} {
				e := nativeEngine(t, convert.Options{From: from, To: "openai"})
				out, res, err := e.Record(fmt.Appendf(nil, shape, asJSON(t, words)))
				require.NoError(t, err, "%s in %s from %q", style, name, from)
				require.Equal(t, 1, strings.Count(string(out), `"name": "tide"`), "%s in %s from %q: %s", style, name, from, out)
				require.Equal(t, style, res.Style, "%s in %s from %q", style, name, from)
			}
		}
	}
}

// TestNamesThatAreShown: From takes each name that a log is detected as, and gives the same.
func TestNamesThatAreShown(t *testing.T) {
	files := []string{"../testdata/sample.openai.jsonl", "../testdata/shapes.jsonl", "../testdata/alpaca.jsonl"}
	if corpus := os.Getenv("TOOLSPEAK_CORPUS"); corpus != "" {
		more, err := filepath.Glob(filepath.Join(corpus, "logs/*/*.*"))
		require.NoError(t, err)
		require.NotEmpty(t, more)
		files = append(files, more...)
	}
	auto := nativeEngine(t, convert.Options{To: "openai"})
	traces := `{"data": [{"id": "o", "traceId": "t", "type": "GENERATION", "name": "g", "startTime": "2024-01-01T00:00:00Z", "input": [{"role": "user", "content": "q"}], "output": {"role": "assistant", "content": "a"}}]}`
	path := filepath.Join(t.TempDir(), "trace.json")
	require.NoError(t, os.WriteFile(path, []byte(traces), 0o600))
	chat := filepath.Join(t.TempDir(), "chat.jsonl")
	require.NoError(t, os.WriteFile(chat, []byte(`{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]}`+"\n"), 0o600))
	named := map[string]bool{}
	for _, path := range append(files, path, chat) {
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		for rec, err := range auto.Records(t.Context(), filepath.Base(path), strings.NewReader(string(raw))) {
			if err != nil {
				break // Parquet and tables are for others
			}
			want, res, err := auto.ConvertRecord(rec)
			if err != nil {
				continue
			}
			named[res.Style] = true
			e := nativeEngine(t, convert.Options{From: res.Style, To: "openai"})
			got, res, err := e.ConvertRecord(rec)
			require.NoError(t, err, "%s as %s", path, res.Style)
			require.Equal(t, string(want), string(got), "%s as %s", path, res.Style)
			require.NotEqual(t, dataset.Layout("ir"), res.Layout, "%s", path)
		}
	}
	require.Contains(t, named, "langfuse")
	require.Contains(t, named, "plain")
}
