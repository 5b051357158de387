package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"
	"go.yaml.in/yaml/v3"
)

// corpusVariable names the directory of real transcripts. Without it their rows
// are skipped.
const corpusVariable = "TOOLSPEAK_CORPUS"

// source is a set of real transcripts.
type source struct {
	name string
	// files are patterns below the directory.
	files []string
	// records returns the records in a file.
	records func(data []byte) ([][]byte, error)
	// style is the one that the transcripts are in, and to the one that they are
	// converted to.
	style, to string
	flags     []string
	// prompts is set where each record has a system prompt.
	prompts bool
}

var sources = []source{
	{name: "llamaindex", files: []string{"llamaindex-react/*.jsonl"}, records: jsonLines, style: "react", to: "xml", prompts: true},
	{name: "chatmof", files: []string{"chatmof/*.jsonl"}, records: jsonLines, style: "langchain", to: "xml", prompts: true},
	{name: "rotbench", files: []string{"rotbench/*.json"}, records: elements, style: "react", to: "xml", prompts: true},
	{name: "fireact", files: []string{"fireact/*.jsonl"}, records: jsonLines, style: "react-paper", to: "xml"},
	{name: "webdancer", files: []string{"webdancer/*.jsonl"}, records: jsonLines, style: "hermes", to: "xml", prompts: true},
	{name: "criticsearch", files: []string{"criticsearch/*.json"}, records: elements, style: "xml", to: "react", prompts: true},
	{name: "crewai", files: []string{"crewai-cassettes/2024-12*.yaml"}, records: cassette, style: "crewai", to: "xml", prompts: true},
	{name: "mdcrow", files: []string{"mdcrow/*.ipynb", "mdcrow/*.out"}, records: messagePrints, style: "langchain-json", to: "xml"},
	{name: "pages-langchain", files: []string{"langchain-react/*.ipynb"}, records: textPrints, style: "langchain", to: "xml"},
	{name: "pages-structured", files: []string{"langchain-structured/*.ipynb", "llamp/*.ipynb"}, records: textPrints, style: "langchain-json", to: "xml"},
	{name: "pages-llamaindex", files: []string{"llamaindex-react/*.ipynb"}, records: textPrints, style: "react", to: "xml"},
	{name: "knowagent", files: []string{"knowagent/*.jsonl"}, records: jsonLines, style: "react-paper", to: "xml", flags: []string{"--field", "prompt"}},
}

// write repeats the records of a source until the file is full, with a number of
// its own in each system prompt if numbered.
func (s *source) write(w *lines, numbered bool) error {
	all, err := s.load()
	if err != nil {
		return err
	}
	for n := 0; !w.full(); n++ {
		record := all[n%len(all)]
		if numbered {
			if record, err = number(record, n); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
		if err := w.add(record); err != nil {
			return err
		}
	}
	return nil
}

func (s *source) load() (all [][]byte, err error) {
	for _, pattern := range s.files {
		paths, err := filepath.Glob(filepath.Join(os.Getenv(corpusVariable), filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			list, err := s.records(data)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			all = append(all, list...)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no records of %s below %s", s.name, os.Getenv(corpusVariable))
	}
	return all, nil
}

// number puts n into the system prompts of a record, where the first sentence of
// each ends. All other bytes stay.
func number(record []byte, n int) ([]byte, error) {
	found := false
	// A copy of the prompt that follows the messages is changed first, so that
	// offsets before it stay right.
	for _, path := range []string{"system", `conversations.#(from=="system").value`, `messages.#(role=="system").content`} {
		r := gjson.GetBytes(record, path)
		if r.Type != gjson.String || r.Index == 0 {
			continue
		}
		found = true
		at := r.Index + 1
		if end := strings.IndexByte(r.Raw, '.'); end > 0 {
			at = r.Index + end
		}
		out := append(make([]byte, 0, len(record)+24), record[:at]...)
		record = append(fmt.Appendf(out, " (session %09d)", n), record[at:]...)
	}
	if !found {
		return nil, errors.New("a record has no system prompt")
	}
	return record, nil
}

func jsonLines(data []byte) (out [][]byte, err error) {
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			out = append(out, line)
		}
	}
	return out, nil
}

// elements returns the elements of a JSON array, each on one line.
func elements(data []byte) ([][]byte, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	out := make([][]byte, len(list))
	for i, raw := range list {
		var line bytes.Buffer
		if err := json.Compact(&line, raw); err != nil {
			return nil, err
		}
		out[i] = line.Bytes()
	}
	return out, nil
}

// cassette returns the conversations in a recording of HTTP traffic: the messages
// of each request, and what the model answered.
func cassette(data []byte) (out [][]byte, err error) {
	var recording struct {
		Interactions []struct {
			Request  struct{ Body string }
			Response struct{ Content string }
		}
	}
	if err := yaml.Unmarshal(data, &recording); err != nil {
		return nil, err
	}
	for _, in := range recording.Interactions {
		var request struct{ Messages []message }
		answer := gjson.Get(in.Response.Content, "choices.0.message.content")
		// A body that is no JSON is a report to somebody else.
		if json.Unmarshal([]byte(in.Request.Body), &request) != nil || len(request.Messages) == 0 || answer.String() == "" {
			continue
		}
		record, err := marshal(map[string]any{"messages": append(request.Messages, message{"assistant", answer.String()})})
		if err != nil {
			return nil, err
		}
		out = append(out, record)
	}
	return out, nil
}

// textPrints returns what a notebook's cells printed, a record each, and
// messagePrints the same as a message of the model.
func textPrints(data []byte) ([][]byte, error) {
	return prints(data, func(text string) any { return map[string]string{"text": text} })
}

func messagePrints(data []byte) ([][]byte, error) {
	return prints(data, func(text string) any {
		return map[string]any{"messages": []message{{"user", "Begin."}, {"assistant", text}}}
	})
}

func prints(data []byte, record func(text string) any) (out [][]byte, err error) {
	texts := []string{string(data)} // a log, unless it is a notebook
	if gjson.ValidBytes(data) {
		texts = nil
		for _, cell := range gjson.GetBytes(data, "cells").Array() {
			texts = append(texts, printed(cell))
		}
	}
	for _, text := range texts {
		// Not every cell runs an agent.
		if !strings.Contains(text, "Action") {
			continue
		}
		line, err := marshal(record(text))
		if err != nil {
			return nil, err
		}
		out = append(out, line)
	}
	return out, nil
}

// printed returns what a notebook's cell printed.
func printed(cell gjson.Result) string {
	var b strings.Builder
	for _, output := range cell.Get("outputs").Array() {
		text := output.Get("text")
		if !text.IsArray() {
			b.WriteString(text.String())
			continue
		}
		for _, line := range text.Array() {
			b.WriteString(line.String())
		}
	}
	return b.String()
}

// marshal spells JSON as nearly all writers but Go's do.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}
