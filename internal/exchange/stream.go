package exchange

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// streamed returns the answer that a stream of events says, as the API would have given it
// back at once, or nil where the text is no stream.
func streamed(body string) []byte {
	events, ok := eventsIn(body)
	if !ok {
		return nil
	}
	var list [][]byte
	for _, e := range events {
		if e != nil {
			list = append(list, e)
		}
	}
	return merged(list)
}

// eventsIn returns the objects of server-sent events or of lines of JSON, and nil for the end of a
// stream. ok is false where a text is something else.
func eventsIn(body string) (events [][]byte, ok bool) {
	var data []byte
	flush := func() {
		switch doc := bytes.TrimSpace(data); {
		case string(doc) == "[DONE]":
			events = append(events, nil)
		case len(doc) > 0 && doc[0] == '{' && jsonx.Valid(doc):
			events = append(events, doc)
		}
		data = nil
	}
	for line := range strings.Lines(body) {
		line = strings.TrimRight(line, "\r\n")
		name, _, _ := strings.Cut(line, ":")
		switch rest, is := strings.CutPrefix(line, "data:"); {
		case is:
			if len(data) > 0 && jsonx.Valid(bytes.TrimSpace(data)) {
				flush() // no blank line between the events
			}
			data = append(append(data, rest...), '\n')
		case line != "" && line[0] == '{':
			flush()
			data = []byte(line)
			flush()
		case line == "" || name != line && slices.Contains([]string{"event", "id", "retry", ""}, name):
			flush()
		default:
			return nil, false
		}
	}
	flush()
	return events, true
}

// Whole returns the answer that was streamed as events, as lines of JSON or as a list of chunks, put
// together, or nil where a value is none of these.
func Whole(value []byte) []byte {
	if len(value) == 0 {
		return nil
	}
	switch value = unpacked(value); value[0] {
	case '"':
		return streamed(stringOf(value))
	case '[':
		return merged(elements(value))
	}
	return nil
}

// merged returns the answer that the events of a stream say together, or nil where they are
// those of no API.
func merged(events [][]byte) []byte {
	var all []object
	for _, e := range events {
		if o := objectOf(e); o != nil {
			all = append(all, o)
		}
	}
	for _, o := range all {
		switch kind := o.word("type"); {
		case kind == "message_start", kind == "content_block_start":
			return mergedBlocks(all)
		case strings.HasPrefix(kind, "response."):
			return mergedItems(all)
		case kind == "message-start", kind == "content-start", kind == "tool-call-start":
			return mergedDeltas(all)
		case o.get("messageStart") != nil, o.get("contentBlockStart") != nil, o.get("contentBlockDelta") != nil:
			return mergedConverse(all)
		case o.is("choices", '[') != nil, o.is("candidates", '[') != nil, objectOf(o.get("message")) != nil:
			return mergedChunks(all)
		}
	}
	return nil
}

// mergedChunks merges chunks that are each a piece of the answer at the same places.
func mergedChunks(all []object) []byte {
	var whole node
	for _, o := range all {
		if o.get("choices") != nil || o.get("candidates") != nil || o.get("message") != nil {
			whole.merge("", o.json())
		}
	}
	return whole.append(nil)
}

// mergedBlocks merges the events of Anthropic's API.
func mergedBlocks(all []object) []byte {
	var message object
	var blocks []object // the members that each event adds to the block of its index
	for _, o := range all {
		switch o.word("type") {
		case "message_start":
			message = objectOf(o.get("message"))
		case "content_block_start":
			if b := objectOf(o.get("content_block")); b != nil {
				blocks = append(blocks, o.with("delta", b.json()))
			}
		case "content_block_delta":
			d := objectOf(o.get("delta"))
			if c := d.get("citation"); c != nil {
				d = object{{"citations", jsonx.List([][]byte{c})}}
			}
			blocks = append(blocks, o.with("delta", d.without("type").json()))
		case "message_delta":
			for _, m := range objectOf(o.get("delta")) {
				message = message.with(m.key, m.value)
			}
		}
	}
	content := [][]byte{}
	for _, b := range pieces(blocks, len(all)) {
		if o := objectOf(b.append(nil)); len(o) > 0 {
			content = append(content, wholeInput(o).json())
		}
	}
	return message.with("content", jsonx.List(content)).json()
}

// wholeInput gives a call the arguments that came in pieces.
func wholeInput(o object) object {
	pieces := o.is("partial_json", '"')
	if pieces == nil {
		return o
	}
	o = o.without("partial_json")
	switch text := []byte(stringOf(pieces)); {
	case len(bytes.TrimSpace(text)) == 0:
		return o
	case jsonx.Valid(text):
		return o.with("input", bytes.TrimSpace(text))
	}
	return o.with("input", pieces) // it was cut
}

