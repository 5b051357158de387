package dialects

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Value is a JSON value of a log.
type Value = gjson.Result

// none is the value of a key that is not there.
var none Value

// Parse returns valid JSON as a value.
func Parse(raw []byte) Value { return gjson.ParseBytes(raw) }

// Get returns the value of the first of the keys that an object has with a value other than
// null.
func Get(v Value, keys ...string) Value {
	if !v.IsObject() {
		return none
	}
	for _, key := range keys {
		if found := v.Get(gjson.Escape(key)); found.Exists() && found.Type != gjson.Null {
			return found
		}
	}
	return none
}

// At returns the value at a path of keys.
func At(v Value, path ...string) Value {
	for _, key := range path {
		v = Get(v, key)
	}
	return v
}

// Has reports whether an object has a key with a value other than null.
func Has(v Value, key string) bool { return Get(v, key).Exists() }

// Word returns the first of the keys' values that is a string, or "".
func Word(v Value, keys ...string) string {
	for _, key := range keys {
		if s := Get(v, key); s.Type == gjson.String {
			return s.Str
		}
	}
	return ""
}

// List returns the elements of a list, or of the list that a string holds.
func List(v Value) []Value {
	if v = Inside(v); v.IsArray() {
		return v.Array()
	}
	return nil
}

// Inside returns the list or the object that a string holds as JSON, however often it was put
// into a string, and any other value as it is.
func Inside(v Value) Value {
	const most = 4
	for range most {
		if v.Type != gjson.String {
			return v
		}
		s := strings.TrimSpace(v.Str)
		if s == "" || strings.IndexByte(`[{"`, s[0]) < 0 || !jsonx.Valid([]byte(s)) {
			return v
		}
		v = gjson.Parse(s)
	}
	return v
}

// isText reports whether a value is a string.
func isText(v Value) bool { return v.Type == gjson.String }

// isEmpty reports whether a value says nothing.
func isEmpty(v Value) bool {
	switch strings.TrimSpace(v.Raw) {
	case "", "null", `""`, "[]", "{}", "false":
		return true
	}
	return false
}

// textOf returns what a string says, lone surrogates included, and any other value as its JSON.
func textOf(v Value) ir.Text {
	switch {
	case !v.Exists() || v.Type == gjson.Null:
		return ir.Text{}
	case v.Type != gjson.String:
		return ir.Plain(strings.TrimSpace(v.Raw))
	case len(v.Raw) >= 2 && v.Raw[0] == '"':
		return ir.Text{B: jsonx.AppendUnquoted(nil, []byte(v.Raw[1:len(v.Raw)-1]))}
	}
	return ir.Plain(v.Str)
}
