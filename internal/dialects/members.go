package dialects

import (
	"encoding/json"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// member is a key with its value as JSON.
type member struct {
	key   string
	value []byte
}

// members are the keys that are known of a transcript, in order.
type members []member

// with returns the members with a text under a key, unless the text is empty.
func (m members) with(key, value string) members {
	if value == "" {
		return m
	}
	b, _ := json.Marshal(value) // a string can be encoded
	return append(m, member{key, b})
}

// json returns the members as an object, the first of each key, or nil where there are none.
func (m members) json() []byte {
	if len(m) == 0 {
		return nil
	}
	seen := map[string]bool{}
	out := []byte{'{'}
	for _, it := range m {
		if seen[it.key] {
			continue
		}
		seen[it.key] = true
		out = jsonx.AppendComma(out)
		key, _ := json.Marshal(it.key)
		out = append(append(append(out, key...), ": "...), jsonx.Spaced(it.value)...)
	}
	return append(out, '}')
}
