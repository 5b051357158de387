package parquet

import (
	"bytes"
	"io"
	"math"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
)

// Columns that all records repeat keep type, codec and values, also those that JSON
// does not hold, wherever they come to be; the others are inferred.
func TestSchemaFrom(t *testing.T) {
	type row struct {
		Text  string  `parquet:"text"`
		Noise float64 `parquet:"noise"`
		Tiny  int8    `parquet:"tiny,gzip"`
		Gone  int8    `parquet:"gone"`
	}
	odd := math.Float64frombits(0x7ff8_0000_0000_00ff)
	var in bytes.Buffer
	require.NoError(t, pq.Write(&in, []row{{"a", odd, 1, 0}, {"b", 2, 2, 0}}))
	f, err := openFile(bytes.NewReader(in.Bytes()), int64(in.Len()))
	require.NoError(t, err)

	made := [][]byte{ // the first column grows, the last one goes
		[]byte(`{"text":["a",1],"noise":"NaN","tiny":1}`),
		[]byte(`{"text":["b"],"noise":2.0,"tiny":2,"more":true}`),
	}
	infer := newInferrer()
	var sources []dataset.Row
	for rows, i := f.Read(0, 1), 0; ; i++ {
		source, err := rows.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		sources = append(sources, source)
		require.NoError(t, put(infer, source.Source, made[i]))
	}
	schema, err := infer.schema()
	require.NoError(t, err)
	require.Equal(t, "text: list<json>\nnoise: double not null\ntiny: int8 not null\nmore: bool\n", schema.String())
	var out bytes.Buffer
	w, err := newWriter(&out, schema, options{})
	require.NoError(t, err)
	for i, source := range sources {
		require.NoError(t, put(w, source.Source, made[i]))
	}
	require.NoError(t, w.Close())

	f, err = openFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	require.NoError(t, err)
	require.Equal(t, schema.String(), f.schema.String())
	rows := f.Read(0, 1)
	for _, want := range made {
		got, err := rows.Next()
		require.NoError(t, err)
		require.Equal(t, string(want), string(got.JSON))
	}
	type kept struct {
		Noise float64 `parquet:"noise"`
		Tiny  int8    `parquet:"tiny"`
	}
	back, err := pq.Read[kept](bytes.NewReader(out.Bytes()), int64(out.Len()))
	require.NoError(t, err)
	require.Equal(t, math.Float64bits(odd), math.Float64bits(back[0].Noise))
	require.Equal(t, int8(2), back[1].Tiny)
	file, err := pq.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	require.NoError(t, err)
	require.Equal(t, "GZIP", file.Metadata().RowGroups[0].Columns[2].MetaData.Codec.String())
}

// A record that differs in one row alone makes its column an inferred one.
func TestSchemaFromChanged(t *testing.T) {
	type row struct {
		A int8 `parquet:"a"`
		B int8 `parquet:"b"`
	}
	var in bytes.Buffer
	require.NoError(t, pq.Write(&in, []row{{1, 1}, {2, 2}}))
	f, err := openFile(bytes.NewReader(in.Bytes()), int64(in.Len()))
	require.NoError(t, err)
	infer := newInferrer()
	rows := f.Read(0, 1)
	for _, record := range []string{`{"b":1,"a":1}`, `{"a":300}`} {
		source, err := rows.Next()
		require.NoError(t, err)
		require.NoError(t, put(infer, source.Source, []byte(record)))
	}
	schema, err := infer.schema()
	require.NoError(t, err)
	require.Equal(t, "b: int64\na: int64\n", schema.String())
}
