package dataset

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/dialects"
	"github.com/toolspeak/toolspeak/internal/exchange"
	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// streamLines makes a record of each answer whose pieces are on lines of their own.
type streamLines struct {
	limit  int
	stream exchange.Stream
	at     int // where the answer begins
	lines  []byte
}

func (f *streamLines) held() []byte { return f.lines }

func (f *streamLines) add(raw []byte, at int) (done []extract) {
	if whole := f.stream.Add(raw); whole != nil {
		done = answerOf(whole, f.at)
		f.lines, f.at = nil, 0
	}
	if f.at == 0 {
		f.at = at
	}
	if f.lines = append(append(f.lines, raw...), '\n'); len(f.lines) > f.limit {
		done = append(done, f.flush()...)
	}
	return done
}

func (f *streamLines) flush() []extract {
	whole := f.stream.Flush()
	if whole == nil {
		return nil
	}
	found := answerOf(whole, f.at)
	if len(f.lines) > f.limit {
		found = []extract{{raw: whole, offset: -1, line: f.at, column: 1, fault: tooLarge(f.limit)}}
	}
	f.lines, f.at = nil, 0
	return found
}

// answerOf returns the records of an answer that was put together.
func answerOf(whole []byte, line int) (found []extract) {
	records, ok := exchange.Split(whole)
	if !ok {
		return []extract{{raw: whole, offset: -1, line: line, column: 1}}
	}
	for _, raw := range records {
		found = append(found, extract{raw: raw, offset: -1, line: line, column: 1, exchange: true})
	}
	return found
}

// eventsOf returns the answers of a text of server-sent events, and the chats of one that keeps
// them in a form of its own.
func eventsOf(raw []byte) (found []extract) {
	head := bytes.TrimSpace(raw)
	if list := dialects.PageStream(head); list != nil {
		return []extract{{raw: list, offset: -1, line: 1, column: 1}}
	}
	for _, chat := range dialects.AiderChats(raw) {
		found = append(found, extract{raw: chat.JSON, offset: -1, line: chat.Line, column: 1})
	}
	for _, word := range [...]string{"data:", "event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(head, []byte(word)) {
			for _, whole := range exchange.Streamed(raw) {
				found = append(found, answerOf(whole, 1)...)
			}
			break
		}
	}
	return found
}

// listedEvents returns the answers of a list whose elements are pieces of answers.
func listedEvents(raw []byte) (found []extract) {
	if !jsonx.Valid(raw) {
		return nil
	}
	d := jsonx.Value{B: raw}
	var stream exchange.Stream
	add := func(whole []byte) {
		if whole != nil {
			found = append(found, answerOf(whole, 1)...)
		}
	}
	first := true
	for e := range d.Elements(jsonx.TrimSpace(raw).Start) {
		if piece := e.Of(raw); first && !exchange.IsPiece(piece) {
			return nil
		} else {
			add(stream.Add(piece))
		}
		first = false
	}
	add(stream.Flush())
	return found
}
