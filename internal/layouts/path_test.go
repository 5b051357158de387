package layouts

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

func TestPaths(t *testing.T) {
	const doc = `{"a": {"b": [{"m": [{}]}, {"m": [{}, 1]}, {"n": 0}]}, "m.x": "s", "c": {"m": 7, "d": {"m": "t"}}, "l": [[{"q": "u"}], []]}`
	for path, want := range map[string][]string{
		"a.b.1.m":   {"[{}, 1]"},
		"a.b[].m":   {"[{}]", "[{}, 1]"},
		"a.b.*.m":   {"[{}]", "[{}, 1]"},
		"a.b[*].m":  {"[{}]", "[{}, 1]"},
		"a.b.#.m":   {"[{}]", "[{}, 1]"},
		"a.b.[].m":  {"[{}]", "[{}, 1]"},
		"**.m":      {"[{}]", "[{}, 1]", `"t"`},
		"c.**.m":    {`"t"`},
		`m\.x`:      {`"s"`},
		"l[][].q":   {`"u"`},
		"**.none":   nil,
		"a.*.m":     nil, // what is no list has no elements
		"**":        nil,
		"**.b.**.m": nil,
		"":          nil,
	} {
		p := newPath(path)
		var found []string
		if p.steps != nil {
			p.each(jsonx.Value{B: []byte(doc)}, 0, func(v place) bool {
				found = append(found, string(v.at.Of([]byte(doc))))
				return true
			})
		}
		require.Equal(t, want, found, path)
	}
}

// TestSplit: the records in a list, what leads to their transcripts, and what is left.
func TestSplit(t *testing.T) {
	const list = `[{"role": "user", "content": "a"}]`
	for _, tt := range []struct {
		field, in string
		parts     []string
		fields    []string
		left      []string
	}{
		{"data", `{"data": [{"messages": ` + list + `}, {}], "n": 1}`, []string{`{"messages": ` + list + `}`, "{}"}, nil, []string{"n"}},
		{"data", `{"data": [` + list + `, ` + list + `]}`, []string{list, list}, nil, nil},
		{"data", `{"data": ` + list + `}`, nil, nil, nil},
		{"data", `{"data": [[], {"role": "user", "content": "a"}]}`, nil, nil, nil}, // a broken transcript
		{"data[].x", `{"data": [{"x": ` + list + `}, {}]}`, []string{`{"x": ` + list + `}`, "{}"}, []string{"x"}, nil},
		{"**.x", `{"o": {"x": ` + list + `}}`, nil, nil, nil},
		{"**.x", `{"o": {"p": [{"y": {"x": ` + list + `}}], "k": 1}}`, []string{`{"y": {"x": ` + list + `}}`}, []string{"**.x"}, []string{"o.k"}},
		{"a[].b[].c", `{"a": [{"b": [{"c": "t"}], "i": 1}, {"b": [{"c": "u"}]}]}`, []string{`{"c": "t"}`, `{"c": "u"}`}, []string{"c"}, []string{"a[0].i"}},
		{"data", `{"data": 1}`, nil, nil, nil},
		{"data[]", `{"data": []}`, nil, nil, nil},
	} {
		e, err := NewEditor(Options{Fields: []string{tt.field}})
		require.NoError(t, err)
		s := e.Split([]byte(tt.in))
		if tt.parts == nil {
			require.True(t, s == nil || s.Parts == nil, tt.in)
			continue
		}
		require.NotNil(t, s, tt.in)
		var parts []string
		for _, p := range s.Parts {
			parts = append(parts, string(p.At.Of([]byte(tt.in))))
		}
		require.Equal(t, tt.parts, parts, tt.in)
		require.Equal(t, tt.fields, s.Fields, tt.in)
		require.Equal(t, tt.left, s.Left, tt.in)
	}
}
