package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestRespell(t *testing.T) {
	was := Escaped([]byte(`a\/b \u4e2d old \u00e9\/`))
	got := Respell(was, "a/b 中 new ö é/", true)
	require.Equal(t, `a\/b \u4e2d new \u00f6 \u00e9\/`, string(got.B))
	require.Equal(t, "x", Respell(Plain("y"), "x", true).String())
	require.Equal(t, `\/`, string(Respell(Escaped([]byte(`\/\/`)), "/", true).B), "a character is kept once")
}

// TestRespellSaysWhatItShould respells random texts of few letters, so that
// they have much in common.
func TestRespellSaysWhatItShould(t *testing.T) {
	word := rapid.StringOf(rapid.SampledFrom([]rune{'a', '/', '\n', 'é', '😀', '\\', '"'}))
	rapid.Check(t, func(t *rapid.T) {
		old, now := word.Draw(t, "old"), word.Draw(t, "now")
		inside := string(Plain(old).Append(nil, true, true))
		spelled := Escaped([]byte(strings.ReplaceAll(inside, "/", `\/`)))
		got := Respell(spelled, now, true)
		require.Equal(t, now, got.String())
		if old == now {
			require.Equal(t, string(spelled.B), string(got.B))
		}
	})
}
