//go:build !js

package dataset

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/exchange"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// interactionsOf returns the interactions of a recording of HTTP traffic, as VCR and its
// like write it. It looks at the parsed text: decoded, each key of a mapping would be
// compared with all others. ok is false where the text is no recording.
func interactionsOf(raw []byte) (list []*yaml.Node, ok bool) {
	var document yaml.Node
	if yaml.Unmarshal(raw, &document) != nil || len(document.Content) != 1 {
		return nil, false
	}
	whole := document.Content[0]
	for _, tape := range [...]*yaml.Node{valueAt(whole, "interactions"), valueAt(whole, "http_interactions"), valueAt(valueAt(whole, "log"), "entries")} { // the second is VCR's own, the last HAR's
		if tape.Kind != yaml.SequenceNode {
			continue
		}
		for _, n := range tape.Content {
			if n = target(n); n.Kind != yaml.MappingNode {
				return nil, false
			}
			list = append(list, n)
		}
	}
	return list, len(list) > 0
}

// target returns what a node stands for.
func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// valueAt returns the value of a key, or an empty node. A key of a mapping itself counts for
// more than one that it takes over from another mapping ("<<").
func valueAt(n *yaml.Node, key string) *yaml.Node {
	for depth := 0; n != nil && depth < 10; depth++ {
		n = target(n)
		if n.Kind != yaml.MappingNode {
			break
		}
		var from *yaml.Node
		for i := 0; i+1 < len(n.Content); i += 2 {
			switch n.Content[i].Value {
			case key:
				return target(n.Content[i+1])
			case "<<":
				from = n.Content[i+1]
			}
		}
		n = from
	}
	return &yaml.Node{}
}

// exchanges returns a record for each answer that a model gives in a recording: the request
// and the answer as they were sent. ok is false where the text is no recording.
func (s *scanner) exchanges(raw []byte) (found []extract, ok bool) {
	if !isCassette(raw) {
		return nil, false
	}
	interactions, ok := interactionsOf(raw)
	if !ok {
		return nil, false
	}
	var others []string
	left := expansion{bytes: MaxRecord, depth: 100}
	for i, in := range interactions {
		asked := valueAt(in, "request")
		request, line := bodyOf(asked, &left)
		response, _ := bodyOf(valueAt(in, "response"), &left)
		if response == nil {
			response = []byte("null")
		}
		records, ok := exchange.Split(exchanged(request, response))
		if !ok {
			others = append(others, titleOf(asked, request))
			continue
		}
		for _, record := range records {
			place := member{"place", fmt.Sprintf("%s: interaction %d", s.placeOf(line), i+1)}
			if record, err := withOrigin(record, []member{place}, false); err == nil {
				found = append(found, extract{raw: record, offset: -1, line: line, column: 1, exchange: true})
			}
		}
	}
	switch {
	case found == nil:
		found = []extract{{raw: []byte("null"), offset: -1, line: 1, column: 1, fault: reject(ir.CodeNoTranscript,
			"the recording has no request to a model that is known: it has %s", listed(others))}}
	case others != nil:
		d := ir.Reportf(ir.CodeExchangesUnread, "other requests of the recording than those to a model are not read: %s", listed(others))
		d.Count = len(others)
		found[0].notes = []ir.Diagnostic{d}
	}
	return found, true
}

// exchanged returns a request and its answer as one record.
func exchanged(request, response []byte) []byte {
	if request == nil {
		return nil
	}
	return slices.Concat([]byte(`{"request": `), request, []byte(`, "response": `), response, []byte("}"))
}

// titleOf says what a request is: its method, its address without what follows a question
// mark, and the keys of its body.
func titleOf(request *yaml.Node, body []byte) string {
	const most, long = 6, 100
	address, _, _ := strings.Cut(valueAt(request, "uri").Value+valueAt(request, "url").Value, "?")
	title := strings.TrimSpace(valueAt(request, "method").Value + " " + address)
	if title == "" {
		title = "a request"
	}
	var keys []string
	if len(body) > 0 && body[0] == '{' {
		for m := range jsonx.Members(body, 0) {
			keys = append(keys, fmt.Sprintf("%q", clip.Dots(jsonx.Unquote(m.Key.Of(body)), long)))
		}
	}
	if more := len(keys) - most; more > 0 {
		keys = append(keys[:most], fmt.Sprintf("%d more", more))
	}
	if keys != nil {
		title += " with " + strings.Join(keys, ", ")
	}
	return clip.Dots(title, 2*long)
}

// listed lists texts, each once with how often it comes.
func listed(texts []string) string {
	const most = 5
	var once []string
	count := map[string]int{}
	for _, t := range texts {
		if count[t]++; count[t] == 1 {
			once = append(once, t)
		}
	}
	more := len(once) - most
	once = once[:min(most, len(once))]
	for i, t := range once {
		if count[t] > 1 {
			once[i] = fmt.Sprintf("%s (%d times)", t, count[t])
		}
	}
	if more > 0 {
		once = append(once, fmt.Sprintf("%d others", more))
	}
	return strings.Join(once, "; ")
}

