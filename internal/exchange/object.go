package exchange

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// object is a JSON object whose members stay in order and as they are spelled.
type object []member

type member struct {
	key   string
	value []byte
}

// objectOf returns the object that raw, which is valid JSON, is; nil where it is none.
func objectOf(raw []byte) object {
	at := jsonx.TrimSpace(raw)
	if at.Start == at.End || raw[at.Start] != '{' {
		return nil
	}
	o := object{}
	for m := range jsonx.Members(raw, at.Start) {
		o = append(o, member{jsonx.Unquote(m.Key.Of(raw)), m.Value.Of(raw)})
	}
	return o
}

// get returns the value of a key, nil where there is none or null.
func (o object) get(key string) []byte {
	for i := range o {
		if o[i].key == key && o[i].value[0] != 'n' {
			return o[i].value
		}
	}
	return nil
}

// is returns the value of a key if it begins with c, else nil.
func (o object) is(key string, c byte) []byte {
	if v := o.get(key); v != nil && v[0] == c {
		return v
	}
	return nil
}

// word returns what the string under a key says, "" where there is none.
func (o object) word(key string) string { return stringOf(o.is(key, '"')) }

// with returns the object with a value under a key, in the place of the one that it had.
func (o object) with(key string, value []byte) object {
	if i := slices.IndexFunc(o, func(m member) bool { return m.key == key }); i >= 0 {
		o = slices.Clone(o)
		o[i].value = value
		return o
	}
	return append(slices.Clip(o), member{key, value})
}

// without returns the object without some keys.
func (o object) without(keys ...string) object {
	return slices.DeleteFunc(slices.Clone(o), func(m member) bool { return slices.Contains(keys, m.key) })
}

// json returns the object as JSON.
func (o object) json() []byte {
	out := []byte{'{'}
	for _, m := range o {
		out = jsonx.AppendMember(out, m.key, m.value)
	}
	return append(out, '}')
}

// stringOf returns what a JSON string says, "" for any other value.
func stringOf(value []byte) string {
	if len(value) == 0 || value[0] != '"' {
		return ""
	}
	return jsonx.Unquote(value[1 : len(value)-1])
}

// elements returns the elements of a list.
func elements(list []byte) (all [][]byte) {
	if len(list) == 0 || list[0] != '[' {
		return nil
	}
	for e := range jsonx.Elements(list, 0) {
		all = append(all, e.Of(list))
	}
	return all
}

// isEmpty reports whether a value says nothing: null, or a list, an object or a string of
// nothing.
func isEmpty(value []byte) bool {
	switch value[0] {
	case 'n':
		return true
	case '[', '{':
		return jsonx.SkipSpace(value, 1) == len(value)-1
	case '"':
		return len(value) == len(`""`)
	}
	return false
}

// unpacked returns the JSON in a value that is a string, or in a string in a string; any
// other value is returned as it is.
func unpacked(value []byte) []byte {
	const deepest = 3
	for range deepest {
		if len(value) == 0 || value[0] != '"' || !mayPack(value) {
			break
		}
		inside := bytes.TrimSpace([]byte(stringOf(value)))
		if len(inside) == 0 || inside[0] != '{' && inside[0] != '[' && inside[0] != '"' || !jsonx.Valid(inside) {
			break
		}
		value = inside
	}
	return value
}

// mayPack reports whether a string may hold JSON, by how it begins.
func mayPack(value []byte) bool {
	at := jsonx.SkipSpace(value, 1)
	switch value[at] {
	case '{', '[', '\\':
		return true
	}
	return false
}
