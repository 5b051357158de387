package parquet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/ir"
)

// TestUntouchedColumnsAreCopied changes one column of rows whose others can't be
// told by their JSON, and expects the others bit for bit.
func TestUntouchedColumnsAreCopied(t *testing.T) {
	odd := math.Float64frombits(0x7ff8_0000_dead_beef) // a NaN with a message
	schema := pq.NewSchema("s", pq.Group{
		"nan":  pq.Optional(pq.Leaf(pq.DoubleType)),
		"text": pq.String(),
		"bin":  pq.Leaf(pq.ByteArrayType),
	})
	var b bytes.Buffer
	w := pq.NewWriter(&b, schema, pq.KeyValueMetadata("k", "v"), pq.Compression(&pq.Snappy))
	row := pq.Row{
		pq.ByteArrayValue([]byte{0xff}).Level(0, 0, 0),
		pq.DoubleValue(odd).Level(0, 1, 1),
		pq.ByteArrayValue([]byte("old")).Level(0, 0, 2),
	}
	_, err := w.WriteRows([]pq.Row{row})
	require.NoError(t, err)
	require.NoError(t, w.Close())

	f := open(t, b.Bytes())
	source := allRows(t, f)[0]
	require.Equal(t, `{"bin":"/w==","nan":"NaN","text":"old"}`, string(source.JSON))
	var out bytes.Buffer
	pw, err := newWriter(&out, f.schema, options{})
	require.NoError(t, err)
	require.NoError(t, put(pw, source.Source, []byte(`{"text":"new", "bin":"/w==","nan":"NaN"}`)))
	require.NoError(t, pw.Close())

	back, err := pq.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	require.NoError(t, err)
	got := make([]pq.Row, 1)
	_, err = back.RowGroups()[0].Rows().ReadRows(got)
	require.True(t, err == nil || errors.Is(err, io.EOF))
	require.Equal(t, uint64(0x7ff8_0000_dead_beef), math.Float64bits(got[0][1].Double()))
	require.Equal(t, "new", string(got[0][2].ByteArray()))
	value, ok := back.Lookup("k")
	require.True(t, ok)
	require.Equal(t, "v", value)
	require.Equal(t, "SNAPPY", back.Metadata().RowGroups[0].Columns[0].MetaData.Codec.String())
	require.True(t, strings.HasPrefix(back.Metadata().CreatedBy, "toolspeak version "))
}

// TestRowErrors names column and row, and leaves the writer and its file intact.
func TestRowErrors(t *testing.T) {
	good := []string{`{"id":1,"m":[{"role":"user","n":1}]}`, `{"id":2,"m":[{"role":"user","n":2}]}`}
	schema, _ := infer(t, good)
	file := write(t, schema, options{}, good)
	f := open(t, file)
	source := allRows(t, f)
	for record, want := range map[string]string{
		`{"id":2,"m":[{"role":"user","n":1},{"role":7,"n":1}]}`: "column m[1].role: found 7, expected string",
		`{"id":2,"m":[{"role":"user","n":1.5}]}`:                "column m[0].n: found 1.5, expected int64",
		`{"id":2,"m":{"role":"user"}}`:                          "column m: found an object, expected list<struct<role: string, n: int64>>",
		`{"id":2,"m":[],"new":"value"}`:                         `column new: found the string "value", expected no such column`,
		`{"id":2,"m":[{"role":"a","n":1,"more":null}]}`:         "column m[0].more: found null, expected no such field",
		`{"id":2,"id":2,"m":[]}`:                                "column id: the key occurs twice",
		`{"id":2,"m":[{"role":"a","role":"b"}]}`:                "column m[0].role: the key occurs twice",
		`[1]`:                                                   "the record is not a JSON object",
		`{"id":2`:                                               "the record is not a JSON object",
		"{\"id\":2,\"m\":\"\xff\"}":                             "the record is not valid UTF-8",
		strings.Repeat(`{"a":`, 100_000):                        "the record nests deeper than 1000",
		`{"id":2,"m":[{"role":"\udc00"}]}`:                      `column m[0].role: found the string "\udc00", expected string`,
	} {
		var b bytes.Buffer
		w, err := newWriter(&b, f.schema, options{})
		require.NoError(t, err)
		require.NoError(t, put(w, source[0].Source, source[0].JSON))
		err = put(w, source[1].Source, []byte(record))
		var one *ir.Diagnostic
		require.ErrorAs(t, err, &one, record)
		require.Equal(t, want, one.Text())
		require.NoError(t, put(w, source[1].Source, source[1].JSON))
		require.NoError(t, w.Close())
		require.Equal(t, good, records(t, open(t, b.Bytes())))
	}
}

