package layouts

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// TestMove: the transcript goes to another layout, in its old place among the keys
// of the record, which stay as they are.
func TestMove(t *testing.T) {
	for _, tt := range []struct {
		in   string
		to   Layout
		want string
	}{
		{`{"id":1.0,"messages":[{"role":"system","content":"\u00e9"},{"role":"user","content":"a"},{"role":"model","content":"b"}],"z":null}`, ShareGPT,
			`{"id":1.0, "conversations": [{"from": "system", "value": "\u00e9"}, {"from": "human", "value": "a"}, {"from": "gpt", "value": "b"}], "z":null}`},
		{`{"conversations":[{"from":"human","value":"a"},{"from":"gpt","value":"b"},{"from":"human","value":"c"}]}`, PromptCompletion,
			`{"prompt": [{"role": "user", "content": "a"}], "completion": [{"role": "assistant", "content": "b"}, {"role": "user", "content": "c"}]}`},
		{`{"n":1,"prompt":"a","completion":"b","m":2}`, Messages,
			`{"n":1, "messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}], "m":2}`},
		{`[{"from":"human","value":"a"},{"from":"gpt","value":["b","c"]}]`, Messages,
			`{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": ["b", "c"]}]}`},
		{`[{"role":"user","content":"a"}]`, PromptCompletion, `{"prompt": [{"role": "user", "content": "a"}], "completion": []}`},
	} {
		written, losses, d := rewrite(t, tt.in, Options{Out: tt.to}, same)
		require.Nil(t, d, tt.in)
		assert.Equal(t, tt.want, written)
		assert.Empty(t, losses)
	}
}

// TestMoveFromDeep: a transcript deep in a record is cut out there, and all else stays.
func TestMoveFromDeep(t *testing.T) {
	const list = `[{"role":"user","content":"a"}]`
	for in, want := range map[string]string{
		`{"id":1,"a":{"b":` + list + `}}`:                `{"messages": [{"role": "user", "content": "a"}], "id":1, "a":{}}`,
		`{"a":{"c":1.0,"b":` + list + `,"d":"x"},"z":2}`: `{"messages": [{"role": "user", "content": "a"}], "a":{"c":1.0,"d":"x"}, "z":2}`,
	} {
		written, losses, d := rewrite(t, in, Options{Out: Messages, Fields: []string{"nowhere", "**.b"}}, same)
		require.Nil(t, d, in)
		assert.Equal(t, want, written)
		assert.Empty(t, losses)
	}
}

func TestMoveRefuses(t *testing.T) {
	list := `[{"role":"user","content":"a"}]`
	for _, tt := range []struct {
		in   string
		opts Options
		want string
	}{
		{`{"messages":` + list + `,"conversations":null}`, Options{Out: ShareGPT}, `0:0:0: reject duplicate-key: the record has a key "conversations" next to its transcript`},
		{`{"chosen":` + list + `,"rejected":` + list + `}`, Options{Out: Messages}, `0:0:0: reject layout-too-narrow: the record has 2 transcripts, those of "chosen" and "rejected", and the new layout holds one`},
		{`{"chosen":` + list + `,"rejected":` + list + `}`, Options{Out: Document}, `0:0:0: reject layout-too-narrow: a neutral document holds one transcript, and the record has 2, those of "chosen" and "rejected"`},
		{`{"a":[` + list + `]}`, Options{Out: Messages, Fields: []string{"a.0"}}, `0:0:0: reject layout-too-narrow: the transcript is an element of a list: a record of the layout messages has no place for what is around it`},
		{`[{"role":"assistant","content":["a"]}]`, Options{Out: Text}, `0:0:0: reject layout-too-narrow: a plain transcript has no room for alternatives`},
	} {
		_, _, d := rewrite(t, tt.in, tt.opts, same)
		require.NotNil(t, d, tt.in)
		assert.Equal(t, tt.want, d.String(), tt.in)
	}
	_, err := NewEditor(Options{Out: Alpaca})
	assert.EqualError(t, err, `can't move records to the layout "alpaca": known are messages, sharegpt, text, segments, prompt-completion`)
	_, err = NewEditor(Options{Layout: "x"})
	assert.EqualError(t, err, `unknown layout "x": known are auto, messages, sharegpt, chat-template, text, segments, preference, prompt-completion, alpaca`)
}

