package layouts

import (
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// serverItem is how an item of the Responses API says what the service, or a program of its
// own, was called for.
type serverItem struct {
	// tool is the name of the tool, unless a key of the item says it.
	tool string
	// args is the key of the arguments; result is that of what came back in the same item.
	args, result string
}

// serverItems are the items that are calls, by their type without "_call".
var serverItems = map[string]serverItem{
	"local_shell_call":      {tool: "local_shell", args: "action"},
	"shell_call":            {tool: "shell", args: "action"},
	"apply_patch_call":      {tool: "apply_patch", args: "operation"},
	"computer_call":         {tool: "computer", args: "action"},
	"web_search_call":       {tool: "web_search", args: "action"},
	"file_search_call":      {tool: "file_search", args: "queries", result: "results"},
	"code_interpreter_call": {tool: "code_interpreter", args: "code", result: "outputs"},
	"mcp_call":              {args: "arguments", result: "output"},
}

// The keys of Extra of calls and results that are items of their own kind: itemKey is the
// whole item, and partKey means that the item of the call holds the result, too.
const (
	itemKey = "item"
	partKey = "in_item"
)

// serverItem reads an item that is such a call, or the output of one. It reports whether it
// is one.
func (b *turnReader) serverItem(o *object, kind string) bool {
	whole := append(append([]byte(`{"`+itemKey+`": `), b.raw(o.at)...), '}')
	if _, is := serverItems[kind[:max(0, len(kind)-len("_output"))]]; is {
		b.begin(ir.RoleTool, o.at)
		at, ok := b.resultOf(o, "output")
		it := b.say(ir.Observation, b.serverValue(at, ok))
		b.answers(it, o, "call_id")
		b.more(it).Extra = whole
		return true
	}
	is, known := serverItems[kind]
	name, named := o.text("name")
	if !known || is.tool == "" && !named {
		return false
	}
	b.model(o.at)
	it := b.step(ir.Call, ir.Text{})
	if it.Tool = name; is.tool != "" {
		it.Tool = ir.Plain(is.tool)
	}
	b.serverArgs(it, o, is.args)
	id, ok := o.take("call_id")
	if !ok {
		id, _ = o.take("id")
	}
	b.id(it, id)
	b.more(it).Extra = whole
	call := *it.Rare()
	at, ok := o.take(is.result)
	failed := o.has("error")
	if failed {
		at, ok = o.take("error")
	}
	if is.result == "" || !ok {
		return true
	}
	b.begin(ir.RoleTool, jsonx.RangeOf(o.at.Start+1, o.at.Start+1)) // which is no message of its own
	res := b.say(ir.Observation, b.serverValue(at, ok))
	res.Failed = failed
	m := b.more(res)
	m.ID, m.HasID, m.Extra = call.ID, call.HasID, []byte(`{"`+partKey+`": true}`)
	return true
}

// serverArgs reads the arguments of such a call. Those that are no object are under their
// key in one.
func (b *turnReader) serverArgs(it *ir.Step, o *object, key string) {
	at, ok := o.take(key)
	switch {
	case !ok:
		it.Args = emptyArgs
	case b.first(at) == '{', key == "arguments":
		b.arguments(it, at)
	default:
		value := ir.Text{B: append(append([]byte(`{"`+key+`": `), b.raw(at)...), '}')}
		it.Args = ir.Args{Raw: value, Form: ir.JSON, Value: value}
	}
}

// serverValue reads what came back: words, or the text of JSON, which the item has.
func (b *turnReader) serverValue(at jsonx.Range, ok bool) content {
	switch {
	case !ok:
		return content{}
	case b.isText(at):
		return content{text: b.text(at)}
	}
	return content{text: ir.Text{B: b.raw(at)}}
}
