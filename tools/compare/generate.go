package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
)

// How many transcripts are generated: documents that each style is written from,
// and conversations of hostile words for each style.
const (
	documents     = 24
	conversations = 36
)

// generated are transcripts of every style, canonical and hostile, in every
// layout, and neutral documents. The same tree makes the same ones.
func (c *config) generated() (out []*input, err error) {
	drawn := rapid.Custom(func(t *rapid.T) []byte {
		g := gen.Generator{T: t, Hits: gen.Hits{}}
		return line(document(g.Transcript()), 0)
	})
	var docs [][]byte
	for seed := range documents {
		docs = append(docs, drawn.Example(seed))
	}
	neutral, err := c.save("generated/ir.jsonl", "ir", deep, docs)
	if err != nil {
		return nil, err
	}
	out = append(out, neutral)
	var fields [][]byte
	for style := range strings.SplitSeq(strings.TrimSuffix(styleNames, ",ir"), ",") {
		records, err := c.canonical(neutral.path, style)
		if err != nil {
			return nil, err
		}
		fields = append(fields, inField(records, len(fields))...)
		for n := range conversations {
			records = append(records, hostile(style, n))
		}
		in, err := c.save("generated/"+style+".jsonl", style, deep, records)
		if err != nil {
			return nil, err
		}
		out = append(out, in)
	}
	in, err := c.save("generated/field.jsonl", "react", turn, fields, "--field", "data.turns")
	if err != nil {
		return nil, err
	}
	more, err := c.packed(out[1])
	return slices.Concat(out, []*input{in}, more), err
}

// document is a transcript as a neutral document.
func document(t *ir.Transcript) any {
	steps := []map[string]any{}
	for _, s := range t.Steps {
		step := map[string]any{"kind": s.Kind.String(), "message": s.Message}
		put := func(key string, value any, is bool) {
			if is {
				step[key] = value
			}
		}
		put("stock", s.FixedSentence.String(), s.FixedSentence != ir.NoSentence)
		put("text", s.Text.String(), s.FixedSentence == ir.NoSentence && s.Kind != ir.Call)
		put("tool", s.Tool.String(), !s.Tool.Empty())
		put("input", s.Args.Raw.String(), s.Kind == ir.Call && s.Args.Form == ir.PlainText)
		if s.Kind == ir.Call && s.Args.Form != ir.PlainText {
			step["args"] = json.RawMessage(s.Args.Value.String())
			put("args_raw", s.Args.Value.String(), strings.Contains(s.Args.Value.String(), "\n"))
		}
		put("success", s.Outcome == ir.Success, s.Outcome != ir.Unknown)
		put("error", true, s.Failed)
		put("role", s.Role.String(), s.Kind == ir.Observation && s.Role != ir.RoleUser)
		steps = append(steps, step)
	}
	doc := map[string]any{"toolspeak": 1, "steps": steps}
	if t.System != nil {
		doc["system"] = map[string]any{"text": t.System.Text.String()}
	}
	return doc
}

// canonical are the documents in a style, in every layout, as the old build
// writes them.
func (c *config) canonical(path, style string) (out [][]byte, err error) {
	for i, layout := range []string{"messages", "sharegpt", "text", "prompt-completion"} {
		rejects := filepath.Join(c.dir, fmt.Sprintf("%s-%d.rejects", style, i))
		// Some documents can't be written in a style: the exit code is no matter.
		data, err := exec.Command(c.old, "convert", "--from", "ir", "--to", style, "--out-layout", layout, "--quiet", "--rejects", rejects, path).Output()
		if len(data) == 0 {
			return nil, fmt.Errorf("no document could be written as %s in %s: %w", style, layout, err)
		}
		records := slices.Collect(bytes.Lines(data))
		out = append(out, records...)
		if layout == "messages" {
			for n, r := range records {
				out = append(out, otherLayouts(r, n)...)
			}
		}
	}
	return out, nil
}

// otherLayouts are a record's messages in layouts that are only read.
func otherLayouts(record []byte, n int) (out [][]byte) {
	var r struct{ Messages []message }
	if json.Unmarshal(record, &r) != nil || len(r.Messages) == 0 {
		return nil
	}
	m := r.Messages
	if at := slices.IndexFunc(m, func(m message) bool { return m.Role == "assistant" }); at > 0 {
		out = append(out, line(map[string]any{"id": n, "prompt": m[:at], "chosen": m[at:], "rejected": m[at : at+1]}, n))
	}
	alpaca := map[string]any{"id": n}
	if m[0].Role == "system" {
		alpaca["system"], m = m[0].Content, m[1:]
	}
	pairs := [][2]string{}
	for len(m) >= 2 && m[0].Role == "user" && m[1].Role == "assistant" {
		pairs, m = append(pairs, [2]string{m[0].Content, m[1].Content}), m[2:]
	}
	if last := len(pairs) - 1; last >= 0 {
		alpaca["history"], alpaca["instruction"], alpaca["output"] = pairs[:last], pairs[last][0], pairs[last][1]
		out = append(out, line(alpaca, n))
	}
	return out
}

// inField are some of the records with their messages at a place of their own, as
// a list or as a string that holds one.
func inField(records [][]byte, n int) (out [][]byte) {
	for _, record := range records {
		var r struct{ Messages json.RawMessage }
		if json.Unmarshal(record, &r) != nil || r.Messages == nil || len(out) == 12 {
			continue
		}
		var turns any = r.Messages
		if len(out)%2 == 1 {
			turns = string(r.Messages)
		}
		out = append(out, line(map[string]any{"data": map[string]any{"turns": turns}, "n": 1.0}, n))
	}
	return out
}

// hostile is a record of words that a reader of the style might take for syntax.
func hostile(style string, n int) []byte {
	conv := rapid.Custom(func(t *rapid.T) *ir.Conversation {
		g := gen.Generator{T: t, Hits: gen.Hits{}}
		return g.Conversation(style)
	}).Example(n)
	if conv.Flat {
		return line(map[string]any{"text": conv.Text.String()}, n)
	}
	var messages []message
	for _, m := range conv.Messages {
		messages = append(messages, message{m.Role.String(), m.Content.String()})
	}
	return line(map[string]any{"messages": messages, "id": n}, n)
}
