package parquet

import (
	"bytes"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

func leafColumn(name string, r format.FieldRepetitionType, t pq.Type) *column {
	return &column{name: name, repetition: r, typ: t, leaf: true}
}

func groupColumn(name string, r format.FieldRepetitionType, t pq.Type, fields ...*column) *column {
	c := &column{name: name, repetition: r, typ: t}
	for _, f := range fields {
		c.fields = append(c.fields, f)
	}
	return c
}

var (
	plainGroup = pq.Group{}.Type()
	listGroup  = pq.List(pq.String()).Type()
	mapGroup   = pq.Map(pq.String(), pq.String()).Type()
	text       = pq.String().Type()
)

// through writes a record in a column and reads it.
func through(t *testing.T, c *column, record string) (string, error) {
	t.Helper()
	root := groupColumn("root", format.Required, plainGroup, c)
	schema, err := newSchema("root", root, root, nil)
	require.NoError(t, err)
	var b bytes.Buffer
	w, err := newWriter(&b, schema, options{})
	require.NoError(t, err)
	if err := put(w, nil, []byte(record)); err != nil {
		return "", err
	}
	require.NoError(t, w.Close())
	f, err := openFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	row, err := f.Read(0, 1).Next()
	require.NoError(t, err)
	return string(row.JSON), nil
}

// TestLists reads and writes lists and maps as old writers laid them out.
func TestLists(t *testing.T) {
	const required, optional, repeated = format.Required, format.Optional, format.Repeated
	role, content := leafColumn("role", required, text), leafColumn("content", optional, text)
	x := leafColumn("x", required, pq.Int64Type)
	for name, c := range map[string]struct {
		column  *column
		records []string
	}{
		"two levels, values":    {groupColumn("l", optional, listGroup, leafColumn("element", repeated, pq.Int32Type)), []string{`{"l":[1,2]}`, `{"l":[]}`, `{"l":null}`}},
		"two levels, structs":   {groupColumn("l", optional, listGroup, groupColumn("element", repeated, plainGroup, role, content)), []string{`{"l":[{"role":"a","content":"b"},{"role":"c","content":null}]}`, `{"l":[]}`}},
		"array":                 {groupColumn("l", optional, listGroup, groupColumn("array", repeated, plainGroup, x)), []string{`{"l":[{"x":1},{"x":2}]}`}},
		"tuple":                 {groupColumn("l", optional, listGroup, groupColumn("l_tuple", repeated, plainGroup, x)), []string{`{"l":[{"x":1},{"x":2}]}`}},
		"bag":                   {groupColumn("l", required, listGroup, groupColumn("bag", repeated, plainGroup, leafColumn("array_element", optional, text))), []string{`{"l":["a",null]}`, `{"l":[]}`}},
		"two levels of lists":   {groupColumn("l", optional, listGroup, groupColumn("element", repeated, listGroup, leafColumn("element", repeated, pq.Int32Type))), []string{`{"l":[[1],[],[2,3]]}`}},
		"repeated values":       {leafColumn("l", repeated, text), []string{`{"l":["a","b"]}`, `{"l":[]}`}},
		"repeated structs":      {groupColumn("l", repeated, plainGroup, role, content), []string{`{"l":[{"role":"a","content":null}]}`, `{"l":[]}`}},
		"map of strings":        {groupColumn("l", optional, mapGroup, groupColumn("map", repeated, plainGroup, leafColumn("key", required, text), leafColumn("value", optional, text))), []string{`{"l":{"a":"1","a":null}}`, `{"l":{}}`, `{"l":null}`}},
		"map of numbers":        {groupColumn("l", optional, mapGroup, groupColumn("map", repeated, plainGroup, leafColumn("key", required, pq.Int32Type), leafColumn("value", optional, text))), []string{`{"l":[{"key":1,"value":"a"},{"key":2,"value":null}]}`, `{"l":[]}`}},
		"list that is no list":  {groupColumn("l", optional, listGroup, role, content), []string{`{"l":{"role":"a","content":"b"}}`}},
		"a set, a map of keys":  {groupColumn("l", optional, mapGroup, groupColumn("map", repeated, plainGroup, leafColumn("key", required, text))), []string{`{"l":{"map":[{"key":"a"}]}}`}},
		"no null, no list type": {groupColumn("l", required, plainGroup, role), []string{`{"l":{"role":""}}`}},
	} {
		for _, record := range c.records {
			t.Run(name, func(t *testing.T) {
				got, err := through(t, c.column, record)
				require.NoError(t, err)
				require.Equal(t, record, got)
			})
		}
	}
}

// TestSpelling writes a value of each type, reads it, and refuses what does not fit.
func TestSpelling(t *testing.T) {
	utc, local := pq.Timestamp(pq.Microsecond).Type(), pq.TimestampAdjusted(pq.Nanosecond, false).Type()
	for name, c := range map[string]struct {
		typ  pq.Type
		good []string
		bad  []string
	}{
		"bool":      {pq.BooleanType, []string{`true`, `false`}, []string{`1`, `"true"`}},
		"int8":      {pq.Int(8).Type(), []string{`-128`, `127`}, []string{`128`, `1.0`, `1e1`, `"1"`, `-0`}},
		"int32":     {pq.Int32Type, []string{`-2147483648`}, []string{`2147483648`, `[]`}},
		"int64":     {pq.Int64Type, []string{`9223372036854775807`}, []string{`9223372036854775808`, `{}`}},
		"uint8":     {pq.Uint(8).Type(), []string{`255`}, []string{`256`, `-1`}},
		"uint32":    {pq.Uint(32).Type(), []string{`4294967295`}, []string{`4294967296`}},
		"uint64":    {pq.Uint(64).Type(), []string{`18446744073709551615`}, []string{`-1`, `1.5`}},
		"float":     {pq.FloatType, []string{`0.1`, `-0.0`, `1e-07`, `"NaN"`, `"-Infinity"`}, []string{`16777217`, `0.123456789123`, `"nan"`, `1e39`}},
		"double":    {pq.DoubleType, []string{`0.1`, `1.0`, `1e+21`, `5e-324`, `"Infinity"`}, []string{`9007199254740993`, `1e400`, `1e-400`, `true`}},
		"string":    {text, []string{`"a\"\\\n\r\t\b\f\u0001"`, `""`}, []string{`1`, `"\ud800"`, `"\udc00"`, `"\ud800x"`}},
		"enum":      {pq.Enum().Type(), []string{`"A"`}, []string{`1`}},
		"json":      {pq.JSON().Type(), []string{`"{\"a\": 1}"`}, []string{`{"a":1}`}},
		"bson":      {pq.BSON().Type(), []string{`"AAE="`}, []string{`"\u0000"`}},
		"binary":    {pq.ByteArrayType, []string{`""`, `"/w=="`}, []string{`"/x=="`, `"a"`, `1`}},
		"fixed":     {pq.FixedLenByteArrayType(2), []string{`"AAE="`}, []string{`"AA=="`, `"AAEC"`}},
		"uuid":      {pq.UUID().Type(), []string{`"00112233-4455-6677-8899-aabbccddeeff"`}, []string{`"00112233445566778899aabbccddeeff"`, `"x"`, `"0011223--4455-6677-8899-aabbccddeeff"`}},
		"decimal32": {pq.Decimal(2, 9, pq.Int32Type).Type(), []string{`"-1.05"`, `"9999999.99"`}, []string{`"1.005"`, `"10000000.00"`, `"1e3"`, `"."`, `""`, `"--1"`}},
		"decimal":   {pq.Decimal(3, 20, pq.FixedLenByteArrayType(9)).Type(), []string{`"-0.001"`, `"12345678901234567.890"`, `"0.000"`}, []string{`"123456789012345678.0"`, `true`}},
		"decimals":  {pq.Decimal(0, 40, pq.ByteArrayType).Type(), []string{`"-128"`, `"128"`, `"-1"`, `"0"`}, []string{`"1.0"`}},
		"date":      {pq.Date().Type(), []string{`"2024-02-29"`, `"0001-01-01"`, `"1969-12-31"`, `-2147483648`}, []string{`"2023-02-29"`, `"2024"`, `2147483648`}},
		"time":      {pq.Time(pq.Millisecond).Type(), []string{`"23:59:59.999"`, `86400000`, `-1`}, []string{`"24:00:00.000"`, `"00:00:00.0001"`}},
		"stamp":     {utc, []string{`"2024-05-01T12:00:00.000001Z"`, `"0000-01-01T00:00:00.000000Z"`, `9223372036854775807`}, []string{`"2024-05-01T12:00:00.0000001Z"`, `"2024-05-01T12:00:00"`}},
		"local":     {local, []string{`"2024-05-01T12:00:00.000000001"`, `"1677-09-21T00:12:43.145224192"`}, []string{`"2024-05-01T12:00:00Z"`, `"3000-01-01T00:00:00"`}},
		"int96":     {pq.Int96Type, []string{`"2024-05-01T12:00:00.000000001"`, `"0000-01-01T00:00:00.000000000"`, `"1969-12-31T23:59:59.999999999"`, `"/////////////////"`[:17] + `"`}, []string{`"x"`, `1`}},
	} {
		t.Run(name, func(t *testing.T) {
			column := leafColumn("v", format.Optional, c.typ)
			for _, value := range append(c.good, `null`) {
				got, err := through(t, column, `{"v":`+value+`}`)
				require.NoError(t, err, value)
				require.Equal(t, `{"v":`+value+`}`, got)
			}
			for _, value := range c.bad {
				_, err := through(t, column, `{"v":`+value+`}`)
				var one *ir.Diagnostic
				require.ErrorAs(t, err, &one, value)
				require.True(t, strings.HasPrefix(one.Text(), "column v: "), one.Text())
			}
			_, err := through(t, leafColumn("v", format.Required, c.typ), `{"v":null}`)
			require.ErrorContains(t, err, "column v: found null, expected")
		})
	}
}
