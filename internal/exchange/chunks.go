package exchange

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// Stream puts the events of streams together, one after the other.
type Stream struct {
	events [][]byte
	id     string
	ended  bool
}

// Add adds an event. done is the answer before it, if the event begins another.
func (s *Stream) Add(event []byte) (done []byte) {
	o := objectOf(event)
	id := o.word("id") + o.word("responseId")
	if _, chunk := o.isChunk(); !chunk {
		id = s.id
	}
	if len(s.events) > 0 && (s.ended || o.begins() || id != "" && s.id != "" && id != s.id) {
		done = s.Flush()
	}
	s.events, s.id, s.ended = append(s.events, event), id, o.ends()
	return done
}

// Flush returns the answer of the events so far, or these as a list where they are those of no API.
func (s *Stream) Flush() (done []byte) {
	if len(s.events) > 0 {
		if done = merged(s.events); done == nil {
			done = jsonx.List(s.events)
		} else if o := objectOf(done); strings.HasSuffix(o.word("object"), ".chunk") {
			done = o.with("object", jsonx.Quoted(strings.TrimSuffix(o.word("object"), ".chunk"))).json()
		}
	}
	*s = Stream{}
	return done
}

// AreChunks reports whether two values that follow each other are pieces of one answer.
func AreChunks(first, second []byte) bool {
	if !jsonx.Valid(first) || !jsonx.Valid(second) {
		return false
	}
	a, b := objectOf(first), objectOf(second)
	kind, is := a.isChunk()
	other, too := b.isChunk()
	return is && too && kind == other && !a.ends()
}

// IsPiece reports whether a value is a piece of an answer that others follow.
func IsPiece(v []byte) bool {
	if !jsonx.Valid(v) {
		return false
	}
	o := objectOf(v)
	_, is := o.isChunk()
	return is && !o.ends()
}

// isChunk reports whether an object is a piece of an answer, and of which API.
func (o object) isChunk() (api string, is bool) {
	kind := o.word("type")
	switch {
	case o.word("object") == "chat.completion.chunk", o.word("object") == "text_completion.chunk":
		return "chat", true
	case slices.Contains([]string{"message_start", "message_delta", "message_stop", "content_block_start", "content_block_delta", "content_block_stop", "ping"}, kind):
		return "messages", true
	case strings.HasPrefix(kind, "response.") && (o.get("response") != nil || o.get("output_index") != nil || o.get("sequence_number") != nil):
		return "responses", true
	case slices.Contains([]string{"message-start", "content-start", "content-delta", "content-end", "tool-plan-delta", "tool-call-start", "tool-call-delta", "tool-call-end", "message-end"}, kind):
		return "cohere", true
	case o.get("messageStart") != nil, o.get("contentBlockStart") != nil, o.get("contentBlockDelta") != nil, o.get("contentBlockStop") != nil, o.get("messageStop") != nil:
		return "converse", true
	case o.get("done") != nil && o.is("message", '{') != nil && o.get("model") != nil:
		return "ollama", true
	case o.is("candidates", '[') != nil && o.get("request") == nil && o.get("contents") == nil:
		return "gemini", true
	}
	return "", false
}

// begins reports whether an event is the first of an answer.
func (o object) begins() bool {
	return slices.Contains([]string{"message_start", "message-start", "response.created"}, o.word("type")) || o.get("messageStart") != nil
}

// ends reports whether an event is the last of an answer.
func (o object) ends() bool {
	if list := elements(o.is("candidates", '[')); len(list) > 0 {
		return objectOf(list[0]).word("finishReason") != ""
	}
	return string(o.get("done")) == "true" || slices.Contains([]string{"message_stop", "message-end", "response.completed", "response.incomplete", "response.failed"}, o.word("type"))
}

// Streamed returns the answers of server-sent events, or nil where a text is something else.
func Streamed(text []byte) (all [][]byte) {
	events, ok := eventsIn(string(text))
	if !ok {
		return nil
	}
	var s Stream
	for _, e := range events {
		if e == nil {
			s.ended = true
		} else if done := s.Add(e); done != nil {
			all = append(all, done)
		}
	}
	if done := s.Flush(); done != nil {
		all = append(all, done)
	}
	return all
}
