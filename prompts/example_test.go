package prompts_test

import (
	"fmt"

	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// A template renders, and takes its own text apart again.
func ExampleTemplate() {
	t, err := prompts.ParseTemplate("Tools:\n{tools}\nWrite {{}} for no arguments.", prompts.Auto)
	if err != nil {
		fmt.Println(err)
		return
	}
	prompt := t.Render(prompts.Values{Tools: "search - finds pages"})
	fmt.Println(prompt)
	m, err := t.Match("You are Nora.\n" + prompt)
	fmt.Printf("%q at %d, %v\n", m.Tools, m.Start, err)
	// Output:
	// Tools:
	// search - finds pages
	// Write {} for no arguments.
	// "search - finds pages" at 14, <nil>
}

// A harness's own template makes the prompt that this harness would have made.
func ExampleTranslate() {
	xml, err := styles.Lookup("xml")
	if err != nil {
		fmt.Println(err)
		return
	}
	own, err := prompts.ParseTemplate("Your tools: {{TOOLS}}\nCall one with <tool_use> and <arguments>.", prompts.Auto)
	if err != nil {
		fmt.Println(err)
		return
	}
	const prompt = "You are Nora.\n\nYou may use these tools:\n\n- search: finds pages, args: {\"q\": {\"type\": \"string\"}}\n\nTool: the tool\nTool Input: its input\n\nBe kind."
	out, reading, diags, err := prompts.Translate(prompt, xml, prompts.Options{To: own, Form: prompts.FormJSON})
	fmt.Println(out)
	fmt.Println(reading.Style.Name, len(reading.ToolList.Tools), err)
	for _, d := range diags {
		fmt.Println(d)
	}
	// Output:
	// You are Nora.
	//
	// Your tools: [{"name": "search", "description": "finds pages", "parameters": {"q": {"type": "string"}}}]
	// Call one with <tool_use> and <arguments>.
	//
	// Be kind.
	// tool-input 1 <nil>
	// 0:3:1: note instructions-removed: "You may use these tools:"
	// 0:7:1: note instructions-removed: "Tool: the tool\nTool Input: its input"
}
