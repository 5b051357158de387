package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// packed returns a content as a file of a compression.
func packed(t *testing.T, content string, c Compression) []byte {
	t.Helper()
	var b bytes.Buffer
	w := packTo(t, &b, c, 1)
	_, err := io.WriteString(w, content)
	require.NoError(t, err)
	require.NoError(t, w.finish())
	return b.Bytes()
}

// packTo returns a writer to w that compresses.
func packTo(t *testing.T, w io.Writer, c Compression, workers int) *packer {
	t.Helper()
	p := &packer{compress: c, workers: workers}
	require.NoError(t, p.begin(w))
	return p
}

// A small file takes few buffers.
func TestSmallFiles(t *testing.T) {
	const files = 200
	e := engineOf(same)
	for _, c := range []Compression{Uncompressed, Gzip, Zstd} {
		in := packed(t, "\"a\"\n\"b\"\n", c)
		for _, workers := range []int{1, 2} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range files {
				var b bytes.Buffer
				w := packTo(t, &b, c, workers)
				out := newOutput(e, w)
				require.NoError(t, fileWith(e, pipelineOptions{workers: workers}, "in", bytes.NewReader(in), out, &keeper{}))
				require.NoError(t, out.close())
				require.NoError(t, w.finish())
				require.True(t, bytes.Equal(in, b.Bytes()))
			}
			runtime.ReadMemStats(&after)
			if c == Uncompressed { // what packs is large, and the race detector lets pools forget
				assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4*files*bufferSize), "%d workers", workers)
			}
		}
	}
}

// Inputs and outputs at the same time never meet in a buffer, whatever ends them: the
// end, a limit, a sink or a writer that fails, or a caller that does not close.
func TestBuffersApart(t *testing.T) {
	stop := errors.New("stop")
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			e := engineOf(louder)
			for i := range 40 {
				in := strings.Repeat(fmt.Sprintf("\"record %c %d\"\n", 'a'+g, i), 200)
				o := pipelineOptions{workers: 1 + i%2}
				var to bytes.Buffer
				var w io.Writer = &to
				k, content := &keeper{}, in
				switch (g + i) % 4 {
				case 1:
					o.limit = 100
				case 2:
					content, k.stop = strings.Repeat("{}\n", 10)+in, stop
				case 3:
					w = failingWriter{stop}
				}
				out := newOutput(e, w)
				ran := fileWith(e, o, "in.jsonl", strings.NewReader(content), out, k)
				if i%5 == 0 {
					continue // it is left as it is
				}
				closed := out.close()
				switch (g + i) % 4 {
				case 0:
					assert.True(t, ran == nil && closed == nil && to.String() == strings.ToUpper(in))
				case 1:
					assert.True(t, ran == nil && closed == nil && to.String() == strings.ToUpper(in[:len(in)/2]))
				case 2:
					assert.ErrorIs(t, ran, stop)
					assert.NoError(t, closed)
				case 3:
					assert.ErrorIs(t, errors.Join(ran, closed), stop)
					assert.ErrorIs(t, out.close(), stop, "the error stays")
				}
			}
		})
	}
	group.Wait()
}

// An input can be closed twice, and an output closed and written again.
func TestClosedTwice(t *testing.T) {
	for _, c := range []Compression{Uncompressed, Gzip, Zstd} {
		in := packed(t, "\"a\"\n\"b\"\n", c)
		r, how, err := newContent(&opening{name: "in"}, bytes.NewReader(in))
		require.NoError(t, err)
		require.Equal(t, c, how)
		r.close()
		r.close()

		e := engineOf(same)
		var b bytes.Buffer
		out := newOutput(e, &b)
		require.NoError(t, fileWith(e, pipelineOptions{}, "in", bytes.NewReader(in), out, &keeper{}))
		require.NoError(t, out.close())
		require.NoError(t, out.close())
		require.NoError(t, fileWith(e, pipelineOptions{}, "in", strings.NewReader("\"c\"\n"), out, &keeper{}))
		require.NoError(t, out.close())
		require.Equal(t, "\"a\"\n\"b\"\n\"c\"\n", b.String())
	}
}

// Lines longer than a buffer are looked at without losing a byte, up to the limit.
func TestSniffLong(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	for _, tt := range []struct {
		content string
		limit   int
		want    container
	}{
		{`{"a":"` + long(bufferSize) + "\"}\n{\"b\":1}\n", MaxRecord, lines},
		{"{\n\"a\":\"" + long(2*bufferSize) + "\"}\n", MaxRecord, value},
		{strings.Repeat("\n", 3*bufferSize) + "[1,\n2]", MaxRecord, array},
		{strings.Repeat("\n", 3*bufferSize) + "[1,\n2]", bufferSize, empty}, // it is not looked further
		{`{"a":"` + long(2*bufferSize), 100, lines},
		{`{"a":"` + long(1000) + "\n1", 100, lines},
		{`["` + long(2*bufferSize) + `"]`, bufferSize, array},
		{long(bufferSize-1) + "\n" + long(bufferSize), MaxRecord, plain},
	} {
		for _, wrap := range []func(io.Reader) io.Reader{whole, iotest.HalfReader, iotest.DataErrReader} {
			s := newSource("", newReader(wrap(strings.NewReader(tt.content))))
			got, _, err := s.sniff(LayoutAuto, tt.limit)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, "%.20q of %d bytes", tt.content, len(tt.content))
			rest, err := io.ReadAll(s)
			require.NoError(t, err)
			assert.True(t, tt.content == string(rest), "the input is left where it was")
		}
	}
	failing := newSource("", newReader(io.MultiReader(strings.NewReader("{\n"+long(bufferSize)), iotest.ErrReader(io.ErrUnexpectedEOF))))
	_, _, err := failing.sniff(LayoutAuto, MaxRecord)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}