// Whether a string is UTF-8 is asked of its JSON, where half of a surrogate pair would pass.
func TestSpellString(t *testing.T) {
	for _, odd := range []string{"\xff", "\xc3", "\x80", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf4\x90\x80\x80", "é", "한", "\uD7FF", "\x00", "\n"} {
		for n := range 70 {
			for _, text := range []string{strings.Repeat("x", n) + odd, odd + strings.Repeat("é", n), strings.Repeat("\n", n) + odd + "y"} {
				out, err := spellString([]byte("before"), []byte(text))
				if !utf8.ValidString(text) {
					require.ErrorIs(t, err, errUTF8, "%q", text)
					require.Equal(t, "before", string(out))
					continue
				}
				require.NoError(t, err)
				var back string
				require.NoError(t, json.Unmarshal(out[len("before"):], &back))
				require.Equal(t, text, back)
			}
		}
	}
}

// TestInvalidStrings reads the rows around one whose string is not UTF-8.
func TestInvalidStrings(t *testing.T) {
	var b bytes.Buffer
	w := pq.NewWriter(&b, pq.NewSchema("s", pq.Group{"m": pq.List(pq.String())}))
	for _, text := range []string{"a", "\xff", "b"} {
		_, err := w.WriteRows([]pq.Row{{pq.ByteArrayValue([]byte("x")).Level(0, 1, 0), pq.ByteArrayValue([]byte(text)).Level(1, 1, 0)}})
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	r := open(t, b.Bytes()).Read(0, 1)
	row, err := r.Next()
	require.NoError(t, err)
	require.Equal(t, `{"m":["x","a"]}`, string(row.JSON))
	_, err = r.Next()
	require.ErrorContains(t, err, ": column m[1]: the string is not valid UTF-8")
	row, err = r.Next()
	require.NoError(t, err)
	require.Equal(t, 3, row.Number)
	_, err = r.Next()
	require.ErrorIs(t, err, io.EOF)
}

// TestRowGroups bounds groups by rows and by bytes, and reads any range of them.
func TestRowGroups(t *testing.T) {
	var want []string
	for i := range 1000 {
		want = append(want, fmt.Sprintf(`{"id":%d,"t":"%s"}`, i, strings.Repeat("x", 1000)))
	}
	schema, _ := infer(t, want)
	for name, o := range map[string]options{"rows": {RowGroupRows: 100}, "bytes": {RowGroupBytes: 100 * (1000 + 48)}} {
		t.Run(name, func(t *testing.T) {
			f := open(t, write(t, schema, o, want))
			groups := f.Groups()
			require.Len(t, groups, 10)
			for i, g := range groups {
				require.Equal(t, int64(100), g.Rows)
				require.Positive(t, g.Bytes)
				r := f.Read(i, i+1)
				row, err := r.Next()
				require.NoError(t, err)
				require.Equal(t, i*100+1, row.Number)
				require.Equal(t, want[i*100], string(row.JSON))
				require.NoError(t, r.Close())
			}
			require.Equal(t, want, records(t, f))
			_, err := f.Read(3, 3).Next()
			require.ErrorIs(t, err, io.EOF)
		})
	}
}

// TestInference tells what it could not say as the records did.
func TestInference(t *testing.T) {
	schema, notes := infer(t, []string{
		`{"id":1,"score":1,"mixed":1,"meta":{},"big":12345678901234567890,"maybe":null,"m":[{"role":"a"}]}`,
		`{"id":2,"score":0.5,"mixed":"a","meta":{},"big":1,"m":[]}`,
	})
	require.Equal(t, "id: int64\nscore: double\nmixed: json\nmeta: json\nbig: json\nmaybe: json\nm: list<struct<role: string>>\n", schema.String())
	require.ElementsMatch(t, []string{
		"column mixed: kept as a string of JSON: its values are of several types",
		"column meta: kept as a string of JSON: its values are all null or empty",
		"column big: kept as a string of JSON: no double is 12345678901234567890",
		"column maybe: kept as a string of JSON: its values are all null or empty",
		"column maybe: some records have null here and some lack the key; both read back as null",
	}, notes)

	many := newInferrer()
	for i := range 1000 {
		require.NoError(t, put(many, nil, fmt.Appendf(nil, `{"args":{"k%d":1},"s":[{"t%d":2}]}`, i, i)))
	}
	schema, err := many.schema()
	require.NoError(t, err)
	require.Equal(t, "args: json\ns: list<json>\n", schema.String())
	require.Contains(t, schema.notes[1], "column s[]: ")

	schema, _ = infer(t, []string{`{"a":"x","b":null,"c":1}`, `{"b":"x","c":2}`})
	w, err := newWriter(io.Discard, schema, options{})
	require.NoError(t, err)
	_, err = w.Encode(nil, []byte(`{"a":null,"b":null,"c":1}`))
	require.ErrorContains(t, err, ": column a: found null, expected string", "it would read back as no key at all")
	_, err = w.Encode(nil, []byte(`{"c":1}`))
	require.ErrorContains(t, err, ": column b: the key is missing, expected null or string")
}

// value draws JSON values that come back as they are spelled.
func value(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.Int64().AsAny(), rapid.String().AsAny(),
	}
	if depth > 0 {
		leaves = append(leaves,
			rapid.SliceOfN(value(depth-1), 0, 4).AsAny(),
			rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "role", "content"}), value(depth-1), 0, 3).AsAny())
	}
	return rapid.OneOf(leaves...)
}

