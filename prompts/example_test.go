package prompts_test

import (
	"fmt"

	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// A harness's own template shows where its prompts have the tools.
func ExampleParseTemplate() {
	t, err := prompts.ParseTemplate("Tools:\n{tools}\nWrite {{}} for no arguments.")
	if err != nil {
		fmt.Println(err)
		return
	}
	r := prompts.New().Read("You are Nora.\nTools:\nsearch - finds pages\nWrite {} for no arguments.", t)
	fmt.Printf("%q\n%q\n", r.KeptText(), r.Removed[0].Text)
	for _, tool := range r.ToolList.Tools {
		fmt.Println(tool.Name, "does:", tool.Description)
	}
	// Output:
	// "You are Nora.\n"
	// "Tools:\nsearch - finds pages\nWrite {} for no arguments."
	// search does: finds pages
}

// A harness's own template makes the prompt that this harness would have made.
func ExampleTranslator_Translate() {
	xml, err := styles.Lookup("xml")
	if err != nil {
		fmt.Println(err)
		return
	}
	own, err := prompts.ParseTemplate("Your tools: {{TOOLS}}\nCall one with <tool_use> and <arguments>.")
	if err != nil {
		fmt.Println(err)
		return
	}
	const prompt = "You are Nora.\n\nYou may use these tools:\n\n- search: finds pages, args: {\"q\": {\"type\": \"string\"}}\n\nTool: the tool\nTool Input: its input\n\nBe kind."
	out, err := prompts.New().Translate(ir.Plain(prompt), xml, prompts.Options{To: own, Form: prompts.FormJSON})
	fmt.Println(out.Text)
	fmt.Println(out.Style.Name, len(out.ToolList.Tools), err)
	for _, d := range out.Diagnostics {
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

// Definitions become a list of another form, and a prompt.
func ExampleTranslator_Render() {
	t := prompts.New()
	tools, err := t.ParseDefinitions([]byte(`[{"name": "search", "description": "Finds pages.", "parameters": {"q": {"type": "string"}}}]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	list, form := prompts.WriteToolList(&tools, prompts.FormBullets)
	fmt.Println(form, "is:", list)
	own, err := prompts.ParseTemplate("You have {tool_names}:\n{tools}")
	if err != nil {
		fmt.Println(err)
		return
	}
	xml, err := styles.Lookup("xml")
	if err != nil {
		fmt.Println(err)
		return
	}
	prompt, _, err := t.Render(xml, &tools, prompts.Options{To: own, Form: prompts.FormOpenAI})
	fmt.Println(prompt, err)
	// Output:
	// bullets is: - search: Finds pages., args: {"q": {"type": "string"}}
	// You have search:
	// [{"type": "function", "function": {"name": "search", "description": "Finds pages.", "parameters": {"q": {"type": "string"}}}}] <nil>
}
