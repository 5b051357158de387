package parquet

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/dataset/job"
)

// A job writes Parquet where the name of the output asks for it, and reads it again.
func TestJob(t *testing.T) {
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "react"}})
	require.NoError(t, err)
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	lines := "{\"id\":1,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}\n{\"id\":2,\"messages\":[{\"role\":\"user\",\"content\":\"Bye\"}]}\n"
	require.NoError(t, os.WriteFile(file("in.jsonl"), []byte(lines), 0o666))
	for _, step := range [][2]string{{"in.jsonl", "a.parquet"}, {"a.parquet", "b.parquet"}, {"b.parquet", "out.jsonl"}} {
		_, err := job.Run(t.Context(), engine, job.Job{Inputs: []string{file(step[0])}, Output: file(step[1]), Rows: Format{}})
		require.NoError(t, err)
	}
	out, err := os.ReadFile(file("out.jsonl"))
	require.NoError(t, err)
	require.Equal(t, lines, string(out))

	// Without the format it is refused.
	_, err = job.Run(t.Context(), engine, job.Job{Inputs: []string{file("in.jsonl")}, Output: file("c.parquet")})
	var refused *dataset.RefusedError
	require.ErrorAs(t, err, &refused)
	_, err = job.Run(t.Context(), engine, job.Job{Inputs: []string{file("a.parquet")}, Output: file("c.jsonl")})
	var wrong *dataset.InputError
	require.ErrorAs(t, err, &wrong)
}
