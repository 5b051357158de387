package dialects

import (
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Messages of pydantic-ai: requests and responses with parts.

func isPydantic(v Value) bool {
	kind := Word(v, "kind")
	return (kind == "request" || kind == "response") && Get(v, "parts").IsArray()
}

// pydantic reads a request or a response.
func (b *Builder) pydantic(v Value) {
	if instructions := Get(v, "instructions"); isText(instructions) {
		switch t := textOf(instructions); {
		case b.t.System == nil && len(b.t.Steps) == 0:
			b.system(t)
		case b.t.System == nil || !text.Equal(b.t.System.Text, t):
			b.leave("instructions that changed later")
		}
	}
	b.others(v, messageKeys)
	if Word(v, "kind") == "response" {
		b.begin(ir.RoleAssistant)
		b.modelParts(Get(v, "parts"), false)
		return
	}
	for _, part := range Get(v, "parts").Array() {
		switch Word(part, "part_kind") {
		case "system-prompt":
			b.system(textOf(Get(part, "content")))
		case "user-prompt":
			b.others(part, wordsKeys)
			b.begin(ir.RoleUser)
			b.userParts(Get(part, "content"))
		case "tool-return", "builtin-tool-return":
			b.resultPart(part)
		case "retry-prompt":
			b.retry(part)
		default:
			b.fail("message %d has a part of an unknown kind %.40q", b.number+2, Word(part, "part_kind"))
		}
	}
}

// retry reads what the model is told of a call that was wrong, or of an answer.
func (b *Builder) retry(part Value) {
	said := Get(part, "content")
	b.others(part, resultsKeys)
	if !isText(Get(part, "tool_name")) {
		b.speak(ir.RoleUser, said)
		return
	}
	if said.Type == gjson.JSON {
		said = Parse(quoted(said.Raw))
	}
	b.result(Get(part, "tool_call_id"), Get(part, "tool_name"), said, true)
}
