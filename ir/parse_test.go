package ir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseDocument(t *testing.T) {
	const doc = ` {"steps": [{"kind": "user", "text": "Q\n\u00e9"}, {"kind": "thought", "stock": "need-tool"},
		{"tool": "f", "kind": "call", "args": {"n": 1.0}}, {"kind": "observation", "text": "r", "tool": "f", "error": true},
		{"kind": "observation", "text": "s", "role": "tool", "marked": true}, {"kind": "observation", "text": "t", "role": "tool"},
		{"kind": "call", "tool": "g", "args": [1 ], "args_raw": "[1\n]", "message": 9}, {"kind": "call", "tool": "h", "input": "six"},
		{"kind": "answer", "text": "A", "success": false}, {"kind": "answer", "text": "B"}],
		"toolspeak": 1, "record": {"a": 1.0}, "alternatives": [[{"kind": "answer", "text": "C"}], []],
		"system": {"text": "S", "style": "re\u0061ct", "tools": [{}]}} `
	got, record, err := ParseDocument([]byte(doc))
	require.NoError(t, err)
	assert.Equal(t, `{"a": 1.0}`, string(record))
	assert.Equal(t, "S", got.System.Text.String())
	assert.Equal(t, "react", got.System.Style)
	assert.Equal(t, `[{}]`, string(got.System.Tools))
	var steps []string
	for _, list := range append([][]Step{got.Steps}, got.Alternatives...) {
		for i := range list {
			s := &list[i]
			steps = append(steps, strings.Join([]string{
				string(rune('0' + s.Message)), s.Role.String(), s.Kind.String(), s.Tool.String(), s.Text.String(), s.FixedSentence.String(),
				s.Args.Form.String(), s.Args.Raw.String(), s.Outcome.String(), map[bool]string{true: "failed"}[s.Failed], map[bool]string{true: "bare"}[s.Bare],
			}, "|"))
		}
		steps = append(steps, "")
	}
	assert.Equal(t, []string{
		"1|user|user||Q\né||json||unknown||",
		"2|assistant|thought|||need-tool|json||unknown||",
		`2|assistant|call|f|||json|{"n": 1.0}|unknown||`,
		"3|user|observation|f|r||json||unknown|failed|",
		"4|tool|observation||s||json||unknown||",
		"5|tool|observation||t||json||unknown||bare",
		"9|assistant|call|g|||json|[1\n]|unknown||",
		"9|assistant|call|h|||text|six|unknown||",
		"9|assistant|answer||A||json||failure||",
		":|assistant|answer||B||json||unknown||",
		"",
		";|assistant|answer||C||json||unknown||",
		"", "",
	}, steps)
}

// In a table, each step has the keys of all steps, and arguments are the JSON of one column.
func TestParseDocumentOfTable(t *testing.T) {
	const pad = `, "channel": null, "id": null, "train": null, "error": null`
	got, _, err := ParseDocument([]byte(`{"toolspeak": 1, "shape": null, "record": null, "tools": null, "system": {"text": "S", "style": null, "tools": null}, "steps": [
		{"kind": "user", "text": "Q", "tool": null, "args": null, "value": null` + pad + `},
		{"kind": "call", "text": null, "tool": "f", "args": "{\"n\": 1.0}", "value": null` + pad + `},
		{"kind": "call", "text": null, "tool": "f", "args": "six", "value": null` + pad + `},
		{"kind": "call", "text": null, "tool": "f", "args": null, "value": null` + pad + `},
		{"kind": "call", "tool": "f", "args": "{}"},
		{"kind": "observation", "text": "r", "tool": "f", "args": null, "value": null` + pad + `}]}`))
	require.NoError(t, err)
	var args []string
	for _, s := range got.Steps {
		if s.Kind == Call {
			args = append(args, s.Args.Raw.String())
		}
		assert.Nil(t, s.More)
	}
	assert.Equal(t, []string{`{"n": 1.0}`, `"six"`, `null`, `"{}"`}, args)

	got, _, err = ParseDocument([]byte(`{"toolspeak": 2, "tools": "[{\"name\": \"f\"}]", "steps": [{"kind": "observation", "text": "null", "value": null}]}`))
	require.NoError(t, err)
	assert.Equal(t, `[{"name": "f"}]`, string(got.Tools))
	assert.Equal(t, "null", string(got.Steps[0].More.Value))
}

