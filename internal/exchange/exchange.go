// Package exchange reads records that hold a request to a model and its answer apart, as
// logs, proxies and recordings of HTTP traffic do. It makes one record of them, whose
// transcript is in the place that the shape of the API has for it. It knows which keys the
// APIs have; what their messages say is for the readers of the shapes.
package exchange

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// Joined is a record that was made of a request and its answer.
type Joined struct {
	// Raw is the record: the keys of the transcript, those of the source's record, and
	// what is left of request and answer under their keys.
	Raw []byte
	// Shape is the shape that the answer, or where it tells none the request, has.
	Shape string
	// Choices is how many answers the model gave. The first is in Raw, and the others are in
	// what is left of the answer.
	Choices int
	// Answered means that there is an answer. Where there is none, Failure says what came in its
	// place: "" where nothing did.
	Answered bool
	Failure  string
	// Alone means that there is an answer without its request.
	Alone bool
}

// The shapes by their names.
const (
	chat      = "openai"
	anthropic = "anthropic"
	gemini    = "gemini"
	responses = "responses"
	converse  = "bedrock-converse"
)

// requestKeys and answerKeys are the keys under which records have a request and its answer.
var (
	requestKeys = [...]string{"request", "req", "request_body", "proxy_server_request", "input", "body", "params"}
	answerKeys  = [...]string{"response", "resp", "response_body", "completion", "output", "result", "assistant_response", "model_response", "model_output", "assistant"}
	// bodyKeys are the keys under which a request or an answer may have its body.
	bodyKeys = [...]string{"body", "parsed_body", "json", "data", "inputBodyJson"}
)

// transcriptKeys are the keys of a request that belong to the transcript.
var transcriptKeys = [...]string{
	"system", "instructions", "systemInstruction", "system_instruction", "messages", "input", "contents", "tools", "functions", "toolConfig",
}

// lists are the keys of the list of messages.
var lists = [...]string{"messages", "contents", "input"}

// MayJoin reports whether a record with such a key may be a request with its answer.
func MayJoin(key []byte) bool {
	switch string(key) {
	case "response", "resp", "response_body", "completion", "output", "choices", "candidates", "content", "result", "custom_id", "request", "request_body", "assistant_response", "model_response", "model_output", "assistant", "done", "tool_calls", "function_call":
		return true
	}
	return bytes.IndexByte(key, '\\') >= 0
}

// Join makes one record of the request and the answer that raw, which is valid JSON, holds.
// ok is false where raw holds neither a request nor an answer of its own, or no answer next to
// its own messages.
func Join(raw []byte) (j Joined, ok bool) { return join(raw, -1) }

// IsCall reports whether raw, which is valid JSON, is a request to a model with what came back, or
// one of both in a batch.
func IsCall(raw []byte) bool {
	top := objectOf(raw)
	if !slices.ContainsFunc(top, func(m member) bool { return MayJoin([]byte(m.key)) }) {
		return benchmarkHalf(top).ID != ""
	}
	j, ok := Join(raw)
	return ok && !j.Alone && (j.Answered || j.Failure != "") || HalfOf(raw).ID != ""
}

// Split returns a record for each of the answers that a model gave to the request in raw: raw
// itself where there is one, or none. ok is as for Join.
func Split(raw []byte) (records [][]byte, ok bool) {
	j, ok := Join(raw)
	if !ok || j.Choices < 2 {
		return [][]byte{raw}, ok
	}
	for i := range j.Choices {
		one, _ := join(raw, i)
		records = append(records, objectOf(one.Raw).with("choice", strconv.AppendInt(nil, int64(i)+1, 10)).json())
	}
	return records, true
}

// join is Join for the answer of a number, counted from 0, without the others; for -1 it takes
// the first and leaves the others where they are.
func join(raw []byte, choice int) (j Joined, ok bool) {
	top := objectOf(raw)
	if top == nil || top.get("responses_create_params") != nil || top.get("prompt") != nil && top.get("request") == nil {
		return j, false
	}
	if isRequest(top) {
		return joinBeside(top, choice)
	}
	for _, key := range requestKeys {
		request, body := requestIn(top.get(key))
		if request == nil || !isPlaceOfRequest(top, key) {
			continue
		}
		a := answer{choice: choice}
		rest := top
		failure := failureOf(top)
		for _, name := range answerKeys {
			if v := top.get(name); v != nil && name != key {
				if a.read(v); a.found() {
					rest = rest.without(name).withRest(heldUnder(name), a.rest)
				} else if failure == "" {
					failure = failureIn(v)
				}
				break
			}
		}
		record, ok := compose(request, rest.without(key), &a)
		if !ok {
			continue
		}
		j = finish(record.lift(heldUnder(key), request, body), &a, request)
		if !j.Answered {
			j.Failure = failure
		}
		return j, true
	}
	return joinAlone(top, choice)
}

// isPlaceOfRequest reports whether a key that means many things has a request here: next to the id
// of a batch, or as nock records it.
func isPlaceOfRequest(top object, key string) bool {
	return key != "body" && key != "params" || top.word("custom_id") != "" || top.get("response") != nil && top.get("path") != nil
}

// heldUnder returns the key for what is left of a request or an answer that was under a key.
func heldUnder(key string) string {
	switch key { // which have the transcript
	case "input":
		return "request"
	case "output":
		return "response"
	}
	return key
}

