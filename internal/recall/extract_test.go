// Package recall measures how much of real transcripts toolspeak reads. It has
// tests alone: they take transcripts out of notebooks, cassettes and tables,
// count the calls that a person sees in them with plain expressions, and
// compare with what is read.
package recall

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// message is one turn of a sample.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// sample is one transcript: messages, or flat text.
type sample struct {
	place    string
	messages []message
	// alternatives are a list in place of the last message's value.
	alternatives []string
	flat         string
}

func corpus(t *testing.T) string {
	t.Helper()
	root := os.Getenv("TOOLSPEAK_CORPUS")
	if root == "" {
		t.Skip("TOOLSPEAK_CORPUS is not set: the real transcripts are not here")
	}
	return root
}

// extract returns the transcripts in a file, by its ending.
func extract(t *testing.T, path string) []sample {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	switch filepath.Ext(path) {
	case ".ipynb":
		return notebook(t, data)
	case ".yaml":
		return cassette(t, data)
	case ".csv":
		return table(t, data)
	case ".json", ".jsonl":
		return objects(data)
	}
	return blocks(string(data))
}

// blocks returns a page's prints, each a transcript of its own: who took them
// from the page put a line between them.
func blocks(page string) (out []sample) {
	for i, text := range strings.Split(page, "\n----- next block -----\n") {
		out = append(out, sample{place: fmt.Sprintf("block %d", i+1), flat: unindented(text)})
	}
	return out
}

// unindented takes off what makes a block of Markdown's code or a quotation, if
// all lines have it.
func unindented(text string) string {
	lines := strings.Split(text, "\n")
	for _, sign := range [...]string{"    ", ">"} {
		with := func(l string) bool { return strings.TrimSpace(l) == "" || strings.HasPrefix(l, sign) }
		if !slices.ContainsFunc(lines, func(l string) bool { return !with(l) }) {
			for i, l := range lines {
				lines[i] = strings.TrimPrefix(strings.TrimPrefix(l, sign), " ")
			}
		}
	}
	return strings.Join(lines, "\n")
}

// notebook returns the printed outputs of a notebook's cells.
func notebook(t *testing.T, data []byte) []sample {
	var nb struct {
		Cells []struct {
			Outputs []struct {
				Text any            `json:"text"`
				Data map[string]any `json:"data"`
			} `json:"outputs"`
		} `json:"cells"`
	}
	require.NoError(t, json.Unmarshal(data, &nb))
	var out []sample
	for i, c := range nb.Cells {
		var all strings.Builder
		for _, o := range c.Outputs {
			all.WriteString(joined(o.Text))
		}
		if all.Len() > 0 {
			out = append(out, sample{place: fmt.Sprintf("cell %d", i), flat: all.String()})
		}
	}
	return out
}

// joined returns a string, or a list of them in one.
func joined(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var b strings.Builder
		for _, e := range v {
			b.WriteString(joined(e))
		}
		return b.String()
	}
	return ""
}

// cassette returns the answers that a recording of HTTP traffic holds.
func cassette(t *testing.T, data []byte) []sample {
	var rec struct {
		Interactions []struct {
			Response struct {
				Body struct {
					String string `yaml:"string"`
				} `yaml:"body"`
				Content string `yaml:"content"`
			} `yaml:"response"`
		} `yaml:"interactions"`
		Text string `yaml:"text"`
	}
	require.NoError(t, yaml.Unmarshal(data, &rec))
	var out []sample
	if rec.Text != "" {
		return []sample{{place: "text", flat: rec.Text}}
	}
	for i, in := range rec.Interactions {
		if text := answer(in.Response.Body.String + in.Response.Content); text != "" {
			out = append(out, sample{
				place:    fmt.Sprintf("interaction %d", i),
				messages: []message{{"user", "Begin."}, {"assistant", text}},
			})
		}
	}
	return out
}

