package cli

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/inputs"
	"github.com/toolspeak/toolspeak/ir"
)

// viewed returns how many records the viewer finds in a file, and how many of them can be read.
func viewed(t *testing.T, path string) (records, read int) {
	t.Helper()
	engine, err := dataset.New(dataset.Options{})
	require.NoError(t, err)
	found, err := inputs.Find([]string{path}, nil, inputs.Pick{})
	require.NoError(t, err)
	all, err := indexAll(t.Context(), engine, found.Inputs, nil)
	require.NoError(t, err, path)
	defer all.close()
	x := all.list[0]
	for n := x.Len(); n >= 1; n-- { // in any order
		rec, err := x.Record(n)
		require.NoError(t, err)
		in, err := engine.Inspect(rec)
		var d *ir.Diagnostic
		require.True(t, err == nil || errors.As(err, &d))
		if err == nil {
			read++
		}
		in.Release()
	}
	return x.Len(), read
}

// TestViewOpens opens whatever holds transcripts: what is no record of the file as it is is copied.
func TestViewOpens(t *testing.T) {
	const chat = `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}]}`
	const pair = `"request": {"messages": [{"role": "user", "content": "?"}]}, "response": {"choices": [{"message": {"role": "assistant", "content": "a"}}]}`
	archive := func(files ...string) string {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for i := 0; i+1 < len(files); i += 2 {
			f, err := w.Create(files[i])
			require.NoError(t, err)
			_, err = io.WriteString(f, files[i+1])
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		return b.String()
	}
	for name, c := range map[string]struct {
		text          string
		records, read int
	}{
		"lines.jsonl":   {chat + "\n" + chat + "\n{\n", 3, 2},
		"array.json":    {"[" + chat + ", " + chat + "]", 2, 2},
		"log.jsonl":     {`{"time": 1, ` + pair + "}\n{\"time\": 2, " + strings.Replace(pair, "?", "!", 1) + "}\n", 2, 2},
		"choices.jsonl": {`{"request": {"messages": [{"role": "user", "content": "?"}]}, "response": {"choices": [{"message": {"content": "a"}}, {"message": {"content": "b"}}]}}` + "\n", 2, 2},
		"batch.jsonl":   {`{"custom_id": "a", "body": {"messages": [{"role": "user", "content": "?"}]}}` + "\n" + `{"custom_id": "b", "body": {"messages": [{"role": "user", "content": "?"}]}}` + "\n" + `{"custom_id": "a", "response": {"body": {"object": "chat.completion", "choices": [{"message": {"content": "a"}}]}}}` + "\n", 2, 1},
		"tape.yaml":     {"interactions:\n- request:\n    body: '{\"messages\": [{\"role\": \"user\", \"content\": \"?\"}]}'\n  response:\n    body: {string: '{\"choices\": [{\"message\": {\"content\": \"a\"}}]}'}\n", 1, 1},
		"session.jsonl": {`{"type": "user", "uuid": "a", "parentUuid": null, "sessionId": "s", "message": {"role": "user", "content": "?"}}` + "\n" + `{"type": "assistant", "uuid": "b", "parentUuid": "a", "sessionId": "s", "message": {"role": "assistant", "content": [{"type": "text", "text": "x"}]}}` + "\n", 1, 1},
		"a.zip":         {archive("x.json", chat, "y.jsonl", chat+"\n"+chat), 3, 3},
		"a.eval":        {archive("header.json", `{"eval": {}}`, "samples/1.json", `{"id": 1, "epoch": 1, "messages": [{"role": "user", "content": "?"}], "scores": {}}`), 1, 1},
		"a.csv":         {"id,prompt,completion\n1,a,b\n2,c,d\n", 2, 2},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
			records, read := viewed(t, path)
			require.Equal(t, []int{c.records, c.read}, []int{records, read})
		})
	}
}

// TestViewOpensLogs opens each sample of a log.
func TestViewOpensLogs(t *testing.T) {
	root := os.Getenv("TOOLSPEAK_CORPUS")
	if root == "" {
		t.Skip("TOOLSPEAK_CORPUS names no corpus")
	}
	err := filepath.WalkDir(filepath.Join(root, "logs"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Base(path) == "expected.jsonl" || filepath.Ext(path) == ".md" || filepath.Ext(path) == ".parquet" {
			return err
		}
		records, _ := viewed(t, path)
		require.NotZero(t, records, path)
		return nil
	})
	require.NoError(t, err)
}