// TestMoveLosses: what messages have that the new layout has no place for.
func TestMoveLosses(t *testing.T) {
	_, losses, d := rewrite(t, `[{"role":"user","id":7,"content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]}]`, Options{Out: ShareGPT}, same)
	require.Nil(t, d)
	var codes []ir.Code
	for _, l := range losses {
		codes = append(codes, l.Code)
	}
	assert.Equal(t, []ir.Code{ir.CodeMessageKeys, ir.CodePartsJoined, ir.CodePartsDropped}, codes)
}

// TestDocument: to a neutral document and back to messages, the other keys of the
// record under "record" in between.
func TestDocument(t *testing.T) {
	steps := []ir.Step{{Kind: ir.User, Text: ir.Plain("é")}, {Kind: ir.Answer, Role: ir.RoleAssistant, Message: 1, Text: ir.Plain("b")}}
	lowered := func(*ir.Conversation) *convert.Output { return &convert.Output{Lowered: ir.Transcript{Steps: steps}} }
	r, outs := converted(t, "{\"a\":1.0,\n\"messages\":[],\"system\":\"s\"}", Options{Out: Document}, lowered)
	doc, _, d := r.Write(nil, outs)
	require.Nil(t, d)
	assert.Equal(t, `{"toolspeak": 1, "steps": [{"kind": "user", "text": "\u00e9", "message": 0}, {"kind": "answer", "text": "b", "message": 1}], "record": {"a":1.0,"system":"s"}}`, string(doc))
	w, d := r.Prove(doc, outs)
	require.Nil(t, d)
	back, d := w.Transcript(0)
	require.Nil(t, d)
	assert.Empty(t, ir.Diff(&outs[0].Lowered, back.Steps))
	assert.Equal(t, "s", back.Context.System.String())
	_, d = r.Prove([]byte(`{"toolspeak": 1, "steps": [], "record": {"a":1,"system":"s"}}`), outs)
	assert.Equal(t, ir.CodeReadBack, d.Code)

	r, d = open(t, string(doc), Options{})
	require.Nil(t, d)
	is := ir.Plain("t")
	out := []*convert.Output{{Messages: []convert.OutMessage{{Role: ir.RoleUser, Content: ir.Plain("é"), Source: -1}}, System: &is}}
	written, _, d := r.Write(nil, out)
	require.Nil(t, d)
	assert.Equal(t, `{"messages": [{"role": "user", "content": "\u00e9"}], "a":1.0,"system":"t"}`, string(written))
	_, d = r.Prove(written, out)
	assert.Nil(t, d)
}

// TestPlainText: a plain text stays one, or becomes a record.
func TestPlainText(t *testing.T) {
	for to, want := range map[Layout]string{Auto: "A\n\"B\"", Text: "A\n\"B\"", Messages: `{"messages": []}`} {
		e, err := NewEditor(Options{Out: to})
		require.NoError(t, err)
		r, d := e.OpenText([]byte("a\n\"b\""))
		require.Nil(t, d)
		found, d := r.Transcript(0)
		require.Nil(t, d)
		outs := []*convert.Output{louder(found.Conversation)}
		written, _, d := r.Write(nil, outs)
		require.Nil(t, d)
		assert.Equal(t, want, string(written))
		_, d = r.Prove(written, outs)
		assert.Nil(t, d)
	}
	e, err := NewEditor(Options{Layout: Document})
	require.NoError(t, err)
	_, d := e.OpenText([]byte("a"))
	assert.Equal(t, "0:1:1: reject not-json: not JSON: expected a neutral document, found plain text", d.String())
}
