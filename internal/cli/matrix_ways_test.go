package cli

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/layouts"
)

// matrixRecord is a record of testdata/matrix.jsonl.
type matrixRecord struct {
	Name   string
	Record string       // a line of JSONL or, where Text is true, a plain transcript
	Text   bool         // it is no JSON
	Calls  []matrixCall // those that it holds
}

func matrixRecords(t *testing.T) (list []matrixRecord) {
	raw, err := os.ReadFile("../../testdata/matrix.jsonl")
	require.NoError(t, err)
	for line := range bytes.Lines(raw) {
		var r matrixRecord
		require.NoError(t, json.Unmarshal(line, &r))
		list = append(list, r)
	}
	return append(list, inFormats(t, list)...)
}

// inFormats are some of the records as each format of a model has them.
func inFormats(t *testing.T, records []matrixRecord) (list []matrixRecord) {
	for _, from := range []string{"openai", "openai parallel", "openai program"} {
		i := slices.IndexFunc(records, func(r matrixRecord) bool { return r.Name == from })
		require.GreaterOrEqual(t, i, 0)
		r := records[i]
		for _, format := range layouts.FormatNames() {
			made := runMatrix(input{stdin: r.Record + "\n"}, "convert", "--quiet", "--to", format)
			if made.code == 0 { // else it has no word for something
				list = append(list, matrixRecord{Name: format + " from " + from, Record: strings.TrimSuffix(made.out, "\n"), Calls: r.Calls})
			}
		}
	}
	return list
}

// Each style, shape, format and dialect has a record of the matrix.
func TestMatrixKinds(t *testing.T) {
	var names []string
	for _, r := range matrixRecords(t) {
		names = append(names, r.Name)
	}
	for _, s := range slices.Concat(targetNames(), layouts.ShapeNames()) {
		if another := kindsElsewhere[s]; another != "" {
			s = another
		}
		assert.True(t, slices.ContainsFunc(names, func(n string) bool { return n == s || strings.HasPrefix(n, s+" ") }), "the matrix has no record of %s", s)
	}
}

// kindsElsewhere are the names that the records of some shapes have.
var kindsElsewhere = map[string]string{"langgraph": "langgraph state", "langchain-chat": "langchain", "vercel": "vercel page", "text-game": "codeact", // a program that is a command has a tool of its own
	"langfuse": "otel", "langsmith": "otel", "openinference": "otel", "openai-agents": "otel", "weave": "otel", "braintrust": "otel", "cline-ui": "openai", "aider": "codeact", "swe-agent-text": "codeact", "openhands-event": "openhands-log"} // traces are inputs of many spans, what a panel shows is refused, and a chat of Aider has no calls

// line returns the record as a line of JSONL.
func (r *matrixRecord) line() string {
	if r.Text {
		return quoted(r.Record)
	}
	return r.Record
}

// object returns the record as an object, if it is JSON.
func (r *matrixRecord) object() (string, bool) {
	line := r.line()
	switch {
	case !json.Valid([]byte(line)):
		return "", false
	case line[0] == '{':
		return line, true
	case line[0] == '[':
		return `{"messages": ` + line + `}`, true
	}
	return `{"text": ` + line + `}`, true
}

func quoted(s string) string {
	b, _ := json.Marshal(s) // a string: it can't fail
	return string(b)
}

// input is what a command reads: arguments, and standard input.
type input struct {
	args  []string
	stdin string
}

// way puts a record into a directory, or into standard input. ok is false where the
// record can't come in this way.
type way struct {
	name string
	put  func(t *testing.T, dir string, r *matrixRecord) (in input, ok bool)
}

func savedAs(t *testing.T, dir, name, content string) input {
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return input{args: []string{path}}
}

// file puts it into a file of its kind.
func file(t *testing.T, dir string, r *matrixRecord) (input, bool) {
	if r.Text {
		return savedAs(t, dir, "in.txt", r.Record), true
	}
	return savedAs(t, dir, "in.jsonl", r.Record+"\n"), true
}

var ways = []way{
	{"file", file},
	{"pipe", func(_ *testing.T, _ string, r *matrixRecord) (input, bool) {
		return input{stdin: r.Record + "\n"}, true
	}},
	{"directory", func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
		in, ok := file(t, dir, r)
		return input{args: []string{filepath.Dir(in.args[0])}}, ok
	}},
	{"gzip", func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write([]byte(r.line() + "\n"))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return savedAs(t, dir, "in.jsonl.gz", b.String()), true
	}},
	{"array", func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
		return savedAs(t, dir, "in.json", "[\n"+r.line()+"\n]\n"), json.Valid([]byte(r.line()))
	}},
	{"parquet", func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
		object, ok := r.object()
		path := filepath.Join(dir, "in.parquet")
		return input{args: []string{path}}, ok && makeParquet(path, object+"\n", 10) == nil
	}},
	{"notebook", func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
		return savedAs(t, dir, "in.ipynb", `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "source": "agent.run()", "metadata": {}, "outputs": [`+
			`{"output_type": "stream", "name": "stdout", "text": [`+quoted(r.Record+"\n")+`]}]}]}`), true
	}},
	{"cassette", func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
		object, ok := r.object()
		return savedAs(t, dir, "in.yaml", "interactions:\n- request:\n    method: POST\n    uri: https://example.com/v1\n    body: "+quoted(object)+
			"\n  response:\n    body:\n      string: "+quoted(`{"choices": [{"message": {"role": "assistant", "content": "done"}}]}`)+"\nversion: 1\n"), ok && !strings.Contains(object, `"run_steps"`) // which no request has
	}},
	{"field", func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
		at, ok := r.list()
		in := savedAs(t, dir, "in.jsonl", `{"id": 7, "data": {"traj": `+at+`}}`+"\n")
		in.args = append([]string{"--field", "data.traj"}, in.args...)
		return in, ok
	}},
	{"chat template", func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
		text, ok := r.chat()
		return savedAs(t, dir, "in.txt", text), ok
	}},
	{"in a string", func(t *testing.T, dir string, r *matrixRecord) (input, bool) {
		at, ok := r.list()
		return savedAs(t, dir, "in.jsonl", `{"messages": `+quoted(at)+`}`+"\n"), ok && at[0] == '['
	}},
}

// list returns the list or the text of the record that holds the transcript.
func (r *matrixRecord) list() (string, bool) {
	object, ok := r.object()
	var members map[string]json.RawMessage
	if !ok || json.Unmarshal([]byte(object), &members) != nil {
		return "", false
	}
	for _, key := range []string{"messages", "conversations", "contents", "input", "text"} {
		if v := members[key]; v != nil && members["output"] == nil && members["run_steps"] == nil {
			return string(v), true
		}
	}
	return object, true
}

// chat returns messages of texts as a chat template has them.
func (r *matrixRecord) chat() (string, bool) {
	list, _ := r.list()
	var messages []struct{ Role, Content *string }
	if json.Unmarshal([]byte(list), &messages) != nil || len(messages) == 0 {
		return "", false
	}
	var b strings.Builder
	for _, m := range messages {
		if m.Role == nil || m.Content == nil || slices.Contains([]string{"tool_call", "tool_response"}, *m.Role) || strings.Contains(list, "_call") {
			return "", false
		}
		b.WriteString("<|im_start|>" + *m.Role + "\n" + *m.Content + "<|im_end|>\n")
	}
	return b.String(), true
}