// joinBeside joins a request that has its answer next to its own keys.
func joinBeside(top object, choice int) (j Joined, ok bool) {
	a := answer{choice: choice}
	rest := top
	for _, key := range answerKeys {
		v := top.get(key)
		if v == nil || key == "output" && v[0] == '[' && top.get("input") != nil {
			continue // items, which the shape has there itself
		}
		if a.read(v); a.found() {
			rest = rest.without(key).withRest(heldUnder(key), a.rest)
			break
		}
	}
	if !a.found() {
		own := top.without("messages", "input", "contents", "message", "response", "output", "text")
		if a.readObject(own); !a.found() && endsAsked(top.get(listKey(top))) {
			a.readCalls(own)
		}
		if !a.found() {
			return unanswered(top)
		}
		for _, key := range [...]string{"choices", "candidates", "content", "tool_calls", "function_call"} {
			if top.get(key) != nil {
				rest = rest.withRest(key, objectOf(a.rest).get(key))
			}
		}
	}
	list := listKey(top)
	if list == "" || a.words != nil && !endsAsked(top.get(list)) || endsWith(top.get(list), a.message) {
		return j, false
	}
	record, ok := compose(top, rest, &a)
	if !ok {
		return j, false
	}
	return finish(record, &a, top), true
}

// unanswered returns a request of which the record says that it failed. ok is false where it
// doesn't say so, or has an answer among its messages.
func unanswered(top object) (j Joined, ok bool) {
	if !endsAsked(top.get(listKey(top))) {
		return j, false
	}
	if j.Failure = failureOf(top); j.Failure == "" {
		for _, key := range answerKeys {
			if o := objectOf(unpacked(top.get(key))); o != nil && j.Failure == "" {
				j.Failure = failureOf(o)
			}
		}
	}
	return j, j.Failure != ""
}

// compose puts the transcript together: the list of the request with the answer, and what
// else a record has.
func compose(request, rest object, a *answer) (record object, ok bool) {
	key := listKey(request)
	list := elements(unpacked(request.get(key)))
	switch {
	case a.items != nil && key != "input", a.shape == gemini && key != "contents", a.message != nil && a.shape != gemini && key != "messages":
		return nil, false // the answer of another API
	case a.message != nil:
		list = append(list, a.message)
	}
	record = rest.with(key, jsonx.List(list))
	if a.items != nil {
		record = record.without("output").with("output", a.items)
	}
	return record, true
}

// lift gives the record the other keys of a request that belong to the transcript, and
// leaves the others under the key of the request.
func (o object) lift(under string, request object, body string) object {
	var left, taken object
	for _, m := range request {
		switch {
		case m.key == listKey(request):
		case slices.Contains(transcriptKeys[:], m.key) && o.get(m.key) == nil:
			taken = append(taken, m)
		default:
			left = append(left, m)
		}
	}
	o = append(taken, o...)
	switch {
	case len(left) == 0:
	case body != "":
		o = o.with(under, object{{body, left.json()}}.json())
	default:
		o = o.with(under, left.json())
	}
	return o
}

// withRest returns the object with what is left of an answer under its key.
func (o object) withRest(key string, rest []byte) object {
	if rest == nil || isEmpty(rest) {
		return o.without(key)
	}
	return o.with(key, rest)
}

// settings are the keys under which proxies log the tools of a request.
var settings = [...]string{"model_parameters", "optional_params", "invocation_params"}

func finish(record object, a *answer, request object) Joined {
	if record.get("tools") == nil {
		for _, key := range settings {
			at := objectOf(unpacked(record.get(key)))
			if tools := at.is("tools", '['); tools != nil {
				record = record.without("tools").with("tools", tools).withRest(key, at.without("tools").json())
				break
			}
		}
	}
	j := Joined{Raw: record.json(), Shape: a.shape, Choices: a.choices, Answered: a.found()}
	if j.Shape == "" {
		switch listKey(request) {
		case "contents":
			j.Shape = gemini
		case "input":
			j.Shape = responses
		default:
			j.Shape = chat
		}
	}
	return j
}

// endsAsked reports whether a list of messages ends with one that is not the model's.
func endsAsked(list []byte) bool {
	all := elements(unpacked(list))
	if len(all) == 0 {
		return false
	}
	switch objectOf(all[len(all)-1]).word("role") {
	case "assistant", "model":
		return false
	}
	return true
}

// endsWith reports whether a list of messages ends with the answer already.
func endsWith(list, message []byte) bool {
	all := elements(unpacked(list))
	if len(all) == 0 || message == nil {
		return false
	}
	last, is := objectOf(all[len(all)-1]), objectOf(message)
	if endsAsked(list) {
		return false
	}
	for _, key := range [...]string{"content", "tool_calls", "parts", "function_call"} {
		if !bytes.Equal(squeezed(last.get(key)), squeezed(is.get(key))) {
			return false
		}
	}
	return true
}

// squeezed returns JSON without white space between its values, nil for what says nothing.
func squeezed(value []byte) []byte {
	if value == nil || isEmpty(value) {
		return nil
	}
	var out bytes.Buffer
	_ = json.Compact(&out, value) // it is valid
	return out.Bytes()
}
