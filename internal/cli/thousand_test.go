//go:build unix

package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Of 1,000 records 13 are bad, each in its own way: they are kept byte for
// byte, with reason and place, and all others are converted.
func TestThousand(t *testing.T) {
	deep := strings.Repeat("[", 20000) + strings.Repeat("]", 20000)
	bad := []struct{ record, code string }{
		{`{"messages": [{"role": "user", "content": "cut o`, "not-json"},
		{`{"messages": [{"role": "user", "content": "a"}]} more`, "not-json"},
		{"{\"messages\": [{\"role\": \"user\", \"content\": \"a\x00b\"}]}", "not-json"},
		{`42`, "wrong-type"},
		{`{"messages": {"role": "user"}}`, "wrong-type"},
		{`{"messages": [{"role": "user", "content": 7}]}`, "wrong-type"},
		{"{\"messages\": [{\"role\": \"user\", \"content\": \"caf\xe9\"}]}", "invalid-utf8"},
		{`{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "Thought: t\nAction: search\nAction Input: {\"q\": "}]}`, "broken-args"},
		{`{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "<|begin_of_tool_call|>print(1)"}]}`, "foreign-style"},
		{`{"messages": ` + deep + `}`, "too-deep"},
		{`{"messages": [{"role": "narrator", "content": "a"}]}`, "unknown-role"},
		{`{"prompt": "a"}`, "unknown-layout"},
		{`{"messages": [], "messages": []}`, "duplicate-key"},
	}
	var in, rejects, good strings.Builder
	at := map[int]int{} // number of a record, index of what is bad
	for i := range 1000 {
		if k := i / 70; i%70 == 35 && k < len(bad) {
			in.WriteString(bad[k].record + "\n")
			rejects.WriteString(bad[k].record + "\n")
			at[i+1] = k
			continue
		}
		record := fmt.Sprintf("{\"n\": %d, \"messages\": [{\"role\": \"user\", \"content\": \"Count.\"}]}\n", i)
		in.WriteString(record)
		good.WriteString(record)
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "in.jsonl"), []byte(in.String()), 0o666))
	code, stderr := run(t, dir, "", 0, "convert", "--to", "xml", "in.jsonl", "-o", "result", "--rejects", "bad")
	require.Equal(t, 1, code, stderr)
	require.Contains(t, stderr, "1000 records: 987 converted, 13 rejected")
	files := content(t, dir)
	require.True(t, files["result"] == good.String())
	require.True(t, files["bad"] == rejects.String())
	reasons := strings.Split(strings.TrimSuffix(files["bad.reasons.jsonl"], "\n"), "\n")
	require.Len(t, reasons, len(bad))
	for _, line := range reasons {
		var r struct {
			File, Code, Text string
			Record           int
			Offset, Length   int
		}
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		k, ok := at[r.Record]
		require.True(t, ok, line)
		require.Equal(t, bad[k].code, r.Code, line)
		require.Equal(t, "in.jsonl", r.File)
		require.NotEmpty(t, r.Text)
		require.Equal(t, bad[k].record, in.String()[r.Offset:r.Offset+r.Length])
	}
}
