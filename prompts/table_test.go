package prompts

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"go.yaml.in/yaml/v3"

	"github.com/toolspeak/toolspeak/internal/golden"
)

const promptsPage = "../docs/prompts.md"

// set is a set of real prompts with the marks by which its tools are counted
// without our readers.
type set struct {
	name, glob string
	prompts    func(t *testing.T, path string) []string
	mark       *regexp.Regexp
}

var sets = []set{
	{"llamaindex-react", "llamaindex-react/*.jsonl", systemPrompts, regexp.MustCompile(`(?m)^> Tool Name: `)},
	{"openllmetry-llamaindex", "openllmetry-llamaindex/*.yaml", cassette, regexp.MustCompile(`(?m)^> Tool Name: `)},
	{"crewai-cassettes, 2024-05", "crewai-cassettes/2024-05*.yaml", cassette, regexp.MustCompile(`(?m)^(\w+: \w+\(|(Delegate work|Ask question) to co-worker: |Tool Name: )`)},
	{"crewai-cassettes, 2024-12", "crewai-cassettes/2024-12*.yaml", cassette, regexp.MustCompile(`(?m)^Tool Name: `)},
	{"criticsearch", "criticsearch/*.json", systemPrompts, regexp.MustCompile(`"type": "function"`)},
	{"rotbench", "rotbench/*.json", systemPrompts, regexp.MustCompile(`"parameters": \{"type"`)},
	{"langchain-structured", "langchain-structured/*.ipynb", printed, regexp.MustCompile(`, args: \{'`)},
	{"mdcrow", "mdcrow/*", printed, regexp.MustCompile(`, args: \{|Tool Name:`)},
	{"llamp", "llamp/*.ipynb", printed, regexp.MustCompile(`, args: \{|Tool Name:`)},
	{"toolbench-answers, prompts", "toolbench-answers/*.json", trained, regexp.MustCompile(`(?m)^\d+\.\w+:.*\n?\z|(?m)^\d+\.\w[^.]*: `)},
	{"toolbench-answers, `function` keys", "toolbench-answers/*.json", nil, regexp.MustCompile(`"parameters": \{`)},
}

// cassette returns the first message of each request of a recording.
func cassette(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var doc struct {
		Interactions []struct{ Request struct{ Body string } }
	}
	require.NoError(t, yaml.Unmarshal(b, &doc))
	var out []string
	for _, i := range doc.Interactions {
		for _, key := range []string{"messages.0.content", "chat_history.0.message"} {
			if v := gjson.Get(i.Request.Body, key); v.Type == gjson.String {
				out = append(out, v.String())
			}
		}
	}
	return out
}

// printed returns the outputs of a notebook, or a log, that print a list of tools.
func printed(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	texts := []string{string(b)}
	if filepath.Ext(path) == ".ipynb" {
		texts = nil
		gjson.GetBytes(b, "cells.#.outputs").ForEach(func(_, cell gjson.Result) bool {
			for _, o := range cell.Array() {
				var text strings.Builder
				for _, line := range append(o.Get("text").Array(), o.Get("data.text/plain").Array()...) {
					text.WriteString(line.String())
				}
				texts = append(texts, text.String())
			}
			return true
		})
	}
	return slices.DeleteFunc(texts, func(s string) bool { return !strings.Contains(s, ", args: {") && !strings.Contains(s, "Tool Name:") })
}

// trained returns the system prompts of ToolBench's training messages.
func trained(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var out []string
	gjson.GetBytes(b, "answer_generation.train_messages").ForEach(func(_, messages gjson.Result) bool {
		out = append(out, messages.Get(`#(role=="system").content`).String())
		return true
	})
	return out
}

// row counts a set.
func (s *set) row(t *testing.T) string {
	files, err := filepath.Glob(corpus(t, s.glob))
	require.NoError(t, err)
	total, recognised, read, marks := 0, 0, 0, 0
	styles := map[string]int{}
	forms := map[Form]int{}
	for _, file := range files {
		if strings.Contains(file, "LICENSE") || strings.Contains(file, "SOURCES") {
			continue
		}
		if s.prompts == nil {
			b, err := os.ReadFile(file)
			require.NoError(t, err)
			raw := gjson.GetBytes(b, "answer_generation.function").Raw
			c, err := fresh.ParseDefinitions([]byte(raw))
			require.NoError(t, err)
			total++
			read += len(c.Tools)
			marks += len(s.mark.FindAllString(raw, -1))
			forms[c.Form]++
			continue
		}
		for _, prompt := range s.prompts(t, file) {
			total++
			r := fresh.Read(prompt)
			if r.Style != nil {
				recognised++
				styles[r.Style.Name]++
			}
			if len(r.ToolList.Tools) > 0 {
				forms[r.ToolList.Form]++
			}
			read += len(r.ToolList.Tools)
			marks += len(s.mark.FindAllString(prompt, -1))
		}
	}
	return fmt.Sprintf("| %s | %d | %d | %s | %d | %d | %s |", s.name, total, recognised, counts(styles), read, marks, counts(forms))
}

// counts writes a map's keys with their numbers.
func counts[K ~string](m map[K]int) string {
	var out []string
	for k, n := range m {
		out = append(out, fmt.Sprintf("%s %d", k, n))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// The table of docs/prompts.md is what the corpus gives.
func TestTable(t *testing.T) {
	corpus(t)
	table := "| set | prompts | recognised | style | tools read | tools by grep | forms |\n| --- | --- | --- | --- | --- | --- | --- |\n"
	for _, s := range sets {
		table += s.row(t) + "\n"
	}
	t.Log("\n" + table)
	old, err := os.ReadFile(promptsPage)
	require.NoError(t, err)
	const begin, end = "<!-- table -->\n", "<!-- /table -->"
	head, rest, ok := bytes.Cut(old, []byte(begin))
	require.True(t, ok)
	_, tail, ok := bytes.Cut(rest, []byte(end))
	require.True(t, ok)
	golden.File(t, promptsPage, string(head)+begin+table+end+string(tail))
}
