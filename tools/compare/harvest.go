package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// harvest collects records out of a file that no layout describes: each list of
// messages and each text that looks like a transcript, wherever they are.
type harvest struct {
	records [][]byte
	room    int // bytes that may still be taken
}

// looks is what a text must hold to be taken.
var looks = regexp.MustCompile(`(?m)^[#*> ]*(?i:thought|action|tool|tool input|observation|final answer|answer)\b[^\n]{0,30}:|<tool|<answer>|<final_answer>|(?:动作|行动|操作)[:：]`)

func (h *harvest) take(record []byte) {
	if len(record) <= h.room && len(record) > 0 {
		h.records, h.room = append(h.records, record), h.room-len(record)
	}
}

// file takes what is in a file: its records, if it has any, and what is found
// deeper in it.
func (h *harvest) file(name string, data []byte) {
	switch filepath.Ext(name) {
	case ".json", ".jsonl", ".ipynb", ".traj":
		for _, record := range elements(data) {
			var v any
			if json.Unmarshal(record, &v) != nil {
				continue
			}
			var flat bytes.Buffer
			if m, ok := v.(map[string]any); ok && !strings.HasSuffix(name, ".ipynb") && json.Compact(&flat, record) == nil {
				h.take(append(flat.Bytes(), '\n'))
				delete(m, "messages")
				delete(m, "conversations")
			}
			h.walk(v)
		}
	case ".yaml":
		var v any
		if yaml.Unmarshal(data, &v) == nil {
			h.walk(v)
		}
	case ".csv":
		r := csv.NewReader(bytes.NewReader(data))
		r.FieldsPerRecord, r.LazyQuotes = -1, true
		rows, _ := r.ReadAll()
		for _, row := range rows {
			for _, cell := range row {
				h.walk(cell)
			}
		}
	default:
		for text := range strings.SplitSeq(string(data), "\n----- next block -----\n") {
			h.walk(text)
		}
	}
}

// elements are the values of a JSON or JSONL file; those of an array one by one.
func elements(data []byte) (out []json.RawMessage) {
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		var v json.RawMessage
		if d.Decode(&v) != nil {
			return out
		}
		var list []json.RawMessage
		if json.Unmarshal(v, &list) == nil {
			out = append(out, list...)
		} else {
			out = append(out, v)
		}
	}
}

func (h *harvest) walk(v any) {
	if h.room <= 0 {
		return
	}
	switch v := v.(type) {
	case string:
		h.text(v)
	case []any:
		if text, ok := joined(v); ok {
			h.text(text)
			return
		}
		if key, ok := turns(v); ok {
			h.take(line(map[string]any{key: v}, len(h.records)))
			return
		}
		for _, e := range v {
			h.walk(e)
		}
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			h.walk(v[k])
		}
	}
}

// text takes a text that looks like a transcript, or what is in it if it is JSON.
func (h *harvest) text(s string) {
	if s = strings.TrimSpace(s); len(s) == 0 {
		return
	}
	var v any
	if (s[0] == '{' || s[0] == '[') && json.Unmarshal([]byte(s), &v) == nil {
		h.walk(v)
	} else if looks.MatchString(s) {
		h.take(line(map[string]any{"text": s}, len(h.records)))
	}
}

// joined returns a list of strings as one, as notebooks cut what a cell printed.
func joined(list []any) (string, bool) {
	var b strings.Builder
	for _, e := range list {
		s, ok := e.(string)
		if !ok {
			return "", false
		}
		b.WriteString(s)
	}
	return b.String(), len(list) > 0
}

// turns returns the key under which a layout has such a list of messages.
func turns(list []any) (key string, ok bool) {
	for _, e := range list {
		m, _ := e.(map[string]any)
		switch {
		case m["role"] != nil && (m["content"] != nil || m["tool_calls"] != nil):
			key = "messages"
		case m["from"] != nil && m["value"] != nil:
			key = "conversations"
		default:
			return "", false
		}
	}
	return key, len(list) > 1
}
