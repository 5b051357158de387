package dataset

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is compressed is read again, whatever the writes were cut into, and the
// bytes depend on the content alone.
func TestCompress(t *testing.T) {
	for _, content := range []string{"", "a", many(6000, "", "\n", "\n"), strings.Repeat("x", 2*memberSize)} {
		for _, c := range []Compression{Uncompressed, Gzip, Zstd} {
			var files []string
			for _, step := range []int{1000, 3 << 20} {
				var b bytes.Buffer
				w, err := Compress(&b, c)
				require.NoError(t, err)
				for rest := []byte(content); len(rest) > 0; {
					k := min(step, len(rest))
					n, err := w.Write(rest[:k])
					require.NoError(t, err)
					require.Equal(t, k, n)
					rest = rest[k:]
				}
				require.NoError(t, w.Close())
				files = append(files, b.String())
			}
			require.True(t, files[0] == files[1])
			r, found, err := Decompress("in", iotest.HalfReader(strings.NewReader(files[0])))
			require.NoError(t, err)
			got, err := io.ReadAll(r)
			require.NoError(t, err)
			require.NoError(t, r.Close())
			assert.Equal(t, c, found)
			assert.True(t, string(got) == content)
			if c == Uncompressed || len(files[0]) < 20 {
				continue
			}
			// A file that was cut off is an error, not a shorter file.
			r, _, err = Decompress("in", strings.NewReader(files[0][:len(files[0])-3]))
			require.NoError(t, err)
			_, err = io.ReadAll(r)
			assert.Error(t, err)
			require.NoError(t, r.Close())
		}
	}
}
