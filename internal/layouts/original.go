package layouts

import (
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/ir"
)

// originalPrefix comes before the key under which an untouched transcript is kept.
const originalPrefix = "original_"

// KeepOriginal adds to what Write made of the record the values that held its
// transcripts, each under its key with a prefix, after all others. A plain text
// that stays one has no place for them and is returned as it is.
func (r *Record) KeepOriginal(written []byte) ([]byte, *ir.Diagnostic) {
	switch {
	case r.plain && r.target() == nil:
		return written, nil
	case r.plain:
		quoted := ir.Text{B: r.doc.B}.AppendJSON([]byte{'"'}, spell.IsASCII(written))
		return addOriginal(written, []byte("text"), append(quoted, '"'))
	case r.steps != nil || r.natives != nil || len(r.members) == 0:
		return nil, reject(ir.CodeLayoutTooNarrow, "the record is not an object with a transcript: it has no place for the original")
	}
	for _, m := range r.members {
		if !r.holds(m.Value) {
			continue
		}
		var d *ir.Diagnostic
		if written, d = addOriginal(written, m.Key.Of(r.doc.B), m.Value.Of(r.doc.B)); d != nil {
			return nil, d
		}
	}
	return written, nil
}

// addOriginal adds the value of a key, as it is spelled in its quotes, to a record,
// which is an object with other keys.
func addOriginal(record, key, value []byte) ([]byte, *ir.Diagnostic) {
	at, name := jsonx.TrimSpace(record), originalPrefix+jsonx.Unquote(key)
	for m := range jsonx.Members(record, at.Start) {
		if jsonx.Unquote(m.Key.Of(record)) == name {
			return nil, reject(ir.CodeDuplicateKey, "the record has a key %q already", name)
		}
	}
	out := append(record[:at.End-1:at.End-1], `,"`+originalPrefix...)
	out = append(append(out, key...), `":`...)
	return append(append(out, value...), record[at.End-1:]...), nil
}
