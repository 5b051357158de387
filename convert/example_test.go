package convert_test

import (
	"errors"
	"fmt"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// A conversation of chat messages, from react to xml.
func ExampleConverter_Messages() {
	in := []ir.Message{
		{Role: ir.RoleUser, Content: ir.Plain("How deep is Lake Baikal?")},
		{Role: ir.RoleAssistant, Content: ir.Plain("Thought: The encyclopedia will know.\nAction: lookup\nAction Input: {'title': 'Lake Baikal', 'full': False}")},
		{Role: ir.RoleUser, Content: ir.Plain("Observation: Its greatest depth is 1642 m.")},
		{Role: ir.RoleAssistant, Content: ir.Plain("Thought: I can answer without using any more tools.\nAnswer: 1642 metres.")},
	}
	c, err := convert.New(convert.Options{From: "react", To: "xml"})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, report, err := c.Messages(in)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range out {
		fmt.Printf("[%s]\n%s\n", m.Role, m.Content)
	}
	for _, d := range report.Diagnostics {
		fmt.Println(d)
	}
	// Output:
	// [user]
	// How deep is Lake Baikal?
	// [assistant]
	// The encyclopedia will know.
	//
	// <tool_use>
	//   <name>lookup</name>
	//   <arguments>{"title": "Lake Baikal", "full": false}</arguments>
	// </tool_use>
	// [user]
	// <tool_use_result>
	//   <name>lookup</name>
	//   <result>Its greatest depth is 1642 m.</result>
	// </tool_use_result>
	// [assistant]
	// <answer>
	// 1642 metres.
	// </answer>
	// 2:3:15: repair python-args: the argument is a Python literal and was read as the JSON that it means
	// 4:1:1: note fixed-sentence-dropped: xml has no sentence that says "can-answer" and needs none here: it was left out
	// 4:2:1: loss outcome-dropped: xml can't say that the answer's outcome was True
}

// A plain transcript; the style of the source is detected.
func ExampleConverter_Text() {
	c, err := convert.New(convert.Options{To: "tao"})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, _, err := c.Text("Question: 6 x 7?\nTool: multiply\nTool Input: 6, 7\nObservation: 42\nFinal Answer: 42")
	fmt.Println(out, err)
	// Output:
	// Question: 6 x 7?
	// Action: multiply
	// Args: {"input": "6, 7"}
	// Observation: 42
	// Thought: I have enough information to answer. I will use the user's language.
	// Answer: 42
	// Successful: True <nil>
}

// What can't be converted is refused with a code.
func ExampleConverter_Text_reject() {
	c, err := convert.New(convert.Options{To: "xml"})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _, err = c.Text("Thought: Let me see.\nAction: look\nAction Input: {\"at\": it")
	var reject *ir.Diagnostic
	if errors.As(err, &reject) {
		fmt.Println(reject.Code, "in line", reject.Pos.Line)
	}
	// Output: broken-args in line 3
}

// Convert takes a conversation of any layout, and gives the neutral document.
func ExampleConverter_Convert() {
	c, err := convert.New(convert.Options{Target: convert.Neutral()})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := c.Convert(&ir.Conversation{Flat: true, Text: ir.Plain("Question: 6 x 7?\nFinal Answer: 42")})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", ir.AppendDocument(nil, &out.Lowered, nil, false))
	// Output:
	// {"toolspeak": 1, "steps": [{"kind": "user", "text": "6 x 7?", "message": 0}, {"kind": "answer", "text": "42", "message": 1}]}
}

// Without a target a conversation is read into steps.
func ExampleConverter_Read() {
	c, err := convert.New(convert.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	in := []ir.Message{
		{Role: ir.RoleUser, Content: ir.Plain("6 x 7?")},
		{Role: ir.RoleAssistant, Content: ir.Plain("Thought: Multiply.\nTool: multiply\nTool Input: 6, 7")},
	}
	steps, report, err := c.Read(in)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Style)
	for _, s := range steps {
		if s.Kind == ir.Call {
			fmt.Println(s.Kind, s.Tool, s.Args.Form, s.Args.Raw)
			continue
		}
		fmt.Println(s.Kind, s.Text)
	}
	// Output:
	// tool-input
	// user 6 x 7?
	// thought Multiply.
	// call multiply text 6, 7
}
