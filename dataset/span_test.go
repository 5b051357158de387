package dataset

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

var jsonSeeds = []string{
	`{}`, `[]`, ` { "a" : [ 1 , {"b":"c\"]}"} ] , "a":null}`, `"a\\"`, `"\\\\\""`, `-1.5e+10`, `[true,false,null]`, `{"":{"":""}}`,
	`{"a":"\u0041\ud83d"}`, `[[],[[]],{}]`, `{"a":1,}`, `[1 2]`, `{"a" 1}`, `nul`, `01`, `"\x"`, "\"\x01\"", `[`, `{"a":"`, ``, ` `, "\xff", `"` + "\xff" + `"`,
	`1 2`, `]`, `}{`, `"a"b`, `{"k":1}x`, "\t[\r\n1]\n",
}

// FuzzCheck holds check against encoding/json.
func FuzzCheck(f *testing.F) {
	for _, s := range jsonSeeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d := check(raw)
		// encoding/json takes bytes that are not UTF-8.
		valid := json.Valid(raw) && utf8.Valid(raw) && deepest(raw) <= 1000
		require.Equal(t, valid, d == nil, "%q: %v", raw, d)
		if d != nil {
			assert.NotEmpty(t, d.Text)
			assert.Positive(t, d.Line)
			assert.Positive(t, d.Column)
		}
	})
}

// FuzzWalk holds members and elements against encoding/json, and nesting
// against itself in pieces.
func FuzzWalk(f *testing.F) {
	for _, s := range jsonSeeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var whole, pieces nesting
		end, done := whole.scan(raw)
		for i := range raw {
			n, ended := pieces.scan(raw[i : i+1])
			require.Equal(t, 1, n)
			if ended {
				require.True(t, done)
				require.Equal(t, end, i+1)
				break
			}
			require.False(t, done && i+1 >= end)
		}
		if check(raw) != nil {
			return
		}
		s := trimSpace(raw)
		require.Equal(t, s.end, skipValue(raw, s.start))
		walk(t, raw, s.start)
	})
}

func walk(t *testing.T, raw []byte, at int) {
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
		for m := range members(raw, at) {
			key, err := dec.Token()
			require.NoError(t, err)
			if inside := ir.Escaped(m.key.of(raw)); !inside.HasLoneSurrogate() {
				require.Equal(t, key, name(raw, m.key))
			}
			require.Equal(t, string(next()), string(m.value.of(raw)))
			walk(t, raw, m.value.start)
		}
	case '[':
		for e := range elements(raw, at) {
			require.Equal(t, string(next()), string(e.of(raw)))
			walk(t, raw, e.start)
		}
	default:
		return
	}
	require.False(t, dec.More())
}

func TestPlace(t *testing.T) {
	raw := []byte("aé\n中文x\n")
	for off, want := range map[int][2]int{0: {1, 1}, 1: {1, 2}, 3: {1, 3}, 4: {2, 1}, 7: {2, 2}, 10: {2, 3}, 11: {2, 4}, 12: {3, 1}, 99: {3, 1}} {
		line, column := place(raw, off)
		assert.Equal(t, want, [2]int{line, column}, "offset %d", off)
	}
}

func TestDepthFault(t *testing.T) {
	deep := bytes.Repeat([]byte(`{"a":`), 1001)
	off, tooDeep := depthFault(deep)
	assert.True(t, tooDeep)
	assert.Equal(t, 1000*len(`{"a":`), off)
	_, tooDeep = depthFault(deep[:len(deep)-5])
	assert.False(t, tooDeep)
	// Brackets in strings don't count.
	_, tooDeep = depthFault([]byte(`"` + string(bytes.Repeat([]byte("["), 5000)) + `"`))
	assert.False(t, tooDeep)
}
