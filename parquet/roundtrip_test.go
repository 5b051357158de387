package parquet

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
)

// infer makes the schema of records.
func infer(t testing.TB, records []string) (*tableSchema, []string) {
	t.Helper()
	f := newInferrer()
	for _, r := range records {
		require.NoError(t, put(f, nil, []byte(r)))
	}
	s, err := f.schema()
	require.NoError(t, err)
	return s, s.notes
}

// put encodes a record and writes it.
func put(w dataset.RowWriter, source any, record []byte) error {
	row, err := w.Encode(source, record)
	if err != nil {
		return err
	}
	return w.Write(row)
}

// write makes a file of records that all fit the schema.
func write(t testing.TB, s *tableSchema, o options, records []string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := newWriter(&b, s, o)
	require.NoError(t, err)
	for _, r := range records {
		require.NoError(t, put(w, nil, []byte(r)), r)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

func open(t testing.TB, file []byte) *rowFile {
	t.Helper()
	require.True(t, Format{}.Sniff(file))
	f, err := openFile(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	return f
}

// allRows reads all rows, which must be good.
func allRows(t testing.TB, f *rowFile) (out []dataset.Row) {
	t.Helper()
	r := f.Read(0, len(f.Groups()))
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		require.NoError(t, err)
		out = append(out, row)
	}
}

func records(t testing.TB, f *rowFile) (out []string) {
	t.Helper()
	for _, row := range allRows(t, f) {
		out = append(out, string(row.JSON))
	}
	return out
}

// TestRoundTrip writes records, reads them, and expects them back to the byte.
func TestRoundTrip(t *testing.T) {
	long := strings.Repeat("Ω and more \\n", 300_000)
	for name, want := range map[string][]string{
		"none":             {},
		"scalars":          {`{"s":"a","i":-3,"f":1.5,"b":true}`, `{"s":"","i":9223372036854775807,"f":-0.0,"b":false}`},
		"null":             {`{"s":"a"}`, `{"s":null}`},
		"lacking":          {`{"s":"a","t":"b"}`, `{"t":"c"}`, `{"s":"d"}`, `{}`},
		"always null":      {`{"s":null}`, `{"s":null}`},
		"messages":         {`{"messages":[{"role":"user","content":"hé \"q\"\n\u0000 日本 🙂"},{"role":"assistant","content":""}],"id":7}`, `{"messages":[],"id":8}`, `{"messages":[{"role":"user","content":null}],"id":9}`},
		"null list":        {`{"m":null}`, `{"m":[]}`, `{"m":["a",null,"b"]}`, `{"m":[null]}`},
		"nested":           {`{"a":{"b":{"c":[[1,2],[],[3]]}}}`, `{"a":{"b":{"c":[]}}}`, `{"a":{"b":{}}}`, `{"a":{}}`, `{}`},
		"lists of structs": {`{"m":[{"tools":[{"n":"f","a":[1]},{"n":"g","a":[]}]},{"tools":[]},{}]}`},
		"null struct":      {`{"m":{"a":1}}`, `{"m":null}`},
		"empty object":     {`{"m":{}}`, `{"m":{}}`},
		"empty list":       {`{"m":[]}`, `{"m":[]}`},
		"mixed":            {`{"m":1}`, `{"m":"one"}`, `{"m":[1,{"b": 2}]}`, `{"m":null}`, `{"m":{"x":1.10}}`},
		"mixed elements":   {`{"m":[1,"a",null,{"k":"v"}]}`},
		"big integer":      {`{"n":12345678901234567890}`, `{"n":1}`},
		"big and float":    {`{"n":9007199254740993}`, `{"n":1.5}`},
		"too precise":      {`{"n":0.10000000000000000001}`},
		"huge":             {`{"n":1e400}`},
		"floats":           {`{"n":1e-07}`, `{"n":1e+21}`, `{"n":123456.789}`, `{"n":5e-324}`},
		"odd keys":         {`{"":1,"a.b":{"c d":2},"list":{"element":[3]},"é\n":4}`},
		"long":             {`{"s":"` + long + `"}`, `{"s":"x"}`},
	} {
		t.Run(name, func(t *testing.T) {
			schema, _ := infer(t, want)
			file := write(t, schema, options{}, want)
			f := open(t, file)
			require.Equal(t, want, append([]string{}, records(t, f)...))

			again := write(t, schema, options{}, want)
			require.Equal(t, file, again, "the same rows give the same bytes")
		})
	}
}
