package dataset_test

import (
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
	_, _, err = engine.Record([]byte(`[{"role": "assistant", "content": null, "tool_calls": [{"id": "1"}]}]`))
	var reject *ir.Diagnostic
	if errors.As(err, &reject) {
		fmt.Println(reject.Code)
	}
	// Output: foreign-style
}

// counter is a sink that counts, and shows what was rejected.
type counter struct{ *dataset.Report }

func (c counter) Converted(_ *dataset.Item, res *dataset.Result) error {
	c.Add(res)
	return nil
}

func (c counter) Rejected(it *dataset.Item, _ *dataset.Result, reason *ir.Diagnostic) error {
	c.AddReject()
	fmt.Printf("record %d at byte %d: %v\n", it.Number, it.Offset, reason)
	return nil
}

// A whole input: an array stays an array.
func ExampleEngine_File() {
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "tao"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	in := `[
  {"text": "Question: How far?\nThought: Ask.\nAction: map\nAction Input: {}"},
  null,
  {"messages": []}
]
`
	report := dataset.NewReport()
	out := engine.NewOutput(os.Stdout)
	if err := engine.File("in.json", strings.NewReader(in), out, counter{report}); err != nil {
		fmt.Println(err)
	}
	if err := out.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(report.Records, "records,", report.Rejected, "rejected")
	// Output:
	// record 2 at byte 84: wrong-type: the record is null: expected an object, a list of messages or a string
	// [
	//   {"text": "Question: How far?\nThought: Ask.\nAction: map\nArgs: {}"},
	//   {"messages": []}
	// ]
	// 3 records, 1 rejected
}

// The style of a record, and the evidence for it.
func ExampleEngine_Detect() {
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := engine.Detect([]byte(`[{"role": "assistant", "content": "Final Answer: 42"}]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range found.Candidates {
		fmt.Println(c.Style.Name, c.Evidence)
	}
	// Output:
	// tool-input 1
	// tool-json 1
}
