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