// mergedConverse merges the events of Bedrock's Converse.
func mergedConverse(all []object) []byte {
	var blocks []object // of Anthropic's API, with the block's own members as those of a delta
	for _, o := range all {
		for _, key := range [...]string{"contentBlockStart", "contentBlockDelta"} {
			e := objectOf(o.get(key))
			if e == nil {
				continue
			}
			kind, delta := "content_block_delta", objectOf(e.get("delta"))
			if key == "contentBlockStart" {
				kind, delta = "content_block_start", objectOf(e.get("start"))
			}
			at := e.get("contentBlockIndex")
			if at == nil {
				at = []byte("0")
			}
			blocks = append(blocks, object{{"type", jsonx.Quoted(kind)}, {"index", at}, {"delta", delta.json()}})
		}
	}
	content := [][]byte{}
	for _, b := range pieces(blocks, len(all)) {
		o := objectOf(b.append(nil))
		if call := objectOf(o.get("toolUse")); call != nil {
			if text := call.is("input", '"'); text != nil {
				call = wholeInput(call.without("input").with("partial_json", text))
			}
			if call.get("input") == nil {
				call = call.with("input", []byte("{}"))
			}
			o = object{{"toolUse", call.json()}}
		}
		if why := objectOf(o.get("reasoningContent")); why != nil && why.get("text") != nil {
			o = object{{"reasoningContent", object{{"reasoningText", why.json()}}.json()}}
		}
		if len(o) > 0 {
			content = append(content, o.json())
		}
	}
	message := object{{"role", jsonx.Quoted("assistant")}, {"content", jsonx.List(content)}}
	whole := object{{"output", object{{"message", message.json()}}.json()}}
	for _, o := range all {
		for _, m := range objectOf(o.get("messageStop")) {
			whole = whole.with(m.key, m.value)
		}
		for _, m := range objectOf(o.get("metadata")) {
			whole = whole.with(m.key, m.value)
		}
	}
	return whole.json()
}

// pieces returns the blocks that events say, by their indexes: of each the members of its deltas
// together.
func pieces(events []object, most int) (blocks []*node) {
	for _, o := range events {
		at := number(o.get("index"))
		for at >= len(blocks) && len(blocks) <= most {
			blocks = append(blocks, &node{})
		}
		if at >= 0 && at < len(blocks) {
			blocks[at].merge("", o.get("delta"))
		}
	}
	return blocks
}

// mergedDeltas merges the events of Cohere's API: each says where in the message its piece is.
func mergedDeltas(all []object) []byte {
	var whole node
	for _, o := range all {
		delta := objectOf(o.get("delta"))
		m := objectOf(delta.get("message"))
		for _, key := range [...]string{"content", "tool_calls"} {
			if piece := objectOf(m.get(key)); piece != nil {
				if at := o.get("index"); at != nil {
					piece = piece.without("index").with("index", at)
				}
				m = m.with(key, jsonx.List([][]byte{piece.json()}))
			}
		}
		if m != nil {
			delta = delta.with("message", m.without("citations").json())
		}
		if delta != nil {
			whole.merge("", delta.json())
		}
	}
	return whole.append(nil)
}

// mergedItems merges the events of the Responses API.
func mergedItems(all []object) []byte {
	var last object
	items := map[int]*node{}
	done := map[int][]byte{}
	most := -1
	for _, o := range all {
		at := number(o.get("output_index"))
		switch kind := o.word("type"); kind {
		case "response.created", "response.in_progress", "response.completed", "response.incomplete", "response.failed":
			if r := objectOf(o.get("response")); r != nil {
				last = r
			}
		case "response.output_item.added":
			items[at], most = &node{}, max(most, at)
			items[at].merge("", o.get("item"))
		case "response.output_item.done":
			done[at], most = o.get("item"), max(most, at)
		default:
			if b := items[at]; b != nil && strings.HasSuffix(kind, ".delta") {
				b.mergeItem(kind, o)
			}
		}
	}
	if len(elements(last.get("output"))) > 0 {
		return last.json()
	}
	output := [][]byte{}
	for at := 0; at <= most && at <= len(all); at++ {
		switch {
		case done[at] != nil:
			output = append(output, done[at])
		case items[at] != nil:
			output = append(output, items[at].append(nil))
		}
	}
	return last.with("output", jsonx.List(output)).json()
}

// mergeItem adds a piece of text to an item that is never said to be done.
func (n *node) mergeItem(kind string, o object) {
	text := o.get("delta")
	switch kind {
	case "response.function_call_arguments.delta":
		n.merge("", object{{"arguments", text}}.json())
	case "response.custom_tool_call_input.delta":
		n.merge("", object{{"input", text}}.json())
	case "response.output_text.delta":
		n.mergePart("content", "output_text", "text", text)
	case "response.refusal.delta":
		n.mergePart("content", "refusal", "refusal", text)
	case "response.reasoning_summary_text.delta":
		n.mergePart("summary", "summary_text", "text", text)
	}
}

// mergePart adds a piece of text to the only part of a list, which has it under a key.
func (n *node) mergePart(list, kind, key string, text []byte) {
	part := object{{"index", []byte("0")}, {"type", jsonx.Quoted(kind)}, {key, text}}
	n.merge("", object{{list, jsonx.List([][]byte{part.json()})}}.json())
}
