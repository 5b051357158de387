package ir_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toolspeak/toolspeak/ir"
)

// A transcript as a program builds it, and as the JSON document that holds it.
func ExampleTranscript() {
	t := ir.Transcript{Steps: []ir.Step{
		{Kind: ir.User, Role: ir.RoleUser, Text: ir.Plain("Which lock is open?")},
		{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 1, Text: ir.Plain("The keeper knows.")},
		{Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: ir.Plain("locks"),
			Args: ir.Args{Raw: ir.Plain(`{"canal": "east", "width": 5.0}`), Value: ir.Plain(`{"canal": "east", "width": 5.0}`)}},
		{Kind: ir.Observation, Role: ir.RoleUser, Message: 2, Tool: ir.Plain("locks"), Text: ir.Plain("the third")},
		{Kind: ir.Answer, Role: ir.RoleAssistant, Message: 3, Text: ir.Plain("The third.")},
	}}
	doc, err := json.Marshal(t)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(doc))
	// Output:
	// {"toolspeak":1,"steps":[{"kind":"user","text":"Which lock is open?","message":0},{"kind":"thought","text":"The keeper knows.","message":1},{"kind":"call","tool":"locks","args":{"canal":"east","width":5.0},"message":1},{"kind":"observation","tool":"locks","text":"the third","message":2},{"kind":"answer","text":"The third.","message":3}]}
}

// A document is read with its arguments as they are spelled.
func ExampleParseDocument() {
	t, _, err := ir.ParseDocument([]byte(`{"toolspeak": 1, "steps": [
		{"kind": "call", "tool": "scale", "args": {"grams": 1.0, "id": 12345678901234567890}}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Steps[0].Kind, t.Steps[0].Tool, t.Steps[0].Args.Raw)
	// Output:
	// call scale {"grams": 1.0, "id": 12345678901234567890}
}

// The first difference in what two transcripts mean, in words. How a number is
// spelled is part of the meaning, blanks between the members of an object are not.
func ExampleDiff() {
	read := func(args string) *ir.Transcript {
		return &ir.Transcript{Steps: []ir.Step{{Kind: ir.Call, Role: ir.RoleAssistant, Tool: ir.Plain("scale"),
			Args: ir.Args{Raw: ir.Plain(args), Value: ir.Plain(args)}}}}
	}
	fmt.Printf("%q\n", ir.Diff(read(`{"grams": 1.0}`), read(`{ "grams": 1.0 }`)))
	fmt.Printf("%q\n", ir.Diff(read(`{"grams": 1.0}`), read(`{"grams": 1}`)))
	// Output:
	// ""
	// "step 1 (call): expected the json argument \"{\\\"grams\\\": 1.0}\", found the json argument \"{\\\"grams\\\": 1}\""
}

// Diagnostics are told apart by their codes, never by their words.
func ExampleDiagnostic() {
	d := ir.Report(ir.CodePythonArgs, "the argument is a Python literal")
	var err error = fmt.Errorf("record 7: %w", &d)
	var found *ir.Diagnostic
	fmt.Println(errors.As(err, &found), found.Code, found.Severity)
	fmt.Println(found.Code.Rule().Summary)
	// Output:
	// true python-args repair
	// The argument, or the call's fenced object, is a Python literal and was read as the JSON that it means.
}

// A text is what someone says; JSON is how it is written.
func ExampleText() {
	var said ir.Text
	if err := json.Unmarshal([]byte(`"caf\u00e9 \"noir\""`), &said); err != nil {
		fmt.Println(err)
	}
	fmt.Println(said)
	fmt.Println(string(said.AppendJSON(nil, false)))
	fmt.Println(string(said.AppendJSON(nil, true)))
	// Output:
	// café "noir"
	// café \"noir\"
	// caf\u00e9 \"noir\"
}
