package layouts

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// open finds the transcripts of a record.
func open(t *testing.T, in string, opts Options) (*Record, *ir.Diagnostic) {
	t.Helper()
	e, err := NewEditor(opts)
	require.NoError(t, err)
	return e.Open([]byte(in))
}

// show writes down what was found in a record, for comparison.
func show(t *testing.T, r *Record) string {
	t.Helper()
	var parts []string
	for i := range r.Len() {
		found, d := r.Transcript(i)
		require.Nil(t, d)
		if found.Steps != nil {
			return fmt.Sprintf("%s %d steps", r.Layout(), len(found.Steps.Steps))
		}
		parts = append(parts, showOne(r.Layout(), found.Conversation))
	}
	return strings.Join(parts, " | ")
}

func showOne(layout Layout, c *ir.Conversation) string {
	switch {
	case c.Foreign != "":
		return "foreign " + c.Foreign
	case c.Flat:
		return fmt.Sprintf("%s %q", layout, c.Text.String())
	}
	parts := []string{layout.String()}
	for _, m := range c.Messages {
		parts = append(parts, fmt.Sprintf("%s:%s", m.Role, m.Content.String()))
	}
	if c.HasAlternatives {
		var list []string
		for _, a := range c.Alternatives {
			list = append(list, a.String())
		}
		parts = append(parts, "["+strings.Join(list, ",")+"]")
	}
	if !c.System.Empty() {
		parts = append(parts, "system="+c.System.String())
	}
	return strings.Join(parts, " ")
}

func TestDecode(t *testing.T) {
	tests := []struct {
		in     string
		layout Layout
		want   string
	}{
		{`"a\nb"`, Auto, `text "a\nb"`},
		{`{"text":"a","id":1}`, Auto, `text "a"`},
		{`{"te\u0078t":"a"}`, Text, `text "a"`},
		{`{"text":"a","messages":null}`, Auto, `text "a"`},
		{`{"text":"a","messages":[]}`, Auto, `messages`},
		{`{"text":"a","messages":[]}`, Text, `text "a"`},
		{`[]`, Auto, `messages`},
		{`[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]`, Auto, `messages user:a assistant:b`},
		{`[{"from":"human","value":"a"},{"from":"gpt","value":"b"}]`, Auto, `sharegpt user:a assistant:b`},
		{`{"conversations":[{"role":"system","content":"a"},{"role":"developer","content":"b"}]}`, Auto, `sharegpt system:a system:b`},
		{`{"messages":[{"role":"User","content":"q"},{"role":"AI","content":"a"},{"role":"tool_response","content":"b"},{"role":"ipython","content":"c"},{"role":"environment","content":"d"}]}`, Auto, `messages user:q assistant:a tool:b tool:c tool:d`},
		{`{"conversations":[{"from":"model","value":"a"},{"from":"bot","value":"b"},{"from":"tool","value":"c"},{"from":"function","value":"d"},{"from":"observation","value":"e"}],"system":"s"}`, Auto, `sharegpt assistant:a assistant:b tool:c tool:d tool:e system=s`},
		{`{"messages":[{"role":"user","value":"a"},{"from":"gpt","content":"b"}]}`, Auto, `messages user:a assistant:b`},
		{`{"messages":[{"role":"user","from":"x","content":"a"}]}`, Auto, `messages user:a`},
		{`{"messages":[],"conversations":[{"from":"gpt","value":"x"}]}`, ShareGPT, `sharegpt assistant:x`},
		{`{"messages":null,"conversations":[]}`, Auto, `sharegpt`},
		{`[{"role":"assistant","content":["a","b"]}]`, Auto, `messages [a,b]`},
		{`[{"role":"assistant","content":[]}]`, Auto, `messages []`},
		{`[{"role":"user","content":[]}]`, Auto, `messages user:`},
		{`[{"role":"user","content":[{"type":"input_text","text":"a"},{"type":"img"},{"type":"output_text","text":"b"}]}]`, Auto, "messages user:a\nb"},
		{`[{"role":"assistant","content":"a","tool_calls":null,"function_call":null}]`, Auto, `messages assistant:a`},
		{`[{"role":"assistant","content":"a","tool_calls":[ ]}]`, Auto, `messages assistant:a`},

		{`[{"role":"assistant","content":null,"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}]`, Auto, `openai 1 steps`},
		{`[{"role":"assistant","content":"","function_call":{"name":"f"}}]`, Auto, `openai 1 steps`},
		{`[{"role":"assistant","content":"","function_call":{"name":"f"}}]`, Messages, `foreign function_call`},
		{`[{"from":"function_call","value":"{}"}]`, Auto, `foreign function_call`},
		{`[{"role":"user","content":[{"type":"tool_result","content":"x"}]}]`, Auto, `anthropic 1 steps`},
		{`[{"role":"user","content":[{"type":"tool_result","content":"x"}]}]`, Messages, `foreign tool_result`},
		{`{"messages":[{"type":"function_call_output","output":"x"}]}`, Auto, `foreign function_call_output`},
		{`{"messages":[{"role":"caller","content":"x"},{"role":"assistant","tool_calls":[{}]}]}`, Messages, `foreign tool_calls`},
		{`{"input":[{"type":"message"},{"type":"function_call","name":"f"}]}`, Auto, `responses 2 steps`},
		{`{"content":[{"class_":"text_observation"}]}`, Auto, `adp 1 steps`},
		{`{"a":{"b":[{"function_call":{"x":1}}]}}`, Auto, `foreign function_call`},
	}
	for _, tt := range tests {
		r, d := open(t, tt.in, Options{Layout: tt.layout})
		require.Nil(t, d, tt.in)
		assert.Equal(t, tt.want, show(t, r), tt.in)
	}
}

