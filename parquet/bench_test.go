package parquet

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// chats are records of about 5 KB.
func chats(n int) (out []string) {
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, `{"id":%d,"source":"made","messages":[`, i)
		for j := range 10 {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"role":"%s","content":"%s"}`, []string{"user", "assistant"}[j%2],
				strings.Repeat(fmt.Sprintf("turn %d of %d, süß\\n", j, i*7919%1000), 25))
		}
		out = append(out, b.String()+"]}")
	}
	return out
}

func BenchmarkRead(b *testing.B) {
	in := chats(2000)
	schema, _ := infer(b, in)
	file := write(b, schema, options{}, in)
	b.SetBytes(int64(len(strings.Join(in, ""))))
	b.ReportAllocs()
	for b.Loop() {
		f := open(b, file)
		r := f.Read(0, len(f.Groups()))
		for {
			if _, err := r.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkRewrite(b *testing.B) {
	in := chats(2000)
	schema, _ := infer(b, in)
	f := open(b, write(b, schema, options{}, in))
	source := allRows(b, f)
	b.SetBytes(int64(len(strings.Join(in, ""))))
	b.ReportAllocs()
	for b.Loop() {
		w, err := newWriter(io.Discard, f.schema, options{})
		require.NoError(b, err)
		for _, row := range source {
			if err := put(w, row.Source, bytes.Replace(row.JSON, []byte("turn"), []byte("Turn"), 1)); err != nil {
				b.Fatal(err)
			}
		}
		require.NoError(b, w.Close())
	}
}
