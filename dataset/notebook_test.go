package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// wildTexts returns the texts of the cases in testdata/wild by their names.
func wildTexts(t *testing.T) (names, texts []string) {
	t.Helper()
	files, err := filepath.Glob("../testdata/wild/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, f := range txtar.Parse(raw).Files {
			text, _, _ := strings.Cut(string(f.Data), "=>\n")
			text = strings.NewReplacer(`\e`, "\x1b", "[user]\n", "User: ", "[assistant]\n", "Assistant: ", "[tool]\n", "Observation: ").Replace(text)
			names, texts = append(names, filepath.Base(file)+"/"+f.Name), append(texts, text)
		}
	}
	return names, texts
}

// stepsOfInput returns the steps of the records of an input in short, or the codes of their rejects.
func stepsOfInput(t *testing.T, o Options, name string, input []byte) (out []string) {
	t.Helper()
	e, err := New(o)
	require.NoError(t, err)
	for rec, err := range e.Records(t.Context(), name, bytes.NewReader(input)) {
		var found Inspection
		if err == nil {
			found, err = e.Inspect(rec)
		}
		if err != nil {
			out = append(out, "reject "+string(asReject(err).Code))
			continue
		}
		for _, read := range found.Transcripts {
			for i := range read.Transcript.Steps {
				s := &read.Transcript.Steps[i]
				args := s.Args.Raw
				if s.Args.Form == ir.Python { // a print that is read as a whole has what it means
					args = s.Args.Value
				}
				out = append(out, fmt.Sprintf("%s %q %q %q", s.Kind, s.Tool.String(), args.String(), s.Text.String()))
			}
		}
		found.Release()
	}
	return out
}

// bookOf makes a notebook with one cell that has these outputs.
func bookOf(t *testing.T, outputs ...any) []byte {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{}, "cells": []any{
		map[string]any{"cell_type": "code", "source": "run()", "outputs": outputs},
	}})
	require.NoError(t, err)
	return raw
}

func stream(name, text string) any {
	return map[string]any{"output_type": "stream", "name": name, "text": strings.SplitAfter(text, "\n")}
}

func display(kind, text string) any {
	return map[string]any{"output_type": kind, "data": map[string]any{"text/plain": text}}
}

// TestWaysIn reads each case of testdata/wild as a file, as what a cell of a notebook wrote, in
// a field text, in a field that was named and with lines that end in CR LF: the steps are the same. A file or a cell of which
// nothing shows that it is a transcript is not taken.
func TestWaysIn(t *testing.T) {
	names, texts := wildTexts(t)
	for i, text := range texts {
		t.Run(names[i], func(t *testing.T) {
			text = strings.TrimRight(text, "\n")
			object, err := json.Marshal(map[string]any{"text": text, "log": map[string]any{"out": text}})
			require.NoError(t, err)
			want := stepsOfInput(t, Options{}, "in.jsonl", object)
			require.Equal(t, want, stepsOfInput(t, Options{Fields: []string{"log.out"}}, "in.jsonl", object), "--field")
			file := stepsOfInput(t, Options{WholeLogs: true}, "in.txt", []byte(text))
			if len(file) == 1 && file[0] == "reject no-transcript" {
				require.Len(t, want, 1, "nothing but an answer without a marker")
				require.Contains(t, want[0], "answer")
			} else {
				require.Equal(t, want, file, "a file")
			}
			if _, held, _ := strings.Cut(strings.Join(want, "\n"), "call "); held != "" && !strings.Contains(text, "\r") {
				ended := stepsOfInput(t, Options{WholeLogs: true}, "in.txt", []byte(strings.ReplaceAll(text, "\n", "\r\n")))
				for i := range ended {
					ended[i] = strings.ReplaceAll(ended[i], `\r`, "") // those of a text that shows no transcript
				}
				require.Equal(t, want, ended, "lines that end in CR LF")
			}
			lines := strings.SplitAfter(text, "\n")
			half := strings.Join(lines[:len(lines)/2], "")
			for name, book := range map[string][]byte{
				"printed":        bookOf(t, stream("stdout", text+"\n"), stream("stderr", "a warning\n")),
				"displayed":      bookOf(t, display("display_data", text)),
				"in two":         bookOf(t, stream("stdout", half), stream("stderr", "a warning\n"), stream("stdout", text[len(half):]+"\n")),
				"the last value": bookOf(t, stream("stdout", text+"\n"), display("execute_result", "'done'")),
				"half and half":  bookOf(t, stream("stdout", half), display("display_data", text[len(half):])),
				"standard error": bookOf(t, stream("stderr", text)),
			} {
				cell := stepsOfInput(t, Options{WholeLogs: true}, "in.ipynb", book)
				if len(cell) == 0 || len(cell) == 1 && cell[0] == "reject no-transcript" {
					require.NotContains(t, strings.Join(want, "\n"), "call ", name)
					continue
				}
				require.Equal(t, want, cell, name)
			}
		})
	}
}

// TestCells says which outputs of cells are records: that of an agent with the value of its last
// line beside it, and none of other programs. Where none is one, those that have words of a
// transcript are named.
func TestCells(t *testing.T) {
	const run = "Thought: a\nAction: f\nAction Input: x\nObservation: y\nThought: b\nFinal Answer: z\n"
	steps := []string{`thought "" "" "a"`, `call "f" "x" ""`, `observation "f" "" "y"`, `thought "" "" "b"`, `answer "" "" "z"`}
	none := []string{"reject no-transcript"}
	bold := "================================\x1b[1m Human Message \x1b[0m=================================\n\nHow high?\n" +
		"==================================\x1b[1m Ai Message \x1b[0m==================================\nTool Calls:\n  f (c1)\n Call ID: c1\n  Args:\n    at: x\n"
	for name, c := range map[string]struct {
		outputs []any
		want    []string
	}{
		"another program's":                    {[]any{stream("stdout", "hello\nworld\n"), display("execute_result", "3")}, nil},
		"a word of one":                        {[]any{stream("stdout", "Thought: a\n")}, none},
		"a tag of one":                         {[]any{stream("stdout", "x <tool_use>")}, none},
		"an agent's":                           {[]any{stream("stdout", run)}, steps},
		"with a value":                         {[]any{stream("stdout", run), display("execute_result", "{'output': 'z'}")}, steps},
		"with an object":                       {[]any{stream("stdout", run), display("execute_result", "AgentChatResponse(response='z')")}, steps},
		"with the run as a value":              {[]any{display("execute_result", run)}, steps},
		"boxes, one after the other":           {[]any{display("display_data", run[:11]), display("display_data", run[11:37]), display("display_data", run[37:])}, steps},
		"a page":                               {[]any{map[string]any{"output_type": "display_data", "data": map[string]any{"text/plain": "<IPython.core.display.Markdown object>", "text/markdown": run}}}, steps},
		"logged":                               {[]any{stream("stdout", "hello\n"), stream("stderr", run)}, steps},
		"bold headers":                         {[]any{stream("stdout", bold)}, []string{`user "" "" "How high?"`, `call "f" "{\"at\": \"x\"}" ""`}},
		"a style that toolspeak does not read": {[]any{stream("stdout", "<|python_tag|>f.call(x=1)\n")}, []string{"reject foreign-style"}},
	} {
		require.Equal(t, c.want, stepsOfInput(t, Options{}, "in.ipynb", bookOf(t, c.outputs...)), name)
	}
}