func TestParseDocumentErrors(t *testing.T) {
	steps := func(s string) string { return `{"toolspeak": 1, "steps": [{"kind": "user", "text": "a"}, ` + s + `]}` }
	for in, want := range map[string]string{
		`{`:                                     `not valid JSON`,
		`[]`:                                    `the document: expected an object`,
		`{"steps": []}`:                         `the key "toolspeak" is missing`,
		`{"toolspeak": 1}`:                      `the key "steps" is missing`,
		`{"toolspeak": 3, "steps": []}`:         `version 3, expected 1 or 2`,
		`{"toolspeak": 1, "steps": 1}`:          `steps: expected a list`,
		`{"toolspeak": 1, "steps": [], "x": 1}`: `unknown key "x"`,
		`{"toolspeak": 1, "steps": [], "steps": []}`:                         `the document: the key "steps" comes twice`,
		`{"toolspeak": 1, "steps": [], "record": []}`:                        `record: expected an object`,
		`{"toolspeak": 1, "steps": [], "alternatives": {}}`:                  `alternatives: expected a list`,
		`{"toolspeak": 1, "steps": [], "alternatives": [1]}`:                 `alternative 1, steps: expected a list`,
		`{"toolspeak": 1, "steps": [], "alternatives": [[], [{"kind": 1}]]}`: `alternative 2, step 1: unknown kind 1`,
		`{"toolspeak": 1, "steps": [], "system": 1}`:                         `system: expected an object`,
		`{"toolspeak": 1, "steps": [], "system": {"text": 1}}`:               `system.text: expected a string`,
		`{"toolspeak": 1, "steps": [], "system": {"style": 1}}`:              `system.style: expected a string`,
		`{"toolspeak": 1, "steps": [], "system": {"tools": {}}}`:             `system.tools: expected a list`,
		`{"toolspeak": 1, "steps": [], "system": {"x": 1}}`:                  `system: unknown key "x"`,
		`{"toolspeak": 1, "steps": [], "system": {"text": "", "text": ""}}`:  `system: the key "text" comes twice`,
		steps(`1`):             `step 2: expected an object`,
		steps(`{}`):            `step 2: the key "kind" is missing`,
		steps(`{"kind": "x"}`): `step 2: unknown kind "x"`,
		steps(`{"kind": "user", "kind": "user"}`):                                                           `step 2: the key "kind" comes twice`,
		steps(`{"kind": "user", "x": 1}`):                                                                   `step 2: unknown key "x"`,
		steps(`{"kind": "user", "role": "x"}`):                                                              `step 2: unknown role "x"`,
		steps(`{"kind": "thought", "stock": "x"}`):                                                          `step 2: unknown fixed sentence "x"`,
		steps(`{"kind": "user", "text": 1}`):                                                                `step 2: text: expected a string`,
		steps(`{"kind": "user", "message": -1}`):                                                            `step 2: message: expected a number from 0`,
		steps(`{"kind": "user", "message": "1"}`):                                                           `step 2: message: expected a number from 0`,
		steps(`{"kind": "answer", "success": 1}`):                                                           `step 2: success: expected true or false`,
		steps(`{"kind": "user", "text": "b", "message": 3}, {"kind": "user", "text": "c", "message": 2}`):   `step 3: message 2 comes after message 3`,
		steps(`{"kind": "user", "text": "b", "message": 3}, {"kind": "answer", "text": "c", "message": 3}`): `step 3: the role assistant in a message of the role user`,
		steps(`{"kind": "call", "tool": "f"}`):                                                              `step 2: a call, and nothing else, has either "args" or "input"`,
		steps(`{"kind": "call", "tool": "f", "args": {}, "input": ""}`):                                     `step 2: a call, and nothing else, has either "args" or "input"`,
		steps(`{"kind": "user", "text": "", "args": {}}`):                                                   `step 2: a call, and nothing else, has either "args" or "input"`,
		steps(`{"kind": "call", "args": {}}`):                                                               `step 2: a call needs "tool"`,
		steps(`{"kind": "user", "text": "", "tool": "f"}`):                                                  `step 2: a user can't have "tool"`,
		steps(`{"kind": "user", "stock": "can-answer"}`):                                                    `step 2: a user can't have "stock"`,
		steps(`{"kind": "user"}`):                                                                           `step 2: expected "text" or, in a thought, "stock" in its place`,
		steps(`{"kind": "call", "tool": "f", "args": {}, "text": ""}`):                                      `step 2: a call can't have "text"`,
		steps(`{"kind": "user", "text": "", "success": true}`):                                              `step 2: a user can't have "success"`,
		steps(`{"kind": "user", "text": "", "error": true}`):                                                `step 2: a user can't have "error" or "marked"`,
		steps(`{"kind": "user", "text": "", "marked": true}`):                                               `step 2: a user can't have "error" or "marked"`,
		steps(`{"kind": "call", "tool": "f", "args": 1, "args_raw": "{"}`):                                  `step 2: args_raw: expected JSON`,
		steps(`{"kind": "user", "text": "", "role": "system"}`):                                             `step 2: the role system can't speak for the user`,
		steps(`{"kind": "answer", "text": "", "role": "user"}`):                                             `step 2: the role user can't speak for the model`,
		steps(`{"kind": "observation", "text": "", "role": "system"}`):                                      `step 2: the role system can't give a result`,
		steps(`{"kind": "text", "text": "", "role": "user"}`):                                               `step 2: the role user can't have words of the model`,
	} {
		_, _, err := ParseDocument([]byte(in))
		require.ErrorIs(t, err, &Diagnostic{Code: CodeBadDocument}, in)
		assert.Equal(t, "bad-document: not a neutral document: "+want, err.Error(), in)
	}
}

// FuzzDocument: what is read can be written, and reads back as the same.
func FuzzDocument(f *testing.F) {
	f.Add([]byte(`{"toolspeak": 1, "steps": [{"kind": "call", "tool": "\ud83d", "args": {"a":"\ud83d"}}, {"kind": "thought", "stock": "can-answer"}], "record": {}}`))
	f.Add([]byte("{\"toolspeak\": 1, \"system\": {\"text\": \"s\"}, \"steps\": [{\"kind\": \"call\", \"tool\": \"f\", \"args\": {\n}}], \"alternatives\": [[{\"kind\": \"text\", \"text\": \"\"}]]}"))
	f.Fuzz(func(t *testing.T, doc []byte) {
		read, record, err := ParseDocument(doc)
		if err != nil {
			require.ErrorIs(t, err, &Diagnostic{Code: CodeBadDocument})
			return
		}
		for _, ascii := range []bool{false, true} {
			written := AppendDocument(nil, &read, record, ascii)
			again, recordAgain, err := ParseDocument(written)
			require.NoError(t, err, "%s", written)
			require.Empty(t, Diff(&read, &again))
			require.Equal(t, record, recordAgain)
		}
	})
}