// TestPieces: transcripts that are put together from several values of a record.
func TestPieces(t *testing.T) {
	for _, tt := range []struct {
		in   string
		opts Options
		want string
	}{
		{`{"prompt":"a","completion":"b"}`, Options{}, `prompt-completion user:a assistant:b`},
		{`{"prompt":[{"role":"system","content":"s"},{"role":"user","content":"a"}],"completion":[{"role":"assistant","content":"b"}],"system":"t"}`, Options{}, `prompt-completion system:s user:a assistant:b system=t`},
		{`{"instruction":"a","input":"","output":"b","system":""}`, Options{}, `alpaca user:a assistant:b`},
		{`{"system":"s","history":[["a","b"]],"instruction":"c","input":"d","output":"e"}`, Options{}, "alpaca system:s user:a assistant:b user:c\nd assistant:e"},
		{`{"chosen":"Question: a","rejected":"Question: b"}`, Options{}, `preference "Question: a" | preference "Question: b"`},
		{`{"prompt":"p","chosen":"a","rejected":"b"}`, Options{}, `preference user:p assistant:a | preference user:p assistant:b`},
		{`{"prompt":"p","chosen":[{"role":"user","content":"p"},{"role":"assistant","content":"a"}],"rejected":[{"role":"assistant","content":"b"}]}`, Options{}, `preference user:p assistant:a | preference user:p assistant:b`},
		{`{"a":{"b":[0,[{"role":"user","content":"x"}]]},"c":"[{\"role\":\"user\",\"content\":\"y\"}]","d":"[z"}`, Options{Fields: []string{"x", "a.b.1 & c&d", "e"}}, `field user:x | field user:y | field "[z"`},
		{`{"l":[{"k":1},{"k":2,"m":"x"}]}`, Options{Fields: []string{"l.#(k==2).m"}}, `field "x"`},
		{`{"a.b":"x"}`, Options{Fields: []string{`a\.b`}}, `field "x"`},
		{`{"toolspeak":1,"steps":[]}`, Options{}, `ir 0 steps`},
		{`{"toolspeak":1,"text":"a"}`, Options{Texts: true}, `text "a"`},
		{`{"prompt":"a","completion":"b","meta":{"function_call":{"name":"f"}}}`, Options{}, `foreign function_call`},
	} {
		r, d := open(t, tt.in, tt.opts)
		require.Nil(t, d, tt.in)
		assert.Equal(t, tt.want, show(t, r), tt.in)
	}
}

