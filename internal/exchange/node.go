package exchange

import (
	"slices"
	"strconv"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// node is a value that comes in pieces: pieces of text are put together, members and
// elements of the same place are merged, and of any other value the last one counts.
type node struct {
	kind byte // that of the value: {, [, ", or 0 for any other
	raw  []byte
	// text is the inside of a string. Its pieces stay escaped: a character may begin in
	// one and end in the next.
	text []byte
	keys []string
	// members and elements are those of an object or a list.
	members  map[string]*node
	elements []*node
	// at are the elements by their index, in a list whose elements have one.
	at map[int]*node
}

// grows reports whether a string under a key comes in pieces.
func grows(key string) bool {
	switch key {
	case "content", "text", "reasoning_content", "reasoning", "thinking", "refusal", "arguments", "input", "partial_json", "signature", "tool_plan":
		return true
	}
	return false
}

// merge adds a piece under a key.
func (n *node) merge(key string, piece []byte) {
	switch c := piece[0]; {
	case c == 'n':
		if n.kind == 0 && n.raw == nil {
			n.raw = piece
		}
	case c == '{':
		n.mergeObject(objectOf(piece))
	case c == '[':
		n.mergeList(key, elements(piece))
	case c == '"' && n.kind == '"' && grows(key):
		n.text = append(n.text, piece[1:len(piece)-1]...)
	case c == '"':
		if n.kind != '"' || len(piece) > len(`""`) {
			n.kind, n.text = '"', slices.Clone(piece[1:len(piece)-1])
		}
	default:
		n.kind, n.raw = 0, piece
	}
}

func (n *node) mergeObject(o object) {
	if n.kind != '{' {
		*n = node{kind: '{', members: map[string]*node{}}
	}
	for _, m := range o {
		child := n.members[m.key]
		if child == nil {
			child = &node{}
			n.members[m.key], n.keys = child, append(n.keys, m.key)
		}
		child.merge(m.key, m.value)
	}
}

// mergeList adds elements: those with an index to the one that has it.
func (n *node) mergeList(key string, list [][]byte) {
	if n.kind != '[' {
		*n = node{kind: '[', at: map[int]*node{}}
	}
	for _, e := range list {
		o := objectOf(e)
		if key == "parts" && len(o) == 1 && string(o.get("text")) == `""` {
			continue // Gemini's streams end in one
		}
		index := number(o.get("index"))
		child := n.at[index]
		if o.get("index") == nil || child != nil && child.isOther(o) {
			child = nil
		}
		if child == nil && (key == "choices" || key == "candidates") && len(n.elements) > 0 && o.get("index") == nil {
			child = n.elements[0] // there is one, whose index was left out
		}
		if last := len(n.elements) - 1; child == nil && key == "parts" && last >= 0 && n.elements[last].continues(o) {
			child = n.elements[last]
		}
		if last := len(n.elements) - 1; child == nil && key == "tool_calls" && last >= 0 && isPiece(o) {
			child = n.elements[last]
		}
		if child == nil {
			child = &node{}
			n.elements = append(n.elements, child)
		}
		if o.get("index") != nil {
			n.at[index] = child
		}
		child.merge("", e)
	}
}

// isOther reports whether a call begins another one than that of its index: some services
// give all of them the same.
func (n *node) isOther(o object) bool {
	id := n.members["id"]
	is := o.is("id", '"')
	return id != nil && id.kind == '"' && len(id.text) > 0 && len(is) > len(`""`) && string(id.text) != string(is[1:len(is)-1])
}

// isPiece reports whether a call without an index has neither an id nor a name.
func isPiece(o object) bool {
	return o.get("index") == nil && o.word("id") == "" && objectOf(o.get("function")).word("name") == ""
}

// continues reports whether a part of Gemini's text goes on with the words of the one
// before it.
func (n *node) continues(o object) bool {
	if n.members["text"] == nil || o.is("text", '"') == nil {
		return false
	}
	for _, key := range n.keys {
		if key != "text" && key != "thought" {
			return false
		}
	}
	thinks := n.members["thought"] != nil && string(n.members["thought"].raw) == "true"
	return thinks == (string(o.get("thought")) == "true")
}

// append appends the value as JSON, without the indexes of calls and parts.
func (n *node) append(dst []byte) []byte {
	switch n.kind {
	case '"':
		return append(append(append(dst, '"'), n.text...), '"')
	case '{':
		dst = append(dst, '{')
		for _, key := range n.keys {
			dst = append(append(jsonx.AppendComma(dst), jsonx.Quoted(key)...), ": "...)
			dst = n.members[key].append(dst)
		}
		return append(dst, '}')
	case '[':
		dst = append(dst, '[')
		for _, e := range n.elements {
			if e.kind == '{' && (e.members["function"] != nil || e.members["type"] != nil) {
				e.keys = slices.DeleteFunc(e.keys, func(key string) bool { return key == "index" })
			}
			dst = e.append(jsonx.AppendComma(dst))
		}
		return append(dst, ']')
	}
	if n.raw == nil {
		return append(dst, "null"...)
	}
	return append(dst, n.raw...)
}

// number returns a small number that is no less than 0, or -1 for any other value.
func number(value []byte) int {
	n, err := strconv.Atoi(string(value))
	if err != nil || n < 0 {
		return -1
	}
	return n
}
