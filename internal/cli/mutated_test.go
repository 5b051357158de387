package cli

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/testlong"
)

// mutable are runs over files that the command reads besides records: IN is the file that
// is changed.
var mutable = []struct {
	what, file string
	args       []string
}{
	{"Parquet", "in.parquet", []string{"convert", "--to", "hermes", "--rejects", "bad", "-o", "out.parquet", "--force", "IN"}},
	{"Parquet to lines", "in.parquet", []string{"convert", "--to", "openai", "--on-error", "skip", "IN"}},
	{"Parquet inspected", "in.parquet", []string{"inspect", "IN"}},
	{"style file", "style.toml", []string{"convert", "--style-file", "IN", "--to", "mine", "--on-error", "skip", "in.jsonl"}},
	{"style file to show", "style.toml", []string{"styles", "--style-file", "IN", "--show", "mine"}},
	{"template", "chat.jinja", []string{"convert", "--template", "IN", "--on-error", "skip", "in.jsonl"}},
	{"tokenizer's settings", "tokenizer_config.json", []string{"convert", "--template", "IN", "--on-error", "skip", "in.jsonl"}},
	{"reasons", "why.jsonl", []string{"merge", "in.jsonl", "same.jsonl", "--reasons", "IN"}},
	{"tool list", "tools.json", []string{"prompt", "--to", "react", "--tools", "IN"}},
	{"prompt", "prompt.txt", []string{"prompt", "--read", "IN"}},
	{"session", "session.jsonl", []string{"show", "--no-pager", "--to", "hermes", "IN"}},
	{"recording", "tape.yaml", []string{"check", "IN"}},
	{"notebook", "book.ipynb", []string{"masks", "--no-pager", "IN"}},
	{"text", "run.txt", []string{"tools", "IN"}},
	{"two files", "in.jsonl", []string{"diff", "IN", "same.jsonl"}},
}

// Changed bytes in any file that a command reads give errors and rejects, and no fault.
func TestMutatedFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	line := `{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {\"a\": 1}"}, {"role": "tool", "content": "low"}, {"role": "assistant", "content": "Thought: u\nFinal Answer: done"}], "tools": [{"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}}}}]}` + "\n"
	require.NoError(t, makeParquet("in.parquet", strings.Repeat(line, 3), 2))
	style := runMatrix(input{}, "styles", "--show", "tao").out
	run := "Question: q\nThought: t\nAction: f\nAction Input: {\"a\": 1}\nObservation: low\nThought: u\nFinal Answer: done\n"
	for name, content := range map[string]string{
		"in.jsonl": line, "same.jsonl": line, "run.txt": run, "bad": line,
		"style.toml":            strings.Replace(style, `"tao"`, `"mine"`, 1),
		"chat.jinja":            "{{ bos_token }}{% for m in messages %}{% if m.role == 'user' %}U{% else %}{{ loop.index }}{% endif %}{{ m.content | trim }}{% for c in m.tool_calls %}{{ c.function.name ~ c.function.arguments | tojson }}{% endfor %}{% endfor %}{% set n = namespace(x=1) %}{{ 'a'[::-1] }}{% macro f(a, b=2) %}{{ a }}{% endmacro %}{{ f(1) }}",
		"tokenizer_config.json": `{"bos_token": {"content": "<s>"}, "eos_token": "</s>", "chat_template": [{"name": "default", "template": "{{ bos_token }}{% for m in messages %}{{ m.content }}{% endfor %}"}]}`,
		"why.jsonl":             `{"file":"x.jsonl","record":2,"position":2,"offset":102,"length":4,"file_line":2,"severity":"reject","code":"not-json","message":0,"line":2,"column":2,"text":"not JSON"}` + "\n",
		"tools.json":            `[{"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}}}}]`,
		"prompt.txt":            "You can use these tools:\n\nf: does it, args: {\"a\": {\"type\": \"integer\"}}\n\nThought: think\nAction: one of [f]\nAction Input: JSON\n",
		"session.jsonl":         `{"type": "user", "sessionId": "s", "uuid": "u1", "message": {"role": "user", "content": "q"}}` + "\n" + `{"type": "assistant", "sessionId": "s", "uuid": "u2", "parentUuid": "u1", "message": {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "f", "input": {}}]}}` + "\n",
		"tape.yaml":             "interactions:\n- request:\n    uri: u\n    body: " + quoted(line) + "\n  response:\n    body:\n      string: '{\"choices\": []}'\n",
		"book.ipynb":            `{"nbformat": 4, "cells": [{"cell_type": "code", "source": "a", "outputs": [{"output_type": "stream", "name": "stdout", "text": [` + quoted(run) + `]}]}]}`,
	} {
		require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
	}
	whole := map[string][]byte{}
	for _, m := range mutable {
		b, err := os.ReadFile(m.file)
		require.NoError(t, err)
		whole[m.file] = b
		ran := runMatrix(input{}, strings.Split(strings.ReplaceAll(strings.Join(m.args, "|"), "IN", m.file), "|")...)
		require.NotContains(t, []int{2, 3}, ran.code, "%s: %s", m.what, ran.err)
	}
	r := rand.New(rand.NewPCG(5, 6))
	for i := range testlong.Size(600, 5_000) {
		m := &mutable[i%len(mutable)]
		b := bytes.Clone(whole[m.file])
		for range 1 + r.IntN(3) {
			at := r.IntN(len(b))
			switch to := min(len(b), at+1+r.IntN(12)); r.IntN(5) {
			case 0:
				b[at] = byte(r.IntN(256))
			case 1:
				b[at] ^= 1 << r.IntN(8)
			case 2:
				b = append(append(b[:at:at], b[to:]...), '.')
			case 3:
				b = append(b[:to:to], b[at:]...)
			default:
				b = append(append(b[:at:at], "{}[]\",:-=#%\n\x00\x80"[r.IntN(14)]), b[at:]...)
			}
		}
		file := m.file
		if m.file != "tokenizer_config.json" { // which is known by its name
			file = "m-" + m.file
		}
		require.NoError(t, os.WriteFile(file, b, 0o600))
		var args []string
		for _, a := range m.args {
			args = append(args, strings.Replace(a, "IN", file, 1))
		}
		ran := runMatrix(input{}, args...)
		if wrong := ran.sound(); wrong != "" && !strings.Contains(string(b), "internal") {
			t.Fatalf("%s: %s: %s\n%q", m.what, wrong, ran.err, b)
		}
	}
}

// A record that can't be read is shown with the reason, next to the message that it is about.
func TestShowReject(t *testing.T) {
	said := runMatrix(input{stdin: `{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "Look.%%%f\n{}"}, {"role": "tool", "content": "low"}]}`}, "show", "--no-pager")
	require.Contains(t, said.out, "reject foreign-style")
	require.Contains(t, said.out, "Look.%%%f")
}

// A command that panics says so, with exit code 3 and without a trace of the stack.
func TestFaultOfCommand(t *testing.T) {
	c := &invocation{command: &command{Name: "styles"}, run: func(*invocation) error { panic("a fault of the test") }}
	failed := c.start()
	require.ErrorContains(t, failed, "a fault of toolspeak")
	require.Equal(t, 3, exitCode(failed), fmt.Sprint(failed))
}
