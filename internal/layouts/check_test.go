package layouts

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

var jsonSeeds = []string{
	`{}`, `[]`, ` { "a" : [ 1 , {"b":"c\"]}"} ] , "a":null}`, `"a\\"`, `"\\\\\""`, `-1.5e+10`, `[true,false,null]`, `{"":{"":""}}`,
	`{"a":"\u0041\ud83d"}`, `[[],[[]],{}]`, `{"a":1,}`, `[1 2]`, `{"a" 1}`, `nul`, `01`, `"\x"`, "\"\x01\"", `[`, `{"a":"`, ``, ` `, "\xff", `"` + "\xff" + `"`,
	`1 2`, `]`, `}{`, `"a"b`, `{"k":1}x`, "\t[\r\n1]\n",
}

// FuzzCheck compares Check with encoding/json.
func FuzzCheck(f *testing.F) {
	for _, s := range jsonSeeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d := Check(raw)
		// encoding/json takes bytes that are not UTF-8.
		valid := json.Valid(raw) && utf8.Valid(raw) && jsonx.TooDeep(raw) < 0
		require.Equal(t, valid, d == nil, "%q: %v", raw, d)
		if d != nil {
			assert.NotEmpty(t, d.Text())
			assert.Positive(t, d.Pos.Line)
			assert.Positive(t, d.Pos.Column)
		}
	})
}

// What is no JSON is not looked into, whatever its fault is.
func TestOpenDamaged(t *testing.T) {
	e, err := NewEditor(Options{})
	require.NoError(t, err)
	const record = `{"messages": "[{\"role\": \"user\", \"content\": \"?\"}]", "n": 1}`
	for i := range len(record) {
		for _, c := range []byte{0x80, 0, '{', '"'} {
			damaged := append([]byte(record[:i]), c)
			_, d := e.Open(damaged)
			require.NotNil(t, d, "%q", damaged)
		}
	}
}
