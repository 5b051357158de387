package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
)

const (
	oneCall  = "Question: q\nThought: t\nAction: f\nAction Input: {\"a\": 1}\nObservation: low\nThought: u\nFinal Answer: done\n"
	openAIed = `{"model": "m", "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "c1", "content": "low"}]}`
	answered = `{"choices": [{"message": {"role": "assistant", "content": "done"}}]}`
	streamed = "data: {\"choices\": [{\"index\": 0, \"delta\": {\"role\": \"assistant\", \"tool_calls\": [{\"index\": 0, \"id\": \"c2\", \"type\": \"function\", \"function\": {\"name\": \"f\", \"arguments\": \"{\\\"a\\\"\"}}]}}]}\n\ndata: {\"choices\": [{\"index\": 0, \"delta\": {\"tool_calls\": [{\"index\": 0, \"function\": {\"arguments\": \": 1}\"}}]}}]}\n\ndata: [DONE]\n\n"
	agentLog = `{"type": "user", "sessionId": "s", "uuid": "u1", "parentUuid": null, "message": {"role": "user", "content": "q"}}
{"type": "assistant", "sessionId": "s", "uuid": "u2", "parentUuid": "u1", "message": {"id": "m1", "role": "assistant", "content": [{"type": "text", "text": "w"}, {"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}}]}}
{"type": "user", "sessionId": "s", "uuid": "u3", "parentUuid": "u2", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "low"}]}}
{"type": "assistant", "sessionId": "s", "uuid": "u4", "parentUuid": "u3", "message": {"id": "m2", "role": "assistant", "content": [{"type": "text", "text": "done"}]}}
`
	rolloutLog = `{"timestamp": "t", "type": "session_meta", "payload": {"id": "s", "instructions": "i"}}
{"timestamp": "t", "type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "q"}]}}
{"timestamp": "t", "type": "response_item", "payload": {"type": "function_call", "name": "f", "arguments": "{}", "call_id": "c1"}}
{"timestamp": "t", "type": "response_item", "payload": {"type": "function_call_output", "call_id": "c1", "output": "low"}}
`
	traceLog = `{"id": "NAME1", "traceId": "NAME", "type": "GENERATION", "startTime": "2026-01-01T00:00:01Z", "input": [{"role": "user", "content": "q"}], "output": {"role": "assistant", "content": "done"}}
{"id": "NAME2", "traceId": "NAME", "type": "GENERATION", "startTime": "2026-01-01T00:00:02Z", "input": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "done"}, {"role": "user", "content": "r"}], "output": {"role": "assistant", "content": "done"}}
`
)