func TestDecodeRejects(t *testing.T) {
	tests := []struct {
		in     string
		layout Layout
		want   string
	}{
		{`1.0`, Auto, `0:1:1: reject wrong-type: the record is a number: expected an object, a list of messages or a string`},
		{` true`, Auto, `0:1:2: reject wrong-type: the record is true: expected an object, a list of messages or a string`},
		{`"a"`, Messages, `0:1:1: reject unknown-layout: the transcript is a string: expected the layout messages`},
		{`[]`, Text, `0:1:1: reject unknown-layout: the record is a list: expected the layout text`},
		{`{"messages":[]}`, ShareGPT, `0:1:1: reject unknown-layout: the record has no "conversations": expected the layout sharegpt; keys found: "messages"; --layout NAME or --field PATH says which hold the transcript`},
		{`{"a":1}`, Text, `0:1:1: reject unknown-layout: the record has no string under "text": expected the layout text; keys found: "a"; --layout NAME or --field PATH says which hold the transcript`},
		{`{}`, Auto, `0:1:1: reject unknown-layout: no transcript found: expected a list under "messages" or "conversations", a string under "text", "prompt" and "completion", "instruction" and "output", or "chosen" and "rejected"; the record has no keys`},
		{`{"text":1}`, Auto, `0:1:1: reject unknown-layout: no transcript found: expected a list under "messages" or "conversations", a string under "text", "prompt" and "completion", "instruction" and "output", or "chosen" and "rejected"; keys found: "text"; --layout NAME or --field PATH says which hold the transcript`},
		{`{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1}`, Auto, `0:1:1: reject unknown-layout: no transcript found: expected a list under "messages" or "conversations", a string under "text", "prompt" and "completion", "instruction" and "output", or "chosen" and "rejected"; keys found: "a", "b", "c", "d", "e", "f", "g", "h" and 2 more; --layout NAME or --field PATH says which hold the transcript`},
		{`{"\u001b[2J\u202e":1,"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx":1}`, Auto, `0:1:1: reject unknown-layout: no transcript found: expected a list under "messages" or "conversations", a string under "text", "prompt" and "completion", "instruction" and "output", or "chosen" and "rejected"; keys found: "\x1b[2J\u202e", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"; --layout NAME or --field PATH says which hold the transcript`},
		{`{"id":1,"body":{"messages":[{"role":"user","content":"a"}]}}`, Auto, `0:1:1: reject unknown-layout: no transcript under "messages", "conversations" or "text"; it looks as if it were at body.messages: try --field body.messages`},
		{`{"runs":[[],{"a.b c":[{"from":"human","value":"a"}]}]}`, Auto, `0:1:1: reject unknown-layout: no transcript under "messages", "conversations" or "text"; it looks as if it were at "runs[].a\\.b c": try --field "runs[].a\\.b c"`},
		{`{"messages":"x"}`, Auto, `0:1:13: reject wrong-type: "messages" is a string: expected a list of messages`},
		{`{"text":"a","text":"a"}`, Auto, `0:1:13: reject duplicate-key: the key "text" comes twice in the record`},
		{`{"messages":[],"system":"","system":""}`, Auto, `0:1:28: reject duplicate-key: the key "system" comes twice in the record`},
		{`["x"]`, Auto, `1:0:0: reject wrong-type: the message is a string: expected an object`},
		{`[{"role":"user","content":"a"},{"role":"user","role":"user","content":"a"}]`, Auto, `2:0:0: reject duplicate-key: the key "role" comes twice in the message`},
		{`[{"role":"user","content":"a","value":"b"}]`, Auto, `1:0:0: reject duplicate-key: the message has both "content" and "value"`},
		{`[{"role":"user"}]`, Auto, `1:0:0: reject wrong-type: the message has neither "content" nor "value"`},
		{`[{"from":"gpt","value":{"a":1}}]`, Auto, `1:0:0: reject wrong-type: "value" is an object: expected a string or a list of parts`},
		{`[{"role":"user","content":["a",{"type":"text","text":"b"}]}]`, Auto, `1:0:0: reject wrong-type: the part is a string: expected an object`},
		{`[{"role":"user","content":[{"words":"b"}]}]`, Auto, `1:0:0: reject wrong-type: the part has no "type"`},
		{`[{"role":"user","content":[{"type":"text"}]}]`, Auto, `1:0:0: reject wrong-type: the text part has no string under "text"`},
		{`[{"role":"user","content":[{"type":"text","text":"a","text":"b"}]}]`, Auto, `1:0:0: reject duplicate-key: the part says its text twice`},
		{`[{"role":"assistant","content":["a"]},{"role":"user","content":"b"}]`, Auto, `1:0:0: reject wrong-type: the content is a list of strings: only an assistant's message at the end may have alternatives`},
	}
	for _, tt := range tests {
		_, d := open(t, tt.in, Options{Layout: tt.layout})
		require.NotNil(t, d, tt.in)
		assert.Equal(t, tt.want, d.String(), tt.in)
	}
}

func TestOtherKeys(t *testing.T) {
	for in, want := range map[string]string{
		`{"messages":[]}`:                              ``,
		`{"messages":[], "a":1}`:                       `{"a":1}`,
		`{"a":1.0, "messages":[]}`:                     `{"a":1.0}`,
		` { "a":1 ,"text":"x" , "b" : 2 } `:            `{ "a":1 , "b" : 2 }`,
		"{\n \"messages\": [],\r\n \"a\": \"x\\n\"\n}": `{  "a": "x\n" }`,
		`[]`:  ``,
		`"x"`: ``,
	} {
		r, d := open(t, in, Options{})
		require.Nil(t, d, in)
		assert.Equal(t, want, string(r.otherKeys()), in)
	}
}

func TestParse(t *testing.T) {
	for _, name := range Names() {
		l, err := Parse(name)
		require.NoError(t, err)
		assert.Equal(t, name, l.String())
	}
	_, err := Parse("ir")
	assert.EqualError(t, err, `unknown layout "ir": known are auto, messages, sharegpt, chat-template, text, segments, preference, prompt-completion, alpaca`)
}

// TestRoleNames: what explains the diagnostic names all words that are read.
func TestRoleNames(t *testing.T) {
	for role, names := range roleNames {
		for _, name := range names {
			require.Contains(t, ir.CodeUnknownRole.Rule().Details, "`"+name+"`")
			for _, word := range []string{name, strings.ToUpper(name)} {
				is, ok := roleOf(word)
				require.True(t, ok && is == ir.Role(role), word)
			}
		}
	}
	_, ok := roleOf("narrator")
	require.False(t, ok)
}
