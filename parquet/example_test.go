package parquet_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/parquet"
)

// Records become a new file; its rows are changed and written with its schema.
func Example() {
	lines := []string{`{"id":1,"messages":[{"role":"user","content":"Hi"}]}`, `{"id":2,"messages":[]}`}

	infer := parquet.NewInferrer() // JSONL to Parquet: look at the records, then write them
	for _, line := range lines {
		check(infer.Add([]byte(line)))
	}
	schema, _, err := infer.Schema()
	check(err)
	var made bytes.Buffer
	w, err := parquet.NewWriter(&made, schema, parquet.Options{})
	check(err)
	for _, line := range lines {
		check(w.Write(nil, []byte(line))) // a *RowError makes a reject, and the writer goes on
	}
	check(w.Close())

	fmt.Println(parquet.Sniff(made.Bytes()[:4]))
	f, err := parquet.Open(bytes.NewReader(made.Bytes()), int64(made.Len()))
	check(err)
	var converted bytes.Buffer
	w, err = parquet.NewWriter(&converted, f.Schema(), parquet.Options{})
	check(err)
	rows := f.Rows(0, len(f.RowGroups())) // or a shard of the row groups
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		check(err)
		record := bytes.ReplaceAll(row.JSON, []byte(`"Hi"`), []byte(`"Hello"`))
		check(w.Write(row, record)) // columns that are as they were keep the row's own values
		fmt.Println(row.Number, string(record))
	}
	check(w.Close())
	// Output:
	// true
	// 1 {"id":1,"messages":[{"role":"user","content":"Hello"}]}
	// 2 {"id":2,"messages":[]}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
