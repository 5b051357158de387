package jsonx

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

var seeds = []string{
	`{}`, `[]`, ` {"a": [1, -2.5e+10, true, false, null, "x"]} `, `"é中😀\u00e9\n\\"`, `0`, `-0`, `01`, `1.`, `.5`, `1e`, `1e5`, `-`, `+1`,
	`{"a":1,}`, `[1,]`, `[,1]`, `{,}`, `{"a"}`, `{"a":}`, `{a:1}`, `[1 2]`, `[1}`, `{"a":1]`, `tru`, `nulll`, `"`, `"\`, `"\x"`, `"\u12g4"`, `"\u123"`,
	"\"a\nb\"", "\"1234567\x1f\"", "\"\x7f\"", "\"\xff\"", "\"\xed\xa0\x80\"", "\"\xc0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xe4\xb8\"", ``, ` `, `{} {}`, `[[[[[[[["deep"]]]]]]]]`,
	`"\u000G"`, `"\uABCD\uabcd"`, `"\u00@0"`, `"\u00` + "\x10" + `0"`,
}

// valid is what Scan promises, said with other people's code.
func valid(b []byte) bool { return json.Valid(b) && utf8.Valid(b) && deepest(b) <= MaxDepth }

// deepest returns how deep a JSON value nests.
func deepest(b []byte) int {
	depth, most := 0, 0
	d := json.NewDecoder(bytes.NewReader(b))
	for {
		t, err := d.Token()
		if err != nil {
			return most
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
			most = max(most, depth)
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
}

func TestScan(t *testing.T) {
	var x Index
	for _, s := range seeds {
		require.Equal(t, valid([]byte(s)), x.Scan([]byte(s)), "%q", s)
	}
}

func TestDepth(t *testing.T) {
	var x Index
	for _, open := range []string{"[", `{"a":`} {
		closing := map[string]string{"[": "]", `{"a":`: "}"}[open]
		for n, want := range map[int]bool{1: true, 64: true, MaxDepth: true, MaxDepth + 1: false} {
			s := strings.Repeat(open, n) + "0" + strings.Repeat(closing, n)
			require.Equal(t, want, x.Scan([]byte(s)), "%d times %s", n, open)
		}
	}
}

// TestBounded: the index of a long list stops growing, and what it holds is right.
func TestBounded(t *testing.T) {
	b := []byte("[" + strings.Repeat(`"a",`, 2*maxNodes) + `"a"]`)
	var x Index
	require.True(t, x.Scan(b))
	require.Len(t, x.nodes, maxNodes)
	end, next := x.End(0, 0)
	require.Equal(t, []int{len(b), maxNodes}, []int{end, next})
}

func TestReuse(t *testing.T) {
	var x Index
	b := []byte(`{"a": ["b", {"c": "d"}]}`)
	require.True(t, x.Scan(b))
	require.Zero(t, testing.AllocsPerRun(10, func() { x.Scan(b) }))
	require.False(t, x.Scan([]byte(`["a"`)))
	_, ok := x.Find(0)
	require.False(t, ok, "a failure leaves nothing behind")
}

// FuzzScan compares with encoding/json, and the index with encoding/json's
// own reading of each value.
func FuzzScan(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var x Index
		ok := x.Scan(b)
		require.Equal(t, valid(b), ok)
		if !ok {
			return
		}
		for n, v := range x.nodes {
			d := json.NewDecoder(bytes.NewReader(b[v.start:]))
			var raw json.RawMessage
			require.NoError(t, d.Decode(&raw))
			require.Equal(t, string(raw), string(b[v.start:v.end]))
			found, ok := x.Find(int(v.start))
			require.True(t, ok)
			require.Equal(t, n, found)
			next := n + 1
			for next < len(x.nodes) && x.nodes[next].start < v.end {
				next++
			}
			require.Equal(t, next, int(v.next))
		}
	})
}

// ends returns where each value in the value at offset at ends, as walking it finds them.
func ends(v Value, at int) (list []int) {
	switch v.B[at] {
	case '{':
		for m := range v.Members(at) {
			list = append(append(list, m.Value.End), ends(v, m.Value.Start)...)
		}
	case '[':
		for e := range v.Elements(at) {
			list = append(append(list, e.End), ends(v, e.Start)...)
		}
	}
	return list
}

// requireKnowing: knowing a value changes neither what is valid nor what is found.
func requireKnowing(t *testing.T, b []byte, known *Known) (found bool) {
	var x, y Index
	ok := x.Scan(b)
	at, same := y.ScanKnowing(b, known)
	require.Equal(t, ok, same, "%s", b)
	if !ok {
		return false
	}
	require.Equal(t, x.Spelled, y.Spelled)
	start := TrimSpace(b).Start
	require.Equal(t, ends(Value{b, &x}, start), ends(Value{b, &y}, start), "%s", b)
	if at >= 0 {
		require.True(t, bytes.HasPrefix(b[at:], known.value))
	}
	return at >= 0
}

func TestScanKnowing(t *testing.T) {
	const tools = `[{"name": "f", "schema": {"type": "object", "properties": {"a": {}}}}, {"name": "\u0041"}]`
	known := NewKnown([]byte(tools), 1)
	for b, found := range map[string]bool{
		`{"tools": ` + tools + `}`:                                       true,
		`{"a": [1, "x"], "tools": ` + tools + ` , "b": ["y", {"c": 1}]}`: true,
		`{"tools": ` + tools + `, "more": ` + tools + `}`:                true,
		`{"tools": ` + tools[:len(tools)-1] + `, 1]}`:                    false,
		`{"in": {"tools": ` + tools + `}}`:                               false,
		`{"tools": ` + tools + `]}`:                                      false,
		`{"tools": ` + tools + ` x}`:                                     false,
		`{"tools": ` + tools:                                             false,
		tools:                                                            false,
	} {
		require.Equal(t, found, requireKnowing(t, []byte(b), known), b)
	}
	for _, none := range []string{``, `1`, `"["`, `[`, `[1] `, `[1], [2`, `[1][2]`} {
		require.Nil(t, NewKnown([]byte(none), 1), none)
	}
	deepest := strings.Repeat("[", MaxDepth-1) + strings.Repeat("]", MaxDepth-1)
	require.NotNil(t, NewKnown([]byte(deepest), 1))
	require.Nil(t, NewKnown([]byte(deepest), 2))

	inner := NewKnown([]byte(tools), 2)
	for b, found := range map[string]bool{
		`{"in": {"tools": ` + tools + `}}`:                  true,
		`{"in": ["x", ` + tools + ` , {"b": [1]}], "c": 2}`: true,
		`{"tools": ` + tools + `}`:                          false,
		`{"in": [[` + tools + `]]}`:                         false,
		`{"in": {"tools": ` + tools + `]}`:                  false,
	} {
		require.Equal(t, found, requireKnowing(t, []byte(b), inner), b)
	}
}

func FuzzScanKnowing(f *testing.F) {
	f.Add([]byte(`{"a": [1, {"b": "\u0041"}], "c": []}`), []byte(`[1, {"b": "\u0041"}]`))
	f.Fuzz(func(t *testing.T, b, value []byte) {
		if known := NewKnown(value, 1); known != nil {
			requireKnowing(t, b, known)
			requireKnowing(t, bytes.Join([][]byte{[]byte(`{"k":`), value, b}, nil), known)
			requireKnowing(t, bytes.Join([][]byte{[]byte(`{"k":`), value, []byte(`,"v":`), b, {'}'}}, nil), known)
		}
		if known := NewKnown(value, 2); known != nil {
			requireKnowing(t, bytes.Join([][]byte{[]byte(`{"k":[`), value, []byte(`,`), b, []byte(`]}`)}, nil), known)
		}
	})
}

func BenchmarkScan(b *testing.B) {
	value := []byte(`{"id": 1.0, "messages": [` + strings.Repeat(`{"role": "user", "content": "`+strings.Repeat(`The city has 12.3 million people, \"so\" they say, in 上海 and Île-de-France.\n`, 8)+`"}, `, 6) + `null]}`)
	var x Index
	for name, f := range map[string]func() bool{"jsonx": func() bool { return x.Scan(value) }, "gjson": func() bool { return gjson.ValidBytes(value) }} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(value)))
			for b.Loop() {
				if !f() {
					b.Fatal("not valid")
				}
			}
		})
	}
}