// TestRecordsComeBack writes whatever records were inferred from, and reads the same
// values: keys in another order, and null where some have null and some nothing.
func TestRecordsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := rapid.SliceOfN(rapid.MapOfN(rapid.SampledFrom([]string{"id", "messages", "x"}), value(3), 1, 3), 1, 6).Draw(t, "records")
		f := newInferrer()
		var in [][]byte
		for _, r := range drawn {
			record, err := json.Marshal(r)
			require.NoError(t, err)
			require.NoError(t, put(f, nil, record))
			in = append(in, record)
		}
		schema, err := f.schema()
		require.NoError(t, err)
		var b bytes.Buffer
		w, err := newWriter(&b, schema, options{RowGroupRows: 2})
		require.NoError(t, err)
		for _, record := range in {
			require.NoError(t, put(w, nil, record))
		}
		require.NoError(t, w.Close())
		file, err := openFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
		require.NoError(t, err)
		r := file.Read(0, len(file.Groups()))
		var out bytes.Buffer
		copied, err := newWriter(&out, file.schema, options{RowGroupRows: 2})
		require.NoError(t, err)
		for _, record := range in {
			row, err := r.Next()
			require.NoError(t, err)
			require.Equal(t, withoutNulls(t, record), withoutNulls(t, row.JSON))
			require.NoError(t, put(copied, row.Source, row.JSON))
		}
		require.NoError(t, copied.Close())
		require.Equal(t, b.Bytes(), out.Bytes(), "copied row by row it is the same file")
	})
}

// withoutNulls decodes a record and drops its keys that are null.
func withoutNulls(t require.TestingT, record []byte) any {
	d := json.NewDecoder(bytes.NewReader(record))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	var drop func(v any)
	drop = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, inner := range v {
				if drop(inner); inner == nil {
					delete(v, k)
				}
			}
		case []any:
			for _, inner := range v {
				drop(inner)
			}
		}
	}
	drop(v)
	return v
}

// TestDictionaryOfLongTexts writes texts of which two in three differ: their dictionary is
// left soon after it is too large, and not only at the end of the row group.
func TestDictionaryOfLongTexts(t *testing.T) {
	var rows []string
	for i := range 20_000 {
		n := i
		if i%3 == 0 {
			n = 0
		}
		rows = append(rows, fmt.Sprintf(`{"t":"%0500d"}`, n))
	}
	schema, _ := infer(t, rows)
	f := open(t, write(t, schema, options{}, rows))
	require.Len(t, f.Groups(), 1)
	start, length := chunkRange(&f.meta.RowGroups[0].Columns[0])
	s := &pageSource{r: f.r, at: start, end: start + length}
	require.NoError(t, s.readHeader())
	require.Equal(t, format.DictionaryPage, s.header.Type)
	require.Greater(t, s.header.UncompressedPageSize, int32(dictionaryMax))
	require.Less(t, s.header.UncompressedPageSize, int32(dictionaryMax+firstBytes))
	require.Equal(t, rows, records(t, f))
}
