package dataset_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// One record, of which all but the messages keeps its bytes.
func ExampleEngine_Record() {
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	record := `{"id": 1.0, "messages": [{"role": "assistant", "content": "Thought: Look.\nAction: search\nAction Input: {'q': 'Xi\u2019an'}"}]}`
	out, res, err := engine.Record([]byte(record))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(out))
	fmt.Println(res.Style, res.Layout, res.Steps[ir.Call], "call")
	for _, d := range res.Diagnostics {
		fmt.Println(d.Severity, d.Code)
	}
	// Output:
	// {"id": 1.0, "messages": [{"role": "assistant", "content": "Look.\n\n<tool_use>\n  <name>search</name>\n  <arguments>{\"q\": \"Xi\u2019an\"}</arguments>\n</tool_use>"}]}
	// react messages 1 call
	// repair python-args
}

// A record that can't be converted says why.
func ExampleEngine_Record_reject() {
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _, err = engine.Record([]byte(`[{"role": "assistant", "content": [{"type": "tool_use", "id": "1"}]}]`))
	var reject *ir.Diagnostic
	if errors.As(err, &reject) {
		fmt.Println(reject.Code)
	}
	// Output: wrong-type
}

// The records of any input.
func ExampleRecords() {
	in := `[
  {"messages": []},
  {"messages": [], "id": 2}
]`
	for rec, err := range dataset.Records(context.Background(), strings.NewReader(in)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(rec.Number, rec.Offset, string(rec.Raw))
	}
	// Output:
	// 1 4 {"messages": []}
	// 2 24 {"messages": [], "id": 2}
}

// A whole input: an array stays an array.
func ExampleEngine_Copy() {
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "tao"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	in := `[
  {"text": "Question: How far?\nThought: Ask.\nAction: map\nAction Input: {}"},
  {"messages": []}
]
`
	report, err := engine.Copy(context.Background(), os.Stdout, strings.NewReader(in))
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(report.Records, "records,", report.Rejected, "rejected")
	// Output:
	// [
	//   {"text": "Question: How far?\nThought: Ask.\nAction: map\nArgs: {}"},
	//   {"messages": []}
	// ]
	// 2 records, 0 rejected
}

// Records that can't be converted are kept, with the reason.
func ExampleEngine_CopyWith() {
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	in := "{\"messages\": []}\nnull\n"
	var rejects, reasons strings.Builder
	_, err = engine.CopyWith(context.Background(), os.Stdout, strings.NewReader(in), dataset.CopyOptions{
		Name: "in.jsonl", Rejects: &rejects, Reasons: &reasons,
	})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print("rejected: ", rejects.String(), reasons.String())
	// Output:
	// {"messages": []}
	// rejected: null
	// {"file":"in.jsonl","record":2,"position":2,"offset":17,"length":4,"file_line":2,"severity":"reject","code":"wrong-type","message":0,"line":2,"column":1,"text":"the record is null: expected an object, a list of messages or a string"}
}

// What two inputs hold, read on all cores.
func ExampleEach() {
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	inputs := func(yield func(dataset.NamedReader, error) bool) {
		_ = yield(dataset.NamedReader{Name: "a.jsonl", Reader: strings.NewReader(`[{"role": "assistant", "content": "Action: f\nAction Input: {'a': 1}"}]`)}, nil) &&
			yield(dataset.NamedReader{Name: "b.jsonl", Reader: strings.NewReader(`{"a": 1}`)}, nil)
	}
	err = dataset.Each(context.Background(), engine, inputs, dataset.RunOptions{}, engine.Inspect, func(rec *dataset.Record, found *dataset.Inspection, err error) error {
		var d *ir.Diagnostic
		if errors.As(err, &d) {
			fmt.Printf("%s: %s\n", rec.File, d.Code)
			return nil
		}
		fmt.Printf("%s: %s, repairs: %d\n", rec.File, found.Style, len(found.Diagnostics))
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// a.jsonl: react, repairs: 1
	// b.jsonl: unknown-layout
}

// The style of a record, and the evidence for it.
func ExampleEngine_Detect() {
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := engine.Detect(&dataset.Record{Raw: []byte(`[{"role": "assistant", "content": "Final Answer: 42"}]`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range found.Candidates {
		fmt.Println(c.Style, c.Evidence)
	}
	// Output:
	// tool-input 1
	// tool-json 1
}
