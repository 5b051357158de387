package styles_test

import (
	"errors"
	"fmt"

	"github.com/toolspeak/toolspeak/styles"
)

// A built-in style, found by its name.
func ExampleLookup() {
	s, err := styles.Lookup("tool-input")
	fmt.Println(s.Name, s.Marker.Call, s.Marker.Input, err)
	_, err = styles.Lookup("tool-imput")
	var unknown *styles.UnknownError
	fmt.Println(errors.As(err, &unknown), unknown.Name)
	// Output:
	// tool-input Tool: Tool Input: <nil>
	// true tool-imput
}

// A style that a user describes.
func ExampleParse() {
	s, err := styles.Parse([]byte(`
name = "steps"
summary = "numbered by hand"
anchor = "line"
thought = "Plan: {text}"
call = "Do: {name}\nWith: {args}"
args = "any"
answer = "Done: {text}"
result = "Got: {text}"
`), "steps.toml")
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := styles.With(s)
	fmt.Println(s.Name, s.Marker.Call, len(list) == len(styles.All())+1, err)
	// Output:
	// steps Do: true <nil>
}
