package parquet

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// walked reads a value with a jsonReader as encoding/json would.
func walked(t *testing.T, r *jsonReader, at jsonx.Range) (v any) {
	t.Helper()
	switch r.B[at.Start] {
	case '{':
		object := map[string]any{}
		for m := range r.Members(at.Start) {
			key, _ := r.text(m.Key)
			object[string(key)] = walked(t, r, m.Value)
		}
		v = object
	case '[':
		array := []any{}
		for e := range r.Elements(at.Start) {
			array = append(array, walked(t, r, e))
		}
		v = array
	case '"':
		text, _ := r.text(at.Inside())
		v = string(text)
	default:
		d := json.NewDecoder(bytes.NewReader(at.Of(r.B)))
		d.UseNumber()
		require.NoError(t, d.Decode(&v), "%s", at.Of(r.B))
	}
	require.True(t, r.repeats(at, bytes.Clone(at.Of(r.B))))
	return v
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
		object := json.Valid(record) && record[jsonx.SkipSpace(record, 0)] == '{'
		require.Equal(t, object && utf8.Valid(record) && jsonx.TooDeep(record) < 0, valid)
		if !valid {
			return
		}
		r := &jsonReader{Value: jsonx.Value{X: new(jsonx.Index)}}
		at, err := r.open(record)
		require.NoError(t, err)
		got := walked(t, r, jsonx.RangeOf(at, jsonx.TrimSpace(record).End))
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
		r := jsonReader{Value: jsonx.Value{B: []byte(text)}}
		_, half := r.text(jsonx.RangeOf(0, len(text)).Inside())
		require.Equal(t, want, half, text)
	}
}
