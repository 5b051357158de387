package dataset

import (
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// originalPrefix stands before the key under which an untouched transcript is
// kept.
const originalPrefix = "original_"

// keepOriginal adds to a record that was converted the values of the source
// that held its transcript, each under its key with a prefix, behind all others.
func (e *Engine) keepOriginal(raw, written []byte) ([]byte, error) {
	s := jsonx.TrimSpace(raw)
	if e.isDocument(raw) || raw[s.Start] != '{' {
		return nil, reject(ir.CodeLayoutTooNarrow, "the record is no object with a transcript: it has no place for the original")
	}
	r, c, d := e.decode(raw)
	if d != nil {
		return nil, d
	}
	holds := func(value jsonx.Range) bool {
		if c != nil {
			return c.holds(value)
		}
		return value.Holds(r.value)
	}
	end := jsonx.TrimSpace(written).End - 1 // the closing brace
	taken := map[string]bool{}
	for m := range jsonx.Members(written, jsonx.TrimSpace(written).Start) {
		taken[jsonx.Unquote(m.Key.Of(written))] = true
	}
	out := append(make([]byte, 0, len(written)+len(raw)), written[:end]...)
	for m := range jsonx.Members(raw, s.Start) {
		if !holds(m.Value) {
			continue
		}
		if key := originalPrefix + jsonx.Unquote(m.Key.Of(raw)); taken[key] {
			return nil, reject(ir.CodeDuplicateKey, "the record has a key %q already", key)
		}
		out = append(out, `, "`+originalPrefix...)
		out = append(out, m.Key.Of(raw)...)
		out = append(out, `": `...)
		out = append(out, m.Value.Of(raw)...)
	}
	return append(out, written[end:]...), nil
}
