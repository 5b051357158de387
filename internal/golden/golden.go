// Package golden compares what tests find with files that hold what is expected, and
// writes these anew if a test runs with -update.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// Update is set by -update: what is found becomes what is expected.
var Update = flag.Bool("update", false, "write what tests find to the files that hold what is expected")

// File compares what was found with a file.
func File(t *testing.T, path, got string) {
	t.Helper()
	if *Update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update")
	require.Equal(t, string(want), got, "%s is not what was found: run the test with -update, and read the difference", path)
}

// Archives runs a test for each archive that the pattern finds, with its directory and
// name without extension as the test's name. The test changes the archive to what it
// finds; what it was before is what is expected.
func Archives(t *testing.T, pattern string, test func(t *testing.T, path string, a *txtar.Archive)) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(filepath.Dir(path))+"/"+strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			require.NoError(t, err)
			test(t, path, a)
			File(t, path, string(txtar.Format(a)))
		})
	}
}