// answer returns the text of a model's response: JSON, or a stream of events.
func answer(body string) string {
	if strings.HasPrefix(body, "\x1f\x8b") {
		if r, err := gzip.NewReader(strings.NewReader(body)); err == nil {
			b, _ := io.ReadAll(r)
			body = string(b)
		}
	}
	type reply struct {
		Text    string `json:"text"`
		Choices []struct {
			Text    string  `json:"text"`
			Message message `json:"message"`
			Delta   message `json:"delta"`
		} `json:"choices"`
	}
	var all strings.Builder
	take := func(doc string) {
		var r reply
		if json.Unmarshal([]byte(doc), &r) != nil {
			return
		}
		all.WriteString(r.Text)
		for _, c := range r.Choices {
			all.WriteString(c.Message.Content + c.Delta.Content + c.Text)
		}
	}
	if !strings.HasPrefix(body, "data:") {
		take(body)
		return all.String()
	}
	for _, line := range strings.Split(body, "\n") {
		if doc, ok := strings.CutPrefix(line, "data: "); ok {
			take(doc)
		}
	}
	return all.String()
}

// table returns the cells of a CSV file that hold an action.
func table(t *testing.T, data []byte) []sample {
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	rows, err := r.ReadAll()
	require.NoError(t, err)
	var out []sample
	for i, row := range rows {
		for j, cell := range row {
			if strings.Contains(cell, "Action") {
				out = append(out, sample{place: fmt.Sprintf("row %d column %d", i+1, j+1), flat: cell})
			}
		}
	}
	return out
}

// objects returns the transcripts of a JSON or JSONL file, wherever in it a
// list of messages or a prompt is.
func objects(data []byte) []sample {
	var out []sample
	dec := json.NewDecoder(bytes.NewReader(data))
	for n := 1; ; n++ {
		var v any
		if dec.Decode(&v) != nil {
			return out
		}
		out = append(out, search(fmt.Sprintf("value %d", n), v)...)
	}
}

func search(place string, v any) []sample {
	switch v := v.(type) {
	case []any:
		if m, more := turns(v); m != nil {
			return []sample{{place: place, messages: m, alternatives: more}}
		}
		var out []sample
		for i, e := range v {
			out = append(out, search(fmt.Sprintf("%s/%d", place, i), e)...)
		}
		return out
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		var out []sample
		for _, k := range keys {
			if s, ok := v[k].(string); ok && k == "prompt" {
				at := max(strings.LastIndex(s, "\nQuestion:"), 0)
				out = append(out, sample{place: place, flat: s[at:]})
				continue
			}
			out = append(out, search(place+"/"+k, v[k])...)
		}
		return out
	}
	return nil
}

// turns returns a list as messages, and the strings of a list that is in
// place of the last value. The first result is nil where it is no such list.
func turns(list []any) (out []message, alternatives []string) {
	names := map[string]string{
		"user": "user", "human": "user", "observation": "user", "function": "user", "tool": "user",
		"assistant": "assistant", "gpt": "assistant", "system": "system",
	}
	for _, e := range list {
		o, _ := e.(map[string]any)
		role, _ := first(o, "role", "from").(string)
		if names[role] == "" {
			return nil, nil
		}
		switch content := first(o, "content", "value").(type) {
		case string:
			out = append(out, message{names[role], content})
		case []any:
			for _, c := range content {
				text, _ := c.(string)
				alternatives = append(alternatives, text)
			}
		default:
			return nil, nil
		}
	}
	return out, alternatives
}

func first(o map[string]any, keys ...string) any {
	for _, k := range keys {
		if v, ok := o[k]; ok {
			return v
		}
	}
	return nil
}

// texts returns the strings under "content" and "value" of a JSON or JSONL
// file, but those in which a native call is written out.
func texts(data []byte) (out []string) {
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			from, _ := v["from"].(string)
			for k, e := range v {
				if s, ok := e.(string); ok && (k == "content" || k == "value") && from != "function_call" {
					out = append(out, s)
				}
				walk(e)
			}
		}
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	for {
		var v any
		if dec.Decode(&v) != nil {
			return out
		}
		walk(v)
	}
}
