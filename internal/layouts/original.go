package layouts

import (
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
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
		quoted := ir.Text{B: r.doc.B}.Append([]byte{'"'}, true, ir.Text{B: written}.IsASCII())
		return addOriginal(written, "text", append(quoted, '"'))
	case r.steps != nil || r.natives != nil || len(r.members) == 0:
		return nil, reject(ir.CodeLayoutTooNarrow, "the record is no object with a transcript: it has no place for the original")
	}
	for _, m := range r.members {
		if !r.holds(m.Value) {
			continue
		}
		var d *ir.Diagnostic
		if written, d = addOriginal(written, jsonx.Unquote(m.Key.Of(r.doc.B)), m.Value.Of(r.doc.B)); d != nil {
			return nil, d
		}
	}
	return written, nil
}

// addOriginal adds the value of a key to a record, which is an object.
func addOriginal(record []byte, key string, value []byte) ([]byte, *ir.Diagnostic) {
	at := jsonx.TrimSpace(record)
	key = originalPrefix + key
	path := gjson.Escape(key)
	if gjson.GetBytes(at.Of(record), path).Exists() {
		return nil, reject(ir.CodeDuplicateKey, "the record has a key %q already", key)
	}
	object, err := sjson.SetRawBytes(at.Of(record), path, value)
	if err != nil {
		return nil, reject(ir.CodeInternal, "the original could not be kept: %v", err)
	}
	return append(append(record[:at.Start:at.Start], object...), record[at.End:]...), nil
}
