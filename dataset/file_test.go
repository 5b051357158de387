package dataset

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// keeper is a sink that remembers everything.
type keeper struct {
	log     []string
	rejects []string
	stop    error // what Rejected returns
}

func (k *keeper) converted(it *Record, _ *Result) error {
	k.log = append(k.log, fmt.Sprintf("%d@%d", it.Number, it.Offset))
	return nil
}

func (k *keeper) rejected(it *Record, why *ir.Diagnostic, _ *Result) error {
	d := it.Found(why, nil).Diagnostic
	var raw bytes.Buffer
	n, err := it.WriteTo(&raw)
	if err != nil || int(n) != raw.Len() {
		return fmt.Errorf("wrote %d of %d bytes: %w", n, raw.Len(), err)
	}
	k.log = append(k.log, fmt.Sprintf("%d@%d %s %d:%d", it.Number, it.Offset, d.Code, d.Pos.Line, d.Pos.Column))
	k.rejects = append(k.rejects, raw.String())
	return k.stop
}

// fileWith runs over an input.
func fileWith(e *Engine, o pipelineOptions, name string, r io.Reader, out *output, s sink) error {
	if o.name = name; o.maxRecord == 0 {
		o.maxRecord = e.maxRecord
	}
	_, err := (&conversion{engine: e, out: out, sink: s}).run(context.Background(), r, o)
	return err
}

func newOutput(e *Engine, w io.Writer) *output { return e.output(w, KeepFormat) }

func newRowOutput(e *Engine, w RowWriter) *output {
	out := e.output(io.Discard, Parquet)
	out.rows = w
	return out
}

// loud converts inputs with an engine and returns what was written.
func loud(t *testing.T, e *Engine, k *keeper, wrap func(io.Reader) io.Reader, inputs ...string) (string, error) {
	t.Helper()
	var b bytes.Buffer
	out := newOutput(e, &b)
	var err error
	for i, in := range inputs {
		if err = fileWith(e, pipelineOptions{}, fmt.Sprintf("file%d", i+1), wrap(strings.NewReader(in)), out, k); err != nil {
			break
		}
	}
	require.NoError(t, out.close())
	return b.String(), err
}

func whole(r io.Reader) io.Reader { return r }

// Records that are too large to be held are rejects too, to the last byte, and
// those after them are found.
func TestTooLarge(t *testing.T) {
	long := strings.Repeat("x", 3*bufferSize)
	medium := strings.Repeat("y", 300)
	tests := []struct {
		what, in, out string
		log, rejects  []string
		limit         int
	}{
		{
			what: "a line", in: "[]\n{" + long + "}\r\n[]\n", out: "[]\n[]\n", limit: 100,
			log: []string{"1@0", "2@3 record-too-large 2:1", fmt.Sprintf("3@%d", len(long)+7)}, rejects: []string{"{" + long + "}\r"},
		},
		{
			what: "the first line", in: "{" + long + "}\n[]\n", out: "[]\n", limit: 100,
			log: []string{"1@0 record-too-large 1:1", fmt.Sprintf("2@%d", len(long)+3)}, rejects: []string{"{" + long + "}"},
		},
		{
			what: "a line that fits the buffer", in: "[]\n" + `"` + medium + `"` + "\r\n" + `"b"`, out: "[]\n\"B\"", limit: 100,
			log: []string{"1@0", "2@3 record-too-large 2:1", "3@307"}, rejects: []string{`"` + medium + `"`},
		},
		{
			what: "an element", in: `["a", {"x": "` + long + `"}, "b"]`, out: `["A", "B"]`, limit: 100,
			log: []string{"1@1", "2@6 record-too-large 1:7", fmt.Sprintf("3@%d", len(long)+17)}, rejects: []string{`{"x": "` + long + `"}`},
		},
		{
			what: "the first element", in: `["` + long + `", "b"]`, out: `["B"]`, limit: 100,
			log: []string{"1@1 record-too-large 1:2", fmt.Sprintf("2@%d", len(long)+5)}, rejects: []string{`"` + long + `"`},
		},
		{
			what: "one value", in: "{\n\"x\": \"" + long + "\"}\n", limit: 100,
			log: []string{"1@0 record-too-large 1:1"}, rejects: []string{"{\n\"x\": \"" + long + "\"}\n"},
		},
		{
			what: "text", in: long + "\n", limit: 100,
			log: []string{"1@0 record-too-large 1:1"}, rejects: []string{long + "\n"},
		},
	}
	for _, tt := range tests {
		for name, wrap := range map[string]func(io.Reader) io.Reader{"whole": whole, "half": iotest.HalfReader, "with EOF": iotest.DataErrReader} {
			t.Run(tt.what+"/"+name, func(t *testing.T) {
				e := engineOf(louder)
				e.maxRecord = tt.limit
				k := &keeper{}
				out, err := loud(t, e, k, wrap, tt.in)
				require.NoError(t, err)
				assert.Equal(t, tt.out, out)
				assert.Equal(t, tt.log, k.log)
				assert.Equal(t, tt.rejects, k.rejects)
			})
		}
	}
}

