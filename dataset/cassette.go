//go:build !js

package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// cassette is what is read of a recording of HTTP traffic, as VCR and its like write
// it.
type cassette struct {
	Interactions []struct {
		Request struct {
			Body yaml.Node `yaml:"body"`
		} `yaml:"request"`
		Response struct {
			Body    yaml.Node `yaml:"body"`
			Content string    `yaml:"content"`
		} `yaml:"response"`
	} `yaml:"interactions"`
}

// isCassette reports whether a text may be a recording.
func isCassette(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte("interactions:")) || bytes.Contains(raw, []byte("\ninteractions:"))
}

// exchanges returns a record for each request of a recording that holds messages, with
// the answer to it. ok is false where the text is no recording.
func (s *scanner) exchanges(raw []byte) (found []extract, ok bool) {
	var tape cassette
	if !isCassette(raw) || yaml.Unmarshal(raw, &tape) != nil || len(tape.Interactions) == 0 {
		return nil, false
	}
	for i := range tape.Interactions {
		in := &tape.Interactions[i]
		record := exchange(bodyOf(&in.Request.Body), bodyOf(&in.Response.Body)+unpacked(in.Response.Content))
		if record == nil {
			continue
		}
		line := max(in.Request.Body.Line, 1)
		place := member{"place", fmt.Sprintf("%s: interaction %d", s.placeOf(line), i+1)}
		if record, err := withOrigin(record, []member{place}, false); err == nil {
			found = append(found, extract{raw: record, offset: -1, line: line, column: 1})
		}
	}
	return found, true
}

// bodyOf returns the text of a body: a string, or a string under "string".
func bodyOf(n *yaml.Node) string {
	var text string
	if n.Kind == yaml.MappingNode {
		var body struct {
			String string `yaml:"string"`
		}
		if n.Decode(&body) != nil {
			return ""
		}
		return unpacked(body.String)
	}
	if n.Decode(&text) != nil {
		return ""
	}
	return unpacked(text)
}

// unpacked returns a body that may be compressed with gzip.
func unpacked(body string) string {
	if !strings.HasPrefix(body, "\x1f\x8b") {
		return body
	}
	r, err := gzip.NewReader(strings.NewReader(body))
	if err != nil {
		return ""
	}
	b, _ := io.ReadAll(io.LimitReader(r, MaxRecord))
	return string(b)
}

// saidMessage is a message of a chat, or a piece of one.
type saidMessage struct {
	Role      string            `json:"role"`
	Content   any               `json:"content"`
	ToolCalls []json.RawMessage `json:"tool_calls,omitempty"`
}

// exchange makes a record of a request and its answer, or nil where these are none of a
// chat.
func exchange(request, response string) []byte {
	var asked struct {
		Messages    []json.RawMessage `json:"messages"`
		Tools       json.RawMessage   `json:"tools"`
		Prompt      string            `json:"prompt"`
		Message     string            `json:"message"`
		ChatHistory []struct {
			Role    string `json:"role"`
			Message string `json:"message"`
		} `json:"chat_history"`
	}
	if json.Unmarshal([]byte(request), &asked) != nil {
		return nil
	}
	var messages []any
	add := func(role, content string) { messages = append(messages, saidMessage{Role: role, Content: content}) }
	for _, m := range asked.Messages {
		messages = append(messages, m)
	}
	for _, m := range asked.ChatHistory {
		role := strings.ToLower(m.Role)
		if role == "chatbot" {
			role = "assistant"
		}
		add(role, m.Message)
	}
	if asked.Message != "" {
		add("user", asked.Message)
	}
	if asked.Prompt != "" {
		add("user", asked.Prompt)
	}
	if len(messages) == 0 {
		return nil
	}
	if reply, ok := replyIn(response); ok {
		messages = append(messages, reply)
	}
	record := struct {
		Messages []any           `json:"messages"`
		Tools    json.RawMessage `json:"tools,omitempty"`
	}{messages, asked.Tools}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(record) != nil {
		return nil
	}
	return bytes.TrimSpace(b.Bytes())
}

// replyIn returns the message of a model's answer: JSON, or a stream of events.
func replyIn(body string) (reply saidMessage, ok bool) {
	reply.Role = "assistant"
	var said strings.Builder
	take := func(doc string) {
		var r struct {
			Text    string `json:"text"`
			Choices []struct {
				Text           string `json:"text"`
				Message, Delta struct {
					Content   string            `json:"content"`
					ToolCalls []json.RawMessage `json:"tool_calls"`
				}
			} `json:"choices"`
		}
		if json.Unmarshal([]byte(doc), &r) != nil {
			return
		}
		said.WriteString(r.Text)
		for _, c := range r.Choices[:min(len(r.Choices), 1)] {
			said.WriteString(c.Message.Content + c.Delta.Content + c.Text)
			reply.ToolCalls = append(reply.ToolCalls, c.Message.ToolCalls...)
		}
		ok = ok || r.Text != "" || len(r.Choices) > 0
	}
	if !strings.HasPrefix(body, "data:") {
		take(body)
	} else {
		for line := range strings.Lines(body) {
			if doc, found := strings.CutPrefix(line, "data: "); found {
				take(strings.TrimSpace(doc))
			}
		}
	}
	if reply.Content = said.String(); said.Len() == 0 && reply.ToolCalls != nil {
		reply.Content = nil
	}
	return reply, ok
}
