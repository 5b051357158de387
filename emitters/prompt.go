package emitters

import (
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// Prompt returns what tells a model to call the tools of a JSON list in the format: the list,
// as models of the format were trained to see it, how a call looks, and where its result comes.
// It is "" without tools, and where an entry of the list is no function.
func (e *Emitter) Prompt(tools []byte) string {
	list := e.Tools(tools)
	if list == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString("# Tools\n\nYou can call these tools, and only these:\n\n" + list + "\n\n# Format\n\n")
	if example := e.example(); example != "" {
		b.WriteString("To call a tool, write this, with the words in CAPITALS replaced:\n\n" + example + "\n\n")
	}
	if e.page.Single {
		b.WriteString("Write one call in a message, and stop after it.")
	} else {
		b.WriteString("Several calls follow each other. Stop after the last one.")
	}
	b.WriteString(" The result of a call is the next message")
	if result := e.Result(&ir.Step{Tool: ir.Plain("NAME"), Text: ir.Plain("RESULT")}); result != "RESULT" {
		b.WriteString(":\n\n" + result + "\n\nNever write a result yourself.")
	} else {
		b.WriteString(". Never write one yourself.")
	}
	b.WriteString(" To answer, write plain words without a call.")
	return b.String()
}

// example returns a call in the format, or "" where none can be written.
func (e *Emitter) example() string {
	step := ir.Step{Kind: ir.Call, Role: ir.RoleAssistant, Tool: ir.Plain("NAME"), Args: jsonArgs(`{"PARAMETER": "VALUE"}`)}
	if e.page.Written("NAME") == "" {
		program := e.page.Programs[0]
		step.Tool, step.Args = ir.Plain(program), jsonArgs(`{"code": "PROGRAM"}`)
	}
	text, err := e.Message([]ir.Step{step}, 0)
	if err != nil {
		return ""
	}
	return text
}

// jsonArgs returns arguments that are an object of JSON.
func jsonArgs(object string) ir.Args {
	return ir.Args{Raw: ir.Plain(object), Form: ir.JSON, Value: ir.Plain(object)}
}
