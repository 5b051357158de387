package layouts_test

import (
	"fmt"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// The answer of a record becomes another one. All other bytes
// stay as they are.
func Example() {
	editor, err := layouts.NewEditor(layouts.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	record, reject := editor.Open([]byte(`{"id": 1.0, "messages": [{"role":"user","content":"Six and three?"} , {"role":"assistant","content":"Ten."}]}`))
	if reject != nil {
		fmt.Println(reject)
		return
	}
	transcript, _ := record.Transcript(0)
	out := &convert.Output{}
	for i, m := range transcript.Conversation.Messages {
		out.Messages = append(out.Messages, convert.OutMessage{Role: m.Role, Content: m.Content, Source: i})
	}
	out.Messages[1].Content = ir.Plain("Nine.")
	written, _, _ := record.Write(nil, []*convert.Output{out})
	fmt.Println(record.Layout(), string(written))
	_, reject = record.Prove(written, []*convert.Output{out})
	fmt.Println(reject == nil)
	// Output:
	// messages {"id": 1.0, "messages": [{"role":"user","content":"Six and three?"} , {"role":"assistant","content":"Nine."}]}
	// true
}
