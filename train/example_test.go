package train_test

import (
	"fmt"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/train"
)

func transcript() *ir.Transcript {
	empty := ir.Plain("{}")
	return &ir.Transcript{Steps: []ir.Step{
		{Kind: ir.User, Text: ir.Plain("Tide?")},
		{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 1, Text: ir.Plain("Look it up.")},
		{Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: ir.Plain("tide"), Args: ir.Args{Raw: empty, Value: empty}},
		{Kind: ir.Observation, Message: 2, Text: ir.Plain("falling")},
		{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 3, Text: ir.Plain("I know it.")},
		{Kind: ir.Answer, Role: ir.RoleAssistant, Message: 3, Text: ir.Plain("It falls.")},
	}}
}

// A plain transcript in pieces, of which those with the label true are trained.
func ExampleWritten_Segments() {
	w, err := train.Write(transcript(), convert.Options{To: "react", Shape: convert.TextShape}, train.All)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range w.Segments() {
		fmt.Printf("%t %q\n", s.Label, s.Text)
	}
	// Output:
	// false "Question: Tide?\n"
	// true "Thought: Look it up.\nAction: tide\nAction Input: {}"
	// false "\nObservation: falling\n"
	// true "Thought: I know it.\nAnswer: It falls."
}

// What is trained of each message, where only answers are.
func ExampleWrite_messages() {
	w, err := train.Write(transcript(), convert.Options{To: "xml"}, train.Answers)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range w.Spans {
		fmt.Printf("%q\n", w.Messages[s.Message].Text[s.Start:s.End])
	}
	// Output:
	// "I know it.\n\n<answer>\nIt falls.\n</answer>"
}

// Which steps are trained.
func ExamplePolicy_Steps() {
	fmt.Println(train.Calls.Steps(transcript()))
	// Output:
	// [false true true false false false]
}

// The ends of a train_detail are those of the last characters.
func ExampleDetail() {
	text := "Thé: A\nB: C"
	fmt.Println(train.Detail(text, []ir.Span{{Start: 0, End: len("Thé: A")}}))
	// Output:
	// [{0 5 true} {6 10 false}]
}
