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

	"github.com/toolspeak/toolspeak/layouts"
)

// packed returns a content as a file of a compression.
func packed(t *testing.T, content string, c Compression) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := Compress(&b, c)
	require.NoError(t, err)
	_, err = io.WriteString(w, content)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// A run over many small files does not make its buffers anew for each.
func TestSmallFiles(t *testing.T) {
	const files = 200
	e := engineOf(same)
	for _, c := range []Compression{Uncompressed, Gzip, Zstd} {
		in := packed(t, "\"a\"\n\"b\"\n", c)
		for _, workers := range []int{1, 2} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range files {
				r, _, err := Decompress("in", bytes.NewReader(in))
				require.NoError(t, err)
				var b bytes.Buffer
				w, err := CompressOn(&b, c, workers)
				require.NoError(t, err)
				out := e.NewOutput(w)
				require.NoError(t, e.FileWith(FileOptions{Workers: workers}, "in", r, out, &keeper{}))
				require.NoError(t, out.Close())
				require.NoError(t, w.Close())
				require.NoError(t, r.Close())
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
				o := FileOptions{Workers: 1 + i%2}
				var to bytes.Buffer
				var w io.Writer = &to
				k, content := &keeper{}, in
				switch (g + i) % 4 {
				case 1:
					o.Limit = 100
				case 2:
					content, k.stop = strings.Repeat("{}\n", 10)+in, stop
				case 3:
					w = failingWriter{stop}
				}
				r, _, err := Decompress("in", strings.NewReader(content))
				if !assert.NoError(t, err) {
					return
				}
				out := e.NewOutput(w)
				ran := e.FileWith(o, "in.jsonl", r, out, k)
				if i%5 == 0 {
					continue // it is left as it is
				}
				closed := out.Close()
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
					assert.ErrorIs(t, out.Close(), stop, "the error stays")
				}
			}
		})
	}
	group.Wait()
}

// What was given back is not read or written any more.
func TestGivenBack(t *testing.T) {
	for _, c := range []Compression{Uncompressed, Gzip, Zstd} {
		in := packed(t, "\"a\"\n\"b\"\n", c)
		r, _, err := Decompress("in", bytes.NewReader(in))
		require.NoError(t, err)
		require.NoError(t, r.Close())
		require.NoError(t, r.Close())
		_, err = r.Read(make([]byte, 1))
		require.Error(t, err)

		r, _, err = Decompress("in", bytes.NewReader(in))
		require.NoError(t, err)
		e := engineOf(same)
		var b bytes.Buffer
		out := e.NewOutput(&b)
		require.NoError(t, e.File("in", r, out, &keeper{}))
		if n, err := r.Read(make([]byte, 1)); c == Uncompressed {
			require.ErrorIs(t, err, errGone)
		} else {
			require.Zero(t, n)
		}
		require.NoError(t, r.Close())
		require.NoError(t, out.Close())
		require.NoError(t, out.Close())
		require.NoError(t, e.File("in", strings.NewReader("\"c\"\n"), out, &keeper{}))
		require.NoError(t, out.Close())
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
			s := newSource("", wrap(strings.NewReader(tt.content)))
			got, err := s.sniff(layouts.Auto, tt.limit)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got, "%.20q of %d bytes", tt.content, len(tt.content))
			rest, err := io.ReadAll(s)
			require.NoError(t, err)
			assert.True(t, tt.content == string(rest), "the input is left where it was")
			s.release()
		}
	}
	failing := newSource("", io.MultiReader(strings.NewReader("{\n"+long(bufferSize)), iotest.ErrReader(io.ErrUnexpectedEOF)))
	_, err := failing.sniff(layouts.Auto, MaxRecord)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}
