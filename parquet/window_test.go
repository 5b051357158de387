package parquet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/dataset"
)

// windowed writes records with columns that are inferred from the first size bytes.
func windowed(t require.TestingT, size int, records [][]byte) (file []byte, w *rowFileWriter, err error) {
	var b bytes.Buffer
	w, err = newWriter(&b, nil, options{Window: size})
	require.NoError(t, err)
	rows := make([]any, 2) // some are encoded before those before them are written
	for i := range len(records) + len(rows) {
		if i >= len(rows) {
			if err := w.Write(rows[i%len(rows)]); err != nil {
				return nil, w, err
			}
		}
		if i < len(records) {
			if rows[i%len(rows)], err = w.Encode(nil, records[i]); err != nil {
				return nil, w, err
			}
		}
	}
	err = w.Close()
	return b.Bytes(), w, err
}

// inferred writes records with the columns that all of them have in common.
func inferred(t require.TestingT, records [][]byte) (file []byte, notes []string) {
	f := newInferrer()
	for _, r := range records {
		require.NoError(t, put(f, nil, r))
	}
	schema, err := f.schema()
	require.NoError(t, err)
	var b bytes.Buffer
	w, err := newWriter(&b, schema, options{})
	require.NoError(t, err)
	for _, r := range records {
		require.NoError(t, put(w, nil, r))
	}
	require.NoError(t, w.Close())
	return b.Bytes(), schema.notes
}

// What is inferred from the first records gives the file that all of them would give, or
// dataset.ErrColumns.
func TestWindow(t *testing.T) {
	for name, c := range map[string]struct {
		fits    bool
		records []string
	}{
		"all alike":          {true, []string{`{"a":"x","n":1}`, `{"a":"y","n":2}`, `{"n":3,"a":"z"}`}},
		"a key less":         {true, []string{`{"a":"x","n":1}`, `{"a":"y"}`}},
		"nulls, then none":   {true, []string{`{"a":null,"b":1}`, `{"a":null,"b":2}`}},
		"integers":           {true, []string{`{"n":1.5}`, `{"n":1}`}},
		"fewer elements":     {true, []string{`{"m":[{"r":"a"}]}`, `{"m":[]}`}},
		"an empty list":      {true, []string{`{"m":[]}`, `{"m":[ ]}`}},
		"many types":         {true, []string{`{"a":1}`, `{"a":"x"}`, `{"a":{"new":1}}`}},
		"another key":        {false, []string{`{"a":1}`, `{"a":1,"b":2}`}},
		"a null":             {false, []string{`{"a":1}`, `{"a":null}`}},
		"a null as JSON":     {false, []string{`{"a":1}`, `{"a":"x"}`, `{"a":null}`}},
		"no null, but gone":  {false, []string{`{"a":null,"b":1}`, `{"b":1}`}},
		"a type":             {false, []string{`{"a":null}`, `{"a":1}`}},
		"elements":           {false, []string{`{"m":[]}`, `{"m":[1]}`}},
		"a member":           {false, []string{`{"m":{}}`, `{"m":{"a":1}}`}},
		"empty in two ways":  {false, []string{`{"m":[]}`, `{"m":{}}`}},
		"a larger number":    {false, []string{`{"n":1}`, `{"n":12345678901234567890}`}},
		"a finer number":     {false, []string{`{"n":1.5}`, `{"n":9007199254740993}`}},
		"half of a pair":     {false, []string{`{"s":"a"}`, `{"s":"\ud800"}`}},
		"half at the start":  {false, []string{`{"s":["\\u00e9\udfff"]}`, `{"s":["a"]}`}},
		"no half":            {true, []string{`{"s":"\\ud800 \ud83d\ude00"}`, `{"s":"a"}`}},
		"twice":              {false, []string{`{"s":"a"}`, `{"s":"a","s":"b"}`}},
		"twice at the start": {false, []string{`{"s":"a","s":"b"}`, `{"s":"a"}`}},
	} {
		t.Run(name, func(t *testing.T) {
			var records [][]byte
			for _, r := range c.records {
				records = append(records, []byte(r))
			}
			before := bytes.Join(records[:len(records)-1], nil) // the last one
			file, w, err := windowed(t, len(before), records)
			if !c.fits {
				require.ErrorIs(t, err, dataset.ErrColumns)
				require.Error(t, w.Close())
				return
			}
			require.NoError(t, err)
			want, notes := inferred(t, records)
			require.Equal(t, want, file)
			require.Equal(t, notes, w.Notes())
		})
	}
}

// A window that is not full when the writer is closed is as good as a full one.
func TestWindowClosed(t *testing.T) {
	for _, n := range []int{0, 1, 5} {
		var records [][]byte
		for i := range n {
			records = append(records, fmt.Appendf(nil, `{"n":%d}`, i))
		}
		file, _, err := windowed(t, 0, records)
		require.NoError(t, err)
		want, _ := inferred(t, records)
		require.Equal(t, want, file)
	}
}

// A record that no columns hold is a reject, in the window and after it.
func TestWindowReject(t *testing.T) {
	for _, size := range []int{1, 0} {
		var b bytes.Buffer
		w, err := newWriter(&b, nil, options{Window: size})
		require.NoError(t, err)
		require.NoError(t, put(w, nil, []byte(`{"a":1}`)))
		for _, wrong := range []string{`[1]`, `{"a":1`, "{\"a\":\"\xff\"}"} {
			require.True(t, isReject(put(w, nil, []byte(wrong))), wrong)
		}
		require.NoError(t, put(w, nil, []byte(`{"a":2}`)))
		require.NoError(t, w.Close())
	}
}

// TestAnyWindow draws records of all shapes.
func TestAnyWindow(t *testing.T) {
	var value func(depth int) *rapid.Generator[any]
	value = func(depth int) *rapid.Generator[any] {
		kinds := []*rapid.Generator[any]{
			rapid.SampledFrom([]any{nil, true, 1, 1.5, json.Number("12345678901234567890"), json.Number("9007199254740993"), "text"}),
		}
		if depth > 0 {
			kinds = append(kinds, rapid.SliceOfN(value(depth-1), 0, 2).AsAny(),
				rapid.MapOfN(rapid.SampledFrom([]string{"a", "b"}), value(depth-1), 0, 2).AsAny())
		}
		return rapid.OneOf(kinds...)
	}
	rapid.Check(t, func(t *rapid.T) {
		// A few shapes that come again and again, so that windows often do.
		shapes := rapid.SliceOfN(rapid.MapOfN(rapid.SampledFrom([]string{"x", "y"}), value(2), 1, 2), 1, 3).Draw(t, "shapes")
		var records [][]byte
		for _, shape := range rapid.SliceOfN(rapid.SampledFrom(shapes), 1, 8).Draw(t, "records") {
			record, err := json.Marshal(shape)
			require.NoError(t, err)
			records = append(records, record)
		}
		file, _, err := windowed(t, rapid.IntRange(1, 100).Draw(t, "size"), records)
		if errors.Is(err, dataset.ErrColumns) {
			return
		}
		require.NoError(t, err)
		want, _ := inferred(t, records)
		require.Equal(t, want, file)
	})
}
