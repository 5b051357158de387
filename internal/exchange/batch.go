package exchange

import "github.com/toolspeak/toolspeak/internal/jsonx"

// Half is a line of a batch: a request, or the answer to one, which another line of the same id
// asks for.
type Half struct {
	// ID is the line's id, "" for a line that is no half.
	ID string
	// Asks means that it is a request; an answer otherwise.
	Asks bool
}

// AsksInBatch reports whether a line is a request of a batch; ok is false for a line that is neither
// that nor an answer to one.
func AsksInBatch(line []byte) (asks, ok bool) {
	if !jsonx.Valid(line) {
		return false, false
	}
	half := HalfOf(line)
	return half.Asks, half.ID != ""
}

// HalfOf returns what a line, which is valid JSON, is in a batch of OpenAI, Anthropic or Google.
func HalfOf(raw []byte) Half { return halfOf(objectOf(raw)) }

func halfOf(top object) Half {
	id := top.word("custom_id")
	if id == "" {
		if id = top.word("key"); id == "" || top.get("request") != nil && top.get("response") != nil {
			return Half{}
		}
		if request, _ := requestIn(top.get("request")); request != nil {
			return Half{ID: id, Asks: true}
		}
		if len(top) > 3 || !answersIn(objectOf(top.get("response"))) && objectOf(top.get("error")) == nil {
			return Half{}
		}
		return Half{ID: id}
	}
	for _, key := range [...]string{"body", "params"} {
		if request, _ := requestIn(top.get(key)); request != nil && top.get("response") == nil {
			return Half{ID: id, Asks: true}
		}
	}
	for _, m := range top {
		if m.key == "response" || m.key == "result" || m.key == "error" {
			return Half{ID: id}
		}
	}
	return Half{}
}

// Pair makes one record of a request and its answer, which are two lines of a batch.
func Pair(request, answer []byte) []byte {
	asked, got := objectOf(request), objectOf(answer)
	pair := object{}
	for _, m := range asked {
		if m.key == "body" || m.key == "params" {
			m.key = "request"
		}
		pair = append(pair, m)
	}
	for _, m := range got {
		if m.key == "result" {
			m.key = "response"
		}
		if pair.get(m.key) == nil && (m.value[0] != 'n' || m.key == "response") {
			pair = pair.without(m.key).with(m.key, m.value)
		}
	}
	return pair.json()
}
