package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRows: a row can be chosen by its name alone, and its input is known.
func TestRows(t *testing.T) {
	names, known := map[string]bool{}, inputs()
	for _, r := range rows() {
		require.False(t, names[r.name], r.name)
		names[r.name] = true
		require.Contains(t, known, r.input, r.name)
		plain := known[r.input].plain()
		require.Contains(t, known, plain, r.name)
		require.Equal(t, plain, known[plain].plain(), r.name)
	}
	chosen, err := choose("^varied-tao/auto/xml$")
	require.NoError(t, err)
	require.Len(t, chosen, 1)
	_, err = choose("^nothing$")
	require.ErrorContains(t, err, "^nothing$")
	_, err = choose("(")
	require.Error(t, err)
}

// TestNumber: the number is put where a first sentence ends, into all prompts, and
// nothing else changes.
func TestNumber(t *testing.T) {
	for in, want := range map[string]string{
		`{"messages": [{"role": "user", "content": "a."}, {"role": "system", "content": "You \"are\"\n. So"}]}`: `{"messages": [{"role": "user", "content": "a."}, {"role": "system", "content": "You \"are\"\n (session 000000007). So"}]}`,
		`{"conversations": [{"from": "system", "value": "Be. So"}], "system": "Be. So"}`:                        `{"conversations": [{"from": "system", "value": "Be (session 000000007). So"}], "system": "Be (session 000000007). So"}`,
		`{"system": "no end", "conversations": [{"from": "system", "value": ""}]}`:                              `{"system": " (session 000000007)no end", "conversations": [{"from": "system", "value": " (session 000000007)"}]}`,
	} {
		got, err := number([]byte(in), 7)
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
	_, err := number([]byte(`{"messages": [{"role": "user", "content": "a."}]}`), 7)
	require.Error(t, err)
}

// TestFloor: the floor writes what it read, lines that no buffer holds included,
// and takes nothing but JSON.
func TestFloor(t *testing.T) {
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	text := "{}\n[\"" + strings.Repeat("é", 3<<20) + "\"]\n1\n[2]\n"
	require.NoError(t, os.WriteFile(in, []byte(text), 0o666))
	require.NoError(t, floor(in, out))
	got, err := os.ReadFile(out)
	require.NoError(t, err)
	require.True(t, text == string(got))
	require.NoError(t, os.WriteFile(in, []byte("{}\n{\n"), 0o666))
	require.Error(t, floor(in, out))
}

// TestRealRecords: each form that real files have becomes records.
func TestRealRecords(t *testing.T) {
	notebook := `{"cells": [{"outputs": [{"text": ["Action: a\n", "<b>"]}, {"text": " c"}]}, {"outputs": [{"text": "no call"}]}, {}]}`
	recording := `
interactions:
- request: {body: '{"messages": [{"role": "system", "content": "Be <kind>."}, {"role": "user", "content": "Hm"}]}'}
  response: {content: '{"choices": [{"message": {"content": "Aha"}}]}'}
- request: {body: 'no JSON'}
  response: {content: '{"choices": [{"message": {"content": "Aha"}}]}'}
- request: {body: '{"messages": [{"role": "user", "content": "Hm"}]}'}
  response: {content: ''}
`
	for _, c := range []struct {
		read func([]byte) ([][]byte, error)
		in   string
		want []string
	}{
		{jsonLines, "{\"a\": 1}\r\n\n[2 ]\n", []string{`{"a": 1}`, `[2 ]`}},
		{elements, `[{"a": "\u00e9"},` + "\n" + ` 2]`, []string{`{"a":"\u00e9"}`, `2`}},
		{textPrints, notebook, []string{`{"text":"Action: a\n<b> c"}`}},
		{messagePrints, "Action: log", []string{`{"messages":[{"role":"user","content":"Begin."},{"role":"assistant","content":"Action: log"}]}`}},
		{cassette, recording, []string{`{"messages":[{"role":"system","content":"Be <kind>."},{"role":"user","content":"Hm"},{"role":"assistant","content":"Aha"}]}`}},
	} {
		got, err := c.read([]byte(c.in))
		require.NoError(t, err)
		var texts []string
		for _, record := range got {
			texts = append(texts, string(record))
		}
		require.Equal(t, c.want, texts)
	}
}
