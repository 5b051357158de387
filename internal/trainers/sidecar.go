//go:build !js

package trainers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// Sidecars returns the settings that go with rows, or nil where the trainer needs none.
func (t *Trainer) Sidecars(r Rows) (list []Sidecar) {
	if t.DatasetInfo {
		list = t.datasetInfo(&r)
	}
	if text, err := t.settings(r); err == nil && text != "" { // a test renders all
		list = append(list, Sidecar{Name: r.name() + "." + t.Settings, Text: []byte(text + "\n")})
	}
	return list
}

// name is that of the file without its directory and endings.
func (r *Rows) name() string {
	name := path.Base(r.File)
	for _, ending := range []string{".gz", ".zst", ".jsonl", ".ndjson", ".json", ".parquet"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// datasetEntry is what LLaMA-Factory is told of a file. A table of columns resets those
// that it does not name, and a table of tags needs all of them.
type datasetEntry struct {
	FileName   string            `json:"file_name"`
	Formatting string            `json:"formatting"`
	Columns    map[string]string `json:"columns"`
}

// datasetInfo is LLaMA-Factory's dataset_info.json with an entry for the file.
func (t *Trainer) datasetInfo(r *Rows) []Sidecar {
	entry := datasetEntry{
		FileName: path.Base(r.File), Formatting: "sharegpt",
		Columns: map[string]string{"messages": "conversations", "system": "system", "tools": "tools"},
	}
	if t.Verdict != "" {
		entry.Columns["kto_tag"] = t.Verdict
	}
	merge := func(old []byte) ([]byte, error) { return entry.merge(old, r.name()) }
	text, err := merge(nil)
	if err != nil {
		return nil // strings can be written
	}
	return []Sidecar{{Name: "dataset_info.json", Text: text, Merge: merge}}
}

// merge puts an entry into an object of entries, whose others keep their bytes.
func (e *datasetEntry) merge(old []byte, name string) ([]byte, error) {
	value, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	key, err := json.Marshal(name)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(old)) == 0 {
		old = []byte("{}")
	}
	var entries map[string]json.RawMessage
	if err := json.Unmarshal(old, &entries); err != nil {
		return nil, errors.New("expected a JSON object of data sets")
	}
	out, known := []byte("{\n"), false
	add := func(key, value []byte) {
		if len(out) > 2 {
			out = append(out, ",\n"...)
		}
		out = append(append(append(append(out, "  "...), key...), ": "...), value...)
	}
	for m := range jsonx.Members(old, jsonx.SkipSpace(old, 0)) {
		if jsonx.Unquote(m.Key.Of(old)) != name {
			add(old[m.Key.Start-1:m.Key.End+1], m.Value.Of(old))
			continue
		}
		var was datasetEntry
		if err := json.Unmarshal(m.Value.Of(old), &was); err != nil || was.FileName != e.FileName {
			return nil, fmt.Errorf("the entry %q is of another file, %q", name, was.FileName)
		}
		add(key, value)
		known = true
	}
	if !known {
		add(key, value)
	}
	return append(out, "\n}\n"...), nil
}