// A line longer than the reader's buffer is read like any other.
func TestLongLine(t *testing.T) {
	long := `"` + strings.Repeat("é", 2*bufferSize) + `"`
	k := &keeper{}
	out, err := loud(t, engineOf(same), k, whole, long+"\r\n\n"+long+"\n"+`"`)
	require.NoError(t, err)
	assert.Equal(t, long+"\r\n\n"+long+"\n", out)
	assert.Equal(t, fmt.Sprintf("3@%d not-json 4:2", 2*len(long)+4), k.log[2])
}

// Errors of the input, the output and the sink end the run.
func TestErrors(t *testing.T) {
	boom := errors.New("boom")
	for _, in := range []string{"", `"a"` + "\n", `["a",`, "{\n", "text\n", `["a", "b`} {
		k := &keeper{}
		_, err := loud(t, engineOf(louder), k, func(r io.Reader) io.Reader {
			return io.MultiReader(r, iotest.ErrReader(boom))
		}, in)
		assert.ErrorIs(t, err, boom, "%q", in)
		assert.ErrorContains(t, err, "reading file1: ", "%q", in)
	}
	_, err := loud(t, engineOf(louder), &keeper{stop: boom}, whole, "null\n")
	assert.ErrorIs(t, err, boom)

	out := newOutput(engineOf(louder), failingWriter{boom})
	err = fileWith(engineOf(louder), pipelineOptions{}, "x", strings.NewReader(`"`+strings.Repeat("x", 2*bufferSize)+`"`), out, &keeper{})
	var failed *WriteError
	require.ErrorAs(t, err, &failed)
	assert.ErrorIs(t, err, boom)
	require.Error(t, out.close())
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// FuzzFile reads inputs of any kind whole and in pieces. What is written from
// valid JSON is valid JSON, and no byte of a record is lost.
func FuzzFile(f *testing.F) {
	for _, s := range jsonSeeds {
		f.Add([]byte(s))
	}
	for _, s := range []string{
		"[\n \"a\" , null,{\"messages\":[]}\n]\n", "[\"a\"", "[\"a\",", "[\"a\" \"b\"]", "[\"a\"]]", "\xef\xbb\xbf[\"a\"]", "\xef\xbb\xbf", "null\r\n\r\n\"a\"\r\n", "[{\"role\":\"user\",\"content\":\"a\"}]",
		"{\n\"text\":\"a\"}", "Question: a\n", "[[],[]]", "[\"\\", "{\"a\":1}\n{", "[1,\"a\",2,\"b\",3]", "[\n1]", "\"a\"\n\"b\"", "a\x00", "[{\"role\":\"user\",\"content\":\"a\"},",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		e := engineOf(louder)
		e.maxRecord = 64
		one, pieces := &keeper{}, &keeper{}
		out, err := loud(t, e, one, whole, string(in))
		require.NoError(t, err)
		again, err := loud(t, e, pieces, iotest.OneByteReader, string(in))
		require.NoError(t, err)
		require.Equal(t, out, again)
		require.Equal(t, one, pieces)
		stripped := bytes.TrimPrefix(in, bom)
		if len(out) > 0 && json.Valid(stripped) {
			require.True(t, json.Valid(bytes.TrimPrefix([]byte(out), bom)) || strings.TrimSpace(out) == "", "%q", out)
		}
		for _, r := range one.rejects {
			require.Contains(t, string(in), r)
		}
		// The second pass finds nothing more to change.
		if !bytes.Contains(in, []byte("\xef\xbb\xbf")) {
			k := &keeper{}
			twice, err := loud(t, e, k, whole, out)
			require.NoError(t, err)
			if len(k.rejects) == 0 {
				require.Equal(t, out, twice)
			}
		}
	})
}
