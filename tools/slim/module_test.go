package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// module returns a module with a section of another kind before its data and after it.
func module(segments ...segment) []byte {
	data := appendSegments(nil, segments)
	m := []byte(header + "\x0a\x02ab\x0b")
	m = append(m, byte(len(data)&0x7f|0x80), byte(len(data)>>7))
	return append(append(m, data...), "\x00\x01c"...)
}

// memory returns what a memory holds at first, by the segments of a module.
func memory(t *testing.T, m []byte) (b []byte, segments int) {
	t.Helper()
	r := reader{rest: m[len(header):]}
	for len(r.rest) > 0 {
		kind := r.take(1)[0]
		content := r.take(r.number())
		if kind != dataSection {
			continue
		}
		found, err := readSegments(content)
		require.NoError(t, err)
		for _, s := range found {
			b = append(append(b, make([]byte, s.at-len(b))...), s.data...)
		}
		segments = len(found)
	}
	require.False(t, r.failed)
	return b, segments
}

// TestSlim joins segments: the memory stays the same.
func TestSlim(t *testing.T) {
	in := module(
		segment{5000, []byte("far")}, segment{0, []byte("first")}, segment{13, []byte("second")}, segment{63, []byte("third")},
		segment{68, []byte("next to it")}, segment{8000, bytes.Repeat([]byte("x"), 300)},
	)
	want, _ := memory(t, in)
	out, err := slim(in)
	require.NoError(t, err)
	got, segments := memory(t, out)
	require.Equal(t, want, got)
	require.Equal(t, 3, segments)
	require.True(t, bytes.HasPrefix(out, []byte(header+"\x0a\x02ab\x0b")))
	require.True(t, bytes.HasSuffix(out, []byte("\x00\x01c")))

	again, err := slim(out)
	require.NoError(t, err)
	require.Equal(t, out, again)
}

// TestSlimSigned writes places whose last bits would be read as a sign.
func TestSlimSigned(t *testing.T) {
	for _, at := range []int{0, 0x3f, 0x40, 0x7f, 0x80, 0x1fff, 0x2000, 0x3fff, 1 << 20, 1<<31 - 1} {
		b := appendSigned(nil, at)
		require.Zero(t, b[len(b)-1]&0x40, "%d is negative", at)
		r := reader{rest: b}
		require.Equal(t, at, r.number())
		require.Empty(t, r.rest)
	}
}

// TestSlimRefuses gives it what Go's linker doesn't write: nothing is changed.
func TestSlimRefuses(t *testing.T) {
	whole := module(segment{0, []byte("first")}, segment{100, []byte("second")})
	cases := [][]byte{
		nil, []byte("\x7fELF"), append(whole[:len(whole):len(whole)], 1),
		module(segment{0, []byte("two at")}, segment{3, []byte("a place")}),
		bytes.Replace(whole, []byte("\x00\x41\x00"), []byte("\x01\x41\x00"), 1), // another kind of segment
		bytes.Replace(whole, []byte("\x0b\x05first"), []byte("\x23\x05first"), 1),
		bytes.Replace(whole, []byte("\x05first"), []byte("\x06first"), 1),
	}
	for n := len(header) + 1; n < len(whole)-3; n++ {
		if n != len(header)+4 { // the whole of the first section
			cases = append(cases, whole[:n])
		}
	}
	for _, c := range cases {
		_, err := slim(c)
		require.ErrorIs(t, err, errModule, "%q", c)
	}
	file := filepath.Join(t.TempDir(), "x.wasm")
	require.NoError(t, os.WriteFile(file, whole[:20], 0o644))
	require.Error(t, slimFile(file))
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, whole[:20], kept)
	require.NoError(t, os.WriteFile(file, whole, 0o644))
	require.NoError(t, slimFile(file))
}
