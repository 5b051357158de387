package parquet

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// walked reads a value with a jsonReader as encoding/json would.
func walked(t *testing.T, r *jsonReader, at int) (v any, end int) {
	t.Helper()
	var err error
	switch r.b[at] {
	case '{':
		object := map[string]any{}
		end, err = r.members(at, func(key []byte, _ bool, at int) (int, error) {
			inner, end := walked(t, r, at)
			object[string(key)] = inner
			return end, nil
		})
		v = object
	case '[':
		array := []any{}
		end, err = r.elements(at, func(at int) (int, error) {
			inner, end := walked(t, r, at)
			array = append(array, inner)
			return end, nil
		})
		v = array
	case '"':
		var text []byte
		text, end, _ = r.text(at)
		v = string(text)
	default:
		end = skip(r.b, at)
		d := json.NewDecoder(bytes.NewReader(r.b[at:end]))
		d.UseNumber()
		require.NoError(t, d.Decode(&v), "%s", r.b[at:end])
	}
	require.NoError(t, err)
	require.Equal(t, end, skip(r.b, at))
	require.True(t, repeatsAt(append(bytes.Clone(r.b[:end]), ','), at, r.b[at:end]))
	return v, end
}

// FuzzRecord compares what is taken for a record, and what it says, with encoding/json.
func FuzzRecord(f *testing.F) {
	for _, seed := range []string{
		`{}`, ` { "a" : [ ] , "b":[1,-2.5e3 ,true,false , null,{"c":{}}] } `, `{"a":"b"} x`, `[1]`, `{"a":1,}`, "{\"a\":\"\xff\"}",
		`{"text":"0123456\"89 \\ \n\r\t\b\f\/ é \u00e9 \ud83d\ude00 \ud83d \ude00\ud83d\ud83d\ude00","\u0061":"\"","":"\\"}`,
		`{"long":"` + strings.Repeat(`words and \"more\" of them `, 300) + `","then":"a\nb"}`,
		strings.Repeat(`{"a":`, 20) + `"\\"` + strings.Repeat(`}`, 20),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		valid := checkRecord(record) == nil
		require.Equal(t, refused(record) == nil, valid)
		if !valid {
			return
		}
		r := &jsonReader{b: record}
		got, end := walked(t, r, space(record, 0))
		require.Equal(t, len(record), space(record, end))
		d := json.NewDecoder(bytes.NewReader(record))
		d.UseNumber()
		var want any
		require.NoError(t, d.Decode(&want))
		require.Equal(t, want, got)
	})
}

// Of a string it is told whether a column of text can hold it.
func TestHalfPair(t *testing.T) {
	for text, want := range map[string]bool{
		`"a"`: false, `"\u00e9"`: false, `"\ud83d\ude00"`: false, `"\\ud83d"`: false,
		`"\ud83d"`: true, `"\ude00"`: true, `"\ud83d\n"`: true, `"\ud83d\u0041"`: true, `"\ude00\ud83d"`: true, `"\ud83d\ud83d\ude00"`: true,
	} {
		r := jsonReader{b: []byte(text)}
		_, end, half := r.text(0)
		require.Equal(t, want, half, text)
		require.Equal(t, len(text), end)
	}
}