// bodyKeys are the keys under which recordings have the body of a request or an answer.
var bodyKeys = [...]string{"parsed_body", "json", "body", "content", "postData", "string", "base64_string", "text", "data"}

// bodyOf returns the body of a request or an answer as JSON, a string where it is no JSON
// itself, and the line in which it is; nil where there is none.
func bodyOf(n *yaml.Node, left *expansion) (body []byte, line int) {
	line = max(n.Line, 1)
	if n.Kind != yaml.MappingNode {
		return nil, line
	}
	for _, key := range bodyKeys {
		for i := 0; i+1 < len(n.Content); i += 2 {
			value := n.Content[i+1]
			if n.Content[i].Value != key || value.Tag == "!!null" {
				continue
			}
			line = max(value.Line, 1)
			if value.Kind == yaml.ScalarNode {
				return bodyText(value, key == "base64_string"), line
			}
			if key == "body" || key == "content" || key == "postData" {
				if inner, at := bodyOf(value, left); inner != nil {
					return inner, at
				}
			}
			b, ok := appendNode(nil, value, left)
			if !ok {
				return nil, line
			}
			return b, line
		}
	}
	return nil, line
}

// bodyText returns what a scalar says as JSON.
func bodyText(n *yaml.Node, packed bool) []byte {
	var text string
	if n.Decode(&text) != nil {
		return nil
	}
	if b, err := base64.StdEncoding.DecodeString(text); err == nil && (packed || isPacked(b)) {
		text = string(b)
	}
	text = unpacked(text)
	if trimmed := strings.TrimSpace(text); trimmed != "" && (trimmed[0] == '{' || trimmed[0] == '[') && jsonx.Valid([]byte(trimmed)) {
		return []byte(trimmed)
	}
	return jsonx.Quoted(text)
}

// isPacked reports whether bytes are compressed, or JSON, or a stream of events.
func isPacked(b []byte) bool {
	for _, head := range [...]string{gzipHead, "\x78\x01", "\x78\x9c", "\x78\xda", "data:", "event:"} {
		if bytes.HasPrefix(b, []byte(head)) {
			return true
		}
	}
	return jsonx.Valid(b) && len(b) > 0 && b[0] == '{'
}

// gzipHead is what data compressed with gzip begins with.
const gzipHead = "\x1f\x8b"

// unpacked returns a body that may be compressed.
func unpacked(body string) string {
	var r io.Reader
	var err error
	switch {
	case strings.HasPrefix(body, gzipHead):
		r, err = gzip.NewReader(strings.NewReader(body))
	case strings.HasPrefix(body, "\x78"):
		r, err = zlib.NewReader(strings.NewReader(body))
	default:
		return body
	}
	if err != nil {
		return body
	}
	b, err := io.ReadAll(io.LimitReader(r, MaxRecord))
	if err != nil && len(b) == 0 {
		return body
	}
	return string(b)
}

// expansion is how many bytes references to other parts of a file may add, and how many of
// them may be in each other.
type expansion struct{ bytes, depth int }

// appendNode appends a YAML value as JSON: its keys in order and its numbers as they are
// spelled. ok is false where references add more than is left.
func appendNode(dst []byte, n *yaml.Node, left *expansion) (out []byte, ok bool) {
	switch n.Kind {
	case yaml.AliasNode:
		from := len(dst)
		if left.depth--; left.depth < 0 {
			return dst, false
		}
		dst, ok = appendNode(dst, n.Alias, left)
		left.depth++
		left.bytes -= len(dst) - from + 1
		return dst, ok && left.bytes > 0
	case yaml.MappingNode:
		dst = append(dst, '{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			dst = append(append(jsonx.AppendComma(dst), jsonx.Quoted(n.Content[i].Value)...), ": "...)
			if dst, ok = appendNode(dst, n.Content[i+1], left); !ok {
				return dst, false
			}
		}
		return append(dst, '}'), true
	case yaml.SequenceNode:
		dst = append(dst, '[')
		for _, e := range n.Content {
			if dst, ok = appendNode(jsonx.AppendComma(dst), e, left); !ok {
				return dst, false
			}
		}
		return append(dst, ']'), true
	case yaml.ScalarNode:
		return appendScalar(dst, n), true
	}
	return append(dst, "null"...), true
}

// appendScalar appends a YAML scalar as JSON.
func appendScalar(dst []byte, n *yaml.Node) []byte {
	switch n.ShortTag() {
	case "!!null":
		return append(dst, "null"...)
	case "!!bool":
		var is bool
		if n.Decode(&is) == nil {
			return fmt.Append(dst, is)
		}
	case "!!int", "!!float":
		if jsonx.Valid([]byte(n.Value)) {
			return append(dst, n.Value...)
		}
		var number any
		if n.Decode(&number) == nil {
			if b, err := json.Marshal(number); err == nil {
				return append(dst, b...)
			}
		}
	case "!!binary":
		var text string
		if n.Decode(&text) == nil {
			return append(dst, jsonx.Quoted(text)...)
		}
	}
	return append(dst, jsonx.Quoted(n.Value)...)
}
