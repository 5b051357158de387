package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// How much is tried with an input.
const (
	thin = iota // one direction
	turn        // all directions; every other set of flags with one style
	deep        // all directions; each set of flags with a few styles
)

// input is a file that is converted.
type input struct {
	name, path string
	from       string   // the style that most of it is in
	args       []string // flags without which it can't be read
	depth      int
}

func (c *config) inputs() (out []*input, err error) {
	for _, from := range []func() ([]*input, error){c.generated, c.ownFiles, c.realFiles} {
		more, err := from()
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	for _, in := range out {
		if in.from == "" {
			in.from = c.detect(in.path)
		}
	}
	return out, nil
}

// detect returns the style in which the old build reads most of a file.
func (c *config) detect(path string) string {
	report := filepath.Join(c.dir, "detected")
	_ = exec.Command(c.old, "convert", "--to", "ir", "--dry-run", "--quiet", "--limit", "100", "--report", report, path).Run()
	var r struct{ Styles map[string]int }
	if data, err := os.ReadFile(report); err == nil {
		_ = json.Unmarshal(data, &r)
	}
	best := "react"
	for _, style := range strings.Split(styleNames, ",") {
		if r.Styles[style] > r.Styles[best] {
			best = style
		}
	}
	return best
}

// save writes records to a file for both builds to read.
func (c *config) save(name, from string, depth int, records [][]byte, args ...string) (*input, error) {
	path := filepath.Join(c.dir, "inputs", filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	return &input{name, path, from, args, depth}, os.WriteFile(path, bytes.Join(records, nil), 0o644)
}

// line is a value as a line of JSON. Every other one is written as most programs
// write JSON, the others as Go does, with escapes for <, > and &.
func line(v any, n int) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(n%2 == 1)
	if e.Encode(v) != nil {
		return nil
	}
	return b.Bytes()
}

// ownFiles are those of testdata as they are, and the transcripts in its
// archives, by style.
func (c *config) ownFiles() (out []*input, err error) {
	root, err := filepath.Abs(c.testdata)
	if err != nil {
		return nil, err
	}
	byStyle := map[string][][]byte{}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		in := &input{name: "testdata/" + d.Name(), path: path, depth: turn}
		if filepath.Ext(path) == ".txtar" {
			in.depth = thin
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			archived(data, byStyle)
		}
		if d.Name() == "field.jsonl" {
			in.args = []string{"--field", "log.turns"}
		}
		out = append(out, in)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, style := range strings.Split(styleNames, ",") {
		if records := byStyle[style]; records != nil {
			in, err := c.save("testdata/"+style+".jsonl", style, turn, records)
			if err != nil {
				return nil, err
			}
			out = append(out, in)
		}
	}
	return out, nil
}

// archived adds the transcripts of an archive of test cases: files in.STYLE and
// in.STYLE.chat, or NAME: STYLE with what is read from it after "=>".
func archived(data []byte, byStyle map[string][][]byte) {
	name, body := "", ""
	for l := range strings.Lines(string(data) + "\n-- end --\n") {
		next, _ := strings.CutPrefix(strings.TrimRight(l, "\n"), "-- ")
		var ok bool
		if next, ok = strings.CutSuffix(next, " --"); !ok {
			body += l
			continue
		}
		style, isIn := strings.CutPrefix(name, "in.")
		style, isChat := strings.CutSuffix(style, ".chat")
		var record any
		switch at := strings.LastIndex(name, ": "); {
		case isChat && json.Valid([]byte(body)):
			record = map[string]any{"messages": json.RawMessage(body)}
		case isIn:
			record = map[string]any{"text": body}
		case at >= 0:
			style = name[at+2:]
			said, _, _ := strings.Cut(body, "\n=>\n")
			record = map[string]any{"messages": []message{{"user", "Begin."}, {"assistant", said}}}
		}
		if record != nil {
			byStyle[style] = append(byStyle[style], line(record, 0))
		}
		name, body = next, ""
	}
}

// realFiles are those of the corpus as they are, and what is found in the files
// of each of its folders.
func (c *config) realFiles() (out []*input, err error) {
	if c.corpus == "" {
		return nil, nil
	}
	root, err := filepath.EvalSymlinks(c.corpus)
	if err != nil {
		return nil, err
	}
	folders, large := map[string][][][]byte{}, 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "SOURCES.md" || strings.HasPrefix(d.Name(), "LICENSE") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		folder, _, _ := strings.Cut(rel, "/")
		h := &harvest{room: int(c.size)}
		h.file(rel, data)
		folders[folder] = append(folders[folder], h.records)
		if int64(len(data)) > 4*c.size {
			large++
			return nil
		}
		out = append(out, &input{name: "corpus/" + rel, path: path, from: "react", depth: thin})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if large > 0 {
		fmt.Fprintf(os.Stderr, "%d files of the corpus are large: only their first records are taken; -full takes all\n", large)
	}
	for folder, files := range folders {
		if records := inTurns(files, 4*int(c.size)); len(records) > 0 {
			in, err := c.save("corpus/"+folder+".jsonl", "", turn, records)
			if err != nil {
				return nil, err
			}
			out = append(out, in)
		}
	}
	slices.SortFunc(out, func(a, b *input) int { return cmp.Compare(a.name, b.name) })
	return out, nil
}

// inTurns takes a record of each file, then the next of each, up to size bytes.
func inTurns(files [][][]byte, size int) (out [][]byte) {
	for i := 0; ; i++ {
		some := false
		for _, f := range files {
			if i < len(f) && size > 0 {
				out, size, some = append(out, f[i]), size-len(f[i]), true
			}
		}
		if !some {
			return out
		}
	}
}

// packed are other containers of the records of a file: an array over many
// lines, gzip, Parquet, and lines that are no records among the others.
func (c *config) packed(of *input) (out []*input, err error) {
	data, err := os.ReadFile(of.path)
	if err != nil {
		return nil, err
	}
	lines := slices.Collect(bytes.Lines(data))
	var array, zipped bytes.Buffer
	array.WriteString("[")
	for i, l := range lines[:min(60, len(lines))] {
		array.WriteString(strings.Repeat(",", min(i, 1)) + "\n  ")
		if err := json.Indent(&array, bytes.TrimSpace(l), "  ", "  "); err != nil {
			return nil, err
		}
	}
	array.WriteString("\n]\n")
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	broken := slices.Concat(lines[:2], [][]byte{[]byte("{\"messages\": [\n"), []byte("\n"), []byte("{\"text\": \"a\"} x\r\n"), []byte("{\"text\": \"\\ud800 <tool_use>\"}\r\n"),
		[]byte("{\"messages\": {}}\n"), []byte("{\"text\": \"\xff\"}\n"), []byte("null\n"), []byte("{}\n")}, lines[2:4], [][]byte{[]byte("{\"text\": \"Answer: the end\"}")})
	for name, content := range map[string][]byte{"array.json": array.Bytes(), "packed.jsonl.gz": zipped.Bytes(), "broken.jsonl": bytes.Join(broken, nil)} {
		in, err := c.save("generated/"+name, of.from, turn, [][]byte{content})
		if err != nil {
			return nil, err
		}
		out = append(out, in)
	}
	rows := &input{"generated/rows.parquet", filepath.Join(c.dir, "inputs", "generated", "rows.parquet"), of.from, nil, turn}
	if msg, err := exec.Command(c.old, "convert", "--to", of.from, "--no-verify", "--out-layout", "messages", "--quiet", "--rejects", rows.path+".rejects", "-o", rows.path, of.path).CombinedOutput(); err != nil && !exists(rows.path) {
		return nil, fmt.Errorf("%s: %w: %s", rows.name, err, msg)
	}
	slices.SortFunc(out, func(a, b *input) int { return cmp.Compare(a.name, b.name) })
	return append(out, rows), nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
