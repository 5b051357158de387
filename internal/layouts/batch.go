package layouts

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// OpenAIBatch is a request of OpenAI's Batch API: messages of Chat Completions in the body of a
// line that has an id.
const OpenAIBatch Layout = "openai-batch"

type openAIBatch struct{}

func (openAIBatch) about() *about { return &openAIBatchAbout }

var openAIBatchAbout = about{
	name: OpenAIBatch, what: "a request of OpenAI's Batch API", summary: "OpenAI's Batch API: requests of Chat Completions under body",
	keys: openAIAbout.keys, adopts: true, holds: requestTarget(), tools: openAIAbout.tools, choice: openAIAbout.choice, sameOthers: sameBatch,
}

// requestTarget is what a request holds: what Chat Completions does, but for weights.
func requestTarget() *convert.Target {
	t := *openAIAbout.holds
	t.Name, t.Weights = string(OpenAIBatch), convert.Weights{}
	return &t
}

// shows is false: what is read of a request is what its body shows.
func (openAIBatch) shows(*Record) bool { return false }

// find finds the messages of a request, which was opened as a record of its body's.
func (l openAIBatch) find(r *Record, asked bool) *ir.Diagnostic {
	if r.value("custom_id").End == 0 {
		return r.lacksKey("custom_id")
	}
	d := openAI{}.find(r, asked)
	r.layout = l
	if r.steps != nil {
		r.transcript.Shape = string(OpenAIBatch)
	}
	return d
}

// batchKeys are the keys of a request that are next to its messages or around them.
var batchKeys = []string{"custom_id", "method", "url", "body"}

// put writes the record as Chat Completions has it, and puts what is of the request under body.
func (l openAIBatch) put(w *mover, out *convert.Output) *ir.Diagnostic {
	start := len(w.dst)
	s := w.steps(l, out)
	s.arguments = out.Arguments
	s.r.written.Find(s.t.Steps)
	s.functionTools()
	d := w.object(l, out.System, func() {
		w.key("messages")
		s.list(s.openAIMessages)
		s.jsonMember("tools", s.t.Tools)
	})
	if d != nil {
		return d
	}
	record := slices.Clone(w.dst[start:])
	w.dst = append(w.dst[:start], '{')
	of := func(key string) []byte {
		if at := member(record, 0, key); at.End > 0 && record[at.Start] != 'n' {
			return at.Of(record)
		}
		return nil
	}
	body := of("body")
	if body != nil && body[0] != '{' {
		return reject(ir.CodeDuplicateKey, "the record has a key %q that is no object", "body")
	}
	id := of("custom_id")
	if id == nil {
		id = batchID(of("id"), record)
	}
	s.jsonMember("custom_id", id)
	for _, other := range [...][2]string{{"method", `"POST"`}, {"url", `"/v1/chat/completions"`}} {
		if is := of(other[0]); is != nil {
			s.jsonMember(other[0], is)
		} else {
			s.jsonMember(other[0], []byte(other[1]))
		}
	}
	s.members(record, append(slices.Clone(batchKeys), l.about().keys...)...)
	w.comma()
	w.raw(`"body": {`)
	if model := of("model"); model != nil && model[0] == '"' && (body == nil || member(body, 0, "model").End == 0) {
		s.jsonMember("model", model)
	}
	s.members(body, l.about().keys...)
	s.jsonMember("messages", of("messages"))
	s.jsonMember("tools", of("tools"))
	w.raw("}}")
	return nil
}

// batchID returns what names a request: the record's id, or one that follows from its bytes.
func batchID(id, record []byte) []byte {
	switch {
	case id != nil && id[0] == '"':
		return id
	case id != nil && (id[0] == '-' || id[0] >= '0' && id[0] <= '9'):
		return []byte(quoted(string(id)))
	}
	h := fnv.New64a()
	h.Write(record) // it can't fail
	return []byte(fmt.Sprintf(`"request-%016x"`, h.Sum64()))
}

// sameBatch reports whether a request that was written has all other members of the record, and
// under the keys of a request what the record had under them.
func sameBatch(a []byte, members []jsonx.Member, b []byte, written []jsonx.Member) bool {
	ofRequest := func(b []byte) func(m jsonx.Member) bool {
		return func(m jsonx.Member) bool { return slices.Contains(batchKeys, string(m.Key.Of(b))) }
	}
	for _, m := range members {
		was := m.Value.Of(a)
		if !ofRequest(a)(m) || was[0] == 'n' {
			continue
		}
		now := member(b, 0, string(m.Key.Of(a))).Of(b)
		if was[0] != '{' && !bytes.Equal(was, now) {
			return false
		}
		if was[0] != '{' {
			continue
		}
		for inner := range jsonx.Members(was, 0) {
			at := jsonx.Range{}
			if len(now) > 0 {
				at = member(now, 0, jsonx.Unquote(inner.Key.Of(was)))
			}
			if at.End == 0 || !bytes.Equal(jsonx.OneLine(inner.Value.Of(was)), at.Of(now)) {
				return false
			}
		}
	}
	members, written = slices.DeleteFunc(slices.Clone(members), ofRequest(a)), slices.DeleteFunc(slices.Clone(written), ofRequest(b))
	return slices.EqualFunc(members, written, func(x, y jsonx.Member) bool {
		return bytes.Equal(x.Key.Of(a), y.Key.Of(b)) && bytes.Equal(jsonx.OneLine(x.Value.Of(a)), y.Value.Of(b))
	})
}
