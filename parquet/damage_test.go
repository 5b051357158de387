package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
)

// small is a file with several row groups and all kinds of columns.
func small(t testing.TB) []byte {
	want := []string{
		`{"id":1,"s":"a","f":0.5,"b":true,"m":[{"role":"user","content":"x"},{"role":"tool","content":null}],"j":[1,"a"]}`,
		`{"id":2,"s":"b","f":1.5,"b":false,"m":[],"j":null}`,
		`{"id":3,"s":null,"f":null,"b":null,"m":null,"j":{"k":1}}`,
	}
	schema, _ := infer(t, want)
	return write(t, schema, options{RowGroupRows: 2}, want)
}

// readAll opens and reads a file that may be damaged; only a panic is a failure.
func readAll(file []byte) (n int, err error) {
	f, err := openFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return 0, err
	}
	r := f.Read(0, len(f.Groups()))
	defer r.Close()
	for n < 10_000 {
		_, err := r.Next()
		var one *ir.Diagnostic
		switch {
		case errors.Is(err, io.EOF):
			return n, nil
		case err != nil && !errors.As(err, &one):
			return n, err
		}
		n++
	}
	return n, nil
}

// TestDamage cuts a file at each place, and changes each of its bytes, in one way or, in a
// long run, in several.
func TestDamage(t *testing.T) {
	file := small(t)
	_, err := readAll(file)
	require.NoError(t, err)
	masks := []byte{0xff, 0x01, 0x80, 0x10}
	for i := range file {
		_, err := readAll(file[:i])
		require.Error(t, err, "cut at %d", i)
		require.True(t, errors.Is(err, ErrDamaged) || errors.Is(err, ErrNotParquet), err)
		for j := range testlong.Size(1, len(masks)) {
			mask := masks[(i+j)%len(masks)]
			broken := bytes.Clone(file)
			broken[i] ^= mask
			if _, err := readAll(broken); err != nil {
				known := errors.Is(err, ErrDamaged) || errors.Is(err, ErrNotParquet) || errors.Is(err, ErrUnsupported)
				require.True(t, known, err)
			}
		}
	}
}

// TestRefused says what is wrong with files that are none, or not for us.
func TestRefused(t *testing.T) {
	file := small(t)
	secret := append(bytes.Clone(file[:len(file)-4]), "PARE"...)
	huge := bytes.Clone(file)
	binary.LittleEndian.PutUint32(huge[len(huge)-8:], 1<<31)
	for _, c := range []struct {
		file []byte
		is   error
		text string
	}{
		{nil, ErrNotParquet, "not a Parquet file: it has 0 bytes"},
		{[]byte(`{"a":1,"b":"long enough"}`), ErrNotParquet, "not a Parquet file: it does not begin with PAR1"},
		{file[:len(file)/2], ErrDamaged, "the Parquet file is damaged: it does not end with PAR1; was it cut off?"},
		{secret, ErrUnsupported, "not supported in Parquet files: encryption"},
		{huge, ErrDamaged, "claims 2147483648 bytes"},
	} {
		_, err := openFile(bytes.NewReader(c.file), int64(len(c.file)))
		require.ErrorIs(t, err, c.is)
		require.ErrorContains(t, err, c.text)
	}
}

// TestDisk hands the error of the reader below through as it is.
func TestDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.parquet")
	require.NoError(t, os.WriteFile(path, small(t), 0o600))
	f, err := os.Open(path)
	require.NoError(t, err)
	info, err := f.Stat()
	require.NoError(t, err)
	p, err := openFile(f, info.Size())
	require.NoError(t, err)
	r := p.Read(0, 1)
	require.NoError(t, f.Close())
	_, err = r.Next()
	require.ErrorIs(t, err, os.ErrClosed)
	require.NotErrorIs(t, err, ErrDamaged)
	_, again := r.Next()
	require.Equal(t, err, again)
}

var errFull = errors.New("no space")

type full struct{ left int }

func (f *full) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// TestFullDisk fails with the error of the writer below, now or on closing.
func TestFullDisk(t *testing.T) {
	schema, _ := infer(t, []string{`{"a":"x"}`})
	for left := range 200 {
		w, err := newWriter(&full{left}, schema, options{RowGroupRows: 1})
		require.NoError(t, err)
		for range 3 {
			if err = put(w, nil, []byte(`{"a":"some text"}`)); err != nil {
				break
			}
		}
		require.ErrorIs(t, errors.Join(err, w.Close()), errFull)
	}
}

func FuzzOpen(f *testing.F) {
	file := small(f)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add([]byte("PAR1PAR1PAR1"))
	f.Fuzz(func(t *testing.T, file []byte) {
		_, _ = readAll(file) // neither a panic nor a hang
	})
}
