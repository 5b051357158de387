package dataset

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
)

// What is compressed is read again, whatever the writes were cut into, and the
// bytes depend on the content alone.
func TestCompress(t *testing.T) {
	for _, content := range []string{"", "a", many(6000, "", "\n", "\n"), strings.Repeat("x", 2*memberSize)} {
		for _, c := range []Compression{Uncompressed, Gzip, Zstd} {
			var files []string
			for _, step := range []int{1000, 3 << 20} {
				var b bytes.Buffer
				w := packTo(t, &b, c, 1)
				for rest := []byte(content); len(rest) > 0; {
					k := min(step, len(rest))
					n, err := w.Write(rest[:k])
					require.NoError(t, err)
					require.Equal(t, k, n)
					rest = rest[k:]
				}
				require.NoError(t, w.finish())
				files = append(files, b.String())
			}
			require.True(t, files[0] == files[1])
			r, found, err := newContent(&opening{name: "in"}, iotest.HalfReader(strings.NewReader(files[0])))
			require.NoError(t, err)
			got, err := io.ReadAll(r)
			require.NoError(t, err)
			r.close()
			assert.Equal(t, c, found)
			assert.True(t, string(got) == content)
			if c == Uncompressed || len(files[0]) < 20 {
				continue
			}
			// A file that was cut off is an error, not a shorter file.
			r, _, err = newContent(&opening{name: "in"}, strings.NewReader(files[0][:len(files[0])-3]))
			require.NoError(t, err)
			_, err = io.ReadAll(r)
			assert.Error(t, err)
			r.close()
		}
	}
}

// A small file that unpacks to one huge record is a reject, and the memory that
// it takes depends on the limit for records and not on what it unpacks to.
func TestBomb(t *testing.T) {
	unpacked := testlong.Size(64, 256) << 20
	for _, c := range []Compression{Gzip, Zstd} {
		var packed bytes.Buffer
		w := packTo(t, &packed, c, 1)
		_, err := w.Write([]byte(`"`))
		require.NoError(t, err)
		zeros := bytes.Repeat([]byte("0"), 1<<20)
		for range unpacked >> 20 {
			_, err = w.Write(zeros)
			require.NoError(t, err)
		}
		require.NoError(t, w.finish())
		require.Less(t, packed.Len(), unpacked/500)

		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		e, k := engineOf(louder), &counting{}
		out := newOutput(e, io.Discard)
		require.NoError(t, fileWith(e, pipelineOptions{opening: opening{maxRecord: 1 << 20}}, "in.jsonl", &packed, out, k))
		runtime.ReadMemStats(&after)
		require.NoError(t, out.close())
		assert.Equal(t, []ir.Code{ir.CodeRecordTooLarge}, k.codes)
		assert.Equal(t, int64(unpacked+1), k.bytes)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(unpacked/4))
	}
}

// counting is a sink that counts the bytes of rejects.
type counting struct {
	codes []ir.Code
	bytes int64
}

func (*counting) converted(*Record, *Result) error { return nil }

func (c *counting) rejected(it *Record, d *ir.Diagnostic, _ *Result) error {
	n, err := it.WriteTo(io.Discard)
	c.bytes += n
	c.codes = append(c.codes, d.Code)
	return err
}
