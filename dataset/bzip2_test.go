package dataset_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/dataset/job"
)

// TestBzip2 reads a file that bzip2 compressed, refuses one that was cut off, and writes none.
func TestBzip2(t *testing.T) {
	const packed = "QlpoOTFBWSZTWYqoQRwAANzfgAAQUAQAEKAghA4/59+KMADYBjJiaYTTEwE0wGMmJphNMTATTAFUSTGkxIG1NqaZqbKcLSLRJ+JIoiXg2I0GzAhwhJk0YuzoKIlBgzSxUUWKIqoiWrs1VcmapebuTRKwdSjyLhecJeH8uZuD9LSqLzcZJRsjy6OZ3Fo+xujQbmq5GIkye53ULGJgXoipeuLBguSxOZwyXvTqbpOHpUf4u5IpwoSEVUII4A=="
	data, err := base64.StdEncoding.DecodeString(packed)
	require.NoError(t, err)
	dir := t.TempDir()
	in := filepath.Join(dir, "in.jsonl.bz2")
	require.NoError(t, os.WriteFile(in, data, 0o600))
	run := func(output string) (*dataset.Report, error) {
		e, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
		require.NoError(t, err)
		return job.Run(t.Context(), e, job.Job{Inputs: []string{in}, Output: output})
	}
	report, err := run(filepath.Join(dir, "out.jsonl"))
	require.NoError(t, err)
	require.Equal(t, 2, report.Converted)
	_, err = run(filepath.Join(dir, "out.jsonl.bz2"))
	require.ErrorContains(t, err, "bzip2 is read and not written")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "all"), 0o700))
	_, err = run(filepath.Join(dir, "all"))
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(dir, "all", "in.jsonl"))
	require.NoError(t, os.WriteFile(in, data[:len(data)-8], 0o600))
	_, err = run(filepath.Join(dir, "again.jsonl"))
	require.Error(t, err)
}
