package dataset_test

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/ulikunitz/xz"
)

// streamCases are two answers of each API, in pieces.
var streamCases = map[string]string{
	"chat": `{"id": "a", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"role": "assistant", "tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": {"name": "sky", "arguments": ""}}]}}]}
{"id": "a", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "function": {"arguments": "{\"at\": \"Wick\"}"}}]}}]}
{"id": "b", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "We"}}]}
{"id": "b", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "t."}}]}
`,
	"messages": `{"type": "message_start", "message": {"id": "m", "type": "message", "role": "assistant", "content": [], "usage": {}}}
{"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": "c1", "name": "sky", "input": {}}}
{"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": "{\"at\": \"Wick\"}"}}
{"type": "message_stop"}
{"type": "message_start", "message": {"id": "n", "type": "message", "role": "assistant", "content": [], "usage": {}}}
{"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Wet."}}
`,
	"responses": `{"type": "response.created", "sequence_number": 0, "response": {"id": "r", "object": "response", "output": []}}
{"type": "response.output_item.done", "output_index": 0, "item": {"type": "function_call", "call_id": "c1", "name": "sky", "arguments": "{\"at\": \"Wick\"}"}}
{"type": "response.created", "sequence_number": 0, "response": {"id": "s", "object": "response", "output": []}}
{"type": "response.output_item.done", "output_index": 0, "item": {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Wet."}]}}
`,
	"ollama": `{"model": "m", "message": {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "sky", "arguments": {"at": "Wick"}}}]}, "done": false}
{"model": "m", "message": {"role": "assistant", "content": ""}, "done": true}
{"model": "m", "message": {"role": "assistant", "content": "We"}, "done": false}
{"model": "m", "message": {"role": "assistant", "content": "t."}, "done": true}
`,
	"gemini": `{"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": "sky", "args": {"at": "Wick"}}}]}}], "modelVersion": "g"}
{"candidates": [{"content": {"role": "model", "parts": [{"text": ""}]}, "finishReason": "STOP"}], "modelVersion": "g"}
{"candidates": [{"content": {"role": "model", "parts": [{"text": "We"}]}}], "modelVersion": "g"}
{"candidates": [{"content": {"role": "model", "parts": [{"text": "t."}]}, "finishReason": "STOP"}], "modelVersion": "g"}
`,
}

// TestStreams reads pieces of answers on lines and as server-sent events, as files and in archives of
// archives, and says what of an archive is not read.
func TestStreams(t *testing.T) {
	for name, lines := range streamCases {
		events := "event: x\ndata: " + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", "\n\ndata: ") + "\n\ndata: [DONE]\n"
		for file, content := range map[string][]byte{"a.jsonl": []byte(lines), "a.sse": []byte(events), "a.json": listed(lines), "b.jsonl.xz": packedXz(t, lines)} {
			requireAnswers(t, file, content, name)
			inner := zipOf(t, zip.Deflate, entry{"inner.tar", string(tarOf(t, entry{file, string(content)}))}, entry{"model.bin", "x"})
			requireAnswers(t, "x.tgz", gzipped(t, tarOf(t, entry{"inner.zip", string(inner)})), name)
		}
	}
}

// listed returns lines as the elements of an array.
func listed(lines string) []byte {
	return []byte("[\n" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",\n") + "\n]")
}

func requireAnswers(t *testing.T, file string, content []byte, name string) {
	t.Helper()
	all, codes, err := readAs(t, file, content)
	require.NoError(t, err, "%s %s", name, file)
	made, said := strings.Join(all, "\n"), strings.Join(codes, "\n")
	require.Equal(t, 1, strings.Count(made, `Action: sky\nAction Input: {\"at\": \"Wick\"}`), "%s %s: %s", name, file, made)
	require.Equal(t, 1, strings.Count(made, `Wet.`), "%s %s: %s", name, file, made)
	require.Equal(t, file == "x.tgz", strings.Contains(said, "files-unread: files of the archive are not read: model.bin"), "%s %s: %s", name, file, said)
}

func packedXz(t *testing.T, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := xz.NewWriter(&b)
	require.NoError(t, err)
	_, err = w.Write([]byte(s))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}
