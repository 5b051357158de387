package parquet

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
)

// oracle runs testdata/oracle.py with the Python that TOOLSPEAK_PARQUET_ORACLE names,
// which has pyarrow: make parquet-oracle installs one and runs these tests.
func oracle(t *testing.T, args ...string) string {
	t.Helper()
	python := os.Getenv("TOOLSPEAK_PARQUET_ORACLE")
	if python == "" {
		t.Skip("skipped: TOOLSPEAK_PARQUET_ORACLE names no Python with pyarrow; make parquet-oracle installs one")
	}
	cmd := exec.Command(python, append([]string{"testdata/oracle.py"}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	return string(out)
}

// TestOracleReads reads files of another implementation, and lets it read them
// again with one column changed.
func TestOracleReads(t *testing.T) {
	dir := t.TempDir()
	oracle(t, "make", dir)
	files, err := filepath.Glob(filepath.Join(dir, "*.parquet"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			want, err := os.ReadFile(path + ".jsonl")
			require.NoError(t, err)
			f := open(t, data)
			source := allRows(t, f)
			got := records(t, f)
			require.Equal(t, strings.Split(strings.TrimSuffix(string(want), "\n"), "\n"), got)

			changed, written := rewrite(t, f, source)
			path += ".out"
			require.NoError(t, os.WriteFile(path, written, 0o600))
			oracle(t, "same", strings.TrimSuffix(path, ".out"), path)
			require.Equal(t, strings.Join(changed, "\n")+"\n", oracle(t, "dump", path))
		})
	}
}

// rewrite writes all rows again with one more message in the column messages.
func rewrite(t *testing.T, f *rowFile, source []dataset.Row) (changed []string, file []byte) {
	t.Helper()
	var b bytes.Buffer
	w, err := newWriter(&b, f.schema, options{RowGroupRows: 10_000})
	require.NoError(t, err)
	for _, row := range source {
		record := strings.Replace(string(row.JSON), `"messages":[{`, `"messages":[{"role":"system","content":"new é"},{`, 1)
		changed = append(changed, record)
		require.NoError(t, put(w, row.Source, []byte(record)))
	}
	require.NoError(t, w.Close())
	return changed, b.Bytes()
}

// TestOracleIsRead lets another implementation read what was inferred and written
// here.
func TestOracleIsRead(t *testing.T) {
	want := []string{
		`{"id":1,"text":"Ω\n\"q\"","score":0.5,"ok":true,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":null}],"tags":[],"deep":[[1],[]]}`,
		`{"id":-2,"text":"","score":-3.25,"ok":false,"messages":[],"tags":["x",null],"deep":[]}`,
		`{"id":3,"text":null,"score":null,"ok":null,"messages":null,"tags":null,"deep":null}`,
	}
	schema, notes := infer(t, want)
	require.Empty(t, notes)
	path := filepath.Join(t.TempDir(), "ours.parquet")
	require.NoError(t, os.WriteFile(path, write(t, schema, options{RowGroupRows: 2}, want), 0o600))
	require.Equal(t, strings.Join(want, "\n")+"\n", oracle(t, "dump", path))
}
