package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestEncodedApart encodes on several goroutines what is written in another order,
// with records that do not fit between them: no row loses its texts to another.
func TestEncodedApart(t *testing.T) {
	record := func(i int) string {
		return fmt.Sprintf(`{"n":%d,"list":[%s{"text":"last\t%d"}]}`, i, strings.Repeat(fmt.Sprintf(`{"text":"a \"text\" of %d\n"},`, i), i%200), i)
	}
	var in []string
	for i := range 400 {
		in = append(in, record(i))
	}
	schema, _ := infer(t, in)
	encoded := make([]any, len(in))
	var b bytes.Buffer
	w, err := newWriter(&b, schema, options{})
	require.NoError(t, err)
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			for i := g; i < len(in); i += 4 {
				_, err := w.Encode(nil, []byte(`{"n":1,"list":[{"text":"\n"},{"text":7}]}`))
				if one := (*ir.Diagnostic)(nil); !errors.As(err, &one) || !strings.HasPrefix(one.Text(), "column list[1].text: ") {
					t.Errorf("found %v", err)
				}
				if encoded[i], err = w.Encode(nil, []byte(in[i])); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	var want []string
	for i := range encoded {
		k := (i*7 + 3) % len(encoded)
		require.NoError(t, w.Write(encoded[k]))
		want = append(want, in[k])
		if i%3 == 0 { // more between the writes
			_, err = w.Encode(nil, []byte(in[i]))
			require.NoError(t, err)
		}
	}
	require.NoError(t, w.Close())
	require.Equal(t, want, records(t, open(t, b.Bytes())))
}

// TestRowsStay keeps rows while more are read.
func TestRowsStay(t *testing.T) {
	var in []string
	for i := range 300 {
		in = append(in, fmt.Sprintf(`{"short":"%d","long":"%s"}`, i, strings.Repeat(fmt.Sprintf("%d\\n", i), 10*i)))
	}
	schema, _ := infer(t, in)
	file := open(t, write(t, schema, options{RowGroupRows: 100}, in))
	all := allRows(t, file)
	var b bytes.Buffer
	w, err := newWriter(&b, file.schema, options{})
	require.NoError(t, err)
	for i, row := range all {
		require.Equal(t, in[i], string(row.JSON))
		require.NoError(t, put(w, row.Source, row.JSON)) // of the row's own values
	}
	require.NoError(t, w.Close())
	require.Equal(t, in, records(t, open(t, b.Bytes())))
}

// TestWrittenOnce refuses a row that was written.
func TestWrittenOnce(t *testing.T) {
	schema, _ := infer(t, []string{`{"a":"b"}`})
	w, err := newWriter(io.Discard, schema, options{})
	require.NoError(t, err)
	row, err := w.Encode(nil, []byte(`{"a":"c"}`))
	require.NoError(t, err)
	require.NoError(t, w.Write(row))
	require.ErrorContains(t, w.Write(row), "written before")
}
