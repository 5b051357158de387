//go:build !js

package trainers

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/toolspeak/toolspeak/internal/layouts"
)

// Sidecars returns the settings that go with rows, or nil where the trainer needs none.
func (t *Trainer) Sidecars(r Rows) []Sidecar {
	if t.sidecar == nil {
		return nil
	}
	r.verdict = t.verdict
	return t.sidecar(&r)
}

// name is that of the file without its directory and endings.
func (r *Rows) name() string {
	name := path.Base(r.File)
	for _, ending := range []string{".gz", ".zst", ".jsonl", ".ndjson", ".json", ".parquet"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// shaped reports whether calls are fields of the rows.
func (r *Rows) shaped() bool { return layouts.IsShape(r.To) }

// named returns a file of settings named after the rows.
func (r *Rows) named(ending, text string) []Sidecar {
	return []Sidecar{{Name: r.name() + "." + ending, Text: []byte(text)}}
}

// datasetEntry is what LLaMA-Factory is told of a file. A table of columns resets those
// that it does not name, and a table of tags needs all of them.
type datasetEntry struct {
	FileName   string            `json:"file_name"`
	Formatting string            `json:"formatting"`
	Columns    map[string]string `json:"columns"`
}

// datasetInfo is LLaMA-Factory's dataset_info.json with an entry for the file.
func datasetInfo(r *Rows) []Sidecar {
	name := r.name()
	columns := map[string]string{"messages": "conversations", "system": "system", "tools": "tools"}
	if r.verdict != "" {
		columns["kto_tag"] = r.verdict
	}
	entry, err := json.Marshal(datasetEntry{
		FileName: path.Base(r.File), Formatting: "sharegpt",
		Columns: columns,
	})
	if err != nil {
		return nil // strings can be written
	}
	merge := func(old []byte) ([]byte, error) { return mergeEntry(old, name, path.Base(r.File), entry) }
	text, err := merge(nil)
	if err != nil {
		return nil
	}
	list := []Sidecar{{Name: "dataset_info.json", Text: text, Merge: merge}}
	if r.Length > 0 {
		list = append(list, r.named("llamafactory.yaml", "dataset: "+yamlText(name)+"\n"+r.length("cutoff_len: "))...)
	}
	return list
}

// mergeEntry puts an entry into an object of entries, whose others keep their bytes.
func mergeEntry(old []byte, name, file string, entry []byte) ([]byte, error) {
	entries, err := orderedEntries(old)
	if err != nil {
		return nil, err
	}
	at := -1
	for i, e := range entries {
		if e.name != name {
			continue
		}
		var was datasetEntry
		if err := json.Unmarshal(e.value, &was); err != nil || was.FileName != file {
			return nil, fmt.Errorf("the entry %q is of another file, %q", name, was.FileName)
		}
		at = i
	}
	if at < 0 {
		entries = append(entries, namedEntry{name: name})
		at = len(entries) - 1
	}
	entries[at].value = entry
	out := []byte("{\n")
	for i, e := range entries {
		key, err := json.Marshal(e.name)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ",\n"...)
		}
		out = append(append(append(append(out, "  "...), key...), ": "...), e.value...)
	}
	return append(out, "\n}\n"...), nil
}

type namedEntry struct {
	name  string
	value json.RawMessage
}

// orderedEntries returns the entries of an object in order; none of what is empty.
func orderedEntries(old []byte) (entries []namedEntry, err error) {
	if len(strings.TrimSpace(string(old))) == 0 {
		return nil, nil
	}
	d := json.NewDecoder(strings.NewReader(string(old)))
	open, err := d.Token()
	if err != nil {
		return nil, err
	}
	if open != json.Delim('{') {
		return nil, fmt.Errorf("expected an object of data sets, found %v", open)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		e := namedEntry{name: fmt.Sprint(key)}
		if err := d.Decode(&e.value); err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, fmt.Errorf("there is more after the object of data sets")
	}
	return entries, nil
}
