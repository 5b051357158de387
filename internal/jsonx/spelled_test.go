package jsonx

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpelled puts escapes at each place of three blocks: what spells a character
// by a number below U+0100 is noticed, and nothing else.
func TestSpelled(t *testing.T) {
	for _, row := range []struct {
		escape string
		want   bool
	}{
		{`\u0041`, true}, {`\u000a`, true}, {`\u001B`, true}, {`\u00e9`, true}, {`\u4e2d\u0041`, true},
		{`\u4e2d`, false}, {`\u0100`, false}, {`\u1000`, false}, {`\\u0041`, false}, {`\n00`, false}, {`u0041`, false}, {`\ud83d\ude00`, false},
	} {
		for before := range 3 * 64 {
			for _, after := range []int{0, 1, 7, 63, 130} {
				in := `{"a": "` + strings.Repeat("x", before) + row.escape + strings.Repeat("y", after) + `"}`
				var x Index
				require.True(t, x.Scan([]byte(in)), in)
				require.Equal(t, row.want, x.Spelled, in)
			}
		}
	}
	var x Index
	require.True(t, x.Scan([]byte(`"\u0041"`)))
	require.True(t, x.Scan([]byte(`"A"`)))
	require.False(t, x.Spelled, "of an earlier scan")
}