// containers are inputs of every kind, each with a file's name.
func containers(t testing.TB) map[string][]byte {
	said := func(s string) string {
		b, err := json.Marshal(s)
		require.NoError(t, err)
		return string(b)
	}
	react := `{"id": 1, "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": ` + said("Thought: t\nAction: f\nAction Input: {}") + `}]}`
	cell := `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "source": "run()", "metadata": {}, "outputs": [{"output_type": "stream", "name": "stdout", "text": [` +
		said(oneCall) + `]}, {"output_type": "execute_result", "data": {"text/plain": ["'done'"]}}, {"output_type": "stream", "name": "stderr", "text": "w"}]}]}`
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write([]byte(strings.Repeat(react+"\n", 3)))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	enc, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	list := map[string][]byte{
		"lines.jsonl":     []byte(react + "\n\n" + openAIed + "\r\n" + said(oneCall) + "\n"),
		"array.json":      []byte("[\n  " + react + ",\n  " + openAIed + "\n]\n"),
		"value.json":      []byte(strings.ReplaceAll(react, ", ", ",\n ")),
		"nested.jsonl":    []byte(`{"data": {"rows": [` + react + ", " + openAIed + `]}}` + "\n"),
		"text.txt":        []byte(oneCall),
		"log.txt":         []byte("> Entering new AgentExecutor chain...\n" + oneCall + "> Finished chain.\n\n> Entering new AgentExecutor chain...\n" + oneCall + "> Finished chain.\n"),
		"template.txt":    []byte("<|im_start|>user\nq<|im_end|>\n<|im_start|>assistant\n<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call><|im_end|>\n"),
		"book.ipynb":      []byte(cell),
		"session.jsonl":   []byte(agentLog + strings.ReplaceAll(strings.ReplaceAll(agentLog, `"s"`, `"s2"`), `"u`, `"v`)),
		"rollout.jsonl":   []byte(rolloutLog),
		"traces.jsonl":    []byte(strings.ReplaceAll(traceLog, "NAME", "t") + strings.ReplaceAll(traceLog, "NAME", "u")),
		"packed.jsonl.gz": packed.Bytes(), "packed.jsonl.zst": enc.EncodeAll([]byte(strings.Repeat(react+"\n", 3)), nil),
		"tape.yaml": []byte("interactions:\n- request: &asked\n    method: POST\n    uri: https://example.com/v1\n    body: " + said(openAIed) + "\n  response:\n    body:\n      string: " + said(answered) +
			"\n- request:\n    method: POST\n    uri: https://example.com/v1\n    parsed_body:\n      model: m\n      messages:\n      - {role: user, content: q}\n  response:\n    body:\n      string: " + said(streamed) +
			"\n- request: *asked\n  response: {body: {string: !!binary eyJjaG9pY2VzIjogW119}}\nversion: 1\n"),
		"tape.json": []byte(`{"interactions": [{"request": {"method": "POST", "uri": "u", "body": ` + said(openAIed) + `}, "response": {"body": {"string": ` + said(answered) + `}}}], "version": 1}`),
	}
	return list
}

// What panics while an input is opened, looked at or read on is a reject that holds what was
// not read, and no bytes of the input are lost.
func TestFaultsOfContainers(t *testing.T) {
	tripped := map[string]int{}
	for name, in := range containers(t) {
		for _, where := range []string{"begin", "next", "taken", "split", "session", "spans", "conversation", "survey", "read", "unpack"} {
			for _, after := range []int{0, 1, 2} {
				e, err := New(Options{Options: convert.Options{To: "hermes", Debug: true}, Fields: map[bool][]string{true: {"data.rows"}}[name == "nested.jsonl"]})
				require.NoError(t, err)
				left := after
				e.trip = func(at string) {
					if at == where {
						if left--; left < 0 {
							panic("a fault of the test")
						}
					}
				}
				var out, rejects bytes.Buffer
				report, err := e.CopyWith(t.Context(), &out, bytes.NewReader(in), CopyOptions{Name: name, Rejects: &rejects})
				if left >= 0 {
					continue // there was none
				}
				what := fmt.Sprintf("%s, %s %d", name, where, after)
				tripped[where]++
				switch where {
				case "survey", "spans": // it only helps to guess
					require.NoError(t, err, what)
				case "read", "unpack":
					require.ErrorContains(t, err, "a fault of toolspeak", what)
					require.ErrorContains(t, err, "guard.go:", what)
				default:
					require.NoError(t, err, what)
					require.NotZero(t, report.Rejects[string(ir.CodeInternal)], what)
					if after > 0 {
						continue
					}
					var plain bytes.Buffer
					require.NoError(t, Unpack(t.Context(), &plain, name, bytes.NewReader(in)))
					if (where == "next" || where == "conversation") && isMade[name] { // its records are made of its bytes
						assert.NotEmpty(t, rejects.Bytes(), what)
					} else {
						assert.Equal(t, squeezed(plain.Bytes()), squeezed(rejects.Bytes()), what)
					}
				}
			}
		}
	}
	for _, where := range []string{"begin", "next", "taken", "split", "session", "spans", "conversation", "survey", "read", "unpack"} {
		assert.NotZero(t, tripped[where], where)
	}
}

// isMade has the containers whose records are not in them as they are.
var isMade = map[string]bool{"book.ipynb": true, "tape.json": true, "tape.yaml": true, "log.txt": true, "nested.jsonl": true, "traces.jsonl": true}

// squeezed is what an input says, without white space between its lines.
func squeezed(b []byte) string {
	return strings.Join(strings.Fields(string(b)), " ")
}

