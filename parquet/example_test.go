package parquet_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/parquet"
)

// A JSONL file becomes a Parquet file, whose rows are then converted to another style
// with all other columns as they are.
func Example() {
	const lines = `{"id":1,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Thought: I can answer.\nAnswer: Hello."}]}
{"id":2,"messages":[{"role":"user","content":"Bye"},{"role":"assistant","content":"Answer: Goodbye."}]}
`
	made, err := toParquet(lines)
	if err != nil {
		log.Fatal(err)
	}
	file, err := parquet.Format{}.Open(bytes.NewReader(made), int64(len(made)))
	if err != nil {
		log.Fatal(err)
	}
	schema, _ := parquet.Format{}.Join(nil, file)
	fmt.Print(schema)

	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
	if err != nil {
		log.Fatal(err)
	}
	var converted bytes.Buffer
	w, err := parquet.Format{}.Create(&converted, schema, dataset.Uncompressed)
	if err != nil {
		log.Fatal(err)
	}
	rows := file.Read(0, len(file.Groups())) // or some of the row groups
	if _, err := engine.CopyRows(context.Background(), w, rows, dataset.CopyOptions{}); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	printRows(converted.Bytes())
	// Output:
	// id: int64
	// messages: list<struct<role: string, content: string>>
	// 1 {"id":1,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"I can answer.\n\n<answer>\nHello.\n</answer>"}]}
	// 2 {"id":2,"messages":[{"role":"user","content":"Bye"},{"role":"assistant","content":"<answer>\nGoodbye.\n</answer>"}]}
}

// toParquet writes records with columns that are inferred from the first of them. If
// they do not hold a later one, Infer looks at all records first.
func toParquet(lines string) ([]byte, error) {
	made, err := writeLines(lines, nil)
	if !errors.Is(err, dataset.ErrColumns) {
		return made, err
	}
	infer := parquet.Format{}.Infer()
	if err := convertLines(lines, infer); err != nil {
		return nil, err
	}
	schema, _, err := infer.Schema()
	if err != nil {
		return nil, err
	}
	return writeLines(lines, schema)
}

func writeLines(lines string, schema any) ([]byte, error) {
	var made bytes.Buffer
	w, err := parquet.Format{}.Create(&made, schema, dataset.Zstd)
	if err != nil {
		return nil, err
	}
	if err := convertLines(lines, w); err != nil {
		return nil, err
	}
	err = w.Close()
	return made.Bytes(), err
}

func convertLines(lines string, w dataset.RowWriter) error {
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "react"}})
	if err != nil {
		return err
	}
	_, err = engine.CopyRows(context.Background(), w, strings.NewReader(lines), dataset.CopyOptions{})
	return err
}

func printRows(b []byte) {
	file, err := parquet.Format{}.Open(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		log.Fatal(err)
	}
	rows := file.Read(0, len(file.Groups()))
	for row, err := rows.Next(); err == nil; row, err = rows.Next() {
		fmt.Println(row.Number, string(row.JSON))
	}
}
