package readers_test

import (
	"fmt"

	"github.com/toolspeak/toolspeak/readers"
)

// A message of a model, read as the parser of a server reads it.
func Example() {
	r, err := readers.New("qwen3-coder")
	if err != nil {
		panic(err)
	}
	tools, err := readers.ParseTools([]byte(`[{"name": "tide", "parameters": {"type": "object", "properties": {"days": {"type": "integer"}}}}]`))
	if err != nil {
		panic(err)
	}
	m := r.Read("I look.\n<tool_call>\n<function=tide>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>", tools)
	for _, s := range m.Steps {
		fmt.Printf("%s: %s%s%s\n", s.Kind, s.Text.String(), s.Tool.String(), s.Args.Value.String())
	}
	// Output:
	// text: I look.
	// call: tide{"days": 3}
}

// A message in a style is read by its page, too.
func ExampleNew_style() {
	r, err := readers.New("react-paper")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range r.Read("Thought 1: I look it up.\nAction 1: search[low water at Ness]", nil).Steps {
		fmt.Printf("%s %q %q %q\n", s.Kind, s.Text.String(), s.Tool.String(), s.Args.Raw.String())
	}
	// Output:
	// thought "I look it up." "" ""
	// call "" "search" "low water at Ness"
}
