package dialects

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// partKind is what a part of a content is.
type partKind uint8

const (
	otherPart partKind = iota
	wordsPart
	reasonPart
	callPart
	resultPart
	breakPart // where the model is asked again
)

// partTypes are the words by which the formats name the kinds of parts.
var partTypes = map[string]partKind{
	"text": wordsPart, "input_text": wordsPart, "output_text": wordsPart, "summary_text": wordsPart, "reasoning_text": wordsPart, "TextContent": wordsPart, "system-prompt": wordsPart, "user-prompt": wordsPart,
	"document": wordsPart, "refusal": wordsPart,
	"thinking": reasonPart, "reasoning": reasonPart, "redacted_thinking": reasonPart, "reasoning_content": reasonPart, "thought": reasonPart, "ReasoningContent": reasonPart, "think": reasonPart,
	"tool_use": callPart, "tool_call": callPart, "tool-call": callPart, "function_call": callPart, "server_tool_use": callPart, "mcp_tool_use": callPart, "builtin-tool-call": callPart,
	"native-tool-call": callPart, "toolCall": callPart, "FunctionCallContent": callPart, "functionCall": callPart, "server_tool_call": callPart, "dynamic-tool": callPart,
	"tool_result": resultPart, "tool-result": resultPart, "tool_call_response": resultPart, "function_result": resultPart, "function_call_output": resultPart, "tool-return": resultPart,
	"builtin-tool-return": resultPart, "native-tool-return": resultPart, "FunctionResultContent": resultPart, "tool_response": resultPart, "function_response": resultPart,
	"web_search_tool_result": resultPart, "code_execution_tool_result": resultPart, "mcp_tool_result": resultPart, "server_tool_call_response": resultPart, "server_tool_result": resultPart,
	"web_fetch_tool_result": resultPart, "bash_code_execution_tool_result": resultPart, "text_editor_code_execution_tool_result": resultPart, "tool-error": resultPart,
	"step-start": breakPart, "step_start": breakPart,
}

// partKeys are the keys by which parts without a type say what they are.
var partKeys = [...]struct {
	key  string
	kind partKind
}{
	{"toolUse", callPart}, {"functionCall", callPart}, {"function_call", callPart},
	{"toolResult", resultPart}, {"functionResponse", resultPart}, {"function_response", resultPart},
	{"reasoningContent", reasonPart}, {"reasoning_content", reasonPart},
	{"tool_call", callPart}, {"tool_call_result", resultPart}, {"reasoning", reasonPart}, // Haystack
	{"ToolUse", callPart}, {"Thinking", reasonPart}, // Zed
}

// kindOf says what a part is, and returns the object that says it.
func kindOf(part Value) (kind partKind, v Value) {
	if isText(part) {
		return wordsPart, part
	}
	if !part.IsObject() {
		return otherPart, part
	}
	if word := Word(part, "type", "block_type", "content_type", "part_kind", "$type", "kind"); word != "" {
		if kind, ok := partTypes[word]; ok {
			if inner := Get(part, "tool_call", "tool_result"); kind >= callPart && inner.IsObject() && !Has(part, "name") && !Has(part, "tool_name") {
				return kind, inner
			}
			return kind, part
		}
		if strings.HasPrefix(word, "tool-") && Has(part, "toolCallId") {
			return callPart, part
		}
		if word == "tool-invocation" && Get(part, "toolInvocation").IsObject() {
			return callPart, Get(part, "toolInvocation")
		}
		if word == "toolRequest" || word == "toolResponse" { // Goose
			return gooseCall(part)
		}
		return otherPart, part
	}
	for _, k := range partKeys {
		if inner := Get(part, k.key); inner.IsObject() {
			return k.kind, inner
		}
	}
	switch {
	case Get(part, "thought").Type == gjson.True && Has(part, "text"):
		return reasonPart, part
	case isText(Get(part, "text", "Text")) || Has(part, "json"):
		return wordsPart, part
	}
	return otherPart, part
}