// Changed, missing and additional bytes, in every kind of container, are rejects and errors,
// and no fault.
func TestMutatedContainers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	list := containers(t)
	var names []string
	for name := range list {
		names = append(names, name)
	}
	slices.Sort(names)
	var engines []*Engine
	for _, to := range []string{"hermes", "openai", "ir"} {
		e, err := New(Options{Options: convert.Options{To: to, Debug: true}})
		require.NoError(t, err)
		engines = append(engines, e)
	}
	fields, err := New(Options{Options: convert.Options{To: "xml", Debug: true}, Fields: []string{"data.rows", "**.messages"}, AllBranches: true})
	require.NoError(t, err)
	engines = append(engines, fields)
	for i := range testlong.Size(3_000, 20_000) {
		name := names[i%len(names)]
		in := mutatedBytes(r, list[name], list[names[r.IntN(len(names))]])
		e := engines[r.IntN(len(engines))]
		var rejects bytes.Buffer
		report, err := e.CopyWith(t.Context(), io.Discard, bytes.NewReader(in), CopyOptions{Name: name, Rejects: &rejects, RunOptions: RunOptions{Workers: 1}})
		var known *InputError
		switch {
		case err == nil, errors.As(err, &known):
		case strings.HasSuffix(name, ".gz"), strings.HasSuffix(name, ".zst"):
			require.NotContains(t, err.Error(), "a fault of toolspeak", "%s: %q", name, in)
		default:
			require.NoError(t, err, "%s: %q", name, in)
		}
		if report != nil {
			require.Zero(t, report.Rejects[string(ir.CodeInternal)], "%s: %q: %s", name, in, rejects.Bytes())
		}
	}
}

// A trace whose last line was cut off is read up to there, and the line is a reject.
func TestTraceThatIsCutOff(t *testing.T) {
	e, err := New(Options{Options: convert.Options{To: "openai"}})
	require.NoError(t, err)
	whole := containers(t)["traces.jsonl"]
	for cut := bytes.LastIndexByte(bytes.TrimSpace(whole), '\n') + 2; cut < len(bytes.TrimSpace(whole)); cut++ {
		var out, rejects bytes.Buffer
		report, err := e.CopyWith(t.Context(), &out, bytes.NewReader(whole[:cut]), CopyOptions{Name: "traces.jsonl", Rejects: &rejects, RunOptions: RunOptions{Workers: 1}})
		require.NoError(t, err)
		require.Equal(t, map[string]int{"not-json": 1}, report.Rejects, "%s", whole[:cut])
		require.NotZero(t, report.Converted)
	}
}

// mutatedBytes returns a file with a few bytes or pieces of it changed.
func mutatedBytes(r *rand.Rand, file, other []byte) []byte {
	b := bytes.Clone(file)
	for range 1 + r.IntN(3) {
		if len(b) == 0 {
			return b
		}
		i := r.IntN(len(b))
		j := min(len(b), i+1+r.IntN(40))
		switch r.IntN(7) {
		case 0:
			b[i] = byte(r.IntN(256))
		case 1:
			b[i] ^= 1 << r.IntN(8)
		case 2:
			b = append(b[:i:i], b[j:]...)
		case 3:
			b = append(b[:j:j], b[i:]...) // twice
		case 4:
			b = b[:i]
		case 5:
			k := r.IntN(len(other))
			b = append(append(b[:i:i], other[k:min(len(other), k+1+r.IntN(60))]...), b[i:]...)
		case 6:
			b = append(append(b[:i:i], strange[r.IntN(len(strange))]...), b[j:]...)
		}
	}
	return b
}

// strange are pieces that stand in a file where others do.
var strange = []string{"{", "}", "[", "]", "\"", ",", ":", "\\", "\x00", "\xff", "null", "0", "\n", "\r", "\t", "- ", "&a ", "*a", "<<: ", "!!binary ", "|\n", "\ufeff", "\x1b[32m", "[]", "{}", "[[]]", `""`, "\\ud800", "data: ", "Observation: "}
