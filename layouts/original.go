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
// transcripts, each under its key with a prefix, after all others.
func (r *Record) KeepOriginal(written []byte) ([]byte, *ir.Diagnostic) {
	if r.steps != nil || len(r.members) == 0 {
		return nil, reject(ir.CodeLayoutTooNarrow, "the record is no object with a transcript: it has no place for the original")
	}
	at := jsonx.TrimSpace(written)
	object := at.Of(written)
	for _, m := range r.members {
		if !r.holds(m.Value) {
			continue
		}
		key := originalPrefix + jsonx.Unquote(m.Key.Of(r.doc.B))
		path := gjson.Escape(key)
		if gjson.GetBytes(object, path).Exists() {
			return nil, reject(ir.CodeDuplicateKey, "the record has a key %q already", key)
		}
		var err error
		if object, err = sjson.SetRawBytes(object, path, m.Value.Of(r.doc.B)); err != nil {
			return nil, reject(ir.CodeInternal, "the original could not be kept: %v", err)
		}
	}
	return append(append(append([]byte(nil), written[:at.Start]...), object...), written[at.End:]...), nil
}
