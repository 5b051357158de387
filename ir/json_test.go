package ir

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestJSON writes and reads values as the command does.
func TestJSON(t *testing.T) {
	args := Plain(`{"a": 1.0}`)
	for want, v := range map[string]any{
		`{"role":"assistant","content":"a\n\"é\""}`: Message{Role: RoleAssistant, Content: Plain("a\n\"é\"")},
		`{"role":"user","content":"\ud83d中"}`:       Message{Content: Plain("\xed\xa0\xbd中")},
		`{"kind":"answer","text":"b","success":false,"message":3}`: Step{
			Kind: Answer, Role: RoleAssistant, Message: 3, Text: Plain("b"), Outcome: Failure,
		},
		`{"kind":"call","tool":"f","args":{"a":1.0},"message":1}`: Step{
			Kind: Call, Role: RoleAssistant, Message: 1, Tool: Plain("f"), Args: Args{Raw: args, Form: JSON, Value: args},
		},
		`{"toolspeak":1,"system":{"text":"s"},"steps":[{"kind":"user","text":"q","message":1}]}`: Transcript{
			System: &System{Text: Plain("s")}, Steps: []Step{{Kind: User, Message: 1, Text: Plain("q")}},
		},
		`"call"`: Call,
		`"tool"`: RoleTool,
	} {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, want, string(b))
	}
}

// TestJSONComesBack reads what was written.
func TestJSONComesBack(t *testing.T) {
	back := func(in string, v any) {
		t.Helper()
		require.NoError(t, json.Unmarshal([]byte(in), v))
		out, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, in, string(out))
	}
	for _, in := range []string{`"plain é"`, `"é\n\ud83d"`, `""`} {
		back(in, new(Text))
	}
	back(`{"role":"system","content":"a/b"}`, new(Message))
	back(`{"kind":"thought","stock":"can-answer","message":2}`, new(Step))
	back(`{"kind":"observation","tool":"f","text":"1","error":true,"message":0,"role":"tool","marked":true}`, new(Step))
	back(`{"toolspeak":1,"steps":[{"kind":"user","text":"q","message":0}],"alternatives":[[]]}`, new(Transcript))

	// The bytes that were read may be used again.
	in := []byte(`{"role":"user","content":"abc"}`)
	var m Message
	require.NoError(t, json.Unmarshal(in, &m))
	copy(in, `{"role":"user","content":"xyz"}`)
	require.Equal(t, "abc", m.Content.String())

	kept := Plain("kept")
	require.NoError(t, json.Unmarshal([]byte(`null`), &kept))
	require.Equal(t, "kept", kept.String())
	for in, v := range map[string]any{
		`7`: new(Text), "\"\xff\"": new(Text), `{"role": "narrator"}`: new(Message), `{"from": "gpt", "value": "x"}`: new(Message), `{"role": "user", "text": "x"}`: new(Message), `{"content": "x"}`: new(Message),
		`{"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}`: new(Message), `{"role": "user", "content": "x", "images": ["a"]}`: new(Message), `{"kind": "shout"}`: new(Step),
		`{"steps": []}`: new(Transcript),
	} {
		require.Error(t, json.Unmarshal([]byte(in), v), in)
	}
	require.ErrorIs(t, new(Step).UnmarshalJSON([]byte(`{"kind":"user","text":""},{"kind":"user","text":""}`)), &Diagnostic{Code: CodeBadDocument})
	_, err := json.Marshal(Step{Kind: Call})
	require.Error(t, err, "a call without an argument is no step of a document")
}
