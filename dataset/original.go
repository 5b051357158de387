package dataset

import (
	"github.com/toolspeak/toolspeak/ir"
)

// originalPrefix stands before the key under which an untouched transcript is
// kept.
const originalPrefix = "original_"

// keepOriginal adds to a record that was converted the values of the source
// that held its transcript, each under its key with a prefix, behind all others.
func (e *Engine) keepOriginal(raw, written []byte) ([]byte, error) {
	s := trimSpace(raw)
	if e.isDocument(raw) || raw[s.start] != '{' {
		return nil, reject(ir.CodeLayoutRoom, "the record is no object with a transcript: it has no place for the original")
	}
	r, c, d := e.decode(raw)
	if d != nil {
		return nil, d
	}
	holds := func(value span) bool {
		if c != nil {
			return c.holds(value)
		}
		return value.holds(r.value)
	}
	end := trimSpace(written).end - 1 // the closing brace
	taken := map[string]bool{}
	for m := range members(written, trimSpace(written).start) {
		taken[name(written, m.key)] = true
	}
	out := append(make([]byte, 0, len(written)+len(raw)), written[:end]...)
	for m := range members(raw, s.start) {
		if !holds(m.value) {
			continue
		}
		if key := originalPrefix + name(raw, m.key); taken[key] {
			return nil, reject(ir.CodeDuplicateKey, "the record has a key %q already", key)
		}
		out = append(out, `, "`+originalPrefix...)
		out = append(out, m.key.of(raw)...)
		out = append(out, `": `...)
		out = append(out, m.value.of(raw)...)
	}
	return append(out, written[end:]...), nil
}
