package jsonx

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var walkSeeds = []string{
	`{}`, `[]`, ` { "a" : [ 1 , {"b":"c\"]}"} ] , "a":null}`, `"a\\"`, `"\\\\\""`, `-1.5e+10`, `[true,false,null]`, `{"":{"":""}}`,
	`{"a":"\u0041\ud83d"}`, `[[],[[]],{}]`, `{"a":1,}`, `[1 2]`, `{"a" 1}`, `nul`, `01`, `"\x"`, "\"\x01\"", `[`, `{"a":"`, ``, ` `, "\xff", `"` + "\xff" + `"`,
	`1 2`, `]`, `}{`, `"a"b`, `{"k":1}x`, "\t[\r\n1]\n",
}

// FuzzWalk compares members and elements, with an index and without one, with
// encoding/json, and Nesting and Stream with themselves in pieces.
func FuzzWalk(f *testing.F) {
	for _, s := range walkSeeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		inPieces(t, raw)
		var x Index
		if !x.Scan(raw) {
			return
		}
		r := TrimSpace(raw)
		require.Equal(t, r.End, SkipValue(raw, r.Start))
		var s Stream
		n, done := s.Feed(raw[r.Start:])
		require.Equal(t, r.End, r.Start+n)
		require.False(t, s.Open())
		require.True(t, done || n == len(raw)-r.Start)
		walk(t, Value{B: raw}, r.Start)
		walk(t, Value{raw, &x}, r.Start)
	})
}

// inPieces reads raw, valid or not, whole and byte by byte.
func inPieces(t *testing.T, raw []byte) {
	var whole, pieces Nesting
	end, done := whole.Scan(raw)
	for i := range raw {
		n, ended := pieces.Scan(raw[i : i+1])
		require.Equal(t, 1, n)
		if ended {
			require.True(t, done)
			require.Equal(t, end, i+1)
			break
		}
		require.False(t, done && i+1 >= end)
	}
	if len(raw) == 0 {
		return
	}
	var one, many Stream
	n, ends := one.Feed(raw)
	for i := range raw {
		if got, ended := many.Feed(raw[i : i+1]); ended {
			require.True(t, ends)
			require.Equal(t, n, i+got)
			break
		}
		require.False(t, ends && i+1 > n)
	}
	require.Equal(t, one.Open(), many.Open())
}

func walk(t *testing.T, v Value, at int) {
	raw := v.B
	dec := json.NewDecoder(bytes.NewReader(raw[at:]))
	dec.UseNumber()
	_, err := dec.Token()
	require.NoError(t, err)
	next := func() []byte {
		var v json.RawMessage
		require.True(t, dec.More())
		require.NoError(t, dec.Decode(&v))
		return v
	}
	switch raw[at] {
	case '{':
		for m := range v.Members(at) {
			key, err := dec.Token()
			require.NoError(t, err)
			if said := Unquote(m.Key.Of(raw)); !strings.Contains(key.(string), "\uFFFD") {
				require.Equal(t, key, said)
			}
			require.Equal(t, string(next()), string(m.Value.Of(raw)))
			walk(t, v, m.Value.Start)
		}
	case '[':
		for e := range v.Elements(at) {
			require.Equal(t, string(next()), string(e.Of(raw)))
			walk(t, v, e.Start)
		}
	default:
		return
	}
	require.False(t, dec.More())
}

// TestUnquote: what encoding/json says, but for halves of surrogate pairs, which
// stay different from each other.
func TestUnquote(t *testing.T) {
	for _, inside := range []string{
		``, `role`, `a`, `é`, `\"\\\/\b\f\n\r\t`, `a\u0041b\u00e9\u4E2D`, `\ud83d\ude00x`, `\\u0041`, `x\\`, `\u0000`,
	} {
		var want string
		require.NoError(t, json.Unmarshal([]byte(`"`+inside+`"`), &want))
		assert.Equal(t, want, Unquote([]byte(inside)), inside)
		assert.Equal(t, "<"+want, string(AppendUnquoted([]byte("<"), []byte(inside))), inside)
	}
	assert.Equal(t, "\xed\xa0\xbd", Unquote([]byte(`\ud83d`)))
	assert.Equal(t, "\xed\xa0\xbdx", Unquote([]byte(`\ud83dx`)))
	assert.Equal(t, "\xed\xa0\xbd\xed\xa0\xbd", Unquote([]byte(`\ud83d\ud83d`)))
	assert.Equal(t, "\xed\xb8\x80A", Unquote([]byte(`\ude00\u0041`)))
}

func TestPlace(t *testing.T) {
	raw := []byte("aé\n中文x\n")
	for off, want := range map[int][2]int{0: {1, 1}, 1: {1, 2}, 3: {1, 3}, 4: {2, 1}, 7: {2, 2}, 10: {2, 3}, 11: {2, 4}, 12: {3, 1}, 99: {3, 1}} {
		line, column := Place(raw, off)
		assert.Equal(t, want, [2]int{line, column}, "offset %d", off)
	}
}

func TestInvalidUTF8(t *testing.T) {
	for s, want := range map[string]int{"": -1, "é中😀": -1, "a\xff": 1, "é\xed\xa0\x80": 2, "\xe4\xb8": 0} {
		assert.Equal(t, want, InvalidUTF8([]byte(s)), "%q", s)
	}
}

func TestTooDeep(t *testing.T) {
	deep := bytes.Repeat([]byte(`{"a":`), MaxDepth+1)
	assert.Equal(t, MaxDepth*len(`{"a":`), TooDeep(deep))
	assert.Equal(t, -1, TooDeep(deep[:len(deep)-5]))
	assert.Equal(t, -1, TooDeep([]byte(`"`+strings.Repeat("[", 5000)+`"`)), "brackets in strings don't count")
	assert.Equal(t, -1, TooDeep([]byte(strings.Repeat("]", 5)+strings.Repeat("[", MaxDepth))), "closing what is not open counts as nothing")
}

func TestInnermost(t *testing.T) {
	for s, want := range map[string]byte{``: 0, `{"a": [1, `: '[', `{"a": [1], "[": `: '{', `{"a": {}}`: 0, `]}[`: '['} {
		assert.Equal(t, want, Innermost([]byte(s)), s)
	}
}

func TestOneLine(t *testing.T) {
	in := []byte("[\n1,\r\n\"a\\n\"\r]\n\n")
	assert.Equal(t, `[ 1,  "a\n" ]  `, string(OneLine(in)))
	assert.Equal(t, "[\n", string(in[:2]), "the value itself stays")
	same := []byte(`{"a": "\n"}`)
	assert.Same(t, &same[0], &OneLine(same)[0])
	assert.False(t, BreaksToSpaces(same))
}

// What is no object has no members, and what is no array no elements: records have values
// of other types than their readers expect.
func TestWalksOfOthers(t *testing.T) {
	for _, v := range []string{`[]`, `[[1]]`, `"a"`, `1`, `null`} {
		for m := range Members([]byte(v), 0) {
			t.Error(v, m)
		}
	}
	for _, v := range []string{`{}`, `{"a": 1}`, `"a"`, `1`, `null`} {
		for e := range Elements([]byte(v), 0) {
			t.Error(v, e)
		}
	}
}
