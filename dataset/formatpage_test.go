package dataset_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/readers"
	"github.com/toolspeak/toolspeak/styles"
)

// A page describes the format of a model of your own. It is then read and written by its name.
func ExampleAddFormat() {
	name, err := dataset.AddFormat([]byte(`
name = "lighthouse"
summary = "calls between lamps"
call = "<lamp {name}>{args}</lamp>"
role = "user"
result = "<seen>{text}</seen>"
`), "lighthouse.toml")
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, err := dataset.New(dataset.Options{Options: convert.Options{To: name}})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, _, err := engine.Record([]byte(`{"messages": [{"role": "user", "content": "High?"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "tide", "arguments": "{\"at\": 6}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "high"}, {"role": "assistant", "content": "Yes."}]}`))
	fmt.Println(string(out), err)
	reader, err := readers.New(name)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range reader.Read(`I look. <lamp tide>{"at": 6}</lamp>`, nil).Steps {
		fmt.Printf("%s: %s%s %s.\n", s.Kind, s.Text, s.Tool, s.Args.Value)
	}
	// Output:
	// {"messages": [{"role": "user", "content": "High?"}, {"role": "assistant", "content": "<lamp tide>{\"at\": 6}</lamp>"}, {"role": "user", "content": "<seen>high</seen>"}, {"role": "assistant", "content": "Yes."}]} <nil>
	// text: I look. .
	// call: tide {"at": 6}.
}

func TestAddFormat(t *testing.T) {
	for _, c := range []struct{ page, says string }{
		{"name = \"lantern\"\ncall = \"<lamp>{args}</lamp>\"", "lantern.toml:2: "},
		{"name = \"qwen3-coder\"\ncall = \"<lamp {name}>{args}</lamp>\"", "lantern.toml:1: "},
		{"name = \"lantern\"\ncall = \"<lamp {name}>{args}</lamp>\"\nlamp = 3", "lantern.toml:3: "},
		{"nothing", "lantern.toml:1: "},
	} {
		_, err := dataset.AddFormat([]byte(c.page), "lantern.toml")
		var fault *styles.FileError
		require.ErrorAs(t, err, &fault, c.page)
		require.Contains(t, err.Error(), c.says)
	}
	_, err := dataset.AddFormat([]byte("name = \"lantern\"\nanchor = \"line\"\ncall = \"Do: {name}\\nWith: {args}\"\nresult = \"Saw: {text}\"\nanswer = \"Done: {text}\""), "x")
	require.ErrorIs(t, err, dataset.ErrStylePage)
	_, err = emitters.New("lantern")
	require.Error(t, err)
}
