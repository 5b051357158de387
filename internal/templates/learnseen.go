package templates

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jinja"
)

// seenCalls returns the calls that a message seems to hold, in order: where the name of a tool is,
// followed by names of its parameters, or by an object with them.
func seenCalls(text string, tools []byte) (calls []SampleCall) {
	type function struct {
		Name       string
		Parameters struct{ Properties map[string]struct{ Type any } }
	}
	var offered []struct {
		function
		Function *function
	}
	if json.Unmarshal(tools, &offered) != nil {
		return nil
	}
	next := func(from int) (at int, found *function) {
		at = len(text)
		for i := range offered {
			f := &offered[i].function
			if offered[i].Function != nil {
				f = offered[i].Function
			}
			if n := word(text, f.Name, from); n >= 0 && n < at {
				at, found = n, f
			}
		}
		return at, found
	}
	for at, f := next(0); f != nil; {
		from := at + len(f.Name)
		end, following := next(from)
		if end < len(text) && following == f && strings.TrimSpace(text[from:end]) != "" && word(text[from:end], f.Name, 0) < 0 && len(text[from:end]) < 3 {
			end, following = next(end + 1) // the name comes twice
		}
		var keys []string
		for key := range f.Parameters.Properties {
			if word(text[from:end], key, 0) >= 0 {
				keys = append(keys, key)
			}
		}
		slices.SortFunc(keys, func(a, b string) int { return word(text[from:end], a, 0) - word(text[from:end], b, 0) })
		args := jinja.NewDict(len(keys))
		if object := objectWith(text[from:end], keys); object != nil {
			args = object
		} else {
			for i, v := range valuesSeen(text[from:end], keys) {
				var value jinja.Value = v
				if kind := f.Parameters.Properties[keys[i]].Type; kind != "string" {
					if typed, err := jinja.FromJSON([]byte(v)); err == nil {
						value = typed
					}
				}
				args.Set(keys[i], value)
			}
		}
		calls = append(calls, SampleCall{f.Name, args})
		at, f = end, following
	}
	return calls
}

// objectWith returns the object in a text that has the first of some keys, or nil.
func objectWith(text string, keys []string) *jinja.Dict {
	for i := range text {
		if text[i] != '{' || keys == nil {
			continue
		}
		if v, _, ok := valueAt(text, i, false); ok {
			if d, is := v.(*jinja.Dict); is {
				if _, has := d.Get(keys[0]); has {
					return d
				}
			}
		}
	}
	return nil
}

// valuesSeen returns the values of the keys in a text: what follows each of them after what follows
// all of them, up to a bracket, a comma or the end of the line.
func valuesSeen(text string, keys []string) (values []string) {
	var after []string
	for _, key := range keys {
		after = append(after, text[word(text, key, 0)+len(key):])
	}
	for i, rest := range after {
		same := len(rest) - len(strings.TrimLeft(rest, " \n>=:|]\"'"))
		if other := after[(i+1)%len(after)]; len(after) > 1 {
			same = max(same, commonTokens(rest, other))
		}
		value := rest[same:]
		if end := strings.IndexAny(value, "<>[]|,)}\n\"'"); end >= 0 {
			value = value[:end]
		}
		values = append(values, strings.TrimSpace(value))
	}
	return values
}
