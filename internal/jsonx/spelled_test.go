package jsonx

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpelled puts escapes at each place of three blocks: what spells a character
// of ASCII by its number is noticed, and nothing else.
func TestSpelled(t *testing.T) {
	for _, row := range []struct {
		escape string
		want   bool
	}{
		{`\u0041`, true}, {`\u000a`, true}, {`\u001B`, true}, {`\u4e2d\u0041`, true},
		{`\u4e2d`, false}, {`\u00e9`, false}, {`\u0080`, false}, {`\u00e9\u007f`, true}, {`\\\u0041`, true}, {`\\\\u0041`, false}, {`\u0100`, false}, {`\u1000`, false}, {`\\u0041`, false}, {`\n00`, false}, {`u0041`, false}, {`\ud83d\ude00`, false},
	} {
		for before := range 3 * 64 {
			for _, after := range []int{0, 1, 7, 63, 130} {
				in := `{"a": "` + strings.Repeat("x", before) + row.escape + strings.Repeat("y", after) + `"}`
				var x Index
				require.True(t, x.Scan([]byte(in)), in)
				require.Equal(t, row.want, x.Spelled, in)
				require.Equal(t, row.want, x.SpelledAt(6), in)
			}
		}
	}
	var x Index
	require.True(t, x.Scan([]byte(`"\u0041"`)))
	require.True(t, x.Scan([]byte(`"A"`)))
	require.False(t, x.Spelled, "of an earlier scan")
}

// TestSpelledAt: one string that spells characters says nothing of the others.
func TestSpelledAt(t *testing.T) {
	in := `["a", "\u0041", "b", {"\u0041": "c"}]`
	var x Index
	require.True(t, x.Scan([]byte(in)))
	require.False(t, x.SpelledAt(strings.Index(in, `"a"`)))
	require.True(t, x.SpelledAt(strings.Index(in, `"\u0041"`)))
	require.False(t, x.SpelledAt(strings.Index(in, `"b"`)))
	require.False(t, x.SpelledAt(strings.Index(in, `"c"`)))
	require.True(t, x.SpelledAt(1<<20), "what the index does not hold")
}
