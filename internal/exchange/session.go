package exchange

import "slices"

// sessionKeys are the keys under which logs have the conversation that a request is of, and
// sessionPlaces those of the objects that may have them.
var (
	sessionKeys   = [...]string{"session_id", "sessionId", "conversation_id", "conversationId", "thread_id", "threadId", "Helicone-Session-Id", "chat_id"}
	sessionPlaces = [...]string{"request_properties", "properties", "metadata", "extra"}
)

// Session returns the id of the conversation that a record, which is valid JSON, says it is of, or
// "".
func Session(raw []byte) string { return objectOf(raw).session(2) }

func (o object) session(deep int) string {
	for _, key := range sessionKeys {
		if id := o.word(key); id != "" {
			return id
		}
	}
	if deep == 0 {
		return ""
	}
	for _, key := range sessionPlaces {
		if id := objectOf(unpacked(o.get(key))).session(deep - 1); id != "" {
			return id
		}
	}
	return ""
}

// timeKeys are the keys under which logs have the time of a request.
var timeKeys = [...]string{"timestamp", "time", "startTime", "start_time", "created_at", "createdAt", "created", "request_created_at", "started_at", "date", "ts"}

// Logged reports whether a record says when its request was made, as logs do. Rows that were made for
// training don't, and each of them counts for itself.
func Logged(raw []byte) bool {
	o := objectOf(raw)
	if o.get("path") != nil && o.get("response") != nil { // as nock records it
		return true
	}
	return slices.ContainsFunc(timeKeys[:], func(key string) bool { return o.get(key) != nil })
}

// Repeats reports whether a record says that its answer was one that had been given before.
func Repeats(raw []byte) bool {
	v := objectOf(raw).get("cache_hit")
	return len(v) > 0 && (v[0] == 't' || stringOf(v) == "True" || stringOf(v) == "true")
}
