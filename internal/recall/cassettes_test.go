package recall

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// TestCassetteCalls reads all calls of the recordings, in requests and in answers, and
// compares them with a count that shares nothing with the reader.
func TestCassetteCalls(t *testing.T) {
	root := corpus(t)
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}, AllRequests: true})
	require.NoError(t, err)
	files, total := 0, 0
	for _, dir := range []string{"pydantic-ai-temporal", "pydantic-ai-tool-search", "openinference-google-adk"} {
		names, err := filepath.Glob(filepath.Join(root, "native", dir, "*.yaml"))
		require.NoError(t, err)
		for _, name := range names {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			got := 0
			for rec, err := range e.Records(t.Context(), name, bytes.NewReader(data)) {
				require.NoError(t, err, name)
				_, res, err := e.ConvertRecord(rec)
				require.NoError(t, err, name)
				got += res.Steps[ir.Call]
			}
			want := 0
			for _, r := range cassetteRequests(t, name, data) {
				want += countNative(t, r).calls
			}
			want += answeredCalls(t, data)
			require.Equal(t, want, got, name)
			files++
			total += got
		}
	}
	require.Equal(t, 61, files)
	require.Equal(t, 283+51, total, "what SOURCES.md counts, 183 in requests and 100 in answers, and 51 that the services ran themselves")
}

// answeredCalls counts the calls in the answers of a recording.
func answeredCalls(t *testing.T, data []byte) (calls int) {
	t.Helper()
	var tape struct {
		Interactions []struct {
			Response struct {
				Body   struct{ String string }
				Parsed any `yaml:"parsed_body"`
			}
		}
	}
	require.NoError(t, yaml.Unmarshal(data, &tape))
	for _, in := range tape.Interactions {
		answers := []any{in.Response.Parsed}
		var whole any
		if json.Unmarshal([]byte(in.Response.Body.String), &whole) == nil {
			answers = append(answers, whole)
		}
		for line := range strings.Lines(in.Response.Body.String) {
			var event any
			if doc, ok := strings.CutPrefix(line, "data: "); ok && json.Unmarshal([]byte(doc), &event) == nil {
				answers = append(answers, event)
			}
		}
		for _, a := range answers {
			calls += callsIn(a)
		}
	}
	return calls
}

// callsIn counts the calls that begin in an answer or an event of one.
func callsIn(answer any) (n int) {
	for _, choice := range elements(at(answer, "choices")) {
		n += len(elements(at(choice, "message", "tool_calls")))
		for _, piece := range elements(at(choice, "delta", "tool_calls")) {
			if id, _ := at(piece, "id").(string); id != "" {
				n++
			}
		}
	}
	for _, candidate := range elements(at(answer, "candidates")) {
		n += strings.Count(partEvents([]any{at(candidate, "content")}), "c")
	}
	for _, item := range append(elements(at(answer, "output")), at(answer, "item")) {
		if kind := at(item, "type"); at(answer, "type") != "response.output_item.added" && (kind == "function_call" || kind == "custom_tool_call" || serviceCall(kind)) {
			n++
		}
	}
	if kind := at(answer, "type"); kind == "message" || kind == "content_block_start" {
		for _, block := range append(elements(at(answer, "content")), at(answer, "content_block")) {
			if kind := at(block, "type"); kind == "tool_use" || kind == "server_tool_use" || kind == "mcp_tool_use" {
				n++
			}
		}
	}
	return n
}
