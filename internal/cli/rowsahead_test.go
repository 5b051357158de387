//go:build unix

package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolspeak/toolspeak/parquet"
)

// Rows that are read ahead are those that are read one by one, up to the same end, and
// whoever stops before it leaves nothing running.
func TestRowsAhead(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	var lines strings.Builder
	for i := range 900 {
		fmt.Fprintf(&lines, `{"n":%d,"text":"%s"}`+"\n", i, strings.Repeat("words ", i))
	}
	path := filepath.Join(t.TempDir(), "in.parquet")
	require.NoError(t, makeParquet(path, lines.String(), 200))
	sound, err := os.ReadFile(path)
	require.NoError(t, err)
	damaged := bytes.Clone(sound)
	clear(damaged[len(damaged)/4 : len(damaged)/2])

	list := func(content []byte, parallel bool) (list []string) {
		p, err := openParquet("in", bytes.NewReader(content), int64(len(content)), io.NopCloser(nil))
		require.NoError(t, err)
		p.parallel = parallel
		for err = error(nil); err == nil; {
			row, failed := p.Next()
			list, err = append(list, fmt.Sprintf("%d %s %v", row.Number, row.JSON, failed)), failed
		}
		_, again := p.Next()
		require.Equal(t, err, again)
		require.NoError(t, p.Close())
		return list
	}
	require.Len(t, list(sound, false), 901)
	require.Equal(t, list(sound, false), list(sound, true))
	require.Equal(t, list(damaged, false), list(damaged, true))
	require.Contains(t, list(damaged, true)[len(list(damaged, true))-1], parquet.ErrDamaged.Error())

	for n := range 4 {
		p, err := openParquet("in", bytes.NewReader(sound), int64(len(sound)), io.NopCloser(nil))
		require.NoError(t, err)
		p.parallel = true
		for range n {
			_, err := p.Next()
			require.NoError(t, err)
		}
		require.NoError(t, p.Close())
	}
}
