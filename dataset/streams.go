package dataset

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/exchange"
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

// eventsOf returns the answers of a text of server-sent events.
func eventsOf(raw []byte) (found []extract) {
	head := bytes.TrimSpace(raw)
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