// wordsOf returns what a part of words says. ok is false where it has none.
func wordsOf(part Value) (t ir.Text, ok bool) {
	if isText(part) {
		return textOf(part), true
	}
	for _, key := range [...]string{"text", "Text", "content", "value", "refusal"} {
		switch v := Get(part, key); {
		case isText(v):
			return textOf(v), true
		case isText(Get(v, "value")): // with notes on it
			return textOf(Get(v, "value")), true
		}
	}
	if v := Get(part, "json"); v.Exists() {
		return textOf(v), true
	}
	if data := At(part, "document", "data"); data.Exists() {
		return textOf(data), true
	}
	return ir.Text{}, false
}

// reasonOf returns hidden reasoning, and what only its maker can read of it.
func reasonOf(part Value) (t ir.Text, sealed []byte) {
	if inner := Get(part, "reasoningText"); inner.IsObject() {
		part = inner
	}
	if s := Get(part, "signature", "encrypted_content", "thoughtSignature", "redactedContent"); isText(s) && s.Str != "" {
		sealed = []byte(`{"signature": ` + s.Raw + "}")
	}
	for _, key := range [...]string{"text", "thinking", "reasoning", "content", "summary", "reasoning_content", "reasoning_text", "think"} {
		switch v := Get(part, key); {
		case isText(v) && v.Str != "":
			return textOf(v), sealed
		case v.IsArray():
			if c := readContent(v); !c.text.Blank() {
				return c.text, sealed
			}
		}
	}
	if data := Get(part, "data"); isText(data) && sealed == nil {
		sealed = []byte(`{"data": ` + data.Raw + "}")
	}
	return ir.Text{}, sealed
}

// reasonPart reads a part of hidden reasoning. One that says that there was none is kept.
func (b *Builder) reasonPart(part Value) {
	b.thought(reasonOf(part))
}

// content is what a message, a part of it, or a result says.
type content struct {
	text  ir.Text
	parts []ir.Part
	// value is a result that is neither a string nor a list of parts.
	value []byte
}

func (c *content) empty() bool { return c.text.Empty() && len(c.parts) == 0 && c.value == nil }

// add adds a part.
func (c *content) add(part Value) {
	if kind, v := kindOf(part); kind == wordsPart {
		if t, ok := wordsOf(v); ok {
			c.parts = append(c.parts, ir.Part{Text: t})
			return
		}
	}
	c.parts = append(c.parts, ir.Part{Raw: []byte(strings.TrimSpace(part.Raw))})
}

// done joins the parts to a text. One text alone is no list.
func (c *content) done() {
	c.text = text.JoinParts(c.parts)
	if len(c.parts) == 1 && c.parts[0].Raw == nil {
		c.parts = nil
	}
}

// readContent reads a string or a list of parts. Any other value is a result of that value.
func readContent(v Value) (c content) {
	switch {
	case !v.Exists() || v.Type == gjson.Null:
	case isText(v):
		c.text = textOf(v)
	case v.IsArray() && isParts(v):
		for _, part := range v.Array() {
			c.add(part)
		}
		c.done()
	case v.IsObject() && isText(Get(v, "type")) && isText(Get(v, "text")) && Word(v, "type") == "text":
		c.add(v)
		c.done()
	default:
		c.value = jsonx.Spaced([]byte(strings.TrimSpace(v.Raw)))
		c.text = ir.Text{B: c.value}
	}
	return c
}

// isParts reports whether a list is one of parts, and not a result that is a list.
func isParts(list Value) bool {
	for _, e := range list.Array() {
		kind, v := kindOf(e)
		_, ok := wordsOf(v)
		if (kind == wordsPart && ok && e.IsObject()) || kind == otherPart && isMedia(v) {
			return true
		}
	}
	return false
}

// isMedia reports whether a part is a picture or the like.
func isMedia(v Value) bool {
	switch Word(v, "type", "block_type", "content_type", "part_kind") {
	case "image", "image_url", "input_image", "audio", "input_audio", "file", "video", "blob", "uri", "resource", "media":
		return true
	}
	return Get(v, "image").IsObject() || Get(v, "inlineData").IsObject()
}
