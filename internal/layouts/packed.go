package layouts

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
)

// Columns of Parquet files and exports of data bases hold a list of messages as a string
// of JSON, or each message as one. Such a record is read as one that has the list itself, and what
// is written has strings again under the same key.

// packedKeys are the keys whose lists may be in a string, whatever is in them.
var packedKeys = [...]string{"messages", "conversations", "contents", "input", "content", "steps", "history"}

// packedKey is a key whose list was in a string or, with each, whose elements were.
type packedKey struct {
	key  string
	each bool
}

// unpacked opens the record with the lists that are in strings in the place of these,
// or returns nil where there are none or where that can't be read either.
func (e *Editor) unpacked(raw []byte) *Record {
	unpacked, packed := e.unpack(raw)
	if packed == nil {
		return nil
	}
	r, _, d := e.open(unpacked)
	if d != nil {
		return nil
	}
	if r.foreign != "" || e.fields != nil && r.steps == nil && !r.showsShapeAtPlace() {
		r.Release()
		return nil
	}
	r.packed, r.raw = packed, raw
	return r
}

// mayBePacked reports whether what was taken for a text is a list of messages.
func (r *Record) mayBePacked() bool {
	if r.plain || r.steps != nil || r.foreign != "" {
		return r.foreign != ""
	}
	for i := range r.pieces {
		at := r.pieces[i].at
		if b := r.doc.B; at.Start > 0 && at.End > at.Start && b[at.Start-1] == '"' && b[at.Start] == '[' && packsMessages(jsonx.AppendUnquoted(nil, at.Of(b))) {
			return true
		}
	}
	return false
}

// packsMessages reports whether a text is a list whose first element is a message.
func packsMessages(list []byte) bool {
	return isPacked(list) && isMessage(jsonx.Value{B: list}, jsonx.SkipSpace(list, jsonx.TrimSpace(list).Start+1))
}

// Unpacked returns an object with the lists and objects that it has in strings in the place of these.
func Unpacked(raw []byte) []byte {
	out, _ := unpackKeys(raw, func(_ string, value []byte) bool {
		return len(value) > 0 && (value[0] == '{' || value[0] == '[') && jsonx.Valid(value)
	})
	return out
}

// showsShapeAtPlace reports whether the transcript at the place that the user named, which holds no
// call, is likely to be of a shape.
func (r *Record) showsShapeAtPlace() bool {
	likely := r.placed() == nil && r.likelyShape() != nil
	r.place = jsonx.Range{}
	return likely
}

// replaced returns a record with another value at the first path that is there, or nil where
// value returns nil.
func (f fields) replaced(record []byte, value func(old []byte) []byte) []byte {
	start := jsonx.TrimSpace(record).Start
	for i := range f {
		if p := &f[i].paths[0]; len(f[i].paths) == 1 && !p.isPattern() {
			if at, ok := p.find(jsonx.Value{B: record}, start); ok {
				if made := value(at.Of(record)); made != nil {
					return slices.Concat(record[:at.Start], made, record[at.End:])
				}
				return nil
			}
		}
	}
	return nil
}

// unpack returns a record with the lists that are in strings in the place of these.
func (e *Editor) unpack(raw []byte) ([]byte, []packedKey) {
	if e.fields != nil {
		out := e.fields.replaced(raw, func(value []byte) []byte {
			if value[0] != '"' {
				return nil
			}
			if list := jsonx.AppendUnquoted(nil, value[1:len(value)-1]); packsMessages(list) {
				return list
			}
			return nil
		})
		if out == nil {
			return raw, nil
		}
		return out, []packedKey{{key: e.fields[0].text}}
	}
	return unpackKeys(raw, func(key string, list []byte) bool {
		return packsMessages(list) || slices.Contains(packedKeys[:], key) && isPacked(list)
	})
}

func unpackKeys(raw []byte, is func(key string, value []byte) bool) ([]byte, []packedKey) {
	at := jsonx.TrimSpace(raw)
	if at.Start >= at.End || raw[at.Start] != '{' {
		return raw, nil
	}
	var out edits
	var packed []packedKey
	for m := range jsonx.Members(raw, at.Start) {
		key := jsonx.Unquote(m.Key.Of(raw))
		each := raw[m.Value.Start] == '['
		var list []byte
		switch {
		case each:
			list = unpackedEach(raw, m.Value)
		case raw[m.Value.Start] == '"':
			list = jsonx.AppendUnquoted(nil, m.Value.Inside().Of(raw))
		}
		if list == nil || !is(key, list) {
			continue
		}
		out = append(out, edit{m.Value, list})
		packed = append(packed, packedKey{key, each})
	}
	return out.in(raw), packed
}

// isPacked reports whether a text is JSON: a list that begins with an object.
func isPacked(list []byte) bool {
	at := jsonx.TrimSpace(list)
	if at.Start >= at.End || list[at.Start] != '[' {
		return false
	}
	if first := jsonx.SkipSpace(list, at.Start+1); first >= at.End || list[first] != '{' {
		return false
	}
	return jsonx.Valid(list)
}

// pack writes the lists that were in strings as strings again.
func (r *Record) pack(written []byte) []byte {
	if bytes.Equal(written, r.doc.B) {
		return r.raw
	}
	at := jsonx.TrimSpace(written)
	if at.Start >= at.End || written[at.Start] != '{' {
		return written
	}
	style := spell.StyleOf(r.raw)
	quoted := func(value []byte) []byte { return append(style.Append([]byte{'"'}, value), '"') }
	if f := r.editor.fields; f != nil {
		out := f.replaced(written, func(list []byte) []byte {
			if list[0] != '[' {
				return nil
			}
			return quoted(list)
		})
		if out == nil { // the list was moved
			return written
		}
		return out
	}
	var out edits
	for m := range jsonx.Members(written, at.Start) {
		for _, p := range r.packed {
			if written[m.Value.Start] != '[' || !isKey(m.Key.Of(written), p.key) {
				continue
			}
			if !p.each {
				out = append(out, edit{m.Value, quoted(m.Value.Of(written))})
				continue
			}
			for e := range jsonx.Elements(written, m.Value.Start) {
				out = append(out, edit{e, quoted(e.Of(written))})
			}
		}
	}
	return out.in(written)
}
